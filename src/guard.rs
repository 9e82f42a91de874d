//! A call in, what it gives or why it panicked out: some libraries panic where others return an error.
//!
//! What is guarded says nothing on standard error: whoever called tells it, with the file's name. Panics elsewhere
//! are told as ever.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Whether what this thread does is guarded.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// The process has one hook for panics.
static HOOK: Once = Once::new();

/// Calls what may panic.
///
/// # Errors
/// Where it panics: what it says.
pub fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !IS_GUARDED.get() {
                usual(panic);
            }
        }));
    });
    let outer = IS_GUARDED.replace(true);
    let given = panic::catch_unwind(AssertUnwindSafe(call));
    IS_GUARDED.set(outer);
    given.map_err(|panic| {
        panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or_default()
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::guarded;

    #[test]
    fn what_panics_is_told() {
        assert_eq!(guarded(|| 7), Ok(7));
        assert_eq!(guarded(|| -> u8 { panic!("full") }), Err("full".to_owned()));
        let number = "x".parse::<u8>();
        let said = guarded(|| number.expect("a number")).expect_err("it panics");
        assert!(said.starts_with("a number: ParseIntError"), "{said}");
    }
}

//! Fields that are left out where there is nothing to tell.

/// Whether a field says no, 0, or nothing else.
pub(super) fn is_nothing<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

//! Labels and predictions in, measures out. Each formula stands beside its source and has a test with
//! a value computed by hand.
//!
//! | file | measures | source |
//! |---|---|---|
//! | [`agreement`] | precision, recall, F1, AC1, κ, Fowlkes–Mallows, Matthews | SIGIR 2006 §5.2, dg.o 2005/2006, msr2013 |
//! | [`partition`] | the same over clusters, F of clusters, purity, B³ | dg.o 2005 slide 27, dg.o 2006 §4.1 |
//! | [`categories`] | by edit category, and the category itself, named rightly or not | SIGIR 2006 Table 2, dg.o 2006 Table 8 |
//! | [`unique_text`] | words of unique text | |

pub mod agreement;
pub mod categories;
pub mod partition;
pub mod unique_text;

/// Holds a value against the one computed by hand.
#[cfg(test)]
pub(crate) fn check(value: f64, expect: f64) {
    assert!((value - expect).abs() < 1e-5, "{value} is not {expect}");
}

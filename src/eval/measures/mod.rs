//! Labels and predictions in, measures out. Each formula stands beside its source and has a test with
//! a value computed by hand.
//!
//! | file | measures | source |
//! |---|---|---|
//! | [`agreement`] | precision, recall, F1, AC1, κ, Fowlkes–Mallows, Matthews, Pearson | SIGIR 2006 §5.2, dg.o 2005/2006, msr2013 |
//! | [`contingency`] | the same over clusters, F of clusters, purity, B³ | dg.o 2005 slide 27, dg.o 2006 §4.1 |
//! | [`categories`] | by edit category | SIGIR 2006 Table 2, dg.o 2006 Table 8 |
//! | [`confusion`] | the category itself, named rightly or not | |
//! | [`unique_text`] | unique text, with and without overlap | dg.o 2006 Tables 2, 3, 5 |
//! | [`lines`] | header, signature and footer lines | dg.o 2006 Tables 6, 7 |

pub mod agreement;
pub mod categories;
pub mod confusion;
pub mod contingency;
pub mod lines;
mod sentences;
pub mod unique_text;
pub mod words;

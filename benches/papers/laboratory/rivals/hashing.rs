//! Hashes of word sequences, the same in every run.

use durian::corpus::TermId;

/// A bijective mix of 64 bits (the finalizer of SplitMix64, Steele, Lea & Flood 2014).
pub(crate) fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

/// The step between two states of SplitMix64.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// Hash of a number under a key.
pub(crate) fn keyed(value: u64, key: u64) -> u64 {
    mix(value ^ mix(key.wrapping_add(1).wrapping_mul(STEP)))
}

/// Hash of a sequence of terms; the order counts.
pub(crate) fn sequence(terms: impl IntoIterator<Item = TermId>) -> u64 {
    terms
        .into_iter()
        .fold(0, |hash: u64, term| mix(hash.wrapping_add(STEP) ^ (u64::from(term.0) << 1)))
}

/// A number strictly between 0 and 1 from the upper 52 bits of a hash; with 53 the half would round up to 1.
pub(crate) fn unit(hash: u64) -> f64 {
    ((hash >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
}

#[cfg(test)]
mod tests {
    use super::{keyed, mix, sequence, unit};
    use durian::corpus::TermId;

    #[test]
    fn hashes_tell_order_length_and_key() {
        fn hash(terms: &[u32]) -> u64 {
            sequence(terms.iter().map(|term| TermId(*term)))
        }
        assert_ne!(hash(&[1, 2]), hash(&[2, 1]));
        assert_ne!(hash(&[0]), hash(&[0, 0]));
        assert_ne!(keyed(7, 0), keyed(7, 1));
        // The published first output of SplitMix64 from state 0.
        assert_eq!(mix(0x9E37_79B9_7F4A_7C15), 0xE220_A839_7B1D_CDAF);
    }

    #[test]
    fn units_are_inside_the_open_interval() {
        assert!(unit(0) > 0.0 && unit(u64::MAX) < 1.0);
        let mean = (0..10_000).map(|at| unit(mix(at))).sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.01, "{mean}");
    }
}

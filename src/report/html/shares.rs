//! Counts in, shares out that add to 100 %.

/// Shares of counts in their sum, in tenths of a percent.
pub(in crate::report) fn tenths(counts: &[usize]) -> Vec<usize> {
    apportioned(counts, 1000)
}

/// The same in words, in whole percent: "12 %"; a share that is hardly there is not none.
pub(super) fn whole(counts: &[usize]) -> Vec<String> {
    apportioned(counts, 100)
        .into_iter()
        .zip(counts)
        .map(|(share, n)| match (share, n) {
            (0, 1..) => "<\u{A0}1\u{A0}%".to_owned(),
            _ => format!("{share}\u{A0}%"),
        })
        .collect()
}

/// So many units, shared out by some counts: each share is rounded down, and the units that are left go to those that lost
/// most by it, of equals to the first (the method of the largest remainder).
pub(super) fn apportioned(counts: &[usize], n_units: usize) -> Vec<usize> {
    let sum = counts.iter().map(|n| *n as u128).sum::<u128>().max(1);
    let mut shares: Vec<(usize, u128)> = counts
        .iter()
        .map(|n| {
            let share = *n as u128 * n_units as u128;
            ((share / sum) as usize, share % sum)
        })
        .collect();
    let given: usize = shares.iter().map(|(share, _)| share).sum();
    let mut order: Vec<usize> = (0..counts.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(shares[*at].1));
    let left = n_units.saturating_sub(given);
    for at in order.into_iter().take(left).filter(|at| counts[*at] > 0) {
        shares[at].0 += 1;
    }
    shares.into_iter().map(|(share, _)| share).collect()
}

/// "12.3 %", with a space that does not break.
pub(in crate::report) fn words(tenths: usize, count: usize) -> String {
    if tenths == 0 && count > 0 {
        "< 0.1\u{A0}%".replace(' ', "\u{A0}")
    } else {
        format!("{}.{}\u{A0}%", tenths / 10, tenths % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::{tenths, whole, words};

    /// A third each is 33.3 %, and the first gets the tenth that is left. Of 7: 1/7 = 14.2857 %, 2/7 = 28.5714 %, 4/7 =
    /// 57.1428 %: 142 + 285 + 571 = 998 tenths, and the two that are left go to the remainders .857 and .714.
    #[test]
    fn shares_add_to_the_whole() {
        assert_eq!(tenths(&[1, 1, 1]), [334, 333, 333]);
        assert_eq!(tenths(&[1, 2, 4]), [143, 286, 571]);
        assert_eq!(tenths(&[3132, 19160, 210]), [139, 852, 9]);
        assert_eq!(tenths(&[99_999, 1]), [1000, 0]);
        assert_eq!(tenths(&[0, 5]), [0, 1000]);
        assert_eq!(tenths(&[0]), [0]);
    }

    #[test]
    fn a_share_that_is_hardly_there_is_not_none() {
        assert_eq!(words(0, 1), "<\u{A0}0.1\u{A0}%");
        assert_eq!(words(0, 0), "0.0\u{A0}%");
        assert_eq!(words(1000, 99_999), "100.0\u{A0}%");
        assert_eq!(whole(&[999, 1, 0]), ["100\u{A0}%", "<\u{A0}1\u{A0}%", "0\u{A0}%"]);
    }
}

//! Pearson's sample correlation of two variables (msr2013 §4.6).

/// The correlation; 0 where one of them never varies.
pub(crate) fn pearson(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> f64 {
    let (n, sum_x, sum_y) = pairs
        .clone()
        .fold((0.0, 0.0, 0.0), |(n, sum_x, sum_y), (x, y)| (n + 1.0, sum_x + x, sum_y + y));
    let (mean_x, mean_y) = (sum_x / n, sum_y / n);
    let (mut products, mut squares_x, mut squares_y) = (0.0, 0.0, 0.0);
    for (x, y) in pairs {
        products += (x - mean_x) * (y - mean_y);
        squares_x += (x - mean_x).powi(2);
        squares_y += (y - mean_y).powi(2);
    }
    let product = f64::sqrt(squares_x * squares_y);
    if product > 0.0 { products / product } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::pearson;
    use crate::laboratory::check;

    /// x = 1, 2, 3, y = 1, 3, 2: Σ(x−2)(y−2) = 1 + 0 + 0 = 1; Σ(x−2)² = Σ(y−2)² = 2; r = 1/2.
    #[test]
    fn hand_computed_correlation() {
        check(pearson([(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)].into_iter()), 0.5);
        check(pearson([(1.0, 1.0), (1.0, 3.0)].into_iter()), 0.0);
    }
}

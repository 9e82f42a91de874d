//! Rows in, a Markdown table out, its columns aligned so that it reads well without rendering too.

/// A table; the first row is the header. Cells that are numbers stand to the right.
pub(super) fn table(rows: &[Vec<String>]) -> String {
    let n_columns = rows.first().map_or(0, Vec::len);
    let cell = |row: &Vec<String>, column: usize| {
        row.get(column).cloned().unwrap_or_default().replace('|', "\\|")
    };
    let width = |column: usize| {
        rows.iter().map(|row| cell(row, column).chars().count()).max().unwrap_or(0).max(3)
    };
    let is_number = |column: usize| {
        rows.iter().skip(1).all(|row| {
            cell(row, column)
                .starts_with(|first: char| first.is_ascii_digit() || "-–+".contains(first))
        })
    };
    let columns: Vec<(usize, bool)> =
        (0..n_columns).map(|column| (width(column), is_number(column) && column > 0)).collect();
    let mut text = String::new();
    for (nth, row) in rows.iter().enumerate() {
        for (column, (width, is_number)) in columns.iter().enumerate() {
            let cell = cell(row, column);
            let padding = " ".repeat(width - cell.chars().count());
            text.push_str("| ");
            text.push_str(&if *is_number { padding + &cell } else { cell + &padding });
            text.push(' ');
        }
        text.push_str("|\n");
        if nth == 0 {
            for (width, is_number) in &columns {
                text.push('|');
                text.push_str(&"-".repeat(width + 1));
                text.push(if *is_number { ':' } else { '-' });
            }
            text.push_str("|\n");
        }
    }
    text
}

/// A row of a table.
pub(super) fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

/// Three decimals; a dash for what is not known.
pub(super) fn three(value: impl Into<Option<f64>>) -> String {
    value.into().map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"))
}

#[cfg(test)]
mod tests {
    use super::{row, table, three};

    #[test]
    fn columns_are_aligned() {
        let text =
            table(&[row(["category", "F1"]), row(["exact", "1.000"]), row(["block|added", "0.9"])]);
        assert_eq!(
            text,
            "| category     |    F1 |\n|--------------|------:|\n| exact        | 1.000 |\n| block\\|added |   0.9 |\n"
        );
        assert_eq!((three(0.12345), three(None)), ("0.123".to_owned(), "–".to_owned()));
    }
}

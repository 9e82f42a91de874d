//! Rows in, a Markdown table out, its columns aligned so that it reads well without rendering too.

/// What one place of a table shows. Numbers with a fraction have three decimals; what is not known is a dash.
pub(super) struct Cell(String);

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<usize> for Cell {
    fn from(number: usize) -> Self {
        Self(number.to_string())
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Self {
        Self(number.to_string())
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Self {
        Self(format!("{number:.3}"))
    }
}

impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or_else(|| "–".into(), Into::into)
    }
}

/// A column: its title, and what it shows of a row.
pub(super) type Column<'a, T> = (&'a str, fn(&T) -> Cell);

/// A table with a line for each row; nothing where there is no row.
pub(super) fn table<T>(rows: &[T], columns: &[Column<'_, T>]) -> String {
    let titles = columns.iter().map(|(title, _)| (*title).to_owned()).collect();
    let cells = rows.iter().map(|row| columns.iter().map(|(_, cell)| cell(row).0).collect());
    if rows.is_empty() { String::new() } else { aligned(titles, cells.collect()) }
}

/// A table of texts. Columns of numbers stand to the right.
pub(super) fn aligned(titles: Vec<String>, rows: Vec<Vec<String>>) -> String {
    let escaped = |row: Vec<String>| -> Vec<String> {
        row.into_iter().map(|cell| cell.replace('|', "\\|")).collect()
    };
    let titles = escaped(titles);
    let rows: Vec<Vec<String>> = rows.into_iter().map(escaped).collect();
    let is_number =
        |cell: &String| cell.starts_with(|c: char| c.is_ascii_digit() || "-–+".contains(c));
    let columns: Vec<(usize, bool)> = (0..titles.len())
        .map(|at| {
            let cells = || rows.iter().map(|row| &row[at]);
            let width = cells().chain([&titles[at]]).map(|cell| cell.chars().count()).max();
            (width.unwrap_or(0).max(3), at > 0 && cells().all(is_number))
        })
        .collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&columns).map(|(cell, (width, is_number))| {
            if *is_number { format!("| {cell:>width$} ") } else { format!("| {cell:<width$} ") }
        });
        cells.collect::<String>() + "|\n"
    };
    let rule = columns.iter().map(|(width, is_number)| {
        format!("|{}{}", "-".repeat(width + 1), if *is_number { ':' } else { '-' })
    });
    line(&titles) + &rule.collect::<String>() + "|\n" + &rows.iter().map(line).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn columns_are_aligned() {
        let rows = [("exact", Some(1.0)), ("block|added", None)];
        assert_eq!(
            table(&rows, &[("category", |row| row.0.into()), ("F1", |row| row.1.into())]),
            "| category     |    F1 |\n|--------------|------:|\n| exact        | 1.000 |\n| block\\|added |     – |\n"
        );
        assert_eq!(table(&[], &[("category", |row: &&str| (*row).into())]), "");
    }
}

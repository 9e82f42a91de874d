//! Rows in, a Markdown table out, its columns aligned so that it reads well without rendering too.

use serde_json::Value;

/// A column: its title, and what it shows of a row. Numbers with a fraction have three decimals; what is not known is a dash.
pub(super) type Column<'a, T> = (&'a str, fn(&T) -> Value);

/// A table with a line for each row; nothing where there is no row.
pub(super) fn table<T>(rows: &[T], columns: &[Column<'_, T>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    aligned(
        columns.iter().map(|(title, _)| (*title).to_owned()).collect(),
        rows.iter().map(|row| columns.iter().map(|(_, cell)| shown(cell(row))).collect()).collect(),
    )
}

fn shown(cell: Value) -> String {
    match (cell.as_f64(), cell) {
        (_, Value::Null) => "–".to_owned(),
        (_, Value::String(text)) => text,
        (Some(fraction), Value::Number(number)) if number.is_f64() => format!("{fraction:.3}"),
        (_, number) => number.to_string(),
    }
}

/// A table of texts. Columns of numbers stand to the right.
pub(super) fn aligned(titles: Vec<String>, rows: Vec<Vec<String>>) -> String {
    let mut lines = [vec![titles], rows].concat();
    for cell in lines.iter_mut().flatten() {
        *cell = cell.replace('|', "\\|");
    }
    let columns: Vec<(usize, bool)> = (0..lines[0].len())
        .map(|at| {
            let width = lines.iter().map(|line| line[at].chars().count()).max();
            let are_numbers = lines[1..].iter().all(|line| begins_as_number(&line[at]));
            (width.unwrap_or(0).max(3), at > 0 && are_numbers)
        })
        .collect();
    let mut table = String::new();
    for (nth, line) in lines.iter().enumerate() {
        for (cell, (width, are_numbers)) in line.iter().zip(&columns) {
            table += &if *are_numbers {
                format!("| {cell:>width$} ")
            } else {
                format!("| {cell:<width$} ")
            };
        }
        table += "|\n";
        if nth == 0 {
            for (width, are_numbers) in &columns {
                table +=
                    &format!("|{}{}", "-".repeat(width + 1), if *are_numbers { ':' } else { '-' });
            }
            table += "|\n";
        }
    }
    table
}

fn begins_as_number(cell: &str) -> bool {
    cell.starts_with(|c: char| c.is_ascii_digit() || "-–+".contains(c))
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

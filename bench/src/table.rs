//! Rows of text under a head, for the eye and for a file.

use std::fmt;

pub(crate) struct Table {
    /// What it is recorded as.
    pub(crate) name: &'static str,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new<'a>(name: &'static str, head: impl IntoIterator<Item = &'a str>) -> Self {
        Self {
            name,
            rows: vec![head.into_iter().map(String::from).collect()],
        }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    pub(crate) fn csv(&self) -> String {
        let lines = self.rows.iter().map(|row| {
            let cells: Vec<String> = row.iter().map(|cell| cell.replace(',', ";")).collect();
            cells.join(",") + "\n"
        });
        lines.collect()
    }
}

/// As Markdown, in columns.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows[0].len();
        let width = |column: usize| self.rows.iter().map(|row| row[column].len()).max();
        let widths: Vec<usize> = (0..columns)
            .map(|column| width(column).unwrap_or(0))
            .collect();
        for (number, row) in self.rows.iter().enumerate() {
            for (cell, width) in row.iter().zip(&widths) {
                write!(f, "| {cell:<width$} ")?;
            }
            writeln!(f, "|")?;
            if number == 0 {
                writeln!(f, "{}|", "|---".repeat(columns))?;
            }
        }
        Ok(())
    }
}

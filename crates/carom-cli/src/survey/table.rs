//! The table of findings on the terminal.

/// The column of the severity.
const SEVERITY: usize = 1;

/// The row of a finding.
pub(super) struct Row<'a> {
    pub(super) number: usize,
    pub(super) severity: &'a str,
    pub(super) kind: &'a str,
    pub(super) position: [f32; 3],
    pub(super) what: &'a str,
    /// The nearest object; `None` in a level without names.
    pub(super) object: Option<&'a str>,
    pub(super) scenario: &'a str,
    /// Whether it is new, with a baseline.
    pub(super) is_new: Option<bool>,
}

/// The lines of the table: number, severity, kind, position, sentence, object and scenario of each finding. With
/// `colors` the severity is colored, for a terminal.
pub(super) fn lines(rows: &[Row<'_>], colors: bool) -> Vec<String> {
    let cells: Vec<Vec<String>> = rows.iter().map(cells).collect();
    let count = cells.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..count)
        .map(|i| {
            let lengths = cells.iter().map(|cells| cells[i].chars().count());
            lengths.max().unwrap_or(0)
        })
        .collect();
    cells
        .iter()
        .zip(rows)
        .map(|(cells, row)| {
            let color = if colors { color(row.severity) } else { None };
            let mut line = String::new();
            for (i, (cell, width)) in cells.iter().zip(&widths).enumerate() {
                line += "  ";
                let pad = " ".repeat(width - cell.chars().count());
                // Numbers are right-aligned.
                if i == 0 || (3..6).contains(&i) {
                    line += &pad;
                    line += cell;
                } else {
                    match color.filter(|_| i == SEVERITY) {
                        Some(color) => line += &format!("\x1b[{color}m{cell}\x1b[0m"),
                        None => line += cell,
                    }
                    line += &pad;
                }
            }
            line.truncate(line.trim_end().len());
            line
        })
        .collect()
}

/// The color of a severity, as the code of a terminal: red and yellow.
fn color(severity: &str) -> Option<&'static str> {
    match severity {
        "error" => Some("1;31"),
        "warning" => Some("33"),
        _ => None,
    }
}

fn cells(row: &Row<'_>) -> Vec<String> {
    let [x, y, z] = row.position.map(|x| format!("{x:.2}"));
    let mut cells = vec![
        row.number.to_string(),
        row.severity.into(),
        row.kind.into(),
        x,
        y,
        z,
    ];
    if let Some(is_new) = row.is_new {
        cells.push(if is_new { "new" } else { "same" }.into());
    }
    cells.push(row.what.into());
    cells.extend(row.object.map(Into::into));
    cells.push(row.scenario.into());
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let row = |number, severity, kind, x: f32, what, is_new| Row {
            number,
            severity,
            kind,
            position: [x, 0.0, -10.5],
            what,
            object: None,
            scenario: "findings/x.json",
            is_new,
        };
        let rows = [
            row(1, "error", "leak", 1.0, "short", None),
            row(
                12,
                "warning",
                "jitter",
                -123.456,
                "rather längere words",
                None,
            ),
        ];
        let table = lines(&rows, false);
        assert_eq!(
            table,
            [
                "   1  error    leak       1.00  0.00  -10.50  short                 findings/x.json",
                "  12  warning  jitter  -123.46  0.00  -10.50  rather längere words  findings/x.json",
            ]
        );
        let table = lines(
            &[
                row(1, "note", "gap", 1.0, "w", Some(true)),
                row(2, "note", "gap", 1.0, "w", Some(false)),
            ],
            false,
        );
        assert!(
            table[0].contains("  new   w") && table[1].contains("  same  w"),
            "{table:?}"
        );
        let named = Row {
            object: Some("House/Roof"),
            ..row(1, "note", "gap", 1.0, "w", None)
        };
        assert!(lines(&[named], false)[0].ends_with("  w  House/Roof  findings/x.json"));
        let painted = lines(&rows, true);
        assert!(painted[0].starts_with("   1  \x1b[1;31merror\x1b[0m    leak"));
        assert!(painted[1].starts_with("  12  \x1b[33mwarning\x1b[0m  jitter"));
        assert!(lines(&[], true).is_empty());
    }
}

//! The findings on the terminal, in columns.

/// A finding in words.
pub(super) struct Row<'a> {
    pub(super) severity: &'a str,
    pub(super) kind: &'a str,
    pub(super) position: [f32; 3],
    pub(super) what: &'a str,
    pub(super) scenario: &'a str,
    /// Whether it is new, where that is known.
    pub(super) is_new: Option<bool>,
}

/// Lines that line up: of each finding its number, how bad it is, its kind, where, what, and what shows it.
pub(super) fn lines(rows: &[Row<'_>]) -> Vec<String> {
    let cells: Vec<Vec<String>> = (1..)
        .zip(rows)
        .map(|(number, row)| cells(number, row))
        .collect();
    let count = cells.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..count)
        .map(|i| {
            let lengths = cells.iter().map(|cells| cells[i].chars().count());
            lengths.max().unwrap_or(0)
        })
        .collect();
    cells
        .iter()
        .map(|cells| {
            let mut line = String::new();
            for (i, (cell, width)) in cells.iter().zip(&widths).enumerate() {
                line += "  ";
                let pad = " ".repeat(width - cell.chars().count());
                // Numbers to the right.
                if i == 0 || (3..6).contains(&i) {
                    line += &pad;
                    line += cell;
                } else {
                    line += cell;
                    line += &pad;
                }
            }
            line.truncate(line.trim_end().len());
            line
        })
        .collect()
}

fn cells(number: usize, row: &Row<'_>) -> Vec<String> {
    let [x, y, z] = row.position.map(|x| format!("{x:.2}"));
    let mut cells = vec![
        number.to_string(),
        row.severity.into(),
        row.kind.into(),
        x,
        y,
        z,
    ];
    if let Some(is_new) = row.is_new {
        cells.push(if is_new { "new" } else { "same" }.into());
    }
    cells.extend([row.what.into(), row.scenario.into()]);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let row = |severity, kind, x: f32, what, is_new| Row {
            severity,
            kind,
            position: [x, 0.0, -10.5],
            what,
            scenario: "findings/x.json",
            is_new,
        };
        let rows = [
            row("error", "leak", 1.0, "short", None),
            row("warning", "flicker", -123.456, "rather längere words", None),
        ];
        let told = lines(&rows);
        assert_eq!(
            told,
            [
                "  1  error    leak        1.00  0.00  -10.50  short                 findings/x.json",
                "  2  warning  flicker  -123.46  0.00  -10.50  rather längere words  findings/x.json",
            ]
        );
        let told = lines(&[
            row("note", "gap", 1.0, "w", Some(true)),
            row("note", "gap", 1.0, "w", Some(false)),
        ]);
        assert!(
            told[0].contains("  new   w") && told[1].contains("  same  w"),
            "{told:?}"
        );
        assert!(lines(&[]).is_empty());
    }
}

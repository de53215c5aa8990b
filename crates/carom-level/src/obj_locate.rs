//! Locates the faulty line of an OBJ.
//!
//! `tobj` reports the kind of the line that it failed on, but not its number.
//! This second pass runs only after a failure.

use crate::LevelError;
use crate::error::shortened;
use crate::obj_lines::{Line, lines};

/// The first faulty vertex or face of `text`, which has `total` vertices.
pub(crate) fn first_fault(text: &str, total: usize) -> Option<LevelError> {
    let mut before = 0;
    lines(text).find_map(|line| {
        let reason = match line.keyword() {
            "v" => {
                before += 1;
                vertex_fault(&line)
            }
            "f" => line
                .words()
                .find_map(|corner| corner_fault(corner, before, total)),
            _ => None,
        }?;
        Some(LevelError::at_line(line.number, &line.text, reason))
    })
}

fn vertex_fault(line: &Line<'_>) -> Option<String> {
    let count = line.words().count();
    if !matches!(count, 3 | 4 | 6) {
        return Some(format!(
            "a vertex has 3 coordinates (then a weight or a color), this has {count} numbers"
        ));
    }
    // The color is not read.
    let numbers = line.words().take(if count == 6 { 3 } else { count });
    let mut values = Vec::new();
    for word in numbers {
        let Ok(value) = word.parse::<f64>() else {
            return Some(format!("\"{}\" is not a number", shortened(word)));
        };
        if !value.is_finite() {
            return Some(format!("\"{}\" is not a finite number", shortened(word)));
        }
        values.push(value);
    }
    let weight = values.get(3).copied().unwrap_or(1.0);
    if weight == 0.0 {
        return Some("a weight of zero puts the vertex at infinity".into());
    }
    let beyond = values
        .iter()
        .take(3)
        .any(|value| !(value / weight).is_finite());
    beyond.then(|| "the weight takes the vertex beyond all numbers".into())
}

/// The fault of a corner, after the first `before` of `total` vertices.
fn corner_fault(corner: &str, before: usize, total: usize) -> Option<String> {
    let word = corner.split('/').next().unwrap_or("");
    let Ok(number) = word.parse::<isize>() else {
        return Some(format!("\"{}\" is not a vertex number", shortened(corner)));
    };
    if number == 0 {
        return Some("vertices are counted from 1, there is no vertex 0".into());
    }
    if number < 0 && number.unsigned_abs() > before {
        return Some(format!(
            "vertex {number} does not exist (only {before} come before this line)"
        ));
    }
    if number > 0 && number.unsigned_abs() > total {
        return Some(format!(
            "vertex {number} does not exist (the file has {total})"
        ));
    }
    None
}

//! The causes of unreached regions, in words and as a table on the terminal.

use super::outcome::Outcome;
use crate::output::say;
use carom_format::GRAVITY;
use carom_survey::{Cause, CauseKind};
use std::collections::BTreeMap;

/// A cause in a sentence, with the option that gives the character what it lacks.
pub(super) fn words(cause: &Cause) -> String {
    let Cause {
        size, limit, steps, ..
    } = cause;
    let off = (size - limit).abs();
    match cause.kind {
        CauseKind::Step => {
            let jump = jump(f64::from(*size));
            // Rounded up: it has to be enough. Less than a millimeter is the rounding of the level.
            let enough = (100.0 * (size - 1e-3)).ceil() / 100.0;
            let step = if *steps > 1 {
                format!("stairs with {steps} steps of {size:.2} m")
            } else {
                format!("a step of {size:.2} m")
            };
            format!("{step}, {off:.2} m too high: --step-height {enough:.2} or --jump {jump:.1}")
        }
        CauseKind::Opening => {
            format!("an opening {size:.2} m wide for a character of {limit:.2} m")
        }
        CauseKind::Ceiling => {
            format!("a ceiling {size:.2} m above the floor for a character of {limit:.2} m")
        }
        CauseKind::Slope => {
            format!("a slope of {size:.0}\u{b0}, steeper than {limit:.0}\u{b0}")
        }
    }
}

/// The speed of a jump on to a step of this height, m/s, rounded up to a tenth.
fn jump(height: f64) -> f64 {
    (10.0 * (2.0 * GRAVITY * height).sqrt()).ceil() / 10.0
}

/// Prints the causes that would open most, with causes of one kind and size together; those that are near first.
pub(super) fn print(outcome: &Outcome<'_>) {
    /// Most rows.
    const MOST: usize = 8;
    // Regions behind one obstacle have the same cause.
    let causes = (outcome.unreached.iter()).filter_map(|region| region.cause.as_ref());
    let single: BTreeMap<[u32; 3], &Cause> = causes
        .map(|cause| (cause.at.to_array().map(f32::to_bits), cause))
        .collect();
    let mut alike: BTreeMap<(CauseKind, i64, u32), Vec<&Cause>> = BTreeMap::new();
    for cause in single.into_values() {
        // Whole centimeters or degrees.
        let unit = if cause.kind == CauseKind::Slope {
            1.0
        } else {
            100.0
        };
        let size = (cause.size * unit).round() as i64;
        let key = (cause.kind, size, cause.steps.min(2));
        alike.entry(key).or_default().push(cause);
    }
    let area = |causes: &[&Cause]| causes.iter().map(|cause| cause.opens).sum::<f64>();
    let is_near = |causes: &[&Cause]| causes.iter().any(|cause| cause.is_near());
    let mut rows: Vec<_> = alike.into_values().collect();
    rows.sort_by(|a, b| {
        let near_first = is_near(b).cmp(&is_near(a));
        near_first.then(area(b).total_cmp(&area(a)))
    });
    for causes in rows.iter().take(MOST) {
        let most = causes.iter().max_by(|a, b| a.opens.total_cmp(&b.opens));
        let Some(cause) = most else {
            continue;
        };
        let at = cause.at;
        let count = match causes.len() {
            1 => String::new(),
            count => format!(", and {} more like it", count - 1),
        };
        let object = outcome.obstacle(cause);
        let object = object.map_or_else(String::new, |name| format!(" ({name})"));
        say(format_args!(
            "  {:>8.0} m² behind {} at {:.2},{:.2},{:.2}{object}{count}",
            area(causes),
            words(cause),
            at.x,
            at.y,
            at.z
        ));
    }
    if rows.len() > MOST {
        say(format_args!(
            "  and {} other causes: report.json",
            rows.len() - MOST
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn causes_name_what_would_open() {
        let cause = |kind, size, limit, steps| Cause {
            kind,
            at: Vec3::ZERO,
            size,
            limit,
            steps,
            opens: 1.0,
        };
        assert_eq!(
            words(&cause(CauseKind::Step, 1.5, 0.4, 1)),
            "a step of 1.50 m, 1.10 m too high: --step-height 1.50 or --jump 5.5"
        );
        assert_eq!(
            words(&cause(CauseKind::Step, 0.594, 0.4, 1)),
            "a step of 0.59 m, 0.19 m too high: --step-height 0.60 or --jump 3.5"
        );
        assert_eq!(
            words(&cause(CauseKind::Step, 0.595, 0.4, 5)),
            "stairs with 5 steps of 0.60 m, 0.20 m too high: --step-height 0.60 or --jump 3.5"
        );
        assert_eq!(
            words(&cause(CauseKind::Opening, 0.55, 0.62, 1)),
            "an opening 0.55 m wide for a character of 0.62 m"
        );
        assert_eq!(
            words(&cause(CauseKind::Slope, 52.0, 45.0, 1)),
            "a slope of 52°, steeper than 45°"
        );
    }
}

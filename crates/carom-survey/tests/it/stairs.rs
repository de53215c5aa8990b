//! Stairs within the step height have no findings: beside walls, open to a side, in every direction.

use crate::levels::Builder;
use carom_survey::{Options, Survey};
use glam::{Quat, Vec3, vec3};
use rayon::prelude::*;

const WIDE: f32 = 2.0;
const STEPS: u32 = 6;

/// A flight of stairs that rises along x to a platform, with room beside it on the sides without a wall.
fn stairs(rise: f32, tread: f32, walls: [bool; 2]) -> Builder {
    let mut builder = Builder::default();
    let long = 3.0 + STEPS as f32 * tread + 2.5;
    let beside = walls.map(|wall| if wall { 0.0 } else { 2.0 });
    let least = vec3(0.0, 0.0, -beside[0]);
    let size = [long, WIDE + beside[0] + beside[1]];
    builder.quad(least, Vec3::Z * size[1], Vec3::X * size[0]);
    builder.walls(least, size, STEPS as f32 * rise + 3.0);
    for step in 0..STEPS {
        let from = 3.0 + step as f32 * tread;
        let to = if step + 1 < STEPS { from + tread } else { long };
        let top = vec3(to, (step + 1) as f32 * rise, WIDE);
        builder.block(vec3(from, 0.0, 0.0), top);
    }
    builder
}

#[test]
fn stairs_have_no_findings() {
    let mut cases = Vec::new();
    for rise in [0.1, 0.17, 0.25, 0.3, 0.35] {
        for tread in [0.2, 0.25, 0.3, 0.4, 0.6] {
            for walls in [[true, true], [true, false], [false, true], [false, false]] {
                // Steeper stairs than a slope of 45° may be climbed or not.
                if rise <= tread {
                    cases.push((rise, tread, walls));
                }
            }
        }
    }
    let wrong: Vec<String> = cases
        .par_iter()
        .enumerate()
        .filter_map(|(i, &(rise, tread, walls))| {
            // Along the grid, and across it.
            let turn = Quat::from_rotation_y(if i % 2 == 0 { 0.0 } else { 0.4 * i as f32 });
            let at = vec3(0.13, 0.0, 0.07) * i as f32;
            let level = stairs(rise, tread, walls).placed(turn, at);
            let survey = Survey::new(&level, Options::default()).unwrap();
            let spawn = at + turn * vec3(1.2, 0.0, 1.0);
            let flood = survey.flood(spawn, |_| true).unwrap();
            let top = STEPS as f32 * rise;
            let climbed = (flood.places.iter()).any(|place| place.body.feet.y > top);
            let findings = survey.findings(&flood);
            let shown: Vec<String> = findings
                .iter()
                .map(|finding| {
                    let own = turn.inverse() * (finding.position - at);
                    format!("{:?} at {own:.2}: {}", finding.kind, finding.what)
                })
                .collect();
            let case = format!("{rise} m × {tread} m, walls {walls:?}: climbed {climbed}");
            (!shown.is_empty() || !climbed).then(|| format!("{case}, {shown:#?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A step beside stairs that is too high from end to end is still a note.
#[test]
fn a_high_edge_beside_stairs_is_still_found() {
    let mut builder = stairs(0.225, 0.3, [true, false]);
    // A plinth of 0.45 m along the far wall.
    builder.block(vec3(0.0, 0.0, 3.4), vec3(7.3, 0.45, 4.0));
    let level = builder.mesh();
    let survey = Survey::new(&level, Options::default()).unwrap();
    let flood = survey.flood(vec3(1.2, 0.0, 1.0), |_| true).unwrap();
    let findings = survey.findings(&flood);
    assert!(!findings.is_empty());
    for finding in &findings {
        assert!(
            finding.what.starts_with("a step of 0.45 m") && finding.position.z > 3.0,
            "{findings:#?}"
        );
    }
}

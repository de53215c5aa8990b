//! The ground by floors, and the regions that the search never reached: as tables, and for the view.

use super::escaped;
use super::ground::{self, Ground, GroundCell};
use super::packed::Packed;
use crate::survey::causes;
use crate::survey::show::Show;
use anyhow::Result;
use carom_survey::Unreached;
use glam::Vec3;
use serde::Serialize;
use std::fmt::Write;

/// Most regions in the table.
const LISTED: usize = 30;

/// The regions in the table, the largest first.
pub(in crate::survey) fn listed<'a>(show: &Show<'a>) -> impl Iterator<Item = &'a Unreached> {
    show.outcome.unreached.iter().take(LISTED)
}

/// The label of a region's mark.
pub(super) fn mark(number: usize) -> String {
    format!("U{number}")
}

/// The cells of a region, in the packed lists `region_cells` and `region_heights`.
#[derive(Serialize)]
pub(super) struct RegionGround {
    origin: [f32; 2],
    cell: f32,
    low: f32,
    step: f32,
    /// The number of its cells, which follow those of the region before.
    count: usize,
}

/// The ground of the regions in the table.
pub(super) fn grounds(show: &Show<'_>, packed: &mut Packed) -> Vec<RegionGround> {
    let cell = show.outcome.options.cell;
    let (mut cells, mut heights) = (Vec::new(), Vec::new());
    let grounds = listed(show).map(|region| {
        let feet = region.cells.iter();
        let corners = feet.map(|feet| GroundCell {
            corner: feet - Vec3::new(0.5 * cell, 0.0, 0.5 * cell),
            seconds: 0.0,
        });
        let ground = Ground::new(
            corners.collect(),
            cell,
            show.outcome.step(),
            ground::MOST / LISTED,
        );
        cells.extend_from_slice(&ground.cells);
        heights.extend_from_slice(&ground.heights);
        RegionGround {
            origin: ground.origin,
            cell: ground.cell,
            low: ground.low,
            step: ground.step,
            count: ground.shades.len(),
        }
    });
    let grounds = grounds.collect();
    packed.add("region_cells", &cells);
    packed.add("region_heights", &heights);
    grounds
}

/// The floors.
pub(super) fn floors(show: &Show<'_>) -> Result<String> {
    let mut table =
        String::from("<table><tr><th>floor</th><th>around, m</th><th>reached, m²</th></tr>");
    for (number, floor) in (1..).zip(&show.outcome.reach.floors) {
        write!(
            table,
            "<tr><td>{number}</td><td>{:.1}</td><td>{:.1}</td></tr>",
            floor.height, floor.area
        )?;
    }
    table += "</table>";
    Ok(table)
}

/// The largest regions that the search never reached.
pub(super) fn unreached(show: &Show<'_>) -> Result<String> {
    let regions = show.outcome.unreached;
    if regions.is_empty() {
        return Ok(String::new());
    }
    let mut table = String::from(
        "<h2>Never reached</h2><p>Walkable ground that the search never reached: roofs, the tops of walls, sealed rooms. The largest regions first; click one to see it. <i>Behind</i> names the obstacle that keeps the character out, and the area that is reached without it. From a ledge the character could drop to reached ground.</p>\
<div class=\"scrolls\"><table class=\"regions\"><tr><th>at</th><th>m²</th><th>objects</th><th>behind</th><th>triangles</th><th>ledge</th></tr>",
    );
    for (number, region) in (1..).zip(listed(show)) {
        let mark = mark(number);
        let [x, y, z] = region.position.to_array();
        let cause = region.cause.map_or_else(String::new, |cause| {
            let object = show.outcome.obstacle(&cause);
            let object = object.map_or_else(String::new, |name| format!(", {name}"));
            let what = escaped(&(causes::words(&cause) + &object));
            format!("{what} ({:.0} m²)", cause.opens)
        });
        write!(
            table,
            "<tr><td><button type=\"button\" class=\"finding\" data-number=\"{mark}\" aria-pressed=\"false\"><span class=\"mark region\">{mark}</span> {x:.2}, {y:.2}, {z:.2}</button></td><td>{:.1}</td><td>{}</td><td>{cause}</td><td>{}</td><td>{}</td></tr>",
            region.area,
            escaped(
                show.outcome
                    .objects(&region.triangles)
                    .first()
                    .map_or("", String::as_str)
            ),
            region.triangles.len(),
            region.descent.map_or("", |_| "yes")
        )?;
    }
    table += "</table></div>";
    if regions.len() > LISTED {
        write!(
            table,
            "<p>And {} more: report.json.</p>",
            regions.len() - LISTED
        )?;
    }
    Ok(table)
}

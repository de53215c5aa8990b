//! The pictures of a report: a map of each storey, and an overview.

use super::page::regions;
use super::show::Show;
use super::storeys;
use crate::output;
use anyhow::{Context, Result};
use carom_picture::{self as picture, Mark, Reached, Storey, Surveyed};
use glam::Vec3;
use rayon::prelude::*;
use std::fs;
use std::path::Path;

/// Most maps; of more storeys the largest are drawn.
const MOST: usize = 24;

/// The height of the overview as a fraction of its width.
const ASPECT: f64 = 0.66;

/// Draws all pictures into the folder of the report; returns their number.
pub(super) fn write(show: &Show<'_>, folder: &Path) -> Result<usize> {
    let outcome = show.outcome;
    remove(folder)?;
    let triangles: Vec<[Vec3; 3]> = outcome.mesh.iter().map(|t| [t.a, t.b, t.c]).collect();
    let ground: Vec<_> = (outcome.reach.ground.iter())
        .map(|&ground| Reached {
            corner: ground.corner,
            shape: ground.shape,
            seconds: ground.seconds,
        })
        .collect();
    let unreached = outcome.unreached.iter().flat_map(|region| &region.cells);
    let unreached: Vec<_> = unreached.copied().collect();
    let regions: Vec<_> = regions::listed(show)
        .map(|region| region.position)
        .collect();
    let storeys = storeys::of(outcome.reach, outcome.step());
    let findings: Vec<_> = (1..)
        .zip(outcome.findings)
        .filter(|(number, _)| show.entry(number - 1).is_none())
        .map(|(number, finding)| Mark {
            number,
            kind: finding.kind.name(),
            color: finding.kind.presentation().color,
            position: finding.position,
            what: &finding.what,
        })
        .collect();
    let surveyed = Surveyed {
        name: &outcome.name,
        triangles: &triangles,
        colors: &outcome.level.colors,
        walkable: outcome.settings.max_slope,
        cell: outcome.reach.cell,
        step: outcome.step(),
        ground: &ground,
        unreached: &unreached,
        regions: &regions,
        storeys: &storeys,
        findings: &findings,
        spawns: outcome.spawns,
    };
    let size = outcome.size;
    let drawn = drawn(&storeys);
    let maps = drawn.par_iter().map(|&number| -> Result<()> {
        let map = picture::survey_floor(&surveyed, number, size);
        output::write(&folder.join(name(storeys[number].floors)), &map.png()?)
    });
    let height = (f64::from(size) * ASPECT) as u32;
    let overview = || -> Result<()> {
        let overview = picture::survey_overview(&surveyed, size, height);
        output::write(&folder.join("overview.png"), &overview.png()?)
    };
    let (overview, maps) = rayon::join(overview, || maps.collect::<Result<Vec<()>>>());
    overview.and(maps)?;
    Ok(drawn.len() + 1)
}

/// The storeys that are drawn, from below.
fn drawn(storeys: &[Storey]) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..storeys.len()).collect();
    let area = |number: usize| storeys[number].area;
    numbers.sort_by(|&a, &b| area(b).total_cmp(&area(a)).then(a.cmp(&b)));
    numbers.truncate(MOST);
    numbers.sort_unstable();
    numbers
}

/// The file of a map, by the first and last of its floors.
fn name([first, last]: [usize; 2]) -> String {
    if first == last {
        format!("floor-{first:02}.png")
    } else {
        format!("floors-{first:02}-{last:02}.png")
    }
}

/// Whether a file is a map of a survey.
fn is_map(name: &str) -> bool {
    let is_number = |text: &str| text.len() >= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some(name) = name.strip_suffix(".png") else {
        return false;
    };
    let floors = name
        .strip_prefix("floors-")
        .and_then(|floors| floors.split_once('-'));
    name.strip_prefix("floor-").is_some_and(is_number)
        || floors.is_some_and(|(first, last)| is_number(first) && is_number(last))
}

/// Removes the maps of an earlier survey, and nothing else.
pub(super) fn remove(folder: &Path) -> Result<()> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(());
    };
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if is_map(&name) {
            fs::remove_file(&path)
                .with_context(|| format!("{}: cannot be removed", path.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_floors_the_largest_are_drawn_from_below() {
        let storey = |number: usize| Storey {
            floors: [number + 1; 2],
            heights: [number as f32; 2],
            range: [number as f32, number as f32 + 1.0],
            area: (number % 7) as f64,
        };
        let storeys: Vec<_> = (0..40).map(storey).collect();
        let drawn = drawn(&storeys);
        assert_eq!(drawn.len(), MOST);
        assert!(drawn.is_sorted() && drawn.contains(&6) && !drawn.contains(&0));
    }

    #[test]
    fn only_maps_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let maps = [name([1, 1]), name([12, 12]), name([2, 3]), name([101, 102])];
        let others = [
            "floor-plan.png",
            "floors-1-of-2.png",
            "floors-01.png",
            "view.png",
        ];
        for name in maps.iter().map(String::as_str).chain(others) {
            fs::write(folder.path().join(name), "").unwrap();
        }
        remove(folder.path()).unwrap();
        let mut left: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        left.sort();
        assert_eq!(
            left,
            [
                "floor-plan.png",
                "floors-01.png",
                "floors-1-of-2.png",
                "view.png"
            ]
        );
    }
}

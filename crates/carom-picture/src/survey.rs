//! Pictures of a survey: a map of each storey, and an overview from the side and above.

mod floor;
mod heat;
mod legend;

use glam::{Vec2, Vec3};

use crate::legend::Legend;
use crate::map::{self, plan};
use crate::marks::{self, Dot};
use crate::paint::canvas::{Canvas, hex};
use crate::paint::ramp::{Ramp, color, ink};
use crate::paint::text;
use crate::scene::Scene;
use crate::stage::Stage;
use crate::surveyed::{Mark, Storey, Surveyed};
use crate::view::{self, scout, shade};
use floor::{Floor, Shows};
use heat::{Found, Heat};
use legend::{entries, list, list_height, title};
use plan::{MARGIN, Plan};

/// The colors of the heat map as style sheets have them (`#rrggbb`), for the shortest time first.
#[must_use]
pub fn heat(count: usize) -> Vec<String> {
    let ramp = Ramp::heat();
    let last = (count.max(2) - 1) as f32;
    (0..count).map(|i| hex(ramp.at(i as f32 / last))).collect()
}

/// Draws the map of a storey, by its index in [`Surveyed::storeys`], `width` pixels wide.
///
/// Reachable ground is never hidden: geometry above it is left out. Widths under 480 are taken as 480.
///
/// # Panics
/// If there is no such storey.
#[must_use]
pub fn survey_floor(surveyed: &Surveyed<'_>, number: usize, width: u32) -> Canvas {
    let width = width.max(480);
    let stage = stage(surveyed);
    let longest = surveyed.longest();
    let heat = Heat::new(surveyed, longest);
    let Storey { range, .. } = surveyed.storeys[number];
    let below = range[1] - stage.frame.middle(stage.frame.up);
    let positions = surveyed.findings.iter().map(|mark| mark.position);
    let marked = positions.chain(surveyed.spawns.iter().copied());
    let marked = marked.filter(|p| (range[0]..range[1]).contains(&p.y));
    let marked = marked.map(|p| stage.frame.local(p));
    let plan = Plan::below(&stage, width as f32 - 2.0 * MARGIN.x, below, marked);
    let floor = Floor {
        stage: &stage,
        heat: &heat,
        raster: plan::raster(&stage, &plan, below),
        plan,
        range,
    };
    let listed: Vec<_> = (surveyed.findings.iter())
        .filter(|mark| (range[0]..range[1]).contains(&mark.position.y))
        .collect();
    let samples = floor.samples();
    let stacked = samples
        .iter()
        .any(|sample| matches!(sample.shows, Shows::Reached(_, Some(_))));
    let entries = entries(surveyed, Some((plan.scale, range, stacked)), longest);
    let legend = Legend::of(entries, width as f32);
    let top = plan.size.y + 2.0 * MARGIN.y;
    let mut canvas = Canvas::new(
        width,
        (top + legend.height + list_height(&listed)) as u32,
        color(0xfb_faf7),
    );
    floor.draw(&mut canvas, &samples);
    map::frame(&mut canvas, &stage, &plan);
    let place = |p: Vec3| plan.place(stage.frame.local(p)).truncate() + MARGIN;
    let spawns = surveyed.spawns.iter();
    for spawn in spawns.filter(|spawn| (range[0]..range[1]).contains(&spawn.y)) {
        marks::spawn(&mut canvas, place(*spawn));
    }
    let mut dots = floor.dots(surveyed, &listed);
    for dot in &mut dots {
        dot.at = dot.at.clamp(MARGIN, MARGIN + plan.size);
    }
    marks::draw(&mut canvas, &dots, [MARGIN, MARGIN + plan.size]);
    let title = title(surveyed, number);
    text::write(&mut canvas, MARGIN.x, 7.0, &title, ink());
    legend.draw(&mut canvas, top);
    list(&mut canvas, &listed, top + legend.height);
    canvas
}

/// Draws the whole level from the side and above, shaded, in perspective, with legend and findings below.
///
/// Sizes under 480 × 320 are taken as that.
#[must_use]
pub fn survey_overview(surveyed: &Surveyed<'_>, width: u32, height: u32) -> Canvas {
    let (width, height) = (width.max(480), height.max(320));
    let stage = stage(surveyed);
    let longest = surveyed.longest();
    let heat = Heat::new(surveyed, longest);
    let legend = Legend::of(entries(surveyed, None, longest), width as f32);
    let marked: Vec<_> = surveyed.findings.iter().collect();
    let bottom = height as f32;
    let whole = bottom + legend.height + list_height(&marked);
    let mut canvas = Canvas::new(width, height, Vec3::ZERO);
    for row in 0..height as i32 {
        let tone = shade::backdrop(row as f32 / bottom);
        let corner = Vec2::new(0.0, row as f32);
        canvas.rectangle(corner, Vec2::new(width as f32, row as f32 + 1.0), tone, 1.0);
    }
    let room = [
        Vec2::splat(view::MARGIN),
        Vec2::new(width as f32, bottom) - view::MARGIN,
    ];
    let camera = scout::camera(&stage, room);
    let ground = |p: Vec3, normal: Vec3, index: usize| {
        let (color, share) = heat.color(p, normal);
        stage.tinted(index, color, share)
    };
    view::level(&mut canvas, &stage, &camera, Some(&ground));
    view::axes(&mut canvas, &stage, &camera, Vec2::new(64.0, bottom - 64.0));
    let mut canvas = canvas.taller(whole as u32, color(0xfb_faf7));
    let place = |p: Vec3| camera.place(stage.frame.local(p)).map(|p| p.truncate());
    for at in surveyed.spawns.iter().filter_map(|spawn| place(*spawn)) {
        marks::spawn(&mut canvas, at);
    }
    let dots: Vec<_> = (marked.iter())
        .filter_map(|mark| {
            let at = place(mark.position)?;
            let inside =
                at.cmpge(Vec2::ZERO).all() && at.cmple(Vec2::new(width as f32, bottom)).all();
            inside.then_some(Dot {
                at,
                label: mark.number.to_string(),
                color: color(mark.color),
            })
        })
        .collect();
    marks::draw(
        &mut canvas,
        &dots,
        [Vec2::ZERO, Vec2::new(width as f32, bottom)],
    );
    legend.draw(&mut canvas, bottom);
    list(&mut canvas, &marked, bottom + legend.height);
    canvas
}

impl Floor<'_> {
    /// The dots of findings, and of the regions that are hatched on this map.
    fn dots(&self, surveyed: &Surveyed<'_>, listed: &[&Mark<'_>]) -> Vec<Dot> {
        let place = |p: Vec3| self.plan.place(self.stage.frame.local(p)).truncate() + MARGIN;
        let findings = listed.iter().map(|mark| Dot {
            at: place(mark.position),
            label: mark.number.to_string(),
            color: color(mark.color),
        });
        // A roof over reached ground is not on the map.
        let is_hatched = |p: &Vec3| {
            let found = self.heat.above(Vec2::new(p.x, p.z), self.range);
            matches!(found, Some(Found::Unreached(height)) if (height - p.y).abs() <= surveyed.step)
        };
        let regions = (1..).zip(surveyed.regions);
        let regions = regions.filter(|(_, p)| is_hatched(p));
        let regions = regions.map(|(number, position)| Dot {
            at: place(*position),
            label: format!("U{number}"),
            color: region(),
        });
        findings.chain(regions).collect()
    }
}

/// The color of the marks of regions.
fn region() -> Vec3 {
    color(0x6a_7f90)
}

fn stage(surveyed: &Surveyed<'_>) -> Stage {
    Stage::new(&Scene {
        triangles: surveyed.triangles,
        colors: surveyed.colors,
        up: Vec3::Y,
        flat: false,
        walkable: surveyed.walkable,
        tracks: &[],
        volumes: &[],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surveyed::Reached;

    const LEAK: u32 = 0xc2_1f3a;

    fn floor_at(y: f32) -> [[Vec3; 3]; 2] {
        let corner = |x: f32, z: f32| Vec3::new(x, y, z);
        let [a, b, c, d] = [(0., 0.), (0., 8.), (8., 8.), (8., 0.)].map(|(x, z)| corner(x, z));
        [[a, b, c], [a, c, d]]
    }

    /// A room of two floors under a roof; the upper one is reached in one half.
    #[test]
    fn a_roof_hides_nothing_and_floors_are_apart() {
        let triangles = [floor_at(0.0), floor_at(4.0), floor_at(9.0)].concat();
        let mut ground = Vec::new();
        for z in 0..32 {
            for x in 0..16 {
                for y in [0.0, 4.0] {
                    let corner = Vec3::new(x as f32 * 0.25, y, z as f32 * 0.25);
                    ground.push(Reached {
                        corner,
                        shape: u64::MAX,
                        seconds: if y > 0.0 { 10.0 } else { 0.0 },
                    });
                }
            }
        }
        let unreached = [Vec3::new(6.125, 4.0, 4.125)];
        let findings = [Mark {
            number: 1,
            kind: "leak",
            color: LEAK,
            position: Vec3::new(2.0, 4.0, 2.0),
            what: "the character leaves the level from here",
        }];
        let storey = |number: usize, height: f32, range| Storey {
            floors: [number; 2],
            heights: [height; 2],
            range,
            area: 32.0,
        };
        let storeys = [
            storey(1, 0.0, [f32::NEG_INFINITY, 2.0]),
            storey(2, 4.0, [2.0, f32::INFINITY]),
        ];
        let surveyed = Surveyed {
            triangles: &triangles,
            ground: &ground,
            unreached: &unreached,
            regions: &[unreached[0], Vec3::new(1.0, 4.0, 6.0)],
            storeys: &storeys,
            findings: &findings,
            ..Surveyed::default()
        };
        let width = 428 + 2 * MARGIN.x as u32;
        let at = |canvas: &Canvas, x: f32, z: f32| {
            let p = Vec2::new(x - 4.0, z - 4.0) * 50.0 + 214.0 + MARGIN;
            canvas.pixel(p.x as i32, p.y as i32)
        };
        let heat = Ramp::heat();
        let lower = survey_floor(&surveyed, 0, width);
        let upper = survey_floor(&surveyed, 1, width);
        // Beside the lines of the frame's coordinates.
        assert!(at(&lower, 2.3, 6.3).distance(heat.at(0.0)) < 1e-3);
        assert!(at(&upper, 2.3, 6.3).distance(heat.at(1.0)) < 1e-3);
        let bare = Surveyed {
            regions: &[],
            ..surveyed
        };
        let bare = survey_floor(&bare, 1, width);
        // Unreached ground has no heat; it is hatched only where there is room to stand.
        let hatched = at(&bare, 6.125, 4.125);
        let stripes = [true, false].map(heat::hatched);
        let between =
            (0..=4).any(|k| hatched.distance(stripes[0].lerp(stripes[1], k as f32 / 4.0)) < 1e-3);
        assert!(between, "{hatched}");
        assert!(at(&lower, 6.3, 6.3).distance(heat::ground()) < 0.1);
        // The finding is on its own floor's map alone.
        let leak = color(LEAK);
        assert!(at(&upper, 2.0, 2.0).distance(leak) < 1e-3);
        assert!(at(&lower, 2.0, 2.0).distance(leak) > 0.1);
        // And so is the mark of a region, if its ground is on the map.
        assert!(at(&upper, 6.125, 4.125).distance(region()) < 1e-3);
        assert!(at(&lower, 6.125, 4.125).distance(region()) > 0.1);
        assert!(at(&upper, 1.0, 6.0).distance(region()) > 0.1);
        assert_eq!(
            survey_overview(&surveyed, 480, 320)
                .png()
                .expect("in memory"),
            survey_overview(&surveyed, 480, 320)
                .png()
                .expect("in memory")
        );
    }
}

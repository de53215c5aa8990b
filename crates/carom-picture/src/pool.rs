//! Pictures of event-driven balls: trajectories and collisions on a table, in 3D from the side and from above.

mod balls;
mod frame;
mod panel;
mod spin;
mod trajectory;
mod walls;

use glam::Vec3;

use crate::paint::canvas::Canvas;
use crate::paint::ramp::color;
use panel::LEGEND;

pub use frame::times;

/// Time that a tail shows in an animation, in seconds of the animation.
const TAIL: f64 = 0.9;

/// Balls on a table and their trajectories. In 2D all third coordinates are 0.
///
/// ```
/// use carom_picture::{Pool, pool};
/// let one = Pool {
///     title: "1 ball".into(),
///     flat: true,
///     radii: vec![0.5],
///     trajectories: vec![vec![(0.0, [1.0, 1.0, 0.0]), (4.0, [9.0, 5.0, 0.0])]],
///     collisions: vec![],
///     end: 4.0,
///     walls: vec![],
///     dashed: vec![],
///     bounds: Some([[0.0; 3], [10.0, 6.0, 0.0]]),
///     period: None,
///     pockets: vec![],
///     spins: vec![],
///     turned: false,
/// };
/// assert_eq!(pool(&one, 640).width(), 640);
/// ```
#[derive(Clone, Debug)]
pub struct Pool {
    /// Title in the legend.
    pub title: String,
    /// The table is 2D: one plot instead of two.
    pub flat: bool,
    /// Radius of each ball.
    pub radii: Vec<f64>,
    /// Of each ball, times in ascending order and the positions then; straight in between.
    pub trajectories: Vec<Vec<(f64, [f64; 3])>>,
    /// Times and points of collisions.
    pub collisions: Vec<(f64, [f64; 3])>,
    /// End of the time shown, which begins at 0.
    pub end: f64,
    /// The parts of all walls.
    pub walls: Vec<Obstacle>,
    /// Parts of regions, drawn with a dashed outline, and how dark they are inside, 0 to 1.
    pub dashed: Vec<(Obstacle, f64)>,
    /// Least and greatest corner of the box around the table, if there is one.
    pub bounds: Option<[[f64; 3]; 2]>,
    /// Lengths after which space repeats, from 0, if it does.
    pub period: Option<[f64; 3]>,
    /// Centers and radii of pockets.
    pub pockets: Vec<([f64; 3], f64)>,
    /// Spin of balls on their way.
    pub spins: Vec<SpinMark>,
    /// A 2D table is drawn with y to the right and x down, for tables that are longer than wide.
    pub turned: bool,
}

/// Spin of a ball at a place of its trajectory: an arrow in the direction in which the cloth pushes the ball, and an arc
/// around it for spin about the vertical.
///
/// ```
/// use carom_picture::SpinMark;
/// // Half a second after the strike, draw and a little left english.
/// let mark = SpinMark { time: 0.5, place: [0.6, 1.0, 0.0], push: [0.0, -0.8], side: -0.2 };
/// assert!(mark.side < 0.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SpinMark {
    /// Time, s.
    pub time: f64,
    /// Center of the ball.
    pub place: [f64; 3],
    /// Direction of the push, at most 1 long: the length of the arrow.
    pub push: [f64; 2],
    /// Spin about the vertical from −1 (clockwise from above) to 1: the length of the arc.
    pub side: f64,
}

/// A convex part of a wall.
///
/// ```
/// use carom_picture::Obstacle;
/// let pillar = Obstacle::Hull { points: vec![[0.0; 3]], radius: 0.5 };
/// assert!(matches!(pillar, Obstacle::Hull { radius: 0.5, .. }));
/// ```
#[derive(Clone, Debug)]
pub enum Obstacle {
    /// The convex hull of points, grown by a radius.
    Hull {
        /// The points.
        points: Vec<[f64; 3]>,
        /// The radius, at least 0.
        radius: f64,
    },
    /// All points p with `normal` · p ≤ `offset`.
    HalfSpace {
        /// The outward unit normal.
        normal: [f64; 3],
        /// Signed distance of the boundary from the origin.
        offset: f64,
    },
}

/// The interval of time that a picture shows.
#[derive(Clone, Copy)]
struct Moment {
    from: f64,
    to: f64,
    /// In an animation, the simulated seconds in one second of it.
    speed: Option<f64>,
}

/// Draws the whole run, from the start (outlines) to the end (filled), `width` pixels wide.
///
/// Widths under 320 are taken as 320.
#[must_use]
pub fn pool(pool: &Pool, width: u32) -> Canvas {
    let all = Moment {
        from: 0.0,
        to: pool.end,
        speed: None,
    };
    draw(pool, width.max(320), all)
}

/// Draws the balls at a time, with tails; `speed` is the number of simulated seconds in a second of the animation.
///
/// Widths under 320 are taken as 320.
#[must_use]
pub fn pool_at(pool: &Pool, width: u32, time: f64, speed: f64) -> Canvas {
    let moment = Moment {
        from: (time - TAIL * speed).max(0.0),
        to: time,
        speed: Some(speed),
    };
    draw(pool, width.max(320), moment)
}

fn draw(pool: &Pool, width: u32, moment: Moment) -> Canvas {
    let (panels, height) = panel::panels(pool, width as f32);
    let mut canvas = Canvas::new(width, height as u32, color(0xfb_faf7));
    let shades: Vec<Vec3> = (0..pool.radii.len()).map(balls::ball_color).collect();
    for panel in &panels {
        walls::table(&mut canvas, pool, panel);
        for obstacle in &pool.walls {
            walls::wall(&mut canvas, panel, obstacle, pool.flat);
        }
        walls::dashed(&mut canvas, pool, panel);
        walls::pockets(&mut canvas, pool, panel);
        balls::trajectories(&mut canvas, pool, panel, &moment, &shades);
        balls::collisions(&mut canvas, pool, panel, &moment);
        spin::marks(&mut canvas, pool, panel, &moment);
        balls::balls(&mut canvas, pool, panel, &moment, &shades);
    }
    for panel in &panels {
        frame::frame(&mut canvas, pool, panel, &panels);
    }
    frame::legend(&mut canvas, pool, &moment, height - LEGEND);
    canvas
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn one(period: Option<[f64; 3]>) -> Pool {
        Pool {
            title: "1 ball".into(),
            flat: true,
            radii: vec![0.5],
            trajectories: vec![vec![(0.0, [1.0, 1.0, 0.0]), (4.0, [9.0, 5.0, 0.0])]],
            collisions: vec![(2.0, [5.0, 3.0, 0.0])],
            end: 4.0,
            walls: vec![
                Obstacle::Hull {
                    points: vec![[0.0; 3]],
                    radius: 1e-9,
                },
                Obstacle::HalfSpace {
                    normal: [0.0, 0.0, 1.0],
                    offset: 3.0,
                },
            ],
            dashed: Vec::new(),
            bounds: None,
            period,
            pockets: vec![([4.0, 2.0, 0.0], 0.5)],
            spins: vec![SpinMark {
                time: 1.0,
                place: [3.0, 2.0, 0.0],
                push: [0.6, -0.8],
                side: 0.5,
            }],
            turned: false,
        }
    }

    #[test]
    fn every_table_gives_pictures() {
        for period in [None, Some([4.0; 3])] {
            for (flat, turned) in [(true, false), (true, true), (false, false)] {
                let table = Pool {
                    flat,
                    turned,
                    ..one(period)
                };
                assert!(pool(&table, 640).png().is_ok());
                assert!(pool_at(&table, 640, 2.0, 0.5).png().is_ok());
                let dashed = table.walls.iter().map(|wall| (wall.clone(), 0.1));
                let with_regions = Pool {
                    dashed: dashed.collect(),
                    walls: Vec::new(),
                    ..table.clone()
                };
                let without = Pool {
                    walls: Vec::new(),
                    ..table
                };
                let drawn = |pool: &Pool| super::pool(pool, 640).png().unwrap();
                assert_ne!(drawn(&with_regions), drawn(&without));
            }
        }
    }
}

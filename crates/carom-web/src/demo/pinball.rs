//! Demo *Pinball*: balls among fixed and rotating capsules.
//!
//! `carom::flipper` moves the balls; this module is the table, its keys and the score. Lengths are in meters, of a real table.
//! It is no `carom::table`: balls move the gate and the see-saw, and a table's walls that move have infinite mass.

use crate::codec::{answers, inputs};
use carom::flipper::{Flipper, FlipperBall, Flippers};
use carom::{Aabb, Ball, Capsule, sweep, table};
use carom_format::Fnv;
use glam::{DVec2, dvec2};
use std::f64::consts::PI;

/// Ticks per second; each tick reads the keys.
const HZ: f64 = 240.0;
const DT: f64 = 1.0 / HZ;
/// The largest number of ticks per call: a second.
const MOST_TICKS: f64 = 240.0;
/// A ball: diameter 27 mm, 80 g.
const RADIUS: f64 = 0.0135;
const MASS: f64 = 0.08;
const GRAVITY: f64 = 9.81;
/// The field extends from x = 0 to `FIELD`, the launch lane from there to `WIDTH`.
const FIELD: f64 = 0.475;
const WIDTH: f64 = 0.52;
/// The height at which the side walls end and the arch begins.
const SHOULDER: f64 = 0.84;
const WALL: f64 = 0.006;
/// Angular velocity of the flippers, radians/s: up and back.
const UP: f64 = 22.0;
const BACK: f64 = 12.0;
/// Angular velocity of the bar, radians/s.
const MOTOR: f64 = -2.6;
/// Angular acceleration that closes the gate, radians/s².
const SPRING: f64 = 80.0;
/// The part of its spin that the see-saw keeps per tick.
const BEARING: f64 = 0.997;
const BALLS: u32 = 3;
/// A post is drawn lit for this number of ticks after a hit.
const GLOW: u64 = 36;

inputs! {
    Start {
        /// Slope of the table, degrees.
        slope: f64,
        /// The speed that posts add to a ball, m/s.
        kick: f64,
        /// The number of balls in play at the same time, 1 to 3.
        at_once: f64,
    }
}

inputs! {
    /// The keys that are held for a number of ticks.
    Keys {
        left: bool,
        right: bool,
        launch: bool,
        ticks: f64,
    }
}

answers! {
    /// The fixed parts of the table.
    Scene {
        bounds: Aabb<DVec2>,
        walls: Vec<Capsule<DVec2>>,
        posts: Vec<Capsule<DVec2>>,
    }
}

answers! {
    Moment {
        time: f64,
        score: f64,
        /// The balls that have not been launched yet.
        balls_left: f64,
        is_over: bool,
        /// Whether a ball can be launched.
        can_launch: bool,
        /// Whether a ball can be launched and none is in the field.
        waits: bool,
        balls: Vec<Ball<DVec2>>,
        /// Speed of the fastest ball, m/s.
        speed: f64,
        bounces: f64,
        /// The rotating parts: flippers, gate, see-saw, bar.
        turning: Vec<Capsule<DVec2>>,
        /// Whether each post was hit a moment ago.
        lit: Vec<bool>,
        /// Ticks in which a ball was pinched or reached the limit of bounces.
        pinched: f64,
        hash: String,
    }
}

/// A fixed capsule that scores points and kicks the ball.
struct Post {
    /// Its index among all capsules.
    number: usize,
    points: u64,
    /// Its kick, as a factor of the setting.
    kick: f64,
    last_hit: Option<u64>,
}

pub(crate) struct Pinball {
    flippers: Flippers<DVec2>,
    /// The number of fixed ones, which come first; the others rotate.
    standing: usize,
    posts: Vec<Post>,
    balls: Vec<FlipperBall<DVec2>>,
    gravity: DVec2,
    kick: f64,
    at_once: usize,
    balls_left: u32,
    score: u64,
    ticks: u64,
    bounces: u64,
    pinched: u64,
    launched: u64,
}

/// The rotating parts, by their index after the fixed ones.
const LEFT: usize = 0;
const RIGHT: usize = 1;
const GATE: usize = 2;
const SEE_SAW: usize = 3;
const BAR: usize = 4;

fn capsule(a: (f64, f64), b: (f64, f64), radius: f64) -> Capsule<DVec2> {
    Capsule::new(a.into(), b.into(), radius)
}

/// The mirror image, on the right side.
fn mirrored(capsule: Capsule<DVec2>) -> Capsule<DVec2> {
    let over = |p: DVec2| dvec2(FIELD - p.x, p.y);
    Capsule::new(over(capsule.a), over(capsule.b), capsule.radius)
}

fn polar(center: DVec2, radius: f64, angle: f64) -> DVec2 {
    center + radius * dvec2(libm::cos(angle), libm::sin(angle))
}

fn walls() -> Vec<Capsule<DVec2>> {
    let mut walls = vec![
        capsule((0.0, 0.0), (0.0, SHOULDER), WALL),
        capsule((FIELD, 0.0), (FIELD, 0.79), WALL),
        capsule((WIDTH, 0.0), (WIDTH, SHOULDER), WALL),
        // The lane's floor.
        capsule((FIELD, 0.03), (WIDTH, 0.03), WALL),
    ];
    // The arch, in chords.
    let center = dvec2(WIDTH / 2.0, SHOULDER);
    let chords = 28;
    let corner = |i: i32| polar(center, WIDTH / 2.0, PI * f64::from(i) / f64::from(chords));
    walls.extend((0..chords).map(|i| Capsule::new(corner(i), corner(i + 1), WALL)));
    // A guide to each flipper; outside of it is an outlane.
    let guides = [
        capsule((0.045, 0.315), (0.045, 0.225), WALL),
        capsule((0.045, 0.225), (0.139, 0.154), WALL),
    ];
    walls.extend(guides.iter().flat_map(|guide| [*guide, mirrored(*guide)]));
    // Wedges lead balls from the sides to the middle.
    let wedge = capsule((0.0, 0.70), (0.05, 0.62), WALL);
    walls.extend([wedge, mirrored(wedge)]);
    // Deflects a launched ball towards the posts.
    walls.push(capsule((0.111, 1.051), (0.128, 0.985), WALL));
    walls
}

/// The posts: shape, points, factor of the kick.
fn posts() -> Vec<(Capsule<DVec2>, u64, f64)> {
    let round = |x, y| (capsule((x, y), (x, y), 0.027), 100, 1.0);
    let sling = capsule((0.092, 0.335), (0.14, 0.245), 0.008);
    vec![
        round(0.155, 0.84),
        round(0.30, 0.87),
        round(0.232, 0.745),
        (sling, 10, 0.7),
        (mirrored(sling), 10, 0.7),
    ]
}

fn turning() -> Vec<Flipper<DVec2>> {
    let bat = capsule((0.15, 0.145), (0.219, 0.145), 0.009);
    let rubber = 0.25;
    let side = |rest: Capsule<DVec2>, range, angle| Flipper {
        angle,
        restitution: rubber,
        ..Flipper::new(rest, rest.a, DVec2::ZERO, range)
    };
    let gate = capsule((FIELD, 0.80), (WIDTH - 0.008, 0.822), 0.003);
    let see_saw = capsule((0.07, 0.56), (0.17, 0.56), 0.006);
    let bar = capsule((0.275, 0.57), (0.375, 0.57), 0.006);
    let middle = |capsule: &Capsule<DVec2>| (capsule.a + capsule.b) / 2.0;
    vec![
        side(bat, [-0.5, 0.55], -0.5),
        side(mirrored(bat), [-0.55, 0.5], 0.5),
        Flipper {
            inertia: 4e-6,
            restitution: 0.2,
            ..Flipper::new(gate, gate.a, DVec2::ZERO, [0.0, 1.3])
        },
        Flipper {
            angle: -0.4,
            inertia: 3e-5,
            restitution: 0.4,
            ..Flipper::new(see_saw, middle(&see_saw), DVec2::ZERO, [-0.4, 0.4])
        },
        Flipper {
            spin: MOTOR,
            restitution: 0.6,
            ..Flipper::new(
                bar,
                middle(&bar),
                DVec2::ZERO,
                [f64::NEG_INFINITY, f64::INFINITY],
            )
        },
    ]
}

pub(crate) fn open(start: Start) -> Result<Pinball, String> {
    let Start {
        slope,
        kick,
        at_once,
    } = start;
    if !(1.0..=30.0).contains(&slope) {
        return Err("the slope must be 1 to 30 degrees".into());
    }
    if !(0.0..=5.0).contains(&kick) {
        return Err("the kick must be 0 to 5 m/s".into());
    }
    if ![1.0, 2.0, 3.0].contains(&at_once) {
        return Err("the number of balls at once must be 1, 2 or 3".into());
    }
    let standing = |capsule, restitution| Flipper {
        restitution,
        ..Flipper::fixed(capsule)
    };
    let mut all: Vec<_> = walls()
        .into_iter()
        .map(|wall| standing(wall, 0.4))
        .collect();
    let mut counting = Vec::new();
    for (shape, points, kick) in posts() {
        counting.push(Post {
            number: all.len(),
            points,
            kick,
            last_hit: None,
        });
        all.push(standing(shape, 0.8));
    }
    let count = all.len();
    all.extend(turning());
    let gravity = dvec2(0.0, -GRAVITY * libm::sin(slope * PI / 180.0));
    Ok(Pinball {
        flippers: flippers(all, gravity)?,
        standing: count,
        posts: counting,
        balls: Vec::new(),
        gravity,
        kick,
        at_once: at_once as usize,
        balls_left: BALLS,
        score: 0,
        ticks: 0,
        bounces: 0,
        pinched: 0,
        launched: 0,
    })
}

fn flippers(all: Vec<Flipper<DVec2>>, gravity: DVec2) -> Result<Flippers<DVec2>, String> {
    Flippers::new(all, gravity)
        .and_then(|flippers| flippers.with_rest_speed(0.02))
        .map_err(|error| error.to_string())
}

impl Pinball {
    /// A ball that rests in the lane.
    fn waiting(&self) -> Option<usize> {
        let waits = |ball: &FlipperBall<DVec2>| {
            let Ball { center, .. } = ball.ball;
            center.x > FIELD && center.y < 0.1 && ball.velocity.length() < 0.15
        };
        self.balls.iter().position(waits)
    }

    fn is_lane_free(&self) -> bool {
        let in_lane =
            |ball: &FlipperBall<DVec2>| ball.ball.center.x > FIELD && ball.ball.center.y < SHOULDER;
        !self.balls.iter().any(in_lane)
    }

    fn can_bring(&self) -> bool {
        self.balls_left > 0 && self.balls.len() < self.at_once && self.is_lane_free()
    }

    fn launch(&mut self) {
        if self.can_bring() {
            let place = dvec2((FIELD + WIDTH) / 2.0, 0.03 + WALL + RADIUS);
            self.balls.push(FlipperBall {
                ball: Ball::new(place, RADIUS),
                velocity: DVec2::ZERO,
                mass: MASS,
            });
            self.balls_left -= 1;
        }
        if let Some(ball) = self.waiting() {
            self.launched += 1;
            // Every launch has a slightly different speed.
            let more = (self.launched * 37 % 11) as f64 * 0.02;
            self.balls[ball].velocity = dvec2(0.0, self.speed_of_launch() + more);
        }
    }

    /// The speed that takes a ball to the top of the arch (h = v²/2g), and 30 % more.
    fn speed_of_launch(&self) -> f64 {
        let height = SHOULDER + WIDTH / 2.0;
        1.3 * (2.0 * self.gravity.length() * height).sqrt()
    }

    /// Sets the spin of the rotating parts: by keys, motor, springs.
    fn set_spins(&mut self, keys: &Keys) {
        let spin = |number: usize| self.flippers.as_slice()[self.standing + number].spin;
        let spins = [
            (LEFT, if keys.left { UP } else { -BACK }),
            (RIGHT, if keys.right { -UP } else { BACK }),
            (GATE, spin(GATE) - SPRING * DT),
            (SEE_SAW, spin(SEE_SAW) * BEARING),
            (BAR, MOTOR),
        ];
        for (number, spin) in spins {
            // The index exists and the spin is finite, so this cannot fail.
            let _ = self.flippers.set_spin(self.standing + number, spin);
        }
    }

    /// Two balls that would collide within this tick bounce at its start.
    fn clash(&mut self) {
        for j in 1..self.balls.len() {
            for i in 0..j {
                let (a, b) = (self.balls[i], self.balls[j]);
                let impact = table::impact(&a.ball, a.velocity * DT, &b.ball, b.velocity * DT);
                if let Some(impact) = impact {
                    let velocities = [a.velocity, b.velocity];
                    let after = table::bounce(velocities, [MASS; 2], impact.normal, 0.9);
                    [self.balls[i].velocity, self.balls[j].velocity] = after;
                }
            }
        }
    }

    /// Scores the posts that this ball hit on a straight line from its position before the tick.
    fn score_hits(&mut self, ball: usize, before: &FlipperBall<DVec2>) {
        for post in &mut self.posts {
            let shape = self.flippers.as_slice()[post.number].rest;
            let delta = before.velocity * DT;
            if let Some(hit) = sweep(&before.ball, delta, &shape).hit {
                self.score += post.points;
                post.last_hit = Some(self.ticks);
                self.balls[ball].velocity += hit.normal * (self.kick * post.kick);
            }
        }
    }

    fn tick(&mut self, keys: &Keys) {
        self.set_spins(keys);
        self.clash();
        let before = self.flippers.clone();
        // The motion of the flippers without a collision: simulated with a ball far away.
        let mut free = before.clone();
        let mut far_away = FlipperBall {
            ball: Ball::new(dvec2(9.0, 9.0), 0.0),
            velocity: DVec2::ZERO,
            mass: MASS,
        };
        free.advance(&mut far_away, DT);
        let mut after = Vec::new();
        for i in 0..self.balls.len() {
            let ball = self.balls[i];
            let mut flippers = before.clone();
            let tick = flippers.advance(&mut self.balls[i], DT);
            self.bounces += u64::from(tick.bounces);
            self.pinched += u64::from(tick.pinched || tick.limit);
            if tick.bounces > 0 {
                self.score_hits(i, &ball);
            }
            after.push(flippers);
        }
        self.flippers = combined(free, &after, self.gravity);
        self.balls.retain(|ball| {
            let Ball { center, .. } = ball.ball;
            center.y > -3.0 * RADIUS && center.abs().max_element() < 2.0
        });
        self.ticks += 1;
    }
}

/// The flippers after all balls: their free motion plus the changes by each ball.
fn combined(free: Flippers<DVec2>, after: &[Flippers<DVec2>], gravity: DVec2) -> Flippers<DVec2> {
    if let [] | [_] = after {
        return after.first().cloned().unwrap_or(free);
    }
    let mut all = free.as_slice().to_vec();
    for (i, flipper) in all.iter_mut().enumerate() {
        let Flipper { angle, spin, .. } = free.as_slice()[i];
        let changed = after.iter().map(|one| &one.as_slice()[i]);
        let (turned, faster) = changed.fold((0.0, 0.0), |(turned, faster), one| {
            (turned + (one.angle - angle), faster + (one.spin - spin))
        });
        let [least, most] = flipper.range;
        flipper.angle = (angle + turned).max(least).min(most);
        flipper.spin += faster;
    }
    flippers(all, gravity).unwrap_or(free)
}

pub(crate) fn scene(pinball: &mut Pinball, (): &()) -> Scene {
    let top = SHOULDER + WIDTH / 2.0;
    Scene {
        bounds: Aabb {
            min: dvec2(-WALL, 0.0),
            max: dvec2(WIDTH + WALL, top + WALL),
        },
        walls: walls(),
        posts: (pinball.posts.iter())
            .map(|post| pinball.flippers.as_slice()[post.number].rest)
            .collect(),
    }
}

/// Advances by a number of ticks with these keys held; a launch happens at the first.
pub(crate) fn tick(pinball: &mut Pinball, keys: &Keys) -> Moment {
    if keys.launch {
        pinball.launch();
    }
    for _ in 0..keys.ticks.clamp(0.0, MOST_TICKS) as u32 {
        pinball.tick(keys);
    }
    let speeds = pinball.balls.iter().map(|ball| ball.velocity.length());
    let can_launch = pinball.can_bring() || pinball.waiting().is_some();
    let mut balls = pinball.balls.iter();
    Moment {
        time: pinball.ticks as f64 * DT,
        score: pinball.score as f64,
        balls_left: f64::from(pinball.balls_left),
        is_over: pinball.balls_left == 0 && pinball.balls.is_empty(),
        can_launch,
        waits: can_launch && balls.all(|ball| ball.ball.center.x > FIELD),
        speed: speeds.fold(0.0, f64::max),
        balls: pinball.balls.iter().map(|ball| ball.ball).collect(),
        bounces: pinball.bounces as f64,
        turning: pinball.flippers.as_slice()[pinball.standing..]
            .iter()
            .map(Flipper::capsule)
            .collect(),
        lit: (pinball.posts.iter())
            .map(|post| {
                post.last_hit
                    .is_some_and(|tick| pinball.ticks - tick < GLOW)
            })
            .collect(),
        pinched: pinball.pinched as f64,
        hash: hash(pinball),
    }
}

/// Hash of balls, flippers and score.
fn hash(pinball: &Pinball) -> String {
    let mut hash = Fnv::new();
    let mut add = |x: f64| hash.add(x.to_bits());
    add(pinball.ticks as f64);
    add(pinball.score as f64);
    for ball in &pinball.balls {
        for v in [ball.ball.center, ball.velocity] {
            add(v.x);
            add(v.y);
        }
    }
    for flipper in &pinball.flippers.as_slice()[pinball.standing..] {
        add(flipper.angle);
        add(flipper.spin);
    }
    hash.digits()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(at_once: f64) -> Start {
        Start {
            slope: 6.5,
            kick: 0.6,
            at_once,
        }
    }

    /// Plays a number of ticks with flippers that beat periodically; launches whenever possible.
    fn play(pinball: &mut Pinball, ticks: u32) -> Moment {
        let mut moment = None;
        for i in 0..ticks {
            moment = Some(tick(
                pinball,
                &Keys {
                    left: i / 29 % 3 == 0,
                    right: i / 31 % 3 == 0,
                    launch: i % 60 == 0,
                    ticks: 1.0,
                },
            ));
        }
        moment.unwrap()
    }

    #[test]
    fn a_launched_ball_gets_through_the_gate_and_not_back() {
        let mut pinball = open(start(1.0)).unwrap();
        let keys = |launch, ticks| Keys {
            left: false,
            right: false,
            launch,
            ticks,
        };
        tick(&mut pinball, &keys(true, 1.0));
        let mut has_left = false;
        for _ in 0..1200 {
            let moment = tick(&mut pinball, &keys(false, 1.0));
            let Some(ball) = moment.balls.first() else {
                break;
            };
            let in_lane = ball.center.x > FIELD && ball.center.y < 0.78;
            has_left |= ball.center.x < FIELD - 0.05;
            assert!(!(has_left && in_lane), "{:?}", ball.center);
        }
        assert!(has_left);
    }

    #[test]
    fn games_end_and_are_reproducible() {
        for at_once in [1.0, 2.0, 3.0] {
            let mut pinball = open(start(at_once)).unwrap();
            let early = play(&mut pinball, 2400).hash;
            let mut end = play(&mut pinball, 240);
            for _ in 0..600 {
                if end.is_over {
                    break;
                }
                end = play(&mut pinball, 240);
                for ball in &end.balls {
                    let Ball { center, .. } = ball;
                    let inside = center.x > 0.0 && center.x < WIDTH && center.y < SHOULDER + WIDTH;
                    assert!(inside, "{center}");
                }
            }
            println!(
                "{at_once}: {} s, {} points, {} pinched",
                end.time, end.score, end.pinched
            );
            assert!(end.is_over, "{at_once}");
            assert!(end.score > 0.0 && end.bounces > 50.0);
            assert_eq!(play(&mut open(start(at_once)).unwrap(), 2400).hash, early);
        }
    }

    #[test]
    fn invalid_settings_are_an_error() {
        for (slope, kick, at_once) in [(0.0, 0.6, 1.0), (6.5, -1.0, 1.0), (6.5, 0.6, 4.0)] {
            assert!(
                open(Start {
                    slope,
                    kick,
                    at_once
                })
                .is_err()
            );
        }
    }
}

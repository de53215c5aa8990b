//! An integrator with tiny steps of time that shares no code with the library: forces on each ball, impulses or Mathavan's
//! impacts where balls or cushions are found to overlap.

use super::{POOL, R, impact_in_time};
use carom::billiards::{
    BallFriction, BallModel, BallState, CushionModel, Models, PoolBall, PoolSetup, PoolTable, Shot,
    ShotEventKind, SlateBounce, SlateModel, TableSpec, simulate,
};
use carom::glam::{DVec2, DVec3, dvec2, dvec3};
use fastrand::Rng;

const STEP: f64 = 4e-6;
const DOWN: DVec3 = DVec3::new(0.0, 0.0, -R);

#[derive(Clone, Copy, Debug)]
struct Body {
    x: DVec3,
    v: DVec3,
    w: DVec3,
    /// Slip has ended since the last impulse.
    rolls: bool,
    /// The slate lets balls bounce.
    bounce: Option<SlateBounce>,
    airborne: bool,
}

impl Body {
    fn state(&self) -> BallState {
        BallState {
            position: self.x,
            velocity: self.v,
            angular_velocity: self.w,
        }
    }

    fn set(&mut self, after: &BallState) {
        (self.v, self.w) = (after.velocity, after.angular_velocity);
        self.rolls = false;
    }

    fn step(&mut self) {
        if self.airborne {
            return self.fall();
        }
        let (m, g, inertia) = (POOL.mass, POOL.gravity, 0.4 * POOL.mass * R * R);
        let before = self.v;
        let slip = self.v + self.w.cross(DOWN);
        // Right after a landing there may be none at all.
        self.rolls |= slip == DVec3::ZERO;
        if !self.rolls {
            let force = slip.normalize_or_zero() * (-POOL.sliding_friction * m * g);
            let (v, w) = (
                self.v + force / m * STEP,
                self.w + DOWN.cross(force) / inertia * STEP,
            );
            let after = v + w.cross(DOWN);
            if after.dot(slip) <= 0.0 {
                // It ends within this step: at the mean of what is left, weighted by the change of each.
                let part = slip.length() / (after - slip).length();
                self.v += (v - self.v) * part;
                self.w += (w - self.w) * part;
                self.rolls = true;
            } else {
                (self.v, self.w) = (v, w);
            }
        } else if self.v.length() > POOL.rolling_friction * g * STEP {
            self.v -= self.v.normalize() * (POOL.rolling_friction * g * STEP);
            self.w = dvec3(-self.v.y / R, self.v.x / R, self.w.z);
        } else {
            self.v = DVec3::ZERO;
            self.w = dvec3(0.0, 0.0, self.w.z);
        }
        // The torque of spinning friction: ⅖ m R² dω/dt = µ m g R.
        let decay = POOL.spinning_friction * g / (0.4 * R) * STEP;
        self.w.z -= self.w.z.clamp(-decay, decay);
        self.x += (before + self.v) * (0.5 * STEP);
    }

    /// Under gravity until it overlaps the cloth, which then exerts an impulse.
    fn fall(&mut self) {
        let before = self.v;
        self.v.z -= POOL.gravity * STEP;
        self.x += (before + self.v) * (0.5 * STEP);
        if self.x.z < R && self.v.z < 0.0 {
            self.land();
        }
    }

    fn land(&mut self) {
        let Some(bounce) = self.bounce else { return };
        self.x.z = R;
        let (mu, inverse) = (|_| POOL.sliding_friction, 1.0 / POOL.mass);
        let relative = self.surface(DOWN);
        let impulse = contact_impulse(relative, DVec3::NEG_Z, bounce.restitution, mu, inverse);
        self.airborne = false;
        self.push(impulse, DOWN);
    }

    /// Velocity of a point of the surface.
    fn surface(&self, arm: DVec3) -> DVec3 {
        self.v + self.w.cross(arm)
    }

    fn push(&mut self, impulse: DVec3, arm: DVec3) {
        self.v += impulse / POOL.mass;
        self.w += arm.cross(impulse) / (0.4 * POOL.mass * R * R);
        self.rolls = false;
        if self.airborne {
            return;
        }
        match self.bounce {
            Some(bounce) if self.v.z.abs() > bounce.least_speed => {
                self.airborne = true;
                if self.v.z < 0.0 {
                    self.land();
                }
            }
            _ => self.v.z = 0.0,
        }
    }
}

/// Friction between balls, TP A-14.
fn ball_friction(slip: f64) -> f64 {
    9.951e-3 + 0.108 * (-1.088 * slip).exp()
}

/// The impulse that a contact exerts: restitution along the normal, Coulomb friction across it, both for an inverse mass
/// seen by each.
fn contact_impulse(
    relative: DVec3,
    normal: DVec3,
    restitution: f64,
    friction: impl Fn(f64) -> f64,
    inverse: f64,
) -> DVec3 {
    let closing = relative.dot(normal);
    let slip = relative - normal * closing;
    let push = -(1.0 + restitution) * closing / inverse;
    let sticks = slip.length() / (3.5 * inverse);
    let drag = f64::min(sticks, friction(slip.length()) * push.abs());
    normal * push - slip.normalize_or_zero() * drag
}

fn collide(bodies: &mut [Body], i: usize, j: usize, models: &Models) {
    let way = bodies[j].x - bodies[i].x;
    let n = way.normalize();
    let (a, b) = (bodies[i], bodies[j]);
    if way.length() >= 2.0 * R || (a.v - b.v).dot(n) <= 0.0 {
        return;
    }
    if let BallModel::Mathavan2014 { .. } = models.ball {
        let after = impact_in_time::two_balls([a.state(), b.state()], &POOL, ball_friction);
        bodies[i].set(&after[0]);
        bodies[j].set(&after[1]);
        return;
    }
    let relative = a.surface(n * R) - b.surface(n * -R);
    let inverse = 2.0 / POOL.mass;
    let impulse = contact_impulse(relative, n, POOL.ball_restitution, ball_friction, inverse);
    bodies[i].push(impulse, n * R);
    bodies[j].push(-impulse, n * -R);
}

/// The four cushions of a table without pockets, after Han or Mathavan; in flight walls as high as their noses, and edges.
fn hit_cushions(body: &mut Body, spec: &TableSpec, models: &Models) {
    let sides = [
        (dvec2(-1., 0.), body.x.x),
        (dvec2(1., 0.), spec.width - body.x.x),
        (dvec2(0., -1.), body.x.y),
        (dvec2(0., 1.), spec.length - body.x.y),
    ];
    for (outwards, distance) in sides {
        let sin = (spec.cushion_height - body.x.z) / R;
        let cos = (1.0 - sin * sin).sqrt();
        // Higher than a radius over the nose there is none.
        let reach = if sin < 0.0 { R * cos } else { R };
        let n = (outwards * cos).extend(sin);
        let closing = if sin < 0.0 {
            body.v.dot(n)
        } else {
            body.v.truncate().dot(outwards)
        };
        if distance < reach && closing > 0.0 && body.v.dot(n) > 0.0 {
            if let CushionModel::Mathavan2010 { .. } = models.cushion {
                body.set(&impact_in_time::cushion(body.state(), &POOL, n));
                continue;
            }
            let relative = body.surface(n * R);
            let mu = |_| POOL.cushion_friction;
            let inverse = 1.0 / POOL.mass;
            let impulse = contact_impulse(relative, n, POOL.cushion_restitution, mu, inverse);
            body.push(impulse, n * R);
        }
    }
}

/// The bodies at the end, all at rest.
fn integrate(spec: &TableSpec, states: &[BallState], until: f64, models: &Models) -> Vec<Body> {
    let bounce = match models.slate {
        SlateModel::Bouncing(bounce) => Some(bounce),
        SlateModel::Absorbing => None,
    };
    let body = |state: &BallState| {
        let mut body = Body {
            x: state.position,
            v: state.velocity,
            w: state.angular_velocity,
            rolls: false,
            bounce,
            airborne: false,
        };
        // Into the slate, or up from it.
        body.push(DVec3::ZERO, DOWN);
        body
    };
    let mut bodies: Vec<Body> = states.iter().map(body).collect();
    for _ in 0..(until / STEP) as usize {
        let mut any = false;
        for body in &mut bodies {
            if body.v != DVec3::ZERO || body.w != DVec3::ZERO {
                body.step();
                hit_cushions(body, spec, models);
                any = true;
            }
        }
        if !any {
            break;
        }
        for j in 0..bodies.len() {
            for i in 0..j {
                collide(&mut bodies, i, j, models);
            }
        }
    }
    bodies
}

/// Plays random shots both ways, and counts their collisions, cushions and landings.
fn compare(seed: u64, count: usize, models: Models, steepest: f64) -> [usize; 3] {
    let mut random = Rng::with_seed(seed);
    let spec = TableSpec {
        cushion_height: 0.64 * 2.0 * R,
        ..TableSpec::CAROM
    };
    let jumps = models.slate != SlateModel::Absorbing;
    let mut counts = [0; 3];
    let mut played = 0;
    while played < count {
        let places: Vec<DVec2> = (0..3)
            .map(|_| dvec2(0.1 + 1.2 * random.f64(), 0.1 + 2.6 * random.f64()))
            .collect();
        let balls = places.iter().copied().map(PoolBall::at).collect();
        let setup = PoolSetup {
            spec,
            balls,
            models,
            ..PoolSetup::default()
        };
        let Ok(table) = PoolTable::new(&setup) else {
            continue;
        };
        // At the second ball, with a random cut.
        let off = dvec2(random.f64() - 0.5, random.f64() - 0.5) * (2.5 * R);
        let direction = carom::billiards::direction_to(places[0], places[1] + off);
        let shot = Shot::new(0, 0.4 + 0.8 * random.f64(), direction)
            .with_offset(0.6 * (random.f64() - 0.5), 0.6 * (random.f64() - 0.5))
            .with_elevation(steepest * random.f64());
        let shot = Shot {
            // A jump needs a harder one.
            speed: shot.speed * if jumps { 2.0 } else { 1.0 },
            ..shot
        };
        let result = simulate(&table, &shot).unwrap();
        let is = |is: fn(&ShotEventKind) -> bool| {
            result.events.iter().filter(|event| is(&event.kind)).count()
        };
        let here = is(|kind| matches!(kind, ShotEventKind::Ball { .. }));
        if here > 2 || is(|kind| *kind == ShotEventKind::OffTable) > 0 {
            // An error of a step grows fortyfold and more with each collision.
            continue;
        }
        played += 1;
        counts[0] += here;
        counts[1] += is(|kind| matches!(kind, ShotEventKind::Cushion { .. }));
        counts[2] += is(|kind| matches!(kind, ShotEventKind::Slate { .. }));
        // The state after the strike, which is not yet that after the slate.
        let mut start: Vec<BallState> = table.balls().iter().map(|ball| ball.state).collect();
        start[0] = result.events[0].after;
        let bodies = integrate(&spec, &start, result.duration + 0.1, &models);
        for (ball, body) in result.balls.iter().zip(&bodies) {
            let off = ball.state.position.distance(body.x);
            assert!(off < 3e-3, "{off} in {shot:?} of {places:?}");
            assert_eq!(body.v, DVec3::ZERO);
        }
    }
    counts
}

#[test]
fn whole_shots_agree_with_tiny_steps() {
    let [collisions, bounces, _] = compare(3, 12, Models::default(), 0.4);
    assert!(collisions >= 8 && bounces >= 8, "{collisions} {bounces}");
}

/// With Mathavan's models, each impact integrated over time.
#[test]
fn whole_shots_by_mathavan_agree_with_tiny_steps() {
    let friction = BallFriction::ALCIATORE;
    let models = Models {
        ball: BallModel::Mathavan2014 {
            friction,
            steps: 1000,
        },
        cushion: CushionModel::Mathavan2010 { steps: 4000 },
        ..Models::default()
    };
    let [collisions, bounces, _] = compare(7, 12, models, 0.4);
    assert!(collisions >= 8 && bounces >= 8, "{collisions} {bounces}");
}

/// Jump shots: collisions in space, cushions hit in flight, landings.
#[test]
fn whole_jump_shots_agree_with_tiny_steps() {
    let models = Models {
        slate: SlateModel::Bouncing(SlateBounce::default()),
        ..Models::default()
    };
    let [collisions, bounces, landings] = compare(5, 16, models, 0.9);
    let enough = collisions >= 8 && bounces >= 8 && landings >= 60;
    assert!(enough, "{collisions} {bounces} {landings}");
}

/// With steps of another size the error would be another: the agreement above is that of the limit.
#[test]
fn a_single_ball_agrees_to_the_step() {
    let start = BallState {
        velocity: dvec3(0.4, 0.9, 0.0),
        angular_velocity: dvec3(30.0, -40.0, 20.0),
        ..BallState::at(dvec2(0.5, 0.5), &POOL)
    };
    let spec = TableSpec::CAROM;
    let table = super::with_states(spec, &[start]);
    let result = carom::billiards::roll_out(&table);
    let body = integrate(&spec, &[start], result.duration + 0.1, &Models::default())[0];
    let off = result.balls[0].state.position.distance(body.x);
    assert!(off < 1e-4, "{off}");
}

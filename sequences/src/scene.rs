//! Sequences of calls of a world, and of the movers, crowd and swarm in it.

use crate::check;
use crate::numbers::Numbers;
use crate::space::Space;
use crate::{Log, Use};
use carom::mover::{
    self, Crowd, CrowdRole, Intent, Locomotion, LocomotionSettings, Mover, MoverSettings,
    Recording, Report, Rollout, slide,
};
use carom::swarm::{self, Bounce, Particle, Swarm};
use carom::{
    Aabb, Body, BodyId, Capsule, Contact, Hit, LocalScene, PartId, Pose, RigidMotion, Scalar,
    Scene, SensorEvents, Shape, Vector, World, WorldQuery,
};

/// The most bodies of a world, and of a few larger ones.
const BODIES: usize = 48;
const MANY_BODIES: usize = 400;
/// The most movers, members of a crowd and particles.
const MOVERS: usize = 3;
const MEMBERS: usize = 12;
const PARTICLES: usize = 20;
const LAYER: u32 = 0b100;

struct Walker<V: Vector> {
    mover: Mover<V>,
    body: mover::CharacterState<V>,
    locomotion: Locomotion<V>,
}

struct State<V: Space> {
    numbers: Numbers,
    log: Log,
    world: World<V>,
    /// The most bodies of the world.
    most: usize,
    /// The most members of the crowd.
    members: usize,
    ids: Vec<BodyId>,
    gone: Option<BodyId>,
    sensed: SensorEvents,
    near: LocalScene<V>,
    contacts: Vec<Contact<V>>,
    hits: Vec<Hit<V>>,
    bodies: Vec<BodyId>,
    walkers: Vec<Walker<V>>,
    crowd: Crowd<V>,
    swarm: Option<Swarm<V>>,
}

/// Runs a sequence.
pub(crate) fn run<V: Space>(used: Use, mut numbers: Numbers, log: Log) {
    let count = match numbers.random.u32(..128) {
        0 => numbers.random.usize(100..300),
        1..=8 => numbers.random.usize(20..80),
        _ => numbers.random.usize(3..16),
    };
    let is_large = numbers.chance(0.04);
    let (most, members) = match used {
        Use::World if is_large => (MANY_BODIES, 0),
        Use::Crowd if !is_large => (BODIES / 3, MEMBERS / 3),
        _ => (BODIES, MEMBERS),
    };
    let mut state = State {
        numbers,
        log,
        world: World::<V>::new(),
        most,
        members,
        ids: Vec::new(),
        gone: None,
        sensed: SensorEvents::new(),
        near: LocalScene::new(),
        contacts: Vec::new(),
        hits: Vec::new(),
        bodies: Vec::new(),
        walkers: Vec::new(),
        crowd: Crowd::new(LAYER),
        swarm: None,
    };
    if state.numbers.chance(0.6) {
        state.floor();
    }
    for _ in 0..count {
        let change = state.numbers.chance(0.45);
        match (used, change) {
            (_, true) => state.change(),
            (Use::World, _) => state.query_world(),
            _ if state.numbers.chance(0.15) => state.query_world(),
            (Use::Mover, _) => state.walk(),
            (Use::Crowd, _) => state.crowd(),
            (Use::Swarm, _) => state.swarm(),
        }
        state.check();
    }
}

impl<V: Space> State<V> {
    fn check(&self) {
        let listed = self.world.iter().map(|(id, _)| id);
        let members = self.crowd.agents().iter().filter(|m| m.id().is_some());
        assert_eq!(
            self.world.len(),
            self.ids.len() + members.count(),
            "the number of bodies"
        );
        assert_eq!(self.world.len(), listed.count(), "the listed bodies");
    }

    /// A body of the world, or rarely one that is gone.
    fn some(&mut self) -> Option<BodyId> {
        if self.numbers.chance(0.03) {
            return self.gone;
        }
        if self.ids.is_empty() {
            return None;
        }
        let place = self.numbers.below(self.ids.len());
        Some(self.ids[place])
    }

    fn insert(&mut self, body: Body<V>) {
        if self.ids.len() == self.most {
            return;
        }
        let inserted = self.world.insert(body.clone());
        self.log
            .call(|| format!("insert({body:?}) -> {inserted:?}"));
        if let Ok(id) = inserted {
            self.ids.push(id);
        }
    }

    fn floor(&mut self) {
        let unit = self.numbers.scale;
        let up = V::from_f64([0.0, unit, 0.0]);
        let wide = V::from_f64([50.0 * unit, 0.0, 50.0 * unit]);
        let bounds = Aabb {
            min: -wide - up,
            max: wide,
        };
        self.insert(Body::new(Shape::Aabb(bounds)));
    }

    /// One call that changes the world.
    fn change(&mut self) {
        match self.numbers.random.u32(..40) {
            0..=9 => {
                let body = self.numbers.body();
                self.insert(body);
                return;
            }
            10 => {
                let count = self.numbers.random.usize(2..60);
                for _ in 0..count {
                    let body = self.numbers.body();
                    self.insert(body);
                }
                return;
            }
            11 => {
                // Few of many bodies stay, so that trees shrink.
                let count = self.numbers.below(self.ids.len() + 1);
                for _ in 0..count {
                    self.remove();
                }
                return;
            }
            12 | 13 => {
                self.log.call(|| "optimize()".into());
                self.world.optimize();
                return;
            }
            14..=16 => {
                self.log.call(|| "sense()".into());
                self.world.update_sensors(&mut self.sensed);
                let (now, entered) = (self.sensed.now().len(), self.sensed.entered().len());
                assert!(entered <= now, "more entered than there are");
                return;
            }
            17..=20 => return self.remove(),
            _ => {}
        }
        let Some(id) = self.some() else {
            return;
        };
        let numbers = &mut self.numbers;
        let world = &mut self.world;
        let log = self.log;
        match numbers.random.u32(..20) {
            0..=2 => {
                let pose = numbers.pose();
                log.call(|| format!("set_pose({id:?}, {pose:?})"));
                let _ = world.set_pose(id, pose);
            }
            3 | 4 => {
                let by: V = numbers.vector();
                let Some(body) = world.get(id) else {
                    return;
                };
                let way = by.to_double() * 0.02;
                let translation = body.pose.translation + way;
                let (pose, dt) = (
                    Pose {
                        translation,
                        ..body.pose
                    },
                    numbers.tick(),
                );
                log.call(|| format!("move_to({id:?}, {pose:?}, {dt:?})"));
                let _ = world.move_to(id, pose, dt);
            }
            5 | 6 => {
                let (pose, dt) = (numbers.pose(), numbers.tick());
                log.call(|| format!("move_to({id:?}, {pose:?}, {dt:?})"));
                let _ = world.move_to(id, pose, dt);
            }
            7 | 8 => {
                let velocity = numbers.vector();
                log.call(|| format!("set_velocity({id:?}, {velocity:?})"));
                let _ = world.set_velocity(id, velocity);
            }
            9 => {
                let (axis, spin) = (numbers.direction(), numbers.length());
                log.call(|| format!("set_spin({id:?}, {axis:?}, {spin:?})"));
                let _ = world.set_spin(id, axis, spin);
            }
            10 => {
                let velocity = numbers.vector();
                log.call(|| format!("set_surface_velocity({id:?}, {velocity:?})"));
                let _ = world.set_surface_velocity(id, velocity);
            }
            11 => {
                let moving = numbers.random.bool();
                log.call(|| format!("set_moving({id:?}, {moving})"));
                let _ = world.set_moving(id, moving);
            }
            12 => {
                let sensor = numbers.random.bool();
                log.call(|| format!("set_sensor({id:?}, {sensor})"));
                let _ = world.set_sensor(id, sensor);
            }
            13 => {
                let way = numbers.one_way();
                log.call(|| format!("set_one_way({id:?}, {way:?})"));
                let _ = world.set_one_way(id, way);
            }
            14 => {
                let (layers, mask) = (numbers.layers(), numbers.layers());
                log.call(|| format!("set_layers, set_mask({id:?}, {layers}, {mask})"));
                let _ = world.set_layers(id, layers);
                let _ = world.set_mask(id, mask);
                let _ = world.set_data(id, u64::from(layers));
            }
            15 | 16 => {
                let body: Body<V> = numbers.body();
                log.call(|| format!("replace({id:?}, {body:?})"));
                let _ = world.replace(id, body);
            }
            _ => {
                let count = numbers.random.usize(1..20);
                let points = numbers.points(count);
                log.call(|| format!("refit({id:?}, {points:?})"));
                let _ = V::refit(world, id, &points);
            }
        }
    }

    fn remove(&mut self) {
        if self.ids.is_empty() {
            return;
        }
        let place = self.numbers.below(self.ids.len());
        let id = self.ids.swap_remove(place);
        self.log.call(|| format!("remove({id:?})"));
        assert!(self.world.remove(id).is_some(), "a body is gone");
        self.gone = Some(id);
    }

    /// All queries of one shape.
    fn query_world(&mut self) {
        let except = self.some();
        let numbers = &mut self.numbers;
        let shape: Shape<V> = if numbers.random.bool() {
            numbers.small()
        } else {
            numbers.shape()
        };
        let reach = if numbers.chance(0.05) {
            V::Scalar::INFINITY
        } else {
            numbers.length()
        };
        let delta: V = numbers.vector();
        let from: V = numbers.vector();
        let [layers, mask] = [numbers.layers(), numbers.layers()];
        let origin = numbers.chance(0.3).then(|| numbers.place::<V>());
        let odd = |id: BodyId, _: &Body<V>| id.number() % 2 == 1;
        let even = |part: PartId| part.index.is_multiple_of(2);
        let filters = numbers.random.u32(..8);
        let mut query: WorldQuery<'_, V> = self.world.query().layers(layers).mask(mask);
        if let Some(origin) = origin {
            query = query.around(origin);
        }
        if filters & 1 == 1 {
            query = query.with_sensors();
        }
        match (filters, except) {
            (2, _) => query = query.filter_bodies(&odd),
            (4, _) => query = query.filter(&even),
            (6, Some(except)) => query = query.except(except),
            _ => {}
        }
        self.log.call(|| {
            format!(
                "queries of {shape:?}, reach {reach:?}, delta {delta:?}, from {from:?}, layers {layers}, mask \
                 {mask}, around {origin:?}, filters {filters}, except {except:?}"
            )
        });
        let most = V::Scalar::MAX * V::Scalar::from_f64(1.0 / 16.0);
        let far = shape.bounds().map(|bounds| bounds.magnitude());
        let in_range = far.is_none_or(|far| far < most)
            && [from, delta].iter().all(|v| v.abs().max_element() < most);
        let closest = query.closest(&shape, reach);
        check::contacts(&closest, in_range);
        query.contacts(&shape, reach, &mut self.contacts);
        check::contacts(&self.contacts, in_range);
        let overlap = query.overlap(&shape);
        query.overlaps(&shape, &mut self.bodies);
        assert_eq!(overlap, !self.bodies.is_empty(), "overlap and overlaps");
        let hit = query.sweep(&shape, delta);
        check::hits(&hit, in_range);
        let any = query.sweep_any(&shape, delta);
        query.sweep_all(&shape, delta, &mut self.hits);
        check::hits(&self.hits, in_range);
        assert_eq!(any, hit.is_some(), "sweep_any and sweep");
        assert_eq!(any, !self.hits.is_empty(), "sweep_any and sweep_all");
        let turn = RigidMotion::rotation(from, V::from_f64([0.0, 1.0, 0.0]), V::Scalar::ONE);
        let motion = RigidMotion { delta, ..turn };
        let met = query.sweep_rigid(&shape, &motion, &RigidMotion::default());
        check::hits(&met.hit, in_range);
        let ray = query.ray(from, delta);
        check::hits(&ray, in_range);
        assert_eq!(ray.is_some(), query.ray_any(from, delta), "ray_any and ray");
        query.ray_all(from, delta, &mut self.hits);
        check::hits(&self.hits, in_range);
        if let (Some(bounds), true) = (shape.bounds(), filters == 0) {
            self.near.clear();
            let dt = self.numbers.tick();
            self.near.set_tick(dt);
            query.gather(&bounds, &mut self.near);
            let capsule = Capsule::new(from, from + delta, V::Scalar::ZERO);
            if capsule.is_valid() {
                self.near
                    .contacts(&capsule, reach, |found| check::contact(&found, in_range));
                let _ = self.near.overlaps(&capsule);
                check::hits(&self.near.sweep(&capsule, delta), in_range);
            }
        }
    }

    fn settings(numbers: &mut Numbers) -> MoverSettings<V> {
        let unit = numbers.scale;
        let length = |length: f64| crate::numbers::finite(length * unit);
        let mut settings = MoverSettings {
            up: V::from_f64([0.0, 1.0, 0.0]),
            gravity: length(9.81),
            radius: length(0.3),
            step_height: length(0.4),
            snap: length(0.4),
            skin: length(0.01),
            ..MoverSettings::default()
        };
        if numbers.chance(0.3) {
            settings.up = numbers.direction();
        }
        if numbers.chance(0.3) {
            settings.max_overhang = Some(numbers.size());
            settings.flat_foot = numbers.random.bool();
        }
        if numbers.chance(0.2) {
            settings.edge_guard = Some(numbers.size());
        }
        if numbers.chance(0.2) {
            settings.hover = length(0.3);
        }
        if numbers.chance(0.2) {
            settings.max_slope = numbers.part();
        }
        match numbers.random.u32(..12) {
            0 => settings.radius = numbers.size(),
            1 => settings.skin = numbers.size(),
            2 => settings.gravity = numbers.size(),
            3 => settings.step_height = numbers.size(),
            4 => settings.snap = numbers.size(),
            5 => settings.hover = numbers.size(),
            _ => {}
        }
        settings
    }

    fn character(numbers: &mut Numbers) -> mover::CharacterState<V> {
        let height = match numbers.random.u32(..4) {
            0 => numbers.length(),
            _ => crate::numbers::finite(1.8 * numbers.scale),
        };
        let mut feet: V = numbers.vector();
        if numbers.chance(0.6) {
            let [x, _, z] = feet.to_f64();
            feet = V::from_f64([x, 0.02 * numbers.scale, z]);
        }
        let mut body = mover::CharacterState::at(feet, height);
        if numbers.chance(0.2) {
            body.velocity = numbers.vector();
            body.base_velocity = numbers.vector();
            body.step_credit = numbers.length();
        }
        body
    }

    fn intent(numbers: &mut Numbers) -> Intent<V> {
        let mut intent = Intent::walk(numbers.vector());
        if numbers.chance(0.15) {
            intent.jump = Some(numbers.length());
            intent.air_jump = numbers.random.bool();
        }
        if numbers.chance(0.1) {
            intent.height = Some(numbers.length());
        }
        intent.fly = numbers.chance(0.1);
        intent.rise = numbers.chance(0.1).then(|| numbers.length());
        intent
    }

    fn walk(&mut self) {
        let (log, numbers) = (self.log, &mut self.numbers);
        if self.walkers.is_empty() || (numbers.chance(0.1) && self.walkers.len() < MOVERS) {
            let settings = Self::settings(numbers);
            let body = Self::character(numbers);
            let Ok(mover) = Mover::new(settings) else {
                return;
            };
            log.call(|| format!("Mover::new({settings:?}), {body:?}"));
            let feel = LocomotionSettings {
                acceleration: numbers.size(),
                friction: numbers.size(),
                ..LocomotionSettings::default()
            };
            let locomotion = Locomotion::new(feel);
            self.walkers.push(Walker {
                mover,
                body,
                locomotion,
            });
            return;
        }
        let place = numbers.below(self.walkers.len());
        let Walker {
            mover,
            body,
            locomotion,
        } = &mut self.walkers[place];
        if numbers.chance(0.05) {
            *body = Self::character(numbers);
            log.call(|| format!("the mover is at {body:?}"));
        }
        let dt = numbers.tick();
        let mut intent = Self::intent(numbers);
        if numbers.chance(0.3) {
            let up = mover.settings().up;
            intent = locomotion.intent(body, intent.velocity, intent.jump, up, dt);
        }
        log.call(|| format!("step({body:?}, {intent:?}, {dt:?})"));
        let before = *body;
        let report = match numbers.random.u32(..12) {
            0 => {
                let margin = numbers.size();
                let mut rollout = Rollout::new(mover.clone(), &self.world, margin);
                for _ in 0..3 {
                    rollout.step(body, &intent, dt);
                }
                Report::default()
            }
            1 => {
                let origin = numbers.place::<V>();
                let query = self.world.query().around(origin);
                mover.step(&query, body, &intent, dt)
            }
            _ => mover.step(&self.world, body, &intent, dt),
        };
        locomotion.adopt(body, &intent, mover.settings().up);
        finite(body);
        let _ = report.why.names().count();
        match numbers.random.u32(..16) {
            0 => {
                let recording = Recording::new(mover, before, intent, *body, report);
                let played = recording.play().expect("settings are valid");
                finite(&played.after);
                if recording.near.len() < 30 {
                    let _ = recording.shrink(|played| played.report.why.stuck);
                }
            }
            1 => {
                let capsule = mover.settings().capsule(body.feet, body.height);
                let skin = mover.settings().skin;
                let moved = slide(&self.world, &capsule, intent.velocity * dt, skin);
                check::no_nan("the way of a slide", moved.delta);
            }
            _ => {}
        }
    }

    fn crowd(&mut self) {
        let (log, numbers) = (self.log, &mut self.numbers);
        let members = self.crowd.agents().len();
        if members == 0 || (numbers.chance(0.25) && members < self.members) {
            let settings = Self::settings(numbers);
            for _ in 0..numbers.random.usize(1..4) {
                let body = Self::character(numbers);
                let Ok(mover) = Mover::new(settings) else {
                    return;
                };
                let mass = match numbers.random.u32(..4) {
                    0 => numbers.part(),
                    1 => V::Scalar::INFINITY,
                    _ => V::Scalar::ONE,
                };
                let pushes = match numbers.random.u32(..8) {
                    0 => CrowdRole::Static,
                    1 => CrowdRole::Ghost,
                    _ => CrowdRole::Push,
                };
                log.call(|| format!("add({settings:?}, {body:?}, {mass:?}, {pushes:?})"));
                let _ = self.crowd.add(&mut self.world, mover, body, mass, pushes);
            }
            return;
        }
        if numbers.chance(0.1) {
            let place = numbers.below(members);
            let body = Self::character(numbers);
            log.call(|| format!("agents_mut()[{place}].body = {body:?}"));
            let member = &mut self.crowd.agents_mut()[place];
            member.body = body;
            member.recorded = numbers.chance(0.2);
        }
        let count = members + numbers.below(2);
        let intents: Vec<Intent<V>> = (0..count).map(|_| Self::intent(numbers)).collect();
        let dt = numbers.tick();
        log.call(|| format!("Crowd::step({intents:?}, {dt:?})"));
        self.crowd.step(&mut self.world, &intents, dt);
        for member in self.crowd.agents() {
            finite(&member.body);
            if let Some(recording) = member.recording() {
                finite(&recording.play().expect("settings are valid").after);
            }
        }
    }

    fn swarm(&mut self) {
        let (log, numbers) = (self.log, &mut self.numbers);
        let Some(swarm) = &mut self.swarm else {
            let settings = swarm::SwarmSettings {
                radius: if numbers.random.bool() {
                    crate::numbers::finite(0.05 * numbers.scale)
                } else {
                    numbers.size()
                },
                restitution: numbers.part(),
                friction: numbers.part(),
                acceleration: V::from_f64([0.0, -9.81 * numbers.scale, 0.0]),
            };
            log.call(|| format!("Swarm::new({settings:?})"));
            self.swarm = Swarm::new(settings).ok();
            return;
        };
        match numbers.random.u32(..8) {
            0 | 1 if swarm.particles.len() < PARTICLES => {
                for _ in 0..numbers.random.usize(1..6) {
                    let mut particle = Particle::new(numbers.vector(), numbers.vector());
                    if numbers.chance(0.2) {
                        particle.bounce = Some(Bounce {
                            restitution: numbers.part(),
                            friction: numbers.part(),
                        });
                    }
                    log.call(|| format!("push({particle:?})"));
                    swarm.particles.push(particle);
                }
            }
            2 if numbers.random.bool() => {
                let bounds = Aabb::of_points(numbers.points(2));
                log.call(|| format!("sort({bounds:?})"));
                swarm.sort(&bounds);
            }
            2 => swarm.forget(),
            3 if !swarm.particles.is_empty() => {
                let place = numbers.below(swarm.particles.len());
                let particle = &mut swarm.particles[place];
                particle.velocity = numbers.vector();
                log.call(|| format!("particles[{place}].velocity = {:?}", particle.velocity));
            }
            _ => {
                let dt = numbers.tick();
                if numbers.chance(0.2) {
                    let origin = numbers.place::<V>();
                    log.call(|| format!("tick(around {origin:?}, {dt:?})"));
                    swarm.tick(&self.world.query().around(origin), dt);
                } else {
                    log.call(|| format!("tick({dt:?})"));
                    swarm.tick(&self.world, dt);
                }
                for particle in &swarm.particles {
                    let (position, velocity) = (particle.position, particle.velocity);
                    assert!(
                        position.is_finite() && velocity.is_finite(),
                        "a particle is not finite: {particle:?}"
                    );
                }
            }
        }
    }
}

fn finite<V: Vector>(body: &mover::CharacterState<V>) {
    let vectors = [body.feet, body.velocity, body.base_velocity];
    let numbers = [body.height, body.step_credit];
    assert!(
        vectors.iter().all(|v| v.is_finite()) && numbers.iter().all(|x| x.is_finite()),
        "a character is not finite: {body:?}"
    );
}

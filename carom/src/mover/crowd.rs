//! Characters among characters: who gives way to whom, and by how much.
//!
//! First the wanted velocities of all that are near each other are made to agree: no two approach faster than
//! the gap between them lets them, and what one takes from the other goes by their masses (a linear
//! complementarity problem, by Gauss and Seidel). Then each takes its step among the others, where they stand
//! at that moment: an exact sweep, so that nobody is ever overlapped. Who is held up by one who has not yet
//! gone waits for it. All of this goes in an order that is made from where the characters are, not from the
//! order they are listed in.

use super::body::{Body, Intent, Report};
use super::recording::Recording;
use super::{Mover, Settings};
use crate::query::contact;
use crate::shape::Shape;
use crate::shape::capsule::Capsule;
use crate::vector::{Scalar, Vector};
use crate::world::{self, BodyError, BodyId, Pose, World};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// How often the velocities of all pairs are brought closer to agreement.
const SWEEPS: usize = 24;

/// What a character is to other characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Pushes {
    /// It gives way, and is given way to, by mass.
    #[default]
    Push,
    /// It never gives way.
    Static,
    /// It neither meets them nor is met.
    Ghost,
}

/// A character of a [`Crowd`].
#[derive(Clone, Debug)]
pub struct Member<V: Vector> {
    /// What moves it.
    pub mover: Mover<V>,
    /// Its state. It may be changed between two ticks.
    pub body: Body<V>,
    /// How hard it is to push; more than 0, infinite too.
    pub mass: V::Scalar,
    /// What it is to others.
    pub pushes: Pushes,
    /// Its body in the world, a capsule; `None` of a ghost.
    id: Option<BodyId>,
    /// The height of that capsule.
    height: V::Scalar,
    before: Body<V>,
    intent: Intent<V>,
    report: Report<V>,
}

impl<V: Vector> Member<V> {
    /// Its name in the world; `None` of a ghost.
    #[must_use]
    pub fn id(&self) -> Option<BodyId> {
        self.id
    }

    /// What the last tick did.
    #[must_use]
    pub fn report(&self) -> &Report<V> {
        &self.report
    }

    /// The last tick, whole: see [`Recording`].
    #[must_use]
    pub fn recording(&self) -> Recording<V> {
        Recording::new(
            &self.mover,
            self.before,
            self.intent,
            self.body,
            self.report,
        )
    }

    /// Its state before the last tick.
    #[must_use]
    pub fn before(&self) -> &Body<V> {
        &self.before
    }

    fn capsule(&self) -> Capsule<V> {
        self.mover
            .settings()
            .capsule(self.body.feet, self.body.height)
    }

    fn weight(&self) -> V::Scalar {
        match self.pushes {
            Pushes::Push => V::Scalar::ONE / self.mass,
            Pushes::Static | Pushes::Ghost => V::Scalar::ZERO,
        }
    }
}

/// Characters that share a world, and give way to each other.
///
/// Each but a ghost is a body of the world: a moving capsule in the crowd's own layer, which everything else
/// in the world can see. The result does not depend on the order in which they were added, but for
/// characters whose states are the same to the last bit.
///
/// ```
/// use carom::mover::{Body, Crowd, Intent, Mover, Pushes, Settings};
/// use carom::{Collider, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 50., Vec3::Y, Vec3::Z * 50.]))?;
/// let mut crowd = Crowd::new(1 << 31);
/// for x in [0., 2.] {
///     let mover = Mover::new(Settings::default())?;
///     crowd.add(&mut world, mover, Body::at(vec3(x, 0.01, 0.), 1.8), 80., Pushes::Push)?;
/// }
/// // One walks, the other is pushed: half as fast, for they weigh the same.
/// let intents = [Intent::walk(vec3(4., 0., 0.)), Intent::walk(Vec3::ZERO)];
/// for _ in 0..120 {
///     crowd.step(&mut world, &intents, 1. / 60.);
/// }
/// let [a, b] = [0, 1].map(|i| crowd.members()[i].body);
/// assert!((b.velocity.x - 2.).abs() < 0.01 && (b.feet.x - a.feet.x - 0.61).abs() < 0.01);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Crowd<V: Vector> {
    layer: u32,
    members: Vec<Member<V>>,
    /// The numbers of all in the order of the tick.
    order: Vec<u32>,
    /// By number: its place in that order.
    rank: Vec<u32>,
    /// By number: the velocity it wants in the world, and what the others leave of it.
    wanted: Vec<V>,
    agreed: Vec<V>,
    /// By number: what the motions of others make of its place in the tick, as a velocity, and whether
    /// something that moves pushes it.
    carried: Vec<(V, bool)>,
    /// By number: whom it stands on.
    carriers: Vec<Option<u32>>,
    pairs: Vec<Pair<V>>,
    found: Vec<BodyId>,
    stage: Vec<Stage>,
    waiting: Vec<u32>,
}

/// Two that may meet in a tick, in the order of the tick.
#[derive(Clone, Copy, Debug)]
struct Pair<V: Vector> {
    a: u32,
    b: u32,
    /// Level, from `b` to `a`.
    normal: V,
    /// How fast they may approach.
    most: V::Scalar,
    /// What they have taken from each other so far.
    impulse: V::Scalar,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    Waiting,
    /// It waits for one before it.
    HeldUp,
    Gone,
}

impl<V: Vector> Crowd<V> {
    /// Nobody yet. `layer` is the bit of the world's layers that only these characters are in: ghosts do not
    /// see it, and so can your own questions leave them out.
    #[must_use]
    pub fn new(layer: u32) -> Self {
        Self {
            layer,
            members: Vec::new(),
            order: Vec::new(),
            rank: Vec::new(),
            wanted: Vec::new(),
            agreed: Vec::new(),
            carried: Vec::new(),
            carriers: Vec::new(),
            pairs: Vec::new(),
            found: Vec::new(),
            stage: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// Adds a character; returns its number. Its own body in the world has this number for `data`.
    ///
    /// # Errors
    /// What the world has against its body; a `mass` that is not more than 0 is a [`BodyError::Shape`].
    pub fn add(
        &mut self,
        world: &mut World<V>,
        mover: Mover<V>,
        body: Body<V>,
        mass: V::Scalar,
        pushes: Pushes,
    ) -> Result<usize, BodyError> {
        let number = self.members.len();
        let is_mass = mass > V::Scalar::ZERO;
        if !is_mass || !body.height.is_finite() {
            return Err(BodyError::Shape);
        }
        let id = match pushes {
            Pushes::Ghost => None,
            Pushes::Push | Pushes::Static => {
                let body = self.resident(mover.settings(), &body, number);
                Some(world.insert(body)?)
            }
        };
        self.members.push(Member {
            mover,
            body,
            mass,
            pushes,
            id,
            height: body.height,
            before: body,
            intent: Intent::walk(V::ZERO),
            report: Report::default(),
        });
        Ok(number)
    }

    /// All characters, by number.
    #[must_use]
    pub fn members(&self) -> &[Member<V>] {
        &self.members
    }

    /// The same, to change them between two ticks.
    pub fn members_mut(&mut self) -> &mut [Member<V>] {
        &mut self.members
    }

    /// What a character asks of the world: everything that it can meet.
    #[must_use]
    pub fn scene<'a>(&self, world: &'a World<V>, number: usize) -> world::Ask<'a, V> {
        scene(world, &self.members[number], self.layer)
    }

    /// A character as the world knows it.
    fn resident(&self, settings: &Settings<V>, body: &Body<V>, number: usize) -> world::Body<V> {
        let capsule = settings.capsule(V::ZERO, body.height);
        world::Body {
            pose: Pose::at(body.feet),
            layers: self.layer,
            data: number as u64,
            moving: true,
            ..world::Body::new(Shape::Capsule(capsule))
        }
    }

    /// Moves all through one tick of `dt` seconds: `intents` by number; who has none stands. The bodies of
    /// the world have to be where they are at the end of the tick already, as for [`Mover::step`].
    ///
    /// What each did is in its [`Member::report`].
    pub fn step(&mut self, world: &mut World<V>, intents: &[Intent<V>], dt: V::Scalar) {
        self.place(world);
        self.sort(world);
        self.find_carried(world, dt);
        self.find_pairs(world, intents, dt);
        self.agree();
        let Self {
            layer,
            members,
            order,
            wanted,
            agreed,
            carried,
            carriers,
            stage,
            waiting,
            ..
        } = self;
        stage.clear();
        stage.resize(members.len(), Stage::Waiting);
        for &number in order.iter() {
            waiting.push(number);
            while let Some(&number) = waiting.last() {
                let member = &mut members[number as usize];
                if stage[number as usize] == Stage::Gone {
                    waiting.pop();
                    continue;
                }
                let mut intent = intent_of(intents, number);
                let agreed = agreed[number as usize];
                intent.velocity = agreed - carried[number as usize].0;
                let before = member.body;
                // Who stands on it does not bar its way, and is taken along after it.
                let stands_on_it = |_: BodyId, body: &world::Body<V>| {
                    body.layers != *layer || !stands_on(carriers, body.data as usize, number)
                };
                let scene = scene(world, member, *layer).filter(&stands_on_it);
                let mut report = member.mover.step(&scene, &mut member.body, &intent, dt);
                explain(&mut report, wanted[number as usize], agreed);
                // Held up by one who has not gone yet: let that go first.
                let met = members[number as usize].mover.met().iter();
                let holder = met
                    .filter_map(|met| number_of(world, members, met.piece.body))
                    .find(|other| *other != number && stage[*other as usize] == Stage::Waiting)
                    .filter(|_| stage[number as usize] == Stage::Waiting);
                let member = &mut members[number as usize];
                if let Some(holder) = holder {
                    member.body = before;
                    stage[number as usize] = Stage::HeldUp;
                    waiting.push(holder);
                    continue;
                }
                (member.before, member.intent, member.report) = (before, intent, report);
                stage[number as usize] = Stage::Gone;
                waiting.pop();
                follow(world, member, dt);
            }
        }
    }

    /// Brings the bodies in the world to where the characters are; none of them has moved in this tick yet.
    fn place(&mut self, world: &mut World<V>) {
        for member in &mut self.members {
            let Some(id) = member.id else {
                continue;
            };
            let pose = Pose::at(member.body.feet);
            if world.get(id).is_some_and(|body| body.pose != pose) {
                let _ = world.set_pose(id, pose);
            }
            let _ = world.set_velocity(id, V::ZERO);
            resize(world, member, id);
        }
    }

    /// Puts all in an order that does not depend on their numbers: who is carried after who carries, else by
    /// place.
    fn sort(&mut self, world: &mut World<V>) {
        let members = &self.members;
        self.order.clear();
        self.order.extend(0..members.len() as u32);
        self.order.sort_unstable_by(|&x, &y| {
            let (a, b) = (&members[x as usize], &members[y as usize]);
            let height = |member: &Member<V>| {
                let up = member.mover.settings().up;
                member.body.feet.dot(up).to_f64()
            };
            // Who stands on another is higher.
            height(a)
                .partial_cmp(&height(b))
                .unwrap_or(Ordering::Equal)
                .then_with(|| by_coordinates(a.body.feet, b.body.feet))
                .then_with(|| by_coordinates(a.body.velocity, b.body.velocity))
                .then(x.cmp(&y))
        });
        self.rank.clear();
        self.rank.resize(members.len(), 0);
        for (rank, &number) in (0..).zip(&self.order) {
            self.rank[number as usize] = rank;
            if let Some(id) = self.members[number as usize].id {
                // After all else; and they are gathered in this order.
                world.set_rank(id, rank + 1);
            }
        }
    }

    /// Finds what the motions of the world's bodies, and of those it stands on, make of each one's place.
    fn find_carried(&mut self, world: &World<V>, dt: V::Scalar) {
        let members = &self.members;
        self.carriers.clear();
        self.carriers.extend(members.iter().map(|member| {
            let ground = member.body.ground?;
            number_of(world, members, ground.piece.body)
        }));
        self.carried.clear();
        self.carried.resize(self.members.len(), (V::ZERO, false));
        let still = world.is_still();
        // In this order who is carried comes after who carries.
        for &number in &self.order {
            let number = number as usize;
            let member = &mut self.members[number];
            let below = self.carriers[number].map(|below| self.carried[below as usize].0);
            let mut made = (below.unwrap_or(V::ZERO), false);
            if !still {
                let scene = world.ask().mask(!self.layer);
                let (way, pushed) = member.mover.carried(&scene, &member.body, dt);
                made.0 += way / dt;
                made.1 = pushed != V::ZERO;
            }
            if member.body.ground.is_none() {
                // In the air what was left behind still counts.
                made.0 += member.body.base_velocity;
            }
            self.carried[number] = made;
        }
    }

    /// Finds who may meet whom in the tick, and what each wants in the world's frame.
    fn find_pairs(&mut self, world: &World<V>, intents: &[Intent<V>], dt: V::Scalar) {
        self.pairs.clear();
        self.wanted.clear();
        let mut fastest = V::Scalar::ZERO;
        for (number, member) in self.members.iter().enumerate() {
            let up = member.mover.settings().up;
            let intent = intent_of(intents, number as u32).finite();
            let level = intent.velocity - up * intent.velocity.dot(up);
            let own = if intent.fly { intent.velocity } else { level };
            let wanted = own + self.carried[number].0;
            fastest = fastest.max(wanted.length());
            self.wanted.push(wanted);
        }
        for &number in &self.order {
            let member = &self.members[number as usize];
            let Some(id) = member.id else {
                continue;
            };
            let settings = member.mover.settings();
            let capsule = member.capsule();
            let reach = (fastest + self.wanted[number as usize].length()) * dt + settings.skin;
            let ask = world.ask().mask(self.layer).except(id);
            let around = capsule.bounds().inflated(reach);
            ask.overlaps(&Shape::Aabb(around), &mut self.found);
            let first = self.pairs.len();
            for other_id in &self.found {
                let Some(other_number) = number_of(world, &self.members, *other_id) else {
                    continue;
                };
                if self.rank[other_number as usize] < self.rank[number as usize] {
                    continue;
                }
                let other = &self.members[other_number as usize];
                let Some(found) = contact::capsule_capsule(&capsule, &other.capsule(), reach)
                else {
                    continue;
                };
                let up = settings.up;
                // Who is above another is no hindrance to it.
                let flat = found.normal - up * found.normal.dot(up);
                let Some(normal) = flat.try_normalize() else {
                    continue;
                };
                if flat.length() < V::Scalar::HALF {
                    continue;
                }
                let room = (found.separation - settings.skin).max(V::Scalar::ZERO);
                self.pairs.push(Pair {
                    a: number,
                    b: other_number,
                    normal,
                    most: room / dt,
                    impulse: V::Scalar::ZERO,
                });
            }
            let rank = &self.rank;
            self.pairs[first..].sort_unstable_by_key(|pair| rank[pair.b as usize]);
        }
    }

    /// Makes the wanted velocities agree.
    fn agree(&mut self) {
        self.agreed.clone_from(&self.wanted);
        for _ in 0..SWEEPS {
            for pair in &mut self.pairs {
                let (a, b) = (pair.a as usize, pair.b as usize);
                // What moves and pushes gives way to nobody, and nor does whom it pushes.
                let weight = |number: usize| match self.carried[number] {
                    (_, true) => V::Scalar::ZERO,
                    (_, false) => self.members[number].weight(),
                };
                let (weight_a, weight_b) = (weight(a), weight(b));
                let weight = weight_a + weight_b;
                if weight <= V::Scalar::ZERO {
                    continue;
                }
                let closing = (self.agreed[b] - self.agreed[a]).dot(pair.normal);
                let missing = (closing - pair.most) / weight;
                // Together they may push, never pull.
                let impulse = (pair.impulse + missing).max(V::Scalar::ZERO);
                let change = impulse - pair.impulse;
                pair.impulse = impulse;
                self.agreed[a] += pair.normal * (change * weight_a);
                self.agreed[b] -= pair.normal * (change * weight_b);
            }
        }
    }
}

/// The number of the character that a body of the world is.
fn number_of<V: Vector>(world: &World<V>, members: &[Member<V>], id: BodyId) -> Option<u32> {
    let number = world.get(id)?.data;
    let member = members.get(usize::try_from(number).ok()?)?;
    (member.id == Some(id)).then_some(number as u32)
}

/// Whether one stands on another, or on one that does.
fn stands_on(carriers: &[Option<u32>], mut number: usize, other: u32) -> bool {
    // Nobody stands on themselves, but states can be set to anything.
    for _ in 0..carriers.len() {
        match carriers.get(number).copied().flatten() {
            Some(carrier) if carrier == other => return true,
            Some(carrier) => number = carrier as usize,
            None => return false,
        }
    }
    false
}

fn scene<'a, V: Vector>(world: &'a World<V>, member: &Member<V>, layer: u32) -> world::Ask<'a, V> {
    match member.id {
        Some(id) => world.ask().except(id),
        None => world.ask().mask(!layer),
    }
}

/// Says what others made of a wanted velocity: they pushed it along, or led it aside, or barred its way.
fn explain<V: Vector>(report: &mut Report<V>, wanted: V, agreed: V) {
    let change = agreed - wanted;
    let (length, all) = (change.length(), wanted.length() + agreed.length());
    let tiny = V::Scalar::from_f64(1e-4);
    if length <= all * tiny {
        return;
    }
    if change.dot(agreed) > all * length * tiny {
        report.why.pushed = true;
    } else {
        report.why.slid = true;
        report.why.blocked |= agreed.length() <= wanted.length() * tiny;
    }
}

/// Brings a character's body in the world to where it has gone.
fn follow<V: Vector>(world: &mut World<V>, member: &mut Member<V>, dt: V::Scalar) {
    let Some(id) = member.id else {
        return;
    };
    let pose = Pose::at(member.body.feet);
    let moved = world.get(id).is_some_and(|body| body.pose != pose);
    if moved {
        let _ = world.move_to(id, pose, dt);
    }
    resize(world, member, id);
}

/// Gives a character's body in the world the height that it has.
fn resize<V: Vector>(world: &mut World<V>, member: &mut Member<V>, id: BodyId) {
    if member.height == member.body.height {
        return;
    }
    let Some(before) = world.get(id) else {
        return;
    };
    let capsule = member.mover.settings().capsule(V::ZERO, member.body.height);
    let body = world::Body {
        collider: Shape::Capsule(capsule).into(),
        ..before.clone()
    };
    if world.replace(id, body).is_ok() {
        member.height = member.body.height;
    }
}

fn intent_of<V: Vector>(intents: &[Intent<V>], number: u32) -> Intent<V> {
    let intent = intents.get(number as usize);
    intent.copied().unwrap_or(Intent::walk(V::ZERO))
}

fn by_coordinates<V: Vector>(a: V, b: V) -> Ordering {
    (0..V::DIM).fold(Ordering::Equal, |order, i| {
        order.then(a[i].partial_cmp(&b[i]).unwrap_or(Ordering::Equal))
    })
}

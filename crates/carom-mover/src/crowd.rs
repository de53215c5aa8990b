//! Characters among characters: who gives way to whom, and by how much.
//!
//! First the wanted velocities of all that are near each other are made to agree: no two approach faster than
//! the gap between them lets them, and what one takes from the other goes by their masses (a linear
//! complementarity problem, by Gauss and Seidel). Then each takes its step among the others, where they stand
//! at that moment: an exact sweep, so that nobody is ever overlapped. Who is held up by one who has not yet
//! gone waits for it. All of this goes in an order that is made from where the characters are, not from the
//! order they are listed in; those that are not near each other go at once.

mod member;
mod neighbours;
mod one;
mod pair;
mod turns;

use member::Size;
pub use member::{Agent, CrowdRole};

use super::body::{CharacterState, Intent, Report};
use super::planes::flat;
use super::settings::MoverSettings;
use super::{Memory, Mover};
use alloc::boxed::Box;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_bvh::{BoxBvh, BuildScratch};
use carom_core::BodyId;
use carom_core::shape::Shape;
use carom_core::world::{self, BodyError, Pose, World};
use carom_math::parallel::{PARTS, each_of};
use carom_math::{Scalar, Vector};
use core::cmp::Ordering;
use core::ops::ControlFlow;
use neighbours::Neighbours;
use one::One;
use pair::{Pair, agree};
use turns::Turns;

/// So many are moved by one thread.
const ALONE: usize = 8;
/// Who walks slower than this part of a radius in a tick may be pushed so far by others.
const PUSHED: f64 = 0.25;

/// Characters that share a world, and give way to each other.
///
/// Each but a ghost is a body of the world: a moving capsule in the crowd's own layer, which everything else
/// in the world can see. The result does not depend on the order in which they were added, but for
/// characters whose states are the same to the last bit.
///
/// ```
/// use carom::mover::{CharacterState, Crowd, Intent, Mover, CrowdRole, MoverSettings};
/// use carom::{Collider, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 50., Vec3::Y, Vec3::Z * 50.]))?;
/// let mut crowd = Crowd::new(1 << 31);
/// for x in [0., 2.] {
///     let mover = Mover::new(MoverSettings::default())?;
///     crowd.add(&mut world, mover, CharacterState::at(vec3(x, 0.01, 0.), 1.8), 80., CrowdRole::Push)?;
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
    members: Vec<Agent<V>>,
    /// The numbers of all in the order of the tick.
    order: Vec<u32>,
    keys: Vec<Key>,
    /// By number: its place in that order.
    rank: Vec<u32>,
    /// By number: the velocity it wants in the world, and what the others leave of it.
    wanted: Vec<V>,
    agreed: Vec<V>,
    /// By number: whom it stands on, and whether anyone stands on it.
    carriers: Vec<Option<u32>>,
    carries: Vec<bool>,
    /// By rank, ghosts left out.
    ones: Vec<One<V>>,
    /// By rank: where each stays that goes where it means to; of ghosts everywhere.
    claims: Vec<Aabb<V>>,
    near: Neighbours<V>,
    pairs: Vec<Pair<V>>,
    turns: Turns,
    /// The numbers of those that go at once.
    going: Vec<u32>,
    strayed: Vec<u32>,
    speeds: Vec<(BodyId, V)>,
    /// Where something of the world has passed in the tick.
    passed: Vec<Aabb<V>>,
    passing: BoxBvh<V>,
    scratch: BuildScratch,
    /// What ticks are worked out in.
    memories: Vec<Box<Memory<V>>>,
}

/// Where one is: height, place, number.
type Key = (f64, [f64; 3], u32);

impl<V: Vector> Crowd<V> {
    /// Nobody yet. `layer` is the bit of the world's layers that only these characters are in: ghosts do not
    /// see it, and so can your own questions leave them out.
    #[must_use]
    pub fn new(layer: u32) -> Self {
        Self {
            layer,
            members: Vec::new(),
            order: Vec::new(),
            keys: Vec::new(),
            rank: Vec::new(),
            wanted: Vec::new(),
            agreed: Vec::new(),
            carriers: Vec::new(),
            carries: Vec::new(),
            ones: Vec::new(),
            claims: Vec::new(),
            near: Neighbours::new(),
            pairs: Vec::new(),
            turns: Turns::new(),
            going: Vec::new(),
            strayed: Vec::new(),
            speeds: Vec::new(),
            passed: Vec::new(),
            passing: BoxBvh::build(&[]),
            scratch: BuildScratch::default(),
            memories: (0..PARTS).map(|_| Box::new(Memory::new())).collect(),
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
        body: CharacterState<V>,
        mass: V::Scalar,
        pushes: CrowdRole,
    ) -> Result<usize, BodyError> {
        let number = self.members.len();
        let is_mass = mass > V::Scalar::ZERO;
        if !is_mass || !body.height.is_finite() {
            return Err(BodyError::Shape);
        }
        let id = match pushes {
            CrowdRole::Ghost => None,
            CrowdRole::Push | CrowdRole::Static => {
                let body = self.resident(mover.settings(), &body, number);
                Some(world.insert(body)?)
            }
        };
        self.members.push(Agent {
            resident: Size::new(mover.settings(), body.height),
            mover,
            body,
            mass,
            pushes,
            recorded: false,
            id,
            before: body,
            intent: Intent::walk(V::ZERO),
            report: Report::default(),
            carried: (V::ZERO, false),
        });
        Ok(number)
    }

    /// All characters, by number.
    #[must_use]
    pub fn members(&self) -> &[Agent<V>] {
        &self.members
    }

    /// The same, to change them between two ticks: a body that is put elsewhere, other
    /// [settings](Mover::set_settings), another mass.
    pub fn members_mut(&mut self) -> &mut [Agent<V>] {
        &mut self.members
    }

    /// What a character asks of the world: everything that it can meet.
    #[must_use]
    pub fn scene<'a>(&self, world: &'a World<V>, number: usize) -> world::WorldQuery<'a, V> {
        scene(world, &self.members[number], self.layer)
    }

    /// A character as the world knows it.
    fn resident(
        &self,
        settings: &MoverSettings<V>,
        body: &CharacterState<V>,
        number: usize,
    ) -> world::Body<V> {
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
    /// the world have to be where they are at the end of the tick already, as for [`Mover::step`]. A `dt` that is
    /// not positive and finite moves nobody.
    ///
    /// What each did is in its [`Agent::report`]. With the feature `rayon` all cores take part; the result is
    /// the same bits however many there are. Without it nothing is allocated once the memory of a tick has grown to
    /// what it needs.
    pub fn step(&mut self, world: &mut World<V>, intents: &[Intent<V>], dt: V::Scalar) {
        if !(dt > V::Scalar::ZERO && dt.is_finite()) {
            for member in &mut self.members {
                (member.before, member.report) = (member.body, Report::default());
            }
            return;
        }
        self.place(world);
        self.sort(world);
        self.find_carried(world, dt);
        self.find_wanted(intents);
        self.find_near(intents, dt);
        self.agreed.clone_from(&self.wanted);
        agree(&mut self.pairs, &mut self.agreed);
        self.take_turns(world, intents, dt);
        self.tell_velocities(world, dt);
    }

    /// Brings the bodies in the world to where the characters are; none of them has moved in this tick yet.
    fn place(&mut self, world: &mut World<V>) {
        self.speeds.clear();
        for member in &mut self.members {
            let Some(id) = member.id else {
                continue;
            };
            let pose = Pose::at(member.body.feet);
            if world.get(id).is_some_and(|body| body.pose != pose) {
                let _ = world.set_pose(id, pose);
            }
            self.speeds.push((id, V::ZERO));
            resize(world, member, id);
        }
        world.set_velocities(&self.speeds);
        world.settle();
    }

    /// Puts all in an order that does not depend on their numbers: who is carried after who carries, else by
    /// place.
    fn sort(&mut self, world: &mut World<V>) {
        let members = &self.members;
        self.keys.clear();
        self.keys.extend((0..).zip(members).map(|(number, member)| {
            // Who stands on another is higher.
            let height = member.body.feet.dot(member.mover.settings().up);
            (height.to_f64(), member.body.feet.to_f64(), number)
        }));
        self.keys.sort_unstable_by(|(high, a, x), (higher, b, y)| {
            let velocity = |number: u32| members[number as usize].body.velocity.to_f64();
            high.total_cmp(higher)
                .then_with(|| by_coordinates(a, b))
                .then_with(|| by_coordinates(&velocity(*x), &velocity(*y)))
                .then(x.cmp(y))
        });
        self.order.clear();
        self.order.extend(self.keys.iter().map(|key| key.2));
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
            number_of(world, members, ground.part.body)
        }));
        self.carries.clear();
        self.carries.resize(members.len(), false);
        for carrier in self.carriers.iter().flatten() {
            self.carries[*carrier as usize] = true;
        }
        for member in &mut self.members {
            member.carried = (V::ZERO, false);
        }
        if !world.is_still() {
            self.passed.clear();
            let all_have_ends = world.each_passed(dt, |bounds| self.passed.push(bounds));
            let (boxes, scratch) = (self.passed.iter().copied(), &mut self.scratch);
            self.passing.rebuild(boxes, scratch);
            let passed = &self.passing;
            let scene = world.query().mask(!self.layer);
            let carry = |member: &mut Agent<V>| {
                let rest = Intent::walk(V::ZERO);
                let reach = (member.mover.settings()).reach_of_tick(&member.body, &rest, dt);
                let meets = |_| ControlFlow::Break(());
                if all_have_ends && passed.overlapping(&reach, meets).is_continue() {
                    return;
                }
                let (way, pushed) = member.mover.carried(&scene, &member.body, dt);
                member.carried = (way / dt, pushed != V::ZERO);
            };
            self.going.clear();
            self.going.extend(0..self.members.len() as u32);
            each_of(
                &mut self.members,
                &self.going,
                &mut self.memories,
                ALONE,
                &|memory, _, member| member.working_in(memory, carry),
            );
        }
        // In this order who is carried comes after who carries.
        for &number in &self.order {
            let number = number as usize;
            let below = self.carriers[number].map(|below| self.members[below as usize].carried.0);
            let member = &mut self.members[number];
            if let Some(below) = below {
                member.carried.0 += below;
            }
            if member.body.ground.is_none() {
                // In the air what was left behind still counts.
                member.carried.0 += member.body.base_velocity;
            }
        }
    }

    /// Finds what each wants in the world's frame.
    fn find_wanted(&mut self, intents: &[Intent<V>]) {
        self.wanted.clear();
        let all = (0..).zip(&self.members);
        self.wanted.extend(all.map(|(number, member)| {
            let up = member.mover.settings().up;
            let intent = intent_of(intents, number).finite();
            let own = if intent.fly {
                intent.velocity
            } else {
                flat(intent.velocity, up)
            };
            own + member.carried.0
        }));
    }

    /// Finds who may meet whom in the tick.
    fn find_near(&mut self, intents: &[Intent<V>], dt: V::Scalar) {
        let lengths = self.wanted.iter().map(|wanted| wanted.length());
        let fastest = lengths.fold(V::Scalar::ZERO, V::Scalar::max);
        self.ones.clear();
        self.claims.clear();
        for (rank, &number) in (0..).zip(&self.order) {
            let member = &self.members[number as usize];
            let (wanted, carried) = (self.wanted[number as usize], member.carried);
            let settings = member.mover.settings();
            let pushed = (settings.radius * V::Scalar::from_f64(PUSHED) / dt).min(fastest);
            let mut intent = intent_of(intents, number).finite();
            let speed = wanted.length().max(pushed);
            // Whichever way the others push it.
            intent.velocity = settings.up * speed;
            let [claim, _] = settings.close_reach(&member.body, &intent, dt);
            let claim = claim.inflated(speed * dt).swept(carried.0 * dt);
            self.claims.push(claim);
            // What moves and pushes gives way to nobody, and nor does whom it pushes.
            let weight = if carried.1 {
                V::Scalar::ZERO
            } else {
                member.weight()
            };
            let is_told = claim.min.is_finite() && claim.max.is_finite();
            if member.id.is_some() && is_told {
                self.ones.push(One {
                    number,
                    rank,
                    capsule: member.capsule(),
                    claim,
                    reach: (fastest + wanted.length()) * dt + settings.skin,
                    up: settings.up,
                    skin: settings.skin,
                    weight,
                });
            }
        }
        let count = self.members.len();
        self.near.find(&self.ones, count, dt, &mut self.pairs);
    }

    /// Lets each take its step.
    fn take_turns(&mut self, world: &mut World<V>, intents: &[Intent<V>], dt: V::Scalar) {
        let Self {
            layer,
            members,
            order,
            rank,
            wanted,
            agreed,
            carriers,
            carries,
            claims,
            near,
            turns,
            going,
            strayed,
            memories,
            ..
        } = self;
        let layer = *layer;
        turns.begin(members.len(), near);
        let carrier = |who: u32| {
            let carrier = carriers[order[who as usize] as usize]?;
            Some(rank[carrier as usize]).filter(|rank| *rank != who)
        };
        let step = |world: &World<V>, number: u32, member: &mut Agent<V>| {
            let place = number as usize;
            let mut intent = intent_of(intents, number);
            intent.velocity = agreed[place] - member.carried.0;
            // Who stands on it does not bar its way, and is taken along after it.
            let stands_on_it = |_: BodyId, body: &world::Body<V>| {
                body.layers != layer || !stands_on(carriers, body.data as usize, number)
            };
            let mut scene = scene(world, member, layer);
            if carries[place] {
                scene = scene.filter_bodies(&stands_on_it);
            }
            member.before = member.body;
            member.intent = intent;
            member.report = member.mover.step(&scene, &mut member.body, &intent, dt);
            explain(&mut member.report, wanted[place], agreed[place]);
        };
        while turns.next(near, carrier) {
            going.clear();
            going.extend(turns.going().iter().map(|rank| order[*rank as usize]));
            // Where they lie in memory.
            going.sort_unstable();
            let seen = &*world;
            each_of(
                members,
                going,
                memories,
                ALONE,
                &|memory, number, member| {
                    member.working_in(memory, |member| step(seen, number, member));
                },
            );
            going.clear();
            going.extend_from_slice(turns.going());
            strayed.clear();
            for &who in going.iter() {
                let number = order[who as usize];
                let member = &members[number as usize];
                // Held up by one who has not gone yet: let that go first.
                let holder = if turns.may_wait(who) {
                    let met = member.mover.met().iter();
                    met.filter_map(|met| number_of(world, members, met.part.body))
                        .map(|other| rank[other as usize])
                        .find(|other| turns.can_wait_for(who, *other))
                } else {
                    None
                };
                let stays = member.id.is_none() || stays(member, &claims[who as usize]);
                let member = &mut members[number as usize];
                if let Some(holder) = holder {
                    member.body = member.before;
                    turns.wait(who, holder, near);
                } else if stays {
                    follow(world, member, carries[number as usize], dt);
                    turns.go(who, near);
                } else {
                    member.body = member.before;
                    strayed.push(who);
                }
            }
            // Who goes farther than it meant to goes alone.
            for &who in strayed.iter() {
                let number = order[who as usize];
                let member = &mut members[number as usize];
                member.working_in(&mut memories[0], |member| step(world, number, member));
                follow(world, member, carries[number as usize], dt);
                turns.go(who, near);
            }
        }
    }

    /// Tells the world how fast its bodies have gone.
    fn tell_velocities(&mut self, world: &mut World<V>, dt: V::Scalar) {
        self.speeds.clear();
        self.speeds.extend(self.members.iter().filter_map(|member| {
            let delta = member.body.feet.to_double() - member.before.feet.to_double();
            Some((member.id?, V::from_double(delta / dt.to_f64())))
        }));
        world.set_velocities(&self.speeds);
    }
}

/// Whether a character is where it claimed to stay.
fn stays<V: Vector>(member: &Agent<V>, claim: &Aabb<V>) -> bool {
    let settings = member.mover.settings();
    let bounds = member.capsule().bounds().inflated(settings.skin);
    claim.contains(bounds.min) && claim.contains(bounds.max)
}

/// The number of the character that a body of the world is.
fn number_of<V: Vector>(world: &World<V>, members: &[Agent<V>], id: BodyId) -> Option<u32> {
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

fn scene<'a, V: Vector>(
    world: &'a World<V>,
    member: &Agent<V>,
    layer: u32,
) -> world::WorldQuery<'a, V> {
    match member.id {
        Some(id) => world.query().except(id),
        None => world.query().mask(!layer),
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
fn follow<V: Vector>(world: &mut World<V>, member: &mut Agent<V>, carries: bool, dt: V::Scalar) {
    let Some(id) = member.id else {
        return;
    };
    let pose = Pose::at(member.body.feet);
    let moved = world.get(id).is_some_and(|body| body.pose != pose);
    if moved && carries {
        // Who stands on it has to know.
        let _ = world.move_to(id, pose, dt);
    } else if moved {
        // It pushes nobody: it has stopped at whom it met.
        let _ = world.set_pose(id, pose);
    }
    resize(world, member, id);
}

/// Gives a character's body in the world the size that it has.
fn resize<V: Vector>(world: &mut World<V>, member: &mut Agent<V>, id: BodyId) {
    let size = Size::new(member.mover.settings(), member.body.height);
    if member.resident == size {
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
        member.resident = size;
    }
}

fn intent_of<V: Vector>(intents: &[Intent<V>], number: u32) -> Intent<V> {
    let intent = intents.get(number as usize);
    intent.copied().unwrap_or(Intent::walk(V::ZERO))
}

fn by_coordinates(a: &[f64; 3], b: &[f64; 3]) -> Ordering {
    let all = a.iter().zip(b);
    all.fold(Ordering::Equal, |order, (a, b)| order.then(a.total_cmp(b)))
}

//! What has changed from one state of a world to another, and the way from the one to the other.

use super::World;
use super::bodies::PlaceChanges;
use super::body::{Body, BodyError, Collider, OneWay};
use super::body_entry::BodyEntry;
use super::pose::Pose;
use super::same::are_same_numbers;
use crate::part::BodyId;
use alloc::vec::Vec;
use carom_math::Vector;
use core::fmt;

/// What has changed in a body: `None` for a property that has not. See [`WorldDiff`].
///
/// ```
/// use carom::{Ball, Pose, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// let crate_ = world.insert(Ball::new(Vec3::ZERO, 1.))?;
/// let before = world.clone();
/// world.set_pose(crate_, Pose::at(vec3(1., 0., 0.)))?;
/// let diff = world.diff_from(&before);
/// let change = &diff.changed()[0];
/// assert_eq!((change.id, change.pose), (crate_, Some(Pose::at(vec3(1., 0., 0.)))));
/// assert!(change.collider.is_none() && change.data.is_none());
/// # Ok::<(), carom::BodyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BodyChange<V: Vector> {
    /// The body.
    pub id: BodyId,
    /// The new collider.
    pub collider: Option<Collider<V>>,
    /// The new pose: the body has moved.
    pub pose: Option<Pose<V>>,
    /// The new velocity of its origin, length/s.
    pub velocity: Option<V>,
    /// The new axis of rotation.
    pub axis: Option<V>,
    /// The new angular velocity, radians/s.
    pub spin: Option<V::Scalar>,
    /// The new velocity of its surface, length/s.
    pub surface_velocity: Option<V>,
    /// The new layers.
    pub layers: Option<u32>,
    /// The new mask.
    pub mask: Option<u32>,
    /// The new user data.
    pub data: Option<u64>,
    /// Whether it moves often from now on.
    pub moving: Option<bool>,
    /// Whether it is a sensor from now on.
    pub sensor: Option<bool>,
    /// The new one-way direction, or `Some(None)`: it blocks from all sides from now on.
    pub one_way: Option<Option<OneWay<V>>>,
}

/// Sets all properties that have changed.
macro_rules! set {
    ($change:ident, $body:ident: $($field:ident)*) => {
        $(if let Some(value) = &$change.$field {
            $body.$field = value.clone();
        })*
    };
}

impl<V: Vector> BodyChange<V> {
    /// No change yet.
    #[cfg(feature = "serde")]
    pub(super) fn none(id: BodyId) -> Self {
        Self {
            id,
            collider: None,
            pose: None,
            velocity: None,
            axis: None,
            spin: None,
            surface_velocity: None,
            layers: None,
            mask: None,
            data: None,
            moving: None,
            sensor: None,
            one_way: None,
        }
    }

    /// The change of a body; `None` if it is the same to the bit.
    fn between(id: BodyId, before: &Body<V>, now: &Body<V>) -> Option<Self> {
        let vector = |a: V, b: V| (!a.is_same(b)).then_some(b);
        let flag = |a: bool, b: bool| (a != b).then_some(b);
        let bits = |a: u32, b: u32| (a != b).then_some(b);
        let one_way = match (&before.one_way, &now.one_way) {
            (Some(a), Some(b)) => a.is_same(b),
            (a, b) => a.is_none() && b.is_none(),
        };
        let collider = &now.collider;
        let change = Self {
            id,
            collider: (!before.collider.is_same(collider)).then(|| collider.clone()),
            pose: (!before.pose.is_same(&now.pose)).then_some(now.pose),
            velocity: vector(before.velocity, now.velocity),
            axis: vector(before.axis, now.axis),
            spin: (!are_same_numbers(before.spin, now.spin)).then_some(now.spin),
            surface_velocity: vector(before.surface_velocity, now.surface_velocity),
            layers: bits(before.layers, now.layers),
            mask: bits(before.mask, now.mask),
            data: (before.data != now.data).then_some(now.data),
            moving: flag(before.moving, now.moving),
            sensor: flag(before.sensor, now.sensor),
            one_way: (!one_way).then_some(now.one_way),
        };
        (!change.is_empty()).then_some(change)
    }

    fn is_empty(&self) -> bool {
        let motion = self.pose.is_none()
            && self.velocity.is_none()
            && self.axis.is_none()
            && self.spin.is_none()
            && self.surface_velocity.is_none();
        let filters = self.layers.is_none() && self.mask.is_none() && self.data.is_none();
        let flags = self.moving.is_none() && self.sensor.is_none() && self.one_way.is_none();
        motion && filters && flags && self.collider.is_none()
    }

    /// The body with the change.
    fn of(&self, before: &Body<V>) -> Body<V> {
        let mut body = before.clone();
        set!(self, body: collider pose velocity axis spin surface_velocity);
        set!(self, body: layers mask data moving sensor one_way);
        body
    }
}

/// What has changed in a world since an earlier state of it, a clone for instance: see [`World::diff_from`]. All lists
/// are sorted by the names of the bodies.
///
/// For netcode (send what has changed since the last state that the other side has confirmed), for rollback, for undo. With
/// the feature `serde` it is serialized like a world: colliders of bodies that were added are in it, a mesh that several of
/// them share once; what has not changed is not.
///
/// ```
/// use carom::{Ball, Body, Pose, World, glam::{Vec3, vec3}};
/// let mut server = World::new();
/// let ids: Vec<_> = (0..4).map(|i| server.insert(Ball::new(Vec3::X * i as f32, 0.4))).collect::<Result<_, _>>()?;
/// let mut client = server.clone(); // both have this state
/// let confirmed = server.clone();
///
/// server.set_pose(ids[1], Pose::at(vec3(0., 5., 0.)))?;
/// server.set_layers(ids[2], 0b10)?;
/// server.remove(ids[3]);
/// let new = server.insert(Body { data: 7, ..Body::new(Ball::new(Vec3::ZERO, 2.)) })?;
///
/// let diff = server.diff_from(&confirmed);
/// assert_eq!(diff.removed(), [ids[3]]);
/// assert!(diff.added().len() == 1 && diff.added()[0].0 == new && diff.added()[0].1.data == 7);
/// assert_eq!(diff.changed().iter().map(|change| change.id).collect::<Vec<_>>(), [ids[1], ids[2]]);
/// client.apply(&diff)?;
/// assert!(server.diff_from(&client).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "snapshot")]
#[doc(alias = "delta")]
#[doc(alias = "rollback")]
#[derive(Clone, Debug)]
pub struct WorldDiff<V: Vector> {
    pub(super) removed: Vec<BodyId>,
    pub(super) added: Vec<(BodyId, Body<V>)>,
    pub(super) changed: Vec<BodyChange<V>>,
    pub(super) places: PlaceChanges,
    /// Whether no place changes.
    pub(super) same_places: bool,
}

impl<V: Vector> WorldDiff<V> {
    /// Bodies of the earlier state that are gone.
    #[must_use]
    pub fn removed(&self) -> &[BodyId] {
        &self.removed
    }

    /// Bodies that are new.
    #[must_use]
    pub fn added(&self) -> &[(BodyId, Body<V>)] {
        &self.added
    }

    /// Bodies of both states that have moved or changed in another way.
    #[must_use]
    pub fn changed(&self) -> &[BodyChange<V>] {
        &self.changed
    }

    /// Bodies of both states that have moved.
    ///
    /// ```
    /// use carom::{Ball, Pose, World, glam::Vec2};
    /// let mut world = World::new();
    /// let [first, second] = [0., 5.].map(|x| world.insert(Ball::new(Vec2::X * x, 1.)).unwrap());
    /// let before = world.clone();
    /// world.set_data(first, 7)?;
    /// world.set_pose(second, Pose::at(Vec2::Y))?;
    /// let diff = world.diff_from(&before);
    /// assert_eq!((diff.changed().len(), diff.moved().collect::<Vec<_>>()), (2, vec![second]));
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    pub fn moved(&self) -> impl Iterator<Item = BodyId> {
        let changed = self.changed.iter();
        changed.filter_map(|change| change.pose.as_ref().map(|_| change.id))
    }

    /// Whether both states are the same to the bit: the bodies, and the names that later ones will get.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let is_empty = self.removed.is_empty() && self.added.is_empty();
        is_empty && self.changed.is_empty() && self.same_places
    }
}

/// Why a diff cannot be applied to a world. The world is then unchanged.
///
/// ```
/// use carom::{Ball, DiffError, World, glam::Vec2};
/// let mut world = World::new();
/// let empty = world.clone();
/// let first = world.insert(Ball::new(Vec2::ZERO, 1.))?;
/// let diff = world.diff_from(&empty);
/// assert_eq!(world.apply(&diff), Err(DiffError::Base(first))); // it is there already
/// # Ok::<(), carom::BodyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DiffError {
    /// The diff is from another state: this body should be there and is not, or the other way round.
    Base(BodyId),
    /// The diff is from another state, with other names for later bodies.
    Names,
    /// This body is invalid.
    Body(BodyId, BodyError),
}

impl fmt::Display for DiffError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |id: &BodyId| (id.number, id.generation);
        match self {
            Self::Base(id) => {
                let (number, generation) = name(id);
                write!(
                    f,
                    "the diff is from another state of the world: see body {number} of generation {generation}"
                )
            }
            Self::Names => {
                f.write_str("the diff is from another state of the world, with other free places")
            }
            Self::Body(id, error) => {
                let (number, generation) = name(id);
                write!(f, "body {number} of generation {generation}: {error}")
            }
        }
    }
}

impl core::error::Error for DiffError {}

/// # Differences
impl<V: Vector> World<V> {
    /// What has changed since `before`, an earlier state of this world (or a later one, for the way back). The time is
    /// linear in the number of bodies.
    ///
    /// Numbers count as changed if their bits have. A mesh, chain or compound counts as changed if it is another `Arc`;
    /// after a refit it is.
    ///
    /// ```
    /// use carom::{Ball, Pose, World, glam::Vec3};
    /// let mut world = World::new();
    /// let ball = world.insert(Ball::new(Vec3::ZERO, 1.))?;
    /// let mut before = world.clone();
    /// world.set_pose(ball, Pose::at(Vec3::X))?;
    /// let diff = world.diff_from(&before);
    /// before.apply(&diff)?;
    /// assert_eq!(before.get(ball).unwrap().pose, Pose::at(Vec3::X));
    /// // And back: what `before` has become differs in nothing.
    /// assert!(before.diff_from(&world).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "SaveState")]
    #[must_use]
    pub fn diff_from(&self, before: &Self) -> WorldDiff<V> {
        let places = PlaceChanges::between(&before.bodies, &self.bodies);
        let mut diff = WorldDiff {
            removed: Vec::new(),
            added: Vec::new(),
            changed: Vec::new(),
            same_places: places.is_empty_for(&before.bodies),
            places,
        };
        let is_gone = |id: &BodyId| self.get(*id).is_none();
        diff.removed
            .extend(before.iter().map(|(id, _)| id).filter(is_gone));
        for (id, body) in self.iter() {
            match before.get(id) {
                None => diff.added.push((id, body.clone())),
                Some(old) => diff.changed.extend(BodyChange::between(id, old, body)),
            }
        }
        diff
    }

    /// Makes the later state of a diff out of the earlier one: the same bodies to the bit, under the same names, and the
    /// same names for bodies that are inserted later. The time grows with the number of changes.
    ///
    /// # Errors
    /// If the world is not in the earlier state of the diff, as far as it matters, or if a body in the diff is invalid.
    /// The world is then unchanged.
    #[doc(alias = "RestoreState")]
    pub fn apply(&mut self, diff: &WorldDiff<V>) -> Result<(), DiffError> {
        check_order(diff)?;
        let is_removed = |id: BodyId| diff.removed.binary_search(&id).is_ok();
        let missing = diff.removed.iter().find(|id| self.get(**id).is_none());
        missing.map_or(Ok(()), |id| Err(DiffError::Base(*id)))?;
        let mut changed = Vec::new();
        for change in &diff.changed {
            let id = change.id;
            let body = self.get(id).filter(|_| !is_removed(id));
            let body = change.of(body.ok_or(DiffError::Base(id))?);
            let entry = BodyEntry::new(body).map_err(|error| DiffError::Body(id, error))?;
            changed.push((id, entry));
        }
        let stays = |number: u32| {
            let there = self.bodies.at(number);
            there.is_some_and(|(id, _)| !is_removed(id))
        };
        let mut added = Vec::new();
        for (id, body) in &diff.added {
            if stays(id.number) {
                return Err(DiffError::Base(*id));
            }
            let entry = BodyEntry::new(body.clone());
            added.push((*id, entry.map_err(|error| DiffError::Body(*id, error))?));
        }
        let is_empty = |number: u32| {
            let taken = diff
                .added
                .binary_search_by_key(&number, |(id, _)| id.number);
            taken.is_err() && !stays(number)
        };
        let free = diff.places.free_list(&self.bodies, &added, is_empty);
        let free = free.ok_or(DiffError::Names)?;
        for id in &diff.removed {
            self.bodies.remove(*id);
        }
        self.bodies.set_places(&diff.places, free, added);
        for (id, entry) in changed {
            self.bodies.replace(id, entry);
        }
        Ok(())
    }
}

/// Lists from elsewhere may not be sorted, or name a place twice.
fn check_order<V: Vector>(diff: &WorldDiff<V>) -> Result<(), DiffError> {
    let added = diff.added.iter().map(|(id, _)| *id);
    let changed = diff.changed.iter().map(|change| change.id);
    check_ascending(diff.removed.iter().copied())?;
    check_ascending(added)?;
    check_ascending(changed)
}

fn check_ascending(ids: impl Iterator<Item = BodyId>) -> Result<(), DiffError> {
    let mut last = None;
    for id in ids {
        if last >= Some(id.number) {
            return Err(DiffError::Base(id));
        }
        last = Some(id.number);
    }
    Ok(())
}

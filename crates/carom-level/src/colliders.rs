//! Colliders of a file: which of its objects are for collisions, and which they stand for.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use crate::collider_names::{Marking, marking, owners};
use crate::{Level, LevelError, Object};

/// How the colliders of a file are used.
///
/// Colliders are objects named `UCX_…`, `UBX_…`, `USP_…` or `UCP_…` (Unreal: they stand for the object of the name that follows, with
/// or without a number), objects with the suffix `-colonly` or `-convcolonly` (Godot), and in a glTF what
/// `KHR_physics_rigid_bodies` or `OMI_physics_body` declare. Objects with the suffix `-col` or `-convcol` are their own colliders. The
/// suffixes `-noimp`, `-navmesh`, `-occonly` and `-rigid`, and rigid bodies that move, mean that an object is no part of the level.
///
/// ```
/// use carom_level::{Colliders, Format, Options, no_siblings, read};
///
/// let text = b"v 0 0 0\nv 0 0 1\nv 1 0 1\no Rock\nf 1 2 3\no UCX_Rock_01\nf 1 2 3\no Grass-noimp\nf 1 2 3\no Floor\nf 1 2 3\n";
/// let names = |colliders| {
///     let options = Options { colliders, ..Options::default() };
///     let level = read(text, Format::Obj, &options, &mut no_siblings).unwrap();
///     level.objects.iter().map(|object| object.name.to_string()).collect::<Vec<_>>()
/// };
/// assert_eq!(names(Colliders::Use), ["UCX_Rock_01", "Floor"]);
/// assert_eq!(names(Colliders::Exclusive), ["UCX_Rock_01"]);
/// assert_eq!(names(Colliders::Ignore).len(), 4);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colliders {
    /// A collider stands for its object; objects without one count as they are drawn.
    #[default]
    Use,
    /// Only colliders count, as in an engine that gives no other object a collision.
    Exclusive,
    /// Names and extensions have no meaning: every object counts as it is drawn.
    Ignore,
}

/// The colliders that were found in a level. Its text is one line, empty if there are none.
///
/// ```
/// use carom_level::{Format, Options, no_siblings, read};
///
/// let text = b"v 0 0 0\nv 0 0 1\nv 1 0 1\no Rock\nf 1 2 3\no UCX_Rock_01\nf 1 2 3\no Floor\nf 1 2 3\n";
/// let level = read(text, Format::Obj, &Options::default(), &mut no_siblings)?;
/// assert_eq!(level.colliders.replaced, 1);
/// assert_eq!(level.colliders.to_string(), "1 collider (UCX_) stands for 1 object; 1 object without a collider counts as it is drawn");
/// # Ok::<(), carom_level::LevelError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColliderReport {
    /// The number of colliders by the prefix, suffix or extension that makes them one.
    pub found: BTreeMap<&'static str, usize>,
    /// The objects that are not used because colliders stand for them.
    pub replaced: usize,
    /// The objects without collision, by the suffix or extension that says so.
    pub left_out: BTreeMap<&'static str, usize>,
    /// The objects without a collider.
    pub drawn: usize,
    /// Whether these are left out, too.
    pub only: bool,
}

impl ColliderReport {
    /// Whether the file has neither colliders nor objects without collision.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty() && self.left_out.is_empty()
    }
}

impl fmt::Display for ColliderReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = |kinds: &BTreeMap<&'static str, usize>| {
            let names: Vec<&str> = kinds.keys().copied().collect();
            (kinds.values().sum::<usize>(), names.join(", "))
        };
        let plural = |count: usize, one: &str, more: &str| match count {
            1 => format!("1 {one}"),
            _ => format!("{count} {more}"),
        };
        let mut parts = Vec::new();
        let (count, names) = kinds(&self.found);
        if count > 0 {
            let colliders = plural(count, "collider", "colliders");
            let stand = if count == 1 { "stands" } else { "stand" };
            let objects = plural(self.replaced, "object", "objects");
            parts.push(format!("{colliders} ({names}) {stand} for {objects}"));
        }
        let (count, names) = kinds(&self.left_out);
        if count > 0 {
            let objects = plural(count, "object takes", "objects take");
            parts.push(format!("{objects} no part ({names})"));
        }
        if self.drawn > 0 && !parts.is_empty() {
            let objects = plural(self.drawn, "object", "objects");
            let count = match (self.only, self.drawn) {
                (true, 1) => "is left out",
                (true, _) => "are left out",
                (false, 1) => "counts as it is drawn",
                (false, _) => "count as they are drawn",
            };
            parts.push(format!("{objects} without a collider {count}"));
        }
        f.write_str(&parts.join("; "))
    }
}

/// What a reader knows of an object beside its names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Role {
    /// The node of a glTF: equal names do not make two nodes one.
    pub(crate) node: usize,
    pub(crate) kind: Kind,
}

/// Whether an object is drawn, or for collisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    #[default]
    Drawn,
    /// A collider that an extension declares.
    Collider(&'static str),
    /// A collider stands for it.
    Replaced,
    /// Left out, for this reason.
    Without(&'static str),
}

/// Applies the option: `roles` are those of the objects. In an OBJ (`inherits`) a group is named like the object that it is in.
pub(crate) fn settle(
    level: &mut Level,
    mut roles: Vec<Role>,
    option: Colliders,
    inherits: bool,
) -> Result<(), LevelError> {
    if option == Colliders::Ignore {
        return Ok(());
    }
    mark_names(level, &mut roles, inherits);
    let report = report(level, &roles, option);
    if option == Colliders::Exclusive && report.found.is_empty() {
        return Err(LevelError::NoColliders);
    }
    if !report.is_empty() {
        let mut marks = roles.iter();
        let is_only = option == Colliders::Exclusive;
        level.retain(|_| {
            let kind = marks.next().map(|role| role.kind);
            matches!(kind, Some(Kind::Collider(_))) || kind == Some(Kind::Drawn) && !is_only
        });
        if level.triangles.is_empty() {
            return Err(LevelError::NothingSolid);
        }
    }
    level.colliders = report;
    Ok(())
}

/// Gives roles to drawn objects by their names.
fn mark_names(level: &Level, roles: &mut [Role], inherits: bool) {
    let no_part = inherited(level, |name| match marking(name) {
        Some(Marking::Without(suffix)) => Some(suffix),
        _ => None,
    });
    let mut colliders = Vec::new();
    for (object, role) in level.objects.iter().zip(&mut *roles) {
        if let Some(suffix) = object.parent.and_then(|group| no_part[group as usize]) {
            role.kind = Kind::Without(suffix);
        }
        if role.kind != Kind::Drawn {
            continue;
        }
        let parent = object.parent.filter(|_| inherits);
        let parent = parent.map(|group| &*level.groups[group as usize].name);
        let found = marking(&object.name).or_else(|| parent.and_then(marking));
        role.kind = match found {
            Some(Marking::For(kind, name, tail)) => {
                colliders.push((object, owners(name, tail)));
                Kind::Collider(kind)
            }
            Some(Marking::Own(suffix)) => Kind::Collider(suffix),
            Some(Marking::Without(suffix)) => Kind::Without(suffix),
            None => continue,
        };
    }
    replace(level, roles, colliders);
}

/// Marks the objects that colliders stand for: those of their possible names, or the node above.
fn replace(level: &Level, roles: &mut [Role], colliders: Vec<(&Object, Vec<String>)>) {
    let objects = level.objects.iter().zip(&*roles);
    let drawn = objects.filter(|(_, role)| role.kind == Kind::Drawn);
    let mut known: HashSet<&str> = drawn.map(|(object, _)| &*object.name).collect();
    known.extend(level.groups.iter().map(|group| &*group.name));
    known.remove("");
    let (mut names, mut parents) = (HashSet::new(), HashSet::new());
    for (object, owners) in colliders {
        let owner = owners.into_iter().find(|name| known.contains(&**name));
        let parent = object.parent.filter(|_| owner.is_none());
        names.extend(owner);
        parents.extend(parent.map(|group| {
            let group = &level.groups[group as usize];
            (group.parent, group.name.clone())
        }));
    }
    let replaced = inherited(level, |name| names.contains(name).then_some(()));
    for (object, role) in level.objects.iter().zip(roles) {
        let in_group = object.parent.and_then(|group| replaced[group as usize]);
        let is_replaced = in_group.is_some()
            || names.contains(&*object.name)
            || parents.contains(&(object.parent, object.name.clone()));
        if role.kind == Kind::Drawn && is_replaced {
            role.kind = Kind::Replaced;
        }
    }
}

/// What the name of each group means, or of one that it is in.
fn inherited<T: Copy>(level: &Level, meaning: impl Fn(&str) -> Option<T>) -> Vec<Option<T>> {
    let mut found: Vec<Option<T>> = Vec::with_capacity(level.groups.len());
    for group in &level.groups {
        // A lower index.
        let above = group
            .parent
            .and_then(|parent| found.get(parent as usize)?.as_ref());
        found.push(above.copied().or_else(|| meaning(&group.name)));
    }
    found
}

/// Counts objects: parts of one that differ in their material are one.
fn report(level: &Level, roles: &[Role], option: Colliders) -> ColliderReport {
    let mut report = ColliderReport {
        only: option == Colliders::Exclusive,
        ..ColliderReport::default()
    };
    let mut last = None;
    for (object, role) in level.objects.iter().zip(roles) {
        let this = Some((role, &object.name, object.parent));
        if std::mem::replace(&mut last, this) == this {
            continue;
        }
        match role.kind {
            Kind::Drawn => report.drawn += 1,
            Kind::Replaced => report.replaced += 1,
            Kind::Collider(kind) => *report.found.entry(kind).or_default() += 1,
            Kind::Without(kind) => *report.left_out.entry(kind).or_default() += 1,
        }
    }
    report
}

//! The objects of a level: which triangles have which names.

use std::ops::Range;
use std::sync::Arc;

use glam::{DVec3, Vec3};

use crate::Level;
use crate::colliders::Role;

/// A run of triangles with the same names: an object of the file, or the part of it that has one material.
///
/// In an OBJ the name is that of the group (`g`) if there is one, else of the object (`o`); a group inside of an object has that as
/// its parent. In a glTF it is the name of the node, or of its mesh if the node has none. Names need not be unique, and a file
/// without names has one object with an empty name.
///
/// ```
/// use carom_level::{Format, Options, no_siblings, read};
///
/// let text = b"o Barn\nv 0 0 0\nv 0 0 1\nv 1 0 1\nv 1 0 0\ng floor\nusemtl hay\nf 1 2 3\nusemtl stone\nf 1 3 4\n";
/// let level = read(text, Format::Obj, &Options::default(), &mut no_siblings)?;
/// let [hay, stone] = &level.objects[..] else { panic!() };
/// assert_eq!((&*hay.name, hay.material.as_deref(), hay.triangles.clone()), ("floor", Some("hay"), 0..1));
/// assert_eq!(level.path(stone), ["Barn", "floor"]);
/// # Ok::<(), carom_level::LevelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its name; empty if the file has none.
    pub name: Arc<str>,
    /// The group that it is in: an index into [`Level::groups`].
    pub parent: Option<u32>,
    /// The name of its material.
    pub material: Option<Arc<str>>,
    /// The numbers of its triangles in the level.
    pub triangles: Range<u32>,
    /// The number that its first triangle had in the file, before [`Level::retain`].
    pub first_in_file: u32,
}

/// A group of objects: an object of an OBJ that has groups, or a node of a glTF that has children.
///
/// ```
/// use carom_level::Group;
/// let house = Group { name: "House".into(), parent: None };
/// assert_eq!(&*house.name, "House");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its name; unnamed groups are left out.
    pub name: Arc<str>,
    /// The group that it is in: a lower index into [`Level::groups`].
    pub parent: Option<u32>,
}

/// A place where a player starts: a node of a glTF with `spawn` or `player start` in its name, in any case, with or without
/// `_`, `-` and spaces.
///
/// ```
/// use carom_level::Spawn;
/// let spawn = Spawn { name: "PlayerStart".into(), position: [0.0, 1.0, 0.0].into() };
/// assert_eq!(spawn.position.y, 1.0);
/// assert_eq!(spawn.starts()[1].y, 1.1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Spawn {
    /// The name of the node.
    pub name: Arc<str>,
    /// Its origin, converted like the vertices.
    pub position: DVec3,
}

impl Spawn {
    /// Where to start: its position, and three a little higher, as it may be in the floor.
    #[must_use]
    pub fn starts(&self) -> [Vec3; 4] {
        [0.0, 0.1, 0.5, 1.0].map(|lift| (self.position + DVec3::Y * lift).as_vec3())
    }
}

/// Whether a node of this name is a [`Spawn`].
pub(crate) fn is_spawn(name: &str) -> bool {
    let letters = name.chars().filter(|c| !matches!(c, '_' | '-' | ' '));
    let plain: String = letters.flat_map(char::to_lowercase).collect();
    plain.contains("spawn") || plain.contains("playerstart")
}

/// # Objects
impl Level {
    /// The object of a triangle; `None` for a number that no triangle has.
    ///
    /// ```
    /// use carom_level::{Format, Options, no_siblings, read};
    ///
    /// let text = b"v 0 0 0\nv 0 0 1\nv 1 0 1\nv 1 0 0\nusemtl ice\nf 1 2 3\nusemtl stone\nf 1 3 4\n";
    /// let level = read(text, Format::Obj, &Options::default(), &mut no_siblings)?;
    /// let is_ice = |triangle| level.object(triangle).is_some_and(|object| object.material.as_deref() == Some("ice"));
    /// assert_eq!((is_ice(0), is_ice(1), is_ice(2)), (true, false, false));
    /// # Ok::<(), carom_level::LevelError>(())
    /// ```
    #[must_use]
    pub fn object(&self, triangle: u32) -> Option<&Object> {
        let next = (self.objects).partition_point(|object| object.triangles.end <= triangle);
        let object = self.objects.get(next)?;
        object.triangles.contains(&triangle).then_some(object)
    }

    /// The names of the groups that an object is in, the outermost first, and its own if it has one.
    #[must_use]
    pub fn path<'a>(&'a self, object: &'a Object) -> Vec<&'a str> {
        let mut path = Vec::new();
        if !object.name.is_empty() {
            path.push(&*object.name);
        }
        let mut parent = object.parent;
        while let Some(group) = parent.and_then(|group| self.groups.get(group as usize)) {
            path.push(&group.name);
            // A lower index, as everywhere: no circle.
            parent = group.parent.filter(|next| Some(*next) < parent);
        }
        path.reverse();
        path
    }

    /// Keeps only the objects for which `keep` returns true. The other triangles are removed and the rest renumbered; the
    /// vertices stay.
    ///
    /// ```
    /// use carom_level::{Format, Options, no_siblings, read};
    ///
    /// let text = b"v 0 0 0\nv 0 0 1\nv 1 0 1\no Sky\nf 1 2 3\no Floor\nf 1 3 2\n";
    /// let mut level = read(text, Format::Obj, &Options::default(), &mut no_siblings)?;
    /// level.retain(|object| !object.name.starts_with("Sky"));
    /// let floor = &level.objects[0];
    /// assert_eq!((&level.triangles[..], floor.triangles.clone(), floor.first_in_file), (&[[0, 2, 1]][..], 0..1, 1));
    /// # Ok::<(), carom_level::LevelError>(())
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(&Object) -> bool) {
        let mut kept = 0;
        let (triangles, colors) = (&mut self.triangles, &mut self.colors);
        let has_colors = colors.len() == triangles.len();
        self.objects.retain_mut(|object| {
            let is_kept = keep(object);
            if is_kept {
                let run = object.triangles.start as usize..object.triangles.end as usize;
                let count = object.triangles.end - object.triangles.start;
                if has_colors {
                    colors.copy_within(run.clone(), kept as usize);
                }
                triangles.copy_within(run, kept as usize);
                object.triangles = kept..kept + count;
                kept += count;
            }
            is_kept
        });
        triangles.truncate(kept as usize);
        colors.truncate(kept as usize);
    }
}

/// The names at one place of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Names {
    pub(crate) role: Role,
    pub(crate) name: Arc<str>,
    pub(crate) parent: Option<u32>,
    pub(crate) material: Option<Arc<str>>,
}

/// Collects the objects of a file in the order of its triangles.
#[derive(Default)]
pub(crate) struct Collector {
    objects: Vec<Object>,
    roles: Vec<Role>,
    last: Names,
}

impl Collector {
    /// Adds the next triangles of the file.
    pub(crate) fn add(&mut self, names: &Names, count: usize) {
        if count == 0 {
            return;
        }
        // At most MAX_TRIANGLES.
        let count = count as u32;
        let first = (self.objects.last()).map_or(0, |last| last.triangles.end);
        match self.objects.last_mut() {
            Some(last) if self.last == *names => last.triangles.end += count,
            _ => {
                self.objects.push(Object {
                    name: names.name.clone(),
                    parent: names.parent,
                    material: names.material.clone(),
                    triangles: first..first + count,
                    first_in_file: first,
                });
                self.roles.push(names.role);
            }
        }
        if self.last != *names {
            self.last = names.clone();
        }
    }

    pub(crate) fn roles_mut(&mut self) -> &mut [Role] {
        &mut self.roles
    }

    /// The objects, and the role of each.
    pub(crate) fn finish(self) -> (Vec<Object>, Vec<Role>) {
        (self.objects, self.roles)
    }
}

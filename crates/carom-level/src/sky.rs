//! Finds sky boxes and domes: objects around everything else.

use glam::DVec3;
use std::collections::BTreeMap;

use crate::Level;

/// How many times as wide as the rest an object is that is no sky by its name, and how wide at least: a hall with a table in it
/// is no sky.
const WIDE: f64 = 8.0;
const LEAST: f64 = 500.0;

/// The most domes, one in the other.
const MOST: usize = 8;

impl Level {
    /// The paths of objects that are a sky: they enclose everything else at the sides and above, and either their name or
    /// material contains "sky", or they are 8 times as wide as the rest and at least 500 m.
    ///
    /// Unnamed objects are not found, as no [`Selection`](crate::Selection) can name them.
    ///
    /// ```
    /// use carom_level::{Format, Options, no_siblings, read};
    ///
    /// let text = b"v -900 -9 -900\nv -900 -9 900\nv 900 700 0\no SkyDome\nf 1 2 3\n\
    ///     v 0 0 0\nv 0 0 9\nv 9 0 0\no Floor\nf 4 5 6\n";
    /// let level = read(text, Format::Obj, &Options::default(), &mut no_siblings)?;
    /// assert_eq!(level.sky(), ["SkyDome"]);
    /// # Ok::<(), carom_level::LevelError>(())
    /// ```
    #[must_use]
    pub fn sky(&self) -> Vec<String> {
        let mut solids: BTreeMap<String, Solid> = BTreeMap::new();
        for object in &self.objects {
            let path = self.path(object);
            let is_named = (path.iter().copied())
                .chain(object.material.as_deref())
                .any(|name| name.to_lowercase().contains("sky"));
            let solid = solids.entry(path.join("/")).or_insert_with(Solid::empty);
            solid.is_named |= is_named;
            for triangle in object.triangles.clone() {
                for vertex in self.triangles[triangle as usize] {
                    solid.add(self.vertices[vertex as usize]);
                }
            }
        }
        let mut solids: Vec<(String, Solid)> = solids.into_iter().collect();
        // The widest first; the sort keeps the order of names.
        solids.sort_by(|a, b| b.1.width().total_cmp(&a.1.width()));
        // The box of all solids behind each.
        let mut rests = vec![Solid::empty(); solids.len()];
        let mut rest = Solid::empty();
        for (i, (_, solid)) in solids.iter().enumerate().rev() {
            rests[i] = rest.clone();
            rest.add(solid.min);
            rest.add(solid.max);
        }
        let skies = solids.into_iter().zip(rests).take(MOST);
        let skies =
            skies.take_while(|((path, solid), rest)| !path.is_empty() && solid.is_sky(rest));
        skies.map(|((path, _), _)| path).collect()
    }
}

/// The box of an object.
#[derive(Clone)]
struct Solid {
    min: DVec3,
    max: DVec3,
    /// It is called a sky.
    is_named: bool,
}

impl Solid {
    fn empty() -> Self {
        Self {
            min: DVec3::INFINITY,
            max: DVec3::NEG_INFINITY,
            is_named: false,
        }
    }

    fn add(&mut self, point: DVec3) {
        self.min = self.min.min(point);
        self.max = self.max.max(point);
    }

    /// The greater of its level extents.
    fn width(&self) -> f64 {
        let size = self.max - self.min;
        size.x.max(size.z)
    }

    fn is_sky(&self, rest: &Self) -> bool {
        let encloses =
            self.min.x <= rest.min.x && self.min.z <= rest.min.z && self.max.cmpge(rest.max).all();
        let is_wide = self.width() >= LEAST && self.width() >= WIDE * rest.width();
        rest.width() >= 0.0 && encloses && (self.is_named || is_wide)
    }
}

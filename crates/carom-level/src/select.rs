//! Which objects of a level count: by name, by place, and without the sky.

use glam::DVec3;
use wildmatch::WildMatch;

use crate::error::shortened;
use crate::{Level, LevelError, Object};

/// The names that an error lists.
const LISTED: usize = 12;

/// A selection of objects.
///
/// A pattern is compared with the name of an object, its material, each group that it is in, and its whole path
/// (`House/Roof`); `*` stands for any characters and `?` for one. Upper and lower case differ.
///
/// ```
/// use carom_level::{Format, Options, Selection, no_siblings, read};
///
/// let text = b"v 0 0 0\nv 0 0 1\nv 1 0 1\no Sky.001\nf 1 2 3\no Floor\nf 1 2 3\no Clip\nf 1 2 3\n";
/// let mut level = read(text, Format::Obj, &Options::default(), &mut no_siblings)?;
/// level.select(&Selection { exclude: vec!["Sky*".into(), "Clip".into()], ..Selection::default() })?;
/// assert_eq!((level.objects.len(), &*level.objects[0].name), (1, "Floor"));
///
/// let error = level.select(&Selection { only: vec!["Wall".into()], ..Selection::default() }).unwrap_err();
/// assert_eq!(error.to_string(), "no object, group or material is named \"Wall\"; there is Floor");
/// # Ok::<(), carom_level::LevelError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// Patterns of the objects that count; all if there are none.
    pub only: Vec<String>,
    /// Patterns of objects that do not count, even if `only` names them.
    pub exclude: Vec<String>,
    /// Two corners of a box: triangles with boxes that do not touch it do not count.
    pub bounds: Option<[DVec3; 2]>,
}

impl Selection {
    /// Whether everything counts.
    #[must_use]
    pub fn is_all(&self) -> bool {
        *self == Self::default()
    }
}

/// # Selections
impl Level {
    /// Removes what does not count, as [`retain`](Self::retain) does.
    ///
    /// # Errors
    ///
    /// [`LevelError::NoName`] for a pattern that fits nothing, with the names that there are;
    /// [`LevelError::NothingLeft`] if no triangle counts. The level then stays as it is.
    pub fn select(&mut self, selection: &Selection) -> Result<(), LevelError> {
        let patterns = |texts: &[String]| -> Result<Vec<WildMatch>, LevelError> {
            texts.iter().map(|text| self.pattern(text)).collect()
        };
        if selection.is_all() {
            return Ok(());
        }
        let (only, exclude) = (patterns(&selection.only)?, patterns(&selection.exclude)?);
        let any = |patterns: &[WildMatch], object: &Object| {
            patterns.iter().any(|pattern| self.fits(object, pattern))
        };
        let [min, max] = match selection.bounds {
            Some([a, b]) => [a.min(b), a.max(b)],
            None => [DVec3::NEG_INFINITY, DVec3::INFINITY],
        };
        let touches = |triangle: u32| {
            let [a, b, c] =
                self.triangles[triangle as usize].map(|index| self.vertices[index as usize]);
            a.min(b).min(c).cmple(max).all() && a.max(b).max(c).cmpge(min).all()
        };
        // The runs that count, and those between them.
        let mut runs = Vec::new();
        for object in &self.objects {
            let counts = (only.is_empty() || any(&only, object)) && !any(&exclude, object);
            let mut start = object.triangles.start;
            while start < object.triangles.end {
                let is_kept = counts && touches(start);
                let others = start + 1..object.triangles.end;
                let end = others
                    .into_iter()
                    .find(|triangle| (counts && touches(*triangle)) != is_kept)
                    .unwrap_or(object.triangles.end);
                let run = Object {
                    triangles: start..end,
                    first_in_file: object.first_in_file + (start - object.triangles.start),
                    ..object.clone()
                };
                runs.push((run, is_kept));
                start = end;
            }
        }
        if !runs.iter().any(|(_, is_kept)| *is_kept) {
            return Err(LevelError::NothingLeft);
        }
        let (runs, kept): (Vec<Object>, Vec<bool>) = runs.into_iter().unzip();
        self.objects = runs;
        let mut kept = kept.iter();
        self.retain(|_| kept.next() == Some(&true));
        Ok(())
    }

    /// Whether a pattern fits an object, as those of a [`Selection`] do.
    ///
    /// ```
    /// use carom_level::{Format, Options, no_siblings, read};
    ///
    /// let text = b"v 0 0 0\nv 0 0 1\nv 1 0 1\no House\ng Roof\nf 1 2 3\n";
    /// let level = read(text, Format::Obj, &Options::default(), &mut no_siblings)?;
    /// let fits = ["Roof", "Hou*", "House/Roof", "roof"].map(|pattern| level.is_named(&level.objects[0], pattern));
    /// assert_eq!(fits, [true, true, true, false]);
    /// # Ok::<(), carom_level::LevelError>(())
    /// ```
    #[must_use]
    pub fn is_named(&self, object: &Object, pattern: &str) -> bool {
        self.fits(object, &WildMatch::new(pattern))
    }

    fn pattern(&self, text: &str) -> Result<WildMatch, LevelError> {
        let pattern = WildMatch::new(text);
        if (self.objects.iter()).any(|object| self.fits(object, &pattern)) {
            return Ok(pattern);
        }
        Err(LevelError::NoName {
            pattern: shortened(text),
            names: self.listed(),
        })
    }

    fn fits(&self, object: &Object, pattern: &WildMatch) -> bool {
        let path = self.path(object);
        path.iter().any(|name| pattern.matches(name))
            || (object.material.as_deref()).is_some_and(|name| pattern.matches(name))
            || pattern.matches(&path.join("/"))
    }

    /// The names that patterns can fit, for an error.
    fn listed(&self) -> String {
        let mut names: Vec<&str> = Vec::new();
        for object in &self.objects {
            names.extend(self.path(object));
            names.extend(object.material.as_deref());
        }
        names.sort_unstable();
        names.dedup();
        let shown: Vec<String> = names
            .iter()
            .take(LISTED)
            .map(|name| shortened(name))
            .collect();
        match names.len() {
            0 => "the file names nothing".into(),
            count if count <= LISTED => format!("there is {}", shown.join(", ")),
            count => format!("there is {}, and {} more", shown.join(", "), count - LISTED),
        }
    }
}

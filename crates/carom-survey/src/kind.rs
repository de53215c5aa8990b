//! The kinds of findings: everything that reports contain about a kind, in one place.

/// What kind of fault a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Little of the walkable ground is reached: the spawn may be wrong.
    Reach,
    /// The character leaves the level.
    Leak,
    /// A region that can be entered and not left again.
    Trap,
    /// Ground around the spawn that can be left and not reached again.
    Ledge,
    /// The character overlaps geometry and there is no free place near.
    Stuck,
    /// Something blocks the character that should not: nothing visible, or a step a little too high.
    Snag,
    /// The character does not come to rest, or oscillates under constant input.
    Jitter,
    /// An opening that is a little too narrow.
    Gap,
    /// A ceiling that is a little too low.
    Headroom,
    /// Defects of the mesh.
    Geometry,
}

/// How a kind is presented.
#[derive(Clone, Copy, Debug)]
pub struct Presentation {
    /// Its name in reports and file names.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// What to do about it.
    pub advice: &'static str,
    /// Its color as 0xRRGGBB, dark enough for white digits.
    pub color: u32,
}

impl Kind {
    /// All kinds, in the order of reports.
    pub const ALL: [Self; 10] = [
        Self::Reach,
        Self::Leak,
        Self::Trap,
        Self::Ledge,
        Self::Stuck,
        Self::Snag,
        Self::Jitter,
        Self::Gap,
        Self::Headroom,
        Self::Geometry,
    ];

    /// Its name in reports.
    ///
    /// ```
    /// use carom_survey::Kind;
    /// assert_eq!(Kind::Headroom.name(), "headroom");
    /// assert_eq!(Kind::named("headroom"), Some(Kind::Headroom));
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        self.presentation().name
    }

    /// The kind of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Names that kinds had in reports up to 0.1.
    pub const FORMER_NAMES: [&str; 2] = ["flicker", "head"];

    /// The kind that had one of the [`FORMER_NAMES`](Self::FORMER_NAMES).
    #[must_use]
    pub fn formerly_named(name: &str) -> Option<Self> {
        match name {
            "flicker" => Some(Self::Jitter),
            "head" => Some(Self::Headroom),
            _ => None,
        }
    }

    /// How it is presented.
    #[must_use]
    pub const fn presentation(self) -> Presentation {
        let (name, title, color) = self.label();
        let [meaning, advice] = self.explanation();
        Presentation {
            name,
            title,
            meaning,
            advice,
            color,
        }
    }

    /// Its name, title and color.
    const fn label(self) -> (&'static str, &'static str, u32) {
        match self {
            Self::Reach => ("reach", "Reach", 0x1f_2f8f),
            Self::Leak => ("leak", "Leak", 0xc2_1f3a),
            Self::Trap => ("trap", "Trap", 0x7a_2ea0),
            Self::Ledge => ("ledge", "Ledge", 0x8a_3a68),
            Self::Stuck => ("stuck", "Stuck", 0x9c_4a16),
            Self::Snag => ("snag", "Snag", 0xb0_6a00),
            Self::Jitter => ("jitter", "Jitter", 0x00_7a8a),
            Self::Gap => ("gap", "Gap", 0x1c_5fb0),
            Self::Headroom => ("headroom", "Headroom", 0x4b_6b1e),
            Self::Geometry => ("geometry", "Geometry", 0x4d_5560),
        }
    }

    /// Its meaning, and what to do about it.
    const fn explanation(self) -> [&'static str; 2] {
        match self {
            Self::Reach => [
                "Little of the walkable ground is reached.",
                "Move the spawn, or let the character jump if it does in the game.",
            ],
            Self::Leak => [
                "The character leaves the level's bounds: it falls out, or walks through.",
                "Close the hole or the wall, or leave it if players are meant to fall there.",
            ],
            Self::Trap => [
                "A region that can be entered and not left again.",
                "Add a way out: a step, a ramp, a trigger.",
            ],
            Self::Ledge => [
                "Ground around the spawn that can be left and not reached again.",
                "Add a way up, or move the spawn, unless the drop is meant.",
            ],
            Self::Stuck => [
                "The character overlaps geometry and finds no free place near.",
                "Check walls that close to a point, or pass through each other.",
            ],
            Self::Snag => [
                "Something blocks the character that should not: a step a little too high, or a low face a little too steep.",
                "Make the step lower, or the face flatter.",
            ],
            Self::Jitter => [
                "The character does not come to rest, or is shaken while it moves.",
                "Check needles and pits that are narrower than the character.",
            ],
            Self::Gap => [
                "An opening that is a little too narrow.",
                "Make it wider, or close it.",
            ],
            Self::Headroom => [
                "A ceiling that is a little too low.",
                "Raise it, or lower the floor.",
            ],
            Self::Geometry => [
                "Defects of the mesh: holes, T-junctions, degenerate, duplicate, flipped or overlapping triangles.",
                "Repair them in the editor, or in the exporter's settings.",
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn all_kinds_are_listed_once_and_look_different() {
        for (i, a) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(a as usize, i, "{a:?} is in its place");
            assert_eq!(Kind::named(a.name()), Some(a));
            for b in &Kind::ALL[..i] {
                let (a, b) = (a.presentation(), b.presentation());
                assert_ne!(a.name, b.name);
                let apart = |shift: u32| (a.color >> shift & 255).abs_diff(b.color >> shift & 255);
                let most = apart(0).max(apart(8)).max(apart(16));
                assert!(most > 30, "{} {}", a.name, b.name);
            }
        }
    }
}

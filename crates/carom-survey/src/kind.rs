//! The kinds of findings: everything that reports contain about a kind, in one place.

/// What kind of fault a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The character leaves the level.
    Leak,
    /// A region that can be entered and not left again.
    Trap,
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
    pub const ALL: [Self; 8] = [
        Self::Leak,
        Self::Trap,
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
        match self {
            Self::Leak => Presentation {
                name: "leak",
                title: "Leak",
                meaning: "The character leaves the level's bounds: it falls out, or walks through.",
                advice: "Close the hole or the wall, or leave it if players are meant to fall there.",
                color: 0xc2_1f3a,
            },
            Self::Trap => Presentation {
                name: "trap",
                title: "Trap",
                meaning: "A region that can be entered and not left again.",
                advice: "Add a way out: a step, a ramp, a trigger.",
                color: 0x7a_2ea0,
            },
            Self::Stuck => Presentation {
                name: "stuck",
                title: "Stuck",
                meaning: "The character overlaps geometry and finds no free place near.",
                advice: "Check walls that close to a point, or pass through each other.",
                color: 0x9c_4a16,
            },
            Self::Snag => Presentation {
                name: "snag",
                title: "Snag",
                meaning: "Something blocks the character that should not: nothing visible, or a step a little too high.",
                advice: "Check edges that stick out, or make the step lower.",
                color: 0xb0_6a00,
            },
            Self::Jitter => Presentation {
                name: "jitter",
                title: "Jitter",
                meaning: "The character does not come to rest, or is shaken while it moves.",
                advice: "Check needles and pits that are narrower than the character.",
                color: 0x00_7a8a,
            },
            Self::Gap => Presentation {
                name: "gap",
                title: "Gap",
                meaning: "An opening that is a little too narrow.",
                advice: "Make it wider, or close it.",
                color: 0x1c_5fb0,
            },
            Self::Headroom => Presentation {
                name: "headroom",
                title: "Headroom",
                meaning: "A ceiling that is a little too low.",
                advice: "Raise it, or lower the floor.",
                color: 0x4b_6b1e,
            },
            Self::Geometry => Presentation {
                name: "geometry",
                title: "Geometry",
                meaning: "Defects of the mesh: holes, T-junctions, degenerate, duplicate, flipped or overlapping triangles.",
                advice: "Repair them in the editor, or in the exporter's settings.",
                color: 0x4d_5560,
            },
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

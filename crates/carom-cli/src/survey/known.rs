//! Findings that are known, from an earlier report or a list of ignored ones: their kind and place.

use crate::output::say;
use carom_survey::Kind;
use glam::{DVec3, Vec3};
use std::fmt::Display;

/// A kind of finding, within a radius of a position.
pub(super) struct KnownFinding<'a> {
    pub(super) kind: &'a str,
    pub(super) position: DVec3,
    pub(super) radius: f64,
}

impl KnownFinding<'_> {
    /// The distance of a finding that may be this one; `None` for one of another kind or too far away.
    pub(super) fn distance(&self, kind: &str, position: Vec3) -> Option<f64> {
        let distance = self.position.distance(position.as_dvec3());
        (self.kind == kind && distance <= self.radius).then_some(distance)
    }
}

/// Gives a kind its present name if it is a former one, with a line that says so; `place` is its place.
pub(super) fn rename(kind: &mut String, place: impl Display) {
    if let Some(now) = Kind::formerly_named(kind) {
        let name = now.name();
        say(format_args!(
            "{place}: the kind {kind:?} is named {name:?} now"
        ));
        *kind = name.into();
    }
}

//! The kinds of queries on a level, and the goals for their speed relative to peers.

use crate::case::{Case, Cases};
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Body {
    Capsule,
    Ball,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Work {
    /// Closest contact, up to [`REACH`](crate::case::REACH).
    Closest(Body),
    /// The contacts of all triangles, up to the same reach.
    All(Body),
    /// Overlap with anything.
    Overlap(Body),
    /// Sweep by a number of meters.
    Sweep(Body, f32),
    /// Ray cast of [`RAY`] meters.
    Ray,
}

/// Length of a ray, m.
pub(crate) const RAY: f32 = 100.0;

pub(crate) const WORKS: [Work; 11] = [
    Work::Closest(Body::Capsule),
    Work::All(Body::Capsule),
    Work::Closest(Body::Ball),
    Work::All(Body::Ball),
    Work::Overlap(Body::Capsule),
    Work::Overlap(Body::Ball),
    Work::Sweep(Body::Capsule, 0.1),
    Work::Sweep(Body::Capsule, 5.0),
    Work::Sweep(Body::Ball, 0.1),
    Work::Sweep(Body::Ball, 5.0),
    Work::Ray,
];

impl Work {
    /// The inputs of its queries.
    pub(crate) fn cases(self, cases: &Cases) -> &[Case] {
        match self {
            Self::Closest(_) | Self::All(_) | Self::Overlap(_) => &cases.near,
            Self::Sweep(..) | Self::Ray => &cases.clear,
        }
    }

    /// The goal for the speed relative to parry (issue 4).
    pub(crate) fn over_parry(self) -> f64 {
        match self {
            Self::Closest(Body::Capsule) => 40.0,
            Self::All(Body::Capsule) => 11.0,
            Self::Closest(Body::Ball) | Self::All(Body::Ball) | Self::Overlap(_) => 5.0,
            Self::Sweep(Body::Capsule, length) if length < 1.0 => 9.0,
            Self::Sweep(Body::Capsule, _) => 13.0,
            Self::Sweep(Body::Ball, length) if length < 1.0 => 10.0,
            Self::Sweep(Body::Ball, _) => 15.0,
            Self::Ray => 2.0,
        }
    }

    /// How many times as fast as the fastest engine in C or C++ carom must be (issue 4).
    pub(crate) fn over_native(self) -> f64 {
        match self {
            Self::Closest(Body::Capsule) => 4.5,
            Self::All(Body::Capsule) | Self::Closest(Body::Ball) => 3.0,
            Self::All(Body::Ball) | Self::Overlap(_) => 2.5,
            Self::Sweep(Body::Capsule, length) if length < 1.0 => 2.25,
            Self::Sweep(Body::Capsule, _) => 3.0,
            Self::Sweep(Body::Ball, length) if length < 1.0 => 2.0,
            Self::Sweep(Body::Ball, _) => 2.75,
            Self::Ray => 1.2,
        }
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closest(body) => write!(f, "{body} closest"),
            Self::All(body) => write!(f, "{body} all contacts"),
            Self::Overlap(body) => write!(f, "{body} overlap"),
            Self::Sweep(body, length) => write!(f, "{body} sweep {length} m"),
            Self::Ray => write!(f, "ray {RAY} m"),
        }
    }
}

impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Capsule => "capsule",
            Self::Ball => "ball",
        })
    }
}

//! How are two convex polygons parted?

use crate::numbers::{answers, asks};
use carom::Hull;
use carom::contact::{self, Contact};
use glam::DVec2;

asks! {
    Asked { a: Hull<DVec2>, b: Hull<DVec2> }
}

answers! {
    Answer { contact: Option<Contact<DVec2>> }
}

pub(crate) fn answer(asked: &Asked) -> Answer {
    Answer {
        contact: contact::hull_hull(&asked.a, &asked.b, f64::INFINITY),
    }
}

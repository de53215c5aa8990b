//! Jolt's `CharacterVirtual`, updated in its two ways.

use super::own;
use super::walk::{DT, GRAVITY, HEIGHT, Kind, Walker, standing};
use crate::surface::Surface;
use engines::Round;
use engines::jolt::{Character, Triangles};
use glam::Vec3;

pub(super) fn level(surface: &Surface) -> Triangles {
    let vertices: Vec<[f32; 3]> = surface.vertices.iter().map(|p| p.to_array()).collect();
    let standing = standing();
    let asker = Round {
        ends: [[0.0, -standing.half, 0.0], [0.0, standing.half, 0.0]],
        half: standing.half,
        radius: standing.radius,
    };
    Triangles::new(&vertices, &surface.triangles, &asker).expect("sound levels")
}

pub(super) fn kinds(level: &Triangles) -> Vec<Kind<'_>> {
    let kind = |name, goal, extended| Kind {
        name,
        beside: own::NAME,
        goal,
        hover: 0.0,
        start: Box::new(move |feet: Vec3| {
            let middle = feet + Vec3::Y * (HEIGHT * 0.5);
            Box::new(Peer {
                character: level.character(middle.to_array(), &standing()),
                extended,
            })
        }),
    };
    vec![
        kind("Jolt Update", None, false),
        kind("Jolt ExtendedUpdate", Some(4.0), true),
    ]
}

/// Moved as in Jolt's own sample: what it falls is kept until it stands.
struct Peer<'a> {
    character: Character<'a>,
    extended: bool,
}

impl Walker for Peer<'_> {
    fn step(&mut self, velocity: Vec3) {
        let character = &mut self.character;
        let [_, fall, _] = character.velocity();
        let fall = if fall < 0.1 && character.is_grounded() {
            0.0
        } else {
            fall
        };
        let velocity = velocity + Vec3::Y * (fall - GRAVITY * DT);
        character.set_velocity(velocity.to_array());
        if self.extended {
            character.extended_update(DT);
        } else {
            character.update(DT);
        }
    }

    fn feet(&self) -> Vec3 {
        Vec3::from(self.character.middle()) - Vec3::Y * (HEIGHT * 0.5)
    }

    fn is_grounded(&self) -> bool {
        self.character.is_grounded()
    }
}

//! PhysX's `PxCapsuleController`, each in a scene of its own.

use super::own;
use super::walk::{DT, GRAVITY, HEIGHT, Kind, Walker, standing};
use crate::surface::Surface;
use engines::physx::{Controller, Triangles};
use glam::Vec3;

pub(super) fn level(surface: &Surface) -> Triangles {
    let vertices: Vec<[f32; 3]> = surface.vertices.iter().map(|p| p.to_array()).collect();
    Triangles::new(&vertices, &surface.triangles).expect("sound levels")
}

pub(super) fn kind(level: &Triangles) -> Kind<'_> {
    Kind {
        name: "PhysX",
        beside: own::NAME,
        goal: Some(2.25),
        hover: 0.0,
        start: Box::new(move |feet| {
            let middle = feet + Vec3::Y * (HEIGHT * 0.5);
            let controller = level.controller(middle.to_array(), &standing());
            Box::new(Peer {
                controller: controller.expect("sound settings"),
                fall: 0.0,
                grounded: false,
            })
        }),
    }
}

/// With a fall that its user keeps.
struct Peer<'a> {
    controller: Controller<'a>,
    /// Upwards, m/s.
    fall: f32,
    grounded: bool,
}

impl Walker for Peer<'_> {
    fn step(&mut self, velocity: Vec3) {
        self.fall -= GRAVITY * DT;
        let wish = (velocity + Vec3::Y * self.fall) * DT;
        self.grounded = self.controller.advance(wish.to_array(), DT);
        if self.grounded {
            self.fall = 0.0;
        }
    }

    fn feet(&self) -> Vec3 {
        Vec3::from(self.controller.middle()) - Vec3::Y * (HEIGHT * 0.5)
    }

    fn is_grounded(&self) -> bool {
        self.grounded
    }
}

//! carom's mover, on its feet and hovering.

use super::walk::{DT, GRAVITY, HEIGHT, HOVER, Kind, RADIUS, SKIN, STEP, Walker};
use carom::Mesh;
use carom::mover::{CharacterState, Intent, Mover, MoverError, MoverSettings};
use glam::Vec3;
use std::cell::RefCell;

pub(super) const NAME: &str = "carom";
pub(super) const HOVERING: &str = "carom hover";

/// On its feet.
pub(super) fn settings() -> MoverSettings<Vec3> {
    MoverSettings {
        gravity: GRAVITY,
        radius: RADIUS,
        step_height: STEP,
        snap: STEP,
        skin: SKIN,
        ..MoverSettings::default()
    }
}

/// One mover for all of a kind, which keeps its memory.
pub(super) struct Movers<'a> {
    mesh: &'a Mesh<Vec3>,
    walking: RefCell<Mover<Vec3>>,
    hovering: RefCell<Mover<Vec3>>,
}

impl<'a> Movers<'a> {
    pub(super) fn new(mesh: &'a Mesh<Vec3>) -> Result<Self, MoverError> {
        let settings = settings();
        let hovering = MoverSettings {
            hover: HOVER,
            ..settings
        };
        Ok(Self {
            mesh,
            walking: RefCell::new(Mover::new(settings)?),
            hovering: RefCell::new(Mover::new(hovering)?),
        })
    }

    pub(super) fn kinds(&self) -> Vec<Kind<'_>> {
        let kind = |name, mover, hover| {
            let mesh = self.mesh;
            Kind {
                name,
                beside: NAME,
                goal: None,
                hover,
                start: Box::new(move |feet| {
                    let body = CharacterState::at(feet + Vec3::Y * hover, HEIGHT - hover);
                    Box::new(Own { mesh, mover, body })
                }),
            }
        };
        vec![
            kind(NAME, &self.walking, 0.0),
            kind(HOVERING, &self.hovering, HOVER),
        ]
    }
}

struct Own<'a> {
    mesh: &'a Mesh<Vec3>,
    mover: &'a RefCell<Mover<Vec3>>,
    body: CharacterState<Vec3>,
}

impl Walker for Own<'_> {
    fn step(&mut self, velocity: Vec3) {
        let intent = Intent::walk(velocity);
        let mut mover = self.mover.borrow_mut();
        mover.step(self.mesh, &mut self.body, &intent, DT);
    }

    fn feet(&self) -> Vec3 {
        self.body.feet
    }

    fn is_grounded(&self) -> bool {
        self.body.ground.is_some()
    }
}

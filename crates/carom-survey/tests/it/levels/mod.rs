//! Levels made of boxes and floors, with faults where they are put.

// Not every test needs all of it.
#![allow(dead_code, reason = "each test uses a part of it")]

use carom::Mesh;
use carom::mover::{CharacterState, Intent, Mover};
use carom_survey::{Action, Options};
use glam::{Quat, Vec3, vec3};

/// A level under construction.
#[derive(Clone, Default)]
pub(crate) struct Builder {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

impl Builder {
    /// A parallelogram from a corner, with its front on the side of `side` × `ahead`.
    pub(crate) fn quad(&mut self, corner: Vec3, side: Vec3, ahead: Vec3) -> &mut Self {
        let first = self.vertices.len() as u32;
        let corners = [corner, corner + side, corner + side + ahead, corner + ahead];
        self.vertices.extend(corners);
        self.triangles.push([first, first + 1, first + 2]);
        self.triangles.push([first, first + 2, first + 3]);
        self
    }

    /// A level floor in squares of a meter, without those with a middle that `without` accepts.
    pub(crate) fn floor(
        &mut self,
        min: Vec3,
        size: [u32; 2],
        without: impl Fn(f32, f32) -> bool,
    ) -> &mut Self {
        for x in 0..size[0] {
            for z in 0..size[1] {
                let corner = min + vec3(x as f32, 0.0, z as f32);
                if !without(corner.x + 0.5, corner.z + 0.5) {
                    self.quad(corner, Vec3::Z, Vec3::X);
                }
            }
        }
        self
    }

    /// Four walls, upwards from a floor, with their fronts inwards.
    pub(crate) fn walls(&mut self, min: Vec3, size: [f32; 2], height: f32) -> &mut Self {
        let up = Vec3::Y * height;
        let [x, z] = [Vec3::X * size[0], Vec3::Z * size[1]];
        self.quad(min, up, z);
        self.quad(min + x, z, up);
        self.quad(min, x, up);
        self.quad(min + z, up, x)
    }

    /// A solid box, with its fronts outwards.
    pub(crate) fn block(&mut self, min: Vec3, max: Vec3) -> &mut Self {
        let size = max - min;
        let [x, y, z] = [Vec3::X * size.x, Vec3::Y * size.y, Vec3::Z * size.z];
        self.quad(min, z, y).quad(min + x, y, z);
        self.quad(min, x, z).quad(min + y, z, x);
        self.quad(min, y, x).quad(min + z, x, y)
    }

    /// A triangle, with its front on the side from which its corners are counterclockwise.
    pub(crate) fn triangle(&mut self, corners: [Vec3; 3]) -> &mut Self {
        let first = self.vertices.len() as u32;
        self.vertices.extend(corners);
        self.triangles.push([first, first + 1, first + 2]);
        self
    }

    /// A wedge that rises along x, with its fronts outwards.
    pub(crate) fn slope(&mut self, min: Vec3, size: Vec3) -> &mut Self {
        let [x, y, z] = [Vec3::X * size.x, Vec3::Y * size.y, Vec3::Z * size.z];
        self.quad(min, z, x + y).quad(min + x, y, z);
        self.triangle([min, min + x + y, min + x]);
        self.triangle([min + z, min + z + x, min + z + x + y])
    }

    /// Another level, rotated and then moved.
    pub(crate) fn add(&mut self, other: &Self, turn: Quat, at: Vec3) -> &mut Self {
        let first = self.vertices.len() as u32;
        let corners = other.vertices.iter().map(|corner| at + turn * *corner);
        self.vertices.extend(corners);
        let triangles = other.triangles.iter();
        let triangles = triangles.map(|corners| corners.map(|corner| first + corner));
        self.triangles.extend(triangles);
        self
    }

    pub(crate) fn mesh(&self) -> Mesh<Vec3> {
        self.placed(Quat::IDENTITY, Vec3::ZERO)
    }

    /// The level, rotated and then moved.
    pub(crate) fn placed(&self, turn: Quat, at: Vec3) -> Mesh<Vec3> {
        let corners = self.vertices.iter().map(|corner| at + turn * *corner);
        Mesh::new(corners.collect::<Vec<_>>(), self.triangles.clone()).expect("a level")
    }
}

/// A room of this size in meters, with a floor at 0 and walls of 3 m.
pub(crate) fn room(size: [u32; 2]) -> Builder {
    let mut builder = Builder::default();
    builder
        .floor(Vec3::ZERO, size, |_, _| false)
        .walls(Vec3::ZERO, size.map(|s| s as f32), 3.0);
    builder
}

/// Plays a script from the spawn with a new mover; returns the feet after every tick.
pub(crate) fn play(
    level: &Mesh<Vec3>,
    spawn: Vec3,
    script: &[Action],
    options: &Options,
) -> Vec<Vec3> {
    let mut mover = Mover::new(options.settings).unwrap();
    let mut body = CharacterState::at(spawn, options.height);
    let mut feet = Vec::new();
    for action in script {
        let mut intent = Intent {
            jump: action.jump,
            height: action.height,
            ..Intent::walk(action.velocity)
        };
        for tick in 0..action.ticks + action.rest {
            if tick == action.ticks {
                intent.velocity = Vec3::ZERO;
            }
            mover.step(level, &mut body, &intent, 1.0 / options.hz as f32);
            intent.jump = None;
            feet.push(body.feet);
        }
    }
    feet
}

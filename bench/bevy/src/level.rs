//! The levels, as triangles.

use bevy::prelude::*;

/// A level.
pub struct Triangles {
    pub vertices: Vec<Vec3>,
    pub indices: Vec<[u32; 3]>,
}

/// Hills of 20,000 triangles: squares of 1 m, and a wave of 2 m.
pub fn hills() -> Triangles {
    grid(101, 1., |x, z| 2. * (0.15 * x).sin() * (0.15 * z).cos())
}

/// A flat floor of squares of half a meter, 40 m wide.
pub fn floor() -> Triangles {
    grid(81, 0.5, |_, _| 0.)
}

/// That floor, with a wall of squares of half a meter in the plane x = 0.
pub fn wall() -> Triangles {
    let mut all = floor();
    let wall = grid(81, 0.5, |_, _| 0.);
    let first = all.vertices.len() as u32;
    // From the plane of x and z to that of y and z, the front to −x.
    let stand = |v: &Vec3| vec3(0., v.x, v.z);
    all.vertices.extend(wall.vertices.iter().map(stand));
    let numbers = wall.indices.iter().map(|t| t.map(|i| first + i));
    all.indices.extend(numbers);
    all
}

/// `side`² points around the origin, two triangles a square, their fronts up.
fn grid(side: u32, width: f32, height: impl Fn(f32, f32) -> f32) -> Triangles {
    let half = (side - 1) as f32 * width / 2.;
    let point = |i: u32| {
        let (x, z) = (
            (i % side) as f32 * width - half,
            (i / side) as f32 * width - half,
        );
        vec3(x, height(x, z), z)
    };
    let square = |i: u32| {
        let [a, b, c, d] = [i, i + side, i + side + 1, i + 1];
        [[a, b, c], [a, c, d]]
    };
    let inner = (0..side * (side - 1)).filter(|i| i % side != side - 1);
    Triangles {
        vertices: (0..side * side).map(point).collect(),
        indices: inner.flat_map(square).collect(),
    }
}

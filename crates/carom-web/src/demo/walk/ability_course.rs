//! The built-in course of abilities: a tower with a ladder, two walls, a pool, a gap, ledges, floors of other materials, crates.

use super::abilities::{Features, Pool, Rungs};
use super::crates::Crate;
use super::motion::Motion;
use super::place::{Place, Solid, Station};
use crate::demo::drawn::Drawn;
use carom::Aabb;
use carom::mover::abilities::Water;
use carom::mover::{SurfaceMaterial, Surfaces};
use core::f64::consts::PI;
use glam::{DVec3, Vec3, dvec3, vec3};

/// The depth of the pits, m.
const PIT: f64 = 3.0;
/// The height of the tower, m.
const TOWER: f64 = 4.0;
/// The surface of the water, and the depth of the feet of a swimmer that floats, m.
const SURFACE: f64 = -0.3;
const FLOAT: f32 = 1.35;
/// The speed of the belt, m/s.
const BELT: f32 = 2.0;

/// # Errors
/// The error of the library if a part of the course is invalid.
pub(super) fn course() -> Result<(Place, Features), String> {
    let mut place = Place::empty(vec3(0.0, 0.02, 12.5), 0.0);
    let mut features = Features::default();
    ground(&mut place)?;
    tower(&mut place, &mut features)?;
    pits(&mut place, &mut features)?;
    ledges(&mut place)?;
    floors(&mut place)?;
    crates(&mut place, &mut features)?;
    stations(&mut place);
    place.world.optimize();
    Ok((place, features))
}

/// The ground around the pits and the other floors, and a wall around it.
fn ground(place: &mut Place) -> Result<(), String> {
    let slabs = [
        [-20.0, -16.0, -20.0, 15.0],
        [-16.0, -8.0, -20.0, -10.0],
        [-16.0, -8.0, -2.0, 15.0],
        [-8.0, 7.0, -20.0, 15.0],
        [7.0, 8.0, -20.0, 1.0],
        [8.0, 14.0, -20.0, -13.0],
        [8.0, 14.0, -4.0, 1.0],
        [14.0, 16.0, -20.0, 1.0],
        [7.0, 16.0, 8.0, 9.0],
        [7.0, 16.0, 11.0, 15.0],
        [16.0, 20.0, -20.0, 15.0],
    ];
    for [west, east, north, south] in slabs {
        let low = dvec3(west, -PIT - 0.5, north);
        place.add_slab(low, dvec3(east, 0.0, south))?;
    }
    for (low, high) in [
        ([-20.0, -20.0], [20.0, -19.6]),
        ([-20.0, 14.6], [20.0, 15.0]),
        ([-20.0, -19.6], [-19.6, 14.6]),
        ([19.6, -19.6], [20.0, 14.6]),
    ] {
        let corner = |[x, z]: [f64; 2], y: f64| dvec3(x, y, z);
        place.add_block(corner(low, 0.0), corner(high, 0.45))?;
    }
    Ok(())
}

/// A tower: a ladder up its front, and beside it a wall to jump to and fro.
fn tower(place: &mut Place, features: &mut Features) -> Result<(), String> {
    place.add_block(dvec3(-3.0, 0.0, -14.0), dvec3(3.0, TOWER, -9.0))?;
    place.add_block(dvec3(5.2, 0.0, -14.0), dvec3(5.6, TOWER + 2.0, -9.0))?;
    place.add_block(dvec3(3.0, 0.0, -14.4), dvec3(5.6, TOWER + 2.0, -14.0))?;
    ladder(place, features, dvec3(0.0, 0.0, -9.0), TOWER);
    Ok(())
}

/// A ladder on a wall that faces +z.
fn ladder(place: &mut Place, features: &mut Features, foot: DVec3, height: f64) {
    let mut drawn = Drawn::default();
    let mut bar = |half: Vec3, at: DVec3| {
        let bar = Solid::cuboid(half).drawn(foot + at);
        drawn = std::mem::take(&mut drawn).and(bar);
    };
    for side in [-0.25, 0.25] {
        let half = vec3(0.03, height as f32 / 2.0, 0.03);
        bar(half, dvec3(side, height / 2.0, 0.05));
    }
    for rung in 1..(height / 0.3) as u32 {
        let at = dvec3(0.0, 0.3 * f64::from(rung), 0.05);
        bar(vec3(0.25, 0.02, 0.02), at);
    }
    place.paint("ladder", drawn);
    features.rungs.push(Rungs {
        foot: foot.as_vec3(),
        height: height as f32,
        out: Vec3::Z,
    });
}

/// The corners of a pit, from the north-west one around.
fn corners([west, east, north, south]: [f64; 4]) -> [(f64, f64); 4] {
    [(west, north), (west, south), (east, south), (east, north)]
}

/// The upper and the upright edges of a pit, as lines.
fn edges(pit: [f64; 4]) -> Drawn {
    let corners = corners(pit);
    let mut creases = Vec::new();
    for (i, (x, z)) in corners.into_iter().enumerate() {
        let (next_x, next_z) = corners[(i + 1) % 4];
        let upper = dvec3(x, 0.0, z).as_vec3();
        for end in [dvec3(next_x, 0.0, next_z), dvec3(x, -PIT, z)] {
            creases.extend(upper.to_array());
            creases.extend(end.as_vec3().to_array());
        }
    }
    Drawn {
        creases,
        ..Drawn::default()
    }
}

/// A pool, and a gap with a ladder out of it.
fn pits(place: &mut Place, features: &mut Features) -> Result<(), String> {
    let (pool, gap) = ([-16.0, -8.0, -10.0, -2.0], [8.0, 14.0, -13.0, -4.0]);
    for pit in [pool, gap] {
        let [west, east, north, south] = pit;
        let low = dvec3(west, -PIT - 0.5, north);
        place.add_block(low, dvec3(east, -PIT, south))?;
        place.draw(edges(pit));
    }
    ladder(place, features, dvec3(8.8, -PIT, -13.0), PIT);
    let [west, east, north, south] = pool;
    let surface = corners(pool).map(|(x, z)| dvec3(x, SURFACE, z).as_vec3());
    place.paint("water", Drawn::flat(&surface, &[[0, 1, 2], [0, 2, 3]]));
    features.pools.push(Pool {
        bounds: Aabb {
            min: dvec3(west, -PIT - 0.5, north).as_vec3(),
            max: dvec3(east, SURFACE, south).as_vec3(),
        },
        water: Water {
            surface: SURFACE as f32,
            float: FLOAT,
            buoyancy: 0.8,
            drag: 3.0,
        },
    });
    Ok(())
}

/// A low wall to vault, and two blocks to climb one after the other.
fn ledges(place: &mut Place) -> Result<(), String> {
    place.add_block(dvec3(-15.0, 0.0, 9.0), dvec3(-9.0, 0.9, 9.3))?;
    place.add_block(dvec3(-15.0, 0.0, 4.0), dvec3(-9.0, 1.3, 6.5))?;
    place.add_block(dvec3(-15.0, 0.0, 1.0), dvec3(-9.0, 3.0, 4.0))
}

/// Ice, a conveyor belt, and two kerbs, one of which no character steps on to.
fn floors(place: &mut Place) -> Result<(), String> {
    let mut surfaces = Surfaces::new();
    let default = SurfaceMaterial::default();
    let floors = [
        (
            "ice",
            [7.0, 16.0, 1.0, 8.0, 0.0],
            SurfaceMaterial {
                friction: 0.05,
                ..default
            },
        ),
        (
            "belt",
            [7.0, 16.0, 9.0, 11.0, 0.0],
            SurfaceMaterial {
                velocity: vec3(BELT, 0.0, 0.0),
                ..default
            },
        ),
        (
            "kerb",
            [-4.0, -2.0, 8.0, 9.0, 0.25],
            SurfaceMaterial {
                step: false,
                ..default
            },
        ),
    ];
    for (paint, [west, east, north, south, top], material) in floors {
        let (low, high) = (dvec3(west, -PIT - 0.5, north), dvec3(east, top, south));
        let low = if top > 0.0 { low.with_y(0.0) } else { low };
        let (solid, at) = Solid::between(low, high);
        let body = place.add_painted(paint, solid, at)?;
        surfaces
            .insert(body, None, material)
            .map_err(|error| error.to_string())?;
    }
    place.add_block(dvec3(-6.5, 0.0, 8.0), dvec3(-4.5, 0.25, 9.0))?;
    place.surfaces = Some(surfaces.into());
    Ok(())
}

/// Crates of 20, 60 and 200 kg before a wall, and one more on the ice.
fn crates(place: &mut Place, features: &mut Features) -> Result<(), String> {
    place.add_block(dvec3(-5.0, 0.0, -2.4), dvec3(0.5, 1.0, -2.0))?;
    for (x, z, half, mass) in [
        (-3.5, 2.5, 0.4, 20.0),
        (-1.0, 2.5, 0.5, 60.0),
        (2.5, 2.5, 0.6, 200.0),
        (13.5, 4.5, 0.4, 20.0),
    ] {
        let center = dvec3(x, f64::from(half) + 0.005, z);
        let id = place.add_free(Solid::cuboid(Vec3::splat(half)), &Motion::at(center))?;
        features.crates.all.push(Crate::new(id, mass, center));
    }
    Ok(())
}

fn stations(place: &mut Place) {
    let stations = [
        ("Ladder", dvec3(0.0, 0.02, -5.5), 0.0, dvec3(0.0, 2.6, -9.0)),
        (
            "Wall jump",
            dvec3(4.1, 0.02, -6.0),
            0.0,
            dvec3(4.1, 2.2, -11.0),
        ),
        (
            "Water",
            dvec3(-6.3, 0.02, -6.0),
            PI / 2.0,
            dvec3(-12.0, 0.8, -6.0),
        ),
        (
            "Ledges",
            dvec3(-12.0, 0.02, 12.0),
            0.0,
            dvec3(-12.0, 1.9, 9.1),
        ),
        ("Gap", dvec3(11.0, 0.02, -0.5), 0.0, dvec3(11.0, 1.0, -8.5)),
        ("Ice", dvec3(10.0, 0.02, 0.2), PI, dvec3(11.5, 1.2, 4.5)),
        (
            "Belt",
            dvec3(6.0, 0.02, 10.0),
            -PI / 2.0,
            dvec3(11.5, 1.2, 10.0),
        ),
        ("Crates", dvec3(-3.5, 0.02, 6.5), 0.0, dvec3(-1.0, 1.7, 2.5)),
        ("Kerbs", dvec3(-5.5, 0.02, 11.5), 0.0, dvec3(-4.2, 1.0, 8.5)),
    ];
    for (name, feet, yaw, sign) in stations {
        place.stations.push(Station {
            name: name.to_owned(),
            feet,
            yaw,
            sign,
        });
    }
}

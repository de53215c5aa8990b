//! A terrain in tiles, each a body, against the one height field of all of them: no answer differs at the seams.

use carom::glam::{DVec3, Vec3, dvec3, vec3};
use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
use carom::{
    Ball, Body, BodyError, BodyId, Capsule, Contact, HeightField, Hit, Mesh, PartId, Pose,
    Rotation, Scalar, Shape, Vector, Vector3, World,
};
use fastrand::Rng;
use std::sync::Arc;

/// Tiles in a row, and cells in a row of a tile.
const TILES: usize = 3;
const CELLS: usize = 6;
const ALL: usize = TILES * CELLS;

/// The kinds of ground.
#[derive(Clone, Copy, Debug)]
enum Ground {
    Flat,
    Rough,
    Stairs,
    Ramp,
    Holes,
}

const GROUNDS: [Ground; 5] = [
    Ground::Flat,
    Ground::Rough,
    Ground::Stairs,
    Ground::Ramp,
    Ground::Holes,
];

fn heights(ground: Ground, random: &mut Rng) -> Vec<f64> {
    let mut height = |column: usize, row: usize| match ground {
        Ground::Flat => 1.0,
        Ground::Rough => random.i32(-32..32) as f64 / 32.0,
        // Steps on the seams, and inside of tiles.
        Ground::Stairs => (column / 3) as f64 * 0.5,
        // A crease along a seam.
        Ground::Ramp => row.saturating_sub(CELLS) as f64 * 0.25,
        Ground::Holes if random.u32(..6) == 0 => f64::NAN,
        Ground::Holes => random.i32(-4..4) as f64 / 32.0,
    };
    let places = (0..=ALL).flat_map(|row| (0..=ALL).map(move |column| (column, row)));
    places.map(|(column, row)| height(column, row)).collect()
}

fn number<V: Vector>(x: f64) -> V::Scalar {
    V::Scalar::from_f64(x)
}

/// The part of the heights from a column and row on, with `cells` cells in a row.
fn part<V: Vector3>(all: &[f64], [i, j]: [usize; 2], cells: usize, origin: V) -> Mesh<V> {
    let row = |j: usize| {
        let first = j * (ALL + 1) + i;
        all[first..=first + cells].iter()
    };
    let heights = (j..=j + cells).flat_map(row);
    let field = HeightField {
        origin,
        cell: [number::<V>(0.5); 2],
        columns: cells + 1,
        heights: heights.map(|y| number::<V>(*y)).collect(),
    };
    field.mesh().unwrap()
}

struct Terrain<V: Vector> {
    world: World<V>,
    tiles: Vec<BodyId>,
}

impl<V: Vector3> Terrain<V> {
    /// `pose` places a tile at a corner, of which the mesh has the rest of the coordinates.
    fn new(
        all: &[f64],
        order: &[usize],
        one_sided: bool,
        pose: impl Fn([f64; 3]) -> (V, Pose<V>),
    ) -> Self {
        let mut world = World::new();
        let mut tiles = vec![BodyId::default(); TILES * TILES];
        for &tile in order {
            let corner = [tile % TILES, tile / TILES].map(|x| x * CELLS);
            let [x, z] = corner.map(|x| x as f64 * 0.5);
            let (origin, pose) = pose([x, 0.0, z]);
            let mesh = part(all, corner, CELLS, origin);
            let mesh = if one_sided { mesh.one_sided() } else { mesh };
            // Some are welded alone before.
            let mesh = match tile % 3 {
                0 => mesh.weld(number::<V>(Mesh::<V>::FLAT)),
                _ => mesh,
            };
            let body = Body {
                pose,
                ..Body::new(mesh)
            };
            tiles[tile] = world.insert(body).unwrap();
        }
        Self { world, tiles }
    }

    fn neighbors(&self, tile: usize) -> Vec<BodyId> {
        let near = |other: usize| {
            (other % TILES).abs_diff(tile % TILES) <= 1
                && (other / TILES).abs_diff(tile / TILES) <= 1
        };
        let others = (0..TILES * TILES).filter(|other| near(*other));
        others.map(|other| self.tiles[other]).collect()
    }

    fn weld(&mut self) {
        for tile in 0..TILES * TILES {
            let near = self.neighbors(tile);
            let flat = number::<V>(Mesh::<V>::FLAT);
            self.world.weld_mesh(self.tiles[tile], flat, &near).unwrap();
        }
    }

    /// The number that a triangle of a tile has in the one height field.
    fn in_all(&self, part: PartId) -> u32 {
        let tile = self.tiles.iter().position(|id| *id == part.body).unwrap();
        let (cell, half) = (part.index as usize / 2, part.index % 2);
        let column = tile % TILES * CELLS + cell % CELLS;
        let row = tile / TILES * CELLS + cell / CELLS;
        2 * (row * ALL + column) as u32 + half
    }
}

fn shape<V: Vector>(random: &mut Rng) -> Shape<V> {
    let size = ALL as f64 * 0.5;
    // Half of them exactly on a lattice, where features tie.
    let exact = random.bool();
    let mut place = |size: f64| {
        let x = random.f64() * size;
        if exact { (x * 4.0).round() / 4.0 } else { x }
    };
    let at: V = V::from_f64([place(size), place(3.0) - 0.5, place(size)]);
    let delta: V = V::from_f64([place(1.0), place(1.0), place(1.0)]);
    match random.u32(..4) {
        0 => Shape::Point(at),
        1 => carom::Segment::new(at, at + delta).into(),
        2 => Ball::new(at, number::<V>(0.375)).into(),
        _ => Capsule::new(at, at + delta, number::<V>(0.375)).into(),
    }
}

/// The answers apart from the names of the parts: all numbers, to the bit.
fn contact_bits<V: Vector>(contact: &Contact<V>) -> String {
    let part = PartId::default();
    format!("{:?}", Contact { part, ..*contact })
}

fn hit_bits<V: Vector>(hit: &Hit<V>) -> String {
    format!("{:?} {:?} {:?}", hit.t, hit.point, hit.normal)
}

fn same_answers<V: Vector3>(ground: Ground, one_sided: bool, seed: u64) -> usize {
    let random = &mut Rng::with_seed(seed);
    let all = heights(ground, random);
    let one = part(&all, [0, 0], ALL, V::ZERO);
    let one = if one_sided { one.one_sided() } else { one };
    let one = one.weld(number::<V>(Mesh::<V>::FLAT));
    let mut order: Vec<usize> = (0..TILES * TILES).collect();
    random.shuffle(&mut order);
    let in_mesh = |corner| (V::from_f64(corner), Pose::default());
    let mut terrain = Terrain::new(&all, &order, one_sided, in_mesh);
    terrain.weld();
    // A neighbor goes and comes again, and a tile is edited and edited back.
    let (first, second) = (terrain.tiles[0], terrain.tiles[4]);
    let flat = number::<V>(Mesh::<V>::FLAT);
    terrain.world.weld_mesh(first, flat, &[]).unwrap();
    let height = |_: usize, _: usize| number::<V>(3.0);
    let edited = |x: usize, z: usize| number::<V>(all[(CELLS + z) * (ALL + 1) + CELLS + x]);
    let area = || (2..4, 1..5);
    terrain
        .world
        .refit_heights(second, area().0, area().1, height)
        .unwrap();
    terrain
        .world
        .weld_mesh(second, flat, &terrain.neighbors(4))
        .unwrap();
    terrain
        .world
        .refit_heights(second, area().0, area().1, edited)
        .unwrap();
    for tile in [4, 0] {
        let near = terrain.neighbors(tile);
        terrain
            .world
            .weld_mesh(terrain.tiles[tile], flat, &near)
            .unwrap();
    }
    let mut at_seams = 0;
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    for _ in 0..500 {
        let shape = shape::<V>(random);
        let reach = number::<V>(0.25);
        one.query().contacts(&shape, reach, &mut expected);
        terrain.world.query().contacts(&shape, reach, &mut found);
        let mut same: Vec<(u32, String)> = found
            .iter()
            .map(|contact| (terrain.in_all(contact.part), contact_bits(contact)))
            .collect();
        same.sort();
        let expected: Vec<(u32, String)> = expected
            .iter()
            .map(|contact| (contact.part.index, contact_bits(contact)))
            .collect();
        assert_eq!(same, expected, "{ground:?} {shape:?}");
        let mut bodies: Vec<BodyId> = found.iter().map(|contact| contact.part.body).collect();
        bodies.dedup();
        at_seams += usize::from(bodies.len() > 1);

        let closest = one.query().closest(&shape, reach);
        let near = terrain.world.query().closest(&shape, reach);
        let separation = |contact: Contact<V>| contact.separation;
        assert_eq!(near.map(separation), closest.map(separation));

        let delta = V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * 8.0));
        let hit = one.query().sweep(&shape, delta);
        let met = terrain.world.query().sweep(&shape, delta);
        assert_eq!(met.map(|hit| hit.t), hit.map(|hit| hit.t), "{shape:?}");
        if let (Some(hit), Some(met)) = (&hit, &met)
            && terrain.in_all(met.part) == hit.part.index
        {
            assert_eq!(hit_bits(met), hit_bits(hit));
        }
    }
    at_seams
}

#[test]
fn welded_tiles_answer_like_one_height_field() {
    let mut at_seams = 0;
    for (seed, ground) in (0..).zip(GROUNDS) {
        for one_sided in [false, true] {
            at_seams += same_answers::<Vec3>(ground, one_sided, seed);
            at_seams += same_answers::<DVec3>(ground, one_sided, seed);
        }
    }
    assert!(at_seams > 300, "{at_seams}");
}

/// The number of sweeps that catch where a ball rolls over flat ground, and of contacts there that lean.
fn ghosts(world: &World<Vec3>, top: DVec3, turn: &Rotation<Vec3>) -> usize {
    let random = &mut Rng::with_seed(4);
    let mut ghosts = 0;
    let up = turn.rotate(Vec3::Y);
    let query = world.query().around(top);
    let place = |x: f32, y: f32, z: f32| turn.rotate(vec3(x, y, z));
    for _ in 0..2000 {
        let mut along = || 0.5 + random.f32() * 8.0;
        let (from, to) = ([along(), along()], [along(), along()]);
        let ball = Ball::new(place(from[0], 1.5, from[1]), 0.499);
        let delta = place(to[0] - from[0], 0.0, to[1] - from[1]);
        ghosts += usize::from(query.sweep(&ball, delta).is_some());
        query.each_contact(&ball, 0.1, |contact| {
            ghosts += usize::from(contact.normal.dot(up) < 0.999);
        });
    }
    ghosts
}

#[test]
fn a_ball_rolls_over_the_seams_of_placed_tiles() {
    let all = heights(Ground::Flat, &mut Rng::with_seed(1));
    let order: Vec<usize> = (0..TILES * TILES).collect();
    let turn = Rotation::new(vec3(0.1, 1., 0.), 0.3);
    for (rotation, far) in [
        (Rotation::default(), DVec3::ZERO),
        (Rotation::default(), dvec3(1e7, -3e5, 2e6)),
        (turn, DVec3::ZERO),
    ] {
        let pose = |corner: [f64; 3]| {
            let corner = Vec3::from(corner.map(|x| x as f32));
            let translation = far + rotation.rotate(corner).as_dvec3();
            let pose = Pose {
                rotation,
                translation,
                ..Pose::default()
            };
            (Vec3::ZERO, pose)
        };
        let mut terrain = Terrain::new(&all, &order, false, pose);
        let before = ghosts(&terrain.world, far, &rotation);
        terrain.weld();
        let after = ghosts(&terrain.world, far, &rotation);
        assert!(before > 1_000 && after == 0, "{before} {after} {far}");
        // One tile goes: its border is one again.
        let middle = terrain.tiles[4];
        let neighbors = terrain.neighbors(4);
        terrain.world.remove(middle);
        for tile in (0..TILES * TILES).filter(|tile| *tile != 4) {
            let near = terrain.neighbors(tile);
            let flat = Mesh::<Vec3>::FLAT as f32;
            let id = terrain.tiles[tile];
            terrain.world.weld_mesh(id, flat, &near).unwrap();
        }
        assert_eq!(neighbors.len(), 9);
        let query = terrain.world.query().around(far);
        let past = Ball::new(rotation.rotate(vec3(3.2, 1.4, 4.6)), 0.5);
        let contact = query.closest(&past, 0.1).unwrap();
        assert!(contact.normal.dot(rotation.rotate(Vec3::X)) > 0.1);
    }
}

#[test]
fn a_character_walks_over_seams_as_over_one_height_field() {
    let mut walked = 0.0;
    for (seed, ground) in (0..).zip([Ground::Flat, Ground::Rough, Ground::Ramp]) {
        let random = &mut Rng::with_seed(seed);
        let all: Vec<f64> = heights(ground, random).iter().map(|y| y * 0.4).collect();
        let one = part(&all, [0, 0], ALL, Vec3::ZERO);
        let order: Vec<usize> = (0..TILES * TILES).collect();
        let tiles = Terrain::new(&all, &order, false, |corner| {
            (Vec3::from(corner.map(|x| x as f32)), Pose::default())
        });
        for _ in 0..10 {
            let mut mover = Mover::<Vec3>::new(MoverSettings::default()).unwrap();
            let mut other = mover.clone();
            let mut along = || 1.0 + random.f32() * 7.0;
            let start = vec3(along(), 2.5, along());
            let mut hero = CharacterState::at(start, 1.8);
            let mut same = hero;
            let way = vec3(along() - start.x, 0., along() - start.z);
            for _ in 0..120 {
                let intent = Intent::walk(way * 0.5);
                mover.step(&one, &mut hero, &intent, 1. / 60.);
                other.step(&tiles.world, &mut same, &intent, 1. / 60.);
                assert_eq!(hero.feet, same.feet, "{ground:?}");
            }
            walked += hero.feet.distance(start);
        }
    }
    assert!(walked > 60.0, "{walked}");
}

#[test]
fn only_the_tile_itself_is_welded_and_only_meshes_are() {
    let all = heights(Ground::Flat, &mut Rng::with_seed(1));
    let mesh = part(&all, [0, 0], CELLS, Vec3::ZERO);
    let mesh = Arc::new(mesh.weld(Mesh::<Vec3>::FLAT as f32));
    let mut world = World::new();
    let mut at = |x: f32| {
        let pose = Pose::at(vec3(x, 0., 0.));
        let body = Body {
            pose,
            ..Body::new(mesh.clone())
        };
        world.insert(body).unwrap()
    };
    let tiles = [at(0.), at(3.), at(6.)];
    let ball = world.insert(Ball::new(Vec3::ZERO, 1.)).unwrap();
    let leaning = |world: &World<Vec3>, x: f32| {
        let ball = Ball::new(vec3(x, 1.4, 1.6), 0.5);
        let mut bodies = Vec::new();
        world.query().each_contact(&ball, 0.1, |contact| {
            if contact.normal.y < 0.99 {
                bodies.push(contact.part.body);
            }
        });
        bodies.sort();
        bodies.dedup();
        bodies
    };
    // Each tile has a border there.
    assert!(leaning(&world, 3.2).contains(&tiles[0]));
    assert!(leaning(&world, 2.8).contains(&tiles[1]));
    let flat = Mesh::<Vec3>::FLAT as f32;
    world.weld_mesh(tiles[1], flat, &tiles).unwrap();
    // The middle tile knows its neighbors, they do not know it.
    assert_eq!(leaning(&world, 3.2), [tiles[0]]);
    assert!(!leaning(&world, 2.8).contains(&tiles[1]));
    assert!(leaning(&world, 6.2).is_empty() && !leaning(&world, 5.8).is_empty());
    assert_eq!(world.weld_mesh(ball, 0.99, &tiles), Err(BodyError::Kind));
    world.remove(tiles[0]);
    let gone = world.weld_mesh(tiles[0], 0.99, &tiles);
    assert_eq!(gone, Err(BodyError::Gone));
}

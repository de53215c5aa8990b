//! A proof that no pose near a character is free, because walls overlap it from two opposite sides: a crushed character then
//! need not search for one in every tick.
//!
//! Let the body be moved by `d`, at most `reach` long. A wall with the normal `n`, overlapped by `depth`, still blocks it as long
//! as `d · n` is less than `depth`, if the wall goes on far enough to its sides. Of two walls with opposite normals one or the
//! other blocks every `d`, if their depths have a positive sum.

use super::limb::{Parts, limb_of, part_of};
use super::probe::Probe;
use super::tuning::{MAX_CONTACTS, MAX_PLATE, OPPOSITE, TOUCHING, WALL_PAIRS};
use carom_bvh::Aabb;
use carom_core::shape::triangle::Triangle;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// A part that overlaps the body, or touches its skin.
#[derive(Clone, Copy)]
struct Wall<V: Vector> {
    index: usize,
    normal: V,
    /// Negative for a gap.
    depth: V::Scalar,
}

/// Whether no pose within `reach` is free, which two walls prove. It can be so without them.
pub(super) fn is_between_walls<V: Vector>(probe: &Probe<V>, reach: V::Scalar) -> bool {
    let proof = Proof {
        probe,
        reach,
        margin: probe.sure_margin(),
    };
    let mut walls = [None; MAX_CONTACTS];
    let mut count = 0;
    probe.contacts(probe.contact_reach(), |index, contact| {
        if count < walls.len() {
            walls[count] = Some(Wall {
                index,
                normal: contact.normal,
                depth: -contact.separation,
            });
            count += 1;
        }
    });
    let walls = || walls[..count].iter().flatten().enumerate();
    let pairs = walls().flat_map(|(number, a)| walls().skip(number + 1).map(move |(_, b)| (a, b)));
    let opposite = pairs.filter(|(a, b)| {
        let faces = a.normal.dot(b.normal) < V::Scalar::from_f64(-OPPOSITE);
        faces && a.depth + b.depth > proof.margin + proof.margin
    });
    opposite.take(WALL_PAIRS).any(|(a, b)| proof.closes(a, b))
}

struct Proof<'p, 'a, V: Vector> {
    probe: &'p Probe<'a, V>,
    /// The longest motion.
    reach: V::Scalar,
    /// How much deeper than it has to be every overlap is.
    margin: V::Scalar,
}

impl<V: Vector> Proof<'_, '_, V> {
    /// Whether one of two walls blocks every motion: `a` those that lead out of it by less than half of what it overlaps more
    /// than `b`, and `b` all others.
    fn closes(&self, a: &Wall<V>, b: &Wall<V>) -> bool {
        let shared = (a.depth - b.depth) * V::Scalar::HALF;
        let lean = (a.normal + b.normal).length() * self.reach;
        self.blocks(a, shared) && self.blocks(b, lean - shared)
    }

    /// Whether a wall blocks all motions that lead no farther out of it than `out`.
    fn blocks(&self, wall: &Wall<V>, out: V::Scalar) -> bool {
        match self.probe.scene.triangle(wall.index) {
            _ if out > wall.depth - self.margin => false,
            Some(triangle) => self.plate_blocks(triangle, wall, out),
            None => self.convex_blocks(wall, out),
        }
    }

    /// The same of a convex part: the motions for which it blocks are convex, so that it blocks all between the corners of a
    /// box around these.
    fn convex_blocks(&self, wall: &Wall<V>, out: V::Scalar) -> bool {
        let scene = self.probe.scene;
        let Some(side) = wall.normal.any_orthogonal_vector().try_normalize() else {
            return false;
        };
        let ahead = V::crossing_axes(wall.normal, side)[0];
        let sign = |corner: u32, bit: u32| {
            if corner & bit == 0 {
                -self.reach
            } else {
                self.reach
            }
        };
        scene.always_blocks(wall.index)
            && (0..1_u32 << V::DIM).all(|corner| {
                let along = if corner & 1 == 0 { -self.reach } else { out };
                let across = if V::DIM == 3 {
                    ahead * sign(corner, 4)
                } else {
                    V::ZERO
                };
                let way = wall.normal * along + side * sign(corner, 2) + across;
                let feet = self.probe.feet() + way;
                let limb = self.probe.limb_at(limb_of(wall.index), feet);
                limb.overlaps_part(scene.0, part_of(wall.index), self.margin)
            })
    }

    /// The same of triangles in one plane. Every motion leaves the limb on both sides of it, and where its line crosses the plane
    /// is no farther than `reach` from where that line is now: no edge without a neighbor may be there.
    ///
    /// A plane that blocks from the front only must have the axis of the main limb in front of it: where the body is no longer
    /// in front, that axis has passed it.
    fn plate_blocks(&self, triangle: &Triangle<V>, wall: &Wall<V>, out: V::Scalar) -> bool {
        let up = self.probe.settings.up;
        let front = self.probe.surface(wall.index, wall.normal, up);
        let limb = self.probe.limb_at(limb_of(wall.index), self.probe.feet());
        let line = limb.line_through(front);
        let heights = line.map(|p| (p - triangle.a).dot(front));
        let lean = (front - wall.normal).length() * self.reach;
        let flat = self.probe.bounds().union(&triangle.bounds()).magnitude()
            * V::Scalar::EPSILON
            * V::Scalar::from_f64(2.0 * TOUCHING);
        let margin = self.margin + flat;
        if out + lean > -heights[0] - margin || heights[1] - self.reach < margin {
            return false;
        }
        let axis = self.probe.capsule();
        let ends = [axis.a, axis.b].map(|p| (p - triangle.a).dot(front));
        let is_in_front = limb_of(wall.index) == 0 && ends.iter().all(|height| *height > margin);
        if !(is_in_front || self.probe.scene.always_blocks(wall.index)) {
            return false;
        }
        let [low, high] = [0, 1].map(|end| line[end] - front * heights[end]);
        let crossing = low + (high - low) * (heights[0] / (heights[0] - heights[1]));
        let half = (high - low) * V::Scalar::HALF;
        let near = (low + half, self.reach + margin + half.length());
        let plate = Plate::around(self.probe.scene, (wall.index, flat), front, near);
        plate.is_some_and(|plate| plate.holds(crossing) && plate.goes_on(near))
    }
}

/// Triangles in one plane.
struct Plate<'a, V: Vector> {
    triangles: [Option<&'a Triangle<V>>; MAX_PLATE],
    normal: V,
}

impl<'a, V: Vector> Plate<'a, V> {
    /// The triangles in the plane of one, within `flat`, and blocking from the same sides, with a box that touches that of
    /// a ball. `None` if they are too many, or of a body that blocks one way only.
    fn around(
        scene: Parts<'a, V>,
        (index, flat): (usize, V::Scalar),
        normal: V,
        (center, radius): (V, V::Scalar),
    ) -> Option<Self> {
        let first = scene.triangle(index)?.a;
        let region = Aabb {
            min: center,
            max: center,
        }
        .inflated(radius);
        let sides = scene.always_blocks(index);
        if !(sides || scene.is_one_sided(index)) {
            return None;
        }
        let mut triangles = [None; MAX_PLATE];
        let mut count = 0;
        let flow = scene.each_touching(&region, |other| {
            let Some(triangle) = scene.triangle(other) else {
                return ControlFlow::Continue(());
            };
            let vertices = [triangle.a, triangle.b, triangle.c];
            let is_flat = |p: &V| (*p - first).dot(normal).abs() <= flat;
            let faces = |t: &Triangle<V>| {
                t.normal()
                    .is_some_and(|own| own.dot(normal) > V::Scalar::ZERO)
            };
            let blocks = if sides {
                scene.always_blocks(other)
            } else {
                scene.is_one_sided(other) && faces(triangle)
            };
            if !(blocks && vertices.iter().all(is_flat)) {
                return ControlFlow::Continue(());
            }
            if count == MAX_PLATE {
                return ControlFlow::Break(());
            }
            triangles[count] = Some(triangle);
            count += 1;
            ControlFlow::Continue(())
        });
        let all = Self { triangles, normal };
        flow.is_continue().then_some(all)
    }

    fn edges(&self) -> impl Iterator<Item = [V; 3]> {
        self.triangles.iter().flatten().flat_map(|t| edges_of(t))
    }

    /// On which side of the line through two points another one is.
    fn side(&self, a: V, b: V, p: V) -> V::Scalar {
        V::crossing_axes(self.normal, b - a)[0].dot(p - a)
    }

    /// Whether a point is in one of the triangles.
    fn holds(&self, point: V) -> bool {
        self.triangles.iter().flatten().any(|t| {
            let inner = |[a, b, c]: [V; 3]| self.side(a, b, c) * self.side(a, b, point);
            edges_of(t)
                .into_iter()
                .all(|edge| inner(edge) > V::Scalar::ZERO)
        })
    }

    /// Whether every edge that touches a ball has a neighbor on its other side.
    fn goes_on(&self, (center, radius): (V, V::Scalar)) -> bool {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        self.edges().all(|[a, b, c]| {
            let along = b - a;
            let t = (center - a).dot(along) / along.length_squared();
            let t = if t > zero { t.min(one) } else { zero };
            let inner = self.side(a, b, c);
            (a + along * t - center).length() > radius
                || self.edges().any(|[p, q, other]| {
                    (p.is_same(a) && q.is_same(b) || p.is_same(b) && q.is_same(a))
                        && self.side(a, b, other) * inner < zero
                })
        })
    }
}

/// The ends of each edge of a triangle, and the corner opposite.
fn edges_of<V: Vector>(&Triangle { a, b, c }: &Triangle<V>) -> [[V; 3]; 3] {
    [[a, b, c], [b, c, a], [c, a, b]]
}

#[cfg(test)]
mod tests {
    use super::is_between_walls;
    use crate::memory::{Memory, Reach};
    use crate::probe::Probe;
    use crate::tick::Tick;
    use crate::{BodyShape, CharacterState, Intent, Limbs, Mover, MoverSettings};
    use carom_core::surface::mesh::Vector3;
    use carom_core::world::World;
    use carom_core::{Body, Capsule, Collider, Hull, Mesh, Plane, Pose};
    use carom_math::Scalar;
    use fastrand::Rng;
    use glam::{DQuat, DVec3, Vec3, dvec3, vec3};
    use std::vec::Vec;

    /// A wall with its front at the origin, across the first of these directions.
    fn wall<V: Vector3<Double = DVec3>>(axes: [DVec3; 3], random: &mut Rng) -> Collider<V> {
        let [out, side, ahead] = axes;
        let half = 0.3 + 2.0 * random.f64();
        let at = |out_by: f64, u: f64, v: f64| {
            V::from_double(out * out_by + (side * u + ahead * v) * half)
        };
        let corner = |i: u32| {
            let sign = |bit: u32| if i & bit == 0 { -1.0 } else { 1.0 };
            at(if i & 4 == 0 { -1.0 } else { 0.0 }, sign(1), sign(2))
        };
        let corners: Vec<V> = (0..8).map(corner).collect();
        match random.u32(0..7) {
            0 => {
                let middle = V::from_double(out * -0.5);
                Collider::cuboid(
                    middle,
                    [out * 0.5, side * half, ahead * half].map(V::from_double),
                )
            }
            1 => Hull::new(corners, V::Scalar::ZERO).into(),
            2 => Plane::new(V::from_double(out), V::Scalar::ZERO).into(),
            3 => {
                let sides = [
                    [4, 5, 7, 6],
                    [0, 2, 3, 1],
                    [0, 1, 5, 4],
                    [2, 6, 7, 3],
                    [0, 4, 6, 2],
                    [1, 3, 7, 5],
                ];
                let triangles = sides.map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).concat();
                Mesh::new(corners, triangles)
                    .unwrap()
                    .solid()
                    .unwrap()
                    .into()
            }
            kind => {
                // A grid with a hole, at times.
                let n = random.u32(1..4);
                let part = |i: u32| 2.0 * f64::from(i) / f64::from(n) - 1.0;
                let vertices: Vec<V> = (0..(n + 1) * (n + 1))
                    .map(|i| at(0.0, part(i % (n + 1)), part(i / (n + 1))))
                    .collect();
                let mut triangles = Vec::new();
                let holes = random.f64() * 0.2;
                for i in 0..n * n {
                    let a = i % n + i / n * (n + 1);
                    let [b, c, d] = [a + 1, a + n + 2, a + n + 1];
                    for triangle in [[a, b, c], [a, c, d]] {
                        if random.f64() >= holes {
                            triangles.push(triangle);
                        }
                    }
                }
                triangles.push([0, 1, n + 2]);
                let mesh = Mesh::new(vertices, triangles).unwrap();
                if kind == 4 {
                    mesh.one_sided().into()
                } else {
                    mesh.into()
                }
            }
        }
    }

    fn body<V: Vector3<Double = DVec3>>(random: &mut Rng) -> BodyShape<V> {
        let number = V::Scalar::from_f64;
        match random.u32(0..6) {
            0 => BodyShape::Cylinder,
            1 => BodyShape::Box {
                half_length: number(0.5),
            },
            2 => {
                let point = |x, y| V::from_double(dvec3(x, y, 0.0));
                let limb = Capsule::new(point(-0.3, 0.9), point(0.4, 0.9), number(0.2));
                BodyShape::Upright(Limbs::new(&[limb]).unwrap())
            }
            _ => BodyShape::Capsule,
        }
    }

    /// Two walls with a body between them: whether the proof holds, after a check that it is right.
    fn check<V: Vector3<Double = DVec3>>(random: &mut Rng) -> bool {
        let number = V::Scalar::from_f64;
        let mut world = World::<V>::new();
        fn direction(random: &mut Rng) -> DVec3 {
            dvec3(random.f64(), random.f64(), random.f64()) - 0.5
        }
        let turn = match random.u32(0..4) {
            0 => DQuat::from_rotation_z(core::f64::consts::FRAC_PI_2),
            1 => DQuat::from_rotation_y(random.f64() * 6.0),
            2 => DQuat::from_scaled_axis(direction(random) * 6.0),
            _ => DQuat::IDENTITY,
        };
        let place = direction(random) * 100.0;
        for side in [-1.0, 1.0] {
            let axes = [DVec3::X * -side, DVec3::Y, DVec3::Z * -side].map(|axis| turn * axis);
            let depth = 0.35 * random.f64() - 0.05;
            let at =
                place + turn * dvec3(side * (0.3 - depth), random.f64() - 0.5, random.f64() - 0.5);
            let body = Body {
                pose: Pose::at(V::from_double(at)),
                ..Body::new(wall::<V>(axes, random))
            };
            world.insert(body).unwrap();
        }
        let settings = MoverSettings {
            body: body(random),
            ..MoverSettings::default()
        };
        let settings = settings.checked().unwrap();
        let axis = (random.u32(0..4) == 0)
            .then(|| turn * DVec3::Z)
            .map(V::from_double);
        let feet = V::from_double(place - DVec3::Y * random.f64() * 1.8);
        let state = CharacterState {
            axis,
            ..CharacterState::at(feet, number(1.8))
        };
        let tick = Tick {
            settings: &settings,
            surfaces: None,
            state: &state,
            intent: &Intent::walk(V::ZERO),
            ride: None,
            dt: number(1.0 / 60.0),
        };
        let mut memory = Memory::new();
        let region = tick.gather(&world, &mut memory, Reach::Far).unwrap();
        let mut collisions = Vec::new();
        let memory_of_probe = (&mut memory.cache, &mut collisions);
        let probe = Probe::new(&memory.scene, &settings, region, &state, memory_of_probe);
        let reach = settings.least_recovery();
        if !is_between_walls(&probe, reach) {
            return false;
        }
        for _ in 0..200 {
            let far = if random.bool() { 1.0 } else { random.f64() };
            let way = direction(random).normalize() * far * reach.to_f64();
            let way = V::from_double(way);
            let is_free = !probe.overlaps_at(feet + way) && !probe.passes_a_front(feet, way);
            assert!(!is_free, "{feet:?} {way:?} {settings:?} {world:?}");
        }
        true
    }

    #[test]
    fn between_two_walls_no_pose_is_free() {
        let random = &mut Rng::with_seed(7);
        let mut proofs = [0; 2];
        for _ in 0..4000 {
            proofs[0] += u32::from(check::<Vec3>(random));
            proofs[1] += u32::from(check::<DVec3>(random));
        }
        assert!(proofs.iter().all(|count| *count > 400), "{proofs:?}");
    }

    /// Between a block that moves, 8 mm a tick, and a wall: a search is made while the room is about as wide as the body.
    #[test]
    fn a_crushed_character_does_not_search_in_every_tick() {
        let tick = 1.0 / 60.0;
        let grid = |x: f32| {
            let corner =
                |i: u32| vec3(x, (i / 3) as f32 - 1.0, (i % 3) as f32 - 1.0) * vec3(1.0, 2.0, 1.5);
            let corners: Vec<Vec3> = (0..9).map(corner).collect();
            let cells = [0, 1, 3, 4].map(|i| [[i, i + 1, i + 4], [i, i + 4, i + 3]]);
            Mesh::new(corners, cells.concat()).unwrap()
        };
        let walls: [Collider<Vec3>; 3] = [
            grid(1.0).into(),
            grid(1.0).one_sided().into(),
            Collider::cuboid(Vec3::X * 2.0, [Vec3::X, Vec3::Y * 2.0, Vec3::Z * 1.5]),
        ];
        for wall in walls {
            for body in [
                BodyShape::Capsule,
                BodyShape::Cylinder,
                BodyShape::Box { half_length: 0.4 },
            ] {
                let mut world = World::<Vec3>::new();
                world.insert(Plane::new(Vec3::Y, -1.0)).unwrap();
                world.insert(wall.clone()).unwrap();
                let press =
                    Collider::cuboid(Vec3::X * -1.5, [Vec3::X, Vec3::Y * 2.0, Vec3::Z * 1.5]);
                let press = world.insert(press).unwrap();
                let mut mover = Mover::new(MoverSettings {
                    body,
                    ..MoverSettings::default()
                })
                .unwrap();
                let mut hero = CharacterState::at(vec3(0.4, -0.99, 0.1), 1.8);
                let mut stuck = 0;
                for number in 1..=125 {
                    let pose = Pose::at(Vec3::X * 0.008 * number as f32);
                    world.move_to(press, pose, tick).unwrap();
                    let report = mover.step(&world, &mut hero, &Intent::walk(Vec3::ZERO), tick);
                    stuck += u32::from(report.why.stuck);
                }
                assert!(
                    stuck > 10 && mover.memory.stuck.len() <= 2,
                    "{stuck} {:?}",
                    mover.settings()
                );
            }
        }
    }
}

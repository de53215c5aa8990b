//! Tests of internal edges: meshes with active edges known by construction, and shapes that slide over them.

use super::*;
use crate::part::Feature;
use crate::shape::ball::Ball;
use crate::shape::triangle::Triangle;
use crate::surface::mesh::Mesh;
use crate::surface::mesh::feature::feature_of;
use crate::surface::mesh::internal_edges::welded_normal;
use alloc::vec::Vec;
use fastrand::Rng;
use glam::{DVec3, Vec3, dvec3};

/// Corners and triangles in double precision.
#[derive(Clone, Default)]
struct Model {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

impl Model {
    fn add(&mut self, corners: &[DVec3]) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(corners);
        for i in 2..corners.len() as u32 {
            self.triangles.push([first, first + i - 1, first + i]);
        }
    }

    /// A grid over 0..n × 0..n, fronts up.
    fn grid(n: u32, height: impl Fn(u32, u32) -> f64) -> Self {
        let mut grid = Self::default();
        for x in 0..=n {
            for z in 0..=n {
                let place = dvec3(f64::from(x), height(x, z), f64::from(z));
                grid.vertices.push(place);
            }
        }
        for x in 0..n {
            for z in 0..n {
                let i = x * (n + 1) + z;
                let (a, b, c, d) = (i, i + 1, i + n + 2, i + n + 1);
                grid.triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
        grid
    }

    fn cube() -> Self {
        let corner = |i: u32| DVec3::from([i & 1, i >> 1 & 1, i >> 2].map(f64::from));
        let mut cube = Self {
            vertices: (0..8).map(corner).collect(),
            triangles: Vec::new(),
        };
        for [a, b, c, d] in [
            [0, 4, 6, 2],
            [1, 3, 7, 5],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 2, 3, 1],
            [4, 5, 7, 6],
        ] {
            cube.triangles.extend([[a, b, c], [a, c, d]]);
        }
        cube
    }

    fn turned_over(mut self) -> Self {
        for triangle in &mut self.triangles {
            triangle.swap(1, 2);
        }
        self
    }

    fn map(mut self, f: impl Fn(DVec3) -> DVec3) -> Self {
        for vertex in &mut self.vertices {
            *vertex = f(*vertex);
        }
        self
    }

    /// Every triangle with corners of its own.
    fn soup(&self) -> Self {
        let mut soup = Self::default();
        for triangle in &self.triangles {
            soup.add(&triangle.map(|i| self.vertices[i as usize]));
        }
        soup
    }

    fn vertices<V: Vector3>(&self) -> Vec<V> {
        let vertices = self.vertices.iter();
        vertices.map(|p| V::from_f64(p.to_array())).collect()
    }

    fn active<V: Vector3>(&self, one_sided: bool) -> Vec<Active> {
        let flat = V::Scalar::from_f64(FLAT);
        active(&self.vertices::<V>(), &self.triangles, one_sided, flat)
    }

    fn corners(&self, triangle: usize) -> [DVec3; 3] {
        self.triangles[triangle].map(|i| self.vertices[i as usize])
    }

    /// Every edge with its two ends and the sides from which it is active.
    fn edges(&self, active: &[Active]) -> Vec<([DVec3; 2], [bool; 2])> {
        let mut edges = Vec::new();
        for (t, active) in active.iter().enumerate() {
            let corners = self.corners(t);
            for i in 0..3_u8 {
                let ends = [usize::from(i), usize::from(i + 1) % 3].map(|i| corners[i]);
                let sides =
                    [TriangleSide::Front, TriangleSide::Back].map(|side| active.edge(side, i));
                edges.push((ends, sides));
            }
        }
        edges
    }
}

/// A rotation without a preferred axis.
fn tilt(p: DVec3) -> DVec3 {
    glam::DQuat::from_axis_angle(dvec3(1., 2., 3.).normalize(), 0.7) * p
}

/// The inner edges of a flat square of `n` are inactive, its borders active.
fn check_flat(model: &Model, active: &[Active], n: f64, back: impl Fn(DVec3) -> DVec3) {
    for (ends, sides) in model.edges(active) {
        let [p, q] = ends.map(&back);
        let on_border = |x: f64, y: f64| x == y && (x == 0.0 || x == n);
        let border = on_border(p.x.round(), q.x.round()) || on_border(p.z.round(), q.z.round());
        assert_eq!(sides, [border; 2], "{p} {q}");
    }
    for (t, active) in active.iter().enumerate() {
        for (i, p) in (0..).zip(model.corners(t).map(&back)) {
            let inner = |x: f64| x.round() > 0.0 && x.round() < n;
            for side in [TriangleSide::Front, TriangleSide::Back] {
                if inner(p.x) && inner(p.z) {
                    assert!(!active.corner(side, i), "{p}");
                }
            }
        }
    }
}

#[test]
fn a_flat_grid_is_active_at_its_border_only() {
    let grid = Model::grid(6, |_, _| 0.0);
    for one_sided in [false, true] {
        check_flat(&grid, &grid.active::<Vec3>(one_sided), 6.0, |p| p);
        check_flat(&grid, &grid.active::<DVec3>(one_sided), 6.0, |p| p);
    }
}

#[test]
fn neither_scale_nor_place_nor_direction_matters() {
    for scale in [1e-20, 1e-6, 1.0, 1e6, 1e20] {
        for away in [0.0, 300.0] {
            let grid = Model::grid(5, |_, _| 0.0).map(|p| (tilt(p) + away) * scale);
            let inverse = glam::DQuat::from_axis_angle(dvec3(1., 2., 3.).normalize(), -0.7);
            let back = |p: DVec3| inverse * (p / scale - away);
            check_flat(&grid, &grid.active::<Vec3>(false), 5.0, back);
            check_flat(&grid, &grid.active::<DVec3>(true), 5.0, back);
        }
    }
    for scale in [1e-200, 1e200] {
        let grid = Model::grid(3, |_, _| 0.0).map(|p| p * scale);
        check_flat(&grid, &grid.active::<DVec3>(false), 3.0, |p| p / scale);
    }
}

#[test]
fn corners_are_welded_by_place() {
    let grid = Model::grid(4, |x, z| f64::from(x * z % 3));
    let mut soup = grid.soup();
    assert_eq!(grid.active::<Vec3>(false), soup.active::<Vec3>(false));
    for (i, vertex) in soup.vertices.iter_mut().enumerate() {
        if vertex.y == 0.0 && i % 2 == 0 {
            vertex.y = -0.0;
        }
    }
    assert_eq!(grid.active::<Vec3>(false), soup.active::<Vec3>(false));
}

#[test]
fn a_cube_is_active_outside_and_not_inside() {
    for (cube, outside) in [(Model::cube(), 0), (Model::cube().turned_over(), 1)] {
        for one_sided in [false, true] {
            let active = cube.active::<Vec3>(one_sided);
            for (ends, sides) in cube.edges(&active) {
                let diagonal = (ends[0] - ends[1]).length() > 1.1;
                assert_eq!(sides[outside], !diagonal);
                assert!(!sides[1 - outside], "{ends:?}");
            }
            let out = [TriangleSide::Front, TriangleSide::Back][outside];
            let inside = [TriangleSide::Front, TriangleSide::Back][1 - outside];
            for active in active {
                for i in 0..3 {
                    assert!(active.corner(out, i) && !active.corner(inside, i));
                }
            }
        }
    }
}

/// Three treads of two squares each, five wide.
fn stairs() -> Model {
    let mut stairs = Model::default();
    for step in 0..3 {
        let (x, y) = (f64::from(step) * 2.0, f64::from(step));
        for z in 0..5 {
            let at = |x, y, dz| dvec3(x, y, f64::from(z) + dz);
            stairs.add(&[
                at(x, y, 0.),
                at(x, y, 1.),
                at(x + 2., y, 1.),
                at(x + 2., y, 0.),
            ]);
            stairs.add(&[
                at(x + 2., y, 0.),
                at(x + 2., y, 1.),
                at(x + 2., y + 1., 1.),
                at(x + 2., y + 1., 0.),
            ]);
        }
    }
    stairs
}

#[test]
fn of_stairs_the_noses_are_active_above_and_the_valleys_below() {
    let stairs = stairs();
    let active = stairs.active::<Vec3>(false);
    let (mut noses, mut valleys) = (0, 0);
    for ([p, q], sides) in stairs.edges(&active) {
        if p.x != q.x || p.y != q.y || p.x == 0.0 || (p.x, p.y) == (6., 3.) {
            continue;
        }
        let nose = p.y * 2.0 == p.x;
        assert_eq!(sides, [nose, !nose], "{p} {q}");
        *(if nose { &mut noses } else { &mut valleys }) += 1;
    }
    assert_eq!((noses, valleys), (20, 30));
}

#[test]
fn small_neighbours_cover_a_long_edge_together() {
    let random = &mut Rng::with_seed(5);
    for round in 0..60 {
        let mut floor = Model::default();
        let mut cuts: Vec<f64> = (0..7).map(|_| random.f64()).collect();
        cuts.extend([0.0, 1.0]);
        cuts.sort_by(f64::total_cmp);
        floor.add(&[
            dvec3(0., 0., 0.),
            dvec3(0., 0., 1.),
            dvec3(1., 0., 1.),
            dvec3(1., 0., 0.),
        ]);
        for cut in cuts.windows(2) {
            let (p, q) = (cut[0], cut[1]);
            floor.add(&[
                dvec3(1., 0., p),
                dvec3(1., 0., q),
                dvec3(2., 0., q),
                dvec3(2., 0., p),
            ]);
        }
        let size = [3.0, 1e-15, 1e15][round % 3];
        let away = random.f64() * 50.0;
        let placed = floor.clone().map(|p| (tilt(p) + away) * size);
        for soup in [&placed, &placed.soup()] {
            for active in [soup.active::<Vec3>(false), soup.active::<DVec3>(true)] {
                let flat = floor.soup();
                for (i, (ends, sides)) in soup.edges(&active).into_iter().enumerate() {
                    let corners = flat.corners(i / 3);
                    let [p, q] = [corners[i % 3], corners[(i + 1) % 3]];
                    let along = |side: f64| (p.x == side && q.x == side).then_some(true);
                    let outer = along(0.0).or(along(2.0)).is_some()
                        || p.z == q.z && (p.z == 0.0 || p.z == 1.0);
                    assert_eq!(sides, [outer; 2], "{p} {q} {ends:?}");
                }
            }
        }
        // With one tile removed the long edge is a border again.
        let mut holed = placed;
        let gone = 2 + 2 * random.usize(..8);
        holed.triangles.drain(gone..gone + 2);
        let active = holed.active::<DVec3>(false);
        assert!(active[0].edge(TriangleSide::Front, 1) || active[1].edge(TriangleSide::Front, 1));
    }
}

#[test]
fn staggered_tiles_and_boxes_side_by_side_are_one_floor() {
    let mut tiles = Model::default();
    for row in 0..4 {
        for i in 0..6 {
            let (x, z) = (f64::from(row), f64::from(i) + f64::from(row) * 0.3);
            tiles.add(&[
                dvec3(x, 0., z),
                dvec3(x, 0., z + 1.),
                dvec3(x + 1., 0., z + 1.),
                dvec3(x + 1., 0., z),
            ]);
        }
    }
    for ([p, q], sides) in tiles.edges(&tiles.active::<Vec3>(false)) {
        let seam = p.x == q.x && (p.x == 1. || p.x == 2. || p.x == 3.);
        let inner = seam && p.z.min(q.z) >= 0.9 && p.z.max(q.z) <= 6.0;
        let between = p.z == q.z && p.z > 1.0 && p.z < 5.0;
        if inner || between {
            assert_eq!(sides, [false; 2], "{p} {q}");
        }
    }

    // The walls between two boxes meet too; above, the tops go on flat.
    let mut boxes = Model::cube().soup();
    let smaller = Model::cube().map(|p| p * dvec3(1., 1., 0.5) + dvec3(1., 0., 0.25));
    for t in 0..12 {
        boxes.add(&smaller.corners(t));
    }
    let mut seen = 0;
    let edges = boxes.edges(&boxes.active::<Vec3>(true));
    for (i, ([p, q], sides)) in edges.into_iter().enumerate() {
        let on_top = boxes.corners(i / 3).iter().all(|corner| corner.y == 1.0);
        if on_top && p.x == 1. && q.x == 1. && (p.z - q.z).abs() == 0.5 {
            seen += 1;
            assert!(!sides[0], "{p} {q}");
        }
    }
    assert_eq!(seen, 1);
}

#[test]
fn the_filling_of_a_junction_does_not_count() {
    let mut floor = Model::default();
    let (a, b) = (dvec3(1., 0., 0.), dvec3(1., 0., 1.));
    let middle = [0.3, 0.7].map(|t| a.lerp(b, t));
    floor.add(&[dvec3(0., 0., 0.), b, a]);
    floor.add(&[a, middle[0], dvec3(2., 0., 0.)]);
    floor.add(&[middle[0], middle[1], dvec3(2., 0., 0.)]);
    floor.add(&[middle[1], b, dvec3(2., 0., 0.)]);
    floor.add(&[a, b, middle[1]]);
    floor.add(&[a, middle[1], middle[0]]);
    let alone = floor.triangles.len();
    floor.add(&[a, b + DVec3::Y, a.lerp(b + DVec3::Y, 0.5)]);
    let placed = floor.map(tilt);
    let flat = Vec3::splat(FLAT as f32).x;
    let active = placed.active::<Vec3>(false);
    let vertices = placed.vertices::<Vec3>();
    let triangle = |t: usize| {
        let [a, b, c] = placed.triangles[t].map(|i| vertices[i as usize]);
        Triangle { a, b, c }
    };
    for (t, &filling) in active.iter().enumerate().take(alone).skip(4) {
        assert!(filling.is_faceless() && !filling.any_edge());
        let used = welded_normal(Vec3::Y, &triangle(t), filling, Feature::Edge(0), flat);
        assert_eq!(used, None);
    }
    assert!(active[alone].is_faceless() && active[alone].any_edge());
    let (t, feature) = (triangle(alone), Feature::Face);
    let used = welded_normal(Vec3::Y, &t, active[alone], feature, flat);
    assert_eq!(used, Some(Vec3::Y));
    for (half, sides) in placed.edges(&active[..4]).iter().enumerate() {
        // The long edge, and the edge of each small triangle.
        let inner = [1, 3, 6, 9, 4, 8, 7, 11].contains(&half);
        assert_eq!(sides.1, [!inner; 2], "{half}");
    }
}

#[test]
fn a_duplicate_triangle_changes_nothing() {
    let grid = Model::grid(4, |_, _| 0.0);
    let doubled = |second: &Model| {
        let mut both = grid.clone();
        both.triangles.extend(&second.triangles);
        both
    };
    let (same, reversed) = (doubled(&grid), doubled(&grid.clone().turned_over()));
    for model in [same, reversed] {
        for one_sided in [false, true] {
            check_flat(&model, &model.active::<Vec3>(one_sided), 4.0, |p| p);
        }
    }
}

#[test]
fn winding_matters_to_one_sided_meshes_only() {
    let mut mixed = Model::grid(4, |_, _| 0.0);
    for triangle in mixed.triangles.iter_mut().step_by(2) {
        triangle.swap(1, 2);
    }
    check_flat(&mixed, &mixed.active::<Vec3>(false), 4.0, |p| p);
    for (_, sides) in mixed.edges(&mixed.active::<Vec3>(true)) {
        // Every edge of this grid except the borders divides triangles of opposite winding.
        assert_eq!(sides, [true; 2]);
    }
}

/// Triangles around one edge, at angles that decide which of their sides are free.
#[test]
fn a_page_of_a_book_is_covered_by_the_pages_beside_it() {
    let random = &mut Rng::with_seed(8);
    let threshold = FLAT.acos();
    let mut counts = [0; 2];
    for round in 0..2000 {
        let count = 2 + round % 5;
        let angles: Vec<f64> = (0..count)
            .map(|_| random.f64() * core::f64::consts::TAU)
            .collect();
        let windings: Vec<bool> = (0..count).map(|_| random.bool()).collect();
        let mut book = Model::default();
        for (&angle, &reversed) in angles.iter().zip(&windings) {
            let outer = dvec3(angle.cos(), random.f64(), angle.sin());
            let page = [DVec3::ZERO, DVec3::Y, outer].map(|p| tilt(p) * 2.0 + 7.0);
            book.add(&page);
            if reversed {
                let t = book.triangles.len() - 1;
                book.triangles[t].swap(0, 1);
            }
        }
        for one_sided in [false, true] {
            let active = book.active::<DVec3>(one_sided);
            for i in 0..count {
                // The front of the page at angle 0, wound from 0 to Y to x, faces −z.
                let mut free = [true; 2];
                for j in 0..count {
                    if i == j || one_sided && windings[i] == windings[j] {
                        continue;
                    }
                    let mut turn = (angles[j] - angles[i]).rem_euclid(core::f64::consts::TAU);
                    if !windings[i] {
                        turn = core::f64::consts::TAU - turn;
                    }
                    let upright = core::f64::consts::FRAC_PI_2 - threshold;
                    let straight = core::f64::consts::PI + threshold;
                    let covers = |turn: f64| turn > upright && turn < straight;
                    free[0] &= !covers(turn);
                    free[1] &= !covers(core::f64::consts::TAU - turn);
                }
                let found =
                    [TriangleSide::Front, TriangleSide::Back].map(|side| active[i].edge(side, 0));
                assert_eq!(found, free, "{angles:?} {windings:?} {i} {one_sided}");
                counts[usize::from(free[0])] += 1;
            }
        }
    }
    assert!(counts[0] > 1000 && counts[1] > 1000, "{counts:?}");
}

/// A cone of `n` faces around the y axis, with its tip at the origin, pointing up or down by `slope`.
fn cone(n: u32, slope: f64) -> Model {
    let mut cone = Model::default();
    let at = |i: u32| {
        let angle = f64::from(i % n) / f64::from(n) * core::f64::consts::TAU;
        dvec3(angle.sin(), slope, angle.cos())
    };
    for i in 0..n {
        cone.add(&[DVec3::ZERO, at(i), at(i + 1)]);
    }
    cone
}

#[test]
fn the_tip_of_a_smooth_cone_is_active() {
    let tip = |active: &Active| {
        [TriangleSide::Front, TriangleSide::Back].map(|side| active.corner(side, 0))
    };
    for active in cone(300, -1.0).active::<Vec3>(false) {
        let front = [0, 1, 2].map(|i| active.edge(TriangleSide::Front, i));
        assert_eq!(front, [false, true, false]);
        assert_eq!(tip(&active), [true, false]);
    }
    for active in cone(300, 1.0).active::<Vec3>(false) {
        assert_eq!(tip(&active), [false, true]);
    }
    let mut mixed = cone(300, -1.0);
    mixed
        .triangles
        .iter_mut()
        .step_by(3)
        .for_each(|t| t.swap(1, 2));
    for active in mixed.active::<Vec3>(false) {
        assert_eq!(tip(&active), [true, true]);
    }
    for active in cone(300, -0.05).active::<Vec3>(false) {
        assert_eq!(tip(&active), [false, false]);
    }
    let slope = Model::grid(4, |x, z| f64::from(x) + f64::from(z));
    let inner = slope.active::<Vec3>(false)[2 * (4 + 1)];
    assert_eq!(tip(&inner), [false, false]);
}

#[test]
fn piles_and_lines_take_no_longer_than_surfaces() {
    let pile = Model {
        vertices: [DVec3::ZERO, DVec3::X, DVec3::Z].into(),
        triangles: alloc::vec![[0, 1, 2]; 100_000],
    };
    assert!(pile.active::<Vec3>(false).iter().all(|a| a.any_edge()));

    let random = &mut Rng::with_seed(9);
    let mut book = Model::default();
    let mut line = Model::default();
    for _ in 0..20_000 {
        let mut at = || DVec3::X * random.f64();
        let [a, b, c] = [at(), at(), at()];
        line.add(&[a, b, c]);
        book.add(&[a, b, DVec3::Y.lerp(DVec3::Z, a.x)]);
    }
    assert!(line.active::<Vec3>(false).iter().all(|a| a.is_faceless()));
    assert_eq!(book.active::<Vec3>(false).len(), 20_000);
}

#[test]
fn nothing_without_meaning_is_made_of_the_largest_numbers() {
    for scale in [f64::MAX, 1e300, 1e-300, f64::MIN_POSITIVE] {
        let cube = Model::cube().map(|p| (p - 0.5) * 2.0 * scale);
        assert_eq!(cube.active::<DVec3>(false).len(), 12);
    }
    let empty = Model::default();
    assert!(empty.active::<Vec3>(false).is_empty());
}

struct Level<V: Vector3> {
    mesh: Mesh<V>,
    active: Vec<Active>,
}

impl<V: Vector3> Level<V> {
    fn new(model: &Model, one_sided: bool) -> Self {
        let mesh = Mesh::new(model.vertices(), model.triangles.clone()).unwrap();
        Self {
            mesh: if one_sided { mesh.one_sided() } else { mesh },
            active: model.active::<V>(one_sided),
        }
    }

    fn welded_normal(&self, triangle: u32, normal: V, point: V) -> Option<V> {
        let flat = V::Scalar::from_f64(FLAT);
        let corners = self.mesh.triangle(triangle);
        let feature = feature_of(&corners, point);
        welded_normal(
            normal,
            &corners,
            self.active[triangle as usize],
            feature,
            flat,
        )
    }

    /// Raw normals, corrected normals and separations.
    fn contacts(&self, ball: &Ball<V>, reach: V::Scalar) -> Vec<(V, Option<V>, V::Scalar)> {
        let mut contacts = Vec::new();
        self.mesh.query().each_contact(ball, reach, |contact| {
            let used = self.welded_normal(contact.part.index, contact.normal, contact.point_b);
            contacts.push((contact.normal, used, contact.separation));
        });
        contacts
    }
}

/// Balls in a floor and swept along it, from both sides.
fn slide<V: Vector3>(floor: &Model, one_sided: bool) {
    let level = Level::<V>::new(floor, one_sided);
    let random = &mut Rng::with_seed(21);
    let (mut caught, mut stopped) = (0, 0);
    for round in 0..1500 {
        let up = if one_sided || round % 2 == 0 {
            1.0
        } else {
            -1.0
        };
        let mut inner = || 2.5 + random.f64() * 11.0;
        let (x, z, toward_x, toward_z) = (inner(), inner(), inner(), inner());
        let depth = random.f64() * 0.05 - 0.01;
        let center = V::from_f64([x, up * (0.4 - depth), z]);
        let ball = Ball::new(center, V::Scalar::from_f64(0.4));
        let contacts = level.contacts(&ball, V::Scalar::from_f64(0.02));
        assert!(contacts.iter().any(|c| c.1.is_some()));
        for (raw, used, _) in contacts {
            caught += usize::from(raw[1].abs().to_f64() < 0.999);
            if let Some(used) = used {
                assert_eq!(used.to_f64().map(f64::abs), [0., 1., 0.]);
                assert!(used[1].to_f64() * up > 0.0);
            }
        }
        let delta = V::from_f64([toward_x - x, -up * random.f64() * 0.2, toward_z - z]);
        if let Some(hit) = level.mesh.query().sweep(&ball, delta) {
            stopped += 1;
            let used = level.welded_normal(hit.part.index, hit.normal, hit.point);
            if let Some(used) = used {
                assert!(used[1].to_f64() * up > 0.999_999, "{used:?}");
            }
        }
    }
    assert!(caught > 1000 && stopped > 300, "{caught} {stopped}");
}

#[test]
fn a_ball_on_a_fine_flat_floor_feels_only_the_floor() {
    let grid = Model::grid(32, |_, _| 0.0).map(|p| p * 0.5);
    for one_sided in [false, true] {
        slide::<Vec3>(&grid, one_sided);
        slide::<DVec3>(&grid, one_sided);
    }
}

#[test]
fn a_ball_on_a_floor_of_staggered_tiles_feels_only_the_floor() {
    let random = &mut Rng::with_seed(6);
    let mut tiles = Model::default();
    for row in 0..32 {
        let x = f64::from(row) * 0.5;
        let mut z = 0.0;
        while z < 16.0 {
            let next = z + 0.2 + random.f64();
            tiles.add(&[
                dvec3(x, 0., z),
                dvec3(x, 0., next),
                dvec3(x + 0.5, 0., next),
                dvec3(x + 0.5, 0., z),
            ]);
            z = next;
        }
    }
    slide::<Vec3>(&tiles, true);
    slide::<DVec3>(&tiles, false);
}

#[test]
fn a_ball_along_the_nose_of_a_stair_is_not_held_back() {
    let random = &mut Rng::with_seed(22);
    let mut mixed = stairs();
    mixed
        .triangles
        .iter_mut()
        .step_by(3)
        .for_each(|t| t.swap(1, 2));
    for level in [
        Level::<DVec3>::new(&stairs(), true),
        Level::<DVec3>::new(&mixed, false),
    ] {
        let mut caught = 0;
        for _ in 0..1000 {
            let angle = random.f64() * core::f64::consts::FRAC_PI_2;
            let center = dvec3(4., 2., 1.2 + random.f64() * 2.6)
                + dvec3(-angle.sin(), angle.cos(), 0.0) * 0.27;
            let mut felt = 0;
            for (raw, used, _) in level.contacts(&Ball::new(center, 0.3), 0.0) {
                caught += usize::from(raw.z.abs() > 0.05);
                felt += usize::from(used.is_some());
                if let Some(used) = used {
                    assert!(used.z.abs() < 1e-9, "{used}");
                }
            }
            assert!(felt > 0);
        }
        assert!(caught > 250, "{caught}");
    }
}

/// The contacts that are left are right: the nearest is among them, and each plane is touched after its separation.
#[test]
fn smoothing_loses_no_contact_and_invents_none() {
    let random = &mut Rng::with_seed(23);
    for round in 0..40 {
        let one_sided = round % 2 == 0;
        let rough = [0.0, 0.1, 0.5, 1.5][round % 4];
        let heights: Vec<f64> = (0..81).map(|_| random.f64() * rough).collect();
        let mut terrain = Model::grid(8, |x, z| heights[(x * 9 + z) as usize]);
        // A hole, so that there are borders with corners of both kinds.
        let first = 2 * (8 * (2 + round / 4 % 4) + 3);
        terrain.triangles.drain(first..first + 4);
        let level = Level::<DVec3>::new(&terrain, one_sided);
        let both_sides = Mesh::new(terrain.vertices(), terrain.triangles.clone()).unwrap();
        let reach = 0.05;
        for _ in 0..400 {
            let mut number = |size: f64| random.f64() * size;
            let center = dvec3(number(8.0), number(2.0) - 0.5, number(8.0));
            let ball = Ball::new(center, 0.3);
            let closest = both_sides.query().closest(&ball, 9.0).unwrap();
            let front = both_sides.triangle(closest.part.index).normal().unwrap();
            if one_sided && front.dot(closest.normal) < 0.0 {
                continue; // Behind the only side nothing counts.
            }
            let contacts = level.contacts(&ball, reach);
            let nearest = |contacts: &mut dyn Iterator<Item = f64>| {
                contacts.fold(f64::INFINITY, |x, y| if y < x { y } else { x })
            };
            let raw = nearest(&mut contacts.iter().map(|c| c.2));
            if contacts.is_empty() {
                continue;
            }
            let kept = nearest(&mut contacts.iter().filter(|c| c.1.is_some()).map(|c| c.2));
            assert!((kept - raw).abs() < 1e-12, "{raw} {kept}");
            for (raw, used, separation) in contacts {
                let Some(used) = used else { continue };
                let moved = Ball::new(center - used * separation, 0.3);
                // The threshold: a plane may be rotated by 5° from the true one.
                let left = both_sides.query().closest(&moved, 9.0).unwrap();
                let allowed = 2.0 * (0.3 + reach) * (1.0 - FLAT);
                let left = left.separation;
                assert!(
                    left < allowed,
                    "{round} {center} {raw} {used} {separation} {left}"
                );
            }
        }
    }
}

#[test]
fn convex_edges_keep_their_normals() {
    let level = Level::<DVec3>::new(&Model::cube(), true);
    let random = &mut Rng::with_seed(24);
    let mut seen = [0; 4];
    for _ in 0..1000 {
        let center = DVec3::from([0; 3].map(|_| random.f64() * 1.8 - 0.4));
        let outside = |x: f64| !(0.0..=1.0).contains(&x);
        let count = center
            .to_array()
            .into_iter()
            .filter(|x| outside(*x))
            .count();
        let ball = Ball::new(center, 0.1);
        let nearest = level
            .mesh
            .query()
            .closest(&ball, 1.0)
            .map(|contact| contact.separation);
        for (raw, used, separation) in level.contacts(&ball, 1.0) {
            if count > 0 && Some(separation) == nearest {
                seen[count] += 1;
                assert_eq!(used, Some(raw), "{center}");
            }
        }
    }
    assert!(seen[1] > 100 && seen[2] > 100 && seen[3] > 50, "{seen:?}");
}

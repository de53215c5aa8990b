//! Navigation meshes with planted faults, and without any.

use crate::levels::Builder;
use carom_survey::{
    BarrierKind, LinkKind, NavMesh, NavPart, NavReport, OffMeshLink, Options, Survey,
};
use glam::{Vec3, vec3};

/// A strip of ground along x with walls beside it, and the navigation mesh over it: a quadrilateral for each stretch.
#[derive(Default)]
struct Strip {
    level: Builder,
    vertices: Vec<Vec3>,
    polygons: Vec<Vec<u32>>,
}

impl Strip {
    const DEEP: f32 = 3.0;

    /// The ends of the navigation mesh across the strip are a radius from its sides.
    fn new(x: f32) -> Self {
        let mut strip = Self::default();
        strip.edge(x, 0.0);
        strip
    }

    fn edge(&mut self, x: f32, y: f32) {
        self.vertices
            .extend([vec3(x, y, 0.35), vec3(x, y, Self::DEEP - 0.35)]);
        let n = self.vertices.len() as u32;
        if n >= 4 {
            self.polygons.push(vec![n - 4, n - 3, n - 1, n - 2]);
        }
    }

    /// A stretch of the mesh up to a point, with its ground if there is some.
    fn to(&mut self, x: f32, y: f32, has_ground: bool) -> &mut Self {
        let last = self.vertices[self.vertices.len() - 2];
        if has_ground {
            let corner = vec3(last.x, last.y, 0.0);
            let ahead = vec3(x, y, 0.0) - corner;
            self.level.quad(corner, Vec3::Z * Self::DEEP, ahead);
        }
        self.edge(x, y);
        self
    }

    fn check(&self, options: Options) -> NavReport {
        self.check_with(options, &[])
    }

    fn check_with(&self, options: Options, links: &[OffMeshLink]) -> NavReport {
        let level = self.level.mesh();
        let survey = Survey::new(&level, options).unwrap();
        let vertices = self.vertices.clone();
        let navmesh = NavMesh::new(vertices, self.polygons.clone(), links.to_vec()).unwrap();
        let report = survey.check_navmesh(&navmesh);
        for fault in &report.faults {
            let Some(script) = &fault.script else {
                assert!(matches!(fault.part, NavPart::Polygon(_) | NavPart::Link(_)));
                continue;
            };
            // The script leads to where the walk ended, or past there in a fall.
            let bodies = survey.replay(script);
            let near = bodies.iter().map(|body| body.feet.distance(fault.position));
            assert!(near.fold(f32::INFINITY, f32::min) < 1e-3, "{fault:?}");
        }
        report
    }
}

/// The faults of edges and their kinds, sizes and places.
fn edges(report: &NavReport) -> Vec<(u32, u32, BarrierKind)> {
    let edge = |fault: &carom_survey::NavFault| match fault.part {
        NavPart::Edge { from, to } => Some((from, to, fault.barrier.kind)),
        _ => None,
    };
    report.faults.iter().filter_map(edge).collect()
}

fn polygons(report: &NavReport) -> Vec<(u32, BarrierKind)> {
    let polygon = |fault: &carom_survey::NavFault| match fault.part {
        NavPart::Polygon(number) => Some((number, fault.barrier.kind)),
        _ => None,
    };
    report.faults.iter().filter_map(polygon).collect()
}

/// Floors, a walkable slope and steps that can be climbed.
#[test]
fn a_flawless_mesh_has_no_faults() {
    let mut strip = Strip::new(0.0);
    strip.to(2.0, 0.0, true).to(4.0, 0.0, true);
    strip.to(7.0, 1.5, true).to(9.0, 1.5, true);
    // Steps of 0.35 m: the mesh is a ramp over them.
    strip
        .level
        .quad(vec3(9.0, 1.85, 0.0), Vec3::Z * 3.0, Vec3::X);
    strip
        .level
        .quad(vec3(9.0, 1.5, 0.0), Vec3::Z * 3.0, Vec3::Y * 0.35);
    strip.to(10.0, 1.85, false).to(12.0, 1.85, true);
    let report = strip.check(Options::default());
    assert_eq!(report.faults, []);
    assert_eq!((report.walked, report.skipped), (10, 0));
    // The middle of a polygon may be a little off the ground, and the corners too.
    for vertex in &mut strip.vertices {
        vertex.y += 0.3;
    }
    assert_eq!(strip.check(Options::default()).faults, []);
}

#[test]
fn a_wall_on_an_edge() {
    let mut strip = Strip::new(0.0);
    strip
        .to(3.0, 0.0, true)
        .to(6.0, 0.0, true)
        .to(9.0, 0.0, true);
    strip.level.block(vec3(2.9, 0.0, 0.0), vec3(3.1, 3.0, 3.0));
    let report = strip.check(Options::default());
    let wall = BarrierKind::Wall;
    assert_eq!(edges(&report), [(0, 1, wall), (1, 0, wall)]);
    assert_eq!(polygons(&report), []);
    let fault = &report.faults[0];
    // From 1.5 m to the wall less a radius and the skin; then 0.41 m to the edge and 1.5 m to the middle.
    assert!((fault.position.x - 2.59).abs() < 0.01, "{fault:?}");
    assert!((fault.left - 1.91).abs() < 0.01, "{fault:?}");
    // A wall beside the middle of the edge: the character slides past it.
    let mut strip = Strip::new(0.0);
    strip.to(3.0, 0.0, true).to(6.0, 0.0, true);
    strip.level.block(vec3(2.9, 0.0, 0.0), vec3(3.1, 3.0, 1.3));
    assert_eq!(strip.check(Options::default()).faults, []);
}

#[test]
fn a_gap_between_floors() {
    let mut strip = Strip::new(0.0);
    strip
        .to(3.0, 0.0, true)
        .to(4.5, 0.0, false)
        .to(7.5, 0.0, true);
    let report = strip.check(Options::default());
    assert_eq!(polygons(&report), [(1, BarrierKind::NoGround)]);
    let fall = BarrierKind::Fall;
    assert_eq!(edges(&report), [(0, 1, fall), (2, 1, fall)]);
    assert_eq!((report.walked, report.skipped), (2, 2));
    assert_eq!(report.faults[1].barrier.size, None);
    assert!((3.0..3.31).contains(&report.faults[1].position.x));
    // With a pit below it the fall has a depth. The mesh passes over the gap on one edge.
    let mut strip = Strip::new(0.0);
    strip.to(3.0, 0.0, true);
    strip
        .level
        .quad(vec3(3.0, -2.0, 0.0), Vec3::Z * 3.0, Vec3::X * 1.5);
    strip
        .level
        .quad(vec3(4.5, 0.0, 0.0), Vec3::Z * 3.0, Vec3::X * 6.0);
    strip.to(10.5, 0.0, false);
    strip.level.walls(vec3(0.0, -2.0, 0.0), [10.5, 3.0], 5.0);
    strip
        .level
        .quad(vec3(3.0, -2.0, 0.0), Vec3::Z * 3.0, Vec3::Y * 1.99);
    strip
        .level
        .quad(vec3(4.5, -2.0, 0.0), Vec3::Z * 3.0, Vec3::Y * 1.99);
    let report = strip.check(Options::default());
    assert_eq!(edges(&report), [(0, 1, fall), (1, 0, fall)]);
    for fault in &report.faults {
        let size = fault.barrier.size.unwrap();
        assert!((size - 2.0).abs() < 0.31, "{fault:?}");
    }
}

#[test]
fn a_step_that_is_too_high() {
    for (height, blocked) in [(0.35, false), (0.55, true), (0.8, true)] {
        let mut strip = Strip::new(0.0);
        strip.to(3.0, 0.0, true);
        strip
            .level
            .block(vec3(3.0, 0.0, 0.0), vec3(6.0, height, 3.0));
        // As voxels would have it: the mesh rises over a meter.
        strip.to(3.5, height, false).to(6.0, height, false);
        let report = strip.check(Options::default());
        if !blocked {
            assert_eq!(report.faults, [], "{height}");
            continue;
        }
        assert_eq!(
            edges(&report),
            [(0, 1, BarrierKind::Step)],
            "{height}: {report:?}"
        );
        let size = report.faults[0].barrier.size.unwrap();
        assert!((size - height).abs() < 0.005, "{size} of {height}");
    }
}

#[test]
fn a_slope_that_is_too_steep() {
    let mut strip = Strip::new(0.0);
    // 40° and 60°.
    strip
        .to(3.0, 0.0, true)
        .to(5.0, 1.678, true)
        .to(7.0, 1.678, true);
    strip.to(8.0, 3.41, true).to(10.0, 3.41, true);
    let report = strip.check(Options::default());
    assert_eq!(polygons(&report), [(3, BarrierKind::Slope)]);
    // Down it the character slides; from its middle no way starts.
    let slope = BarrierKind::Slope;
    assert_eq!(edges(&report), [(2, 3, slope), (4, 3, slope)]);
    for fault in &report.faults {
        let degrees = fault.barrier.size.unwrap();
        assert!((degrees - 60.0).abs() < 0.1, "{fault:?}");
    }
}

#[test]
fn a_ceiling_that_is_too_low() {
    // A beam over an edge, and a low passage over a polygon.
    for (from, to, top, expected) in [
        (2.8, 3.2, 3.0, None),
        (3.2, 5.8, 3.0, Some(1)),
        // The character could stand on top of it.
        (3.2, 5.8, 1.6, Some(1)),
    ] {
        let mut strip = Strip::new(0.0);
        strip
            .to(3.0, 0.0, true)
            .to(6.0, 0.0, true)
            .to(9.0, 0.0, true);
        strip.level.block(vec3(from, 1.5, 0.0), vec3(to, top, 3.0));
        let report = strip.check(Options::default());
        let ceiling = BarrierKind::Ceiling;
        match expected {
            None => {
                assert_eq!(polygons(&report), []);
                assert_eq!(edges(&report), [(0, 1, ceiling), (1, 0, ceiling)]);
            }
            Some(polygon) => {
                assert_eq!(polygons(&report), [(polygon, ceiling)]);
                assert_eq!(edges(&report), [(0, 1, ceiling), (2, 1, ceiling)]);
            }
        }
        for fault in &report.faults {
            let size = fault.barrier.size.unwrap();
            assert!((size - 1.5).abs() < 0.01, "{fault:?}");
        }
    }
}

#[test]
fn an_opening_that_is_too_narrow() {
    for (width, blocked) in [(0.5, true), (0.7, false)] {
        let mut strip = Strip::new(0.0);
        strip.to(3.0, 0.0, true).to(6.0, 0.0, true);
        let side = 0.5 * (3.0 - width);
        strip.level.block(vec3(2.9, 0.0, 0.0), vec3(3.1, 3.0, side));
        strip
            .level
            .block(vec3(2.9, 0.0, 3.0 - side), vec3(3.1, 3.0, 3.0));
        let report = strip.check(Options::default());
        let opening = BarrierKind::Opening;
        let expected: &[_] = if blocked {
            &[(0, 1, opening), (1, 0, opening)]
        } else {
            &[]
        };
        assert_eq!(edges(&report), expected, "{width}");
        for fault in &report.faults {
            assert!(
                (fault.barrier.size.unwrap() - width).abs() < 0.005,
                "{fault:?}"
            );
        }
    }
}

/// Links down a ledge, over a gap and up to a platform.
#[test]
fn links_are_tried_as_what_they_are() {
    let mut strip = Strip::new(0.0);
    strip.to(3.0, 0.0, true);
    strip
        .level
        .quad(vec3(5.0, 0.0, 0.0), Vec3::Z * 3.0, Vec3::X * 3.0);
    strip.level.block(vec3(6.0, 0.0, 0.0), vec3(8.0, 0.9, 3.0));
    // Below the gap the fall ends.
    strip
        .level
        .quad(vec3(-1.0, -3.0, -1.0), Vec3::Z * 5.0, Vec3::X * 10.0);
    let link = |from: Vec3, to: Vec3, kind| OffMeshLink { from, to, kind };
    let (near, far) = (vec3(2.8, 0.0, 1.5), vec3(5.5, 0.0, 1.5));
    let (top, below) = (vec3(7.0, 0.9, 1.5), vec3(3.9, -3.0, 1.5));
    let links = [
        link(near, far, LinkKind::Jump),
        link(far, top, LinkKind::Jump),
        link(top, far, LinkKind::Drop),
        link(near, below, LinkKind::Drop),
        link(near, far, LinkKind::Walk),
        link(far, top, LinkKind::Walk),
        link(vec3(4.0, 0.0, 1.5), far, LinkKind::Jump),
        link(near, vec3(9.5, 4.0, 1.5), LinkKind::Jump),
    ];
    let faults = |jump| {
        let options = Options {
            jump,
            ..Options::default()
        };
        let report = strip.check_with(options, &links);
        let faults = report.faults.into_iter();
        let links = faults.map(|fault| match fault.part {
            NavPart::Link(number) => (number, fault.barrier.kind),
            part => panic!("{part}"),
        });
        links.collect::<Vec<_>>()
    };
    let (fall, jump) = (BarrierKind::Fall, BarrierKind::NoJump);
    let rest = [
        (4, fall),
        (5, BarrierKind::Step),
        (6, BarrierKind::NoGround),
    ];
    assert_eq!(
        faults(None),
        [&[(0, jump), (1, jump)], &rest[..], &[(7, jump)]].concat()
    );
    let jumps = faults(Some(5.0));
    assert_eq!(jumps[..3], rest);
    assert_eq!(jumps.len(), 4, "{jumps:?}");
    assert_eq!(jumps[3].0, 7);
}

#[test]
fn a_check_does_not_depend_on_threads() {
    let mut strip = Strip::new(0.0);
    for i in 1..12 {
        strip.to(i as f32 * 2.0, 0.0, i % 4 != 3);
    }
    let check = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        pool.install(|| strip.check(Options::default()))
    };
    let one = check(1);
    assert!(one.faults.len() > 5);
    assert_eq!(check(4), one);
}

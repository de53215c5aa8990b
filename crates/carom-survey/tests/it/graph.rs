//! The graph for navigation: its links are motions of the mover, and its nodes cover the reach.

use crate::levels::{Builder, room};
use carom_survey::{Flood, LinkKind, NavGraph, Options, Survey};
use glam::{Vec3, vec3};
use std::collections::{BTreeMap, BTreeSet};

/// A room with a table of 1 m, a step of 0.3 m, a platform of 0.9 m behind a gap of 1 m, and a passage of 1.2 m below a block.
fn playground() -> Builder {
    let mut builder = room([12, 8]);
    builder
        .block(vec3(2.0, 0.0, 2.0), vec3(4.0, 0.9, 4.0))
        .block(vec3(5.0, 0.0, 2.0), vec3(7.0, 0.9, 4.0))
        .block(vec3(2.0, 0.0, 6.0), vec3(4.0, 0.3, 8.0))
        .block(vec3(9.0, 1.2, 3.0), vec3(11.0, 2.4, 6.0));
    builder
}

fn options() -> Options {
    Options {
        jump: Some(4.5),
        crouch: Some(1.0),
        ..Options::default()
    }
}

const SPAWN: Vec3 = vec3(1.0, 0.0, 1.0);

fn kinds(graph: &NavGraph) -> BTreeMap<LinkKind, usize> {
    let mut kinds = BTreeMap::new();
    for link in &graph.links {
        *kinds.entry(link.kind).or_default() += 1;
    }
    kinds
}

/// All that holds for the graph of any search.
fn check(survey: &Survey, flood: &Flood, graph: &NavGraph, width: f32) {
    let places: u32 = graph.nodes.iter().map(|node| node.places).sum();
    assert_eq!(places as usize, flood.places.len());
    let upright = graph.nodes.iter().filter(|node| !node.crouched);
    let area: f64 = upright.map(|node| node.area).sum();
    let reach = survey.reach(flood).area;
    assert!((area / reach - 1.0).abs() < 1e-9, "{area} of {reach}");
    let pairs: Vec<_> = graph
        .links
        .iter()
        .map(|link| (link.from, link.to))
        .collect();
    assert!(pairs.is_sorted_by(|a, b| a < b));
    let ways: BTreeSet<_> = pairs.iter().copied().collect();
    for link in &graph.links {
        let [from, to] = [link.from, link.to].map(|node| &graph.nodes[node as usize]);
        // The ends are on the patches.
        let diagonal = 1.5 * width + 0.4;
        assert!(link.start.distance(from.position) < diagonal, "{link:?}");
        assert!(link.end.distance(to.position) < diagonal, "{link:?}");
        assert_eq!(link.back, from.region == to.region);
        assert!(!ways.contains(&(link.to, link.from)) || link.back);
        assert!(link.length >= from.position.distance(to.position) * 0.999);
        assert!(link.seconds > 0.0);
        assert_eq!(
            link.kind == LinkKind::Stance,
            from.crouched != to.crouched && !flies(link.kind)
        );
        let Some(script) = &link.script else {
            assert!(!flies(link.kind), "{link:?}");
            continue;
        };
        let bodies = survey.replay(script);
        assert_eq!(bodies.last().unwrap().feet, link.end);
        let before = bodies.len() as u64 - link.action.length();
        let flight = &bodies[before as usize..];
        assert!(flight.iter().any(|body| body.ground.is_none()), "{link:?}");
        let rises = flight.iter().any(|body| body.feet.y > link.start.y + 0.5);
        assert!(rises == (link.kind == LinkKind::Jump), "{link:?}");
    }
}

fn flies(kind: LinkKind) -> bool {
    matches!(kind, LinkKind::Drop | LinkKind::Jump)
}

#[test]
fn links_are_motions_that_replay() {
    let level = playground().mesh();
    let survey = Survey::new(&level, options()).unwrap();
    let flood = survey.flood(SPAWN, |_| true).unwrap();
    for width in [0.25, 1.0, 4.0] {
        let graph = survey.graph(&flood, width);
        check(&survey, &flood, &graph, width);
        let kinds = kinds(&graph);
        for kind in [
            LinkKind::Walk,
            LinkKind::Stance,
            LinkKind::Drop,
            LinkKind::Jump,
        ] {
            assert!(kinds.contains_key(&kind), "{width}: {kinds:?}");
        }
        // With its jump the character gets back from everywhere.
        assert_eq!(graph.regions, 1, "{width}: {kinds:?}");
        // From one platform it jumps over the gap to the other.
        assert!(graph.links.iter().any(|link| {
            let over = link.start.x < 4.4 && link.end.x > 4.6;
            link.kind == LinkKind::Jump && over && link.start.y > 0.7 && link.end.y > 0.7
        }));
        // Stairs of one step belong to the floor.
        let on_step = |y: f32| (0.2..0.35).contains(&y);
        let mut links = graph.links.iter();
        let climbs =
            links.any(|link| on_step(link.end.y) && link.start.y < 0.05 && link.kind.is_walked());
        assert!(climbs || width > 1.0, "{width}");
        let cells = if width == 0.25 {
            flood.places.len()
        } else {
            400
        };
        assert!(graph.nodes.len() <= cells, "{width}: {}", graph.nodes.len());
    }
}

#[test]
fn without_a_width_nodes_are_cells_of_the_search() {
    let level = room([2, 2]).mesh();
    let survey = Survey::new(&level, Options::default()).unwrap();
    let flood = survey.flood(SPAWN, |_| true).unwrap();
    let graph = survey.graph(&flood, f32::NAN);
    assert_eq!(graph, survey.graph(&flood, 0.25));
    assert_ne!(graph, survey.graph(&flood, 1.0));
}

/// A character that cannot jump leaves the table and does not get back: two regions, joined by drops alone.
#[test]
fn a_drop_without_a_way_back() {
    let mut builder = room([8, 8]);
    builder.block(vec3(3.0, 0.0, 3.0), vec3(5.0, 1.5, 5.0));
    let level = builder.mesh();
    let survey = Survey::new(&level, Options::default()).unwrap();
    let flood = survey.flood(vec3(4.0, 1.5, 4.0), |_| true).unwrap();
    let graph = survey.graph(&flood, 1.0);
    check(&survey, &flood, &graph, 1.0);
    assert_eq!(graph.regions, 2);
    for link in &graph.links {
        assert_eq!(link.back, link.kind != LinkKind::Drop, "{link:?}");
        assert_eq!(
            link.kind == LinkKind::Drop,
            link.start.y - link.end.y > 0.9,
            "{link:?}"
        );
    }
}

#[test]
fn the_graph_does_not_depend_on_threads() {
    let level = playground().mesh();
    let survey = Survey::new(&level, options()).unwrap();
    let flood = survey.flood(SPAWN, |_| true).unwrap();
    let graph = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| survey.graph(&flood, 1.0))
    };
    assert_eq!(graph(5), graph(1));
}

//! Connectivity of places: strongly connected components, and groups that edges join.

use crate::flood::Edge;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::unionfind::UnionFind;
use petgraph::visit::{Dfs, Reversed, VisitMap, Visitable};

/// The directed graph of runs between places.
pub(crate) struct Graph(DiGraph<(), ()>);

type Search = Dfs<NodeIndex, <DiGraph<(), ()> as Visitable>::Map>;

impl Graph {
    pub(crate) fn new(places: usize, edges: &[Edge]) -> Self {
        let mut graph = DiGraph::with_capacity(places, edges.len());
        for _ in 0..places {
            graph.add_node(());
        }
        for edge in edges {
            graph.add_edge(
                NodeIndex::new(edge.from as usize),
                NodeIndex::new(edge.to as usize),
                (),
            );
        }
        Self(graph)
    }

    /// For each place whether one of some others can be reached from it.
    pub(crate) fn leading_to(&self, places: &[u32]) -> Vec<bool> {
        let mut search = self.search_from(places);
        while search.next(Reversed(&self.0)).is_some() {}
        self.found(&search)
    }

    /// For each place whether it can be reached from one of some others.
    pub(crate) fn reached_from(&self, places: &[u32]) -> Vec<bool> {
        let mut search = self.search_from(places);
        while search.next(&self.0).is_some() {}
        self.found(&search)
    }

    fn search_from(&self, places: &[u32]) -> Search {
        let nodes = places.iter().map(|place| NodeIndex::new(*place as usize));
        Dfs::from_parts(nodes.collect(), self.0.visit_map())
    }

    fn found(&self, search: &Search) -> Vec<bool> {
        let all = self.0.node_indices();
        all.map(|place| search.discovered.is_visited(&place))
            .collect()
    }

    /// The strongly connected components, in reverse topological order: edges between two lead to the earlier one.
    pub(crate) fn components(&self) -> Vec<Vec<u32>> {
        let components = kosaraju_scc(&self.0);
        let number = |place: NodeIndex| place.index() as u32;
        let members = |component: Vec<_>| component.into_iter().map(number).collect();
        components.into_iter().map(members).collect()
    }
}

/// Groups of places that edges join, among those that belong: the members of each ascending, the groups ordered by their
/// first.
pub(crate) fn groups(
    places: usize,
    edges: &[Edge],
    belongs: impl Fn(u32) -> bool,
) -> Vec<Vec<u32>> {
    let mut joined = UnionFind::<u32>::new(places);
    for edge in edges {
        if belongs(edge.from) && belongs(edge.to) {
            joined.union(edge.from, edge.to);
        }
    }
    let mut groups: Vec<Vec<u32>> = Vec::new();
    let mut group = vec![usize::MAX; places];
    for place in (0..places as u32).filter(|place| belongs(*place)) {
        let root = joined.find_mut(place) as usize;
        if group[root] == usize::MAX {
            group[root] = groups.len();
            groups.push(Vec::new());
        }
        groups[group[root]].push(place);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(pairs: &[(u32, u32)]) -> Vec<Edge> {
        let edge = |&(from, to)| Edge { from, to };
        pairs.iter().map(edge).collect()
    }

    /// The number of each place's component.
    fn numbered(graph: &Graph, places: usize) -> Vec<usize> {
        let mut component = vec![usize::MAX; places];
        for (number, members) in graph.components().into_iter().enumerate() {
            for place in members {
                component[place as usize] = number;
            }
        }
        component
    }

    #[test]
    fn places_with_a_return_are_in_one_component() {
        // 0 ⇄ 1 → 2 ⇄ 3, 2 → 4, 1 → 4, and 5 by itself.
        let edges = edges(&[(0, 1), (1, 0), (1, 2), (2, 3), (3, 2), (2, 4), (1, 4)]);
        let component = numbered(&Graph::new(6, &edges), 6);
        assert_eq!(component[0], component[1]);
        assert_eq!(component[2], component[3]);
        let mut all = component.clone();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all, [0, 1, 2, 3]);
        assert!(component[0] > component[2] && component[2] > component[4]);
    }

    /// Against the definition, on random graphs.
    #[test]
    fn components_are_mutual_reach() {
        let mut state = 1_u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        for count in 1..40 {
            let pairs: Vec<_> = (0..count * 2)
                .map(|_| (random(count), random(count)))
                .collect();
            let graph = Graph::new(count as usize, &edges(&pairs));
            let component = numbered(&graph, count as usize);
            let reach: Vec<_> = (0..count).map(|p| graph.leading_to(&[p])).collect();
            for a in 0..count as usize {
                for b in 0..count as usize {
                    let mutual = reach[a][b] && reach[b][a];
                    assert_eq!(graph.reached_from(&[a as u32])[b], reach[b][a]);
                    assert_eq!(component[a] == component[b], mutual, "{pairs:?} {a} {b}");
                }
            }
        }
    }

    #[test]
    fn groups_are_in_order() {
        let edges = edges(&[(5, 1), (1, 2), (3, 4), (2, 3)]);
        let belongs = |place| place != 2;
        assert_eq!(
            groups(6, &edges, belongs),
            [vec![0], vec![1, 5], vec![3, 4]]
        );
        assert!(groups(6, &edges, |_| false).is_empty());
    }
}

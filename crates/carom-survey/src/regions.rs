//! Connectivity of places: strongly connected components, and groups that edges join.

use crate::flood::Edge;
use petgraph::Direction;
use petgraph::algo::kosaraju_scc;
use petgraph::unionfind::UnionFind;
use petgraph::visit::{
    Dfs, GraphBase, IntoNeighbors, IntoNeighborsDirected, IntoNodeIdentifiers, Reversed, VisitMap,
    Visitable,
};
use std::ops::Range;
use std::slice::Iter;

/// Lists in one, one for each place: where each begins, and where the last one ends.
struct Lists(Vec<u32>);

impl Lists {
    /// The lists of elements that are each of one of these places.
    fn of(places: usize, elements: impl Iterator<Item = u32>) -> Self {
        let mut first = vec![0_u32; places + 1];
        for place in elements {
            first[place as usize + 1] += 1;
        }
        for place in 0..places {
            first[place + 1] += first[place];
        }
        Self(first)
    }

    fn range(&self, place: u32) -> Range<usize> {
        let place = place as usize;
        self.0[place] as usize..self.0[place + 1] as usize
    }
}

/// The directed graph of runs between places. petgraph's own graphs take four times the memory.
pub(crate) struct Graph<'a> {
    /// By their starts.
    edges: &'a [Edge],
    to: Lists,
    from: Lists,
    /// The starts of the edges to each place.
    starts: Vec<u32>,
}

/// The ends or starts of the edges of a place.
pub(crate) enum Neighbors<'a> {
    Ends(Iter<'a, Edge>),
    Starts(Iter<'a, u32>),
}

impl Iterator for Neighbors<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        match self {
            Self::Ends(edges) => edges.next().map(|edge| edge.to),
            Self::Starts(starts) => starts.next().copied(),
        }
    }
}

type Visited = <petgraph::graph::DiGraph<(), ()> as Visitable>::Map;

impl GraphBase for Graph<'_> {
    type NodeId = u32;
    type EdgeId = ();
}

impl Visitable for Graph<'_> {
    type Map = Visited;

    fn visit_map(&self) -> Visited {
        Visited::with_capacity(self.places().len())
    }

    fn reset_map(&self, map: &mut Visited) {
        map.clear();
        map.grow(self.places().len());
    }
}

impl<'a> IntoNeighbors for &'a Graph<'_> {
    type Neighbors = Neighbors<'a>;

    fn neighbors(self, place: u32) -> Neighbors<'a> {
        Neighbors::Ends(self.edges[self.to.range(place)].iter())
    }
}

impl<'a> IntoNeighborsDirected for &'a Graph<'_> {
    type NeighborsDirected = Neighbors<'a>;

    fn neighbors_directed(self, place: u32, direction: Direction) -> Neighbors<'a> {
        match direction {
            Direction::Outgoing => self.neighbors(place),
            Direction::Incoming => Neighbors::Starts(self.starts[self.from.range(place)].iter()),
        }
    }
}

impl IntoNodeIdentifiers for &Graph<'_> {
    type NodeIdentifiers = Range<u32>;

    fn node_identifiers(self) -> Range<u32> {
        self.places()
    }
}

impl<'a> Graph<'a> {
    /// A graph of edges that are ordered by their starts.
    pub(crate) fn new(places: usize, edges: &'a [Edge]) -> Self {
        let to = Lists::of(places, edges.iter().map(|edge| edge.from));
        let from = Lists::of(places, edges.iter().map(|edge| edge.to));
        let mut starts = vec![0; edges.len()];
        let mut next = from.0.clone();
        for edge in edges {
            let next = &mut next[edge.to as usize];
            starts[*next as usize] = edge.from;
            *next += 1;
        }
        Self {
            edges,
            to,
            from,
            starts,
        }
    }

    fn places(&self) -> Range<u32> {
        0..self.to.0.len() as u32 - 1
    }

    /// For each place whether one of some others can be reached from it.
    pub(crate) fn leading_to(&self, places: &[u32]) -> Vec<bool> {
        let mut search = self.search_from(places);
        while search.next(Reversed(self)).is_some() {}
        self.found(&search)
    }

    /// For each place whether it can be reached from one of some others.
    pub(crate) fn reached_from(&self, places: &[u32]) -> Vec<bool> {
        let mut search = self.search_from(places);
        while search.next(self).is_some() {}
        self.found(&search)
    }

    fn search_from(&self, places: &[u32]) -> Dfs<u32, Visited> {
        Dfs::from_parts(places.to_vec(), self.visit_map())
    }

    fn found(&self, search: &Dfs<u32, Visited>) -> Vec<bool> {
        let all = self.places();
        all.map(|place| search.discovered.is_visited(&place))
            .collect()
    }

    /// The strongly connected components, in reverse topological order: edges between two lead to the earlier one.
    pub(crate) fn components(&self) -> Vec<Vec<u32>> {
        kosaraju_scc(self)
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
        let edges = edges(&[(0, 1), (1, 0), (1, 2), (1, 4), (2, 3), (2, 4), (3, 2)]);
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
            let mut pairs: Vec<_> = (0..count * 2)
                .map(|_| (random(count), random(count)))
                .collect();
            pairs.sort_unstable();
            let edges = edges(&pairs);
            let graph = Graph::new(count as usize, &edges);
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

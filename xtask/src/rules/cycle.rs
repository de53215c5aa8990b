//! Circles in a directed graph, by Tarjan's strongly connected components.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// For each node those that it points to.
pub(super) type Graph<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

/// Nodes that all reach each other.
pub(super) struct Circle<'a> {
    /// In order of their names.
    pub(super) members: Vec<&'a str>,
    /// The shortest circle through the first member, which is its first and last.
    pub(super) path: Vec<&'a str>,
}

/// The strongly connected components of more than one node.
pub(super) fn circles<'a>(graph: &Graph<'a>) -> Vec<Circle<'a>> {
    let mut search = Components {
        graph,
        numbers: BTreeMap::new(),
        stack: Vec::new(),
        components: Vec::new(),
    };
    for node in graph.keys() {
        if !search.numbers.contains_key(node) {
            search.visit(node);
        }
    }
    let several = search
        .components
        .into_iter()
        .filter(|members| members.len() > 1);
    several
        .map(|members| Circle {
            path: shortest(graph, &members),
            members,
        })
        .collect()
}

struct Components<'g, 'a> {
    graph: &'g Graph<'a>,
    /// The order of discovery; `usize::MAX` once a node's component is known.
    numbers: BTreeMap<&'a str, usize>,
    stack: Vec<&'a str>,
    components: Vec<Vec<&'a str>>,
}

impl<'a> Components<'_, 'a> {
    /// The lowest number reached from a node.
    fn visit(&mut self, node: &'a str) -> usize {
        let number = self.numbers.len();
        self.numbers.insert(node, number);
        self.stack.push(node);
        let mut low = number;
        for next in self.graph.get(node).into_iter().flatten() {
            let reached = match self.numbers.get(next) {
                Some(number) => *number,
                None => self.visit(next),
            };
            low = low.min(reached);
        }
        if low == number {
            let start = self.stack.iter().rposition(|on| *on == node).unwrap_or(0);
            let mut members = self.stack.split_off(start);
            for member in &members {
                self.numbers.insert(member, usize::MAX);
            }
            members.sort_unstable();
            self.components.push(members);
            return usize::MAX;
        }
        low
    }
}

/// The shortest way from the first member back to itself, breadth first.
fn shortest<'a>(graph: &Graph<'a>, members: &[&'a str]) -> Vec<&'a str> {
    let start = members[0];
    let mut from: BTreeMap<&str, &str> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(node) = queue.pop_front() {
        for next in graph.get(node).into_iter().flatten() {
            if !from.contains_key(next) && members.contains(next) {
                from.insert(next, node);
                queue.push_back(next);
            }
        }
    }
    let mut path = vec![start];
    while let Some(node) = path.last().and_then(|last| from.get(last)) {
        path.push(node);
        if *node == start {
            break;
        }
    }
    path.reverse();
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_and_their_shortest_circle() {
        let edges = [
            ("a", "b"),
            ("b", "c"),
            ("c", "d"),
            ("d", "a"),
            ("c", "a"),
            ("d", "e"),
            ("f", "g"),
            ("g", "f"),
        ];
        let mut graph = Graph::new();
        for (from, to) in edges {
            graph.entry(from).or_default().insert(to);
        }
        let circles = circles(&graph);
        assert_eq!(circles[0].members, ["a", "b", "c", "d"]);
        assert_eq!(circles[0].path, ["a", "b", "c", "a"]);
        assert_eq!(circles[1].path, ["f", "g", "f"]);
        assert_eq!(circles.len(), 2);
    }
}

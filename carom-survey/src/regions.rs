//! How places hang together: which can be come back from, and which are next to each other.

use crate::flood::Way;

/// The ways from each place.
pub(crate) struct Graph {
    /// The first way of each place, and one more.
    first: Vec<u32>,
    to: Vec<u32>,
}

impl Graph {
    pub(crate) fn new(places: usize, ways: &[Way]) -> Self {
        Self::of(places, ways.iter().map(|way| (way.from, way.to)))
    }

    /// Against all ways.
    pub(crate) fn reversed(places: usize, ways: &[Way]) -> Self {
        Self::of(places, ways.iter().map(|way| (way.to, way.from)))
    }

    fn of(places: usize, ways: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut first = vec![0; places + 1];
        for (from, _) in ways.clone() {
            first[from as usize + 1] += 1;
        }
        for i in 0..places {
            first[i + 1] += first[i];
        }
        let mut next = first.clone();
        let mut list = vec![0; first[places] as usize];
        for (from, to) in ways {
            let place = &mut next[from as usize];
            list[*place as usize] = to;
            *place += 1;
        }
        Self { first, to: list }
    }

    fn from(&self, place: u32) -> &[u32] {
        let range = self.first[place as usize] as usize..self.first[place as usize + 1] as usize;
        &self.to[range]
    }

    /// Which places can be come to from some.
    pub(crate) fn reach(&self, from: impl Iterator<Item = u32>) -> Vec<bool> {
        let mut reached = vec![false; self.first.len() - 1];
        let mut waiting: Vec<u32> = from.collect();
        for place in &waiting {
            reached[*place as usize] = true;
        }
        while let Some(place) = waiting.pop() {
            for &to in self.from(place) {
                if !reached[to as usize] {
                    reached[to as usize] = true;
                    waiting.push(to);
                }
            }
        }
        reached
    }

    /// The strongly connected component of each place: places that can be come to from each other have the same.
    ///
    /// R. E. Tarjan, *Depth-first search and linear graph algorithms*, 1972, with a stack of its own. Components are
    /// numbered so that ways between them lead to lower numbers.
    pub(crate) fn components(&self) -> Vec<u32> {
        const UNSEEN: u32 = u32::MAX;
        let count = self.first.len() - 1;
        // When a place was seen, and the earliest seen that its tree leads back to.
        let (mut seen, mut low) = (vec![UNSEEN; count], vec![0; count]);
        let mut component = vec![UNSEEN; count];
        let (mut time, mut components) = (0, 0);
        let mut open: Vec<u32> = Vec::new();
        let mut path: Vec<(u32, usize)> = Vec::new();
        for start in 0..count as u32 {
            if seen[start as usize] != UNSEEN {
                continue;
            }
            path.push((start, 0));
            while let Some((place, next)) = path.pop() {
                let at = place as usize;
                if next == 0 {
                    seen[at] = time;
                    low[at] = time;
                    time += 1;
                    open.push(place);
                } else {
                    // Back from the child before.
                    let child = self.from(place)[next - 1] as usize;
                    if component[child] == UNSEEN {
                        low[at] = low[at].min(low[child]);
                    }
                }
                let mut down = None;
                for (i, &to) in self.from(place).iter().enumerate().skip(next) {
                    if seen[to as usize] == UNSEEN {
                        down = Some((i + 1, to));
                        break;
                    }
                    if component[to as usize] == UNSEEN {
                        low[at] = low[at].min(seen[to as usize]);
                    }
                }
                if let Some((next, child)) = down {
                    path.push((place, next));
                    path.push((child, 0));
                } else if low[at] == seen[at] {
                    while let Some(member) = open.pop() {
                        component[member as usize] = components;
                        if member == place {
                            break;
                        }
                    }
                    components += 1;
                }
            }
        }
        component
    }
}

/// Groups of places that ways join, among those that belong: each with its members in their order, the groups in the
/// order of their first.
pub(crate) fn groups(places: usize, ways: &[Way], belongs: impl Fn(u32) -> bool) -> Vec<Vec<u32>> {
    let mut above: Vec<u32> = (0..places as u32).collect();
    // The root of a place; the way there gets shorter each time it is gone.
    fn root(above: &mut [u32], mut place: u32) -> u32 {
        while above[place as usize] != place {
            let next = above[above[place as usize] as usize];
            above[place as usize] = next;
            place = next;
        }
        place
    }
    for way in ways {
        if belongs(way.from) && belongs(way.to) {
            let (a, b) = (root(&mut above, way.from), root(&mut above, way.to));
            // The lower number is the root, whatever the order.
            above[a.max(b) as usize] = a.min(b);
        }
    }
    let mut groups: Vec<Vec<u32>> = Vec::new();
    let mut group = vec![usize::MAX; places];
    for place in (0..places as u32).filter(|place| belongs(*place)) {
        let root = root(&mut above, place) as usize;
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
    use crate::run::Action;

    fn ways(pairs: &[(u32, u32)]) -> Vec<Way> {
        let action = Action::default();
        let way = |&(from, to)| Way { from, to, action };
        pairs.iter().map(way).collect()
    }

    #[test]
    fn components_are_what_can_be_come_back_from() {
        // 0 ⇄ 1 → 2 ⇄ 3, 2 → 4, 1 → 4, and 5 by itself.
        let ways = ways(&[(0, 1), (1, 0), (1, 2), (2, 3), (3, 2), (2, 4), (1, 4)]);
        let component = Graph::new(6, &ways).components();
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
            let graph = Graph::new(count as usize, &ways(&pairs));
            let component = graph.components();
            let reach: Vec<_> = (0..count).map(|p| graph.reach([p].into_iter())).collect();
            for a in 0..count as usize {
                for b in 0..count as usize {
                    let mutual = reach[a][b] && reach[b][a];
                    assert_eq!(component[a] == component[b], mutual, "{pairs:?} {a} {b}");
                }
            }
        }
    }

    #[test]
    fn groups_are_in_order() {
        let ways = ways(&[(5, 1), (1, 2), (3, 4), (2, 3)]);
        let belongs = |place| place != 2;
        assert_eq!(groups(6, &ways, belongs), [vec![0], vec![1, 5], vec![3, 4]]);
        assert!(groups(6, &ways, |_| false).is_empty());
    }
}

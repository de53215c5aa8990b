//! One-way ground: traps, which can be entered and not left, and ledges, which can be left and not reached again.

use super::{Found, Severity};
use crate::area::Measure;
use crate::by_column::around;
use crate::flood_tile::FloodTile;
use crate::kind::Kind;
use crate::network::Network;
use crate::places::{NONE, PlaceId};
use crate::regions::{Graph, groups};
use crate::searched::Searched;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The ground to which the character has to be able to return: for each spawn the largest set of places, of those that are
/// reached from it, with ways between all of them. Of two such sets with a way from one to the other it is the latter.
struct Home {
    /// For each node of the network whether it leads there.
    leads: Vec<bool>,
    /// For each node whether it can be reached from there.
    reached: Vec<bool>,
}

impl Home {
    fn of(network: &Network) -> Self {
        let graph = Graph::new(network.len(), &network.edges);
        // The size and the first place of each set, and a node of it.
        let sets: Vec<(u64, Reverse<PlaceId>, u32)> = (graph.components().into_iter())
            .filter_map(|nodes| {
                let sizes = nodes.iter().map(|node| network.sizes[*node as usize]);
                let size = sizes.map(u64::from).sum();
                let first = |node: &u32| network.firsts[*node as usize];
                let node = nodes.into_iter().min_by_key(first)?;
                Some((size, Reverse(first(&node)), node))
            })
            .collect();
        let mut homes = BTreeSet::new();
        for spawn in &network.starts {
            let reached = graph.reached_from(&[*spawn]);
            let mine = sets.iter().filter(|(.., node)| reached[*node as usize]);
            // Of sets of one size that which was found first.
            homes.extend(mine.max().map(|(.., node)| *node));
        }
        let is_last = |home: &&u32| {
            let reached = graph.reached_from(&[**home]);
            homes
                .iter()
                .all(|other| other == *home || !reached[*other as usize])
        };
        let last: Vec<u32> = homes.iter().filter(is_last).copied().collect();
        Self {
            leads: graph.leading_to(&last),
            reached: graph.reached_from(&last),
        }
    }

    /// Whether the character can leave a node for home, and not return to it.
    fn is_ledge(&self, node: u32) -> bool {
        self.leads[node as usize] && !self.reached[node as usize]
    }

    /// Whether a node is of the sets themselves.
    fn has(&self, node: u32) -> bool {
        self.leads[node as usize] && self.reached[node as usize]
    }
}

/// One-way ground.
struct Group {
    /// Its first place.
    first: PlaceId,
    is_ledge: bool,
    /// The number of its places.
    places: usize,
    /// Its area, m².
    area: f64,
    /// Of a ledge, the first run from it that found a place at home, and a run that leaves it.
    came: Option<[PlaceId; 2]>,
    leaves: Option<PlaceId>,
}

/// The groups of a level.
struct OneWay<'s, 'a, E> {
    searched: &'s Searched<'a, E>,
    network: Network,
    home: Home,
    /// That of each node of the network.
    group_of: Vec<u32>,
    groups: Vec<Group>,
}

impl<E> Searched<'_, E> {
    /// The findings of one-way ground in a complete search.
    pub(super) fn one_way(&self) -> Result<Vec<Found>, E> {
        let mut one_way = OneWay::of(self)?;
        one_way.measure()?;
        if one_way.groups.iter().any(|group| group.is_ledge) {
            one_way.leave()?;
        }
        let mut findings = Vec::new();
        for group in &one_way.groups {
            findings.extend(self.one_way_ground(group)?);
        }
        Ok(findings)
    }

    /// The finding of one-way ground.
    fn one_way_ground(&self, group: &Group) -> Result<Option<Found>, E> {
        let (kind, severity, from, last, what) = if group.is_ledge {
            let way = group.came.or(group.leaves.map(|from| [from, from]));
            let Some([from, last]) = way.filter(|_| group.places > 0) else {
                return Ok(None);
            };
            let what = "around the spawn can be left here and not reached again";
            (Kind::Ledge, Severity::Note, from, last, what)
        } else {
            let what = "can be entered here and not left again";
            (Kind::Trap, Severity::Error, group.first, group.first, what)
        };
        let position = self.tile(from.tile)?.places()[from.place as usize]
            .body
            .feet;
        let what = format!("{} {what}", ground(group.area));
        Ok(Some(Found {
            finding: self.survey.finding(kind, severity, position, what),
            place: last,
            then: None,
        }))
    }
}

impl<'s, 'a, E> OneWay<'s, 'a, E> {
    fn of(searched: &'s Searched<'a, E>) -> Result<Self, E> {
        let network = Network::of(searched)?;
        let home = Home::of(&network);
        let group = |nodes: Vec<u32>, is_ledge: bool| {
            let first = nodes.iter().map(|node| network.firsts[*node as usize]);
            let first = first.min()?;
            Some((first, is_ledge, nodes))
        };
        let of = |belongs: &dyn Fn(u32) -> bool| groups(network.len(), &network.edges, belongs);
        let traps = of(&|node| !home.leads[node as usize]);
        let ledges = of(&|node| home.is_ledge(node));
        let traps = traps.into_iter().filter_map(|nodes| group(nodes, false));
        let ledges = ledges.into_iter().filter_map(|nodes| group(nodes, true));
        let mut all: Vec<_> = traps.chain(ledges).collect();
        all.sort_by_key(|(first, is_ledge, _)| (*is_ledge, *first));
        let mut group_of = vec![NONE; network.len()];
        let mut groups = Vec::new();
        for (number, (first, is_ledge, nodes)) in (0..).zip(all) {
            for node in nodes {
                group_of[node as usize] = number;
            }
            groups.push(Group {
                first,
                is_ledge,
                places: 0,
                area: 0.0,
                came: None,
                leaves: None,
            });
        }
        Ok(Self {
            searched,
            network,
            home,
            group_of,
            groups,
        })
    }

    /// The tiles with one-way ground.
    fn tiles(&self) -> Vec<u32> {
        let tiles = self.searched.tiles.iter().map(|(number, _)| *number);
        let has = |tile: &u32| {
            let mut nodes = self.network.nodes(*tile);
            nodes.any(|node| self.group_of[node as usize] != NONE)
        };
        tiles.filter(has).collect()
    }

    /// Counts and measures the ground of the groups.
    fn measure(&mut self) -> Result<(), E> {
        let searched = self.searched;
        let mut measure = Measure::of(searched)?;
        let cell = f64::from(searched.survey.options.cell);
        for number in self.tiles() {
            let tile = searched.tile(number)?;
            let parts = self.parts(&tile)?;
            for part in parts.iter().filter(|part| **part != NONE) {
                self.groups[*part as usize].places += 1;
            }
            for patch in measure.patches(&tile, |place| parts[place as usize] != NONE) {
                self.groups[parts[patch.place as usize] as usize].area += patch.area;
            }
            for (place, _) in measure.crouched(&tile) {
                let part = parts[place as usize];
                if part != NONE {
                    self.groups[part as usize].area += cell * cell;
                }
            }
        }
        Ok(())
    }

    /// The group of each place of a tile.
    fn parts(&self, tile: &FloodTile) -> Result<Vec<u32>, E> {
        let mut parts = Vec::with_capacity(tile.places().len());
        for place in 0..tile.places().len() as u32 {
            let group = self.group_of[self.network.node(tile, place) as usize];
            let is_ledge = group != NONE && self.groups[group as usize].is_ledge;
            // A place in a corner of its cell may be one that no later run ends at, though the ground is the same.
            let is_of_home = is_ledge && self.is_beside_home(tile, place)?;
            parts.push(if is_of_home { NONE } else { group });
        }
        Ok(parts)
    }

    /// Whether a place that can be reached from home is beside a place of a tile.
    fn is_beside_home(&self, tile: &FloodTile, place: u32) -> Result<bool, E> {
        let survey = &self.searched.survey;
        let feet = tile.places()[place as usize].body.feet;
        let mut near = Vec::new();
        self.searched
            .any_in(around(survey.columns.of(feet)), |id, other| {
                let rise = survey.columns.height(other.body.feet - feet);
                if rise.abs() <= survey.same() {
                    near.push(id);
                }
                false
            })?;
        for id in near {
            let other = self.searched.tile(id.tile)?;
            if self.home.reached[self.network.node(&other, id.place) as usize] {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Finds the runs that leave the ledges for home.
    ///
    /// Every place is reached from a spawn, and what leads to a ledge is of it: so there is a spawn on it.
    fn leave(&mut self) -> Result<(), E> {
        let Self {
            searched,
            network,
            home,
            group_of,
            groups,
        } = self;
        searched.each_tile(|tile| {
            let ledge = |groups: &[Group], from: PlaceId, to: PlaceId| {
                let node = network.node_from(searched, tile, from)?;
                let number = group_of[node as usize] as usize;
                let is_ledge = groups.get(number)?.is_ledge;
                let comes_home = home.has(network.node(tile, to.place));
                (is_ledge && comes_home).then_some(number)
            };
            for place in 0..tile.places().len() as u32 {
                let to = tile.id(place);
                // Another spawn may have been home before: then no place was found so.
                if let Some(from) = tile.from(place)
                    && let Some(number) = ledge(groups, from, to)
                {
                    groups[number].came.get_or_insert([from, to]);
                }
            }
            for [from, to] in tile.edges() {
                if let Some(number) = ledge(groups, from, to) {
                    groups[number].leaves.get_or_insert(from);
                }
            }
        })
    }
}

/// An area in words.
fn ground(area: f64) -> String {
    match area {
        ..0.05 => "less than 0.1 m² of ground".into(),
        ..9.95 => format!("{area:.1} m² of ground"),
        _ => format!("{area:.0} m² of ground"),
    }
}

#[cfg(test)]
mod tests {
    use super::ground;

    #[test]
    fn small_areas_have_a_digit_more() {
        let words = [0.0, 0.049, 0.05, 9.949, 9.95, 17.4].map(ground);
        let areas = words.map(|words| words.replace(" m² of ground", ""));
        assert_eq!(
            areas,
            ["less than 0.1", "less than 0.1", "0.1", "9.9", "10", "17"]
        );
    }
}

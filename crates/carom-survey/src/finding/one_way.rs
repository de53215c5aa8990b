//! One-way ground: traps, which can be entered and not left, and ledges, which can be left and not reached again.

use super::{Finding, Severity};
use crate::by_column::ByColumn;
use crate::flood::{Edge, Flood};
use crate::kind::Kind;
use crate::regions::{Graph, groups};
use crate::survey::Survey;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The ground to which the character has to be able to return: for each spawn the largest set of places, of those that are
/// reached from it, with ways between all of them. Of two such sets with a way from one to the other it is the latter.
struct Home {
    /// For each place whether it leads there.
    leads: Vec<bool>,
    /// For each place whether it can be reached from there.
    reached: Vec<bool>,
}

impl Home {
    fn of(flood: &Flood) -> Self {
        let graph = Graph::new(flood.places.len(), &flood.edges);
        // The size and the first place of each set.
        let sets: Vec<(usize, Reverse<u32>)> = (graph.components().into_iter())
            .filter_map(|members| Some((members.len(), Reverse(members.into_iter().min()?))))
            .collect();
        let mut homes = BTreeSet::new();
        for spawn in &flood.spawns {
            let reached = graph.reached_from(&[spawn.place]);
            let mine = sets
                .iter()
                .filter(|(_, Reverse(first))| reached[*first as usize]);
            // Of sets of one size that which was found first.
            homes.extend(mine.max().map(|(_, Reverse(first))| *first));
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

    /// Whether the character can leave a place for home, and not return to it.
    fn is_ledge(&self, place: u32) -> bool {
        self.leads[place as usize] && !self.reached[place as usize]
    }

    /// Whether a place is of the sets themselves.
    fn has(&self, place: u32) -> bool {
        self.leads[place as usize] && self.reached[place as usize]
    }
}

impl Survey<'_> {
    /// The findings of one-way ground in a complete search.
    pub(super) fn one_way(&self, flood: &Flood, by_column: &ByColumn<u32>) -> Vec<Finding> {
        let home = Home::of(flood);
        let count = flood.places.len();
        let traps = groups(count, &flood.edges, |place| !home.leads[place as usize]);
        let ledges = groups(count, &flood.edges, |place| home.is_ledge(place));
        let traps = traps.into_iter().map(|trap| self.trap(trap, flood));
        let ledges = ledges.iter();
        let ledges = ledges.filter_map(|ledge| self.ledge(ledge, flood, &home, by_column));
        let (places, mut findings): (Vec<_>, Vec<_>) = traps.chain(ledges).unzip();
        for (finding, area) in findings.iter_mut().zip(self.areas(flood, &places)) {
            finding.what = format!("{} {}", ground(area), finding.what);
        }
        findings
    }

    /// The places of a group without a way home, and its finding, which lacks the area.
    fn trap(&self, trap: Vec<u32>, flood: &Flood) -> (Vec<u32>, Finding) {
        let entry = trap[0];
        let position = flood.places[entry as usize].body.feet;
        let what = "can be entered here and not left again".into();
        let script = flood.script(entry);
        let finding = self.finding(Kind::Trap, Severity::Error, position, what, script);
        (trap, finding)
    }

    /// The places of ground around a spawn with a way from it and none back, and its finding, which lacks the area.
    ///
    /// Every place is reached from a spawn, and what leads to such ground is of it: so there is a spawn on it.
    fn ledge(
        &self,
        ledge: &[u32],
        flood: &Flood,
        home: &Home,
        by_column: &ByColumn<u32>,
    ) -> Option<(Vec<u32>, Finding)> {
        // A place in a corner of its cell may be one that no later run ends at, though the ground is the same.
        let is_beside = |place: u32| {
            let feet = flood.places[place as usize].body.feet;
            let around = by_column.around(self.columns.of(feet));
            let mut near = around.filter(|other| home.reached[**other as usize]);
            near.any(|other| {
                let rise = flood.places[*other as usize].body.feet - feet;
                self.columns.height(rise).abs() <= self.same()
            })
        };
        let places: Vec<u32> = ledge
            .iter()
            .copied()
            .filter(|place| !is_beside(*place))
            .collect();
        if places.is_empty() {
            return None;
        }
        let has = |place: u32| ledge.binary_search(&place).is_ok();
        // The first run that came home from the ledge, else a place where one starts: another spawn was home before.
        let came = (0..).zip(&flood.places).find_map(|(number, place)| {
            let from = place.from.filter(|from| has(*from) && home.has(number))?;
            Some((from, number))
        });
        let (from, last) = came.or_else(|| {
            let leaves = |edge: &&Edge| has(edge.from) && home.has(edge.to);
            let edge = flood.edges.iter().find(leaves)?;
            Some((edge.from, edge.from))
        })?;
        let position = flood.places[from as usize].body.feet;
        let what = "around the spawn can be left here and not reached again".into();
        let script = flood.script(last);
        let finding = self.finding(Kind::Ledge, Severity::Note, position, what, script);
        Some((places, finding))
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

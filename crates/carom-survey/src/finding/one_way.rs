//! One-way ground: traps, which can be entered and not left, and ledges, which can be left and not reached again.

use super::{Finding, Severity};
use crate::columns::Column;
use crate::flood::Flood;
use crate::kind::Kind;
use crate::regions::{Graph, groups};
use crate::survey::Survey;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The largest set of places with ways between all of them, and how the others are connected to it.
struct Home {
    /// Its first place.
    first: u32,
    /// For each place whether it leads there.
    leads: Vec<bool>,
    /// For each place whether it can be reached from there.
    reached: Vec<bool>,
}

impl Home {
    fn of(flood: &Flood) -> Option<Self> {
        let graph = Graph::new(flood.places.len(), &flood.edges);
        // Of components of one size that which was found first.
        let (_, Reverse(first)) = graph
            .components()
            .into_iter()
            .filter_map(|members| Some((members.len(), Reverse(members.into_iter().min()?))))
            .max()?;
        Some(Self {
            first,
            leads: graph.leading_to(first),
            reached: graph.reached_from(first),
        })
    }
}

impl Survey<'_> {
    /// The findings of one-way ground in a complete search.
    pub(super) fn one_way(
        &self,
        flood: &Flood,
        by_column: &BTreeMap<Column, Vec<u32>>,
    ) -> Vec<Finding> {
        let Some(home) = Home::of(flood) else {
            return Vec::new();
        };
        let traps = groups(flood.places.len(), &flood.edges, |place| {
            !home.leads[place as usize]
        });
        let ledge = self.ledge(flood, &home, by_column);
        let traps = traps.iter().map(|trap| self.trap(trap, flood));
        traps.chain(ledge).collect()
    }

    /// The finding of a group of places without a way home.
    fn trap(&self, trap: &[u32], flood: &Flood) -> Finding {
        let entry = trap[0];
        let position = flood.places[entry as usize].body.feet;
        let ground = ground(self.area_of(flood, trap));
        let what = format!("{ground} can be entered here and not left again");
        let script = flood.script(entry);
        self.finding(Kind::Trap, Severity::Error, position, what, script)
    }

    /// The finding of the ground around the spawn, if there is a way from it and none back.
    ///
    /// Every place is reached from the spawn, so the spawn is on all ground of this kind.
    fn ledge(
        &self,
        flood: &Flood,
        home: &Home,
        by_column: &BTreeMap<Column, Vec<u32>>,
    ) -> Option<Finding> {
        // A place in a corner of its cell may be one that no later run ends at, though the ground is the same.
        let is_beside = |place: u32| {
            let feet = flood.places[place as usize].body.feet;
            let [x, z] = self.columns.of(feet);
            let around = (0..9).map(|i| [x + i % 3 - 1, z + i / 3 - 1]);
            let mut near = around
                .filter_map(|column| by_column.get(&column))
                .flatten()
                .filter(|other| home.reached[**other as usize]);
            near.any(|other| {
                let rise = flood.places[*other as usize].body.feet - feet;
                self.columns.height(rise).abs() <= self.same()
            })
        };
        let places = (0..flood.places.len() as u32).filter(|&place| {
            let number = place as usize;
            home.leads[number] && !home.reached[number] && !is_beside(place)
        });
        let places: Vec<u32> = places.collect();
        if places.is_empty() {
            return None;
        }
        // The first run that came home started on the ledge.
        let from = flood.places[home.first as usize].from?;
        let position = flood.places[from as usize].body.feet;
        let ground = ground(self.area_of(flood, &places));
        let what = format!("{ground} around the spawn can be left here and not reached again");
        let script = flood.script(home.first);
        Some(self.finding(Kind::Ledge, Severity::Note, position, what, script))
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

//! The motions between all places of a search: its runs, made once more.

use super::LinkKind;
use crate::by_column::ByColumn;
use crate::flood_tile::FloodTile;
use crate::places::{Place, PlaceId};
use crate::run::{Action, End, Outcome};
use crate::searched::Searched;
use crate::survey::Survey;
use glam::Vec3;
use rayon::prelude::*;

/// A place, as far as a graph needs it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) id: PlaceId,
    pub(super) feet: Vec3,
    pub(super) crouched: bool,
}

/// A motion from one place to another, by their numbers through all tiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) kind: LinkKind,
    pub(super) action: Action,
    /// The feet at its end.
    pub(super) end: Vec3,
}

/// All places, and the motions between them.
pub(super) struct Motions {
    pub(super) places: Vec<Spot>,
    by_column: ByColumn<u32>,
    /// Ordered by their starts.
    pub(super) list: Vec<Motion>,
}

impl Motions {
    pub(super) fn of<E>(searched: &Searched<'_, E>) -> Result<Self, E> {
        let survey = &searched.survey;
        let mut places = Vec::with_capacity(searched.places());
        searched.each_tile(|tile| {
            let spots = (0..).zip(tile.places()).map(|(number, place)| Spot {
                id: tile.id(number),
                feet: place.body.feet,
                crouched: place.crouched,
            });
            places.extend(spots);
        })?;
        let columns = places.iter().map(|spot| survey.columns.of(spot.feet));
        let by_column = columns.zip(0..).collect();
        let mut motions = Self {
            places,
            by_column,
            list: Vec::new(),
        };
        searched.each_tile(|tile| {
            let first = searched.number(tile.id(0)) as u32;
            let list = motions.of_tile(survey, tile, first);
            motions.list.extend(list);
        })?;
        Ok(motions)
    }

    /// The motions from the places of a tile; `first` is the number of its first place.
    fn of_tile(&self, survey: &Survey<'_>, tile: &FloodTile, first: u32) -> Vec<Motion> {
        let places = tile.places();
        (0..places.len())
            .into_par_iter()
            .map_init(
                || (survey.runner(), survey.probe()),
                |(runner, probe), number| {
                    let place = &places[number];
                    let outcomes = survey.expand(place, runner, probe).outcomes;
                    self.between_places(survey, place, first + number as u32, &outcomes)
                },
            )
            .flatten_iter()
            .collect()
    }

    /// Of the runs from a place the simplest to each other place, and of those the shortest.
    fn between_places(
        &self,
        survey: &Survey<'_>,
        place: &Place,
        from: u32,
        outcomes: &[Outcome],
    ) -> Vec<Motion> {
        let mut motions: Vec<Motion> = Vec::new();
        for outcome in outcomes.iter().filter(|outcome| outcome.end == End::Rest) {
            let crouched = outcome.body.height < survey.options.height;
            let to = self.at(survey, outcome.body.feet, crouched);
            let Some(to) = to.filter(|to| *to != from) else {
                continue;
            };
            let motion = Motion {
                from,
                to,
                kind: kind(outcome, place.crouched != crouched),
                action: outcome.action,
                end: outcome.body.feet,
            };
            let rank = |motion: &Motion| (motion.kind, motion.action.length());
            match motions.iter_mut().find(|known| known.to == to) {
                Some(known) if rank(&motion) < rank(known) => *known = motion,
                Some(_) => {}
                None => motions.push(motion),
            }
        }
        motions
    }

    /// The place of these feet and this stance, the nearest in height and of equally near ones the first.
    pub(super) fn at(&self, survey: &Survey<'_>, feet: Vec3, crouched: bool) -> Option<u32> {
        let columns = &survey.columns;
        let off = |place: u32| {
            let known = self.places[place as usize].feet;
            (columns.height(known) - columns.height(feet)).abs()
        };
        let here = self.by_column.at(columns.of(feet)).copied();
        here.filter(|place| self.places[*place as usize].crouched == crouched)
            .filter(|place| off(*place) <= survey.same())
            .min_by(|a, b| off(*a).total_cmp(&off(*b)).then(a.cmp(b)))
    }
}

/// The kind of a run that changes the stance or does not.
fn kind(outcome: &Outcome, changes: bool) -> LinkKind {
    if outcome.action.jump.is_some() {
        LinkKind::Jump
    } else if outcome.flown {
        LinkKind::Drop
    } else if changes {
        LinkKind::Stance
    } else if outcome.why.stepped {
        LinkKind::Step
    } else {
        LinkKind::Walk
    }
}

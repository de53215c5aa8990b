//! The search of a whole level at once: runs from every place that is found, until nothing new is found.

use crate::flood::{Flood, Progress};
use crate::options::{SurveyError, slope_gap};
use crate::places::Place;
use crate::run::{Action, End, Hold, Runner};
use crate::survey::Survey;
use crate::tile::{Handover, Source};
use crate::tiles::Tiles;
use crate::visitor::{ProgressVisitor, Visitor};
use carom::mover::CharacterState;
use glam::Vec3;

impl Survey<'_> {
    /// Everything that can be reached from a spawn.
    ///
    /// After every wave `progress` is called; the search stops when it returns false. The result is the same, to the bit, for
    /// every number of threads.
    ///
    /// # Errors
    /// A spawn that is outside of the level, inside geometry, or without a floor below it.
    pub fn flood(
        &self,
        spawn: Vec3,
        progress: impl FnMut(Progress) -> bool,
    ) -> Result<Flood, SurveyError> {
        self.flood_with(&[spawn], &mut ProgressVisitor(progress))
    }

    /// Everything that can be reached from any of some spawns, with a visitor of every place and every run.
    ///
    /// # Errors
    /// No spawn, or one that is outside of the level, inside geometry, or without a floor below it.
    pub fn flood_with(
        &self,
        spawns: &[Vec3],
        visitor: &mut impl Visitor,
    ) -> Result<Flood, SurveyError> {
        let firsts: Result<Vec<_>, _> = spawns.iter().map(|spawn| self.first(*spawn)).collect();
        let firsts = firsts?;
        if firsts.is_empty() {
            return Err(SurveyError::NoSpawn);
        }
        let whole = Self {
            tiles: Tiles::whole(&self.columns),
            ..self.clone()
        };
        let mut tile = whole.tile([0, 0]).ok_or(SurveyError::NoSpawn)?;
        whole.enter(&mut tile, 0, &firsts);
        for (number, place) in (0..).zip(tile.places.list()) {
            visitor.place(number, place);
        }
        while !tile.wave.is_empty() && visitor.goes_on(tile.progress()) {
            whole.wave(&mut tile, visitor);
        }
        Ok(tile.into_flood().unwrap_or_default())
    }

    /// A start of a search in tiles: the place where the character comes to rest at the spawn or below it.
    ///
    /// # Errors
    /// A spawn that is outside of the level, inside geometry, or without a floor below it.
    pub fn first(&self, spawn: Vec3) -> Result<Handover, SurveyError> {
        let place = self.start(spawn, &mut self.runner())?;
        let inside = self.tile_at(place.body.feet);
        inside.ok_or(SurveyError::NoFloor(spawn))?;
        Ok(Handover {
            source: Source::Spawn(spawn),
            place,
        })
    }

    /// The place where the character comes to rest at the spawn or below it.
    fn start(&self, spawn: Vec3, runner: &mut Runner) -> Result<Place, SurveyError> {
        let bounds = self.level.bounds();
        let inside = spawn.is_finite()
            && spawn.cmpge(bounds.min).all()
            && spawn
                .cmple(bounds.max + Vec3::splat(self.options.height))
                .all();
        if !inside {
            return Err(SurveyError::SpawnOutside(spawn, bounds.min, bounds.max));
        }
        let settings = &self.settings;
        // Feet exactly on a slope penetrate it: by the distance that the round foot is lower there.
        let lift = slope_gap(settings) + settings.skin;
        let lift = lift.min(settings.radius + settings.step_height);
        let inside = |lift: f32| {
            let capsule = settings.capsule(spawn + settings.up * lift, self.options.height);
            let contact = self.level.query().closest(&capsule, 0.0);
            contact.filter(|contact| contact.separation < 0.0)
        };
        // Below a low ceiling there may be no room for the lift.
        if let Some(contact) = inside(lift)
            && inside(0.0).is_some()
        {
            return Err(SurveyError::SpawnInside {
                spawn,
                depth: -contact.separation,
                triangle: contact.part.index,
            });
        }
        let body = CharacterState::at(spawn, self.options.height);
        let outcome = runner.run(&body, Action::default(), Hold::Ticks);
        if outcome.end == End::Left {
            return Err(SurveyError::NoFloor(spawn));
        }
        Ok(Place {
            body: outcome.body,
            from: None,
            action: outcome.action,
            crouched: false,
        })
    }
}

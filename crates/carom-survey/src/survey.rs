//! A level to survey: its grid, and the workers that the search and the measurements use.

use crate::columns::Columns;
use crate::options::{Options, SurveyError, steepest};
use crate::probe::Probe;
use crate::run::Runner;
use crate::standing::Standing;
use crate::tiles::Tiles;
use carom::Mesh;
use carom::mover::{Mover, MoverSettings};
use glam::Vec3;

/// A level to survey.
///
/// [`flood`](Self::flood) searches it; [`findings`](Self::findings), [`reach`](Self::reach), [`unreached`](Self::unreached)
/// and [`goal`](Self::goal) evaluate the result. The [crate](crate) shows them together.
#[derive(Clone, Debug)]
pub struct Survey<'a> {
    pub(crate) level: &'a Mesh<Vec3>,
    pub(crate) options: Options,
    /// Those of the options, with a unit `up`.
    pub(crate) settings: MoverSettings<Vec3>,
    pub(crate) columns: Columns,
    pub(crate) tiles: Tiles,
}

impl<'a> Survey<'a> {
    /// A survey of a level, in one tile.
    ///
    /// # Errors
    /// An option out of its range, or a level with too many cells.
    pub fn new(level: &'a Mesh<Vec3>, options: Options) -> Result<Self, SurveyError> {
        let settings = *options.mover()?.settings();
        let bounds = level.bounds();
        let columns = Columns::over(&bounds, settings.up, options.cell).ok_or_else(|| {
            let size = bounds.size() / options.cell;
            SurveyError::TooWide(size.x, size.z)
        })?;
        Ok(Self {
            level,
            options,
            settings,
            columns,
            tiles: Tiles::whole(&columns),
        })
    }

    /// The same survey in square tiles of this width in meters, rounded up to whole cells: see [`Survey::tile`]. The first run
    /// that reaches a place determines the state that is kept there, so details of the result depend on the width.
    ///
    /// # Errors
    /// A width that is not 0.001 to 1,000,000 m.
    pub fn in_tiles(self, width: f32) -> Result<Self, SurveyError> {
        if !(1e-3..=1e6).contains(&width) {
            return Err(SurveyError::Option {
                option: "tiles",
                must: "0.001 to 1000000 m",
                value: width,
            });
        }
        let cells = (width / self.options.cell).ceil();
        let tiles = Tiles::of(&self.columns, cells as i32);
        Ok(Self { tiles, ..self })
    }

    /// A new mover. Each thread has its own, because a mover keeps the memory of a tick.
    pub(crate) fn mover(&self) -> Mover<Vec3> {
        Mover::new(self.settings).expect("checked when the survey was made")
    }

    pub(crate) fn runner(&self) -> Runner<'a> {
        Runner::new(self.level, self.mover(), &self.options)
    }

    pub(crate) fn standing(&self) -> Standing<'a> {
        self.standing_of(self.options.height)
    }

    pub(crate) fn standing_of(&self, height: f32) -> Standing<'a> {
        Standing::new(self.level, self.mover(), height, self.options.dt())
    }

    pub(crate) fn probe(&self) -> Probe<'a> {
        self.probe_within(self.options.margin)
    }

    /// A probe that finds obstacles up to another margin.
    pub(crate) fn probe_within(&self, margin: f32) -> Probe<'a> {
        let options = Options {
            margin,
            ..self.options.clone()
        };
        Probe::new(self.level, self.settings, &options, |height| {
            self.standing_of(height)
        })
    }

    /// The height within which feet in one column are at the same place: a difference that the character walks up and down
    /// anyway.
    pub(crate) fn same(&self) -> f32 {
        let settings = &self.settings;
        settings
            .step_height
            .max(steepest(settings) * self.options.cell)
            .min(0.5 * self.options.height)
            .max(settings.skin * 4.0)
    }
}

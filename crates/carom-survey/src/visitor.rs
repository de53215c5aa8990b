//! Callbacks during a search, for rules of a game's own.

use crate::flood::Progress;
use crate::places::Place;
use crate::run::{Action, End};
use carom::mover::{CharacterState, MoveFlags};
use glam::Vec3;

/// A run of the search: its start, its input and its end.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The number in its tile of the place where it started.
    pub from: u32,
    /// That place.
    pub start: &'a Place,
    /// The input.
    pub action: Action,
    /// How it ended.
    pub end: End,
    /// The character's whole state at the end.
    pub body: CharacterState<Vec3>,
    /// The flags of all its ticks.
    pub why: MoveFlags,
}

/// Receives every place and run of a search, in one order for every number of threads.
///
/// Use it for a game's own rules: is there a place within reach of the chest, can a character get into the water, from how
/// high can it fall? Every method does nothing by default. A search that is resumed from a saved [`Tile`](crate::Tile) reports
/// only what it finds from there on; the earlier places are in the [`Flood`](crate::Flood).
///
/// ```
/// use carom::Mesh;
/// use carom_survey::{End, Options, Place, Run, Survey, Visitor};
/// use glam::{Vec3, vec3};
///
/// /// Is the chest reachable, and what is the deepest drop?
/// struct Rules {
///     chest: Vec3,
///     reachable: bool,
///     drop: f32,
/// }
///
/// impl Visitor for Rules {
///     fn place(&mut self, _number: u32, place: &Place) {
///         self.reachable |= place.body.feet.distance(self.chest) < 1.0;
///     }
///     fn run(&mut self, run: &Run) {
///         if run.end == End::Rest {
///             self.drop = self.drop.max(run.start.body.feet.y - run.body.feet.y);
///         }
///     }
/// }
///
/// let corners = vec![vec3(0., 0., 0.), vec3(0., 0., 8.), vec3(8., 0., 8.), vec3(8., 0., 0.)];
/// let level: Mesh<Vec3> = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]])?;
/// let survey = Survey::new(&level, Options::default())?;
/// let mut rules = Rules { chest: vec3(7., 0., 7.), reachable: false, drop: 0.0 };
/// survey.flood_with(&[vec3(4., 0., 4.)], &mut rules)?;
/// // At the rim the round foot holds on, lower by less than its radius.
/// assert!(rules.reachable && rules.drop < 0.3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Visitor {
    /// A new place, with its number in its tile.
    fn place(&mut self, number: u32, place: &Place) {
        let _ = (number, place);
    }

    /// A run, also one that found nothing new.
    fn run(&mut self, run: &Run) {
        let _ = run;
    }

    /// Called after every wave; the search stops when this returns false. True by default.
    fn goes_on(&mut self, progress: Progress) -> bool {
        let _ = progress;
        true
    }
}

/// Ignores everything.
impl Visitor for () {}

/// Passes on the progress alone.
pub(crate) struct ProgressVisitor<F>(pub(crate) F);

impl<F: FnMut(Progress) -> bool> Visitor for ProgressVisitor<F> {
    fn goes_on(&mut self, progress: Progress) -> bool {
        (self.0)(progress)
    }
}

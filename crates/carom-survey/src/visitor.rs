//! Rules of a user's own, asked while a level is searched.

use crate::flood::Progress;
use crate::places::Place;
use crate::run::{Action, End};
use carom::mover::{CharacterState, MoveFlags};
use glam::Vec3;

/// A run that was made: from a place, by an action, to where it ended.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The number of the place it started from, in its tile.
    pub from: u32,
    /// That place.
    pub start: &'a Place,
    /// What was done.
    pub action: Action,
    /// How it ended.
    pub end: End,
    /// The character's whole state then.
    pub body: CharacterState<Vec3>,
    /// Everything that shaped it on the way.
    pub why: MoveFlags,
}

/// Hears of everything that a search comes upon, in one order, whatever the number of threads.
///
/// A rule of a game is one: is there a place within reach of the chest, does anybody come into the water, how high does one
/// fall? Every method does nothing unless it is written. A search that goes on from a saved [`Tile`](crate::Tile) tells
/// what it finds from there on; what was known before is in the places of the [`Flood`](crate::Flood).
///
/// ```
/// use carom::Mesh;
/// use carom_survey::{End, Options, Place, Run, Survey, Visitor};
/// use glam::{Vec3, vec3};
///
/// /// Is the chest reachable, and from how high does anybody drop?
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
/// survey.flood_with(vec3(4., 0., 4.), &mut rules)?;
/// // At the rim the round foot holds on, lower by less than its radius.
/// assert!(rules.reachable && rules.drop < 0.3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Visitor {
    /// A place was found that was not known; its number is that in its tile.
    fn place(&mut self, number: u32, place: &Place) {
        let _ = (number, place);
    }

    /// A run was made.
    fn run(&mut self, run: &Run) {
        let _ = run;
    }

    /// After every wave: whether the search goes on.
    fn goes_on(&mut self, progress: Progress) -> bool {
        let _ = progress;
        true
    }
}

/// Nobody.
impl Visitor for () {}

/// One who wants to know of the progress alone.
pub(crate) struct Told<F>(pub(crate) F);

impl<F: FnMut(Progress) -> bool> Visitor for Told<F> {
    fn goes_on(&mut self, progress: Progress) -> bool {
        (self.0)(progress)
    }
}

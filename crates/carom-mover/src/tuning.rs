//! The tuned constants of the mover, each with its unit and its reason.
//!
//! "Noticed by" names a test of `tests/it` (file: test) that fails, or a scenario of `data/scenarios` with another
//! hash, when the constant is changed by a factor of two (cosines: by half of what they lack to one).

// Gaps. The skin is the gap that a capsule keeps to everything; it absorbs the rounding of positions.

/// Gap at which a sweep stops, in skins. A little less than one: the next triangle of the same wall is then farther
/// than the stop and is passed without a collision.
pub(super) const SWEEP_GAP: f64 = 0.95;
/// Distance within which contacts count, in skins. More than one, so that ground at a gap just above the skin carries.
pub(super) const CONTACT_REACH: f64 = 1.5;
/// Gap below which a tick pushes the capsule back to the whole skin, in skins. Less than [`SWEEP_GAP`], or every stop
/// would be followed by a push.
pub(super) const LEAST_GAP: f64 = 0.88;
/// The same for [`slide`](crate::slide), in skins: higher, because nothing else gives back the skin between two calls.
pub(super) const SLIDE_LEAST_GAP: f64 = 0.92;
/// Largest difference of a gap from the skin, in skins, with which ground needs no ground snap.
pub(super) const FIRM_GAP: f64 = 0.02;
/// Distance of a point from the plane of a nearer side, in skins, up to which it is a point of that side.
pub(super) const SAME_PLANE: f64 = 0.1;

// Rounding bounds.

/// Rounding of a position, in units of the last place of the largest coordinate.
pub(super) const ROUNDING: f64 = 2.0;
/// Rounding left by one motion, in roundings of a position. An overlap of no more than this is a touch.
pub(super) const TOUCHING: f64 = 4.0;
/// Rounding of the box that a tick may reach, in units of the last place of the largest coordinate.
pub(super) const REGION_ROUNDING: f64 = 8.0;
/// Rounding of a height over a plane, in epsilons of the distances it is made of: a few operations on each coordinate.
pub(super) const HEIGHT_ROUNDING: f64 = 64.0;
/// Part of [`CONTACT_REACH`] beyond which every other part is for certain: what the reach itself is rounded by.
pub(super) const SURE_REACH: f64 = 0.99;

// Directions: how far a unit direction may lean into a plane (sine) and still count as parallel to it.

/// For a motion and a contact that is nearer than the stop: such a motion is free. A rounding of unit vectors in `f32`.
pub(super) const FREE_LEAN: f64 = 1e-6;
/// For a direction and the planes that lead it. Normals of one smooth surface differ by less from part to part.
pub(super) const PLANE_LEAN: f64 = 1e-3;
/// For a motion along an edge, which turns with the edge. Twice [`PLANE_LEAN`], which a led motion may already have.
pub(super) const EDGE_LEAN: f64 = 2e-3;
/// Length (squared) of the level part of a unit normal below which a surface in the air is no wall.
pub(super) const LEVEL_NORMAL: f64 = 1e-6;

// Kinds of contacts, by the rise of a unit normal (its part along `up`).

/// Least rise of a normal that can carry: 1.1 degrees from upright. Below that it is a wall, whatever `max_slope` says.
pub(super) const LEAST_SUPPORT: f64 = 0.02;
/// Fall of a normal from which a collision counts as one with a ceiling: an overhang of 5.7 degrees.
pub(super) const CEILING: f64 = 0.1;
/// Cosine between a contact normal and its surface's normal below which the contact is with an edge: 2.6 degrees.
pub(super) const EDGE: f64 = 0.999;
/// Rounding of the cosine of a slope, so that a slope of exactly `max_slope` can be walked.
pub(super) const SLOPE_ROUNDING: f64 = 1e-4;
/// Rounding of the rise of a contact with an edge: a foot exactly over an edge counts as over it.
pub(super) const OVERHANG_ROUNDING: f64 = 1e-3;
/// Least `max_slope` (a cosine) from which the steepest rise follows: bounds what a tick gathers when walls can be
/// walked.
pub(super) const LEAST_SLOPE: f64 = 0.05;
/// Length (squared) of the way down that steep surfaces leave, of one, below which they hold the capsule between them.
pub(super) const WEDGED: f64 = 1e-3;
/// Radius of the ball below the middle of the foot that finds ground for a capsule hanging on an edge, in radii. Thin:
/// it has to pass between the edge and the capsule's axis.
pub(super) const UNDER_FOOT: f64 = 0.05;

// Collide and slide.

/// Deflections of a motion in a tick; then the rest is dropped. Corners need three; more are curved walls.
pub(super) const MAX_STOPS: usize = 8;
/// Planes that are solved together: more than a capsule can touch in a sensible scene.
pub(super) const MAX_PLANES: usize = 12;
/// Straight segments in which a tick follows an edge. Bounds the work at high speeds.
pub(super) const MAX_SEGMENTS: usize = 32;
/// Bisections of a segment that overshoots the end of a wall: 1/32 of it is then a small part of a segment.
pub(super) const END_BISECTIONS: usize = 5;
/// Distance by which a segment around an edge may leave it, in radii: 0.25 mm of 0.3 m, a fortieth of the default skin.
pub(super) const EDGE_DEVIATION: f64 = 1.0 / 1200.0;
/// How much farther than the skin a wall that led the motion is searched, in [`EDGE_DEVIATION`]s. A chord leaves its
/// circle by up to four times as much as an arc of half its length.
pub(super) const PASSED_REACH: f64 = 4.0;
/// Longest segment around an edge as a part of the motion: the tick then fits into [`MAX_SEGMENTS`].
pub(super) const LONGEST_SEGMENT: f64 = 1.0 / 16.0;
/// The last segment, in longest ones: it has no next segment to take a speed from, so it is short.
pub(super) const LAST_SEGMENT: f64 = 0.25;

// Depenetration.

/// Distance that a character is moved out of an overlap, in radii. A little more than one: out to the middle of a wall
/// on which its axis stands, and the skin besides.
pub(super) const RECOVERY_REACH: f64 = 1.12;
/// Distances at which a free pose is searched.
pub(super) const FREE_POSE_STEPS: u32 = 14;
/// Distances from which pushes are tried where no pose is free by itself.
pub(super) const PUSH_STEPS: u32 = 4;
/// Rounds of pushes along all contact normals.
pub(super) const PUSH_ROUNDS: usize = 12;
/// Rounds that lead no farther out, after which a push from a trial pose is given up.
pub(super) const IDLE_ROUNDS: usize = 2;
/// Gauss–Seidel sweeps over the contacts in a round.
pub(super) const PUSH_SWEEPS: usize = 8;
/// Contacts that are solved together.
pub(super) const MAX_CONTACTS: usize = 16;
/// Cosine by which a direction may lead into an overlapped part and still count as along it: 2.9 degrees.
pub(super) const ALONG_OVERLAP: f64 = 0.05;

// Platforms.

/// Rounds in which a part pushed by one body may be pushed on by another.
pub(super) const PLATFORM_ROUNDS: usize = 3;
/// Distance by which the segments of a body's arc may leave it, in skins.
pub(super) const ARC_DEVIATION: f64 = 0.25;

// Steps.

/// Least length of the motion ahead in a climb, in skins. More than the error of the gap at which the walk stopped, so
/// that slow walks and short ticks climb the same stairs.
pub(super) const LEAST_AHEAD: f64 = 0.1;
/// Part of that motion that has to succeed.
pub(super) const LEAST_PROGRESS: f64 = 0.1;
/// Segments, up and ahead in turn, of a climb under a ceiling that is tried to its end.
pub(super) const CEILING_SEGMENTS: usize = 8;
/// How much of the rise may be missing there, in roundings of a position.
pub(super) const CEILING_ROUNDING: f64 = 4.0;

// Transitions inside a tick.

/// Times a character may leave its ground in a tick.
pub(super) const MAX_LEAVES: u32 = 2;
/// Accuracy of the place where a walk leaves its ground, in skins.
pub(super) const LEAVE_ACCURACY: f64 = 0.2;
/// Bisections on the way to that place.
pub(super) const LEAVE_BISECTIONS: usize = 16;
/// How many of them try the place that follows from the edge under the foot.
pub(super) const LEAVE_GUESSES: usize = 6;
/// Distance of a trial from such a guess, in accuracies: two of them enclose it within one.
pub(super) const GUESS_OFFSET: f64 = 0.45;

// Hover.

/// Undamped frequency of the spring, 1/s: stiff enough for stairs at a run, soft enough not to be noticed.
pub(super) const SPRING_FREQUENCY: f64 = 4.5;
/// Radii of the foot, in radii of the capsule. Where the wide foot finds no ground (the side of a step that it passes
/// on the way down, say), the narrow one may.
pub(super) const HOVER_FEET: [f64; 2] = [0.5, 0.1];

// The box that a tick gathers when the character goes where it means to.

/// Margin around the capsule, in skins: a skin, and half of one for getting back to it.
pub(super) const REGION_MARGIN: f64 = 1.5;
/// Further margin within which parts are gathered, in skins: queries reach [`CONTACT_REACH`] and a little.
pub(super) const GATHER_MARGIN: f64 = 0.6;
/// Margin below a foot that hovers or is narrow, in skins.
pub(super) const FOOT_MARGIN: f64 = 2.0;

// Reports.

/// Collisions that a tick reports. Bounds memory.
pub(super) const MAX_COLLISIONS: usize = 32;

// Crowds.

/// Agents below which a round is not divided among threads.
pub(super) const AGENTS_PER_THREAD: usize = 8;
/// Distance that others may push an agent in a tick, in radii, when it claims its space. Beyond that it steps alone.
pub(super) const PUSHED_CLAIM: f64 = 0.25;
/// Gauss–Seidel sweeps over the pairs of a crowd.
pub(super) const PAIR_SWEEPS: usize = 24;
/// Agents in a chunk of the search for neighbors, the work of one thread.
pub(super) const NEIGHBOR_CHUNK: usize = 128;
/// Refits of the BVH of claims before it is built again: boxes that were together drift apart.
pub(super) const REFITS: u32 = 30;
/// Change of a velocity, as a part of it, that counts as one: the rounding of the solver in `f32`.
pub(super) const VELOCITY_CHANGE: f64 = 1e-4;

// Locomotion.

/// Loss of speed in a tick, as a part of all speeds, that counts as taken by a wall: the rounding of a tick in `f32`.
pub(super) const SPEED_LOSS: f64 = 1e-4;

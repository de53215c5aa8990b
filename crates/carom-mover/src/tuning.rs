//! The tuned constants of the mover, each with its unit and its reason.
//!
//! "Noticed by" names a test of `tests/it` that fails, or scenarios of `data/scenarios` with other hashes, after a
//! change of the constant: by a factor of two (a cosine: of its distance to one), or by more where that changes
//! nothing. Without that line nothing noticed a factor of two; sizes of arrays and work per thread were not tried.

// Gaps. The skin is the gap that a capsule keeps to everything; it absorbs the rounding of positions.

/// Gap at which a sweep stops, in skins. A little less than one: the next triangle of the same wall is then farther
/// than the stop and is passed without a collision.
/// Noticed by `moments::a_landing_on_a_platform_rides_it_from_that_moment`.
pub(super) const SWEEP_GAP: f64 = 0.95;
/// Distance within which contacts count, in skins. More than one, so that ground at a gap just above the skin carries.
/// Noticed by scenarios `corner` and `dungeon-f64`.
pub(super) const CONTACT_REACH: f64 = 1.5;
/// Gap below which a tick pushes the capsule back to the whole skin, in skins. Less than [`SWEEP_GAP`], or every stop
/// would be followed by a push.
/// Noticed by `riding::a_wall_of_a_millimeter_at_a_hundred_meters_a_second_pushes_the_character_along`.
pub(super) const LEAST_GAP: f64 = 0.88;
/// The same for [`slide`](crate::slide), in skins: higher, because nothing else gives back the skin between two calls.
/// Noticed by `complaints::c02_slides_into_the_ground_keep_the_skin`.
pub(super) const SLIDE_LEAST_GAP: f64 = 0.92;
/// Largest difference of a gap from the skin, in skins, with which ground needs no ground snap.
/// Noticed by scenarios `dungeon-f64` and `flatland`.
pub(super) const FIRM_GAP: f64 = 0.02;
/// Distance of a point from the plane of a nearer side, in skins, up to which it is a point of that side.
pub(super) const SAME_PLANE: f64 = 0.1;

// Rounding bounds.

/// Rounding of a position, in units of the last place of the largest coordinate.
/// Noticed by scenarios `corner` and `crouch-jump-fly`.
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
/// Noticed by `scenes::it_comes_to_rest_in_corners`.
pub(super) const PLANE_LEAN: f64 = 1e-3;
/// For a motion along an edge, which turns with the edge. Twice [`PLANE_LEAN`], which a led motion may already have.
/// Noticed by scenarios `crowd` and `moving`.
pub(super) const EDGE_LEAN: f64 = 2e-3;
/// Length (squared) of the level part of a unit normal below which a surface in the air is no wall.
pub(super) const LEVEL_NORMAL: f64 = 1e-6;

// Kinds of contacts, by the rise of a unit normal (its part along `up`).

/// Least rise of a normal that can carry: 1.1 degrees from upright. Below that it is a wall, whatever `max_slope` says.
/// Noticed by scenario `stairs`.
pub(super) const LEAST_SUPPORT: f64 = 0.02;
/// Fall of a normal from which a collision counts as one with a ceiling: an overhang of 5.7 degrees.
pub(super) const CEILING: f64 = 0.1;
/// Cosine between a contact normal and its surface's normal below which the contact is with an edge: 2.6 degrees.
/// Noticed by scenarios `crowd` and `dungeon-f64`.
pub(super) const EDGE: f64 = 0.999;
/// Rounding of the cosine of a slope, so that a slope of exactly `max_slope` can be walked.
pub(super) const SLOPE_ROUNDING: f64 = 1e-4;
/// Rounding of the rise of a contact with an edge: a foot exactly over an edge counts as over it.
/// Noticed by scenarios `crowd` and `feet`.
pub(super) const OVERHANG_ROUNDING: f64 = 1e-3;
/// Least `max_slope` (a cosine) from which the steepest rise follows: bounds what a tick gathers when walls can be
/// walked.
pub(super) const LEAST_SLOPE: f64 = 0.05;
/// Length (squared) of the way down that steep surfaces leave, of one, below which they hold the capsule between them.
/// Noticed by scenario `feet`.
pub(super) const WEDGED: f64 = 1e-3;
/// Radius of the ball below the middle of the foot that finds ground for a capsule hanging on an edge, in radii. Thin:
/// it has to pass between the edge and the capsule's axis.
/// Noticed by scenario `feet`.
pub(super) const UNDER_FOOT: f64 = 0.05;

// Collide and slide.

/// Deflections of a motion in a tick; then the rest is dropped. Corners need three; more are curved walls.
/// Noticed by `scenes::a_corridor_as_wide_as_a_person_and_its_skin_is_entered`.
pub(super) const MAX_STOPS: usize = 8;
/// Planes that are solved together: more than a capsule can touch in a sensible scene.
pub(super) const MAX_PLANES: usize = 12;
/// Straight segments in which a tick follows an edge. Bounds the work at high speeds.
/// Noticed by scenarios `corner` and `crowd`.
pub(super) const MAX_SEGMENTS: usize = 32;
/// Bisections of a segment that overshoots the end of a wall: 1/32 of it is then a small part of a segment.
/// Noticed by scenarios `crowd` and `moving`.
pub(super) const END_BISECTIONS: usize = 5;
/// Distance by which a segment around an edge may leave it, in radii: 0.25 mm of 0.3 m, a fortieth of the default skin.
/// Noticed by scenarios `corner` and `crowd`.
pub(super) const EDGE_DEVIATION: f64 = 1.0 / 1200.0;
/// How much farther than the skin a wall that led the motion is searched, in [`EDGE_DEVIATION`]s. A chord leaves its
/// circle by up to four times as much as an arc of half its length.
pub(super) const PASSED_REACH: f64 = 4.0;
/// Longest segment around an edge as a part of the motion: the tick then fits into [`MAX_SEGMENTS`].
/// Noticed by scenarios `corner` and `crowd`.
pub(super) const LONGEST_SEGMENT: f64 = 1.0 / 16.0;
/// The last segment, in longest ones: it has no next segment to take a speed from, so it is short.
/// Noticed by scenarios `corner` and `crowd`.
pub(super) const LAST_SEGMENT: f64 = 0.25;

// Depenetration.

/// Distance that a character is moved out of an overlap, in radii. A little more than one: out to the middle of a wall
/// on which its axis stands, and the skin besides.
/// Noticed by `reduced::a_free_pose_within_a_radius_is_found`.
pub(super) const RECOVERY_REACH: f64 = 1.12;
/// Distances at which a free pose is searched.
pub(super) const FREE_POSE_STEPS: u32 = 14;
/// Distances beyond [`RECOVERY_REACH`] at which one is searched.
pub(super) const DEEP_POSE_STEPS: u32 = 40;
/// Distances from which pushes are tried where no pose is free by itself.
pub(super) const PUSH_STEPS: u32 = 4;
/// Rounds of pushes along all contact normals.
pub(super) const PUSH_ROUNDS: usize = 12;
/// Rounds that lead no farther out, after which a push from a trial pose is given up.
pub(super) const IDLE_ROUNDS: usize = 2;
/// Gauss–Seidel sweeps over the contacts in a round.
/// Noticed by scenario `flatland`.
pub(super) const PUSH_SWEEPS: usize = 8;
/// Contacts that are solved together.
pub(super) const MAX_CONTACTS: usize = 16;
/// Cosine by which a direction may lead into an overlapped part and still count as along it: 2.9 degrees.
pub(super) const ALONG_OVERLAP: f64 = 0.05;
/// Depth, in skins, from which an overlap is one whatever the rounding of depths: a proof that no pose is free needs no more.
pub(super) const SURE_MARGIN: f64 = 0.05;
/// Least cosine between the normal of a wall and the opposite of another one's with which they can prove that: 2.6 degrees.
pub(super) const OPPOSITE: f64 = 0.999;
/// Pairs of walls that are tried. Bounds the work: pairs of one plate with another are alike.
pub(super) const WALL_PAIRS: usize = 4;
/// Triangles of a wall in that proof. Bounds the work.
pub(super) const MAX_PLATE: usize = 24;
/// Sine of the angle up to which an axis of a body counts as lying in the plane of a wall.
pub(super) const LEVEL_AXIS: f64 = 1e-3;
/// Failed searches for a free pose that a mover remembers: as many stuck characters can share it without searching in
/// every tick.
pub(super) const STUCK_POSES: usize = 8;
/// Margin around the poses of a search, in skins: queries reach [`CONTACT_REACH`] and a little.
pub(super) const SEARCH_MARGIN: f64 = 2.0;

// Turns.

/// Gap that a step of a turn leaves to everything, in skins: less than [`LEAST_GAP`], so that each step has some room, and the
/// push after it gives back the rest.
pub(super) const TURN_GAP: f64 = 0.5;
/// Steps of a turn in a tick, of at least the room that [`TURN_GAP`] leaves. Bounds the work; the next tick turns on.
pub(super) const MAX_TURN_STEPS: u32 = 48;
/// Level part of a unit direction below which that has no heading.
pub(super) const LEAST_LEVEL: f64 = 1e-3;
/// The most that a body of several capsules leans, degrees: upright it would have no heading.
pub(super) const MOST_LEAN: f64 = 80.0;

// Platforms.

/// Rounds in which a part pushed by one body may be pushed on by another.
/// Noticed by scenario `flatland`.
pub(super) const PLATFORM_ROUNDS: usize = 3;
/// Distance by which the segments of a body's arc may leave it, in skins.
pub(super) const ARC_DEVIATION: f64 = 0.25;

// Steps.

/// Least length of the motion ahead in a climb, in skins. More than the error of the gap at which the walk stopped, so
/// that slow walks and short ticks climb the same stairs.
/// Noticed by `reduced::climbing_a_curb_is_no_faster_than_walking`.
pub(super) const LEAST_AHEAD: f64 = 0.1;
/// Part of that motion that has to succeed.
/// Noticed by `scenes::stairs_beside_a_wall_are_climbed_while_pressing_into_it`.
pub(super) const LEAST_PROGRESS: f64 = 0.1;
/// Segments, up and ahead in turn, of a climb under a ceiling that is tried to its end.
pub(super) const CEILING_SEGMENTS: usize = 8;
/// How much of the rise may be missing there, in roundings of a position.
pub(super) const CEILING_ROUNDING: f64 = 4.0;

// Transitions inside a tick.

/// Times a character may leave its ground in a tick.
/// Noticed by `moments::a_tick_that_leaves_its_ground_reports_nothing_of_the_walk_that_it_takes_back`.
pub(super) const MAX_LEAVES: u32 = 2;
/// Accuracy of the place where a walk leaves its ground, in skins.
/// Noticed by `moments::a_platform_carries_a_walker_exactly_while_it_is_on_it`.
pub(super) const LEAVE_ACCURACY: f64 = 0.02;
/// Bisections on the way to that place.
/// Noticed by `moments::a_platform_carries_a_walker_exactly_while_it_is_on_it`.
pub(super) const LEAVE_BISECTIONS: usize = 16;
/// How many of them try the place that follows from the edge under the foot.
/// Noticed by scenarios `crowd` and `feet`.
pub(super) const LEAVE_GUESSES: usize = 6;
/// Distance of a trial from such a guess, in accuracies: two of them enclose it within one.
/// Noticed by scenarios `crowd` and `feet`.
pub(super) const GUESS_OFFSET: f64 = 0.45;

// Edge guard.

/// Longest step of a guarded walk, in radii: a gap wider than the foot reaches by no more than this may be crossed.
pub(super) const GUARD_STEP: f64 = 1.0 / 16.0;
/// Steps of a guarded walk in a tick. Bounds the work at high speeds.
pub(super) const MAX_GUARD_STEPS: u32 = 64;
/// Accuracy of the place where a walk stops at an edge, in skins.
pub(super) const GUARD_ACCURACY: f64 = 0.02;
/// Bisections of how far a foot is beyond its edge: 1/256 of the radius.
pub(super) const GUARD_BISECTIONS: u32 = 8;
/// Edges that a step follows: those of an inner corner, and the next of a round one.
pub(super) const GUARD_EDGES: usize = 3;

// Hover.

/// Undamped frequency of the spring, 1/s: stiff enough for stairs at a run, soft enough not to be noticed.
/// Noticed by scenario `feet`.
pub(super) const SPRING_FREQUENCY: f64 = 4.5;
/// Radii of the foot, in radii of the capsule. Where the wide foot finds no ground (the side of a step that it passes
/// on the way down, say), the narrow one may.
pub(super) const HOVER_FEET: [f64; 2] = [0.5, 0.1];

// The box that a tick gathers when the character goes where it means to.

/// Margin around the capsule, in skins: a skin, and half of one for getting back to it.
pub(super) const REGION_MARGIN: f64 = 1.5;
/// Further margin within which parts are gathered, in skins: queries reach [`CONTACT_REACH`] and a little.
pub(super) const GATHER_MARGIN: f64 = 0.6;
/// Margin below a foot that hovers, is narrow or is guarded, in skins.
pub(super) const FOOT_MARGIN: f64 = 2.0;

// Reports.

/// Collisions that a tick reports. Bounds memory.
/// Noticed by `crowd::stacks_ride_and_rows_are_pushed`.
pub(super) const MAX_COLLISIONS: usize = 32;

// Crowds.

/// Agents below which a round is not divided among threads.
pub(super) const AGENTS_PER_THREAD: usize = 8;
/// Distance that others may push an agent in a tick, in radii, when it claims its space. Beyond that it steps alone.
pub(super) const PUSHED_CLAIM: f64 = 0.25;
/// Depth from which agents overlap, in skins: more than the rounding of agents that touch.
/// Noticed by `crowd::agents_that_start_at_one_place_part`.
pub(super) const OVERLAP: f64 = 0.01;
/// Least speed at which agents that overlap part, in radii a second: two that start at one place are apart in half a
/// second.
/// Noticed by `crowd::agents_that_start_at_one_place_part`.
pub(super) const SEPARATION_SPEED: f64 = 4.0;
/// Gap within which an agent gives way, in radii: a little before it touches, at every tick rate. From a sixth of a radius to
/// a whole one all groups of the test get through.
/// Noticed by `faults::a_group_gets_through_a_door_of_1_2_m`.
pub(super) const GIVE_WAY_GAP: f64 = 0.5;
/// Gap within which an agent that gives way steps back, in radii. A part of [`GIVE_WAY_GAP`]: between the two it stands, and does
/// not go to and fro behind one that is held.
/// Noticed by `right_of_way::groups_get_through_doors_a_little_wider_than_one`.
pub(super) const STEP_BACK_GAP: f64 = 0.125;
/// Greatest speed of that, as a part of the speed that it wants.
pub(super) const STEP_BACK_SPEED: f64 = 0.25;
/// Length of the sum of two unit directions below which two agents walk head on against each other: 12 degrees.
pub(super) const GIVE_WAY_HEAD_ON: f64 = 0.2;
/// Agents that may be between one beside a stuck agent and the wall that leaves it no room. Bounds the work, which doubles with
/// each in a dense crowd.
pub(super) const MAX_PRESSED: u32 = 3;
/// Cosine between the way that an agent is pressed and the direction to what leaves it no room: 30 degrees.
pub(super) const PRESSED_LEAN: f64 = 0.866;
/// Gauss–Seidel sweeps over the pairs of a crowd.
/// Noticed by `crowd::stacks_ride_and_rows_are_pushed`.
pub(super) const PAIR_SWEEPS: usize = 24;
/// Agents in a chunk of the search for neighbors, the work of one thread.
pub(super) const NEIGHBOR_CHUNK: usize = 128;
/// Refits of the BVH of claims before it is built again: boxes that were together drift apart.
pub(super) const REFITS: u32 = 30;
/// Change of a velocity, as a part of it, that counts as one: the rounding of the solver in `f32`.
/// Noticed by scenarios `crowd` and `thin-wall`.
pub(super) const VELOCITY_CHANGE: f64 = 1e-4;

// Locomotion.

/// Loss of speed in a tick, as a part of all speeds, that counts as taken by a wall: the rounding of a tick in `f32`.
/// Noticed by `feet::acceleration_does_not_depend_on_the_tick_rate_and_a_wall_takes_the_speed`.
pub(super) const SPEED_LOSS: f64 = 1e-4;

/*
 * carom: exact, fast collision queries, a character controller, crowds and billiards, in 3D and 2D, without a physics engine. C99 and
 * later.
 *
 * Generated from bindings/c/src; do not edit. `CAROM_WRITE=1 cargo test --release --test header` writes it.
 *
 * Units      None are built in: any length, any time (the defaults of a mover are meters and seconds). Angles are
 *            degrees where the comment says so, otherwise radians. y is up by default. Pool tables and shots are in SI units, with z up,
 *            in double precision.
 * 2D         The functions carom2d_ and carom_chain_ and the types Carom2d, CaromVec2 and CaromChain are 2D: each does what the
 *            function of the same name without the 2d does, with segments of chains for triangles of meshes. Angles are
 *            counter-clockwise from x to y. Constants, status codes, CaromVectors, CaromSensors and CaromPairs are those of both.
 *            Compounds, bodies that move during a sweep, surface materials, other bodies than capsules, abilities, root motion and crowds are 3D only.
 * Shapes     Every shape is a core and a radius around it. A degenerate shape is its simpler kind: a capsule with equal
 *            ends is a ball, a radius of 0 the bare core, a triangle without area its longest side.
 * Answers    Normals have length 1 and point from the part of the mesh, chain or world to the shape: the way the shape must go.
 *            A separation is negative in penetration. Touching counts. A query that finds nothing succeeds; its answer
 *            has the part CAROM_NO_PART. Equal inputs give equal bits on every platform, in batches too.
 * Errors     Every function that can fail returns a CaromStatus. With anything but CAROM_OK it has written no answer and
 *            changed nothing, and carom_last_error() is the text of the reason, for each thread its own. Numbers that
 *            are not finite and negative radii are errors.
 * Handles    CaromMesh, CaromCompound, CaromWorld, CaromDiff, CaromSensors, CaromPairs, CaromMover, CaromCrowd, CaromPoolTable,
 *            CaromShotResult, CaromChain, Carom2dWorld and Carom2dMover are numbers, to be copied like numbers and freed once. The zero handle names nothing; freeing it does nothing. A freed handle, one of another
 *            kind and one that never was are errors: CAROM_FREED, CAROM_WRONG_KIND, CAROM_BAD_HANDLE. A body's name (a
 *            uint64_t) is checked in the world it is given to; the name of a body of another world cannot be detected.
 * Pointers   Null is an error, CAROM_NULL, except where a comment allows it. Pointers need no alignment. What a pointer
 *            points to must be as large as the parameters say: that alone cannot be checked. Answers must not overlap
 *            the arrays of a batch (CAROM_OUT_OF_RANGE). Nothing of the caller's memory is kept after a call returns.
 * Threads    Any threads may call any functions at once. Functions that only read a mesh, chain or world run side by side. A
 *            function that changes a world, and every function of a mover or crowd, needs it alone: while another thread
 *            uses it, one of the two calls returns CAROM_BUSY and does nothing. So give each thread a mover of its own,
 *            and change a world when no thread queries it. A handle may be freed at any time; calls that run finish.
 * State      The table of handles is the only state that threads share. There are no callbacks, no threads of the
 *            library's own, no environment variables and no files.
 * Defects    A panic of the library is caught and returned as CAROM_PANIC; its message also goes to stderr. Only when
 *            memory runs out does the process abort, as Rust programs do.
 */

#ifndef CAROM_H
#define CAROM_H

#include <stddef.h>
#include <stdint.h>

/**
 * The version of this header: major, minor and patch in 8 bits each. Before 1.0 programs compiled for another minor
 * version do not fit.
 */
#define CAROM_VERSION 512

/**
 * Kind of a shape: the point a.
 */
#define CAROM_POINT 1

/**
 * Kind of a shape: all points within the radius of the point a.
 */
#define CAROM_BALL 2

/**
 * Kind of a shape: all points within the radius of the segment from a to b. With a radius of 0 a segment, with a equal
 * to b a ball.
 */
#define CAROM_CAPSULE 3

/**
 * Kind of a shape: the solid axis-aligned box with the lowest corner a and the highest corner b.
 */
#define CAROM_BOX 4

/**
 * Kind of a shape: the flat triangle a, b, c. Without area it is its longest side.
 */
#define CAROM_TRIANGLE 5

/**
 * Kind of a shape: all points within the radius of the convex hull of the points, which may be in any order, inside
 * the hull, coplanar or equal.
 */
#define CAROM_HULL 6

/**
 * Kind of a shape: the solid oriented box with the center a. The three points are its half axes: the vectors from the
 * center to the middles of three sides, at right angles to each other.
 */
#define CAROM_ORIENTED_BOX 7

/**
 * Kind of a shape: the solid cylinder with flat ends around the segment from a to b. With a radius of 0 a segment; a must
 * not equal b.
 */
#define CAROM_CYLINDER 8

/**
 * Kind of a shape: the solid cone or frustum between a disk around a and a disk around b, which has radius_b; with a
 * radius_b of 0, b is the apex of a cone. With both radii 0 a segment; a must not equal b.
 */
#define CAROM_CONE 9

/**
 * Kind of a shape: the convex hull of a ball around a and a ball around b, which has radius_b. If one ball contains the
 * other, it is that ball.
 */
#define CAROM_TAPERED_CAPSULE 10

/**
 * Kind of a shape: the solid ellipsoid with the center a and the radii b along the axes x, y and z. With one radius of 0
 * a flat disk, with two a segment, with three a point.
 */
#define CAROM_ELLIPSOID 11

/**
 * Kind of a shape: the solid ellipsoid with the center a and any half axes, which are the three points. They need not be
 * at right angles to each other.
 */
#define CAROM_ORIENTED_ELLIPSOID 12

/**
 * Kind of a shape: the half-space of all points x with `dot(a, x)` at most the radius: an unbounded floor or wall. The outward
 * normal a has any length but zero.
 */
#define CAROM_HALF_SPACE 13

/**
 * Flag of a mesh or chain: only the fronts of its triangles or segments count. From the front the corners of a triangle run
 * counter-clockwise; the front of a segment is to the right of its direction, so outside of a ring that is counter-clockwise. Shapes
 * behind a triangle or segment pass through it.
 */
#define CAROM_ONE_SIDED 1

/**
 * Flag of a mesh or chain: a closed one with an inside, and one-sided. A shape of which the core crosses a triangle or segment
 * separates towards the front. One that is inside as a whole overlaps: its contact is with the nearest triangle or segment, the
 * normal outwards, and it separates when it is in front of that one; a sweep or ray that starts there is stopped at t = 0, unless
 * CAROM_LEAVE_OVERLAPS lets it out. Movers see the triangles or segments alone, those of a mesh one-sided. Each query within
 * the bounds costs a carom_mesh_contains() or carom_chain_contains() more.
 */
#define CAROM_SOLID 16

/**
 * Flag of a mesh: edges between triangles that differ by at most 5 degrees are internal: shapes slide over them
 * without ghost collisions.
 */
#define CAROM_WELD 2

/**
 * Flag of a mesh: built in three fifths of the time; queries take a tenth longer. The same answers.
 */
#define CAROM_QUICK 4

/**
 * Flag of a mesh: less than half of the memory; queries take a quarter longer. The same answers.
 */
#define CAROM_COMPACT 8

/**
 * Flag of a body: it moves often; small moves then cost little.
 */
#define CAROM_MOVING 1

/**
 * Flag of a body: a sensor, which blocks nothing and which queries leave out by default.
 */
#define CAROM_SENSOR 2

/**
 * Flag of a body: it blocks only from the side to which one_way_direction points.
 */
#define CAROM_ONE_WAY 4

/**
 * List of a difference: the bodies of the earlier state that are gone.
 */
#define CAROM_REMOVED 0

/**
 * List of a difference: the bodies that are new.
 */
#define CAROM_ADDED 1

/**
 * List of a difference: the bodies of both states that have moved or changed in another way.
 */
#define CAROM_CHANGED 2

/**
 * List of a difference: the bodies of both states with another pose; they are in CAROM_CHANGED too.
 */
#define CAROM_MOVED 3

/**
 * Flag of a query: sensors count too.
 */
#define CAROM_WITH_SENSORS 1

/**
 * Flag of a query: each part answers as if it were alone, with the edges inside a welded mesh.
 */
#define CAROM_INTERNAL_EDGES 2

/**
 * Flag of a query: a sweep or ray, but not a rigid sweep, is not stopped by a part that it starts inside and moves out of:
 * one with dot(normal, delta) >= 0 at the start. It never gets deeper into that part later. Movers do not read this flag.
 */
#define CAROM_LEAVE_OVERLAPS 4

/**
 * No body: the body of a query that leaves out none, and of an answer without a part.
 */
#define CAROM_NO_BODY 18446744073709551615ull

/**
 * No part: the answer of a query that found nothing.
 */
#define CAROM_NO_PART 4294967295

/**
 * Start of a sweep: apart.
 */
#define CAROM_SEPARATE 0

/**
 * Start of a sweep: touching within rounding. The motion leads into the part; one that slides along or leaves has no
 * hit.
 */
#define CAROM_TOUCHING 1

/**
 * Start of a sweep: overlapping. The motion is stopped at t = 0, in every direction but those that
 * CAROM_LEAVE_OVERLAPS allows.
 */
#define CAROM_OVERLAPPING 2

/**
 * The most points of a manifold.
 */
#define CAROM_MANIFOLD_POINTS 4

/**
 * List of sensors or pairs: all pairs of the last update.
 */
#define CAROM_NOW 0

/**
 * List of sensors: pairs that were not there at the update before.
 */
#define CAROM_ENTERED 1

/**
 * List of sensors: pairs of the update before that are gone; the sensor or the body may have been removed.
 */
#define CAROM_LEFT 2

/**
 * List of pairs: those that did not touch at the update before.
 */
#define CAROM_BEGAN 1

/**
 * List of pairs: those of the update before that no longer touch; one of the bodies may have been removed.
 */
#define CAROM_ENDED 2

/**
 * Flag of settings: a flat foot, which climbs an edge as a step instead of rolling over it.
 */
#define CAROM_FLAT_FOOT 1

/**
 * Flag of settings: max_overhang counts.
 */
#define CAROM_MAX_OVERHANG 2

/**
 * Flag of settings: edge_guard counts.
 */
#define CAROM_EDGE_GUARD 4

/**
 * Flag of an intent: the jump counts in the air too.
 */
#define CAROM_AIR_JUMP 1

/**
 * Flag of an intent: move freely, without gravity and ground.
 */
#define CAROM_FLY 2

/**
 * Flag of an intent: its rise counts.
 */
#define CAROM_RISE 4

/**
 * Bit of a report: a surface deflected the motion.
 */
#define CAROM_SLID 1

/**
 * Bit of a report: the character climbed a step.
 */
#define CAROM_STEPPED 2

/**
 * Bit of a report: ground snap kept it on ground that falls away.
 */
#define CAROM_SNAPPED 4

/**
 * Bit of a report: it met a slope too steep to walk.
 */
#define CAROM_STEEP 8

/**
 * Bit of a report: a moving body pushed it, or it was moved out of an overlap.
 */
#define CAROM_PUSHED 16

/**
 * Bit of a report: the ground under it carried it along.
 */
#define CAROM_RODE 32

/**
 * Bit of a report: it could not move at all towards where it wanted.
 */
#define CAROM_BLOCKED 64

/**
 * Bit of a report: there is no free pose; it stayed where it was.
 */
#define CAROM_STUCK 128

/**
 * Bit of a report: it hit a ceiling.
 */
#define CAROM_HEAD 256

/**
 * Bit of a report: a limit on work was reached, and the rest of the motion was dropped; see limits.
 */
#define CAROM_LIMIT 512

/**
 * Bit of a report: the edge guard kept a walk on its ground.
 */
#define CAROM_EDGE 1024

/**
 * Event of a report: it came on to ground.
 */
#define CAROM_LANDED 1

/**
 * Event of a report: it left the ground.
 */
#define CAROM_LEFT_GROUND 2

/**
 * Event of a report: a walk went on to a higher or lower surface.
 */
#define CAROM_STEP 4

/**
 * Event of a report: it hit a ceiling on its way up.
 */
#define CAROM_BUMPED_HEAD 8

/**
 * Limit of a report: the motion was deflected 8 times.
 */
#define CAROM_LIMIT_TURNS 1

/**
 * Limit of a report: more than 12 surfaces were touched at once.
 */
#define CAROM_LIMIT_PLANES 2

/**
 * Limit of a report: the motion would have left the box that the tick gathered.
 */
#define CAROM_LIMIT_REGION 4

/**
 * Limit of a report: numbers overflowed, and the character stayed where it was.
 */
#define CAROM_LIMIT_OVERFLOW 8

/**
 * Role of a surface: walkable.
 */
#define CAROM_FLOOR 0

/**
 * Role of a surface: it rises but is too steep to walk, or too far out under the foot.
 */
#define CAROM_SLOPE 1

/**
 * Role of a surface: upright.
 */
#define CAROM_WALL 2

/**
 * Role of a surface: above the character.
 */
#define CAROM_CEILING 3

/**
 * Role of a surface: an overlap that could not be resolved.
 */
#define CAROM_OVERLAP 4

/**
 * Body of a character: one capsule, which stands or lies. The default.
 */
#define CAROM_BODY_CAPSULE 0

/**
 * Body of a character: an upright cylinder with a flat sole, of the radius and height of the character.
 */
#define CAROM_BODY_CYLINDER 1

/**
 * Body of a character: an upright box with a flat sole, as wide to each side of its axis as the radius; the axis is its heading.
 */
#define CAROM_BODY_BOX 2

/**
 * Body of a character: a capsule that stands, and limbs; the axis is their heading.
 */
#define CAROM_BODY_UPRIGHT 3

/**
 * Body of a character: a capsule that lies along the axis, and limbs that lean with it.
 */
#define CAROM_BODY_LYING 4

/**
 * Flag of a root motion: the part of the displacement along up counts, in the place of gravity.
 */
#define CAROM_VERTICAL 1

/**
 * The most places of a path.
 */
#define CAROM_PATH_POINTS 8

/**
 * Role of an agent: gives way to others and pushes them, by mass.
 */
#define CAROM_PUSH 0

/**
 * Role of an agent: never gives way.
 */
#define CAROM_STATIC 1

/**
 * Role of an agent: passes through the others; it is no body of the world.
 */
#define CAROM_GHOST 2

/**
 * Added to the role of an agent: right of way. It drops its wish behind others that are close in front of it, so that a group
 * gets through a door instead of holding each other in it.
 */
#define CAROM_GIVES_WAY 4

/**
 * Flag of a material: its max_slope counts, and not that of the mover.
 */
#define CAROM_MATERIAL_SLOPE 1

/**
 * Flag of a material: characters do not step up on to it; its edges are walls for those below.
 */
#define CAROM_MATERIAL_NO_STEP 2

/**
 * The most points of a manifold in 2D.
 */
#define CAROM2D_MANIFOLD_POINTS 2

/**
 * Flag of a chain: closed, with a last segment from the last vertex to the first. A chain of several rings always is.
 */
#define CAROM_CLOSED 32

/**
 * Flag of a chain: each segment answers as if it were alone, with ghost collisions at the joints.
 */
#define CAROM_RAW 64

/**
 * Model of the collision of two balls: an impulse with restitution, and friction that slips or sticks (Alciatore, TP A-5, A-6, A-14).
 */
#define CAROM_FRICTIONAL_INELASTIC 0

/**
 * Model of the collision of two balls: Mathavan, Jackson, Parkin 2014, integrated in steps.
 */
#define CAROM_MATHAVAN_2014 1

/**
 * Model of the collision of a ball and a cushion: Han 2005.
 */
#define CAROM_HAN_2005 0

/**
 * Model of the collision of a ball and a cushion: Mathavan, Jackson, Parkin 2010, integrated in steps.
 */
#define CAROM_MATHAVAN_2010 1

/**
 * Model of the slate: it takes up all vertical impulses, and balls stay on the cloth.
 */
#define CAROM_ABSORBING 0

/**
 * Model of the slate: balls bounce and fly; an elevated cue gives jump shots.
 */
#define CAROM_BOUNCING 1

/**
 * Friction between balls: a + b exp(-c v) with the speed v of slip.
 */
#define CAROM_ALCIATORE_FRICTION 0

/**
 * Friction between balls: the mean of their ball_friction.
 */
#define CAROM_AVERAGE_FRICTION 1

/**
 * Table: 7-foot pool, 78 by 39 inches between noses.
 */
#define CAROM_POOL_7_FT 0

/**
 * Table: 8-foot pool, 88 by 44 inches.
 */
#define CAROM_POOL_8_FT 1

/**
 * Table: 9-foot pool, 100 by 50 inches.
 */
#define CAROM_POOL_9_FT 2

/**
 * Table: snooker, 12 feet.
 */
#define CAROM_SNOOKER_12_FT 3

/**
 * Table: carom without pockets, 2.84 by 1.42 m.
 */
#define CAROM_CAROM_10_FT 4

/**
 * Rack: fifteen balls in a triangle, the 8 in its middle. In every rack ball 0 is the cue ball.
 */
#define CAROM_EIGHT_BALL 0

/**
 * Rack: nine balls in a diamond, the 1 at its head, the 9 in its middle.
 */
#define CAROM_NINE_BALL 1

/**
 * Rack: ten balls in a triangle, the 1 at its head, the 10 in its middle.
 */
#define CAROM_TEN_BALL 2

/**
 * Rack: fifteen reds (1 to 15), then yellow, green, brown, blue, pink and black (16 to 21) on their spots.
 */
#define CAROM_SNOOKER 3

/**
 * Rack: the cue ball of the opponent (1) on the head spot, the red (2) on the foot spot, the cue ball beside the head spot.
 */
#define CAROM_THREE_CUSHION 4

/**
 * No ball, cushion or pocket.
 */
#define CAROM_NO_BALL 4294967295

/**
 * End of a shot: all balls are at rest or in pockets.
 */
#define CAROM_AT_REST 0

/**
 * End of a shot: the tip slipped off the ball, and nothing moved. No error.
 */
#define CAROM_MISCUE 1

/**
 * End of a shot: it had 50,000 events, and balls may still move.
 */
#define CAROM_TOO_MANY_EVENTS 2

/**
 * Kind of an event: the cue strikes the ball.
 */
#define CAROM_EVENT_STRIKE 0

/**
 * Kind of an event: the ball moves in another way; `other` is the motion from now on, `from` the one before.
 */
#define CAROM_EVENT_TRANSITION 1

/**
 * Kind of an event: the ball hits the ball `other`, which has a higher number.
 */
#define CAROM_EVENT_BALL 2

/**
 * Kind of an event: the ball hits the cushion `other`.
 */
#define CAROM_EVENT_CUSHION 3

/**
 * Kind of an event: the ball falls into the pocket `other`.
 */
#define CAROM_EVENT_POCKET 4

/**
 * Kind of an event: the ball comes down on the cloth.
 */
#define CAROM_EVENT_SLATE 5

/**
 * Kind of an event: the ball comes down outside the cushions. From now on its height is that of a ball on them.
 */
#define CAROM_EVENT_OFF_TABLE 6

/**
 * Motion of a ball: at rest.
 */
#define CAROM_STATIONARY 0

/**
 * Motion of a ball: it turns in place about the vertical.
 */
#define CAROM_SPINNING 1

/**
 * Motion of a ball: it rolls without slip; it may also turn about the vertical.
 */
#define CAROM_ROLLING 2

/**
 * Motion of a ball: its lowest point slips on the cloth.
 */
#define CAROM_SLIDING 3

/**
 * Motion of a ball: at rest in a pocket.
 */
#define CAROM_POCKETED 4

/**
 * Motion of a ball: in flight, under gravity alone.
 */
#define CAROM_AIRBORNE 5

/**
 * Motion of a ball: it left the table, at rest.
 */
#define CAROM_OFF_TABLE 6

/**
 * The result of a function. With anything but `CAROM_OK` no answer is written and nothing has changed, and
 * carom_last_error() names the argument and the reason.
 */
typedef enum CaromStatus {
  /**
   * The function did what it says. A query that finds nothing is a success too.
   */
  CAROM_OK = 0,
  /**
   * A pointer is null, or a handle is zero.
   */
  CAROM_NULL = 1,
  /**
   * A handle of another kind: a mover where a world is needed, for example.
   */
  CAROM_WRONG_KIND = 2,
  /**
   * A handle that has been freed.
   */
  CAROM_FREED = 3,
  /**
   * Bits that were never a handle.
   */
  CAROM_BAD_HANDLE = 4,
  /**
   * A number that is not finite or out of its range (a negative radius, say), or an unknown kind, role or flag.
   */
  CAROM_INVALID = 5,
  /**
   * A count, stride, capacity or index out of range, or memory that overlaps the answers.
   */
  CAROM_OUT_OF_RANGE = 6,
  /**
   * The body does not exist in this world, or does not exist any more.
   */
  CAROM_NO_SUCH_BODY = 7,
  /**
   * Another thread uses the object in a way that excludes this call. No call waits.
   */
  CAROM_BUSY = 8,
  /**
   * A world has 2^32 - 1 places for bodies, a process 2^32 for handles.
   */
  CAROM_FULL = 9,
  /**
   * A defect in carom, caught at the border. An object that was being changed can only be freed from then on.
   */
  CAROM_PANIC = 10,
} CaromStatus;

/**
 * The position, rotation and scale of a body: its points are scaled, then rotated, then translated.
 */
typedef struct CaromPose {
  /**
   * The position, in double precision, so that a world can be larger than single precision resolves.
   */
  double position[3];
  /**
   * The rotation as a quaternion x, y, z, w of any length but zero.
   */
  float rotation[4];
  /**
   * The scale, the same along all axes; more than 0.
   */
  float scale;
  /**
   * Padding; not read.
   */
  uint32_t reserved;
} CaromPose;

/**
 * A point, displacement or direction.
 */
typedef struct CaromVec3 {
  /**
   * Along x.
   */
  float x;
  /**
   * Along y.
   */
  float y;
  /**
   * Along z.
   */
  float z;
} CaromVec3;

/**
 * A convex shape. The functions carom_ball, carom_capsule and so on fill it in. Fields that a kind does not need are
 * not read; rounding is for all kinds.
 */
typedef struct CaromShape {
  /**
   * CAROM_POINT, CAROM_BALL, CAROM_CAPSULE and so on.
   */
  uint32_t kind;
  /**
   * Of a ball, capsule, hull or cylinder, and of a cone or tapered capsule at a: finite, not negative. Of a half-space any
   * finite number.
   */
  float radius;
  /**
   * Of all kinds but hulls; finite.
   */
  struct CaromVec3 a;
  /**
   * Of a capsule, box, triangle, cylinder, cone, tapered capsule or ellipsoid; finite, of a box nowhere less than a, and
   * of an ellipsoid nowhere negative.
   */
  struct CaromVec3 b;
  /**
   * Of a triangle; finite.
   */
  struct CaromVec3 c;
  /**
   * Of a cone or tapered capsule: the radius at b; finite, not negative.
   */
  float radius_b;
  /**
   * Of all kinds: the shape is all points within this distance of the kind's own shape; finite, not negative. Default: 0.
   */
  float rounding;
  /**
   * Padding; not read.
   */
  uint32_t reserved;
  /**
   * Of a hull: at least one point, all finite. Of an oriented box or oriented ellipsoid: three. The caller keeps them;
   * each function reads them again.
   */
  const struct CaromVec3 *points;
  /**
   * The number of points.
   */
  size_t point_count;
} CaromShape;

/**
 * Three floats x, y, z, in 2D two floats x, y, at equal distances in memory.
 */
typedef struct CaromVectors {
  /**
   * The first; any alignment.
   */
  const float *base;
  /**
   * Bytes from one to the next: 0 (the first for all), or at least 12, in 2D 8.
   */
  size_t stride;
} CaromVectors;

/**
 * A triangle mesh; any threads may use it at once. It never changes but by carom_mesh_refit()
 * and carom_mesh_refit_heights().
 */
typedef struct CaromMesh {
  /**
   * Opaque; zero for no mesh.
   */
  uint64_t bits;
} CaromMesh;

/**
 * Facts about a mesh.
 */
typedef struct CaromMeshInfo {
  /**
   * The number of triangles. They keep the numbers in which they were given.
   */
  size_t triangle_count;
  /**
   * The memory of triangles and BVH, in bytes.
   */
  size_t byte_count;
  /**
   * The lowest corner of the bounding box.
   */
  struct CaromVec3 min;
  /**
   * The highest corner of the bounding box.
   */
  struct CaromVec3 max;
} CaromMeshInfo;

/**
 * A terrain: heights over a grid of rectangular cells of two triangles each, y up.
 */
typedef struct CaromHeights {
  /**
   * The position of the first column and row at height 0.
   */
  struct CaromVec3 origin;
  /**
   * The distance between columns, along x; more than 0.
   */
  float cell_x;
  /**
   * The distance between rows, along z; more than 0.
   */
  float cell_z;
  /**
   * The number of heights in a row, at least 2.
   */
  uint32_t columns;
  /**
   * The number of rows, at least 2.
   */
  uint32_t rows;
  /**
   * Padding; not read.
   */
  uint32_t reserved;
  /**
   * The heights, row by row. NaN is a hole: triangles with such a corner are left out.
   */
  const float *heights;
} CaromHeights;

/**
 * A 2D polygon with holes: all points inside of its outline and outside of all holes. Rings may run either way round and may end
 * with their first point; a point that repeats the one before it does not count.
 */
typedef struct CaromPolygon {
  /**
   * The points, x and y of each, ring after ring: first those of the outline, then those of each hole.
   */
  const float *points;
  /**
   * For each ring the number of points up to its end: ascending, the last is the number of all points.
   */
  const size_t *ring_ends;
  /**
   * The number of rings, at least 1.
   */
  size_t ring_count;
} CaromPolygon;

/**
 * The segment along which two triangles of two meshes cross.
 */
typedef struct CaromMeshCrossing {
  /**
   * The number of the triangle of the mesh `a`, and of that of the mesh `b`.
   */
  uint32_t triangles[2];
  /**
   * The ends of the segment; equal if the triangles only touch.
   */
  struct CaromVec3 ends[2];
} CaromMeshCrossing;

/**
 * The contact of a shape with a part of a mesh or world. Without one, part is CAROM_NO_PART, body CAROM_NO_BODY, the
 * separation infinite, and points and normal are NaN.
 */
typedef struct CaromContact {
  /**
   * The signed distance of the boundaries, a length; negative in penetration.
   */
  float separation;
  /**
   * The nearest or deepest point of the shape.
   */
  struct CaromVec3 point_a;
  /**
   * The nearest or deepest point of the part.
   */
  struct CaromVec3 point_b;
  /**
   * Unit normal from the part to the shape: the way the shape must go to separate.
   */
  struct CaromVec3 normal;
  /**
   * The largest possible error of the separation, a length.
   */
  float error_bound;
  /**
   * The number of the triangle in its mesh; 0 for a shape of a world.
   */
  uint32_t part;
  /**
   * The body of the world; 0 for a mesh outside of a world.
   */
  uint64_t body;
} CaromContact;

/**
 * The first hit of a moving shape with a part of a mesh or world. Without one, part is CAROM_NO_PART, body
 * CAROM_NO_BODY, t infinite, and point and normal are NaN.
 */
typedef struct CaromHit {
  /**
   * The time of impact: the fraction of delta before the touch, 0 to 1.
   */
  float t;
  /**
   * The point of touch, at time t.
   */
  struct CaromVec3 point;
  /**
   * Unit normal from the part to the shape, at time t.
   */
  struct CaromVec3 normal;
  /**
   * The number of the triangle in its mesh; 0 for a shape of a world.
   */
  uint32_t part;
  /**
   * The body of the world; 0 for a mesh outside of a world.
   */
  uint64_t body;
  /**
   * CAROM_SEPARATE, CAROM_TOUCHING or CAROM_OVERLAPPING: how the motion starts.
   */
  uint32_t start;
  /**
   * The signed distance from this part at the start, negative in penetration; infinite for CAROM_SEPARATE.
   */
  float start_separation;
} CaromHit;

/**
 * A displacement and a rotation, both at constant speed: at time t, 0 to 1, a point p is at
 * pivot + R(angle t) (p - pivot) + delta t.
 */
typedef struct CaromRigidMotion {
  /**
   * The displacement.
   */
  struct CaromVec3 delta;
  /**
   * The center of the rotation, which only the displacement moves.
   */
  struct CaromVec3 pivot;
  /**
   * The axis of the rotation, of any length; the rotation is counter-clockwise around it.
   */
  struct CaromVec3 axis;
  /**
   * The angle in radians; it can exceed a full turn. With 0 the motion is straight.
   */
  float angle;
} CaromRigidMotion;

/**
 * The translation that separates two meshes.
 */
typedef struct CaromMeshPenetration {
  /**
   * How the mesh `a` must move so that the meshes only touch: the shortest such translation that was found. NaN if there
   * is none.
   */
  struct CaromVec3 translation;
  /**
   * No shorter translation than this, a length, separates them: how deep a corner of one is in the other, if that has
   * CAROM_SOLID; else 0.
   */
  float at_least;
  /**
   * 1 if the meshes overlap and a front stops `a` in some direction, else 0.
   */
  uint32_t found;
} CaromMeshPenetration;

/**
 * A part of a ray, as fractions of its delta.
 */
typedef struct CaromInterval {
  /**
   * Where it begins.
   */
  float from;
  /**
   * Where it ends.
   */
  float to;
} CaromInterval;

/**
 * The weights of the corners of a triangle: none is negative, and their sum is 1.
 */
typedef struct CaromBarycentric {
  /**
   * Of the first corner.
   */
  float a;
  /**
   * Of the second corner.
   */
  float b;
  /**
   * Of the third corner.
   */
  float c;
} CaromBarycentric;

/**
 * Several convex shapes as one. It never changes; any threads may use it at once.
 */
typedef struct CaromCompound {
  /**
   * Opaque; zero for no compound.
   */
  uint64_t bits;
} CaromCompound;

/**
 * Facts about a compound.
 */
typedef struct CaromCompoundInfo {
  /**
   * The number of shapes. Part i is shape i.
   */
  size_t part_count;
  /**
   * The lowest corner of the bounding box.
   */
  struct CaromVec3 min;
  /**
   * The highest corner of the bounding box.
   */
  struct CaromVec3 max;
} CaromCompoundInfo;

/**
 * A body to add to a world: a shape, or a mesh or compound that many bodies may share. carom_body_of_shape(),
 * carom_body_of_mesh() and carom_body_of_compound() fill it in; change it afterwards.
 */
typedef struct CaromBody {
  /**
   * The mesh, or the zero handle for a compound or a shape.
   */
  struct CaromMesh mesh;
  /**
   * The compound, or the zero handle for a shape; not read if there is a mesh.
   */
  struct CaromCompound compound;
  /**
   * The shape, in the body's own frame; not read if there is a mesh or compound.
   */
  struct CaromShape shape;
  /**
   * Position, rotation and scale. Default: at the origin, not rotated, scale 1.
   */
  struct CaromPose pose;
  /**
   * The velocity of the body's origin, length/s. Queries use only the pose; movers use the velocity. Default: zero.
   */
  struct CaromVec3 velocity;
  /**
   * The axis of rotation, of any length. Default: zero.
   */
  struct CaromVec3 axis;
  /**
   * Angular velocity around the axis, radians/s, counter-clockwise. Default: 0.
   */
  float spin;
  /**
   * The velocity of the surface's material in the body's own frame, length/s: a conveyor. Default: zero.
   */
  struct CaromVec3 surface_velocity;
  /**
   * With CAROM_ONE_WAY: points out of the side that blocks, in the body's own frame; any length but zero.
   */
  struct CaromVec3 one_way_direction;
  /**
   * With CAROM_ONE_WAY: the greatest penetration depth that still counts as standing on it, a length.
   */
  float one_way_margin;
  /**
   * The layers that the body is in, a bit each. Default: all.
   */
  uint32_t layers;
  /**
   * The layers that collide with the body, a bit each. Default: all.
   */
  uint32_t mask;
  /**
   * A sum of CAROM_MOVING, CAROM_SENSOR, CAROM_ONE_WAY. Default: 0.
   */
  uint32_t flags;
  /**
   * Padding; not read.
   */
  uint32_t reserved;
  /**
   * For the caller; see carom_world_data(). Default: 0.
   */
  uint64_t data;
} CaromBody;

/**
 * A world of bodies.
 */
typedef struct CaromWorld {
  /**
   * Opaque; zero for no world.
   */
  uint64_t bits;
} CaromWorld;

/**
 * New heights in some columns and rows of a height field.
 */
typedef struct CaromHeightArea {
  /**
   * The first column to change.
   */
  uint32_t column;
  /**
   * The first row to change.
   */
  uint32_t row;
  /**
   * The number of columns to change.
   */
  uint32_t columns;
  /**
   * The number of rows to change.
   */
  uint32_t rows;
  /**
   * The new heights, row by row: columns times rows. NaN is a hole.
   */
  const float *heights;
} CaromHeightArea;

/**
 * What has changed between two states of a world.
 */
typedef struct CaromDiff {
  /**
   * Opaque; zero for none.
   */
  uint64_t bits;
} CaromDiff;

/**
 * What a query is of, and its filters: plain data, to copy and to keep as long as the mesh, compound or world.
 * carom_query_mesh(), carom_query_compound() and carom_query_world() fill it in; change the filters afterwards. A mesh
 * or compound has one body: of its filters only the flags CAROM_INTERNAL_EDGES and CAROM_LEAVE_OVERLAPS may be set, another one is
 * CAROM_INVALID.
 */
typedef struct CaromQuery {
  /**
   * The bits of the handle of a mesh, a compound or a world.
   */
  uint64_t surface;
  /**
   * A body to leave out, or CAROM_NO_BODY.
   */
  uint64_t except;
  /**
   * Shapes and answers are relative to this point of the world, computed in double precision and rounded once.
   */
  double origin[3];
  /**
   * The layers of the query's shapes; bodies with none of them in their mask do not count. Default: all.
   */
  uint32_t layers;
  /**
   * Only bodies in one of these layers count. Default: all.
   */
  uint32_t mask;
  /**
   * CAROM_WITH_SENSORS, CAROM_INTERNAL_EDGES, CAROM_LEAVE_OVERLAPS. Default: 0.
   */
  uint32_t flags;
  /**
   * Padding; not read.
   */
  uint32_t reserved;
} CaromQuery;

/**
 * A part of a mesh, compound or world.
 */
typedef struct CaromPart {
  /**
   * The body of the world; 0 for a mesh or compound outside of a world.
   */
  uint64_t body;
  /**
   * The number of the triangle in its mesh, or of the shape in its compound; 0 for a shape of a world.
   */
  uint32_t part;
} CaromPart;

/**
 * Where a ray crosses the boundary of a shape. Where it does not, all numbers are NaN.
 */
typedef struct CaromCrossing {
  /**
   * The fraction of delta, 0 to 1.
   */
  float t;
  /**
   * The point of the ray at time t.
   */
  struct CaromVec3 point;
  /**
   * Outward unit normal of the shape.
   */
  struct CaromVec3 normal;
} CaromCrossing;

/**
 * The part of a ray that is inside a shape.
 */
typedef struct CaromRayInterval {
  /**
   * 1 if the ray touches the shape, otherwise 0.
   */
  uint32_t touches;
  /**
   * 1 if it enters the shape; 0 if it starts inside, or misses.
   */
  uint32_t has_entry;
  /**
   * 1 if it leaves the shape; 0 if it ends inside, or misses.
   */
  uint32_t has_exit;
  /**
   * Where it enters.
   */
  struct CaromCrossing entry;
  /**
   * Where it leaves.
   */
  struct CaromCrossing exit;
} CaromRayInterval;

/**
 * A feature of a shape, named by the numbers of its vertices: a vertex by one, an edge by two, a face by the three lowest,
 * all in ascending order. A hull has the numbers of its points. Of a capsule or triangle, 0 is a, 1 is b and 2 is c. The
 * number of a corner of a box has bit 0 for the higher x (of an oriented box: the end of its first half axis), bit 1 for
 * y, bit 2 for z. A curved shape numbers only points that face the other shape: eight on the rim of a flat end, and of
 * its side 0 at a and 1 at b.
 */
typedef struct CaromFeature {
  /**
   * How many vertices name it: 1, 2 or 3; 0 for the whole shape.
   */
  uint32_t count;
  /**
   * The numbers; those that do not name it are 0.
   */
  uint32_t vertices[3];
} CaromFeature;

/**
 * A point of a manifold.
 */
typedef struct CaromManifoldPoint {
  /**
   * The point of the feature of a, moved by the radius of a along the normal.
   */
  struct CaromVec3 point_a;
  /**
   * The point of the feature of b, moved by the radius of b along the normal.
   */
  struct CaromVec3 point_b;
  /**
   * How far apart they are along the normal, a length; negative in penetration.
   */
  float separation;
  /**
   * The feature of a.
   */
  struct CaromFeature feature_a;
  /**
   * The feature of b. No two points of a manifold have the same two features, and these stay the same from tick to tick
   * while the same features meet: a solver finds the impulse of the last tick again (warm starting).
   */
  struct CaromFeature feature_b;
} CaromManifoldPoint;

/**
 * The points that a solver needs to hold two shapes apart.
 */
typedef struct CaromManifold {
  /**
   * The number of points, at most 4; 0 if the shapes are farther apart than the reach.
   */
  uint32_t count;
  /**
   * 1 if no other normal is as good, otherwise 0.
   */
  uint32_t unique;
  /**
   * Unit normal from b to a, the same for all points; NaN without points.
   */
  struct CaromVec3 normal;
  /**
   * The points, in a fixed order of their features. Those beyond the count are NaN.
   */
  struct CaromManifoldPoint points[CAROM_MANIFOLD_POINTS];
} CaromManifold;

/**
 * The contact of a shape with a part of a mesh, compound or world, and its manifold.
 */
typedef struct CaromPartManifold {
  /**
   * The contact, with its part.
   */
  struct CaromContact contact;
  /**
   * Its points, along the normal of the contact; a is the shape, b the part.
   */
  struct CaromManifold manifold;
} CaromPartManifold;

/**
 * Single floats at equal distances in memory.
 */
typedef struct CaromNumbers {
  /**
   * The first; any alignment.
   */
  const float *base;
  /**
   * Bytes from one to the next: 0 (the first for all), or at least 4.
   */
  size_t stride;
} CaromNumbers;

/**
 * Many shapes of one kind, in the caller's arrays. Fields that the kind does not need are not read.
 */
typedef struct CaromShapes {
  /**
   * Any kind but CAROM_HULL, CAROM_ORIENTED_BOX, CAROM_ORIENTED_ELLIPSOID and CAROM_HALF_SPACE.
   */
  uint32_t kind;
  /**
   * The rounding of all shapes: finite, not negative.
   */
  float rounding;
  /**
   * The number of shapes.
   */
  size_t count;
  /**
   * Points, centers, first ends, lowest corners or first corners.
   */
  struct CaromVectors a;
  /**
   * Second ends, highest corners, second corners or the radii of ellipsoids.
   */
  struct CaromVectors b;
  /**
   * Third corners.
   */
  struct CaromVectors c;
  /**
   * Radii of balls, capsules or cylinders; those of cones and tapered capsules at a.
   */
  struct CaromNumbers radius;
  /**
   * Radii of cones and tapered capsules at b.
   */
  struct CaromNumbers radius_b;
} CaromShapes;

/**
 * A displacement and a rotation for each shape of a batch, in the caller's arrays: the fields of CaromRigidMotion.
 */
typedef struct CaromRigidMotions {
  /**
   * The displacements.
   */
  struct CaromVectors delta;
  /**
   * The centers of the rotations.
   */
  struct CaromVectors pivot;
  /**
   * The axes, of any length.
   */
  struct CaromVectors axis;
  /**
   * The angles in radians.
   */
  struct CaromNumbers angle;
} CaromRigidMotions;

/**
 * The bodies in the sensors of a world, in 2D or 3D, and what has changed.
 */
typedef struct CaromSensors {
  /**
   * Opaque; zero for none.
   */
  uint64_t bits;
} CaromSensors;

/**
 * A sensor and a body that touches it.
 */
typedef struct CaromSensorPair {
  /**
   * The sensor.
   */
  uint64_t sensor;
  /**
   * The body that touches it.
   */
  uint64_t body;
} CaromSensorPair;

/**
 * The pairs of bodies of a world, in 2D or 3D, that touch, and what has changed.
 */
typedef struct CaromPairs {
  /**
   * Opaque; zero for none.
   */
  uint64_t bits;
} CaromPairs;

/**
 * Two bodies that touch: of one world, a is the lower name; of two worlds, a is a body of the first.
 */
typedef struct CaromPair {
  /**
   * The body with the lower name, or that of the first world.
   */
  uint64_t a;
  /**
   * The other one.
   */
  uint64_t b;
} CaromPair;

/**
 * Settings of a mover. carom_mover_defaults() is a person in meters and seconds, with y up.
 */
typedef struct CaromMoverSettings {
  /**
   * The direction against gravity, of any length but zero. Default (0, 1, 0).
   */
  struct CaromVec3 up;
  /**
   * Acceleration of free fall, length/s^2; not negative. Default 9.81.
   */
  float gravity;
  /**
   * Radius of the capsule, a length, more than 0. Default 0.3.
   */
  float radius;
  /**
   * The steepest walkable slope, in degrees, 0 to 90. Default 45.
   */
  float max_slope;
  /**
   * Highest step that is climbed from the ground, a length; 0 climbs none. Default 0.4.
   */
  float step_height;
  /**
   * Ground snap: how far down a walk follows its ground, a length. Default 0.4.
   */
  float snap;
  /**
   * Gap kept to everything, a length; more than 0, less than the radius. It absorbs the rounding of positions: at
   * least 2.4 mm at 5 km from the origin. Default 0.01.
   */
  float skin;
  /**
   * With CAROM_MAX_OVERHANG: how far the middle of the foot may be beyond the edge it stands on, a length.
   */
  float max_overhang;
  /**
   * Height at which the capsule rides above the ground on a spring, a length. Default 0: it does not hover.
   */
  float hover;
  /**
   * How far a character that overlaps the scene is moved out at most, a length; 1.12 radii are always tried. Default
   * 1.8.
   */
  float max_depenetration;
  /**
   * With CAROM_EDGE_GUARD: a walk stops where the middle of the foot is this far, horizontally, beyond an edge without
   * ground within snap below, a length, at least a twentieth of the radius; it slides along the edge as along a wall.
   * Jumps and platforms take the character off; one that hovers walks off.
   */
  float edge_guard;
  /**
   * A sum of CAROM_FLAT_FOOT, CAROM_MAX_OVERHANG, CAROM_EDGE_GUARD. Default: 0.
   */
  uint32_t flags;
} CaromMoverSettings;

/**
 * The whole state of a character between two ticks: plain data without padding, to copy, compare, save and restore. The
 * same state, intent and scene give the same bits. carom_character_at() makes one at rest.
 */
typedef struct CaromCharacter {
  /**
   * The lowest point of the capsule. Of one that lies or leans: the point straight under its middle, at the height of its
   * lowest point.
   */
  struct CaromVec3 feet;
  /**
   * From the lowest to the highest point of the capsule when it stands, a length, more than 0; from tip to tip of one that
   * lies. Less than twice the radius makes a ball.
   */
  float height;
  /**
   * Velocity in the world at the end of the tick, length/s.
   */
  struct CaromVec3 velocity;
  /**
   * Velocity of the ground or, in the air, of the ground that was left, length/s.
   */
  struct CaromVec3 base_velocity;
  /**
   * How far climbs have carried the character beyond its walk, a length; the next ticks walk that much less.
   */
  float step_credit;
  /**
   * Unit normal of the ground, if it is on ground.
   */
  struct CaromVec3 ground_normal;
  /**
   * Unit direction of the capsule in the world, from tail to head, of a character that lies or leans; zero if it stands
   * along up.
   */
  struct CaromVec3 axis;
  /**
   * Padding; 0.
   */
  uint32_t reserved;
  /**
   * Whether it is on ground: 1 or 0.
   */
  uint32_t on_ground;
  /**
   * The number of the ground's triangle, or CAROM_NO_PART in the air.
   */
  uint32_t ground_part;
  /**
   * The body of the ground, or CAROM_NO_BODY in the air.
   */
  uint64_t ground_body;
} CaromCharacter;

/**
 * A kinematic character controller: settings and working memory. The state of a character is a CaromCharacter.
 */
typedef struct CaromMover {
  /**
   * Opaque; zero for no mover.
   */
  uint64_t bits;
} CaromMover;

/**
 * The input of a tick. Zeros let a character stand.
 */
typedef struct CaromIntent {
  /**
   * Wanted velocity relative to the ground, length/s, reached at once. Its part along up counts only when flying.
   */
  struct CaromVec3 velocity;
  /**
   * If more than 0: leave the ground with this upward speed, length/s. Ignored in the air.
   */
  float jump;
  /**
   * If more than 0: the height from now on, a length: crouch, or stand up where there is room.
   */
  float height;
  /**
   * A sum of CAROM_AIR_JUMP, CAROM_FLY, CAROM_RISE.
   */
  uint32_t flags;
  /**
   * With CAROM_RISE: an upward speed that takes the place of gravity in this tick, length/s. More than 0 leaves the ground;
   * less does not. A jump that counts and a flight come before it.
   */
  float rise;
  /**
   * If not zero: the direction, from tail to head, to turn the capsule to, of any length; along up it stands up. The turn
   * goes through nothing, is pushed aside by what it meets, and waits where there is no room.
   */
  struct CaromVec3 axis;
} CaromIntent;

/**
 * What a tick did. The ground after it is in the state.
 */
typedef struct CaromReport {
  /**
   * What shaped the motion: a sum of CAROM_SLID, CAROM_STEPPED and so on.
   */
  uint32_t why;
  /**
   * The limits that were reached: a sum of CAROM_LIMIT_TURNS and so on.
   */
  uint32_t limits;
  /**
   * Whether the motion followed a crease between two surfaces: 1 or 0.
   */
  uint32_t has_crease;
  /**
   * The unit direction of the last such crease, or zero.
   */
  struct CaromVec3 crease;
  /**
   * What happened, at the moment within the tick: a sum of CAROM_LANDED, CAROM_LEFT_GROUND, CAROM_STEP,
   * CAROM_BUMPED_HEAD. The numbers of the others are 0.
   */
  uint32_t events;
  /**
   * The speed of a landing against up, relative to the ground, length/s.
   */
  float landed;
  /**
   * The speed along up with which it left the ground, relative to it, length/s: that of a jump, 0 where the ground
   * ended.
   */
  float left_ground;
  /**
   * How much higher the surface is on to which a walk went; less than 0: lower. A length, more than the skin.
   */
  float stepped;
  /**
   * The speed along up with which it hit a ceiling, relative to the ceiling, length/s.
   */
  float bumped_head;
  /**
   * Padding; 0.
   */
  uint32_t reserved;
} CaromReport;

/**
 * A surface that the motion of a tick met.
 */
typedef struct CaromCollision {
  /**
   * Unit normal of the contact, from the part to the character.
   */
  struct CaromVec3 normal;
  /**
   * CAROM_FLOOR, CAROM_SLOPE, CAROM_WALL, CAROM_CEILING or CAROM_OVERLAP.
   */
  uint32_t role;
  /**
   * The number of the triangle in its mesh; 0 for a shape of a world.
   */
  uint32_t part;
  /**
   * The tag of its material; 0 without one.
   */
  uint32_t tag;
  /**
   * The body of the world; 0 for a mesh outside of a world.
   */
  uint64_t body;
  /**
   * The point of the part that was touched.
   */
  struct CaromVec3 point;
  /**
   * The velocity that the character would have had there without the part, relative to the part's own velocity at the
   * point, length/s.
   */
  struct CaromVec3 velocity;
} CaromCollision;

/**
 * A capsule of a body besides its main one. Coordinates are ahead, up and right, from the feet of a body that is level.
 */
typedef struct CaromLimb {
  /**
   * One end of its core.
   */
  struct CaromVec3 a;
  /**
   * The other end.
   */
  struct CaromVec3 b;
  /**
   * Its radius, a length, more than 0.
   */
  float radius;
} CaromLimb;

/**
 * How a character accelerates and jumps, and what it keeps from tick to tick: plain data without padding.
 * carom_locomotion() fills it in; change the first six fields afterwards.
 */
typedef struct CaromLocomotion {
  /**
   * Acceleration on the ground, 1/s: in the wanted direction the speed grows per second by this times the wanted
   * speed. INFINITY: at once. Default 10.
   */
  float acceleration;
  /**
   * Friction on the ground, 1/s: the speed falls to 1/e in 1/friction seconds. Default 4.
   */
  float friction;
  /**
   * Acceleration in the air, where there is no friction, 1/s. Default 1.
   */
  float air_acceleration;
  /**
   * Coyote time: how long after walking off an edge a jump still counts, s. Default 0.1.
   */
  float coyote;
  /**
   * Jump buffer: how long before touching down a jump already counts, s. Default 0.1.
   */
  float buffer;
  /**
   * Friction of the ground now, as a factor: 1 for ground like any other, 0.1 for ice. It scales friction and
   * acceleration on the ground. See carom_mover_grip(); default 1.
   */
  float grip;
  /**
   * Velocity at the end of the tick, relative to the ground it stands on or left, length/s.
   */
  struct CaromVec3 velocity;
  /**
   * Time since it left the ground, s; 0 on the ground.
   */
  float airborne;
  /**
   * The speed of a buffered jump, length/s; 0 for none.
   */
  float waiting_speed;
  /**
   * The age of a buffered jump, s.
   */
  float waiting_age;
  /**
   * Whether it has jumped since it left the ground: 1 or 0.
   */
  uint32_t jumped;
} CaromLocomotion;

/**
 * The motion of an animation's root bone in a tick.
 */
typedef struct CaromRootMotion {
  /**
   * The displacement over the tick in the character's own frame at its start, length. Across up it takes the place of a
   * wish, on the ground and in the air.
   */
  struct CaromVec3 displacement;
  /**
   * The turn about up over the tick, radians, counter-clockwise seen from above.
   */
  float turn;
  /**
   * CAROM_VERTICAL or 0: without it gravity acts as ever.
   */
  uint32_t flags;
} CaromRootMotion;

/**
 * Jumps in the air: 1 for a double jump. Plain data.
 */
typedef struct CaromAirJumps {
  /**
   * How many there are after each landing.
   */
  uint32_t most;
  /**
   * How many are left.
   */
  uint32_t left;
} CaromAirJumps;

/**
 * A dash that goes on: plain data. carom_dash() makes one.
 */
typedef struct CaromDash {
  /**
   * Length/s, in any direction.
   */
  struct CaromVec3 velocity;
  /**
   * The time that is left, s; 0 when it is over.
   */
  float left;
} CaromDash;

/**
 * The rest of a path: plain data. carom_path() and the functions that find one fill it in.
 */
typedef struct CaromPath {
  /**
   * The places that feet are still to reach, in their order.
   */
  struct CaromVec3 points[CAROM_PATH_POINTS];
  /**
   * How many there are; 0 when it is over, or where none was found.
   */
  uint32_t count;
  /**
   * Length/s.
   */
  float speed;
  /**
   * The time to the first of them, s; less than 0 before the first tick towards it.
   */
  float needed;
} CaromPath;

/**
 * A ladder: the line of feet on it.
 */
typedef struct CaromLadder {
  /**
   * Where feet are at its lower end.
   */
  struct CaromVec3 bottom;
  /**
   * Where feet are at its upper end.
   */
  struct CaromVec3 top;
  /**
   * Where they step off at the top.
   */
  struct CaromVec3 exit;
  /**
   * Length/s.
   */
  float speed;
} CaromLadder;

/**
 * Water below a level surface.
 */
typedef struct CaromWater {
  /**
   * The height of the surface along up.
   */
  float surface;
  /**
   * How far below it the feet of a character are that floats, a length.
   */
  float float_depth;
  /**
   * The speed with which a character that does nothing rises to the surface, length/s.
   */
  float buoyancy;
  /**
   * How fast water brakes to the wanted velocity, 1/s. More than 0.
   */
  float drag;
} CaromWater;

/**
 * Which ledges are climbed, and how fast.
 */
typedef struct CaromMantle {
  /**
   * The least height of a ledge over the feet, a length.
   */
  float lowest;
  /**
   * The greatest height of a ledge over the feet, a length.
   */
  float highest;
  /**
   * Length/s.
   */
  float speed;
} CaromMantle;

/**
 * Which walls are vaulted, how deep the ground behind them may be, and how fast.
 */
typedef struct CaromVault {
  /**
   * The least height of a wall over the feet, a length.
   */
  float lowest;
  /**
   * The greatest height of a wall over the feet, a length.
   */
  float highest;
  /**
   * How far below the feet the ground behind may be, a length.
   */
  float drop;
  /**
   * Length/s.
   */
  float speed;
} CaromVault;

/**
 * The speeds of a jump off a wall.
 */
typedef struct CaromWallJump {
  /**
   * The speed away from the wall, length/s.
   */
  float away;
  /**
   * The speed upward, length/s.
   */
  float rise;
} CaromWallJump;

/**
 * Characters that give way to each other.
 */
typedef struct CaromCrowd {
  /**
   * Opaque; zero for no crowd.
   */
  uint64_t bits;
} CaromCrowd;

/**
 * An agent of a crowd after a tick.
 */
typedef struct CaromAgent {
  /**
   * Its state.
   */
  struct CaromCharacter state;
  /**
   * Its body in the world; CAROM_NO_BODY for a ghost.
   */
  uint64_t body;
  /**
   * The report of the last tick.
   */
  struct CaromReport report;
  /**
   * Its mass.
   */
  float mass;
  /**
   * CAROM_PUSH, CAROM_STATIC or CAROM_GHOST, and perhaps CAROM_GIVES_WAY.
   */
  uint32_t role;
} CaromAgent;

/**
 * What a body, or one part of it, is made of. carom_surface_material() is ground like any other.
 */
typedef struct CaromSurfaceMaterial {
  /**
   * The body of a world; 0 for a mesh outside of a world.
   */
  uint64_t body;
  /**
   * The number of the triangle in its mesh, or of the shape in its compound; CAROM_NO_PART for all that have no material
   * of their own.
   */
  uint32_t part;
  /**
   * With CAROM_MATERIAL_SLOPE: the steepest slope of it that can be walked, in degrees, 0 to 90.
   */
  float max_slope;
  /**
   * Friction, as a factor of that of other ground: 0.1 for ice, 0 for none. Default 1. It is CaromLocomotion.grip.
   */
  float friction;
  /**
   * Velocity of the material over its body, in the world, length/s: a conveyor. It carries characters. Default 0.
   */
  struct CaromVec3 velocity;
  /**
   * A number of the caller, in CaromCollision.tag. Default 0, as without a material.
   */
  uint32_t tag;
  /**
   * A sum of CAROM_MATERIAL_SLOPE, CAROM_MATERIAL_NO_STEP. Default 0.
   */
  uint32_t flags;
} CaromSurfaceMaterial;

/**
 * What a query in 2D is of, and its filters: plain data, to copy and to keep as long as the chain or world. carom2d_query_chain()
 * and carom2d_query_world() fill it in; change the filters afterwards. A chain is one body: of its filters only the flags
 * CAROM_INTERNAL_EDGES and CAROM_LEAVE_OVERLAPS may be set, another one is CAROM_INVALID.
 */
typedef struct Carom2dQuery {
  /**
   * The bits of the handle of a chain or a 2D world.
   */
  uint64_t surface;
  /**
   * A body to leave out, or CAROM_NO_BODY.
   */
  uint64_t except;
  /**
   * Shapes and answers are relative to this point of the world, computed in double precision and rounded once.
   */
  double origin[2];
  /**
   * The layers of the query's shapes; bodies with none of them in their mask do not count. Default: all.
   */
  uint32_t layers;
  /**
   * Only bodies in one of these layers count. Default: all.
   */
  uint32_t mask;
  /**
   * CAROM_WITH_SENSORS, CAROM_INTERNAL_EDGES, CAROM_LEAVE_OVERLAPS. Default: 0.
   */
  uint32_t flags;
  /**
   * Padding; not read.
   */
  uint32_t reserved;
} Carom2dQuery;

/**
 * Many shapes of one kind in 2D, in the caller's arrays. Fields that the kind does not need are not read.
 */
typedef struct Carom2dShapes {
  /**
   * Any kind of 2D but CAROM_HULL and CAROM_HALF_SPACE.
   */
  uint32_t kind;
  /**
   * The rounding of all shapes: finite, not negative.
   */
  float rounding;
  /**
   * The number of shapes.
   */
  size_t count;
  /**
   * Points, centers, first ends, lowest corners or first corners: x and y of each.
   */
  struct CaromVectors a;
  /**
   * Second ends, highest corners, second corners, half sizes of oriented boxes or radii of ellipses.
   */
  struct CaromVectors b;
  /**
   * Third corners.
   */
  struct CaromVectors c;
  /**
   * Radii of balls and capsules; those of tapered capsules at a.
   */
  struct CaromNumbers radius;
  /**
   * Radii of tapered capsules at b.
   */
  struct CaromNumbers radius_b;
  /**
   * Rotations of oriented boxes and ellipses, radians.
   */
  struct CaromNumbers angle;
} Carom2dShapes;

/**
 * A point, displacement or direction in 2D.
 */
typedef struct CaromVec2 {
  /**
   * Along x.
   */
  float x;
  /**
   * Along y.
   */
  float y;
} CaromVec2;

/**
 * The contact of a shape with a part of a chain or world in 2D. Without one, part is CAROM_NO_PART, body CAROM_NO_BODY, the
 * separation infinite, and points and normal are NaN.
 */
typedef struct Carom2dContact {
  /**
   * The signed distance of the boundaries, a length; negative in penetration.
   */
  float separation;
  /**
   * The nearest or deepest point of the shape.
   */
  struct CaromVec2 point_a;
  /**
   * The nearest or deepest point of the part.
   */
  struct CaromVec2 point_b;
  /**
   * Unit normal from the part to the shape: the way the shape must go to separate.
   */
  struct CaromVec2 normal;
  /**
   * The largest possible error of the separation, a length.
   */
  float error_bound;
  /**
   * The number of the segment in its chain; 0 for a shape of a world.
   */
  uint32_t part;
  /**
   * Padding; 0.
   */
  uint32_t reserved;
  /**
   * The body of the world; 0 for a chain outside of a world.
   */
  uint64_t body;
} Carom2dContact;

/**
 * The first hit of a moving shape with a part of a chain or world in 2D. Without one, part is CAROM_NO_PART, body
 * CAROM_NO_BODY, t infinite, and point and normal are NaN.
 */
typedef struct Carom2dHit {
  /**
   * The time of impact: the fraction of delta before the touch, 0 to 1.
   */
  float t;
  /**
   * The point of touch, at time t.
   */
  struct CaromVec2 point;
  /**
   * Unit normal from the part to the shape, at time t.
   */
  struct CaromVec2 normal;
  /**
   * The number of the segment in its chain; 0 for a shape of a world.
   */
  uint32_t part;
  /**
   * The body of the world; 0 for a chain outside of a world.
   */
  uint64_t body;
  /**
   * CAROM_SEPARATE, CAROM_TOUCHING or CAROM_OVERLAPPING: how the motion starts.
   */
  uint32_t start;
  /**
   * The signed distance from this part at the start, negative in penetration; infinite for CAROM_SEPARATE.
   */
  float start_separation;
} Carom2dHit;

/**
 * A chain of segments in 2D: the outline of a level. It never changes; any threads may use it at once.
 */
typedef struct CaromChain {
  /**
   * Opaque; zero for no chain.
   */
  uint64_t bits;
} CaromChain;

/**
 * Facts about a chain.
 */
typedef struct CaromChainInfo {
  /**
   * The number of segments. Segment i begins at vertex i.
   */
  size_t segment_count;
  /**
   * The number of vertices: that of the segments if the chain is closed, otherwise one more.
   */
  size_t vertex_count;
  /**
   * The number of rings; 1 for an open chain.
   */
  size_t ring_count;
  /**
   * The lowest corner of the bounding box.
   */
  struct CaromVec2 min;
  /**
   * The highest corner of the bounding box.
   */
  struct CaromVec2 max;
  /**
   * A sum of CAROM_CLOSED, CAROM_ONE_SIDED, CAROM_SOLID, CAROM_RAW. A solid is one-sided and closed.
   */
  uint32_t flags;
  /**
   * Padding; 0.
   */
  uint32_t reserved;
} CaromChainInfo;

/**
 * A convex shape in 2D. The functions carom2d_ball, carom2d_capsule and so on fill it in. Fields that a kind does not need are
 * not read; rounding is for all kinds. The kinds mean the same in 2D: a ball is a filled circle, a triangle is filled, a hull is a
 * convex polygon, an ellipsoid is an ellipse, a half-space a half-plane. CAROM_CYLINDER, CAROM_CONE and
 * CAROM_ORIENTED_ELLIPSOID do not exist in 2D.
 */
typedef struct Carom2dShape {
  /**
   * CAROM_POINT, CAROM_BALL, CAROM_CAPSULE and so on.
   */
  uint32_t kind;
  /**
   * Of a ball, capsule or hull, and of a tapered capsule at a: finite, not negative. Of a half-plane any finite number.
   */
  float radius;
  /**
   * Of all kinds but hulls; finite. Of a box the lowest corner, of an oriented box or ellipse the center, of a half-plane the
   * outward normal.
   */
  struct CaromVec2 a;
  /**
   * Of a capsule, triangle, tapered capsule or box (its highest corner, nowhere less than a): finite. Of an oriented box the
   * half sizes along its own axes, of an ellipse the radii along them: finite, nowhere negative.
   */
  struct CaromVec2 b;
  /**
   * Of a triangle; finite.
   */
  struct CaromVec2 c;
  /**
   * Of a tapered capsule: the radius at b; finite, not negative.
   */
  float radius_b;
  /**
   * Of an oriented box or ellipse: its rotation in radians, counter-clockwise from x to y; finite.
   */
  float angle;
  /**
   * Of all kinds: the shape is all points within this distance of the kind's own shape; finite, not negative. Default: 0.
   */
  float rounding;
  /**
   * Padding; not read.
   */
  uint32_t reserved;
  /**
   * Of a hull: at least one point, all finite. The caller keeps them; each function reads them again.
   */
  const struct CaromVec2 *points;
  /**
   * The number of points.
   */
  size_t point_count;
} Carom2dShape;

/**
 * Settings of a mover in 2D. carom2d_mover_defaults() is a person in meters and seconds, with y up.
 */
typedef struct Carom2dMoverSettings {
  /**
   * The direction against gravity, of any length but zero. Default (0, 1).
   */
  struct CaromVec2 up;
  /**
   * Acceleration of free fall, length/s^2; not negative. Default 9.81.
   */
  float gravity;
  /**
   * Radius of the capsule, a length, more than 0. Default 0.3.
   */
  float radius;
  /**
   * The steepest walkable slope, in degrees, 0 to 90. Default 45.
   */
  float max_slope;
  /**
   * Highest step that is climbed from the ground, a length; 0 climbs none. Default 0.4.
   */
  float step_height;
  /**
   * Ground snap: how far down a walk follows its ground, a length. Default 0.4.
   */
  float snap;
  /**
   * Gap kept to everything, a length; more than 0, less than the radius. It absorbs the rounding of positions: at
   * least 2.4 mm at 5 km from the origin. Default 0.01.
   */
  float skin;
  /**
   * With CAROM_MAX_OVERHANG: how far the middle of the foot may be beyond the edge it stands on, a length.
   */
  float max_overhang;
  /**
   * Height at which the capsule rides above the ground on a spring, a length. Default 0: it does not hover.
   */
  float hover;
  /**
   * How far a character that overlaps the scene is moved out at most, a length; 1.12 radii are always tried. Default
   * 1.8.
   */
  float max_depenetration;
  /**
   * With CAROM_EDGE_GUARD: a walk stops where the middle of the foot is this far, horizontally, beyond an edge without
   * ground within snap below, a length, at least a twentieth of the radius.
   * Jumps and platforms take the character off; one that hovers walks off.
   */
  float edge_guard;
  /**
   * A sum of CAROM_FLAT_FOOT, CAROM_MAX_OVERHANG, CAROM_EDGE_GUARD. Default: 0.
   */
  uint32_t flags;
} Carom2dMoverSettings;

/**
 * The whole state of a character in 2D between two ticks: plain data without padding, to copy, compare, save and restore. The
 * same state, intent and scene give the same bits. carom2d_character_at() makes one at rest.
 */
typedef struct Carom2dCharacter {
  /**
   * The lowest point of the capsule. Of one that lies or leans: the point straight under its middle, at the height of its
   * lowest point.
   */
  struct CaromVec2 feet;
  /**
   * From the lowest to the highest point of the capsule when it stands, a length, more than 0; from tip to tip of one that
   * lies. Less than twice the radius makes a ball.
   */
  float height;
  /**
   * Velocity in the world at the end of the tick, length/s.
   */
  struct CaromVec2 velocity;
  /**
   * Velocity of the ground or, in the air, of the ground that was left, length/s.
   */
  struct CaromVec2 base_velocity;
  /**
   * How far climbs have carried the character beyond its walk, a length; the next ticks walk that much less.
   */
  float step_credit;
  /**
   * Unit normal of the ground, if it is on ground.
   */
  struct CaromVec2 ground_normal;
  /**
   * Unit direction of the capsule in the world, from tail to head, of a character that lies or leans; zero if it stands
   * along up.
   */
  struct CaromVec2 axis;
  /**
   * Whether it is on ground: 1 or 0.
   */
  uint32_t on_ground;
  /**
   * The number of the ground's segment in its chain, 0 for a shape of a world, or CAROM_NO_PART in the air.
   */
  uint32_t ground_part;
  /**
   * The body of the ground, or CAROM_NO_BODY in the air.
   */
  uint64_t ground_body;
} Carom2dCharacter;

/**
 * How a character in 2D accelerates and jumps, and what it keeps from tick to tick: plain data without padding.
 * carom2d_locomotion() fills it in; change the first six fields afterwards.
 */
typedef struct Carom2dLocomotion {
  /**
   * Acceleration on the ground, 1/s: in the wanted direction the speed grows per second by this times the wanted
   * speed. INFINITY: at once. Default 10.
   */
  float acceleration;
  /**
   * Friction on the ground, 1/s: the speed falls to 1/e in 1/friction seconds. Default 4.
   */
  float friction;
  /**
   * Acceleration in the air, where there is no friction, 1/s. Default 1.
   */
  float air_acceleration;
  /**
   * Coyote time: how long after walking off an edge a jump still counts, s. Default 0.1.
   */
  float coyote;
  /**
   * Jump buffer: how long before touching down a jump already counts, s. Default 0.1.
   */
  float buffer;
  /**
   * Friction of the ground now, as a factor: 1 for ground like any other, 0.1 for ice. It scales friction and
   * acceleration on the ground. Default 1.
   */
  float grip;
  /**
   * Velocity at the end of the tick, relative to the ground it stands on or left, length/s.
   */
  struct CaromVec2 velocity;
  /**
   * Time since it left the ground, s; 0 on the ground.
   */
  float airborne;
  /**
   * The speed of a buffered jump, length/s; 0 for none.
   */
  float waiting_speed;
  /**
   * The age of a buffered jump, s.
   */
  float waiting_age;
  /**
   * Whether it has jumped since it left the ground: 1 or 0.
   */
  uint32_t jumped;
} Carom2dLocomotion;

/**
 * The input of a tick in 2D. Zeros let a character stand.
 */
typedef struct Carom2dIntent {
  /**
   * Wanted velocity relative to the ground, length/s, reached at once. Its part along up counts only when flying.
   */
  struct CaromVec2 velocity;
  /**
   * If more than 0: leave the ground with this upward speed, length/s. Ignored in the air.
   */
  float jump;
  /**
   * If more than 0: the height from now on, a length: crouch, or stand up where there is room.
   */
  float height;
  /**
   * A sum of CAROM_AIR_JUMP, CAROM_FLY, CAROM_RISE.
   */
  uint32_t flags;
  /**
   * With CAROM_RISE: an upward speed that takes the place of gravity in this tick, length/s. More than 0 leaves the ground;
   * less does not. A jump that counts and a flight come before it.
   */
  float rise;
  /**
   * If not zero: the direction, from tail to head, to turn the capsule to, of any length; along up it stands up. The turn
   * goes through nothing, is pushed aside by what it meets, and waits where there is no room.
   */
  struct CaromVec2 axis;
} Carom2dIntent;

/**
 * A kinematic character controller in 2D: settings and working memory. The state of a character is a Carom2dCharacter.
 */
typedef struct Carom2dMover {
  /**
   * Opaque; zero for no mover.
   */
  uint64_t bits;
} Carom2dMover;

/**
 * What a tick in 2D did. The ground after it is in the state.
 */
typedef struct Carom2dReport {
  /**
   * What shaped the motion: a sum of CAROM_SLID, CAROM_STEPPED and so on.
   */
  uint32_t why;
  /**
   * The limits that were reached: a sum of CAROM_LIMIT_TURNS and so on.
   */
  uint32_t limits;
  /**
   * What happened, at the moment within the tick: a sum of CAROM_LANDED, CAROM_LEFT_GROUND, CAROM_STEP,
   * CAROM_BUMPED_HEAD. The numbers of the others are 0.
   */
  uint32_t events;
  /**
   * The speed of a landing against up, relative to the ground, length/s.
   */
  float landed;
  /**
   * The speed along up with which it left the ground, relative to it, length/s: that of a jump, 0 where the ground
   * ended.
   */
  float left_ground;
  /**
   * How much higher the surface is on to which a walk went; less than 0: lower. A length, more than the skin.
   */
  float stepped;
  /**
   * The speed along up with which it hit a ceiling, relative to the ceiling, length/s.
   */
  float bumped_head;
} Carom2dReport;

/**
 * A surface that the motion of a tick in 2D met.
 */
typedef struct Carom2dCollision {
  /**
   * Unit normal of the contact, from the part to the character.
   */
  struct CaromVec2 normal;
  /**
   * CAROM_FLOOR, CAROM_SLOPE, CAROM_WALL, CAROM_CEILING or CAROM_OVERLAP.
   */
  uint32_t role;
  /**
   * The number of the segment in its chain; 0 for a shape of a world.
   */
  uint32_t part;
  /**
   * The tag of its material: 0, since materials are set in 3D only.
   */
  uint32_t tag;
  /**
   * Padding; 0.
   */
  uint32_t reserved;
  /**
   * The body of the world; 0 for a chain outside of a world.
   */
  uint64_t body;
  /**
   * The point of the part that was touched.
   */
  struct CaromVec2 point;
  /**
   * The velocity that the character would have had there without the part, relative to the part's own velocity at the
   * point, length/s.
   */
  struct CaromVec2 velocity;
} Carom2dCollision;

/**
 * A displacement and a rotation in 2D, both at constant speed: at time t, 0 to 1, a point p is at
 * pivot + R(angle t) (p - pivot) + delta t.
 */
typedef struct Carom2dRigidMotion {
  /**
   * The displacement.
   */
  struct CaromVec2 delta;
  /**
   * The center of the rotation, which only the displacement moves.
   */
  struct CaromVec2 pivot;
  /**
   * The angle in radians, counter-clockwise; it can exceed a full turn. With 0 the motion is straight.
   */
  float angle;
} Carom2dRigidMotion;

/**
 * A point of a manifold in 2D.
 */
typedef struct Carom2dManifoldPoint {
  /**
   * The point of the feature of a, moved by the radius of a along the normal.
   */
  struct CaromVec2 point_a;
  /**
   * The point of the feature of b, moved by the radius of b along the normal.
   */
  struct CaromVec2 point_b;
  /**
   * How far apart they are along the normal, a length; negative in penetration.
   */
  float separation;
  /**
   * The feature of a: a vertex or an edge, as in 3D; the number of a corner of a box has bit 0 for the higher x, bit 1 for the
   * higher y.
   */
  struct CaromFeature feature_a;
  /**
   * The feature of b. No two points of a manifold have the same two features, and these stay the same from tick to tick
   * while the same features meet: a solver finds the impulse of the last tick again (warm starting).
   */
  struct CaromFeature feature_b;
} Carom2dManifoldPoint;

/**
 * The points that a solver needs to hold two shapes apart in 2D.
 */
typedef struct Carom2dManifold {
  /**
   * The number of points, at most 2; 0 if the shapes are farther apart than the reach.
   */
  uint32_t count;
  /**
   * 1 if no other normal is as good, otherwise 0.
   */
  uint32_t unique;
  /**
   * Unit normal from b to a, the same for all points; NaN without points.
   */
  struct CaromVec2 normal;
  /**
   * The points, in a fixed order of their features. Those beyond the count are NaN.
   */
  struct Carom2dManifoldPoint points[CAROM2D_MANIFOLD_POINTS];
} Carom2dManifold;

/**
 * Where a ray crosses the boundary of a shape in 2D. Where it does not, all numbers are NaN.
 */
typedef struct Carom2dCrossing {
  /**
   * The fraction of delta, 0 to 1.
   */
  float t;
  /**
   * The point of the ray at time t.
   */
  struct CaromVec2 point;
  /**
   * Outward unit normal of the shape.
   */
  struct CaromVec2 normal;
} Carom2dCrossing;

/**
 * The part of a ray that is inside a shape in 2D.
 */
typedef struct Carom2dRayInterval {
  /**
   * 1 if the ray touches the shape, otherwise 0.
   */
  uint32_t touches;
  /**
   * 1 if it enters the shape; 0 if it starts inside, or misses.
   */
  uint32_t has_entry;
  /**
   * 1 if it leaves the shape; 0 if it ends inside, or misses.
   */
  uint32_t has_exit;
  /**
   * Where it enters.
   */
  struct Carom2dCrossing entry;
  /**
   * Where it leaves.
   */
  struct Carom2dCrossing exit;
} Carom2dRayInterval;

/**
 * The contact of a shape with a part of a chain or world in 2D, and its manifold.
 */
typedef struct Carom2dPartManifold {
  /**
   * The contact, with its part.
   */
  struct Carom2dContact contact;
  /**
   * Its points, along the normal of the contact; a is the shape, b the part.
   */
  struct Carom2dManifold manifold;
} Carom2dPartManifold;

/**
 * A world of bodies in 2D.
 */
typedef struct Carom2dWorld {
  /**
   * Opaque; zero for no world.
   */
  uint64_t bits;
} Carom2dWorld;

/**
 * The position, rotation and scale of a body in 2D: its points are scaled, then rotated, then translated.
 */
typedef struct Carom2dPose {
  /**
   * The position, in double precision, so that a world can be larger than single precision resolves.
   */
  double position[2];
  /**
   * The rotation in radians, counter-clockwise from x to y.
   */
  float angle;
  /**
   * The scale, the same along both axes; more than 0.
   */
  float scale;
} Carom2dPose;

/**
 * A body to add to a 2D world: a shape, or a chain that many bodies may share. carom2d_body_of_shape() and
 * carom2d_body_of_chain() fill it in; change it afterwards.
 */
typedef struct Carom2dBody {
  /**
   * The chain, or the zero handle for a shape.
   */
  struct CaromChain chain;
  /**
   * The shape, in the body's own frame; not read if there is a chain.
   */
  struct Carom2dShape shape;
  /**
   * Position, rotation and scale. Default: at the origin, not rotated, scale 1.
   */
  struct Carom2dPose pose;
  /**
   * The velocity of the body's origin, length/s. Queries use only the pose; movers use the velocity. Default: zero.
   */
  struct CaromVec2 velocity;
  /**
   * Angular velocity, radians/s, counter-clockwise. Default: 0.
   */
  float spin;
  /**
   * With CAROM_ONE_WAY: the greatest penetration depth that still counts as standing on it, a length.
   */
  float one_way_margin;
  /**
   * The velocity of the surface's material in the body's own frame, length/s: a conveyor. Default: zero.
   */
  struct CaromVec2 surface_velocity;
  /**
   * With CAROM_ONE_WAY: points out of the side that blocks, in the body's own frame; any length but zero.
   */
  struct CaromVec2 one_way_direction;
  /**
   * The layers that the body is in, a bit each. Default: all.
   */
  uint32_t layers;
  /**
   * The layers that collide with the body, a bit each. Default: all.
   */
  uint32_t mask;
  /**
   * A sum of CAROM_MOVING, CAROM_SENSOR, CAROM_ONE_WAY. Default: 0.
   */
  uint32_t flags;
  /**
   * Padding; not read.
   */
  uint32_t reserved;
  /**
   * For the caller; see carom2d_world_data(). Default: 0.
   */
  uint64_t data;
} Carom2dBody;

/**
 * Dimensions of a pool table between its cushion noses, m and rad. One corner of the playing surface is the origin, x runs
 * across the table, y along it, z up; the cloth is at z = 0.
 */
typedef struct CaromTableSpec {
  /**
   * Extent of the playing surface in x, between cushion noses.
   */
  double width;
  /**
   * Extent of the playing surface in y.
   */
  double length;
  /**
   * Height of the cushion noses above the cloth: at least the radius of a ball, less than two.
   */
  double cushion_height;
  /**
   * Depth of the cushions, from nose to wood.
   */
  double cushion_width;
  /**
   * Mouth of a corner pocket: the distance of the two noses, continued to a sharp point.
   */
  double corner_mouth;
  /**
   * Angle inside the cushion between its nose line and its facing at a corner pocket: 3/4 pi for parallel facings, more for
   * a throat that narrows.
   */
  double corner_cut;
  /**
   * Radius of the jaws of a corner pocket.
   */
  double corner_jaw_radius;
  /**
   * Distance from the corner of the playing surface out to the center of the circle that captures centers of balls.
   */
  double corner_depth;
  /**
   * Radius of the capture circle of a corner pocket.
   */
  double corner_radius;
  /**
   * Mouth of a side pocket.
   */
  double side_mouth;
  /**
   * The same angle at a side pocket: pi/2 for parallel facings.
   */
  double side_cut;
  /**
   * Radius of the jaws of a side pocket.
   */
  double side_jaw_radius;
  /**
   * Distance from the nose line out to the center of the capture circle.
   */
  double side_depth;
  /**
   * Radius of the capture circle of a side pocket.
   */
  double side_radius;
  /**
   * 1 for six pockets; 0 for none: then the fields of pockets are not read.
   */
  uint32_t has_pockets;
  /**
   * Not read; 0.
   */
  uint32_t reserved;
} CaromTableSpec;

/**
 * Mass, size and friction of a ball; SI units. All balls of a table have the same radius.
 */
typedef struct CaromBallParameters {
  /**
   * Mass, kg.
   */
  double mass;
  /**
   * Radius, m.
   */
  double radius;
  /**
   * Coefficient of sliding friction between ball and cloth.
   */
  double sliding_friction;
  /**
   * Coefficient of rolling friction: a rolling ball decelerates by this times gravity.
   */
  double rolling_friction;
  /**
   * Coefficient of spinning friction u: spin about the vertical decays by 5 u g / (2 R).
   */
  double spinning_friction;
  /**
   * Coefficient of restitution between balls; two different ones are averaged.
   */
  double ball_restitution;
  /**
   * Coefficient of friction between balls, for CAROM_AVERAGE_FRICTION; two different ones are averaged.
   */
  double ball_friction;
  /**
   * Coefficient of restitution between ball and cushion.
   */
  double cushion_restitution;
  /**
   * Coefficient of friction between ball and cushion.
   */
  double cushion_friction;
  /**
   * Gravity, m/s^2.
   */
  double gravity;
} CaromBallParameters;

/**
 * Position, velocity and spin of a ball at one moment; z is up.
 */
typedef struct CaromBallState {
  /**
   * Center, m. On the cloth z is the radius.
   */
  double position[3];
  /**
   * Velocity of the center, m/s; on the cloth z is 0.
   */
  double velocity[3];
  /**
   * Angular velocity, rad/s.
   */
  double angular_velocity[3];
} CaromBallState;

/**
 * A ball of a pool table.
 */
typedef struct CaromPoolBall {
  /**
   * Physical parameters.
   */
  struct CaromBallParameters parameters;
  /**
   * Position, velocity and spin.
   */
  struct CaromBallState state;
  /**
   * 1 for a ball that is in a pocket or off the table (its center is then higher than on the cloth) and takes no part, else 0.
   */
  uint32_t is_pocketed;
  /**
   * Not read; 0.
   */
  uint32_t reserved;
} CaromPoolBall;

/**
 * A cue.
 */
typedef struct CaromCue {
  /**
   * Mass, kg.
   */
  double mass;
  /**
   * Effective mass of the end of the shaft, kg: the smaller, the less squirt; 0 for none.
   */
  double end_mass;
  /**
   * Largest offset of the tip from the center of the ball, in radii, at which it does not slip off: 0 to 1.
   */
  double miscue_offset;
} CaromCue;

/**
 * The collision models of a table.
 */
typedef struct CaromModels {
  /**
   * Of CAROM_ALCIATORE_FRICTION: at high speed.
   */
  double friction_a;
  /**
   * Of CAROM_ALCIATORE_FRICTION: additional, at low speed.
   */
  double friction_b;
  /**
   * Of CAROM_ALCIATORE_FRICTION: decay, s/m.
   */
  double friction_c;
  /**
   * CAROM_ALCIATORE_FRICTION or CAROM_AVERAGE_FRICTION.
   */
  uint32_t friction;
  /**
   * CAROM_FRICTIONAL_INELASTIC or CAROM_MATHAVAN_2014.
   */
  uint32_t ball;
  /**
   * Of CAROM_MATHAVAN_2014: steps of the compression phase, 1 to 1,000,000.
   */
  uint32_t ball_steps;
  /**
   * CAROM_HAN_2005 or CAROM_MATHAVAN_2010.
   */
  uint32_t cushion;
  /**
   * Of CAROM_MATHAVAN_2010: steps of the compression phase, 1 to 1,000,000.
   */
  uint32_t cushion_steps;
  /**
   * CAROM_ABSORBING or CAROM_BOUNCING.
   */
  uint32_t slate;
  /**
   * Of CAROM_BOUNCING: coefficient of restitution between ball and slate, 0 to 1.
   */
  double slate_restitution;
  /**
   * Of CAROM_BOUNCING: a ball that leaves the cloth vertically at this speed or a lower one stays on it, m/s: 0.001 to 10.
   */
  double slate_least_speed;
} CaromModels;

/**
 * All that a pool table is made of.
 */
typedef struct CaromPoolSetup {
  /**
   * Dimensions of the table.
   */
  struct CaromTableSpec dimensions;
  /**
   * The cue.
   */
  struct CaromCue cue;
  /**
   * Collision models.
   */
  struct CaromModels models;
  /**
   * The balls; their numbers are their places in this array.
   */
  const struct CaromPoolBall *balls;
  /**
   * The number of balls, 1 to 64.
   */
  size_t ball_count;
} CaromPoolSetup;

/**
 * A pool table with its balls, cue and models. It never changes; any threads may use it at once.
 */
typedef struct CaromPoolTable {
  /**
   * Opaque; zero for no table.
   */
  uint64_t bits;
} CaromPoolTable;

/**
 * A point or direction in the plane of a pool table, in double precision.
 */
typedef struct CaromDVec2 {
  /**
   * Across the table.
   */
  double x;
  /**
   * Along the table.
   */
  double y;
} CaromDVec2;

/**
 * A pocket, seen from above.
 */
typedef struct CaromPocket {
  /**
   * Center of the circle that captures centers of balls, m.
   */
  struct CaromDVec2 center;
  /**
   * Radius of that circle, m.
   */
  double radius;
} CaromPocket;

/**
 * A part of the cushions, seen from above: a straight nose or facing from a to b, or, if its radius is more than 0, a rounded jaw
 * of a pocket.
 */
typedef struct CaromCushion {
  /**
   * One end; the center of a jaw.
   */
  struct CaromDVec2 a;
  /**
   * The other end; the center of a jaw.
   */
  struct CaromDVec2 b;
  /**
   * Unit normal, towards the balls; zero for a jaw.
   */
  struct CaromDVec2 normal;
  /**
   * The radius of a jaw; 0 for a nose or facing.
   */
  double radius;
} CaromCushion;

/**
 * A stroke of the cue; SI units and rad.
 */
typedef struct CaromShot {
  /**
   * Speed of the cue at the strike, m/s: 0 to 1,000.
   */
  double speed;
  /**
   * Direction of the cue seen from above: counterclockwise from x.
   */
  double direction;
  /**
   * Elevation of the butt: 0 for a level cue, up to pi/2.
   */
  double elevation;
  /**
   * Offset of the tip to the right of the center, seen along the cue, in radii: right english if positive.
   */
  double right;
  /**
   * Offset of the tip above the center, seen along the cue, in radii: topspin if positive, draw if negative.
   */
  double above;
  /**
   * Number of the ball that the cue strikes.
   */
  uint32_t ball;
  /**
   * Not read; 0.
   */
  uint32_t reserved;
} CaromShot;

/**
 * A shot that was played: all its events, and its end. It never changes; any threads may use it at once.
 */
typedef struct CaromShotResult {
  /**
   * Opaque; zero for none.
   */
  uint64_t bits;
} CaromShotResult;

/**
 * How a shot ended.
 */
typedef struct CaromShotInfo {
  /**
   * Time of the last event, s.
   */
  double duration;
  /**
   * CAROM_AT_REST, CAROM_MISCUE or CAROM_TOO_MANY_EVENTS.
   */
  uint32_t status;
  /**
   * The number of events.
   */
  uint32_t event_count;
  /**
   * The number of balls.
   */
  uint32_t ball_count;
  /**
   * The first ball that the struck ball collides with, or CAROM_NO_BALL; also without a strike.
   */
  uint32_t first_ball_hit;
} CaromShotInfo;

/**
 * An event of a shot.
 */
typedef struct CaromShotEvent {
  /**
   * Time since the strike, s.
   */
  double time;
  /**
   * Speed of the approach at a collision or at which the ball comes down on the cloth, m/s; otherwise NaN.
   */
  double speed;
  /**
   * State of the ball after the event: it moves in closed form from there.
   */
  struct CaromBallState after;
  /**
   * State of the other ball after CAROM_EVENT_BALL; otherwise zeros.
   */
  struct CaromBallState other_after;
  /**
   * CAROM_EVENT_STRIKE to CAROM_EVENT_OFF_TABLE.
   */
  uint32_t kind;
  /**
   * Number of the ball.
   */
  uint32_t ball;
  /**
   * Number of the other ball, the cushion or the pocket, or the motion after a transition; otherwise CAROM_NO_BALL.
   */
  uint32_t other;
  /**
   * The motion before a transition; otherwise CAROM_NO_BALL.
   */
  uint32_t from;
} CaromShotEvent;

/**
 * A ball at a moment of a shot.
 */
typedef struct CaromTracePoint {
  /**
   * Time since the strike, s.
   */
  double time;
  /**
   * Position, velocity and spin.
   */
  struct CaromBallState state;
  /**
   * How the ball moves from this moment on: CAROM_STATIONARY to CAROM_OFF_TABLE.
   */
  uint32_t motion;
  /**
   * 0.
   */
  uint32_t reserved;
} CaromTracePoint;

/**
 * Single doubles at equal distances in memory.
 */
typedef struct CaromDoubles {
  /**
   * The first; any alignment.
   */
  const double *base;
  /**
   * Bytes from one to the next: 0 (the first for all), or at least 8.
   */
  size_t stride;
} CaromDoubles;

/**
 * Whole numbers at equal distances in memory.
 */
typedef struct CaromWords {
  /**
   * The first; any alignment.
   */
  const uint32_t *base;
  /**
   * Bytes from one to the next: 0 (the first for all), or at least 4.
   */
  size_t stride;
} CaromWords;

/**
 * Many shots, in the caller's arrays: the fields of CaromShot, of which all but speed and direction may have a null base, which
 * is 0 for all.
 */
typedef struct CaromShots {
  /**
   * The number of shots.
   */
  size_t count;
  /**
   * Speeds of the cue.
   */
  struct CaromDoubles speed;
  /**
   * Directions.
   */
  struct CaromDoubles direction;
  /**
   * Elevations of the butt.
   */
  struct CaromDoubles elevation;
  /**
   * Offsets to the right of the center.
   */
  struct CaromDoubles right;
  /**
   * Offsets above the center.
   */
  struct CaromDoubles above;
  /**
   * Balls that the cue strikes.
   */
  struct CaromWords ball;
} CaromShots;

/**
 * A ball at the end of a shot.
 */
typedef struct CaromBallEnd {
  /**
   * Center, m: x and y. A pocketed ball is at the center of its pocket, one off the table where it came down.
   */
  double position[2];
  /**
   * The pocket that it fell into in this shot, or CAROM_NO_BALL.
   */
  uint32_t pocket;
  /**
   * Whether it is in a pocket, also since before the shot: 1 or 0.
   */
  uint32_t is_pocketed;
} CaromBallEnd;

/**
 * The first ball on a straight line of aim. Without one, ball is CAROM_NO_BALL, the distance infinite, and the rest NaN.
 */
typedef struct CaromAimedBall {
  /**
   * How far the aiming ball goes, m.
   */
  double distance;
  /**
   * Its center when it hits: the ghost ball.
   */
  struct CaromDVec2 ghost;
  /**
   * Unit vector from the aiming ball to the other at the hit: the direction in which that one leaves, without throw.
   */
  struct CaromDVec2 line;
  /**
   * Fraction of the ball that is covered seen along the line of aim: 1 for a full hit, 1/2 for a cut of 30 degrees.
   */
  double fullness;
  /**
   * Number of the ball that is hit first.
   */
  uint32_t ball;
  /**
   * 0.
   */
  uint32_t reserved;
} CaromAimedBall;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version of the library that the program runs with; equal to CAROM_VERSION of the header it was compiled with.
 */
uint32_t carom_version(void);

/**
 * The text of the last function that failed in this thread: its name, the argument and the reason, in English, UTF-8.
 * Empty if none has failed. A success does not clear it. Valid until a function fails in this thread or the thread ends.
 */
const char *carom_last_error(void);

/**
 * The pose at a position, without rotation, with scale 1.
 */
struct CaromPose carom_pose_at(struct CaromVec3 position);

/**
 * A point.
 */
struct CaromShape carom_point(struct CaromVec3 point);

/**
 * All points within `radius` of `center`. Like all of these functions it checks nothing: the query does.
 */
struct CaromShape carom_ball(struct CaromVec3 center, float radius);

/**
 * All points within `radius` of the segment from `a` to `b`.
 */
struct CaromShape carom_capsule(struct CaromVec3 a, struct CaromVec3 b, float radius);

/**
 * The solid axis-aligned box between its lowest and its highest corner.
 */
struct CaromShape carom_box(struct CaromVec3 min, struct CaromVec3 max);

/**
 * A flat triangle.
 */
struct CaromShape carom_triangle(struct CaromVec3 a, struct CaromVec3 b, struct CaromVec3 c);

/**
 * The convex hull of `count` points, rounded by `radius` (0: sharp). The points are not copied: they must stay in place
 * while the shape is used. Queries with a hull allocate memory.
 */
struct CaromShape carom_hull(const struct CaromVec3 *points,
                             size_t count,
                             float radius);

/**
 * The solid box with three half axes at right angles to each other. They are not copied: they must stay in place while
 * the shape is used.
 */
struct CaromShape carom_oriented_box(struct CaromVec3 center,
                                     const struct CaromVec3 *half_axes);

/**
 * The solid cylinder with flat ends between the centers `a` and `b` of its ends.
 */
struct CaromShape carom_cylinder(struct CaromVec3 a, struct CaromVec3 b, float radius);

/**
 * The solid cone with this center of its base, and this apex.
 */
struct CaromShape carom_cone(struct CaromVec3 base, struct CaromVec3 apex, float radius);

/**
 * The solid frustum between the centers `a` and `b` of its ends, with a radius of each: a cone without its tip.
 */
struct CaromShape carom_frustum(struct CaromVec3 a,
                                struct CaromVec3 b,
                                float radius_a,
                                float radius_b);

/**
 * The convex hull of a ball around `a` and a ball around `b`: a capsule that gets thinner.
 */
struct CaromShape carom_tapered_capsule(struct CaromVec3 a,
                                        struct CaromVec3 b,
                                        float radius_a,
                                        float radius_b);

/**
 * The solid ellipsoid with these radii along x, y and z.
 */
struct CaromShape carom_ellipsoid(struct CaromVec3 center, struct CaromVec3 radii);

/**
 * The solid ellipsoid with three half axes, which need not be at right angles to each other. They are not copied: they
 * must stay in place while the shape is used.
 */
struct CaromShape carom_oriented_ellipsoid(struct CaromVec3 center,
                                           const struct CaromVec3 *half_axes);

/**
 * The half-space of all points x with `dot(normal, x)` at most `offset`: an unbounded floor or wall. The normal points outwards
 * and has any length but zero.
 */
struct CaromShape carom_half_space(struct CaromVec3 normal,
                                   float offset);

/**
 * The same shape with a radius around it: all points within `rounding` of it.
 */
struct CaromShape carom_rounded(struct CaromShape shape, float rounding);

/**
 * Builds a mesh of `triangle_count` triangles, each three indices into `vertex_count` vertices; copies both.
 *
 * `flags`: 0 or a sum of CAROM_ONE_SIDED, CAROM_WELD, CAROM_QUICK, CAROM_COMPACT, CAROM_SOLID. Takes 90 to 260 ns a
 * triangle. A triangle without area is its longest side. Errors: no triangles or more than 2^31, a vertex that is not
 * finite, an index of no vertex; with CAROM_SOLID open edges, or triangles that face inwards (a negative volume), both
 * CAROM_INVALID. Free it with carom_mesh_free().
 */
enum CaromStatus carom_mesh_create(struct CaromVectors vertices,
                                   size_t vertex_count,
                                   const uint32_t *triangles,
                                   size_t triangle_count,
                                   uint32_t flags,
                                   struct CaromMesh *out);

/**
 * Frees a mesh. Worlds that have it as a body keep it; queries that run in other threads end normally. The zero handle
 * is ignored.
 */
enum CaromStatus carom_mesh_free(struct CaromMesh mesh);

/**
 * The size, memory and bounds of a mesh.
 */
enum CaromStatus carom_mesh_info(struct CaromMesh mesh, struct CaromMeshInfo *out);

/**
 * A triangle by its number, as a shape with the corners a, b and c.
 */
enum CaromStatus carom_mesh_triangle(struct CaromMesh mesh, uint32_t number, struct CaromShape *out);

/**
 * Whether a mesh is closed, so that carom_mesh_contains() and carom_mesh_signed_distance() have a meaning: 1 or 0.
 * Takes time linear in the number of triangles.
 */
enum CaromStatus carom_mesh_is_closed(struct CaromMesh mesh,
                                      uint8_t *out);

/**
 * Whether a mesh was built with CAROM_SOLID: 1 or 0.
 */
enum CaromStatus carom_mesh_is_solid(struct CaromMesh mesh, uint8_t *out);

/**
 * Whether a closed mesh encloses the point, or the point is on it: 1 or 0, decided exactly. In an open mesh the answer
 * depends on the triangles that a path along x crosses, and there is no error.
 */
enum CaromStatus carom_mesh_contains(struct CaromMesh mesh,
                                     struct CaromVec3 point,
                                     uint8_t *out);

/**
 * The distance of a point from a closed mesh, a length; negative inside, which is where carom_mesh_contains() is 1.
 */
enum CaromStatus carom_mesh_signed_distance(struct CaromMesh mesh,
                                            struct CaromVec3 point,
                                            float *out);

/**
 * Builds the mesh of a height field, in about 6 bytes a triangle; copies the heights. The triangles of the cell at column
 * i and row j have the numbers 2 (j (columns - 1) + i) and one more; their fronts face up. Free it with
 * carom_mesh_free().
 */
enum CaromStatus carom_mesh_of_heights(const struct CaromHeights *field,
                                       struct CaromMesh *out);

/**
 * The triangles of a polygon, counter-clockwise, three indices of points each: a constrained Delaunay triangulation, without new
 * points, and the same on every platform.
 *
 * The points are those of the polygon without repetitions, the outline counter-clockwise, then the holes clockwise: not in the
 * given order where a ring runs the other way. The first `point_capacity` points (x and y) are written to `points` and the first
 * `triangle_capacity` triangles to `triangles`, which may be null for a capacity of 0; the counts become the numbers of all.
 * Errors, with the ring (0 is the outline, 1 the first hole) and the point: a ring of fewer than three points, a point that is not
 * finite, rings that touch or cross themselves or each other, a hole outside of the outline or in another hole.
 */
enum CaromStatus carom_polygon_triangulate(const struct CaromPolygon *polygon,
                                           float (*points)[2],
                                           size_t point_capacity,
                                           size_t *point_count,
                                           uint32_t (*triangles)[3],
                                           size_t triangle_capacity,
                                           size_t *triangle_count);

/**
 * Builds the flat mesh of a polygon at a height, with its front up: x and y of the polygon are x and z. Triangle i is that of
 * carom_polygon_triangulate().
 *
 * `flags`: 0 or a sum of CAROM_ONE_SIDED, CAROM_WELD, CAROM_COMPACT. Errors: those of carom_polygon_triangulate(), a height that
 * is not finite. Free it with carom_mesh_free().
 */
enum CaromStatus carom_polygon_floor(const struct CaromPolygon *polygon,
                                     float height,
                                     uint32_t flags,
                                     struct CaromMesh *out);

/**
 * Builds the closed mesh of a polygon between two heights, with its fronts outwards: x and y of the polygon are x and z. First
 * come the triangles of the top, then those of the bottom, then two for each side of a ring.
 *
 * `flags`: 0 or a sum of CAROM_ONE_SIDED, CAROM_WELD, CAROM_COMPACT, CAROM_SOLID. Errors: those of carom_polygon_triangulate(), a
 * height that is not finite. Free it with carom_mesh_free().
 */
enum CaromStatus carom_polygon_prism(const struct CaromPolygon *polygon,
                                     float low,
                                     float high,
                                     uint32_t flags,
                                     struct CaromMesh *out);

/**
 * A copy of a mesh with each coordinate multiplied by that of `factors`, with the same flags and numbers of triangles, in the
 * time of a refit. Free it with carom_mesh_free().
 *
 * Errors, all CAROM_INVALID: a factor that is not finite, zero or negative (for a mirror image build a mesh with the corners of
 * each triangle the other way round), or a corner out of range.
 */
enum CaromStatus carom_mesh_scaled(struct CaromMesh mesh,
                                   struct CaromVec3 factors,
                                   struct CaromMesh *out);

/**
 * Every two triangles of the meshes `a` and `b` that touch, as their numbers, that of `a` first, sorted. Fronts and backs
 * count alike. The first `capacity` of them are written to `out`, which may be null for a capacity of 0; `count` becomes the
 * number of all.
 */
enum CaromStatus carom_touching_triangles(struct CaromMesh a,
                                          struct CaromMesh b,
                                          uint32_t (*out)[2],
                                          size_t capacity,
                                          size_t *count);

/**
 * The segment along which two triangles of the meshes `a` and `b` cross, for every two that do, sorted by number. Triangles
 * in one plane have no such segment, even if they overlap. The first `capacity` of them are written to `out`, which may be
 * null for a capacity of 0; `count` becomes the number of all.
 */
enum CaromStatus carom_crossings(struct CaromMesh a,
                                 struct CaromMesh b,
                                 struct CaromMeshCrossing *out,
                                 size_t capacity,
                                 size_t *count);

/**
 * The lines along which the meshes `a` and `b` cross: polylines of the segments of carom_crossings(), from end to end; the
 * last point of a loop is its first. Lines end where more than two segments meet.
 *
 * Line i is the points `ends[i - 1]` (or 0) to `ends[i]`. The first `point_capacity` points are written to `points` and the
 * first `line_capacity` ends to `ends`, which may be null for a capacity of 0; the counts become the numbers of all.
 */
enum CaromStatus carom_crossing_lines(struct CaromMesh a,
                                      struct CaromMesh b,
                                      struct CaromVec3 *points,
                                      size_t point_capacity,
                                      size_t *point_count,
                                      size_t *ends,
                                      size_t line_capacity,
                                      size_t *line_count);

/**
 * The contact of the least separation of two meshes, if that is at most `reach` (a length; INFINITY for always): the normal
 * points from `b` to `a`, the part is the triangle of `b`. `triangle` becomes that of `a`, or CAROM_NO_PART. Both are
 * shells, unless they have CAROM_SOLID. Equal separations: the lowest triangles.
 */
enum CaromStatus carom_mesh_closest(struct CaromMesh a,
                                    struct CaromMesh b,
                                    float reach,
                                    struct CaromContact *out,
                                    uint32_t *triangle);

/**
 * Whether two meshes touch, or one is inside the other and that has CAROM_SOLID: 1 or 0.
 */
enum CaromStatus carom_mesh_overlap(struct CaromMesh a, struct CaromMesh b, uint8_t *out);

/**
 * The first hit of the mesh `a`, moving by `delta`, with the mesh `b`; its part is the triangle of `b`. `triangle` becomes
 * that of `a`, or CAROM_NO_PART. Triangles that overlap at the start stop it at t = 0.
 */
enum CaromStatus carom_mesh_sweep(struct CaromMesh a,
                                  struct CaromVec3 delta,
                                  struct CaromMesh b,
                                  struct CaromHit *out,
                                  uint32_t *triangle);

/**
 * The first hit of the meshes `a` and `b`, which move and rotate by `motion_a` and `motion_b` in the same time, with the
 * rules of carom_mesh_sweep(). Of a mesh that rests the motion is NULL.
 */
enum CaromStatus carom_mesh_sweep_rigid(struct CaromMesh a,
                                        const struct CaromRigidMotion *motion_a,
                                        struct CaromMesh b,
                                        const struct CaromRigidMotion *motion_b,
                                        struct CaromHit *out,
                                        uint32_t *triangle);

/**
 * The translation of the mesh `a` by which two overlapping meshes come to touch: the shortest that a search finds, and a bound
 * below which there is none. Of convex meshes it is the shortest one up to a part in a thousand; of others it is a local
 * minimum, in general the least. Takes as long as some hundred sweeps of the meshes.
 */
enum CaromStatus carom_mesh_penetration(struct CaromMesh a,
                                        struct CaromMesh b,
                                        struct CaromMeshPenetration *out);

/**
 * How often the mesh winds around a point. Of a closed mesh a whole number but for rounding, 1 inside and 0 outside; where
 * triangles are missing, doubled or turned it changes gradually, and above a half counts as inside. On the mesh it jumps.
 * Each triangle costs about 30 ns.
 */
enum CaromStatus carom_mesh_winding_number(struct CaromMesh mesh,
                                           struct CaromVec3 point,
                                           double *out);

/**
 * The parts of the ray from `from` to `from + delta` that are inside of a closed mesh, in their order: where it enters and
 * where it leaves, as fractions of `delta`. A ray that starts inside has its first interval from 0, one that ends inside its
 * last to 1. Inside is where carom_mesh_contains() is 1. The first `capacity` of them are written to `out`, which may be null
 * for a capacity of 0; `count` becomes the number of all.
 */
enum CaromStatus carom_mesh_ray_intervals(struct CaromMesh mesh,
                                          struct CaromVec3 from,
                                          struct CaromVec3 delta,
                                          struct CaromInterval *out,
                                          size_t capacity,
                                          size_t *count);

/**
 * The barycentric coordinates of the point of a triangle nearest to `point`: they interpolate what the vertices carry, such
 * as texture coordinates. `triangle` is the part of a hit or contact with this mesh. Those of a triangle without area are the
 * weights on its longest side.
 */
enum CaromStatus carom_mesh_barycentric(struct CaromMesh mesh,
                                        uint32_t triangle,
                                        struct CaromVec3 point,
                                        struct CaromBarycentric *out);

/**
 * The parameter of the point of the segment from `a` to `b` nearest to `point`: 0 at `a`, 1 at `b`. Of a segment without length
 * it is 0.
 */
enum CaromStatus carom_segment_parameter(struct CaromVec3 a,
                                         struct CaromVec3 b,
                                         struct CaromVec3 point,
                                         float *out);

/**
 * Builds a compound of `count` convex shapes: a table of a plate and four legs, a robot arm, a convex decomposition. Copies
 * them, also the points of hulls.
 *
 * `poses` has a pose for each shape, in the frame of the compound, or is null if the shapes are in their places. The
 * shapes are solid and may overlap; each answers as if it were alone. Errors: no shapes or more than 2^31, a shape or pose
 * that is not valid. Free it with carom_compound_free().
 */
enum CaromStatus carom_compound_create(const struct CaromShape *shapes,
                                       const struct CaromPose *poses,
                                       size_t count,
                                       struct CaromCompound *out);

/**
 * Frees a compound. Worlds that have it as a body keep it; queries that run in other threads end normally. The zero handle
 * is ignored.
 */
enum CaromStatus carom_compound_free(struct CaromCompound compound);

/**
 * The number of shapes and the bounds of a compound.
 */
enum CaromStatus carom_compound_info(struct CaromCompound compound, struct CaromCompoundInfo *out);

/**
 * A body at rest with this shape, with the defaults.
 */
struct CaromBody carom_body_of_shape(struct CaromShape shape);

/**
 * A body at rest with this mesh, with the defaults. A zero handle makes a body that no world accepts.
 */
struct CaromBody carom_body_of_mesh(struct CaromMesh mesh);

/**
 * A body at rest with this compound, with the defaults. A zero handle makes a body that no world accepts.
 */
struct CaromBody carom_body_of_compound(struct CaromCompound compound);

/**
 * An empty world. Free it with carom_world_free().
 */
enum CaromStatus carom_world_create(struct CaromWorld *out);

/**
 * An independent copy, which shares the meshes and has the same bodies by the same names: the state to roll back to.
 */
enum CaromStatus carom_world_copy(struct CaromWorld world,
                                  struct CaromWorld *out);

/**
 * Frees a world and its bodies. Crowds of it can only be freed from then on. The zero handle is ignored.
 */
enum CaromStatus carom_world_free(struct CaromWorld world);

/**
 * Adds a body; `out` becomes its name, which no other body of this world ever gets. Errors: an invalid shape, pose,
 * velocity or one-way direction, or a coordinate beyond 1/16 of the largest float.
 */
enum CaromStatus carom_world_add(struct CaromWorld world,
                                 const struct CaromBody *body,
                                 uint64_t *out);

/**
 * Removes a body.
 */
enum CaromStatus carom_world_remove(struct CaromWorld world, uint64_t body);

/**
 * The number of bodies.
 */
enum CaromStatus carom_world_count(struct CaromWorld world, size_t *out);

/**
 * Moves a body without changing its velocity (teleport).
 */
enum CaromStatus carom_world_set_pose(struct CaromWorld world, uint64_t body, const struct CaromPose *pose);

/**
 * Moves a kinematic body in a tick of `dt` seconds: its velocity and spin become those of the motion from its old pose,
 * of the shorter rotation. It carries characters that stand on it, and pushes those in its way. The velocities stay
 * until they are set again: move a body that has come to rest to its own pose once more.
 */
enum CaromStatus carom_world_move_to(struct CaromWorld world,
                                     uint64_t body,
                                     const struct CaromPose *pose,
                                     float dt);

/**
 * Sets the velocity of a body's origin, length/s.
 */
enum CaromStatus carom_world_set_velocity(struct CaromWorld world, uint64_t body, struct CaromVec3 velocity);

/**
 * Sets the angular velocity of a body: an axis of any length, and radians/s.
 */
enum CaromStatus carom_world_set_spin(struct CaromWorld world,
                                      uint64_t body,
                                      struct CaromVec3 axis,
                                      float spin);

/**
 * Sets the velocity of a body's surface material in its own frame, length/s: a conveyor, though the body rests.
 */
enum CaromStatus carom_world_set_surface_velocity(struct CaromWorld world,
                                                  uint64_t body,
                                                  struct CaromVec3 velocity);

/**
 * Sets the layers that a body is in and those that collide with it, a bit each.
 */
enum CaromStatus carom_world_set_layers(struct CaromWorld world,
                                        uint64_t body,
                                        uint32_t layers,
                                        uint32_t mask);

/**
 * Rebuilds the BVHs: changes no answer; queries become up to twice as fast after a world has been put together body by
 * body.
 */
enum CaromStatus carom_world_optimize(struct CaromWorld world);

/**
 * The names of all bodies, in the order of their numbers. The first `capacity` of them are written to `out`, which may be null
 * for a capacity of 0; `count` becomes the number of all.
 */
enum CaromStatus carom_world_bodies(struct CaromWorld world,
                                    uint64_t *out,
                                    size_t capacity,
                                    size_t *count);

/**
 * All that a body is now, but its shape: that of the answer has no kind, and its mesh and compound are zero handles. The
 * rotation is a unit quaternion, within rounding of the body's own.
 */
enum CaromStatus carom_world_body(struct CaromWorld world,
                                  uint64_t body,
                                  struct CaromBody *out);

/**
 * The data that a body was added with: for a character of a crowd its number.
 */
enum CaromStatus carom_world_data(struct CaromWorld world, uint64_t body, uint64_t *out);

/**
 * Gives the body `name` the mesh, compound or shape of `body`. It keeps its name and all the rest; nothing else of `body` is read.
 * With an error the body stays as it was.
 */
enum CaromStatus carom_world_replace(struct CaromWorld world,
                                     uint64_t name,
                                     const struct CaromBody *body);

/**
 * Sets whether a body moves often: 1 or 0.
 */
enum CaromStatus carom_world_set_moving(struct CaromWorld world, uint64_t body, uint32_t moving);

/**
 * Sets whether a body is a sensor: 1 or 0.
 */
enum CaromStatus carom_world_set_sensor(struct CaromWorld world, uint64_t body, uint32_t sensor);

/**
 * Makes a body block only from the side to which `direction` points, in its own frame, of any length: see CaromBody; or with the
 * direction zero from all sides. `margin`: the greatest penetration depth that still counts as standing on it, a length.
 */
enum CaromStatus carom_world_set_one_way(struct CaromWorld world,
                                         uint64_t body,
                                         struct CaromVec3 direction,
                                         float margin);

/**
 * Changes heights of a height field: digging, filling, paths that are worn. The answers are then those of a new mesh.
 *
 * Takes a fraction of the time of a new one. Queries that run in other threads end with the old heights, and worlds
 * that have the mesh as a body keep them: see carom_world_refit_heights(). Errors: a mesh that is no height field, columns
 * or rows that are not all in it, an infinite height, nothing left but holes; then nothing changes.
 */
enum CaromStatus carom_mesh_refit_heights(struct CaromMesh mesh,
                                          const struct CaromHeightArea *area);

/**
 * Changes heights of a body that is a height field, in its own frame: carom_mesh_refit_heights() in a world. Only this body
 * changes; the first call copies a mesh that others share.
 */
enum CaromStatus carom_world_refit_heights(struct CaromWorld world,
                                           uint64_t body,
                                           const struct CaromHeightArea *area);

/**
 * Moves the vertices of a mesh: a skin, a cloth, a bridge that sways. `vertices` and `triangles` are those of
 * carom_mesh_create(), with the same number of triangles in the same order.
 *
 * The BVH keeps its structure, which takes a fraction of the time of a new one; far from the form that it was built for queries
 * take longer. Answers are those of a new mesh, except that internal edges of CAROM_WELD stay those of before. Queries
 * that run in other threads end with the old form, and worlds that have the mesh as a body keep it: see
 * carom_world_refit_mesh(). Errors: another number of triangles, a vertex that is not finite, an index of no vertex, a
 * height field; then nothing changes.
 */
enum CaromStatus carom_mesh_refit(struct CaromMesh mesh,
                                  struct CaromVectors vertices,
                                  size_t vertex_count,
                                  const uint32_t *triangles,
                                  size_t triangle_count);

/**
 * Moves the vertices of a body that is a mesh, in its own frame: carom_mesh_refit() in a world. Only this body changes; the first
 * call copies a mesh that others share.
 */
enum CaromStatus carom_world_refit_mesh(struct CaromWorld world,
                                        uint64_t body,
                                        struct CaromVectors vertices,
                                        size_t vertex_count,
                                        const uint32_t *triangles,
                                        size_t triangle_count);

/**
 * Welds the mesh of a body as a part of one surface with the meshes of other bodies, so that a shape that slides from tile to
 * tile of a terrain has no ghost collisions at the borders. See CAROM_WELD, which a mesh needs not have for this.
 *
 * Call it for a tile that has come, among its up to eight neighbors, and again for each tile of which a neighbor has come,
 * gone or been changed by carom_world_refit_heights(). Corners should be equal in the world, best in tiles that are not
 * rotated. Only this body changes; the first call copies a mesh that others share. Neighbors that are gone or are no meshes do
 * not count. `neighbors` may be null for a count of 0. Errors: a body that is gone or is no mesh; then nothing changes.
 */
enum CaromStatus carom_world_weld_mesh(struct CaromWorld world,
                                       uint64_t body,
                                       const uint64_t *neighbors,
                                       size_t count);

/**
 * What has changed in a world since `before`, an earlier state of it that carom_world_copy() has kept, or a later one for the
 * way back: for the network (send what has changed since the last state that the other side has), for rollback, for undo.
 *
 * Numbers count as changed if their bits have. A mesh or compound counts as changed if it is another object, which it is after
 * carom_world_refit_heights() and carom_world_weld_mesh(). Takes time linear in the number of bodies. The difference from an
 * empty world is the whole state. Free it with carom_diff_free().
 */
enum CaromStatus carom_diff_create(struct CaromWorld world,
                                   struct CaromWorld before,
                                   struct CaromDiff *out);

/**
 * The difference of bytes that carom_diff_bytes() has written, on this machine or another. Errors, CAROM_INVALID: bytes that
 * are no difference. Free it with carom_diff_free().
 */
enum CaromStatus carom_diff_of_bytes(const uint8_t *bytes,
                                     size_t count,
                                     struct CaromDiff *out);

/**
 * Frees a difference. The zero handle is ignored.
 */
enum CaromStatus carom_diff_free(struct CaromDiff diff);

/**
 * A difference as bytes, to send or to store: JSON, which keeps every bit, as Python writes it for a world of float32. Colliders
 * of bodies that were added are in it, and a mesh that several of them share is there once; what has not changed is not.
 *
 * The first `capacity` bytes are written to `out`, which may be null for a capacity of 0; `count` becomes the number of all.
 */
enum CaromStatus carom_diff_bytes(struct CaromDiff diff,
                                  uint8_t *out,
                                  size_t capacity,
                                  size_t *count);

/**
 * Whether both states of a difference are the same to the bit: 1 or 0. The names that later bodies get count too.
 */
enum CaromStatus carom_diff_is_empty(struct CaromDiff diff,
                                     uint8_t *out);

/**
 * The bodies of a list of a difference, CAROM_REMOVED, CAROM_ADDED, CAROM_CHANGED or CAROM_MOVED, in ascending order of their
 * places in the world. The first `capacity` of them are written to `out`, which may be null for a capacity of 0; `count`
 * becomes the number of all.
 */
enum CaromStatus carom_diff_bodies(struct CaromDiff diff,
                                   uint32_t list,
                                   uint64_t *out,
                                   size_t capacity,
                                   size_t *count);

/**
 * Makes the later state of a difference out of the earlier one: the same bodies to the bit, by the same names, and the same
 * names for bodies that are added later. Takes time that grows with the number of changes.
 *
 * Errors, CAROM_INVALID: a world that is not in the earlier state of the difference, as far as it matters, or a body in the
 * difference that is not valid. Then nothing changes.
 */
enum CaromStatus carom_world_apply(struct CaromWorld world,
                                   struct CaromDiff diff);

/**
 * Queries of a mesh. The handle is checked by each query.
 */
struct CaromQuery carom_query_mesh(struct CaromMesh mesh);

/**
 * Queries of a compound: part i is its shape i. The handle is checked by each query.
 */
struct CaromQuery carom_query_compound(struct CaromCompound compound);

/**
 * Queries of all bodies of a world but sensors. The handle is checked by each query.
 */
struct CaromQuery carom_query_world(struct CaromWorld world);

/**
 * The contact of the least separation, if that is at most `reach` (a length; INFINITY for always). Equal separations:
 * the lowest body, then the lowest part. A mesh is a shell: a shape inside a closed mesh is separate from it.
 */
enum CaromStatus carom_closest(const struct CaromQuery *query,
                               const struct CaromShape *shape,
                               float reach,
                               struct CaromContact *out);

/**
 * The contacts with the nearest parts within `reach` (a length; INFINITY for always), the nearest first: at most `capacity`,
 * which are written to `out`. `count` becomes their number. Equal separations: the lowest body, then the lowest part. In a
 * world a mesh body can appear with several of its triangles.
 */
enum CaromStatus carom_closest_n(const struct CaromQuery *query,
                                 const struct CaromShape *shape,
                                 float reach,
                                 struct CaromContact *out,
                                 size_t capacity,
                                 size_t *count);

/**
 * Whether any part touches the shape: 1 or 0. Touching counts. The cheapest query.
 */
enum CaromStatus carom_overlap(const struct CaromQuery *query, const struct CaromShape *shape, uint8_t *out);

/**
 * The first hit of the shape moving by `delta` (shape cast). A motion that starts in an overlap is stopped at t = 0, unless
 * CAROM_LEAVE_OVERLAPS lets it out; one that starts touching and slides along or leaves is free. Equal times: the part with the greatest penetration depth
 * at the start, then the lowest. Bodies rest meanwhile.
 */
enum CaromStatus carom_sweep(const struct CaromQuery *query,
                             const struct CaromShape *shape,
                             struct CaromVec3 delta,
                             struct CaromHit *out);

/**
 * The first hit of a ray from `from` to `from + delta` (ray cast), as of a swept point: t is a fraction of `delta`, not
 * a distance.
 */
enum CaromStatus carom_ray(const struct CaromQuery *query,
                           struct CaromVec3 from,
                           struct CaromVec3 delta,
                           struct CaromHit *out);

/**
 * The contact with every part within `reach` (a length) of the shape, sorted by body and part. The first `capacity` of
 * them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of all.
 */
enum CaromStatus carom_contacts(const struct CaromQuery *query,
                                const struct CaromShape *shape,
                                float reach,
                                struct CaromContact *out,
                                size_t capacity,
                                size_t *count);

/**
 * The hit with every part that stops the shape moving by `delta`, each as if it were alone, sorted by time. The first
 * `capacity` of them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of all.
 */
enum CaromStatus carom_sweep_all(const struct CaromQuery *query,
                                 const struct CaromShape *shape,
                                 struct CaromVec3 delta,
                                 struct CaromHit *out,
                                 size_t capacity,
                                 size_t *count);

/**
 * The first hit of the shape moving and rotating by `motion` (nonlinear shape cast). Equal times: the part with the
 * greatest penetration depth at the start, then the lowest. Rotating motions hit internal edges too.
 */
enum CaromStatus carom_sweep_rigid(const struct CaromQuery *query,
                                   const struct CaromShape *shape,
                                   const struct CaromRigidMotion *motion,
                                   struct CaromHit *out);

/**
 * The first hit of the shape moving and rotating by `motion` in the next `time` seconds, in which every body moves by its
 * velocity and turns around its origin by its spin, both from its pose now: a door, a sword, a train.
 *
 * t is the fraction of the time, 0 to 1; point and normal are those of that moment. Where neither the shape nor a body
 * rotates this is carom_sweep() by the relative motion, with its rules for starts and internal edges, otherwise
 * carom_sweep_rigid(). Surface velocities do not count. The query of a mesh or compound is an error, CAROM_WRONG_KIND.
 */
enum CaromStatus carom_sweep_moving(const struct CaromQuery *query,
                                    const struct CaromShape *shape,
                                    const struct CaromRigidMotion *motion,
                                    float time,
                                    struct CaromHit *out);

/**
 * The contact of the least separation with any shape of the compound `a`, if that is at most `reach` (a length; INFINITY
 * for always). `part` becomes the number of that shape, or CAROM_NO_PART. Equal separations: the lowest part of the mesh,
 * compound or world, then the lowest of `a`. Takes as long as a query for each shape.
 */
enum CaromStatus carom_closest_surface(const struct CaromQuery *query,
                                       struct CaromCompound a,
                                       float reach,
                                       struct CaromContact *out,
                                       uint32_t *part);

/**
 * Whether any shape of the compound `a` touches any part: 1 or 0.
 */
enum CaromStatus carom_overlap_surface(const struct CaromQuery *query, struct CaromCompound a, uint8_t *out);

/**
 * The first hit of the compound `a` moving by `delta`, with the rules of carom_sweep(). `part` becomes the number of its
 * shape that hits, or CAROM_NO_PART.
 */
enum CaromStatus carom_sweep_surface(const struct CaromQuery *query,
                                     struct CaromCompound a,
                                     struct CaromVec3 delta,
                                     struct CaromHit *out,
                                     uint32_t *part);

/**
 * The first hit of the compound `a` moving and rotating by `motion`, with the rules of carom_sweep_rigid(). `part` becomes the
 * number of its shape that hits, or CAROM_NO_PART.
 */
enum CaromStatus carom_sweep_rigid_surface(const struct CaromQuery *query,
                                           struct CaromCompound a,
                                           const struct CaromRigidMotion *motion,
                                           struct CaromHit *out,
                                           uint32_t *part);

/**
 * The first hit of the compound `a` moving and rotating by `motion` as one in the next `time` seconds, in which every body moves
 * too, with the rules of carom_sweep_moving(). `part` becomes the number of its shape that hits, or CAROM_NO_PART.
 */
enum CaromStatus carom_sweep_moving_surface(const struct CaromQuery *query,
                                            struct CaromCompound a,
                                            const struct CaromRigidMotion *motion,
                                            float time,
                                            struct CaromHit *out,
                                            uint32_t *part);

/**
 * The parts that may touch the box from `min` to `max`, sorted by body and part: all that do, and perhaps some beside it.
 * Flags of the query that concern contacts and sweeps do not count. The first `capacity` of them are written to `out`, which
 * may be null for a capacity of 0; `count` becomes the number of all.
 */
enum CaromStatus carom_parts_in_box(const struct CaromQuery *query,
                                    struct CaromVec3 min,
                                    struct CaromVec3 max,
                                    struct CaromPart *out,
                                    size_t capacity,
                                    size_t *count);

/**
 * The part of the ray from `from` to `from + delta` that is inside a shape, without a mesh or world: t of both ends is a
 * fraction of `delta`. Never shorter than the true one, and at each end longer by at most rounding. A ray that only
 * touches the shape at its start and leaves misses it; one through a triangle or another flat shape leaves where it
 * enters.
 */
enum CaromStatus carom_ray_interval(struct CaromVec3 from,
                                    struct CaromVec3 delta,
                                    const struct CaromShape *shape,
                                    struct CaromRayInterval *out);

/**
 * Where two shapes are nearest to each other, or deepest in each other, without a mesh or world, if their separation is at
 * most `reach` (a length; INFINITY for always). Normals point from `b` to `a`. `part` is 0, or CAROM_NO_PART beyond the reach.
 */
enum CaromStatus carom_pair_closest(const struct CaromShape *a,
                                    const struct CaromShape *b,
                                    float reach,
                                    struct CaromContact *out);

/**
 * Whether two shapes touch or overlap, without a mesh or world: 1 or 0.
 */
enum CaromStatus carom_pair_overlap(const struct CaromShape *a, const struct CaromShape *b, uint8_t *out);

/**
 * The first touch of two shapes of which `a` moves by `delta_a` and `b` in the same time by `delta_b`, without a mesh or world, with
 * the rules of carom_sweep(): `t` is a fraction of both. `part` is 0, or CAROM_NO_PART without a hit.
 */
enum CaromStatus carom_pair_sweep(const struct CaromShape *a,
                                  struct CaromVec3 delta_a,
                                  const struct CaromShape *b,
                                  struct CaromVec3 delta_b,
                                  struct CaromHit *out);

/**
 * The first touch of two shapes that both move and rotate (nonlinear shape cast), without a mesh or world, with the rules of
 * carom_sweep_rigid(): `t` is a fraction of both motions. Of a shape that rests the motion is NULL.
 */
enum CaromStatus carom_pair_sweep_rigid(const struct CaromShape *a,
                                        const struct CaromRigidMotion *motion_a,
                                        const struct CaromShape *b,
                                        const struct CaromRigidMotion *motion_b,
                                        struct CaromHit *out);

/**
 * The contact manifold of two shapes, without a mesh or world, if their separation is at most `reach` (a length; INFINITY
 * for always): up to four points with their separations along one normal, which is that of the contact. Points farther
 * apart than `reach` are left out. Features are those of the shapes without their radii. Of a triangle of a mesh, give
 * its corners as a triangle. The order of the shapes changes only the sign of the normal and which side is a.
 */
enum CaromStatus carom_manifold(const struct CaromShape *a,
                                const struct CaromShape *b,
                                float reach,
                                struct CaromManifold *out);

/**
 * The contact with every part within `reach` (a length) of the shape, and its manifold, sorted by body and part. The first `capacity`
 * of them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of all.
 *
 * The contacts are those of carom_contacts(): on a welded mesh a ball or capsule has its normals there. Where the surface gives no
 * normal of its own, a manifold is that of carom_manifold() with the part, to the bit. Parts are not merged. The body and part of the
 * contact and the features of a point name it from tick to tick.
 */
enum CaromStatus carom_manifolds(const struct CaromQuery *query,
                                 const struct CaromShape *shape,
                                 float reach,
                                 struct CaromPartManifold *out,
                                 size_t capacity,
                                 size_t *count);

/**
 * carom_closest() for each shape, into `out`, which has a place for each. With a bad row nothing is written.
 */
enum CaromStatus carom_closest_batch(const struct CaromQuery *query,
                                     const struct CaromShapes *shapes,
                                     float reach,
                                     struct CaromContact *out);

/**
 * carom_overlap() for each shape, into `out`, which has a byte for each: 1 or 0. With a bad row nothing is written.
 */
enum CaromStatus carom_overlap_batch(const struct CaromQuery *query,
                                     const struct CaromShapes *shapes,
                                     uint8_t *out);

/**
 * carom_sweep() for each shape and its displacement, into `out`, which has a place for each. With a bad row nothing is
 * written.
 */
enum CaromStatus carom_sweep_batch(const struct CaromQuery *query,
                                   const struct CaromShapes *shapes,
                                   struct CaromVectors deltas,
                                   struct CaromHit *out);

/**
 * carom_ray() for each of `count` origins and its displacement, into `out`, which has a place for each. With a bad row
 * nothing is written.
 */
enum CaromStatus carom_ray_batch(const struct CaromQuery *query,
                                 struct CaromVectors origins,
                                 struct CaromVectors deltas,
                                 size_t count,
                                 struct CaromHit *out);

/**
 * carom_contacts() for each shape. Those of shape i are the elements `offsets[i]` to `offsets[i + 1]` of `out`, so
 * `offsets` has `shapes.count + 1` elements, of which the last is the number of all. Only the first `capacity` are
 * written. With a bad row nothing is written.
 */
enum CaromStatus carom_contacts_batch(const struct CaromQuery *query,
                                      const struct CaromShapes *shapes,
                                      float reach,
                                      size_t *offsets,
                                      struct CaromContact *out,
                                      size_t capacity);

/**
 * Whether any part stops the shape moving by `delta`: 1 or 0. Where carom_sweep() has a hit, in less time: the search ends
 * at the first part that it finds.
 */
enum CaromStatus carom_sweep_any(const struct CaromQuery *query,
                                 const struct CaromShape *shape,
                                 struct CaromVec3 delta,
                                 uint8_t *out);

/**
 * Whether any part is on the ray from `from` to `from + delta`: 1 or 0. Visibility and shadows; see carom_sweep_any().
 */
enum CaromStatus carom_ray_any(const struct CaromQuery *query,
                               struct CaromVec3 from,
                               struct CaromVec3 delta,
                               uint8_t *out);

/**
 * carom_sweep_any() for each shape and its displacement, into `out`, which has a byte for each: 1 or 0. With a bad row
 * nothing is written.
 */
enum CaromStatus carom_sweep_any_batch(const struct CaromQuery *query,
                                       const struct CaromShapes *shapes,
                                       struct CaromVectors deltas,
                                       uint8_t *out);

/**
 * carom_ray_any() for each of `count` origins and its displacement, into `out`, which has a byte for each: 1 or 0. With a
 * bad row nothing is written.
 */
enum CaromStatus carom_ray_any_batch(const struct CaromQuery *query,
                                     struct CaromVectors origins,
                                     struct CaromVectors deltas,
                                     size_t count,
                                     uint8_t *out);

/**
 * carom_sweep_rigid() for each shape and its motion, into `out`, which has a place for each. With a bad row nothing is
 * written.
 */
enum CaromStatus carom_sweep_rigid_batch(const struct CaromQuery *query,
                                         const struct CaromShapes *shapes,
                                         const struct CaromRigidMotions *motions,
                                         struct CaromHit *out);

/**
 * carom_mesh_contains() for each of `count` points, into `out`, which has a byte for each: 1 or 0. With a bad row nothing is
 * written.
 */
enum CaromStatus carom_mesh_contains_batch(struct CaromMesh mesh,
                                           struct CaromVectors points,
                                           size_t count,
                                           uint8_t *out);

/**
 * carom_mesh_signed_distance() for each of `count` points, into `out`, which has a place for each. With a bad row nothing is
 * written.
 */
enum CaromStatus carom_mesh_signed_distance_batch(struct CaromMesh mesh,
                                                  struct CaromVectors points,
                                                  size_t count,
                                                  float *out);

/**
 * carom_mesh_winding_number() for each of `count` points, into `out`, which has a place for each. With a bad row nothing is
 * written.
 */
enum CaromStatus carom_mesh_winding_number_batch(struct CaromMesh mesh,
                                                 struct CaromVectors points,
                                                 size_t count,
                                                 double *out);

/**
 * The bodies of a world that touch the shape, in the order of carom_contacts(); for triggers with CAROM_WITH_SENSORS.
 * The first `capacity` of them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of
 * all. The query of a mesh or compound is an error,
 * CAROM_WRONG_KIND.
 */
enum CaromStatus carom_overlaps(const struct CaromQuery *query,
                                const struct CaromShape *shape,
                                uint64_t *out,
                                size_t capacity,
                                size_t *count);

/**
 * Sensor events, none yet. Free it with carom_sensors_free().
 */
enum CaromStatus carom_sensors_create(struct CaromSensors *out);

/**
 * Frees sensor events. The zero handle is ignored.
 */
enum CaromStatus carom_sensors_free(struct CaromSensors sensors);

/**
 * Finds which bodies touch which sensors of a world now, and what has changed since the last update.
 *
 * A sensor detects all bodies that are not sensors themselves, are in a layer of its mask and have one of its layers in
 * theirs; a one-way body where that would block. A mesh is a shell: a sensor inside a closed mesh does not touch it.
 */
enum CaromStatus carom_sensors_update(struct CaromSensors sensors,
                                      struct CaromWorld world);

/**
 * The pairs of a list of the last update, CAROM_NOW, CAROM_ENTERED or CAROM_LEFT, sorted by sensor, then by body. The
 * first `capacity` of them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of
 * all.
 */
enum CaromStatus carom_sensors_pairs(struct CaromSensors sensors,
                                     uint32_t list,
                                     struct CaromSensorPair *out,
                                     size_t capacity,
                                     size_t *count);

/**
 * Pair events, none yet. Free it with carom_pairs_free().
 */
enum CaromStatus carom_pairs_create(struct CaromPairs *out);

/**
 * Frees pair events. The zero handle is ignored.
 */
enum CaromStatus carom_pairs_free(struct CaromPairs pairs);

/**
 * Finds the pairs of bodies of a world that touch now, of which at least one has CAROM_MOVING, and what has changed since
 * the last update: the pairs that a physics engine gets from its broad and narrow phase.
 *
 * Sensors are left out, and bodies of which one has no layer in the mask of the other. A one-way body counts where it
 * would block. Meshes are shells.
 */
enum CaromStatus carom_pairs_update(struct CaromPairs pairs,
                                    struct CaromWorld world);

/**
 * Finds the pairs of a body of `world` and a body of `other` that touch now, whether they have CAROM_MOVING or not, and what
 * has changed since the last update of `pairs`: a world of triggers against one of characters, or two parts of a level.
 *
 * Both worlds have the same origin. Sensors, layers, masks and one-way bodies count as in carom_pairs_update().
 */
enum CaromStatus carom_pairs_update_with(struct CaromPairs pairs,
                                         struct CaromWorld world,
                                         struct CaromWorld other);

/**
 * A list of the last update, CAROM_NOW, CAROM_BEGAN or CAROM_ENDED: each pair once, sorted by a, then by b. The first
 * `capacity` of them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of all.
 */
enum CaromStatus carom_pairs_list(struct CaromPairs pairs,
                                  uint32_t list,
                                  struct CaromPair *out,
                                  size_t capacity,
                                  size_t *count);

/**
 * The settings of a new mover.
 */
struct CaromMoverSettings carom_mover_defaults(void);

/**
 * A character at rest, at its start or after a teleport. It checks nothing: the step does.
 */
struct CaromCharacter carom_character_at(struct CaromVec3 feet, float height);

/**
 * A character at rest that lies or leans: `axis` is its direction from tail to head, of any length but zero, or the heading of a
 * body that has one (carom_mover_set_body()); `length` is that from tip to tip, or the height.
 */
struct CaromCharacter carom_character_lying(struct CaromVec3 feet,
                                            struct CaromVec3 axis,
                                            float length);

/**
 * A mover for characters of one kind. One is enough for all of them in a thread. Free it with carom_mover_free().
 * Errors: a setting that is not finite or out of its range, by name.
 */
enum CaromStatus carom_mover_create(const struct CaromMoverSettings *settings,
                                    struct CaromMover *out);

/**
 * Frees a mover. The zero handle is ignored.
 */
enum CaromStatus carom_mover_free(struct CaromMover mover);

/**
 * The settings of the next tick, as they were given.
 */
enum CaromStatus carom_mover_settings(struct CaromMover mover, struct CaromMoverSettings *out);

/**
 * Changes the settings from the next tick on, and keeps the body. With an error the mover keeps its settings.
 */
enum CaromStatus carom_mover_set_settings(struct CaromMover mover, const struct CaromMoverSettings *settings);

/**
 * Moves a character through one tick of `dt` seconds on a mesh, or among the bodies of a world that pass the filters of
 * the query. `state` is read and written; `report` may be null.
 *
 * A character that overlaps the scene is first moved out, to a free pose within 1.12 radii; if there is none, or a
 * moving body crushes it, it stays and the report says CAROM_STUCK. Moving bodies have to be at their poses of the end
 * of the tick already: carom_world_move_to(). The state is relative to query.origin. Errors: a number of the state or
 * intent that is not finite, a height or a dt that is not more than 0.
 */
enum CaromStatus carom_mover_step(struct CaromMover mover,
                                  const struct CaromQuery *scene,
                                  struct CaromCharacter *state,
                                  const struct CaromIntent *intent,
                                  float dt,
                                  struct CaromReport *report);

/**
 * The surfaces that the last tick of this mover met, in order, each part once, at most 32; after a tick that is
 * CAROM_STUCK all parts that the character overlaps, at most 16. The first `capacity` of them are written to `out`,
 * which may be null for a capacity of 0; `count` becomes the number of all.
 */
enum CaromStatus carom_mover_collisions(struct CaromMover mover,
                                        struct CaromCollision *out,
                                        size_t capacity,
                                        size_t *count);

/**
 * Sets the body of the characters of a mover from the next tick on, one of CAROM_BODY_CAPSULE and others;
 * carom_mover_set_settings() keeps it, and carom_crowd_set_body() is that of an agent of a crowd. Feet, height and radius are those of the main capsule, which is inside of a cylinder or box.
 * `half_length` is half of the length of a box along its heading, at least the radius; `limbs` are those of CAROM_BODY_UPRIGHT and
 * CAROM_BODY_LYING, at most 7. What the body does not have is ignored, and may be 0 or null.
 *
 * A flat sole rests on a ledge as long as any of it is over the ledge. A character without an axis heads along x. Errors: an unknown
 * body, a length out of its range; the mover then keeps its body.
 */
enum CaromStatus carom_mover_set_body(struct CaromMover mover,
                                      uint32_t body,
                                      float half_length,
                                      const struct CaromLimb *limbs,
                                      size_t limb_count);

/**
 * The impulse, mass * length/s, with which a character of `mass` pushes the body that it met, to apply to that body at
 * the collision's point: that of an inelastic collision without friction, at most `limit` (a force times the tick).
 * `inverse_mass` is that of the body at the point along the normal: 1/m for one that cannot rotate. Zero if the
 * character does not close on the body, or `mass` or `limit` is not more than 0, or `inverse_mass` is negative. It
 * checks nothing else.
 */
struct CaromVec3 carom_push_impulse(struct CaromCollision collision,
                                    float mass,
                                    float inverse_mass,
                                    float limit);

/**
 * The locomotion of a character at rest, with the defaults.
 */
struct CaromLocomotion carom_locomotion(void);

/**
 * The intent of a tick of `dt` seconds for the input of a player: `wanted` is a velocity relative to the ground, `jump`
 * an upward speed in the tick in which jump is pressed and otherwise 0, both length/s; `up` is that of the mover.
 * Changes `locomotion`. Then come carom_mover_step() and carom_locomotion_adopt().
 */
enum CaromStatus carom_locomotion_intent(struct CaromLocomotion *locomotion,
                                         const struct CaromCharacter *state,
                                         struct CaromVec3 wanted,
                                         float jump,
                                         struct CaromVec3 up,
                                         float dt,
                                         struct CaromIntent *out);

/**
 * Makes a jump of this upward speed, length/s, of a tick, in the air too: to call after carom_locomotion_intent() where
 * carom_air_jumps_allow() finds that a press of jump counts, with the speed that was given there. `intent` gets the jump and
 * CAROM_AIR_JUMP, and no jump stays buffered. On the ground and within coyote time the intent has that jump already.
 * Changes `locomotion` and `intent`.
 */
enum CaromStatus carom_locomotion_jump(struct CaromLocomotion *locomotion,
                                       struct CaromIntent *intent,
                                       float speed);

/**
 * Takes over what the tick made of the intent: to call after carom_mover_step() with the new state and that intent.
 */
enum CaromStatus carom_locomotion_adopt(struct CaromLocomotion *locomotion,
                                        const struct CaromCharacter *state,
                                        const struct CaromIntent *intent,
                                        struct CaromVec3 up);

/**
 * Knocks the character back: adds a velocity, length/s, in any direction, to its own. The horizontal part wears off by
 * friction on the ground and stays in the air; a part upward leaves the ground. Changes `locomotion` and `state`; to call
 * between two ticks. `up` is that of the mover.
 */
enum CaromStatus carom_locomotion_knock_back(struct CaromLocomotion *locomotion,
                                             struct CaromCharacter *state,
                                             struct CaromVec3 velocity,
                                             struct CaromVec3 up);

/**
 * The intent of a tick of `dt` seconds in which an animation moves the character, in the place of carom_locomotion_intent().
 * Then come carom_mover_step() and, with a locomotion, carom_locomotion_adopt(). Bodies of the world have to be at their
 * poses of the end of the tick already.
 *
 * `facing` is the angle about up from the axes of the world to those of the character, radians; it is changed: by the turn of
 * the animation, and first by that of the ground under the character if `scene` is not null. `locomotion` may be null; otherwise
 * it takes over the speed of the animation. `up` is that of the mover.
 */
enum CaromStatus carom_root_motion_intent(const struct CaromRootMotion *motion,
                                          const struct CaromQuery *scene,
                                          struct CaromLocomotion *locomotion,
                                          const struct CaromCharacter *state,
                                          float *facing,
                                          struct CaromVec3 up,
                                          float dt,
                                          struct CaromIntent *out);

/**
 * Before each tick of `dt` seconds: `counts` becomes 1 if a press of jump (`pressed`: 1 or 0) counts, on the ground or as one of these
 * jumps in the air; otherwise 0. Changes `jumps`: all are left on the ground.
 *
 * `locomotion` is that of the character, before carom_locomotion_intent(): a press within coyote time counts as one from the ground,
 * and uses none up. Where `counts` is 1, call carom_locomotion_jump() after carom_locomotion_intent(), which buffers other presses.
 * Without a locomotion it is null, and `dt` is not read: where `counts` is 1, put the speed into intent.jump, with CAROM_AIR_JUMP.
 */
enum CaromStatus carom_air_jumps_allow(struct CaromAirJumps *jumps,
                                       const struct CaromCharacter *state,
                                       const struct CaromLocomotion *locomotion,
                                       uint32_t pressed,
                                       float dt,
                                       uint32_t *counts);

/**
 * Before the first tick after the button of a jump is let go: limits the speed of `state` upward to `rise`, length/s. From there
 * the character rises rise^2 / (2 gravity) more. `up` is that of the mover.
 */
enum CaromStatus carom_cut_jump(struct CaromCharacter *state,
                                float rise,
                                struct CaromVec3 up);

/**
 * A dash of the length and direction of `way` in `seconds`, without gravity.
 */
enum CaromStatus carom_dash(struct CaromVec3 way, float seconds, struct CaromDash *out);

/**
 * The intent of a tick of `dt` seconds in a dash, in the place of that of a player. `goes_on` becomes 1, or 0 if the dash was over
 * before this tick: the intent is then that of a character that stands. It ends in the same place at every tick rate, with the
 * velocity of its last tick: set state.velocity to zero, or to what you want after it. Changes `dash`.
 */
enum CaromStatus carom_dash_intent(struct CaromDash *dash,
                                   float dt,
                                   struct CaromIntent *intent,
                                   uint32_t *goes_on);

/**
 * Before each tick of `dt` seconds in which the character glides, with the intent of that tick: it never falls faster than `speed`,
 * length/s. Where that limit acts, `intent` gets CAROM_RISE and its rise; not on the ground, in flight and with a jump. Then come
 * carom_mover_step() and carom_glide_after(). An intent that has CAROM_RISE already is an error.
 */
enum CaromStatus carom_glide_intent(float speed,
                                    struct CaromMover mover,
                                    const struct CaromCharacter *state,
                                    float dt,
                                    struct CaromIntent *intent);

/**
 * After carom_mover_step() with the intent of carom_glide_intent(): the speed of the fall at the end of the tick. `speed` is as there.
 */
enum CaromStatus carom_glide_after(float speed,
                                   struct CaromMover mover,
                                   struct CaromCharacter *state,
                                   const struct CaromIntent *intent);

/**
 * A path of feet through `count` places in this order, at most CAROM_PATH_POINTS, at `speed`, length/s.
 */
enum CaromStatus carom_path(const struct CaromVec3 *points, size_t count, float speed, struct CaromPath *out);

/**
 * Moves a character along its path for `dt` seconds in the place of carom_mover_step(), around the corners inside the tick too. The
 * path is over when its count is 0: at its end, or at the next corner if something was in the way. `left` becomes the time of the
 * tick that is left then, s, and otherwise 0; it may be null. The character has the velocity of the path then: set state.velocity
 * to zero if it is to rest. `path` and `state` are read and written. Errors: those of carom_mover_step().
 */
enum CaromStatus carom_path_step(struct CaromPath *path,
                                 struct CaromMover mover,
                                 const struct CaromQuery *scene,
                                 struct CaromCharacter *state,
                                 float dt,
                                 float *left);

/**
 * Whether feet are within a distance of a ladder, so that it can be climbed: 1 or 0.
 */
enum CaromStatus carom_ladder_is_near(const struct CaromLadder *ladder,
                                      struct CaromVec3 feet,
                                      float distance,
                                      uint32_t *out);

/**
 * The path up a ladder: to the nearest place on it, to its top, off it. A new one can begin in any tick: the character hangs where
 * the last one was left, while you do not step it.
 */
enum CaromStatus carom_ladder_up(const struct CaromLadder *ladder,
                                 struct CaromVec3 feet,
                                 struct CaromPath *out);

/**
 * The path down a ladder, to its bottom.
 */
enum CaromStatus carom_ladder_down(const struct CaromLadder *ladder,
                                   struct CaromVec3 feet,
                                   struct CaromPath *out);

/**
 * The intent of a tick of `dt` seconds in water, in the place of that of a player; `wanted` is a velocity in any direction, length/s,
 * `up` that of the mover. `swims` becomes 1, or 0 above the water: the intent is then that of a character that stands. `end` becomes
 * the velocity at the end of the tick. Then come carom_mover_step() and carom_water_after().
 */
enum CaromStatus carom_water_intent(const struct CaromWater *water,
                                    const struct CaromCharacter *state,
                                    struct CaromVec3 wanted,
                                    struct CaromVec3 up,
                                    float dt,
                                    struct CaromIntent *intent,
                                    struct CaromVec3 *end,
                                    uint32_t *swims);

/**
 * After carom_mover_step() with the intent and `end` of carom_water_intent(): the velocity of `state` at the end of the tick, unless
 * something was in the way. `up` is that of the mover. With a `locomotion`, which may be null, a character that comes out of the water
 * walks on with its speed: changes it, too.
 */
enum CaromStatus carom_water_after(const struct CaromWater *water,
                                   struct CaromCharacter *state,
                                   const struct CaromIntent *intent,
                                   struct CaromVec3 end,
                                   struct CaromLocomotion *locomotion,
                                   struct CaromVec3 up);

/**
 * The path up to a ledge ahead; its count is 0 if there is none of these heights, it is too steep, or there is no room.
 *
 * `ahead` is how far it searches and goes, horizontally: the ledge has to begin within it, and to carry at its end. `scene` leaves
 * out the body of the character itself, if it has one. The settings are those of the mover. Then comes carom_path_step().
 */
enum CaromStatus carom_mantle_path(const struct CaromMantle *mantle,
                                   const struct CaromQuery *scene,
                                   struct CaromMover mover,
                                   const struct CaromCharacter *state,
                                   struct CaromVec3 ahead,
                                   struct CaromPath *out);

/**
 * The path over a wall ahead and to the ground right behind it; its count is 0 if there is no wall of these heights, no room over
 * it or behind it, or no ground there that is walkable and at most `drop` below the feet.
 *
 * `ahead` is how far it searches and goes at most, horizontally: the wall, and behind it the character, have to fit within. The
 * rest is as for carom_mantle_path().
 */
enum CaromStatus carom_vault_path(const struct CaromVault *vault,
                                  const struct CaromQuery *scene,
                                  struct CaromMover mover,
                                  const struct CaromCharacter *state,
                                  struct CaromVec3 ahead,
                                  struct CaromPath *out);

/**
 * The path out of water on to a ledge ahead that is at most `above` over the surface, a length, at `speed`, length/s; its count is 0
 * if there is none, or the character is more than a radius deeper than where it floats. The rest is as for carom_mantle_path().
 */
enum CaromStatus carom_water_exit(const struct CaromWater *water,
                                  const struct CaromQuery *scene,
                                  struct CaromMover mover,
                                  const struct CaromCharacter *state,
                                  struct CaromVec3 ahead,
                                  float above,
                                  float speed,
                                  struct CaromPath *out);

/**
 * Before a tick in which jump is pressed in the air: if there is a wall within two skins, knocks the character away from it and up.
 * `jumped` becomes 1 if it did, otherwise 0. Reads and writes `state` and `locomotion`. `scene` is as for carom_mantle_path().
 */
enum CaromStatus carom_wall_jump(const struct CaromWallJump *jump,
                                 const struct CaromQuery *scene,
                                 struct CaromMover mover,
                                 struct CaromCharacter *state,
                                 struct CaromLocomotion *locomotion,
                                 uint32_t *jumped);

/**
 * A crowd without agents in a world. `layer` is one bit of the world's layers, for these agents alone: ghosts do not see
 * it, and other queries can mask it out. Free it with carom_crowd_free().
 */
enum CaromStatus carom_crowd_create(struct CaromWorld world,
                                    uint32_t layer,
                                    struct CaromCrowd *out);

/**
 * An independent copy of a crowd for `world`, a copy of its world that carom_world_copy() made at the same moment: the
 * state to roll back to.
 */
enum CaromStatus carom_crowd_copy(struct CaromCrowd crowd,
                                  struct CaromWorld world,
                                  struct CaromCrowd *out);

/**
 * Frees a crowd. The bodies of its agents stay in the world, with the velocities of the last tick: remove them by their
 * names (CaromAgent.body) first, or free the world. The zero handle is ignored.
 */
enum CaromStatus carom_crowd_free(struct CaromCrowd crowd);

/**
 * Adds an agent; `number` becomes its number, counted from 0, and may be null. `mass`: more than 0, may be INFINITY.
 * `role`: CAROM_PUSH, CAROM_STATIC or CAROM_GHOST, plus CAROM_GIVES_WAY if it gives way to those in front of it.
 */
enum CaromStatus carom_crowd_add(struct CaromCrowd crowd,
                                 const struct CaromMoverSettings *settings,
                                 const struct CaromCharacter *state,
                                 float mass,
                                 uint32_t role,
                                 size_t *number);

/**
 * Moves all agents through one tick of `dt` seconds. `intents` by number; an agent without one stands, so `count` may be
 * less than the number of agents and `intents` null for 0. The bits do not depend on the order of the agents.
 */
enum CaromStatus carom_crowd_step(struct CaromCrowd crowd,
                                  const struct CaromIntent *intents,
                                  size_t count,
                                  float dt);

/**
 * All agents by number. The first `capacity` of them are written to `out`, which may be null for a capacity of 0;
 * `count` becomes the number of all.
 */
enum CaromStatus carom_crowd_agents(struct CaromCrowd crowd,
                                    struct CaromAgent *out,
                                    size_t capacity,
                                    size_t *count);

/**
 * One agent.
 */
enum CaromStatus carom_crowd_agent(struct CaromCrowd crowd, size_t number, struct CaromAgent *out);

/**
 * Removes an agent, and its body from the world. The last agent takes over its number; all others keep theirs.
 */
enum CaromStatus carom_crowd_remove(struct CaromCrowd crowd,
                                    size_t number);

/**
 * Puts an agent into another state between two ticks: a teleport, or a saved state.
 */
enum CaromStatus carom_crowd_set_state(struct CaromCrowd crowd,
                                       size_t number,
                                       const struct CaromCharacter *state);

/**
 * Changes the settings of an agent from the next tick on, and keeps its body. With an error the agent keeps its settings.
 */
enum CaromStatus carom_crowd_set_settings(struct CaromCrowd crowd,
                                          size_t number,
                                          const struct CaromMoverSettings *settings);

/**
 * Gives an agent all that a mover has, from the next tick on: its settings, its body, its materials. The mover stays as it is, and
 * may be freed.
 */
enum CaromStatus carom_crowd_set_mover(struct CaromCrowd crowd,
                                       size_t number,
                                       struct CaromMover mover);

/**
 * A mover with all that an agent has now: its settings, its body, its materials; for the abilities of an agent, with its state
 * in the place of that of a character. Free it with carom_mover_free(). It does not follow later changes of the agent.
 *
 * A tick of an ability gives an intent to carom_crowd_step(), and what comes after a tick takes the state of carom_crowd_agent() and
 * gives it back by carom_crowd_set_state(). An agent on a path stays in carom_crowd_step(), with CAROM_FLY and no velocity;
 * carom_path_step() comes after that. Their scene leaves out the layer of the crowd by query.mask, or the agent itself by query.except.
 */
enum CaromStatus carom_crowd_mover(struct CaromCrowd crowd,
                                   size_t number,
                                   struct CaromMover *out);

/**
 * The settings of an agent in the next tick, as they were given.
 */
enum CaromStatus carom_crowd_settings(struct CaromCrowd crowd, size_t number, struct CaromMoverSettings *out);

/**
 * carom_mover_set_body() for an agent.
 */
enum CaromStatus carom_crowd_set_body(struct CaromCrowd crowd,
                                      size_t number,
                                      uint32_t body,
                                      float half_length,
                                      const struct CaromLimb *limbs,
                                      size_t limb_count);

/**
 * carom_mover_collisions() for an agent: the surfaces and other agents that its last tick met.
 */
enum CaromStatus carom_crowd_collisions(struct CaromCrowd crowd,
                                        size_t number,
                                        struct CaromCollision *out,
                                        size_t capacity,
                                        size_t *count);

/**
 * The default material of a body, or of one part of it: set what is different.
 */
struct CaromSurfaceMaterial carom_surface_material(uint64_t body, uint32_t part);

/**
 * Sets the materials of the scene for a mover, from the next tick on: steepest walkable slopes, step permissions,
 * friction, conveyors and tags, by body and part. It replaces all that were set before; a count of 0 removes them.
 *
 * A part has its own material, or else that of its body, or else the default. The body may be gone, since no other body
 * gets its name. Errors: a number out of its range, two different materials for one place, which it names by both tags;
 * the mover then keeps what it had.
 */
enum CaromStatus carom_mover_set_surfaces(struct CaromMover mover,
                                          const struct CaromSurfaceMaterial *materials,
                                          size_t count);

/**
 * The friction of the ground under a character, for CaromLocomotion.grip: 1 in the air and without a material.
 */
enum CaromStatus carom_mover_grip(struct CaromMover mover,
                                  const struct CaromCharacter *state,
                                  float *out);

/**
 * Sets the materials of the world for all agents that a crowd has, as carom_mover_set_surfaces() does; to call again for
 * those that are added later.
 */
enum CaromStatus carom_crowd_set_surfaces(struct CaromCrowd crowd,
                                          const struct CaromSurfaceMaterial *materials,
                                          size_t count);

/**
 * carom2d_closest() for each shape, into `out`, which has a place for each. With a bad row nothing is written.
 */
enum CaromStatus carom2d_closest_batch(const struct Carom2dQuery *query,
                                       const struct Carom2dShapes *shapes,
                                       float reach,
                                       struct Carom2dContact *out);

/**
 * carom2d_overlap() for each shape, into `out`, which has a byte for each: 1 or 0. With a bad row nothing is written.
 */
enum CaromStatus carom2d_overlap_batch(const struct Carom2dQuery *query,
                                       const struct Carom2dShapes *shapes,
                                       uint8_t *out);

/**
 * carom2d_sweep() for each shape and its displacement, into `out`, which has a place for each. With a bad row nothing is
 * written.
 */
enum CaromStatus carom2d_sweep_batch(const struct Carom2dQuery *query,
                                     const struct Carom2dShapes *shapes,
                                     struct CaromVectors deltas,
                                     struct Carom2dHit *out);

/**
 * carom2d_ray() for each of `count` origins and its displacement, into `out`, which has a place for each. With a bad row
 * nothing is written.
 */
enum CaromStatus carom2d_ray_batch(const struct Carom2dQuery *query,
                                   struct CaromVectors origins,
                                   struct CaromVectors deltas,
                                   size_t count,
                                   struct Carom2dHit *out);

/**
 * Builds a chain of segments in 2D, from each vertex to the next; copies them.
 *
 * Without CAROM_CLOSED it is open and ends at the last vertex. An outline with its holes, or all outlines of a level, are one chain
 * of several closed rings: `ring_ends` has for each ring the number of vertices up to its end, ascending, the last is
 * `vertex_count`. With a `ring_count` of 0 all vertices are one line, and `ring_ends` may be null. For CAROM_ONE_SIDED and
 * CAROM_SOLID outlines are counter-clockwise and holes clockwise. A ring does not repeat its first vertex.
 *
 * There are no ghost collisions at the joints of segments, unless CAROM_RAW switches them on. `flags`: 0 or a sum of CAROM_CLOSED,
 * CAROM_ONE_SIDED, CAROM_SOLID, CAROM_RAW. Vertices may coincide; a segment without length has contacts only if all
 * segments have none. Errors: fewer than two vertices, in a ring too, or more than 2^31, ring ends that descend or do not end at
 * the last vertex (CAROM_OUT_OF_RANGE); a vertex that is not finite; with CAROM_SOLID an open chain, a clockwise outline or a
 * ring that faces into the solid (CAROM_INVALID). Free it with carom_chain_free().
 */
enum CaromStatus carom_chain_create(struct CaromVectors vertices,
                                    size_t vertex_count,
                                    const size_t *ring_ends,
                                    size_t ring_count,
                                    uint32_t flags,
                                    struct CaromChain *out);

/**
 * Frees a chain. Worlds that have it as a body keep it; queries that run in other threads end normally. The zero handle
 * is ignored.
 */
enum CaromStatus carom_chain_free(struct CaromChain chain);

/**
 * The size, bounds and flags of a chain.
 */
enum CaromStatus carom_chain_info(struct CaromChain chain, struct CaromChainInfo *out);

/**
 * A segment by its number, as a capsule with the ends a and b and the radius 0.
 */
enum CaromStatus carom_chain_segment(struct CaromChain chain, uint32_t number, struct Carom2dShape *out);

/**
 * Whether a closed chain encloses the point, or the point is on it: 1 or 0, decided exactly. Enclosed means a winding number other
 * than zero, so a hole does not enclose if it runs the other way round than its outline. For an open chain the answer depends on
 * the segments that a path along x crosses, and there is no error.
 */
enum CaromStatus carom_chain_contains(struct CaromChain chain,
                                      struct CaromVec2 point,
                                      uint8_t *out);

/**
 * The distance of a point from the nearest segment of a closed chain, a length; negative inside, which is where
 * carom_chain_contains() is 1.
 */
enum CaromStatus carom_chain_signed_distance(struct CaromChain chain,
                                             struct CaromVec2 point,
                                             float *out);

/**
 * The settings of a new mover in 2D.
 */
struct Carom2dMoverSettings carom2d_mover_defaults(void);

/**
 * A character in 2D at rest, at its start or after a teleport. It checks nothing: the step does.
 */
struct Carom2dCharacter carom2d_character_at(struct CaromVec2 feet, float height);

/**
 * A character in 2D at rest that lies or leans: `axis` is its direction from tail to head, of any length but zero; `length` is
 * that from tip to tip.
 */
struct Carom2dCharacter carom2d_character_lying(struct CaromVec2 feet,
                                                struct CaromVec2 axis,
                                                float length);

/**
 * The locomotion of a character in 2D at rest, with the defaults.
 */
struct Carom2dLocomotion carom2d_locomotion(void);

/**
 * The intent of a tick of `dt` seconds for the input of a player: `wanted` is a velocity relative to the ground, `jump`
 * an upward speed in the tick in which jump is pressed and otherwise 0, both length/s; `up` is that of the mover.
 * Changes `locomotion`. Then come carom2d_mover_step() and carom2d_locomotion_adopt().
 */
enum CaromStatus carom2d_locomotion_intent(struct Carom2dLocomotion *locomotion,
                                           const struct Carom2dCharacter *state,
                                           struct CaromVec2 wanted,
                                           float jump,
                                           struct CaromVec2 up,
                                           float dt,
                                           struct Carom2dIntent *out);

/**
 * Makes a jump of this upward speed, length/s, of a tick, in the air too (a double jump): to call after
 * carom2d_locomotion_intent() in the tick in which the press of jump counts, with the speed that was given there. `intent` gets
 * the jump and CAROM_AIR_JUMP, and no jump stays buffered. On the ground and within coyote time the intent has that jump already.
 * Changes `locomotion` and `intent`.
 */
enum CaromStatus carom2d_locomotion_jump(struct Carom2dLocomotion *locomotion,
                                         struct Carom2dIntent *intent,
                                         float speed);

/**
 * Takes over what the tick made of the intent: to call after carom2d_mover_step() with the new state and that intent.
 */
enum CaromStatus carom2d_locomotion_adopt(struct Carom2dLocomotion *locomotion,
                                          const struct Carom2dCharacter *state,
                                          const struct Carom2dIntent *intent,
                                          struct CaromVec2 up);

/**
 * Knocks the character back: adds a velocity, length/s, in any direction, to its own. The horizontal part wears off by
 * friction on the ground and stays in the air; a part upward leaves the ground. Changes `locomotion` and `state`; to call
 * between two ticks. `up` is that of the mover.
 */
enum CaromStatus carom2d_locomotion_knock_back(struct Carom2dLocomotion *locomotion,
                                               struct Carom2dCharacter *state,
                                               struct CaromVec2 velocity,
                                               struct CaromVec2 up);

/**
 * A mover in 2D for characters of one kind. One is enough for all of them in a thread. Free it with carom2d_mover_free().
 * Errors: a setting that is not finite or out of its range, by name.
 */
enum CaromStatus carom2d_mover_create(const struct Carom2dMoverSettings *settings,
                                      struct Carom2dMover *out);

/**
 * Frees a mover in 2D. The zero handle is ignored.
 */
enum CaromStatus carom2d_mover_free(struct Carom2dMover mover);

/**
 * The settings of the next tick, as they were given.
 */
enum CaromStatus carom2d_mover_settings(struct Carom2dMover mover, struct Carom2dMoverSettings *out);

/**
 * Changes the settings from the next tick on. With an error the mover keeps its settings.
 */
enum CaromStatus carom2d_mover_set_settings(struct Carom2dMover mover,
                                            const struct Carom2dMoverSettings *settings);

/**
 * Moves a character through one tick of `dt` seconds on a chain, or among the bodies of a 2D world that pass the filters of
 * the query. `state` is read and written; `report` may be null. The segments of a chain block from both sides.
 *
 * A character that overlaps the scene is first moved out, to a free pose within 1.12 radii; if there is none, or a
 * moving body crushes it, it stays and the report says CAROM_STUCK. Moving bodies have to be at their poses of the end
 * of the tick already: carom2d_world_move_to(). The state is relative to query.origin. Errors: a number of the state or
 * intent that is not finite, a height or a dt that is not more than 0.
 */
enum CaromStatus carom2d_mover_step(struct Carom2dMover mover,
                                    const struct Carom2dQuery *scene,
                                    struct Carom2dCharacter *state,
                                    const struct Carom2dIntent *intent,
                                    float dt,
                                    struct Carom2dReport *report);

/**
 * The surfaces that the last tick of this mover met, in order, each part once, at most 32; after a tick that is
 * CAROM_STUCK all parts that the character overlaps, at most 16. The first `capacity` of them are written to `out`,
 * which may be null for a capacity of 0; `count` becomes the number of all.
 */
enum CaromStatus carom2d_mover_collisions(struct Carom2dMover mover,
                                          struct Carom2dCollision *out,
                                          size_t capacity,
                                          size_t *count);

/**
 * Where two shapes in 2D are nearest to each other, or deepest in each other, without a chain or world, if their separation is at
 * most `reach` (a length; INFINITY for always). Normals point from `b` to `a`. `part` is 0, or CAROM_NO_PART beyond the reach.
 */
enum CaromStatus carom2d_pair_closest(const struct Carom2dShape *a,
                                      const struct Carom2dShape *b,
                                      float reach,
                                      struct Carom2dContact *out);

/**
 * Whether two shapes in 2D touch or overlap, without a chain or world: 1 or 0.
 */
enum CaromStatus carom2d_pair_overlap(const struct Carom2dShape *a,
                                      const struct Carom2dShape *b,
                                      uint8_t *out);

/**
 * The first touch of two shapes in 2D of which `a` moves by `delta_a` and `b` in the same time by `delta_b`, without a chain or
 * world, with the rules of carom2d_sweep(): `t` is a fraction of both. `part` is 0, or CAROM_NO_PART without a hit.
 */
enum CaromStatus carom2d_pair_sweep(const struct Carom2dShape *a,
                                    struct CaromVec2 delta_a,
                                    const struct Carom2dShape *b,
                                    struct CaromVec2 delta_b,
                                    struct Carom2dHit *out);

/**
 * The first touch of two shapes in 2D that both move and rotate (nonlinear shape cast), without a chain or world, with the rules
 * of carom2d_sweep_rigid(): `t` is a fraction of both motions. Of a shape that rests the motion is NULL.
 */
enum CaromStatus carom2d_pair_sweep_rigid(const struct Carom2dShape *a,
                                          const struct Carom2dRigidMotion *motion_a,
                                          const struct Carom2dShape *b,
                                          const struct Carom2dRigidMotion *motion_b,
                                          struct Carom2dHit *out);

/**
 * The contact manifold of two shapes in 2D, without a chain or world, if their separation is at most `reach` (a length; INFINITY
 * for always): up to two points with their separations along one normal, which is that of the contact. Points farther
 * apart than `reach` are left out. Features are those of the shapes without their radii. Of a segment of a chain, give
 * carom_chain_segment(). The order of the shapes changes only the sign of the normal and which side is a.
 */
enum CaromStatus carom2d_manifold(const struct Carom2dShape *a,
                                  const struct Carom2dShape *b,
                                  float reach,
                                  struct Carom2dManifold *out);

/**
 * The part of the ray from `from` to `from + delta` that is inside a shape in 2D, without a chain or world: t of both ends is a
 * fraction of `delta`. Never shorter than the true one, and at each end longer by at most rounding. A ray that only
 * touches the shape at its start and leaves misses it; one through a segment leaves where it enters.
 */
enum CaromStatus carom2d_ray_interval(struct CaromVec2 from,
                                      struct CaromVec2 delta,
                                      const struct Carom2dShape *shape,
                                      struct Carom2dRayInterval *out);

/**
 * The contact of the least separation, if that is at most `reach` (a length; INFINITY for always). Equal separations:
 * the lowest body, then the lowest part. A chain is a line, unless it is solid: a shape inside a closed chain is separate from it.
 */
enum CaromStatus carom2d_closest(const struct Carom2dQuery *query,
                                 const struct Carom2dShape *shape,
                                 float reach,
                                 struct Carom2dContact *out);

/**
 * The contacts with the nearest parts within `reach` (a length; INFINITY for always), the nearest first: at most `capacity`,
 * which are written to `out`. `count` becomes their number. Equal separations: the lowest body, then the lowest part. In a
 * world a body with a chain can appear with several of its segments.
 */
enum CaromStatus carom2d_closest_n(const struct Carom2dQuery *query,
                                   const struct Carom2dShape *shape,
                                   float reach,
                                   struct Carom2dContact *out,
                                   size_t capacity,
                                   size_t *count);

/**
 * Whether any part touches the shape: 1 or 0. Touching counts. The cheapest query.
 */
enum CaromStatus carom2d_overlap(const struct Carom2dQuery *query,
                                 const struct Carom2dShape *shape,
                                 uint8_t *out);

/**
 * The first hit of the shape moving by `delta` (shape cast). A motion that starts in an overlap is stopped at t = 0, unless
 * CAROM_LEAVE_OVERLAPS lets it out; one that starts touching and slides along or leaves is free. Equal times: the part with the
 * greatest penetration depth at the start, then the lowest. Bodies rest meanwhile.
 */
enum CaromStatus carom2d_sweep(const struct Carom2dQuery *query,
                               const struct Carom2dShape *shape,
                               struct CaromVec2 delta,
                               struct Carom2dHit *out);

/**
 * The first hit of a ray from `from` to `from + delta` (ray cast), as of a swept point: t is a fraction of `delta`, not
 * a distance.
 */
enum CaromStatus carom2d_ray(const struct Carom2dQuery *query,
                             struct CaromVec2 from,
                             struct CaromVec2 delta,
                             struct Carom2dHit *out);

/**
 * Whether any part stops the shape moving by `delta`: 1 or 0. Where carom2d_sweep() has a hit, in less time: the search ends
 * at the first part that it finds.
 */
enum CaromStatus carom2d_sweep_any(const struct Carom2dQuery *query,
                                   const struct Carom2dShape *shape,
                                   struct CaromVec2 delta,
                                   uint8_t *out);

/**
 * Whether any part is on the ray from `from` to `from + delta`: 1 or 0. Visibility and shadows; see carom2d_sweep_any().
 */
enum CaromStatus carom2d_ray_any(const struct Carom2dQuery *query,
                                 struct CaromVec2 from,
                                 struct CaromVec2 delta,
                                 uint8_t *out);

/**
 * The contact with every part within `reach` (a length) of the shape, sorted by body and part. The first `capacity` of
 * them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of all.
 */
enum CaromStatus carom2d_contacts(const struct Carom2dQuery *query,
                                  const struct Carom2dShape *shape,
                                  float reach,
                                  struct Carom2dContact *out,
                                  size_t capacity,
                                  size_t *count);

/**
 * The hit with every part that stops the shape moving by `delta`, each as if it were alone, sorted by time. The first
 * `capacity` of them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of all.
 */
enum CaromStatus carom2d_sweep_all(const struct Carom2dQuery *query,
                                   const struct Carom2dShape *shape,
                                   struct CaromVec2 delta,
                                   struct Carom2dHit *out,
                                   size_t capacity,
                                   size_t *count);

/**
 * The first hit of the shape moving and rotating by `motion` (nonlinear shape cast). Equal times: the part with the
 * greatest penetration depth at the start, then the lowest. Rotating motions hit the joints of a chain too.
 */
enum CaromStatus carom2d_sweep_rigid(const struct Carom2dQuery *query,
                                     const struct Carom2dShape *shape,
                                     const struct Carom2dRigidMotion *motion,
                                     struct Carom2dHit *out);

/**
 * The contact with every part within `reach` (a length) of the shape, and its manifold, sorted by body and part. The first `capacity`
 * of them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of all.
 *
 * The contacts are those of carom2d_contacts(). Where the surface gives no normal of its own, as a chain does at its joints, a
 * manifold is that of carom2d_manifold() with the part, to the bit. Parts are not merged. The body and part of the contact and the
 * features of a point name it from tick to tick.
 */
enum CaromStatus carom2d_manifolds(const struct Carom2dQuery *query,
                                   const struct Carom2dShape *shape,
                                   float reach,
                                   struct Carom2dPartManifold *out,
                                   size_t capacity,
                                   size_t *count);

/**
 * The bodies of a 2D world that touch the shape, in the order of carom2d_contacts(); for triggers with CAROM_WITH_SENSORS.
 * The first `capacity` of them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of
 * all. The query of a chain is an error, CAROM_WRONG_KIND.
 */
enum CaromStatus carom2d_overlaps(const struct Carom2dQuery *query,
                                  const struct Carom2dShape *shape,
                                  uint64_t *out,
                                  size_t capacity,
                                  size_t *count);

/**
 * Queries of a chain: part i is its segment i. The handle is checked by each query.
 */
struct Carom2dQuery carom2d_query_chain(struct CaromChain chain);

/**
 * Queries of all bodies of a 2D world but sensors. The handle is checked by each query.
 */
struct Carom2dQuery carom2d_query_world(struct Carom2dWorld world);

/**
 * A point in 2D.
 */
struct Carom2dShape carom2d_point(struct CaromVec2 point);

/**
 * The filled circle of all points within `radius` of `center`. Like all of these functions it checks nothing: the query does.
 */
struct Carom2dShape carom2d_ball(struct CaromVec2 center,
                                 float radius);

/**
 * All points within `radius` of the segment from `a` to `b`.
 */
struct Carom2dShape carom2d_capsule(struct CaromVec2 a, struct CaromVec2 b, float radius);

/**
 * The filled axis-aligned box (rectangle) between its lowest and its highest corner.
 */
struct Carom2dShape carom2d_box(struct CaromVec2 min, struct CaromVec2 max);

/**
 * A filled triangle; its corners may run either way round.
 */
struct Carom2dShape carom2d_triangle(struct CaromVec2 a, struct CaromVec2 b, struct CaromVec2 c);

/**
 * The filled convex hull of `count` points, in any order, rounded by `radius` (0: sharp). The points are not copied: they must stay
 * in place while the shape is used. Queries with a hull allocate memory.
 */
struct Carom2dShape carom2d_hull(const struct CaromVec2 *points,
                                 size_t count,
                                 float radius);

/**
 * The filled box (rectangle) with these half sizes along its own axes, rotated around its center by `angle` radians,
 * counter-clockwise.
 */
struct Carom2dShape carom2d_oriented_box(struct CaromVec2 center,
                                         struct CaromVec2 half_sizes,
                                         float angle);

/**
 * The convex hull of a ball around `a` and a ball around `b`: a capsule that gets thinner.
 */
struct Carom2dShape carom2d_tapered_capsule(struct CaromVec2 a,
                                            struct CaromVec2 b,
                                            float radius_a,
                                            float radius_b);

/**
 * The filled ellipse with these radii along its own axes, rotated around its center by `angle` radians, counter-clockwise. With
 * one radius of 0 a segment, with both a point.
 */
struct Carom2dShape carom2d_ellipse(struct CaromVec2 center,
                                    struct CaromVec2 radii,
                                    float angle);

/**
 * The half-plane of all points x with `dot(normal, x)` at most `offset`: an unbounded floor or wall. The normal points outwards
 * and has any length but zero.
 */
struct Carom2dShape carom2d_half_plane(struct CaromVec2 normal,
                                       float offset);

/**
 * The same shape with a radius around it: all points within `rounding` of it.
 */
struct Carom2dShape carom2d_rounded(struct Carom2dShape shape, float rounding);

/**
 * The pose at a position in 2D, without rotation, with scale 1.
 */
struct Carom2dPose carom2d_pose_at(struct CaromVec2 position);

/**
 * A body at rest with this shape, with the defaults.
 */
struct Carom2dBody carom2d_body_of_shape(struct Carom2dShape shape);

/**
 * A body at rest with this chain, with the defaults. A zero handle makes a body that no world accepts.
 */
struct Carom2dBody carom2d_body_of_chain(struct CaromChain chain);

/**
 * An empty 2D world. Free it with carom2d_world_free().
 */
enum CaromStatus carom2d_world_create(struct Carom2dWorld *out);

/**
 * An independent copy, which shares the chains and has the same bodies by the same names: the state to roll back to.
 */
enum CaromStatus carom2d_world_copy(struct Carom2dWorld world,
                                    struct Carom2dWorld *out);

/**
 * Frees a 2D world and its bodies. The zero handle is ignored.
 */
enum CaromStatus carom2d_world_free(struct Carom2dWorld world);

/**
 * Adds a body; `out` becomes its name, which no other body of this world ever gets. Errors: an invalid shape, pose,
 * velocity or one-way direction, or a coordinate beyond 1/16 of the largest float.
 */
enum CaromStatus carom2d_world_add(struct Carom2dWorld world,
                                   const struct Carom2dBody *body,
                                   uint64_t *out);

/**
 * Removes a body.
 */
enum CaromStatus carom2d_world_remove(struct Carom2dWorld world, uint64_t body);

/**
 * The number of bodies.
 */
enum CaromStatus carom2d_world_count(struct Carom2dWorld world, size_t *out);

/**
 * Moves a body without changing its velocity (teleport).
 */
enum CaromStatus carom2d_world_set_pose(struct Carom2dWorld world,
                                        uint64_t body,
                                        const struct Carom2dPose *pose);

/**
 * Moves a kinematic body in a tick of `dt` seconds: its velocity and spin become those of the motion from its old pose,
 * of the shorter rotation. It carries characters that stand on it, and pushes those in its way. The velocities stay
 * until they are set again: move a body that has come to rest to its own pose once more.
 */
enum CaromStatus carom2d_world_move_to(struct Carom2dWorld world,
                                       uint64_t body,
                                       const struct Carom2dPose *pose,
                                       float dt);

/**
 * Sets the velocity of a body's origin, length/s.
 */
enum CaromStatus carom2d_world_set_velocity(struct Carom2dWorld world,
                                            uint64_t body,
                                            struct CaromVec2 velocity);

/**
 * Sets the angular velocity of a body, radians/s, counter-clockwise.
 */
enum CaromStatus carom2d_world_set_spin(struct Carom2dWorld world, uint64_t body, float spin);

/**
 * Sets the velocity of a body's surface material in its own frame, length/s: a conveyor, though the body rests.
 */
enum CaromStatus carom2d_world_set_surface_velocity(struct Carom2dWorld world,
                                                    uint64_t body,
                                                    struct CaromVec2 velocity);

/**
 * Sets the layers that a body is in and those that collide with it, a bit each.
 */
enum CaromStatus carom2d_world_set_layers(struct Carom2dWorld world,
                                          uint64_t body,
                                          uint32_t layers,
                                          uint32_t mask);

/**
 * Rebuilds the BVHs: changes no answer; queries become up to twice as fast after a world has been put together body by
 * body.
 */
enum CaromStatus carom2d_world_optimize(struct Carom2dWorld world);

/**
 * Finds which bodies touch which sensors of a 2D world now, and what has changed since the last update; carom_sensors_pairs() lists
 * them.
 *
 * A sensor detects all bodies that are not sensors themselves, are in a layer of its mask and have one of its layers in
 * theirs; a one-way body where that would block. A chain is a line, unless it is solid.
 */
enum CaromStatus carom2d_sensors_update(struct CaromSensors sensors,
                                        struct Carom2dWorld world);

/**
 * Finds the pairs of bodies of a 2D world that touch now, of which at least one has CAROM_MOVING, and what has changed since
 * the last update: the pairs that a physics engine gets from its broad and narrow phase. carom_pairs_list() lists them.
 *
 * Sensors are left out, and bodies of which one has no layer in the mask of the other. A one-way body counts where it
 * would block. A chain is a line, unless it is solid.
 */
enum CaromStatus carom2d_pairs_update(struct CaromPairs pairs,
                                      struct Carom2dWorld world);

/**
 * Finds the pairs of a body of `world` and a body of `other` that touch now, whether they have CAROM_MOVING or not, and what
 * has changed since the last update of `pairs`: a world of triggers against one of characters, or two parts of a level.
 *
 * Both worlds have the same origin. Sensors, layers, masks and one-way bodies count as in carom2d_pairs_update().
 */
enum CaromStatus carom2d_pairs_update_with(struct CaromPairs pairs,
                                           struct Carom2dWorld world,
                                           struct Carom2dWorld other);

/**
 * The names of all bodies, in the order of their numbers. The first `capacity` of them are written to `out`, which may be null
 * for a capacity of 0; `count` becomes the number of all.
 */
enum CaromStatus carom2d_world_bodies(struct Carom2dWorld world,
                                      uint64_t *out,
                                      size_t capacity,
                                      size_t *count);

/**
 * All that a body is now, but its shape: that of the answer has no kind, and its chain is the zero handle. The angle is within
 * half a turn of 0 and within rounding of the body's own.
 */
enum CaromStatus carom2d_world_body(struct Carom2dWorld world,
                                    uint64_t body,
                                    struct Carom2dBody *out);

/**
 * The data that a body was added with.
 */
enum CaromStatus carom2d_world_data(struct Carom2dWorld world, uint64_t body, uint64_t *out);

/**
 * Gives the body `name` the chain or shape of `body`. It keeps its name and all the rest; nothing else of `body` is read.
 * With an error the body stays as it was.
 */
enum CaromStatus carom2d_world_replace(struct Carom2dWorld world,
                                       uint64_t name,
                                       const struct Carom2dBody *body);

/**
 * Sets whether a body moves often: 1 or 0.
 */
enum CaromStatus carom2d_world_set_moving(struct Carom2dWorld world, uint64_t body, uint32_t moving);

/**
 * Sets whether a body is a sensor: 1 or 0.
 */
enum CaromStatus carom2d_world_set_sensor(struct Carom2dWorld world, uint64_t body, uint32_t sensor);

/**
 * Makes a body block only from the side to which `direction` points, in its own frame, of any length: see Carom2dBody; or with the
 * direction zero from all sides. `margin`: the greatest penetration depth that still counts as standing on it, a length.
 */
enum CaromStatus carom2d_world_set_one_way(struct Carom2dWorld world,
                                           uint64_t body,
                                           struct CaromVec2 direction,
                                           float margin);

/**
 * The dimensions of a table of the library: CAROM_POOL_7_FT, CAROM_POOL_8_FT, CAROM_POOL_9_FT, CAROM_SNOOKER_12_FT or
 * CAROM_CAROM_10_FT.
 */
enum CaromStatus carom_table_spec(uint32_t table,
                                  struct CaromTableSpec *out);

/**
 * The balls that are played on a table of the library: CAROM_POOL_7_FT to CAROM_CAROM_10_FT.
 */
enum CaromStatus carom_ball_parameters(uint32_t table, struct CaromBallParameters *out);

/**
 * The table of the game of a rack: CAROM_EIGHT_BALL to CAROM_THREE_CUSHION.
 */
enum CaromStatus carom_rack_table(uint32_t rack, uint32_t *out);

/**
 * The balls of a game at its start on a table of these dimensions: CAROM_EIGHT_BALL, CAROM_NINE_BALL, CAROM_TEN_BALL,
 * CAROM_SNOOKER or CAROM_THREE_CUSHION.
 *
 * `gap` is the distance of neighbors of the rack, 0 to 0.1 m: 0 if they touch, as they should. The first `capacity` balls are
 * written to `out`, which may be null for a capacity of 0; `count` becomes the number of all. A table that has not the room is
 * an error of carom_pool_table_create().
 */
enum CaromStatus carom_rack_balls(uint32_t rack,
                                  const struct CaromTableSpec *dimensions,
                                  double gap,
                                  struct CaromPoolBall *out,
                                  size_t capacity,
                                  size_t *count);

/**
 * The setup with the dimensions of a table of the library (CAROM_POOL_7_FT to CAROM_CAROM_10_FT), the default cue and models,
 * and without balls: set `balls` and `ball_count`.
 */
enum CaromStatus carom_pool_setup(uint32_t table,
                                  struct CaromPoolSetup *out);

/**
 * Makes a pool table of a setup. It never changes: each shot starts from the same balls, and carom_pool_table_with_balls() is
 * the table after one.
 *
 * Errors, with the field or the ball: no balls or more than 64 (CAROM_OUT_OF_RANGE), a number out of range, balls that overlap,
 * a ball outside the cushions or above a pocket (CAROM_INVALID). Free it with carom_pool_table_free().
 */
enum CaromStatus carom_pool_table_create(const struct CaromPoolSetup *setup,
                                         struct CaromPoolTable *out);

/**
 * The same table with other balls, for instance those at the end of a shot, or another layout. Errors: as
 * carom_pool_table_create(). Free it with carom_pool_table_free().
 */
enum CaromStatus carom_pool_table_with_balls(struct CaromPoolTable table,
                                             const struct CaromPoolBall *balls,
                                             size_t count,
                                             struct CaromPoolTable *out);

/**
 * Frees a pool table. Results of shots on it are not affected. The zero handle is ignored.
 */
enum CaromStatus carom_pool_table_free(struct CaromPoolTable table);

/**
 * The dimensions of a pool table.
 */
enum CaromStatus carom_pool_table_dimensions(struct CaromPoolTable table, struct CaromTableSpec *out);

/**
 * The balls of a pool table. The first `capacity` of them are written to `out`, which may be null for a capacity of 0; `count`
 * becomes the number of all.
 */
enum CaromStatus carom_pool_table_balls(struct CaromPoolTable table,
                                        struct CaromPoolBall *out,
                                        size_t capacity,
                                        size_t *count);

/**
 * The pockets of a table; events name them by their places in this list: the corners from the origin clockwise, then the sides,
 * that of low x first; six, or none. The first `capacity` of them are written to `out`, which may be null for a capacity of 0;
 * `count` becomes the number of all.
 */
enum CaromStatus carom_pool_table_pockets(struct CaromPoolTable table,
                                          struct CaromPocket *out,
                                          size_t capacity,
                                          size_t *count);

/**
 * The cushions of a table; events name them by their places in this list: noses first (six, or four without pockets). The first
 * `capacity` of them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of all.
 */
enum CaromStatus carom_pool_table_cushions(struct CaromPoolTable table,
                                           struct CaromCushion *out,
                                           size_t capacity,
                                           size_t *count);

/**
 * The cushions as polygons from nose to wood, for drawing: one for each nose, with its jaws (rounded in steps) and facings.
 *
 * The first `capacity` corners, polygon after polygon, are written to `out`, and for the first `end_capacity` polygons the number
 * of corners up to its end to `ends`; both may be null for a capacity of 0. The counts become the numbers of all.
 */
enum CaromStatus carom_pool_table_outlines(struct CaromPoolTable table,
                                           struct CaromDVec2 *out,
                                           size_t capacity,
                                           size_t *count,
                                           size_t *ends,
                                           size_t end_capacity,
                                           size_t *end_count);

/**
 * Plays a shot until all balls are at rest, in pockets or off the table. The table does not change.
 *
 * A tip beyond the miscue limit is no error, but the status CAROM_MISCUE of carom_shot_info(); nor is a shot that hits nothing.
 * Errors: a number of the shot out of range, a ball that is not at rest on the table. Free the result with carom_shot_free().
 */
enum CaromStatus carom_shot_simulate(struct CaromPoolTable table,
                                     const struct CaromShot *shot,
                                     struct CaromShotResult *out);

/**
 * Lets all balls move as they do in the table, without a strike, until they are at rest. Free the result with
 * carom_shot_free().
 */
enum CaromStatus carom_shot_roll_out(struct CaromPoolTable table, struct CaromShotResult *out);

/**
 * Frees the result of a shot. The zero handle is ignored.
 */
enum CaromStatus carom_shot_free(struct CaromShotResult result);

/**
 * How a shot ended.
 */
enum CaromStatus carom_shot_info(struct CaromShotResult result, struct CaromShotInfo *out);

/**
 * The balls at the end of a shot; a pocketed one is at the center of its pocket. They are balls for
 * carom_pool_table_with_balls(). The first `capacity` of them are written to `out`, which may be null for a capacity of 0; `count`
 * becomes the number of all.
 */
enum CaromStatus carom_shot_balls(struct CaromShotResult result,
                                  struct CaromPoolBall *out,
                                  size_t capacity,
                                  size_t *count);

/**
 * The events of a shot, in their order: by time, at one moment by kind and ball. The first `capacity` of them are written to
 * `out`, which may be null for a capacity of 0; `count` becomes the number of all.
 */
enum CaromStatus carom_shot_events(struct CaromShotResult result,
                                   struct CaromShotEvent *out,
                                   size_t capacity,
                                   size_t *count);

/**
 * All balls at a time since the strike, s, 0 or more: in closed form from the last event of each, exact as the events are. For a
 * replay at any speed. The first `capacity` states are written to `out`, which may be null for a capacity of 0; `count` becomes
 * the number of all.
 */
enum CaromStatus carom_shot_at(struct CaromShotResult result,
                               double time,
                               struct CaromBallState *out,
                               size_t capacity,
                               size_t *count);

/**
 * The motion of a ball as a polyline, for drawing: 32 points of each motion between two events of the ball, and the first moment
 * of the next. One point if the ball does not move. The first `capacity` points are written to `out`, which may be null for a
 * capacity of 0; `count` becomes the number of all.
 */
enum CaromStatus carom_shot_trace(struct CaromShotResult result,
                                  uint32_t ball,
                                  struct CaromTracePoint *out,
                                  size_t capacity,
                                  size_t *count);

/**
 * carom_shot_simulate() for each row of `shots`, each from the balls of the table, without results to free: how it ended into
 * `infos`, which has a place for each shot, and the balls at the end into `ends`, shot after shot.
 *
 * `end_count` is the number of shots times that of the balls, or 0 (then `ends` may be null). In one thread, as all of the library:
 * threads of the caller may share the table. With a bad row nothing is written; the error names it. The same bits as
 * single shots.
 */
enum CaromStatus carom_shot_batch(struct CaromPoolTable table,
                                  const struct CaromShots *shots,
                                  struct CaromShotInfo *infos,
                                  struct CaromBallEnd *ends,
                                  size_t end_count);

/**
 * The first ball that a ball of the table hits if it goes straight in a direction, of any length but 0; cushions and pockets are
 * not in the way.
 */
enum CaromStatus carom_aimed_at(struct CaromPoolTable table,
                                uint32_t ball,
                                struct CaromDVec2 direction,
                                struct CaromAimedBall *out);

/**
 * Where the center of the cue ball has to be at the collision to send an object ball towards a target, without throw: one
 * diameter behind the object ball, on the line from the target. NaN if the object ball is at the target.
 */
enum CaromStatus carom_ghost_ball(struct CaromDVec2 object,
                                  struct CaromDVec2 target,
                                  double radius,
                                  struct CaromDVec2 *out);

/**
 * The direction from one point to another for CaromShot, rad counterclockwise from x; 0 for the same point. The same bits on every
 * platform, which atan2 of C libraries does not promise.
 */
double carom_direction_to(struct CaromDVec2 from,
                          struct CaromDVec2 to);

#if defined(__wasm__)
/**
 * In wasm only: `size` bytes of memory for arguments and answers, at a multiple of 8. Null if there are none, and for a
 * size of 0. The memory may grow, which detaches the views that JavaScript has of it.
 */
uint8_t *carom_memory_take(size_t size);
#endif

#if defined(__wasm__)
/**
 * In wasm only: gives memory back, with the size that was taken. Null is ignored.
 */
void carom_memory_give(uint8_t *memory, size_t size);
#endif

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CAROM_H */

import type { LocomotionSettings, ManifoldPoint as ManifoldPoint3D, TickCauses } from "./index.js";
import type { LoadOptions, PartFilters, Resource, Snapshot } from "./mesh.js";

export { fixed } from "./index.js";
export type { LocomotionSettings, Loop, TickCauses, TickEvents } from "./index.js";
export type { LoadOptions, PartFilters, Resource, Snapshot } from "./mesh.js";

/** Vectors: `{ x, y }` or an array of two numbers. */
export type VectorLike = { readonly x: number; readonly y: number } | ArrayLike<number>;
export interface Vector {
  x: number;
  y: number;
}

/**
 * Convex shapes are plain objects. Rotations are radians, counter-clockwise from x to y (clockwise on a screen with y down).
 * A degenerate shape is its simpler kind: a capsule with equal ends is a ball (a circle), a radius of 0 the bare core, so that a capsule is a segment.
 * An object with `x` and `y` is a point, and an error if it also has `radius`, `width` or `height`: of the circles and rectangles of Phaser and PixiJS
 * and of sprites make `{ center, radius }` and `{ min, max }`. The `bounds` of Matter are a box as they are.
 */
export type Shape = {
  /** A radius around the shape: all points within this distance of it. Default 0. */
  readonly rounding?: number;
} & (
  | VectorLike
  /** A ball: a solid circle. */
  | { readonly center: VectorLike; readonly radius: number }
  /** An ellipse. */
  | { readonly center: VectorLike; readonly radii: VectorLike; readonly rotation?: number }
  /** A box in any orientation. */
  | { readonly center: VectorLike; readonly halfSize: VectorLike; readonly rotation?: number }
  | { readonly start: VectorLike; readonly end: VectorLike; readonly radius: number }
  | { readonly min: VectorLike; readonly max: VectorLike }
  /** A tapered capsule: the hull of a ball around `start` and a ball around `end`. */
  | { readonly start: VectorLike; readonly end: VectorLike; readonly radiusA: number; readonly radiusB: number }
  /** A filled triangle. */
  | { readonly a: VectorLike; readonly b: VectorLike; readonly c: VectorLike }
  /** The half-plane of the points x with `dot(normal, x) <= offset`: an unbounded floor or wall. The normal, of any length but zero, points outwards. */
  | { readonly normal: VectorLike; readonly offset: number }
  /** A convex polygon: the hull of the points, in any order. */
  | { readonly points: ArrayLike<number> | readonly VectorLike[]; readonly radius?: number }
);

/** Two numbers a row, or one vector for all rows. */
export type Column = ArrayLike<number> | { readonly x: number; readonly y: number };
/** Shapes of one kind for a batch. Fields of one row hold for all. */
export type Shapes = {
  /** A radius around all shapes. Default 0. */
  readonly rounding?: number;
} & (
  | Column
  | { readonly center: Column; readonly radius: number | ArrayLike<number> }
  | { readonly center: Column; readonly radii: Column; readonly rotation?: number | ArrayLike<number> }
  | { readonly center: Column; readonly halfSize: Column; readonly rotation?: number | ArrayLike<number> }
  | { readonly start: Column; readonly end: Column; readonly radius: number | ArrayLike<number> }
  | { readonly min: Column; readonly max: Column }
  | { readonly a: Column; readonly b: Column; readonly c: Column }
  | { readonly start: Column; readonly end: Column; readonly radiusA: number | ArrayLike<number>; readonly radiusB: number | ArrayLike<number> }
);

export interface PairContact {
  /** Signed separation: negative in penetration. */
  distance: number;
  /** The nearest or deepest point of the surface, or of `b`. */
  point: Vector;
  /** The nearest or deepest point of the shape, or of `a`. */
  shapePoint: Vector;
  /** Unit normal from the surface to the shape, or from `b` to `a`: the direction in which the shape separates. */
  normal: Vector;
  /** The largest possible error of the distance. */
  errorBound: number;
}

export interface PairHit {
  /** Time of impact: the fraction of `delta` before the touch, 0 to 1. */
  t: number;
  /** The point of touch, at time t. */
  point: Vector;
  /** Unit normal from the surface to the shape, at time t. */
  normal: Vector;
  /** How the motion starts. One that starts overlapping is stopped at t = 0, unless `leaveOverlaps` lets it out. */
  start: "separate" | "touching" | "overlapping";
  /** The signed separation at the start; Infinity for "separate". */
  startDistance: number;
}

interface OfPart {
  /** The number of the segment in its chain; 0 for a shape of a world. */
  segment: number;
  /** The body of the world; null for a chain outside of a world. */
  body: Body | null;
}
export type Contact = PairContact & OfPart;
export type Hit = PairHit & OfPart;

/** Answers of a batch, one row a shape. Without a contact: distance Infinity, segment and body -1, point and normal NaN. */
export interface Contacts {
  distance: Float32Array;
  point: Float32Array;
  shapePoint: Float32Array;
  normal: Float32Array;
  segment: Int32Array;
  /** The body's index, see `world.body(index)`; 0 for a chain. */
  body: Int32Array;
}
export interface Hits {
  t: Float32Array;
  point: Float32Array;
  normal: Float32Array;
  segment: Int32Array;
  body: Int32Array;
}

/** The displacement and rotation of a rigid sweep, both at constant speed. */
export interface RigidMotion {
  delta?: VectorLike;
  /** The center of the rotation, which only the displacement moves. */
  pivot?: VectorLike;
  /** Radians, counter-clockwise, at most 10000; can exceed a full turn. */
  angle?: number;
}

/** Filters of a query of a world. */
export interface Filters extends PartFilters {
  /** The layers of the query's shapes, a bit each: bodies with none of them in their mask do not count. Default: all. */
  layers?: number;
  /** Only bodies in one of these layers count. Default: all. */
  mask?: number;
  /** A body to leave out; one that was removed leaves out nothing. */
  except?: Body;
  /** Sensors count too. */
  sensors?: boolean;
  /** Shapes and answers are relative to this point, in double precision. */
  origin?: VectorLike;
}

/** A point of a manifold: see that of `carom`. The number of a corner of a box has bit 0 for the higher x, bit 1 for y. */
export type ManifoldPoint = Omit<ManifoldPoint3D, "pointA" | "pointB"> & { pointA: Vector; pointB: Vector };

/** The points that a solver needs to hold two shapes apart. */
export interface Manifold {
  /** Unit normal from `b` to `a`, the same for all points. */
  normal: Vector;
  /** Whether no other normal is as good. */
  unique: boolean;
  /** One or two. */
  points: ManifoldPoint[];
}

/** The queries of a chain or a world. Touching counts. */
export interface Query {
  /**
   * The contact of the least separation within `reach`, by default Infinity. A chain is a line unless it is `solid`: a shape inside of a closed one is
   * separate from it.
   */
  closest(shape: Shape, reach?: number): Contact | null;
  /** The contacts with the `count` nearest parts within `reach`, by default Infinity, the nearest first. Equal separations: the lowest body, then the lowest part. */
  closestN(shape: Shape, count: number, reach?: number): Contact[];
  /** Whether anything touches the shape: the cheapest query. */
  overlap(shape: Shape): boolean;
  /** The first hit of the shape moving by `delta` (shape cast). */
  sweep(shape: Shape, delta: VectorLike): Hit | null;
  /** The hit with every part that stops the shape, sorted by time. */
  sweepAll(shape: Shape, delta: VectorLike): Hit[];
  /** Whether anything stops the shape. */
  sweepAny(shape: Shape, delta: VectorLike): boolean;
  /** The first hit of a ray from `from` to `from + delta` (the second argument is no end point): t is a fraction of `delta`. */
  ray(from: VectorLike, delta: VectorLike): Hit | null;
  /** Whether anything is on the ray: visibility. */
  rayAny(from: VectorLike, delta: VectorLike): boolean;
  /** The first hit of a shape that rotates on its way. */
  sweepRigid(shape: Shape, motion: RigidMotion): Hit | null;
  /** The contact with every part within `reach`, by default 0, sorted by body and segment. */
  contacts(shape: Shape, reach?: number): Contact[];
  /** The contacts with their manifolds, in which the shape is `a`. `reach` is 0 by default. */
  manifolds(shape: Shape, reach?: number): { contact: Contact; manifold: Manifold }[];
  /** The bodies of a world that touch the shape, each once; with a point, those under the mouse. An error for a chain. */
  overlaps(shape: Shape): Body[];

  /** `closest` for each row. `out`: the answers of a former call of the same kind and size, to fill again. */
  closestBatch(shapes: Shapes, reach?: number, out?: Contacts): Contacts;
  overlapBatch(shapes: Shapes, out?: Uint8Array): Uint8Array;
  sweepBatch(shapes: Shapes, deltas: Column, out?: Hits): Hits;
  rayBatch(origins: Column, deltas: Column, out?: Hits): Hits;
}

export interface ChainOptions {
  /** A last segment leads from the last vertex to the first. Outlines given as `rings` are closed anyway. */
  closed?: boolean;
  /**
   * For queries only the right side of each segment counts, seen from its first end, with y up: the upper side of a floor that runs towards -x, the
   * outside of a counter-clockwise outline. With y down it is the upper side of a floor that runs towards +x. Characters meet both sides; a ledge to jump through is a body with `oneWay`.
   */
  oneSided?: boolean;
  /**
   * A closed chain with an inside, and one-sided: a shape that is inside as a whole overlaps, with its depth and the normal outwards. Outlines run from x
   * to y (counter-clockwise with y up), holes the other way; an error if not.
   */
  solid?: boolean;
  /** Each segment is alone: shapes that slide over a joint may meet the next segment's end (ghost collisions). */
  raw?: boolean;
}

/** A polyline, or several closed outlines. It never changes. As a body it is shared, not copied; `dispose` leaves it to the worlds that have it. */
export interface Chain extends Query, Resource {
  readonly segmentCount: number;
  readonly bounds: { min: Vector; max: Vector };
  /** The ends of a segment by its number: segment i begins at vertex i. Vertices of `rings` are numbered through, ring after ring. */
  segment(index: number): { a: Vector; b: Vector };
  /** Whether a closed chain encloses the point, or the point is on it, decided exactly. Of an open chain the answer has no meaning, and there is no error. */
  contains(point: VectorLike): boolean;
  /** The distance of a point from a closed chain; negative where `contains` is true. */
  signedDistance(point: VectorLike): number;
  query(filters?: PartFilters): Query;
}

/**
 * A position, or an object with `position` (or `x` and `y`), `rotation` in radians and one `scale`: sprites of PixiJS and Phaser are poses as they are.
 * A missing rotation is 0, a missing scale 1, also in `setPose` and `moveTo` of a body that had others. Two different scales are an error, also
 * `scaleX` and `scaleY` of a Phaser sprite (flip it by `flipX`), and a scale that is not more than 0. An `angle` without a `rotation`, as of bodies of
 * Matter, is an error: write `{ position, rotation: body.angle }`.
 */
export type PoseLike =
  | VectorLike
  | { readonly x: number; readonly y: number; readonly rotation?: number; readonly scale?: number | VectorLike }
  | { readonly position: VectorLike; readonly rotation?: number; readonly scale?: number | VectorLike };

export interface BodyOptions {
  pose?: PoseLike;
  /** It moves often. */
  moving?: boolean;
  /** It blocks nothing; queries leave it out by default. */
  sensor?: boolean;
  /**
   * It blocks only from the side to which `direction` points, in its own frame: a ledge to jump through. `margin`: the greatest penetration depth that still
   * counts as standing on it; default 0. To drop through it, let the character walk in `world.query({ except: ledge })` until it is below.
   */
  oneWay?: { direction: VectorLike; margin?: number };
  /** The layers that it is in, and those that collide with it, a bit each. Default: all. */
  layers?: number;
  mask?: number;
  velocity?: VectorLike;
  /** Radians a second, counter-clockwise. */
  spin?: number;
  /** A conveyor: the velocity of its surface, in its own frame. */
  surfaceVelocity?: VectorLike;
  /** For the caller. A `copy` has it too, a `snapshot` not. */
  data?: unknown;
}

export interface Body {
  /** The number in the answers of batches, and of `world.body(index)`; the only field that is enumerable, as in `console.log`, JSON and clones of a hit. */
  readonly index: number;
  /** Copies of what the world has, made each time; an error for a body that was removed. */
  readonly pose: { readonly position: Readonly<Vector>; readonly rotation: number; readonly scale: number };
  readonly velocity: Readonly<Vector>;
  readonly spin: number;
  readonly surfaceVelocity: Readonly<Vector>;
  readonly oneWay: { readonly direction: Readonly<Vector>; readonly margin: number } | null;
  readonly layers: number;
  readonly mask: number;
  readonly moving: boolean;
  readonly sensor: boolean;
  /** For the caller. */
  data: unknown;
  /** Moves it without changing its velocity (teleport). */
  setPose(pose: PoseLike): void;
  /**
   * Moves a kinematic body in a tick of `dt` seconds, before the step of characters: it carries those that stand on it and pushes
   * those in its way. Call it in every tick, also when the body rests: a body keeps its velocity, and goes on carrying. Of two rotations it takes the
   * shorter way.
   */
  moveTo(pose: PoseLike, dt: number): void;
  setVelocity(velocity: VectorLike): void;
  /** Radians a second, counter-clockwise. */
  setSpin(speed: number): void;
  /** A conveyor: the velocity of its surface, in its own frame. */
  setSurfaceVelocity(velocity: VectorLike): void;
  setLayers(layers: number, mask: number): void;
  /** Whether it moves often. */
  setMoving(moving: boolean): void;
  /** Whether it blocks nothing. */
  setSensor(sensor: boolean): void;
  /** It blocks only from the side to which `direction` points, in its own frame; null: from all sides. */
  setOneWay(oneWay: { direction: VectorLike; margin?: number } | null): void;
  /** Gives it another shape; its pose and all else stay. */
  replace(shape: Shape | Chain): void;
  /** An error if it was removed already. */
  remove(): void;
}

export interface World extends Query, Resource {
  add(shape: Shape | Chain, options?: BodyOptions): Body;
  /** The body with this number, of those that were added or found. */
  body(index: number): Body | null;
  /** All bodies, in the order of their indices. */
  bodies(): Body[];
  /** The body of this world with the name of a body of its copy or original. */
  same(body: Body): Body | null;
  readonly size: number;
  /** Rebuilds the BVHs: queries become up to twice as fast after a world has been put together body by body. */
  optimize(): void;
  copy(): World;
  query(filters?: Filters): Query;
}

export interface SensorPair {
  sensor: Body;
  body: Body;
}
export interface Sensors extends Resource {
  /** Compares with the last update. */
  update(): this;
  readonly now: readonly SensorPair[];
  readonly entered: readonly SensorPair[];
  readonly left: readonly SensorPair[];
}

/** Two bodies that touch, the lower name first. */
export type BodyPair = readonly [Body, Body];
/** The pairs of bodies that touch, of which at least one is `moving`; without sensors, and without bodies of which one has no layer in the mask of the other. */
export interface Pairs extends Resource {
  /** Compares with the last update. */
  update(): this;
  readonly now: readonly BodyPair[];
  readonly began: readonly BodyPair[];
  /** They no longer touch, or one of them was removed. */
  readonly ended: readonly BodyPair[];
}

/** The defaults are a person in meters: in a game in pixels give all lengths, and gravity, in pixels. */
export interface MoverSettings {
  /** Against gravity. Default (0, 1); in a game with y down (0, -1). */
  up?: VectorLike;
  /** Default 9.81. */
  gravity?: number;
  /** Of the capsule. Default 0.3. */
  radius?: number;
  /** The steepest walkable slope, in degrees. Default 45. */
  maxSlope?: number;
  /** Highest step that is climbed. Default 0.4. */
  stepHeight?: number;
  /** Ground snap: how far down a walk follows its ground. Default 0.4. */
  snap?: number;
  /** Gap kept to everything. Default 0.01. */
  skin?: number;
  /** Height above the ground on a spring. Default 0. */
  hover?: number;
  /** How far a character that overlaps the scene is moved out at most; 1.12 radii are always tried. Default 1.8. */
  maxDepenetration?: number;
  /** A flat foot climbs an edge as a step instead of rolling over it. */
  flatFoot?: boolean;
  /** How far the middle of the foot may be beyond the edge it stands on; null: no limit. */
  maxOverhang?: number | null;
  /** A walk stops where the middle of the foot is this far beyond an edge without ground within `snap` below; null: it walks off. */
  edgeGuard?: number | null;
}

export interface Intent {
  /** Wanted velocity relative to the ground. Its part along up counts only when flying. */
  velocity?: VectorLike;
  /** More than 0: leave the ground with this upward speed. */
  jump?: number;
  /** More than 0: the height from now on: crouch, or stand up where there is room. */
  height?: number;
  /** The jump counts in the air too. */
  airJump?: boolean;
  /** Without gravity and ground. */
  fly?: boolean;
  /** An upward speed that takes the place of gravity in this tick; more than 0 leaves the ground. A jump and a flight come before it. */
  rise?: number | null;
  /** The direction, from tail to head, to turn the capsule to; along up it stands up. Zero or missing: it keeps its own. */
  axis?: VectorLike;
}

export interface Collision {
  normal: Vector;
  role: "floor" | "slope" | "wall" | "ceiling" | "overlap";
  segment: number;
  body: Body | null;
  /** Where it was touched. */
  point: Vector;
  /** The velocity that the character would have had there, relative to the surface. */
  velocity: Vector;
}

export interface Ground {
  normal: Vector;
  segment: number;
  body: Body | null;
}

/** A character: a kinematic controller and its state. */
export interface Mover extends Resource, TickCauses {
  /** What it walks on; may be changed. */
  scene: Query;
  /** Of the capsule; `set` changes it. */
  readonly radius: number;
  readonly settings: Required<MoverSettings>;
  /** The lowest point of the capsule, and where it was before the last tick. These objects stay the same: copy them to keep them. They are for reading: `teleport` moves it. */
  readonly feet: Readonly<Vector>;
  readonly before: Readonly<Vector>;
  readonly velocity: Readonly<Vector>;
  readonly height: number;
  /** Unit direction of a capsule that lies or leans, from tail to head; null if it stands. */
  readonly axis: Readonly<Vector> | null;
  readonly onGround: boolean;
  /** Whether the last tick has brought it to the ground. */
  readonly landed: boolean;
  readonly ground: Ground | null;
  /** One tick. A character that overlaps the scene is moved out first, if there is a free pose within 1.12 radii, or else within `maxDepenetration`. */
  step(intent: Intent, dt: number): this;
  /**
   * Adds a velocity (of a blow, an explosion) to that of a character with `locomotion`. On the ground friction takes it: a speed of v
   * slides v / friction far. A part upward throws it into the air. An error without `locomotion`.
   */
  knockBack(velocity: VectorLike): void;
  /** With an axis of any length the capsule lies along it. */
  teleport(feet: VectorLike, height?: number, axis?: VectorLike | null): void;
  set(settings: MoverSettings): void;
  /** The surfaces that the last tick met, at most 32. */
  collisions(): Collision[];
  /** The whole state, to keep, to send, and to roll back to: 64 bytes, 112 with `locomotion`. */
  save(): Uint8Array;
  /** An error for bytes that are no state; then nothing changes. */
  restore(bytes: Uint8Array): void;
}

/** A point of a ray where it crosses the boundary of a shape. */
export interface Crossing {
  /** The fraction of the ray's `delta`. */
  t: number;
  point: Vector;
  normal: Vector;
}

/**
 * Steps a Mover and keeps what is needed to do it again, as JSON. If the mover was moved otherwise since the last tick, its state is kept; a setting that
 * changes must change by `set` here.
 */
export class Recording {
  constructor(mover: Mover);
  readonly mover: Mover;
  step(intent: Intent, dt: number): Mover;
  /** The calls of a Mover with these names, which are played again. */
  knockBack(velocity: VectorLike): void;
  teleport(feet: VectorLike, height?: number, axis?: VectorLike | null): void;
  set(settings: MoverSettings): void;
  toJSON(): unknown;
}

/**
 * Plays a recording, or its JSON, with a mover of the same settings in the same scene. Returns the first tick after which the state differs in
 * any bit, or -1.
 */
export function replay(recording: Recording | string, mover: Mover, each?: (tick: number) => void): number;

export interface Carom2D {
  /** The compiled wasm, to post to a Worker: `load({ wasm: module })`. */
  readonly module: WebAssembly.Module;
  /** `vertices`: two numbers each, or vectors; `rings`: the closed outlines of a level, holes among them, each such a list. */
  readonly Chain: new (
    vertices: ArrayLike<number> | readonly VectorLike[] | { readonly rings: readonly (ArrayLike<number> | readonly VectorLike[])[] },
    options?: ChainOptions,
  ) => Chain;
  readonly World: new () => World;
  readonly Sensors: new (world: World) => Sensors;
  readonly Pairs: new (world: World) => Pairs;
  /**
   * `feet`: by default (0, 0). `height` of the capsule, from its lowest to its highest point: by default 1.8; less than twice the radius makes a ball.
   * `axis`: of a capsule that lies or leans. `locomotion`: acceleration, friction, coyote time and jump buffer; true for the defaults.
   */
  readonly Mover: new (
    scene: Query,
    settings?: MoverSettings & { feet?: VectorLike; height?: number; axis?: VectorLike | null; locomotion?: boolean | LocomotionSettings },
  ) => Mover;
  readonly fixed: typeof import("./index.js").fixed;
  /** Where two shapes are nearest, or deepest in each other; null if they are farther apart than `reach`, by default Infinity. Normals point from `b` to `a`. */
  closest(a: Shape, b: Shape, reach?: number): PairContact | null;
  /** Whether two shapes touch or overlap. */
  overlap(a: Shape, b: Shape): boolean;
  /** The first hit of two shapes that move by `deltaA` and `deltaB`, by default zero, at the same time. */
  sweep(a: Shape, deltaA: VectorLike, b: Shape, deltaB?: VectorLike): PairHit | null;
  /** The first hit of two shapes that move and turn at the same time; null for one that rests. */
  sweepRigid(a: Shape, motionA: RigidMotion | null, b: Shape, motionB?: RigidMotion | null): PairHit | null;
  /** The contact manifold of two shapes; null if they are farther apart than `reach`, by default 0. */
  manifold(a: Shape, b: Shape, reach?: number): Manifold | null;
  /** Where a ray enters a shape and where it leaves it, null for an end that is inside; null if it misses. */
  rayInterval(from: VectorLike, delta: VectorLike, shape: Shape): { entry: Crossing | null; exit: Crossing | null } | null;
  /** This whole instance as a message. The chains and worlds are `carom.received` after `load({ snapshot })`. */
  snapshot(...objects: Resource[]): Snapshot;
  /** The objects of the snapshot from which this instance was loaded. */
  readonly received: readonly Resource[];
}

/** Loads the wasm, once for all calls without options. */
export function load(options?: LoadOptions): Promise<Carom2D>;

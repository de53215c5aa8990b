import type { Body, CaromMesh, Contact, Filters, LoadOptions, Mesh, PartFilters, PoseLike, Query, Resource, Shape, Vector, VectorLike } from "./mesh.js";

export type {
  Body, Contact, Contacts, Filters, HeightArea, HeightField, Hit, Hits, LoadOptions, Mesh, MeshOptions, PartFilters, PoseLike, Query, Resource, RigidMotion, Shape,
  Shapes, Snapshot, Vector, VectorLike,
} from "./mesh.js";

export interface BodyOptions {
  pose?: PoseLike;
  /** It moves often. */
  moving?: boolean;
  /** It blocks nothing; queries leave it out by default. */
  sensor?: boolean;
  /** It blocks only from the side to which `direction` points. */
  oneWay?: { direction: VectorLike; margin?: number };
  /** The layers that it is in, and those that collide with it, a bit each. */
  layers?: number;
  mask?: number;
  velocity?: VectorLike;
  spin?: { axis: VectorLike; speed: number };
  surfaceVelocity?: VectorLike;
  data?: unknown;
}

/** Several convex shapes as one: a table of a plate and four legs, a convex decomposition. It never changes; `triangle` of an answer is the number of the shape. */
export interface Compound extends Query, Resource {
  readonly partCount: number;
  readonly bounds: { min: Vector; max: Vector };
  query(filters?: PartFilters): Query;
}

export interface World extends Query, Resource {
  add(shape: Shape | Mesh | Compound, options?: BodyOptions): Body;
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

/** A capsule of a body besides its main one. Coordinates are ahead, up and right (ahead × up), from the feet of a body that is level. */
export interface Limb {
  start: VectorLike;
  end: VectorLike;
  /** More than the skin. */
  radius: number;
}

/**
 * The body of a character: a capsule, which stands or lies; a cylinder of its radius, or a box as wide to each side of its heading as the radius and
 * twice `halfLength` long, both upright and with a flat sole; a capsule that stands (`upright`) or lies along the axis (`lying`), with at most 7 limbs.
 * A flat sole rests on a ledge as long as any of it is over the ledge. Feet, height and radius are those of the main capsule; to other agents of a crowd a
 * character is that alone. Boxes and limbs turn with the axis, which starts along x.
 */
export type MoverBody = "capsule" | "cylinder" | { box: { halfLength: number } } | { upright: readonly Limb[] } | { lying: readonly Limb[] };

export interface MoverSettings {
  /** Against gravity. Default (0, 1, 0). */
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
  /** A walk stops where the middle of the foot is this far beyond an edge without ground within `snap` below, and slides along it; null: it walks off. */
  edgeGuard?: number | null;
  /** Default "capsule". */
  body?: MoverBody;
}

export interface LocomotionSettings {
  /** 1/s. Default 10; Infinity: at once. */
  acceleration?: number;
  /** 1/s. Default 4. */
  friction?: number;
  /** 1/s. Default 1. */
  airAcceleration?: number;
  /** Coyote time, s. Default 0.1. */
  coyote?: number;
  /** Jump buffer, s. Default 0.1. */
  buffer?: number;
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
  /**
   * The direction, from tail to head, to turn the capsule to: of a quadruped, a swimmer; along up it stands up. Zero or missing: it keeps its
   * own. A turn goes through nothing, is pushed aside by what it meets, and waits where there is no room.
   */
  axis?: VectorLike;
}

/** The motion of an animation's root bone in a tick. */
export interface RootMotion {
  /** Over the tick, in the character's own frame at its start; across up it takes the place of a wish, at once. */
  displacement: VectorLike;
  /** About up over the tick, radians, counter-clockwise seen from above. Default 0. */
  turn?: number;
  /** Whether the part of the displacement along up counts, in the place of gravity. Default false: gravity acts. */
  vertical?: boolean;
  /** As in an intent. */
  height?: number;
}

export interface Collision {
  normal: Vector;
  role: "floor" | "slope" | "wall" | "ceiling" | "overlap";
  triangle: number;
  body: Body | null;
  /** Where it was touched. */
  point: Vector;
  /** The velocity that the character would have had there, relative to the surface: see `pushImpulse`. */
  velocity: Vector;
}

/** What happened in a tick, with speeds; a name that is missing did not. */
export interface TickEvents {
  /** It came on to ground, at this speed against up, relative to the ground. */
  landed?: number;
  /** It left the ground, at this speed along up: that of a jump, 0 where the ground ended. */
  leftGround?: number;
  /** A walk went on to a surface that is this much higher (less than 0: lower). */
  stepped?: number;
  /** It hit a ceiling, at this speed along up. */
  bumpedHead?: number;
}

export interface Ground {
  normal: Vector;
  triangle: number;
  body: Body | null;
}

/** What shaped the last tick. */
export interface TickCauses {
  /** A surface deflected the motion. */
  readonly slid: boolean;
  readonly stepped: boolean;
  readonly snapped: boolean;
  /** It met a slope too steep to walk. */
  readonly steep: boolean;
  /** A moving body pushed it, or it was moved out of an overlap. */
  readonly pushed: boolean;
  /** The ground carried it along. */
  readonly rode: boolean;
  readonly blocked: boolean;
  /** There is no free pose; it stayed where it was. */
  readonly stuck: boolean;
  readonly head: boolean;
  /** A limit on work was reached. */
  readonly limit: boolean;
  /** `edgeGuard` kept a walk on its ground. */
  readonly edge: boolean;
  readonly events: TickEvents;
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
  /**
   * Unit direction of a capsule that lies or leans, from tail to head, or the heading of a body that has one; null if it stands. The feet of one that lies
   * are below its middle, its height is its length.
   */
  readonly axis: Vector | null;
  readonly onGround: boolean;
  /** Whether the last tick has brought it to the ground. */
  readonly landed: boolean;
  readonly ground: Ground | null;
  /** One tick. A character that overlaps the scene is moved out first, if there is a free pose within 1.12 radii, or else within `maxDepenetration`. */
  step(intent: Intent, dt: number): this;
  /**
   * One tick in which an animation moves it. `facing` is the angle about up from the axes of the world to its own, radians; returns that
   * after the tick: with the turn of the animation, and with that of the ground that carries it.
   */
  animate(motion: RootMotion, facing: number, dt: number): number;
  /**
   * Adds a velocity (of a blow, an explosion) to that of a character with `locomotion`. On the ground friction takes it: a speed of v
   * slides v / friction far. A part upward throws it into the air.
   */
  knockBack(velocity: VectorLike): void;
  /** With an axis of any length a capsule lies along it, and another body heads along it. */
  teleport(feet: VectorLike, height?: number, axis?: VectorLike | null): void;
  set(settings: MoverSettings): void;
  /** The surfaces that the last tick met, at most 32. */
  collisions(): Collision[];
  /** The whole state, to keep, to send, and to roll back to: 88 bytes, 140 with locomotion. */
  save(): Uint8Array;
  /** An error for bytes that are no state; then nothing changes. */
  restore(bytes: Uint8Array): void;
}

export interface AgentOptions extends MoverSettings {
  feet?: VectorLike;
  height?: number;
  /** With it a capsule lies at the start; the heading of another body. */
  axis?: VectorLike | null;
  /** May be Infinity. Default 1. */
  mass?: number;
  /** A static agent never gives way; a ghost passes through the others. */
  role?: "push" | "static" | "ghost";
  /** It drops its wish behind others that are close in front of it, so that a group gets through a door. Default false. */
  givesWay?: boolean;
  /** Acceleration, friction, coyote time and jump buffer; true for the defaults. Without it the wanted velocity is reached at once. */
  locomotion?: boolean | LocomotionSettings;
}

/** Characters that give way to each other. */
export interface Crowd extends Resource {
  readonly world: World;
  readonly size: number;
  /** Three numbers an agent. The arrays are exchanged and filled again by each step. */
  readonly feet: Float32Array;
  readonly before: Float32Array;
  readonly velocity: Float32Array;
  readonly onGround: Uint8Array;
  readonly stuck: Uint8Array;
  /** Returns the agent's number. */
  add(agent: AgentOptions): number;
  /** One tick: an array of intents (missing agents stand), or a typed array of velocities, three numbers for each agent. */
  step(wanted: Float32Array | Float64Array | readonly (Intent | null | undefined)[], dt: number): this;
  agent(index: number): {
    feet: Vector; velocity: Vector; height: number; axis: Vector | null; onGround: boolean; ground: Ground | null; mass: number; role: "push" | "static" | "ghost"; givesWay: boolean;
    body: Body | null;
  } & TickCauses;
  teleport(index: number, feet: VectorLike, height?: number, axis?: VectorLike | null): void;
  /** Removes an agent and its body. The last agent takes over its number; all others keep theirs. */
  remove(index: number): void;
  settings(index: number): Required<MoverSettings>;
  /** Changes settings of an agent from the next tick on; with an error none. */
  set(index: number, settings: MoverSettings): void;
  /** The surfaces and the other agents that its last tick met, at most 32. */
  collisions(index: number): Collision[];
  /**
   * Lets an animation move an agent in the next `step`, which must be one of `dt`, in the place of its intent. Call it when all bodies are at their poses of the
   * end of that tick. `facing` and the answer are those of `mover.animate`.
   */
  animate(index: number, motion: RootMotion, facing: number, dt: number): number;
  /** Adds a velocity to that of an agent with `locomotion`: see `mover.knockBack`. */
  knockBack(index: number, velocity: VectorLike): void;
  /** The whole state of an agent, as that of a Mover: 88 bytes, 140 with locomotion. */
  save(index: number): Uint8Array;
  /** An error for bytes that are no state; then nothing changes. */
  restore(index: number, bytes: Uint8Array): void;
  /** A copy for `world`, a copy of its world that was made at the same moment. */
  copy(world: World): Crowd;
}

export interface Loop {
  /** Passes time by hand. */
  advance(seconds: number): void;
  /** In a tick: that tick is the last. */
  stop(): void;
}

/**
 * Calls `tick(step)` for every `step` seconds that have passed, then `draw(alpha)` with the fraction of a tick since. With
 * `auto: false` it does so in `advance` only.
 */
export function fixed(step: number, tick: (dt: number) => void, draw?: (alpha: number) => void, options?: { auto?: boolean }): Loop;

/**
 * Steps a Mover and keeps what is needed to do it again, as JSON. If the mover was moved otherwise since the last tick, its state is kept; a setting that
 * changes must change by `set` here.
 */
export class Recording {
  constructor(mover: Mover);
  readonly mover: Mover;
  step(intent: Intent, dt: number): Mover;
  /** The calls of a Mover with these names, which are played again. */
  animate(motion: RootMotion, facing: number, dt: number): number;
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

/** A point of a manifold. */
export interface ManifoldPoint {
  /** Signed separation along the normal: negative in penetration. */
  distance: number;
  /** The point of the feature of `a`, moved by the radius of `a` along the normal; `pointB` likewise. */
  pointA: Vector;
  pointB: Vector;
  /**
   * The feature of `a` that meets that of `b`: the number of a vertex, those of the ends of an edge, or the three lowest of a face. A hull has the
   * numbers of its points; those of the corner of a box have bit 0 for the higher x, bit 1 for y, bit 2 for z.
   */
  featureA: number[];
  featureB: number[];
  /** Both features as a key of a Map, the same from tick to tick while they meet: for the impulse of the last tick (warm starting). */
  id: string;
}

/** The points that a solver needs to hold two shapes apart. */
export interface Manifold {
  /** Unit normal from `b` to `a`, the same for all points. */
  normal: Vector;
  /** Whether no other normal is as good. */
  unique: boolean;
  /** One to four. */
  points: ManifoldPoint[];
}

/** The contact of two shapes: `shapePoint` is on `a`, `point` on `b`. */
export type PairContact = Omit<Contact, "triangle" | "body">;

export interface Carom extends CaromMesh {
  /** `poses`: one for each shape, by default where they are. The shapes are solid and may overlap; each answers as if it were alone. */
  readonly Compound: new (shapes: readonly Shape[], poses?: readonly PoseLike[]) => Compound;
  readonly World: new () => World;
  readonly Sensors: new (world: World) => Sensors;
  readonly Pairs: new (world: World) => Pairs;
  readonly Mover: new (
    scene: Query,
    settings?: MoverSettings & { feet?: VectorLike; height?: number; axis?: VectorLike | null; locomotion?: boolean | LocomotionSettings },
  ) => Mover;
  readonly Crowd: new (world: World, options?: { /** One bit of the world's layers, for these agents alone. */ layer?: number }) => Crowd;
  readonly fixed: typeof fixed;
  /** Where two shapes are nearest, or deepest in each other; null if they are farther apart than `reach`. Normals point from `b` to `a`. */
  closest(a: Shape, b: Shape, reach?: number): PairContact | null;
  /** Whether two shapes touch or overlap. */
  overlap(a: Shape, b: Shape): boolean;
  /** The contact manifold of two shapes; null if they are farther apart than `reach`, by default 0. */
  manifold(a: Shape, b: Shape, reach?: number): Manifold | null;
  /**
   * The impulse (mass * length/s) with which a character of `mass` pushes the body that it met, to apply to that body of a physics engine at the
   * collision's `point`: that of an inelastic collision without friction, at most `limit` (a force times the tick; default: none). `inverseMass` is
   * that of the body at the point along the normal: 1 / m for one that cannot rotate, 0 for one that does not move. Zero if the character does not close
   * on the body, and without a limit between two infinite masses.
   */
  pushImpulse(collision: { readonly normal: VectorLike; readonly velocity: VectorLike }, mass: number, inverseMass: number, limit?: number): Vector;
}

/** Loads the wasm, once for all calls without options. */
export function load(options?: LoadOptions): Promise<Carom>;

import type { Resource, Vector } from "./mesh.js";

export type { Resource, Vector } from "./mesh.js";

/** A point or direction in the plane of a table: x runs across it, y along it; one corner of the playing surface is the origin. */
export interface Vector2 {
  x: number;
  y: number;
}
export type Vector2Like = Readonly<Vector2> | ArrayLike<number>;

export type TableName = "pool_7_ft" | "pool_8_ft" | "pool_9_ft" | "snooker" | "carom";
export type RackName = "eight_ball" | "nine_ball" | "ten_ball" | "snooker" | "three_cushion";
export type Motion = "stationary" | "spinning" | "rolling" | "sliding" | "pocketed" | "airborne" | "off_table";

/** Mass, size and friction of a ball; SI units. */
export interface BallParameters {
  mass: number;
  radius: number;
  slidingFriction: number;
  /** A rolling ball decelerates by this times gravity. */
  rollingFriction: number;
  spinningFriction: number;
  ballRestitution: number;
  /** For the model `friction: "average"`. */
  ballFriction: number;
  cushionRestitution: number;
  cushionFriction: number;
  gravity: number;
}

/** Dimensions between cushion noses, m and rad; those of pockets only if the table has some. */
export interface Dimensions {
  width: number;
  length: number;
  cushionHeight: number;
  cushionWidth: number;
  cornerMouth?: number;
  cornerCut?: number;
  cornerJawRadius?: number;
  cornerDepth?: number;
  cornerRadius?: number;
  sideMouth?: number;
  sideCut?: number;
  sideJawRadius?: number;
  sideDepth?: number;
  sideRadius?: number;
}

export interface BallState {
  /** Center, m. */
  position: Vector;
  /** m/s */
  velocity: Vector;
  /** rad/s */
  angularVelocity: Vector;
}

export interface Ball extends BallState {
  /** In a pocket, or off the table: then its center is higher than on the cloth. */
  isPocketed: boolean;
  parameters: BallParameters;
}

/** A ball that is given: at rest, or rolling without slip unless it has an `angularVelocity`. */
export interface BallLike {
  /** Its center: on the cloth without a `z`. In the air only where the slate lets balls bounce. */
  position: Vector2Like & { readonly z?: number };
  velocity?: Vector2Like & { readonly z?: number };
  angularVelocity?: Readonly<Vector> | ArrayLike<number>;
  isPocketed?: boolean;
  /** What differs from the balls of the table. */
  parameters?: Partial<BallParameters>;
}

export type FrictionModel = "average" | { alciatore: { a?: number; b?: number; c?: number } };

export interface Models {
  ball?: { frictionalInelastic: { friction?: FrictionModel } } | { mathavan2014: { friction?: FrictionModel; steps: number } };
  cushion?: "han2005" | { mathavan2010: { steps: number } };
  /** Default: it takes up all vertical impulses. Bouncing lets balls fly: restitution 0.5, and a ball that leaves the cloth vertically at
   *  `leastSpeed` (0.1 m/s) or slower stays on it. */
  slate?: "absorbing" | { bouncing: { restitution?: number; leastSpeed?: number } };
}

/** The fields of files for `carom pool --physics billiards`, in SI units and radians. A rack or balls are needed. */
export type TableOptions = {
  /** Default: the table of the rack's game, or `pool_9_ft`. */
  table?: TableName;
  /** What differs from that table. */
  dimensions?: Partial<Dimensions>;
  /** What differs from the balls of the table's game, for all of them. */
  ball?: Partial<BallParameters>;
  cue?: { mass?: number; /** Of the end of the shaft: squirt; 0 for none. */ endMass?: number; /** In radii. */ miscueOffset?: number };
  models?: Models;
} & (
  | { /** Ball 0 is the cue ball. */ rack: RackName; /** Between neighbors of the rack, m. Default 0: they touch. */ gap?: number; balls?: undefined }
  | { rack?: undefined; gap?: undefined; /** At most 64. */ balls: readonly BallLike[] }
);

/** A stroke of the cue; m/s and rad. */
export type Shot = {
  /** Of the cue. */
  speed: number;
  /** Of the butt: 0 for a level cue (default) to π/2. */
  elevation?: number;
  /** Offset of the tip to the right of the center, seen along the cue, in radii. */
  right?: number;
  /** Offset of the tip above the center, in radii: topspin, or draw if negative. */
  above?: number;
  /** The ball that the cue strikes. Default 0. */
  ball?: number;
} & (
  | { /** Counterclockwise from x. */ direction: number; atBall?: undefined }
  | { direction?: undefined; /** A full hit, without allowance for squirt and throw. */ atBall: number }
);

/** Shots as columns: a number holds for all of them. */
export interface Shots {
  speed: number | ArrayLike<number>;
  direction: number | ArrayLike<number>;
  elevation?: number | ArrayLike<number>;
  right?: number | ArrayLike<number>;
  above?: number | ArrayLike<number>;
  ball?: number | ArrayLike<number>;
}

/** The ends of many shots: a number each, or, shot after shot, one each ball. */
export interface ShotEnds {
  /** 0: all balls are at rest, 1: a miscue, 2: too many events. */
  status: Uint8Array;
  /** Time of the last event, s. */
  duration: Float64Array;
  eventCount: Uint32Array;
  /** The first ball that the struck ball collides with, or -1. */
  firstBallHit: Int32Array;
  /** x and y of each ball. */
  position: Float64Array;
  /** The pocket that each ball fell into, or -1, also off the table. */
  pocket: Int32Array;
  /** 1 for a ball that is in a pocket or off the table, also since before the shot. */
  isPocketed: Uint8Array;
}

/** An event; the states are those after it, and a ball moves in closed form from there. */
export type ShotEvent = {
  /** Since the strike, s. */
  time: number;
  ball: number;
  after: BallState;
} & (
  | { kind: "strike" }
  | { kind: "transition"; from: Motion; to: Motion }
  | { kind: "ball"; /** The ball with the higher number. */ other: number; otherAfter: BallState; /** Of the approach, m/s. */ speed: number }
  | { kind: "cushion"; /** Its place in `table.cushions`. */ cushion: number; speed: number }
  | { kind: "pocket"; /** Its place in `table.pockets`. */ pocket: number }
  | { kind: "slate"; /** At which the ball comes down on the cloth, m/s. */ speed: number }
  | { kind: "off_table" }
);

export interface TracePoint extends BallState {
  time: number;
  /** From this moment on. */
  motion: Motion;
}

/** A shot that was played. It never changes. */
export interface ShotResult extends Resource {
  readonly status: "at_rest" | "miscue" | "too_many_events";
  /** Time of the last event, s. */
  readonly duration: number;
  /** The first ball that the struck ball collides with. */
  readonly firstBallHit: number | null;
  /** All events, in their order. */
  readonly events: readonly ShotEvent[];
  /** The balls at the end, for `table.withBalls`; pocketed ones are at the centers of their pockets. */
  readonly balls: Ball[];
  readonly pocketed: { ball: number; pocket: number }[];
  /** The balls that left the table. */
  readonly offTable: number[];
  /** All balls at a time since the strike, s: in closed form, exact as the events are. */
  at(time: number): BallState[];
  /** The motion of a ball as a polyline, for drawing. */
  trace(ball: number): TracePoint[];
}

export type Cushion = { a: Vector2; b: Vector2; normal: Vector2; radius?: undefined } | { /** Of a rounded jaw of a pocket. */ center: Vector2; radius: number };

export interface AimedBall {
  /** The ball that is hit first. */
  ball: number;
  /** How far the aiming ball goes, m. */
  distance: number;
  /** Its center when it hits: the ghost ball. */
  ghost: Vector2;
  /** The direction in which the other ball leaves, without throw. */
  line: Vector2;
  /** 1 for a full hit, 1/2 for a cut of 30 degrees. */
  fullness: number;
}

/** A table with its balls, cue and models. It never changes: each shot starts from the same balls. */
export interface PoolTable extends Resource {
  readonly balls: Ball[];
  readonly dimensions: Dimensions;
  /** Corners from the origin clockwise, then the sides, that of low x first; or none. */
  readonly pockets: { center: Vector2; /** Of the circle that captures centers of balls. */ radius: number }[];
  /** Noses first. */
  readonly cushions: Cushion[];
  /** The cushions as polygons from nose to wood, for drawing. */
  readonly outlines: Vector2[][];
  /** The same table with other balls, for instance those of `result.balls`. */
  withBalls(balls: readonly BallLike[]): PoolTable;
  /** Plays a shot until all balls are at rest. A miscue is no error. */
  simulate(shot: Shot): ShotResult;
  /** Lets the balls move as they do, without a strike. */
  rollOut(): ShotResult;
  /** Plays many shots, each from the balls of the table, in this thread. An error names the shot. */
  simulateMany(shots: Shots | readonly Shot[]): ShotEnds;
  /** The first ball that a ball hits if it goes straight in a direction; cushions and pockets are not in the way. */
  aimedAt(ball: number, direction: Vector2Like): AimedBall | null;
}

export interface Billiards {
  /** The compiled wasm, to post to a Worker: `load({ wasm: module })`. */
  readonly module: WebAssembly.Module;
  readonly PoolTable: new (options: TableOptions) => PoolTable;
  /** The direction from one point to another for a shot; the same bits in every browser, which `Math.atan2` does not promise. */
  directionTo(from: Vector2Like, to: Vector2Like): number;
  /** Where the cue ball has to be at the hit to send an object ball towards a target, without throw; null if it is there. */
  ghostBall(object: Vector2Like, target: Vector2Like, radius: number): Vector2 | null;
}

/** Loads the wasm, once for all calls without `wasm`. */
export function load(options?: { wasm?: URL | string | Response | BufferSource | WebAssembly.Module }): Promise<Billiards>;

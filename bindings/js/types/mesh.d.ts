/// <reference lib="esnext.disposable" />
import type { Compound, Manifold } from "./index.js";

/** Vectors: `{ x, y, z }` (a `THREE.Vector3`) or an array of three numbers. */
export type VectorLike = { readonly x: number; readonly y: number; readonly z: number } | ArrayLike<number>;
export interface Vector {
  x: number;
  y: number;
  z: number;
}

/**
 * Convex shapes are plain objects. Those of three.js are shapes as they are: `Vector3`, `Sphere`, `Capsule`, `Box3`,
 * `OBB`, `Triangle`, and `Plane`: the half-space behind it.
 * A degenerate shape is its simpler kind: a capsule with equal ends is a ball, a radius of 0 the bare core.
 */
export type Shape = {
  /** A radius around the shape: all points within this distance of it. Default 0. */
  readonly rounding?: number;
} & (
  | VectorLike
  | { readonly center: VectorLike; readonly radius: number }
  /** An ellipsoid with these radii along its axes, which are x, y and z, or the columns of `rotation`. */
  | { readonly center: VectorLike; readonly radii: VectorLike; /** A `Matrix3`, or its numbers, column by column. */ readonly rotation?: { readonly elements: ArrayLike<number> } | ArrayLike<number> }
  | { readonly center: VectorLike; readonly halfSize: VectorLike; /** A `Matrix3`, or its numbers, column by column. */ readonly rotation?: { readonly elements: ArrayLike<number> } | ArrayLike<number> }
  | { readonly start: VectorLike; readonly end: VectorLike; readonly radius: number }
  | { readonly min: VectorLike; readonly max: VectorLike }
  /** A tapered capsule: the hull of a ball around `start` and a ball around `end`. */
  | { readonly start: VectorLike; readonly end: VectorLike; readonly radiusA: number; readonly radiusB: number }
  | { readonly a: VectorLike; readonly b: VectorLike; readonly c: VectorLike }
  /** A cylinder with flat ends around `a` and `b`. */
  | { readonly a: VectorLike; readonly b: VectorLike; readonly radius: number }
  /** A cone or frustum with flat ends around `a` and `b`; with a radius of 0 an end is the apex. */
  | { readonly a: VectorLike; readonly b: VectorLike; readonly radiusA: number; readonly radiusB: number }
  /** The half-space of the points x with `dot(normal, x) <= offset`: an unbounded floor or wall. The normal, of any length but zero, points outwards. */
  | { readonly normal: VectorLike; readonly offset: number }
  /** The same, with the constant of a `Plane` of three.js: `-offset`. */
  | { readonly normal: VectorLike; readonly constant: number }
  | { readonly points: ArrayLike<number> | readonly VectorLike[]; readonly radius?: number }
);

/** Three numbers a row, or one vector for all rows. */
export type Column = ArrayLike<number> | { readonly x: number; readonly y: number; readonly z: number };
/** Shapes of one kind for a batch. Fields of one row hold for all. */
export type Shapes = {
  /** A radius around all shapes. Default 0. */
  readonly rounding?: number;
} & (
  | Column
  | { readonly center: Column; readonly radius: number | ArrayLike<number> }
  | { readonly start: Column; readonly end: Column; readonly radius: number | ArrayLike<number> }
  | { readonly min: Column; readonly max: Column }
  | { readonly a: Column; readonly b: Column; readonly c: Column }
  | { readonly center: Column; readonly radii: Column }
  | { readonly a: Column; readonly b: Column; readonly radius: number | ArrayLike<number> }
  | { readonly a: Column; readonly b: Column; readonly radiusA: number | ArrayLike<number>; readonly radiusB: number | ArrayLike<number> }
  | { readonly start: Column; readonly end: Column; readonly radiusA: number | ArrayLike<number>; readonly radiusB: number | ArrayLike<number> }
);

export interface Contact {
  /** Signed separation: negative in penetration. */
  distance: number;
  /** The nearest or deepest point of the surface. */
  point: Vector;
  /** The nearest or deepest point of the shape. */
  shapePoint: Vector;
  /** Unit normal from the surface to the shape: the direction in which the shape separates. */
  normal: Vector;
  /** The largest possible error of the distance. */
  errorBound: number;
  /** The number of the triangle in its mesh, or of the shape in its compound; 0 for a shape of a world. */
  triangle: number;
  /** The body of the world; null for a mesh outside of a world. */
  body: Body | null;
}

export interface Hit {
  /** Time of impact: the fraction of `delta` before the touch, 0 to 1. */
  t: number;
  /** The point of touch, at time t. */
  point: Vector;
  /** Unit normal from the surface to the shape, at time t. */
  normal: Vector;
  triangle: number;
  body: Body | null;
  /** How the motion starts. One that starts overlapping is stopped at t = 0, unless `leaveOverlaps` lets it out. */
  start: "separate" | "touching" | "overlapping";
  /** The signed separation at the start; Infinity for "separate". */
  startDistance: number;
}

/** Answers of a batch, one row a shape. Without a contact: distance Infinity, triangle and body -1, point and normal NaN. */
export interface Contacts {
  distance: Float32Array;
  point: Float32Array;
  shapePoint: Float32Array;
  normal: Float32Array;
  triangle: Int32Array;
  /** The body's index, see `world.body(index)`; 0 for a mesh. */
  body: Int32Array;
}
export interface Hits {
  t: Float32Array;
  point: Float32Array;
  normal: Float32Array;
  triangle: Int32Array;
  body: Int32Array;
}

/** The displacement and rotation of a rigid sweep, both at constant speed. */
export interface RigidMotion {
  delta?: VectorLike;
  /** The center of the rotation, which only the displacement moves. */
  pivot?: VectorLike;
  /** Of any length but zero; the rotation is counter-clockwise around it. An angle needs it. */
  axis?: VectorLike;
  /** Radians, at most 10000; can exceed a full turn. */
  angle?: number;
}

/** Filters of a query of any surface. */
export interface PartFilters {
  /** Each part answers as if it were alone, with the edges inside a welded mesh. */
  internalEdges?: boolean;
  /** A sweep or ray, but not a rigid sweep, is not stopped by a part that it starts inside and moves out of. */
  leaveOverlaps?: boolean;
}

/** Filters of a query of a world. */
export interface Filters extends PartFilters {
  /** The layers of the query's shapes, a bit each: bodies with none of them in their mask do not count. Default: all. */
  layers?: number;
  /** Only bodies in one of these layers count. Default: all. */
  mask?: number;
  /** A body to leave out. */
  except?: Body;
  /** Sensors count too. */
  sensors?: boolean;
  /** Shapes and answers are relative to this point, in double precision. */
  origin?: VectorLike;
}

/** The queries of a mesh, a compound or a world. Touching counts. */
export interface Query {
  /** The contact of the least separation within `reach`. A mesh is a shell unless it is `solid`: a shape inside is separate from it. */
  closest(shape: Shape, reach?: number): Contact | null;
  /** Whether anything touches the shape: the cheapest query. */
  overlap(shape: Shape): boolean;
  /** The first hit of the shape moving by `delta` (shape cast). */
  sweep(shape: Shape, delta: VectorLike): Hit | null;
  /** The first hit of a ray from `from` to `from + delta`: t is a fraction of `delta`. */
  ray(from: VectorLike, delta: VectorLike): Hit | null;
  /** The first hit of a shape that rotates on its way. */
  sweepRigid(shape: Shape, motion: RigidMotion): Hit | null;
  /** The contact with every part within `reach`, sorted by body and triangle. */
  contacts(shape: Shape, reach?: number): Contact[];
  /**
   * The contacts with their manifolds, in which the shape is `a`: the points that a solver needs. Where the surface gives no normal of its own, as a welded mesh
   * gives to balls and capsules, it is `carom.manifold` with the part. `contact.body`, `contact.triangle` and the `id` of a point name it from tick to tick. Not in
   * `carom/mesh`.
   */
  manifolds(shape: Shape, reach?: number): { contact: Contact; manifold: Manifold }[];
  /**
   * The contacts with the `count` nearest parts within `reach`, the nearest first. Equal separations: the lowest body, then the lowest part. A
   * mesh can appear with several of its triangles. Not in `carom/mesh`.
   */
  closestN(shape: Shape, count: number, reach?: number): Contact[];
  /** The hit with every part that stops the shape, sorted by time. */
  sweepAll(shape: Shape, delta: VectorLike): Hit[];
  /** The bodies of a world that touch the shape. */
  overlaps(shape: Shape): Body[];

  /** `closest` for each row. `out`: the answers of a former call of the same size, to fill again. */
  closestBatch(shapes: Shapes, reach?: number, out?: Contacts): Contacts;
  overlapBatch(shapes: Shapes, out?: Uint8Array): Uint8Array;
  sweepBatch(shapes: Shapes, deltas: Column, out?: Hits): Hits;
  rayBatch(origins: Column, deltas: Column, out?: Hits): Hits;
  /** Those of row i are `offsets[i]` to `offsets[i + 1]` of the arrays. */
  contactsBatch(shapes: Shapes, reach?: number): Contacts & { offsets: Uint32Array };
}

/** `using mesh = …` calls `dispose` at the end of its block. */
export interface Resource extends Disposable {
  /** Frees the memory at once; without it that happens some time after the object has become unreachable. */
  dispose(): void;
}

/** A triangle mesh. It never changes but by `refitHeights` and, in `carom/full`, `refit`. */
export interface Mesh extends Query, Resource {
  readonly triangleCount: number;
  readonly byteCount: number;
  /** Whether it was built with `solid`. */
  readonly solid: boolean;
  readonly bounds: { min: Vector; max: Vector };
  /** Whether it is closed, so that `contains` and `signedDistance` have a meaning. Takes time linear in the triangles. */
  readonly closed: boolean;
  contains(point: VectorLike): boolean;
  /** Negative inside. */
  signedDistance(point: VectorLike): number;
  /** The corners of a triangle by its number. */
  triangle(index: number): { a: Vector; b: Vector; c: Vector };
  /**
   * Changes heights of a height field in place; the answers are then those of a new one. Worlds that have it as a body keep the old heights:
   * see `body.refitHeights`. Not in `carom/mesh`.
   */
  refitHeights(area: HeightArea): void;
  query(filters?: PartFilters): Query;
}

export interface MeshOptions {
  /** Only the fronts of triangles count, from which the corners run counter-clockwise. */
  oneSided?: boolean;
  /** Edges between triangles that differ by at most 5 degrees are internal: shapes slide over them without ghost collisions. */
  weld?: boolean;
  /** Built in three fifths of the time; queries take a tenth longer. */
  quick?: boolean;
  /** Less than half of the memory; queries take a quarter longer. */
  compact?: boolean;
  /**
   * A closed mesh with an inside, and one-sided: a shape that is inside as a whole overlaps, with its depth and the normal outwards. An error if
   * it has open edges, or if its triangles face inwards.
   */
  solid?: boolean;
}

/** New heights in some columns and rows of a height field. */
export interface HeightArea {
  /** The first column and the first row to change. */
  column: number;
  row: number;
  /** The number of columns to change. */
  columns: number;
  /** Row by row; NaN is a hole. */
  heights: ArrayLike<number>;
}

export interface HeightField {
  /** The height of a column and row is `heights[row * columns + column]`; NaN is a hole. y is up. */
  heights: ArrayLike<number>;
  columns: number;
  /** The distance between columns (along x) and rows (along z). Default 1. */
  cell?: number | [number, number];
  /** The position of the first column and row at height 0. */
  origin?: VectorLike;
}

/** A position, a `Matrix4`, or an object with `position`, `quaternion` and one `scale`: an `Object3D`, for example. */
export type PoseLike =
  | VectorLike
  | { readonly elements: ArrayLike<number> }
  | {
      readonly position?: VectorLike;
      readonly quaternion?: { readonly x: number; readonly y: number; readonly z: number; readonly w: number } | ArrayLike<number>;
      readonly scale?: number | VectorLike;
    };

export interface Body {
  /** The number in the answers of batches, and of `world.body(index)`; the only field that is enumerable, as in `console.log`, JSON and clones of a hit. */
  readonly index: number;
  /** Copies of what the world has, made each time; an error for a body that was removed. The rotation is a unit quaternion, within rounding of its own. */
  readonly pose: { readonly position: Readonly<Vector>; readonly quaternion: { readonly x: number; readonly y: number; readonly z: number; readonly w: number }; readonly scale: number };
  readonly velocity: Readonly<Vector>;
  readonly spin: { readonly axis: Readonly<Vector>; readonly speed: number };
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
   * those in its way. Call it in every tick, also when the body rests.
   */
  moveTo(pose: PoseLike, dt: number): void;
  setVelocity(velocity: VectorLike): void;
  /** Radians a second around an axis. */
  setSpin(axis: VectorLike, speed: number): void;
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
  replace(shape: Shape | Mesh | Compound): void;
  /** Changes heights of a body that is a height field, in its own frame. The first call copies a mesh that others share. */
  refitHeights(area: HeightArea): void;
  remove(): void;
}

/** What `carom.snapshot(...)` makes: a message for another thread. Transfer its `memory`. */
export interface Snapshot {
  readonly module: WebAssembly.Module;
  readonly memory: ArrayBuffer;
}

export interface LoadOptions {
  /** A copy of an instance of another thread, with all that it has built. */
  snapshot?: Snapshot;
  /** Where the wasm comes from, if not from beside the module: an address, a response, bytes or a compiled module. */
  wasm?: URL | string | Response | BufferSource | WebAssembly.Module;
}

export interface CaromMesh {
  /** The compiled wasm, to post to a Worker: `load({ wasm: module })`. */
  readonly module: WebAssembly.Module;
  /** `vertices`: three numbers each. `triangles`: three indices each; without them every three vertices are a triangle. */
  readonly Mesh: new (vertices: ArrayLike<number>, triangles?: ArrayLike<number> | null, options?: MeshOptions) => Mesh;
  heightField(field: HeightField): Mesh;
  /** This whole instance as a message. The meshes and worlds are `carom.received` after `load({ snapshot })`. */
  snapshot(...objects: Resource[]): Snapshot;
  /** The objects of the snapshot from which this instance was loaded. */
  readonly received: readonly Resource[];
}

/** Loads the wasm, once for all calls without options. */
export function load(options?: LoadOptions): Promise<CaromMesh>;

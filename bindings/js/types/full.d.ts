import type { Body, Carom, Compound, Contact, Hit, Hits, Intent, LoadOptions, Mesh, MeshOptions, RigidMotion, Shape, Shapes, Vector, VectorLike, World } from "./index.js";
import type { Column, Resource } from "./mesh.js";

export * from "./index.js";

/** With `carom/full` in a program, the objects of its instances have these methods; those of an instance of `carom` throw an error that says so. */
declare module "./mesh.js" {
  interface Query {
    /**
     * The first hit of the shape moving and rotating by `motion` in the next `time` seconds, in which every body of the world moves by its velocity
     * and turns around its origin by its spin, both from its pose now: a door, a sword, a train. `t` is the fraction of the time. An error for the query of a mesh
     * or compound.
     */
    sweepMoving(shape: Shape, motion: RigidMotion, time: number): Hit | null;

    /**
     * The contact of the least separation with any shape of a compound; `part` is the number of that shape. Equal separations: the lowest triangle, then the lowest
     * part. Takes as long as a query for each shape.
     */
    closestSurface(compound: Compound, reach?: number): (Contact & { part: number }) | null;
    /** Whether any shape of a compound touches anything. */
    overlapSurface(compound: Compound): boolean;
    /** The first hit of a compound moving by `delta`; `part` is the number of its shape that hits. */
    sweepSurface(compound: Compound, delta: VectorLike): (Hit & { part: number }) | null;
    /** The first hit of a compound that rotates on its way. */
    sweepRigidSurface(compound: Compound, motion: RigidMotion): (Hit & { part: number }) | null;
    /** The first hit of a compound moving and rotating as one, with bodies of a world that move in the same `time`: see `sweepMoving`. */
    sweepMovingSurface(compound: Compound, motion: RigidMotion, time: number): (Hit & { part: number }) | null;

    /** Whether anything stops the shape moving by `delta`: where `sweep` has a hit, in less time. */
    sweepAny(shape: Shape, delta: VectorLike): boolean;
    /** Whether anything is on a ray: visibility and shadows. */
    rayAny(from: VectorLike, delta: VectorLike): boolean;
    /** The parts that may touch a box, sorted by body and triangle: all that do, and perhaps some beside it. `body` as in the answers of batches. */
    partsInBox(box: { readonly min: VectorLike; readonly max: VectorLike }): { triangle: Int32Array; body: Int32Array };

    /** `sweepRigid` for each row. */
    sweepRigidBatch(shapes: Shapes, motions: RigidMotions, out?: Hits): Hits;
    /** `sweepAny` for each row: 1 or 0. */
    sweepAnyBatch(shapes: Shapes, deltas: Column, out?: Uint8Array): Uint8Array;
    /** `rayAny` for each row: 1 or 0. */
    rayAnyBatch(origins: Column, deltas: Column, out?: Uint8Array): Uint8Array;
  }

  interface Mesh {
    /** The contact of the least separation with another mesh within `reach`; the normal points to the other. Both are shells unless they are `solid`. */
    closestMesh(other: Mesh, reach?: number): (Contact & { otherTriangle: number }) | null;
    /** Whether the meshes touch, or one is inside the other and that is `solid`. */
    overlapMesh(other: Mesh): boolean;
    /** The first hit of the other mesh moving by `delta`. Triangles that overlap at the start stop it at t = 0. */
    sweepMesh(other: Mesh, delta: VectorLike): (Hit & { otherTriangle: number }) | null;
    /** The first hit of the other mesh, moving and rotating, with this one, which rests or moves by `ownMotion` in the same time. */
    sweepMeshRigid(other: Mesh, motion: RigidMotion, ownMotion?: RigidMotion): (Hit & { otherTriangle: number }) | null;
    /** Every two triangles of this mesh and another that touch: two numbers a pair, that of this mesh first, sorted. Fronts and backs count alike. */
    touchingTriangles(other: Mesh): Uint32Array;
    /**
     * The segments along which two triangles of this mesh and another cross: two numbers of triangles and six of its ends each, sorted by triangle. Ends
     * are equal if the triangles only touch. Triangles in one plane have no segment.
     */
    crossings(other: Mesh): { triangles: Uint32Array; ends: Float32Array };
    /** The lines along which two meshes cross, three numbers a point; the last point of a loop is its first. Lines end where more than two segments meet. */
    crossingLines(other: Mesh): Float32Array[];
    /**
     * How this mesh must move so that two overlapping meshes only touch: the shortest translation that a search finds (of convex meshes the shortest one
     * up to a part in a thousand), and a length below which there is none; that is 0 unless one of them is `solid`. null if they do not overlap. Takes as
     * long as some hundred sweeps of the meshes.
     */
    penetration(other: Mesh): { translation: Vector; atLeast: number } | null;

    /**
     * How often the mesh winds around a point. Of a closed mesh a whole number but for rounding, 1 inside and 0 outside; where triangles are missing,
     * doubled or turned it changes gradually, and above a half counts as inside.
     */
    windingNumber(point: VectorLike): number;
    /** The parts of a ray inside of a closed mesh, in their order, as fractions of `delta`: where it enters (0 if it starts inside) and where it leaves (1 if it ends inside). */
    rayIntervals(from: VectorLike, delta: VectorLike): [number, number][];
    /** The weights of the corners at the point of a triangle nearest to `point`: they interpolate what vertices carry, such as texture coordinates. */
    barycentric(triangle: number, point: VectorLike): [number, number, number];
    /** A copy with each coordinate multiplied by that of `factors`, in the time of a refit. An error for factors that are not more than 0. */
    scaled(factors: VectorLike): Mesh;

    /**
     * Moves the vertices: a skin, a cloth. `triangles` are those of before. Takes a fraction of the time of a new mesh, of which it then has the
     * answers; far from its first form queries take longer, and the internal edges of `weld` stay those of before. Worlds that have it as a body keep the
     * old form: see `body.refitMesh`. An error for a height field, and for another number of triangles.
     */
    refit(vertices: ArrayLike<number>, triangles?: ArrayLike<number> | null): void;

    /** `contains` for each row: 1 or 0. */
    containsBatch(points: Column, out?: Uint8Array): Uint8Array;
    /** `signedDistance` for each row. */
    signedDistanceBatch(points: Column, out?: Float32Array): Float32Array;
    /** `windingNumber` for each row. */
    windingNumberBatch(points: Column, out?: Float64Array): Float64Array;
  }

  interface Body {
    /**
     * Welds the mesh of this body as a part of one surface with the meshes of others, so that a shape that slides from tile to tile of a terrain has no
     * ghost collisions at the borders. For a tile that has come, among its up to eight neighbors, and again for each tile of which a neighbor has come,
     * gone or been edited. The first call copies a mesh that others share.
     */
    weldMesh(neighbors: readonly Body[]): void;
    /** Moves the vertices of a body that is a mesh, in its own frame: see `mesh.refit`. The first call copies a mesh that others share. */
    refitMesh(vertices: ArrayLike<number>, triangles?: ArrayLike<number> | null): void;
  }
}

declare module "./index.js" {
  interface World {
    /** Makes the later state of a difference out of the earlier one: the same bodies to the bit. An error for a world that is not in the earlier state; then nothing changes. */
    apply(diff: Diff): void;
  }

  interface Pairs {
    /**
     * Instead of `update`, and always with the same world: the pairs of a body of this world and a body of the other, `moving` or not. Both worlds have
     * the same origin.
     */
    updateWith(other: World): this;
  }

  interface Collision {
    /** That of the material; 0 without one. */
    tag: number;
  }

  interface Mover extends Abilities {
    /**
     * Sets the materials of the scene, from the next tick on. They replace all that were set before. An error for two different materials of one place;
     * then nothing changes.
     */
    setSurfaces(materials: readonly SurfaceMaterial[]): void;
    /** The friction of the ground under the character, by which `locomotion` accelerates and slows down: 1 in the air and without a material. */
    grip(): number;
  }

  interface Crowd extends AgentAbilities {
    /** Sets the materials of the world for all agents that the crowd has; to call again for those that are added later. */
    setSurfaces(materials: readonly SurfaceMaterial[]): void;
  }
}

/** What a character does besides walking. Of a Mover; for those of an agent see AgentAbilities. */
export interface Abilities {
  /**
   * Before each tick: whether a press of jump counts, on the ground or as one of these jumps in the air, for `airJump` of the intent of this tick:
   * `hero.step({ velocity, jump: pressed ? 5 : 0, airJump: hero.airJump(jumps, pressed, dt) }, dt)`. With `locomotion`, which needs `dt`, a press within
   * coyote time counts as one from the ground, and a press that does not count is buffered. Changes `jumps.left`: all are left on the ground.
   */
  airJump(jumps: AirJumps, pressed: boolean, dt?: number): boolean;
  /** Once the button of a jump is let go: limits the speed upward, for a lower jump. */
  cutJump(rise: number): void;
  /**
   * Before a tick in which jump is pressed in the air: if there is a wall within two skins, knocks a character with `locomotion` away from it and up, at these
   * speeds. Returns whether it did.
   */
  wallJump(jump: { away: number; rise: number }): boolean;
  /**
   * A tick of a dash, in the place of `step`. Changes `dash.left`. Returns false when the dash was over before this tick: nothing has moved then, and the
   * character is at rest. It ends in the same place at every tick rate.
   */
  dash(dash: Dash, dt: number): boolean;
  /** A tick with this intent, without `rise`, in which the character never falls faster than `speed`. A jump and a flight are as ever. */
  glide(speed: number, intent: Intent, dt: number): this;
  /** A tick in water, in the place of `step`; `wanted` is a velocity in any direction. Returns false above the water: nothing has moved then. */
  swim(water: Water, wanted: VectorLike, dt: number): boolean;
  /** The path up to a ledge ahead, or null. `ahead` is how far it searches and goes, horizontally: the ledge has to begin within it, and to carry at its end. */
  mantle(mantle: Mantle, ahead: VectorLike): AbilityPath | null;
  /** The path over a wall ahead and to the ground right behind it, or null. */
  vault(vault: Vault, ahead: VectorLike): AbilityPath | null;
  /** The path out of water on to a ledge ahead that is at most `above` over the surface, or null. */
  waterExit(water: Water, ahead: VectorLike, limits: { above: number; speed: number }): AbilityPath | null;
  /** Whether the feet are within a distance of a ladder. */
  isNear(ladder: Ladder, distance: number): boolean;
  /** The path up a ladder: to the nearest place on it, to its top, off it. A new one can begin in any tick. */
  climbUp(ladder: Ladder): AbilityPath | null;
  /** The path down a ladder, to its bottom. */
  climbDown(ladder: Ladder): AbilityPath | null;
  /**
   * A tick along a path, in the place of `step`, without gravity and around the corners inside the tick too. Changes the path. Returns the time of the tick
   * that is left after its end, or null while it goes on; at the end the character is at rest. If something was in the way, it ends at the next corner.
   */
  follow(path: AbilityPath, dt: number): number | null;
}

/** The same with the number of an agent in front. */
type OfAgents<Given> = { [Name in keyof Given]: Given[Name] extends (...given: infer Arguments) => infer Answer ? (index: number, ...given: Arguments) => Answer : never };

/**
 * The abilities of the agents of a crowd: `crowd.dash(index, dash, dt)`. Searches and jumps act at once. A dash, a glide and a swim move the agent in the next `step`,
 * which must be one of `dt`, in the place of its intent, with the same bits as a Mover. No agent is in the way of a search or a path.
 */
export interface AgentAbilities extends OfAgents<Omit<Abilities, "glide" | "follow">> {
  /** See `mover.glide`. */
  glide(index: number, speed: number, intent: Intent, dt: number): void;
  /** The agent stays in the next `step`, and then moves along the path for `dt`: see `mover.follow`. `path.points` is empty when it is over; the rest of that tick is lost. */
  follow(index: number, path: AbilityPath, dt: number): void;
}

/** Jumps in the air after each landing: 1 for a double jump. Plain data, as a dash and a path: keep them with `save()`. */
export interface AirJumps {
  most: number;
  /** How many are left; at first all. */
  left?: number;
}

/** A dash: a velocity, without gravity, for a time. */
export interface Dash {
  velocity: VectorLike;
  /** The time that is left, s. */
  left: number;
}

/** A path of the feet at a steady speed, at most 8 places; empty when it is over. */
export interface AbilityPath {
  /** The places that are still to reach, in their order. */
  points: VectorLike[];
  speed: number;
  /** The time to the first of them, s; null before the first tick towards it. */
  needed?: number | null;
}

/** The heights of ledges over the feet that are climbed, and the speed. */
export interface Mantle {
  lowest: number;
  highest: number;
  speed: number;
}

/** The heights of walls over the feet that are vaulted, how far below the feet the ground behind may be, and the speed. */
export interface Vault extends Mantle {
  drop: number;
}

/** A ladder: the line of feet on it, where they step off at the top, and the speed. */
export interface Ladder {
  bottom: VectorLike;
  top: VectorLike;
  exit: VectorLike;
  speed: number;
}

/** Water below a level surface. */
export interface Water {
  /** The height of the surface along up. */
  surface: number;
  /** How far below it the feet of a character are that floats. */
  float: number;
  /** The speed with which a character that does nothing rises to the surface. */
  buoyancy: number;
  /** How fast water brakes to the wanted velocity, 1/s. More than 0. */
  drag: number;
}

/** A displacement and a rotation for each row of a batch. Fields of one row hold for all. */
export interface RigidMotions {
  readonly delta?: Column;
  readonly pivot?: Column;
  /** Of any length but zero; where the angle is not 0. */
  readonly axis?: Column;
  /** Radians, at most 10000. */
  readonly angle?: number | ArrayLike<number>;
}

/** What a body, or one part of it, is made of. */
export interface SurfaceMaterial {
  /** A body of the world that is walked on; none on a mesh. */
  body?: Body;
  /** The number of the triangle in its mesh, or of the shape in its compound. Without it: all that have no material of their own. */
  triangle?: number;
  /** The steepest slope of it that can be walked, in degrees; by default that of the mover. */
  maxSlope?: number;
  /** false: characters do not step up on to it; its edges are walls for those below. */
  step?: boolean;
  /** A factor of the acceleration and friction of `locomotion`: 0.1 for ice, 0 for none. Default 1. */
  friction?: number;
  /** Velocity of the material over its body, in the world: a conveyor. */
  velocity?: VectorLike;
  /** A number of 32 bits of the caller, in `collisions()`. Default 0. */
  tag?: number;
}

/** What has changed between two states of a world. */
export interface Diff extends Resource {
  /** Whether both states are the same to the bit. */
  readonly isEmpty: boolean;
  /** The bodies of the lists, as those of a world in one of the two states. `moved` are those of `changed` with another pose. */
  bodies(world: World): { removed: Body[]; added: Body[]; changed: Body[]; moved: Body[] };
  /** To send or to store: JSON, which keeps every bit, as the C and the Python library write it. Shapes and meshes of bodies that were added are in it. */
  toBytes(): Uint8Array;
}

/** Where a ray crosses the boundary of a shape. */
export interface Crossing {
  /** The fraction of `delta`. */
  t: number;
  point: Vector;
  /** Outward unit normal of the shape. */
  normal: Vector;
}

/** A 2D polygon with holes. Rings are two numbers a point, or points, either way round; they may end with their first point. */
export interface Polygon {
  readonly outline: Ring;
  readonly holes?: readonly Ring[];
}
export type Ring = ArrayLike<number> | readonly ({ readonly x: number; readonly y: number } | ArrayLike<number>)[];

/** The first touch of two shapes. */
export type PairHit = Omit<Hit, "triangle" | "body">;

export interface CaromFull extends Carom {
  /**
   * Of a world since an earlier state of it that `world.copy()` has kept, or a later one for the way back: for the network, rollback, undo. The difference
   * from an empty world is the whole state. Or of the bytes of one.
   */
  readonly Diff: { new (world: World, before: World): Diff; new (bytes: Uint8Array): Diff };
  /** The first touch of two shapes that move in the same time; null if they are free all the way. Without `deltaB` the second rests. */
  sweep(a: Shape, deltaA: VectorLike, b: Shape, deltaB?: VectorLike): PairHit | null;
  /** The same for shapes that may rotate; one without a motion rests. */
  sweepRigid(a: Shape, motionA: RigidMotion | null, b: Shape, motionB?: RigidMotion | null): PairHit | null;
  /** The part of a ray that is inside a shape; null for a miss. No `entry`: it starts inside; no `exit`: it ends inside. */
  rayInterval(from: VectorLike, delta: VectorLike, shape: Shape): { entry: Crossing | null; exit: Crossing | null } | null;
  /** The parameter of the point of a segment nearest to `point`: 0 at `a`, 1 at `b`. Of a segment without length it is 0. */
  segmentParameter(a: VectorLike, b: VectorLike, point: VectorLike): number;
  /**
   * The triangles of a polygon, counter-clockwise, three indices each: a constrained Delaunay triangulation without new points. The points are two numbers
   * each, without repetitions, the outline counter-clockwise, then the holes clockwise.
   */
  triangulate(polygon: Polygon): { points: Float32Array; triangles: Uint32Array };
  /** The flat mesh of a polygon at a height, with its front up: x and y of the polygon are x and z. Its triangles are those of `triangulate`. */
  polygonFloor(polygon: Polygon, height: number, options?: Omit<MeshOptions, "quick" | "solid">): Mesh;
  /** The closed mesh of a polygon between two heights: the triangles of the top, those of the bottom, then two for each side. */
  polygonPrism(polygon: Polygon, low: number, high: number, options?: Omit<MeshOptions, "quick">): Mesh;
}

/** Loads the wasm, once for all calls without options. */
export function load(options?: LoadOptions): Promise<CaromFull>;

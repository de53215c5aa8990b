/// <reference lib="esnext.disposable" />
import type { LineSegments, Matrix4, Object3D, Raycaster, Vector3 } from "three";
import type { Body, BodyOptions, Carom, Mesh, MeshOptions, Mover, World } from "./index.js";
import type { CaromMesh } from "./mesh.js";

export interface Source {
  object: Object3D;
  instanceId: number | undefined;
  faceIndex: number;
}

/** The object of a triangle: null for -1, a miss in a batch. Other numbers that are no triangle are errors. */
export interface SourceOf {
  (triangle: -1): null;
  (triangle: number): Source;
}

export interface Selection {
  /** Leaves out an object and all below it. */
  skip?: (object: Object3D) => boolean;
  /** The triangles are relative to this matrix. Default: world space. */
  frame?: Matrix4;
}

/** All triangles of the meshes below an object: matrices, instances, morph targets and the current pose of skins are applied. */
export function trianglesOf(root: Object3D, options?: Selection): { vertices: Float32Array; triangles: Uint32Array; source: SourceOf };

/** A Mesh of everything below an object, in world space. */
export function meshOf(carom: CaromMesh, root: Object3D, options?: Selection & MeshOptions): Mesh & { source: SourceOf };

/** A World with everything below an object as one body at rest. */
export function worldOf(carom: Carom, root: Object3D, options?: Selection & MeshOptions): World & { level: Body; mesh: Mesh & { source: SourceOf } };

/** Adds an object and all below it to a world as a body, with its pose and scale. Its `data` is the object. */
export function bodyOf(
  carom: Carom,
  world: World,
  object: Object3D,
  options?: Omit<BodyOptions, "pose"> & MeshOptions & Pick<Selection, "skip">,
): Body & { object: Object3D; mesh: Mesh; /** In every tick: moves the body to where the object is. */ follow(dt: number): void };

/** The first intersection of a Raycaster with a mesh, in the form of three.js; `triangle` is the number in the mesh. */
export function intersect(
  raycaster: Raycaster,
  mesh: Mesh,
): ({ distance: number; point: Vector3; normal: Vector3; triangle: number } & Partial<Source>) | null;

/** Draws the (main) capsule of a Mover, upright or along its axis: green on the ground, yellow in the air, red where it is stuck. */
export class MoverHelper extends LineSegments {
  /** `radius`: in place of that of the mover. */
  constructor(mover: Mover, options?: { radius?: number });
  readonly mover: Mover;
  /** Before each picture, with the `alpha` of `fixed`. */
  update(alpha?: number): void;
  dispose(): void;
  [Symbol.dispose](): void;
}

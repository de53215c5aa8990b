// three.js: meshes and worlds of scenes, bodies of objects, intersections of a Raycaster, and a helper that draws a character.

import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments, Matrix4, Object3D, Quaternion, Vector3 } from "three";
import { finite, isFinite32, known, shown } from "./values.js";

const MESH_OPTIONS = ["oneSided", "weld", "quick", "compact", "solid"];

/** Refuses what is no instance, above all a promise of it. */
function instance(carom, needed) {
  if (typeof carom?.then === "function") throw new TypeError("carom is a promise: await load()");
  if (!carom?.core || !carom.Mesh) throw new TypeError(`carom must be what load() returns, not ${shown(carom)}`);
  if (needed === "World" && !carom.World) throw new TypeError("carom is an instance of carom/mesh, which has no worlds: take load() of carom");
}

function object3D(object, name) {
  if (!object?.isObject3D) throw new TypeError(`${name} must be an Object3D, not ${shown(object)}`);
}

/** The meshes below an object, each instance of an InstancedMesh with its own matrix. */
function* meshesBelow(object, skip) {
  if (skip?.(object)) return;
  if (object.isBatchedMesh) throw new TypeError(`the BatchedMesh "${object.name}" cannot be read: skip it, and give its parts as meshes`);
  if (object.isInstancedMesh) {
    for (let instance = 0; instance < object.count; instance++) {
      const matrix = new Matrix4();
      object.getMatrixAt(instance, matrix);
      yield { object, instance, matrix: matrix.premultiply(object.matrixWorld) };
    }
  } else if (object.isMesh) yield { object, instance: undefined, matrix: object.matrixWorld };
  for (const child of object.children) yield* meshesBelow(child, skip);
}

/** The range of a geometry that is drawn, in whole triangles. */
function drawn({ index, attributes, drawRange }) {
  const count = index ? index.count : attributes.position.count, start = Math.min(drawRange.start, count);
  return [start, Math.floor((Math.min(drawRange.start + drawRange.count, count) - start) / 3)];
}

/**
 * All triangles of the meshes below an object, in world space or relative to `frame`: matrices, instances, morph targets and the
 * current pose of skins are applied.
 */
export function trianglesOf(root, { skip, frame } = {}) {
  object3D(root, "root");
  if (skip !== undefined && typeof skip !== "function") throw new TypeError(`options.skip must be a function of an object, not ${shown(skip)}`);
  if (frame !== undefined && !frame?.isMatrix4) throw new TypeError(`options.frame must be a Matrix4, not ${shown(frame)}`);
  root.updateWorldMatrix(true, true);
  const parts = [...meshesBelow(root, skip)].filter(({ object }) => object.geometry?.attributes?.position);
  const sources = [], corner = new Vector3(), inverse = frame?.clone().invert();
  let vertexCount = 0, triangleCount = 0;
  for (const { object, instance } of parts) {
    sources.push({ object, instanceId: instance, first: triangleCount });
    vertexCount += object.geometry.attributes.position.count;
    triangleCount += drawn(object.geometry)[1];
  }
  if (triangleCount === 0) throw new RangeError("root has no triangles that are not skipped");
  const vertices = new Float32Array(3 * vertexCount), triangles = new Uint32Array(3 * triangleCount);
  let vertex = 0, to = 0;
  for (const { object, matrix } of parts) {
    const { geometry } = object, { position } = geometry.attributes, [start, count] = drawn(geometry);
    const whole = inverse ? inverse.clone().multiply(matrix) : matrix;
    // A mirrored mesh shows the other sides of its triangles.
    const [second, third] = whole.determinant() < 0 ? [2, 1] : [1, 2];
    for (let i = 0; i < position.count; i++) object.getVertexPosition(i, corner).applyMatrix4(whole).toArray(vertices, 3 * (vertex + i));
    for (let i = 0; i < count; i++) {
      for (const number of [0, second, third]) {
        const at = start + 3 * i + number;
        triangles[to++] = vertex + (geometry.index ? geometry.index.getX(at) : at);
      }
    }
    vertex += position.count;
  }
  return { vertices, triangles, source: sourceOf(sources, triangleCount) };
}

/** A function that finds the mesh of a triangle, and the number of the triangle in it. Misses of batches have -1. */
function sourceOf(sources, count) {
  return (triangle) => {
    if (triangle === -1) return null;
    if (!Number.isInteger(triangle)) throw new TypeError(`triangle must be the number of a triangle, not ${shown(triangle)}`);
    if (triangle < 0 || triangle >= count) throw new RangeError(`triangle is ${triangle}, but there are ${count} triangles`);
    let low = 0, high = sources.length;
    while (high - low > 1) {
      const middle = low + high >> 1;
      if (sources[middle].first <= triangle) low = middle;
      else high = middle;
    }
    const { object, instanceId, first } = sources[low];
    return { object, instanceId, faceIndex: triangle - first };
  };
}

/** A Mesh of everything below an object, in world space. `mesh.source(triangle)` has the object of a triangle. */
export function meshOf(carom, root, options = {}) {
  instance(carom, "Mesh");
  known(options, [...MESH_OPTIONS, "skip", "frame"], "options");
  const { skip, frame, ...rest } = options, { vertices, triangles, source } = trianglesOf(root, { skip, frame });
  return Object.assign(new carom.Mesh(vertices, triangles, rest), { source });
}

/** A World with everything below an object as one body at rest: `world.level`. */
export function worldOf(carom, root, options = {}) {
  instance(carom, "World");
  const mesh = meshOf(carom, root, options), world = new carom.World();
  return Object.assign(world, { level: world.add(mesh), mesh });
}

/** Position and rotation of an object, with a scale of 1. */
function frameOf(object) {
  const [position, quaternion] = [new Vector3(), new Quaternion()];
  object.updateWorldMatrix(true, false);
  object.matrixWorld.decompose(position, quaternion, new Vector3());
  return { position, quaternion };
}

/**
 * Adds an object and all below it to a world as a body, in its pose and with its scale. `body.follow(dt)` in every tick moves the
 * body to where the object is.
 */
export function bodyOf(carom, world, object, options = {}) {
  instance(carom, "World");
  if (world?._kind !== "world") throw new TypeError(`world must be a World, not ${shown(world)}`);
  object3D(object, "object");
  const { skip, oneSided, weld, quick, compact, ...body } = options, pose = frameOf(object);
  const frame = new Matrix4().compose(pose.position, pose.quaternion, new Vector3(1, 1, 1));
  const mesh = meshOf(carom, object, { skip, frame, oneSided, weld, quick, compact });
  const added = world.add(mesh, { data: object, ...body, pose });
  const own = { object, mesh, follow: (dt) => added.moveTo(frameOf(object), dt) };
  // Not enumerable, as all that a body has but its number.
  for (const name in own) Object.defineProperty(added, name, { value: own[name] });
  return added;
}

const AXES = ["x", "y", "z"];

/** The range of distances in which a ray is in a box, which is larger by `margin`; null if it never is. */
function clipped(from, along, { min, max }, margin) {
  let enter = -Infinity, exit = Infinity;
  for (const axis of AXES) {
    const low = min[axis] - margin - from[axis], high = max[axis] + margin - from[axis], d = along[axis];
    if (d === 0 && (low > 0 || high < 0)) return null;
    if (d === 0) continue;
    enter = Math.max(enter, Math.min(low / d, high / d));
    exit = Math.min(exit, Math.max(low / d, high / d));
  }
  return enter <= exit ? [enter, exit] : null;
}

/** Of the size of a mesh: by so much a ray from outside starts before its bounds, and one from inside behind its origin. */
const BEFORE = 1e-3, BEHIND = 2 ** -17;

/** The bounds of a mesh, their diagonal, and the margin that also covers the rounding of coordinates. */
function extentOf(mesh) {
  const { bounds } = mesh, size = new Vector3().copy(bounds.max).distanceTo(bounds.min);
  const farthest = Math.max(...[bounds.min, bounds.max].flatMap((corner) => AXES.map((axis) => Math.abs(corner[axis]))));
  return { bounds, size, margin: BEFORE * size + 2 ** -22 * farthest };
}

/**
 * The first intersection of a Raycaster with a mesh of `meshOf`, in the form of three.js; null for none.
 *
 * A hit is a fraction of the motion in single precision, so the ray is cut to the bounds of the mesh first, in double precision.
 */
export function intersect(raycaster, mesh) {
  if (!raycaster?.ray) throw new TypeError(`raycaster must be a Raycaster, not ${shown(raycaster)}`);
  if (mesh?._kind !== "mesh") throw new TypeError(`mesh must be a Mesh, not ${shown(mesh)}`);
  const { origin, direction } = raycaster.ray, along = direction.clone().normalize(), { near = 0, far = Infinity } = raycaster;
  for (const axis of AXES) {
    if (!isFinite32(origin[axis])) finite(origin[axis], `raycaster.ray.origin.${axis}`);
    if (!isFinite32(direction[axis])) finite(direction[axis], `raycaster.ray.direction.${axis}`);
  }
  if (along.lengthSq() === 0) throw new RangeError("raycaster.ray.direction is zero");
  const { bounds, size, margin } = extentOf(mesh), range = clipped(origin, along, bounds, margin);
  if (range === null) return null;
  const start = Math.max(near, range[0]), end = Math.min(far, range[1]);
  // A surface that is nearer to the start than 2^-19 of the motion counts as passed, so the start is a little behind, first.
  const ahead = (hit) => (hit !== null && hit.distance < near ? cast(mesh, origin, along, start, end) : hit);
  const hit = start < end ? ahead(cast(mesh, origin, along, start - BEHIND * size, end)) : null;
  return hit && { ...hit, ...mesh.source?.(hit.triangle) };
}

/** The first hit between two distances from an origin. */
function cast(mesh, origin, along, start, end) {
  const from = origin.clone().addScaledVector(along, start), hit = mesh.ray(from, along.clone().multiplyScalar(end - start));
  const vector = ({ x, y, z }) => new Vector3(x, y, z);
  return hit && { distance: start + hit.t * (end - start), point: vector(hit.point), normal: vector(hit.normal), triangle: hit.triangle };
}

const RING = 24;

/** The lines of a capsule along y around the origin. */
function capsuleLines(radius, half) {
  const lines = [], [low, high] = [-half, half];
  const point = (angle, y, axis) => {
    const [c, s] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    return axis === 1 ? [c, y, s] : axis === 0 ? [c, y + s, 0] : [0, y + s, c];
  };
  for (let i = 0; i < RING; i++) {
    const [a, b] = [i, i + 1].map((k) => 2 * Math.PI * k / RING);
    for (const y of [low, high]) lines.push(point(a, y, 1), point(b, y, 1));
    for (const axis of [0, 2]) {
      const y = i < RING / 2 ? high : low;
      lines.push(point(a, y, axis), point(b, y, axis));
    }
  }
  for (const [x, z] of [[radius, 0], [-radius, 0], [0, radius], [0, -radius]]) lines.push([x, low, z], [x, high, z]);
  return new Float32Array(lines.flat());
}

/** Draws the capsule of a Mover, upright or along its axis; green on the ground, red where it is stuck. Call `update(alpha)` before each picture. */
export class MoverHelper extends LineSegments {
  constructor(mover, { radius } = {}) {
    if (typeof mover?.step !== "function") throw new TypeError(`mover must be a Mover, not ${shown(mover)}`);
    super(new BufferGeometry(), new LineBasicMaterial());
    this.mover = mover;
    /** In place of that of the mover. */
    this.radius = radius;
    this.update();
  }

  update(alpha = 1) {
    const { mover } = this, { height } = mover, radius = this.radius ?? mover.radius, half = Math.max(height / 2 - radius, 0);
    const up = new Vector3().copy(mover.settings.up), axis = mover.axis ? new Vector3().copy(mover.axis) : up;
    const drawn = [height, radius, ...up, ...axis].join();
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      this.geometry.setAttribute("position", new BufferAttribute(capsuleLines(radius, half), 3));
      this.geometry.applyQuaternion(new Quaternion().setFromUnitVectors(Object3D.DEFAULT_UP, axis));
      // Relative to the feet, the lowest point.
      this.geometry.translate(...up.multiplyScalar(radius + half * Math.abs(axis.dot(up))));
      this.geometry.computeBoundingSphere();
    }
    this.position.lerpVectors(mover.before, mover.feet, alpha);
    this.material.color.set(mover.stuck ? 0xff4040 : mover.onGround ? 0x40c060 : 0xe0c040);
  }

  // Without the symbol it is the method below.
  [Symbol.dispose ?? "dispose"]() {
    this.dispose();
  }

  dispose() {
    this.geometry.dispose();
    this.material.dispose();
  }
}

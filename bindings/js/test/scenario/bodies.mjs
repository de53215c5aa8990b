// The bodies of a scenario in a world of the package (crates/carom-cli/src/stage.rs).
//
// A body at rest is placed in double precision and rounded once; a moving body keeps its own frame and has a pose.

import { Path } from "./path.mjs";

const float = Math.fround, vector = (v) => v.map(float);
const plus = (a, b) => a.map((x, i) => float(x + b[i])), minus = (a, b) => a.map((x, i) => float(x - b[i]));
const AXES = [0, 1, 2];

/** How points of a body are placed. */
function placing(path) {
  const { columns: [a, b, c], origin } = path.place(0);
  const turned = ([x, y, z]) => a.map((_, i) => a[i] * x + b[i] * y + c[i] * z);
  if (path.moves) return { place: (p) => p, turn: (v) => v, turns: false };
  return { place: (p) => turned(p).map((x, i) => origin[i] + x), turn: turned, turns: path.turn !== undefined };
}

function boxOf({ center = [0, 0, 0], half }, { place, turn, turns }) {
  const middle = vector(place(center)), sides = AXES.map((axis) => vector(turn(AXES.map((i) => (i === axis ? half[axis] : 0)))));
  if (turns) return { center: middle, halfSize: [1, 1, 1], rotation: sides.flat() };
  const half32 = sides.map((side, axis) => side[axis]);
  return { min: minus(middle, half32), max: plus(middle, half32) };
}

const isOneSided = ({ one_sided, mesh }) => one_sided ?? mesh?.one_sided ?? false;

/** The shape or the mesh of a body. */
function shapeOf(carom, body, path) {
  const to = placing(path), { place } = to;
  if (body.mesh) {
    const { vertices, triangles } = body.mesh;
    return new carom.Mesh(Float32Array.from(vertices.flatMap(place)), Uint32Array.from(triangles.flat()), { oneSided: isOneSided(body) });
  }
  if (body.heightfield) {
    // In the file a row runs along z, in the package along x.
    const { heights, cell } = body.heightfield, columns = heights.length;
    const along = heights[0].flatMap((_, z) => heights.map((row) => row[z] ?? NaN));
    return carom.heightField({ heights: along, columns, cell });
  }
  if (body.compound) return new carom.Compound(body.compound.parts.map((part) => convexOf(part, within(to, placing(new Path(part))))));
  return convexOf(body, to);
}

/** How points are placed that are placed twice. */
const within = (outer, inner) => ({ place: (p) => outer.place(inner.place(p)), turn: (v) => outer.turn(inner.turn(v)), turns: outer.turns || inner.turns });

/** A convex shape, with the radius around it. */
function convexOf(body, to) {
  const shape = coreOf(body, to);
  return body.rounding === undefined ? shape : { ...shape, rounding: body.rounding };
}

function coreOf(body, to) {
  const { place, turn } = to;
  if (body.box) return boxOf(body.box, to);
  if (body.capsule) return { start: place(body.capsule.a), end: place(body.capsule.b), radius: body.capsule.radius };
  // A ball is a capsule without length there.
  if (body.ball) return { start: place(body.ball.center), end: place(body.ball.center), radius: body.ball.radius };
  if (body.cylinder) return { a: place(body.cylinder.a), b: place(body.cylinder.b), radius: body.cylinder.radius };
  if (body.cone) return { a: place(body.cone.a), b: place(body.cone.b), radiusA: body.cone.radius_a, radiusB: body.cone.radius_b };
  if (body.tapered_capsule) {
    const { a, b, radius_a, radius_b } = body.tapered_capsule;
    return { start: place(a), end: place(b), radiusA: radius_a, radiusB: radius_b };
  }
  if (body.ellipsoid) {
    // The half axes, turned and then rounded once.
    const { center, radii } = body.ellipsoid, axes = AXES.map((axis) => vector(turn(AXES.map((i) => (i === axis ? radii[axis] : 0)))));
    return { center: place(center), radii: [1, 1, 1], rotation: axes.flat() };
  }
  throw new Error(`the test knows no ${Object.keys(body)}`);
}

/** What a body is made of, for characters. */
function materialOf(body, { max_slope: maxSlope, step, friction, velocity, tag }) {
  const given = Object.entries({ maxSlope, step, friction, velocity, tag }).filter(([, value]) => value !== undefined);
  return { body, ...Object.fromEntries(given) };
}

/** Adds all bodies: those with triangles in the layer `meshes` too. Returns those that move, with their paths, and the materials. */
export function addBodies(carom, world, { bodies }, { layers, meshes }) {
  const moving = [], materials = [];
  for (const body of bodies) {
    const path = new Path(body), shape = shapeOf(carom, body, path), posed = path.moves || body.heightfield;
    const own = shape instanceof carom.Mesh ? meshes : layers & ~meshes;
    const added = world.add(shape, { pose: posed ? path.pose(0) : undefined, layers: own, moving: path.moves });
    if (path.moves) moving.push({ body: added, path });
    if (body.material) materials.push(materialOf(added, body.material));
  }
  return { moving, materials };
}

/** The triangles of a body in the frame of the world. */
function trianglesOf(body, path) {
  const { columns: [a, b, c], origin } = path.place(0);
  const world = ([x, y, z]) => a.map((_, i) => a[i] * x + b[i] * y + c[i] * z + origin[i]);
  if (body.mesh) return body.mesh.triangles.map((triangle) => triangle.map((i) => world(body.mesh.vertices[i])));
  const { heights, cell } = body.heightfield, found = [], side = float(cell);
  for (let j = 0; j + 1 < heights[0].length; j++) {
    for (let i = 0; i + 1 < heights.length; i++) {
      const corner = (x, z) => (heights[i + x][j + z] === null ? null : world([float((i + x) * side), float(heights[i + x][j + z]), float((j + z) * side)]));
      found.push([corner(0, 0), corner(0, 1), corner(1, 0)], [corner(1, 0), corner(0, 1), corner(1, 1)]);
    }
  }
  return found.filter((triangle) => !triangle.includes(null));
}

/**
 * The contacts of a capsule with the triangles one by one, as a mover has them: a one-sided triangle lets a capsule pass that is behind it or on its
 * way through, while a query of a one-sided mesh moves it out to the front.
 */
export function trianglesAlone(carom, { bodies }) {
  const world = new carom.World();
  for (const body of bodies.filter(({ mesh, heightfield }) => mesh || heightfield)) {
    const path = new Path(body);
    if (path.moves) throw new Error("the test knows no meshes that move");
    for (const [a, b, c] of trianglesOf(body, path)) {
      const [u, v] = [b, c].map((corner) => corner.map((x, i) => x - a[i])), front = [0, 1, 2].map((i) => u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3]);
      world.add({ a, b, c }, { data: isOneSided(body) ? front : null });
    }
  }
  const counts = (radius) => ({ body: { data: front }, distance, normal: { x, y, z } }) => front === null || (distance >= -radius && x * front[0] + y * front[1] + z * front[2] >= 0);
  return (capsule) => Math.min(...world.contacts(capsule, 1).filter(counts(capsule.radius)).map(({ distance }) => distance));
}

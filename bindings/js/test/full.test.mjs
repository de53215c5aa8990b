// carom/full: what `carom` leaves out, against loops, closed forms and known figures.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { load as loadSome } from "carom";
import { load } from "carom/full";
import { load as loadMesh } from "carom/mesh";

const carom = await load();
const near = (a, b, within = 1e-4) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2], minus = (a, b) => a.map((x, i) => x - b[i]), of = ({ x, y, z }) => [x, y, z];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]], length = (a) => Math.sqrt(dot(a, a));
/** Random numbers, the same in every run. */
function randomly(seed) {
  const random = () => (seed = Math.imul(seed, 1664525) + 1013904223 >>> 0) / 2 ** 32;
  const between = (low, high) => low + (high - low) * random();
  return { between, place: (size = 9) => [between(-size, size), between(-size, size), between(-size, size)] };
}

const corners = (size, [x, y, z] = [0, 0, 0]) => Array.from({ length: 8 }, (_, i) => [x + (i & 1) * size, y + (i >> 1 & 1) * size, z + (i >> 2) * size]).flat();
const SIDES = [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5];
const cube = (size, at, options) => new carom.Mesh(corners(size, at), SIDES, options);
/** Triangles as three numbers a corner, and as a mesh. */
function soup(count, seed) {
  const { place } = randomly(seed), triangles = Array.from({ length: count }, () => {
    const at = place(3);
    return [0, 1, 2].map(() => place(1.5).map((x, i) => Math.fround(x + at[i])));
  });
  return { triangles, mesh: new carom.Mesh(triangles.flat(2)) };
}

test("a sweep meets bodies that move and turn meanwhile", () => {
  const { between, place } = randomly(1), world = new carom.World(), still = new carom.World();
  const body = world.add({ center: [0, 0, 0], radius: 1 }), other = still.add({ center: [0, 0, 0], radius: 1 });
  let hits = 0;
  for (let i = 0; i < 200; i++) {
    const at = place(4), velocity = place(4), from = place(4), time = between(0.1, 2), ball = { center: from, radius: 0.5 }, aside = place(2);
    const delta = at.map((x, axis) => x + velocity[axis] * time - from[axis] + aside[axis]);
    for (const each of [body, other]) each.setPose(at);
    body.setVelocity(velocity);
    const hit = world.sweepMoving(ball, { delta }, time), relative = still.sweep(ball, delta.map((x, axis) => x - velocity[axis] * time));
    near(hit?.t ?? 9, relative?.t ?? 9);
    if (!hit || hit.t === 0) continue;
    hits++;
    assert.equal(hit.body, body);
    // At that time the centers are 1.5 apart.
    const apart = from.map((x, axis) => x + delta[axis] * hit.t - at[axis] - velocity[axis] * time * hit.t);
    near(length(apart), 1.5, 1e-3);
  }
  assert.ok(hits > 20);
  // A door of 2 m that turns by a quarter in a second, and a ball beside it.
  const hall = new carom.World(), door = hall.add({ min: [0, 0, -0.05], max: [2, 2, 0.05] }), ball = { center: [0, 1, -1.5], radius: 0.2 };
  door.setSpin([0, 1, 0], Math.PI / 2);
  const hit = hall.sweepMoving(ball, {}, 1);
  near(hit.t, 1 - Math.asin(0.25 / 1.5) / (Math.PI / 2), 1e-4);
  assert.equal(hit.body, door);
  assert.equal(hall.sweepMoving(ball, {}, 0.5), null);
  const two = new carom.Compound([[9, 9, 9], ball]), alone = hall.sweepMovingSurface(two, {}, 1);
  assert.deepEqual({ ...alone, body: door }, { ...hit, part: 1 });
  assert.equal(hall.sweepMovingSurface(two, {}, 0.5), null);
  assert.throws(() => hall.sweepMovingSurface(two, {}, NaN), /^RangeError: time is NaN/);
  assert.throws(() => cube(1).sweepMoving(ball, {}, 1), /^Error: sweepMoving is a method of worlds, not of a mesh/);
});

test("a compound as the shape of a query is all its shapes", () => {
  const { place, between } = randomly(2), { mesh } = soup(60, 3), world = new carom.World();
  for (let i = 0; i < 30; i++) world.add({ center: [0, 0, 0], radius: between(0.2, 1) }, { pose: place(4) });
  for (let i = 0; i < 60; i++) {
    const at = place(5), shapes = [{ center: at, radius: 0.4 }, { start: at, end: minus(at, place(1)), radius: 0.2 }, { min: minus(at, [1, 1, 1]), max: minus(at, [-1, 0, 0]) }];
    const compound = new carom.Compound(shapes), delta = place(6), motion = { delta, pivot: at, axis: [0, 1, 2], angle: between(-2, 2) };
    for (const surface of [mesh, world]) {
      const least = (answers, value) => Math.min(...answers.map((answer) => answer?.[value] ?? Infinity));
      const check = (found, answers, value) => {
        assert.equal(found?.[value] ?? Infinity, least(answers, value));
        if (found) assert.equal(answers[found.part][value], found[value]);
      };
      check(surface.closestSurface(compound), shapes.map((shape) => surface.closest(shape)), "distance");
      assert.equal(surface.overlapSurface(compound), shapes.some((shape) => surface.overlap(shape)));
      check(surface.sweepSurface(compound, delta), shapes.map((shape) => surface.sweep(shape, delta)), "t");
      near(surface.sweepRigidSurface(compound, motion)?.t ?? 9, Math.min(...shapes.map((shape) => surface.sweepRigid(shape, motion)?.t ?? 9)), 1e-4);
    }
    assert.equal(mesh.closestSurface(new carom.Compound([[99, 0, 0]]), 1), null);
  }
  assert.throws(() => mesh.closestSurface(mesh), /^TypeError: compound must be a compound/);
  assert.throws(() => mesh.sweepSurface(new carom.Compound([[0, 0, 0]]), [0, NaN, 0]), /^RangeError: delta\.y is NaN/);
});

test("two meshes touch and cross where a loop over their triangles says", () => {
  const a = soup(80, 5), b = soup(80, 6), pairs = a.mesh.touchingTriangles(b.mesh), expected = [];
  const alone = b.triangles.map((triangle) => new carom.Mesh(triangle.flat()));
  a.triangles.forEach(([p, q, r], i) => alone.forEach((mesh, j) => { if (mesh.overlap({ a: p, b: q, c: r })) expected.push(i, j); }));
  assert.ok(expected.length > 40);
  assert.deepEqual([...pairs], expected);
  const { triangles, ends } = a.mesh.crossings(b.mesh);
  assert.deepEqual([...triangles], expected, "soups have no triangles in one plane");
  for (let i = 0; i < ends.length; i += 3) {
    const pair = Math.floor(i / 6), point = [...ends.subarray(i, i + 3)], [p, q, r] = a.triangles[triangles[2 * pair]];
    near(new carom.Mesh([...p, ...q, ...r]).closest(point).distance, 0, 1e-5);
    near(alone[triangles[2 * pair + 1]].closest(point).distance, 0, 1e-5);
  }
  const total = (points) => { let sum = 0; for (let i = 3; i < points.length; i += 3) sum += Math.hypot(...[0, 1, 2].map((k) => points[i + k] - points[i + k - 3])); return sum; };
  const segments = Array.from({ length: ends.length / 6 }, (_, i) => total(ends.subarray(6 * i, 6 * i + 6))).reduce((sum, x) => sum + x, 0);
  near(a.mesh.crossingLines(b.mesh).reduce((sum, line) => sum + total(line), 0), segments, 1e-3);
  // A wall through a cube: a loop of four sides.
  const wall = new carom.Mesh([1, -9, -9, 1, 9, -9, 1, 9, 9, 1, -9, 9], [0, 1, 2, 0, 2, 3]), [loop, ...others] = cube(2).crossingLines(wall);
  assert.ok(others.length === 0 && loop.length > 12);
  assert.deepEqual([...loop.subarray(0, 3)], [...loop.subarray(-3)]);
  near(total(loop), 8);
  assert.deepEqual([cube(1).crossingLines(cube(1, [5, 0, 0])), cube(1).touchingTriangles(cube(1, [5, 0, 0])).length], [[], 0]);
  assert.throws(() => cube(1).crossings(new carom.World()), /^TypeError: other must be a mesh/);
});

test("a mesh as the shape of a query of another", () => {
  const block = cube(4, [0, 0, 0]), small = cube(1, [1, 5, 1]), floating = block.closestMesh(small);
  near(floating.distance, 1);
  assert.equal(floating.normal.y, 1);
  assert.ok(floating.triangle < 12 && floating.otherTriangle < 12);
  assert.equal(block.closestMesh(small, 0.5), null);
  assert.deepEqual([block.overlapMesh(small), block.overlapMesh(cube(1, [3.5, 1, 1])), block.overlapMesh(cube(1, [1, 1, 1]))], [false, true, false]);
  assert.equal(cube(4, [0, 0, 0], { solid: true }).overlapMesh(cube(1, [1, 1, 1])), true, "in a solid");
  near(block.sweepMesh(small, [0, -4, 0]).t, 0.25);
  assert.equal(block.sweepMesh(small, [0, 4, 0]), null);
  // Both move: they close 4 a unit of time, and 1 is between them.
  near(block.sweepMeshRigid(small, { delta: [0, -2, 0] }, { delta: [0, 2, 0] }).t, 0.25);
  // A quarter turn about z takes the lower left edge of the small one, 1 above the block, down into it.
  const turning = { pivot: [2, 5, 0], axis: [0, 0, 1], angle: Math.PI / 2 }, hit = block.sweepMeshRigid(cube(1, [0, 5, 1]), turning);
  near(hit.t * Math.PI / 2, Math.PI / 6);
  assert.throws(() => block.sweepMesh(new carom.World(), [0, 1, 0]), /^TypeError: other must be a mesh/);
  assert.throws(() => block.sweepMesh(small, [0, NaN, 0]), /delta\.y is NaN/);
});

test("a mesh moves out of another by the shortest way", () => {
  const block = cube(4, [0, 0, 0], { solid: true }), corner = cube(4).scaled([0.25, 0.5, 0.25]);
  assert.deepEqual([corner.triangleCount, corner.bounds.max], [12, { x: 1, y: 2, z: 1 }]);
  const { translation, atLeast } = corner.penetration(block);
  near(length(of(translation)), 1, 1e-3);
  near(atLeast, 1);
  assert.ok(translation.x < -0.99 || translation.z < -0.99);
  assert.equal(cube(1, [9, 0, 0]).penetration(block), null);
  const moved = cube(1, [0.25, 0.25, 3.5]), out = moved.penetration(block).translation;
  near(length(of(out)), 0.5, 1e-3);
  assert.throws(() => corner.scaled([1, -1, 1]), /^RangeError: factors: /);
});

test("winding numbers are the solid angles of all triangles", () => {
  const { triangles, mesh } = soup(50, 7), { place } = randomly(8), box = cube(2);
  const points = Array.from({ length: 100 }, () => place(4).map(Math.fround));
  // Van Oosterom and Strackee, 1983.
  const angle = (corner, point) => {
    const [a, b, c] = corner.map((p) => minus(p, point)), [x, y, z] = [a, b, c].map(length);
    return 2 * Math.atan2(dot(a, cross(b, c)), x * y * z + dot(a, b) * z + dot(b, c) * x + dot(c, a) * y);
  };
  for (const point of points) {
    near(mesh.windingNumber(point), triangles.reduce((sum, triangle) => sum + angle(triangle, point), 0) / (4 * Math.PI), 1e-9);
    const inside = point.every((x) => x > 0 && x < 2);
    near(box.windingNumber(point), inside ? 1 : 0, 1e-9);
  }
  const flat = Float32Array.from(points.flat());
  // A batch goes by the border of the mesh.
  for (const [i, winding] of mesh.windingNumberBatch(flat).entries()) near(winding, mesh.windingNumber(points[i]), 1e-12);
  assert.deepEqual([...box.containsBatch(flat)], points.map((point) => (box.contains(point) ? 1 : 0)));
  assert.deepEqual([...box.signedDistanceBatch(flat)], points.map((point) => box.signedDistance(point)));
  // More than a block, with a list of a former call.
  const many = new Float32Array(60_000).fill(1), out = new Float64Array(20_000);
  assert.equal(box.windingNumberBatch(many, out), out);
  assert.ok(out.every((winding) => Math.abs(winding - 1) < 1e-9));
  assert.throws(() => box.windingNumberBatch(flat, new Float32Array(100)), /^RangeError: out must be a Float64Array of 100/);
  assert.throws(() => box.containsBatch([1, 2]), /^RangeError: points has 2 numbers/);
});

test("two shapes that move", () => {
  const post = { a: [0, 1, 0], b: [0, 3, 0], radius: 0.5 }, ball = { center: [4, 2, 0], radius: 1 };
  const hit = carom.sweep(post, [4, 0, 0], ball, [-1, 0, 0]);
  near(hit.t, 0.5);
  near(hit.point.x, 2.5);
  assert.deepEqual([hit.start, hit.startDistance], ["separate", Infinity]);
  near(carom.sweep(post, [5, 0, 0], ball).t, 0.5);
  assert.equal(carom.sweep(post, [1, 0, 0], ball, [1, 0, 0]), null);
  const bat = { start: [0, 0, 0], end: [4, 0, 0], radius: 0.5 }, high = { center: [0, 3, 0], radius: 0.5 }, turn = { axis: [0, 0, 1], angle: Math.PI / 2 };
  // A quarter turn less the angle with the sine 1/3; the same if the ball turns back.
  near(carom.sweepRigid(bat, turn, high).t, 0.78365);
  near(carom.sweepRigid(bat, null, high, { ...turn, angle: -turn.angle }).t, 0.78365);
  assert.throws(() => carom.sweep(ball, undefined, ball), /^TypeError: deltaA is missing/);
  assert.throws(() => carom.sweep(ball, [0, 1, 0], ball, [0, NaN, 0]), /^RangeError: deltaB\.y is NaN/);
  assert.throws(() => carom.sweepRigid(ball, { turn: 1 }, ball), /^TypeError: motionA\.turn does not exist/);
  assert.throws(() => carom.sweepRigid(ball, null, ball, { angle: 1, axis: [0, 0, 0] }), /^RangeError: motionB\.axis is zero/);
});

test("a ray enters and leaves shapes and meshes where closed forms say", () => {
  const { place } = randomly(9), box = cube(2);
  let hits = 0;
  for (let i = 0; i < 300; i++) {
    const from = place(3), delta = place(8), found = carom.rayInterval(from, delta, { center: [0, 0, 0], radius: 2 });
    const [a, b, c] = [dot(delta, delta), dot(from, delta), dot(from, from) - 4], root = Math.sqrt(b * b - a * c), ends = [(-b - root) / a, (-b + root) / a];
    if (Number.isNaN(root) || ends[1] < 0 || ends[0] > 1) { assert.equal(found, null); continue; }
    hits++;
    assert.equal(found.entry === null, ends[0] < 0);
    assert.equal(found.exit === null, ends[1] > 1);
    for (const [end, t] of [[found.entry, ends[0]], [found.exit, ends[1]]]) {
      if (!end) continue;
      near(end.t, t, 1e-4);
      near(dot(of(end.normal), of(end.point)), 2, 1e-3);
    }
    // Slabs of the cube.
    const slabs = [0, 1, 2].map((axis) => [-from[axis] / delta[axis], (2 - from[axis]) / delta[axis]].sort((x, y) => x - y));
    const enters = Math.max(0, ...slabs.map(([t]) => t)), leaves = Math.min(1, ...slabs.map(([, t]) => t)), intervals = box.rayIntervals(from, delta);
    assert.equal(intervals.length, enters < leaves ? 1 : 0);
    if (enters < leaves) [enters, leaves].forEach((t, end) => near(intervals[0][end], t));
  }
  assert.ok(hits > 50);
  assert.equal(carom.segmentParameter([1, 0, 0], [5, 0, 0], [2, 7, 0]), 0.25);
  const weights = new carom.Mesh([-4, 0, -4, -4, 0, 4, 4, 0, 4]).barycentric(0, [-2, 0, 0]);
  [0.5, 0.25, 0.25].forEach((weight, i) => near(weights[i], weight));
  assert.throws(() => box.barycentric(12, [0, 0, 0]), /^RangeError: triangle is 12, but there are 12 triangles/);
  assert.throws(() => carom.rayInterval([0, 0, 0], [1, 0, 0], { center: [0, 0, 0] }), /^TypeError: shape\.radius must be/);
});

test("whether anything is in the way, and the parts of a box", () => {
  const { place } = randomly(10), { mesh } = soup(100, 11), world = new carom.World();
  for (let i = 0; i < 50; i++) world.add({ center: [0, 0, 0], radius: 0.3 }, { pose: place(4) });
  const from = Array.from({ length: 200 }, () => place(4)), deltas = from.map(() => place(4)), angles = from.map((_, i) => i % 7 - 3);
  const F = Float32Array.from(from.flat()), D = Float32Array.from(deltas.flat()), many = { center: F, radius: 0.2 };
  for (const surface of [mesh, world]) {
    const one = (i) => ({ center: from[i], radius: 0.2 }), motion = (i) => ({ delta: deltas[i], pivot: [0, 1, 0], axis: [1, 2, 3], angle: angles[i] });
    const sweeps = from.map((_, i) => surface.sweep(one(i), deltas[i]) !== null), rays = from.map((at, i) => surface.ray(at, deltas[i]) !== null);
    assert.ok(sweeps.includes(true) && sweeps.includes(false) && rays.includes(true));
    assert.deepEqual(from.map((_, i) => surface.sweepAny(one(i), deltas[i])), sweeps);
    assert.deepEqual(from.map((at, i) => surface.rayAny(at, deltas[i])), rays);
    assert.deepEqual([...surface.sweepAnyBatch(many, D)], sweeps.map(Number));
    assert.deepEqual([...surface.rayAnyBatch(F, D)], rays.map(Number));
    const rigid = surface.sweepRigidBatch(many, { delta: D, pivot: [0, 1, 0], axis: [1, 2, 3], angle: angles });
    from.forEach((_, i) => {
      const hit = surface.sweepRigid(one(i), motion(i));
      assert.deepEqual([rigid.t[i], rigid.triangle[i]], [hit?.t ?? Infinity, hit?.triangle ?? -1]);
    });
    const all = surface.partsInBox({ min: [-99, -99, -99], max: [99, 99, 99] });
    assert.equal(all.triangle.length, surface === mesh ? 100 : 50);
    for (let i = 0; i < 50; i++) {
      const center = [...F.subarray(3 * i, 3 * i + 3)], box = { min: minus(center, [0.5, 0.5, 0.5]), max: minus(center, [-0.5, -0.5, -0.5]) };
      const { triangle, body } = surface.partsInBox(box), inside = new Set(Array.from(triangle, (part, k) => `${body[k]} ${part}`));
      for (const contact of surface.contacts(box)) assert.ok(inside.has(`${contact.body?.index ?? 0} ${contact.triangle}`), "a part that touches is missing");
    }
  }
  assert.throws(() => mesh.sweepRigidBatch(many, { angle: 1 }), /^RangeError: motions\.axis\[0\] to \[2\] are zero/);
  assert.throws(() => mesh.sweepRigidBatch(many, { angle: [1, 2], axis: [0, 1, 0] }), /^RangeError: motions\.angle has 2 rows, shapes\.center has 200/);
  assert.throws(() => mesh.sweepRigidBatch(many, { angle: 1e5, axis: [0, 1, 0] }), /^RangeError: motions\.angle\[0\] is 100000, more than 10000 radians/);
  assert.throws(() => mesh.partsInBox({ min: [0, 0, 0] }), /^TypeError: box must be/);
});

test("pairs of two worlds", () => {
  const { place, between } = randomly(12), [a, b] = [new carom.World(), new carom.World()], pairs = new carom.Pairs(a);
  const made = [a, b].map((world) => Array.from({ length: 60 }, () => {
    const at = place(4), radius = between(0.3, 1);
    return { at, radius, body: world.add({ center: [0, 0, 0], radius }, { pose: at }) };
  }));
  const touching = () => made[0].flatMap((x) => made[1].filter((y) => length(minus(x.at, y.at)) <= x.radius + y.radius).map((y) => [x.body.index, y.body.index]));
  const shown = (list) => list.map(([x, y]) => { assert.ok(x.world === a && y.world === b); return [x.index, y.index]; });
  const before = touching();
  assert.ok(before.length > 10);
  assert.deepEqual(shown(pairs.updateWith(b).now), before);
  for (const one of made[1]) one.body.setPose(one.at = place(4));
  const after = touching(), missing = (list, other) => list.filter(([x, y]) => !other.some(([u, v]) => x === u && y === v));
  assert.deepEqual(shown(pairs.updateWith(b).now), after);
  assert.deepEqual(shown(pairs.began), missing(after, before));
  assert.deepEqual(shown(pairs.ended), missing(before, after));
  assert.throws(() => pairs.updateWith(new carom.World()), /^TypeError: these pairs are of another world/);
  assert.throws(() => pairs.update(), /^TypeError: these pairs are of another world/);
  assert.throws(() => new carom.Pairs(a).updateWith(cube(1)), /^TypeError: other must be a World/);
});

test("tiles that are welded touch as one field does", () => {
  const { between } = randomly(13), CELLS = 4, SIDE = 3 * CELLS + 1, heights = Array.from({ length: SIDE * SIDE }, () => (between(0, 1) < 0.15 ? 0.5 : 0));
  const tile = (column, row, cells) => carom.heightField({
    heights: Array.from({ length: (cells + 1) ** 2 }, (_, i) => heights[(row + Math.floor(i / (cells + 1))) * SIDE + column + i % (cells + 1)]), columns: cells + 1,
  });
  const terrain = new carom.World(), one = new carom.World(), whole = one.add(tile(0, 0, 3 * CELLS));
  const tiles = Array.from({ length: 9 }, (_, i) => [i % 3 * CELLS, Math.floor(i / 3) * CELLS]).map(([x, z]) => terrain.add(tile(x, z, CELLS), { pose: [x, 0, z] }));
  const balls = Array.from({ length: 1000 }, () => ({ center: [between(1, SIDE - 2), between(0.3, 0.6), between(1, SIDE - 2)], radius: 0.5 }));
  const differences = () => balls.filter((ball) => {
    const [found, wanted] = [terrain, one].map((world) => world.contacts(ball, 0.05)), least = (list) => Math.min(9, ...list.map(({ normal }) => normal.y));
    return found.length !== wanted.length || Math.abs(least(found) - least(wanted)) > 1e-4;
  }).length;
  whole.weldMesh([]);
  assert.ok(differences() > 200);
  for (const body of tiles) body.weldMesh(tiles);
  assert.equal(differences(), 0);
  assert.throws(() => whole.weldMesh(tiles), /^TypeError: neighbors\[0\] must be a body of the same world/);
  assert.throws(() => terrain.add([0, 0, 0]).weldMesh([]), /^RangeError: body is not a mesh/);
});

test("differences of worlds go to another instance, and back", async () => {
  const { place } = randomly(14), world = new carom.World(), bodies = Array.from({ length: 20 }, (_, i) => world.add({ center: [0, 0, 0], radius: 0.5 }, { pose: place(), data: i }));
  const before = world.copy(), empty = new carom.World(), all = new carom.Diff(world, empty).toBytes();
  bodies[3].setPose([1, 2, 3]);
  bodies[4].setVelocity([0, 0, 5]);
  bodies[5].remove();
  const mesh = world.add(cube(1), { pose: [0, 50, 0], data: "mesh" });
  const diff = new carom.Diff(world, before), indices = (lists) => Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.map(({ index }) => index)]));
  assert.deepEqual([diff.isEmpty, new carom.Diff(world, world).isEmpty], [false, true]);
  // The mesh has the place of the body that is gone.
  assert.deepEqual(indices(diff.bodies(world)), { removed: [5], added: [5], changed: [3, 4], moved: [3] });
  assert.equal(world.body(5), mesh, "it keeps its data");
  const bytes = diff.toBytes(), same = (a, b) => new carom.Diff(a, b).isEmpty;
  assert.doesNotThrow(() => JSON.parse(new TextDecoder().decode(bytes)));
  const through = before.copy();
  before.apply(diff);
  assert.ok(same(before, world));
  // A mesh out of bytes is another object.
  through.apply(new carom.Diff(bytes));
  assert.deepEqual(indices(new carom.Diff(through, world).bodies(through)), { removed: [], added: [], changed: [5], moved: [] });
  const found = before.ray([0.3, 60, 0.3], [0, -20, 0]);
  assert.deepEqual([found.body.index, found.triangle >= 0, before.body(5)], [5, true, found.body]);
  // The whole state, in an instance of its own.
  const other = await load({ wasm: carom.module }), there = new other.World();
  there.apply(new other.Diff(all));
  there.apply(new other.Diff(bytes));
  assert.equal(there.size, 20);
  for (let i = 0; i < 100; i++) {
    const ball = { center: place(), radius: 1 };
    assert.equal(there.closest(ball).distance, world.closest(ball).distance);
  }
  // Undo: a body that comes back has its name.
  const kept = world.copy();
  mesh.remove();
  const undo = new carom.Diff(kept, world);
  assert.equal(world.body(5), null);
  world.apply(undo);
  assert.ok(world.body(5) === mesh && mesh.data === "mesh" && same(world, kept));
  assert.throws(() => world.apply(undo), /^RangeError: diff: /);
  assert.ok(same(world, kept), "nothing has changed");
  assert.throws(() => new carom.Diff(new Uint8Array([1, 2, 3])), /^RangeError: bytes: /);
  assert.throws(() => new carom.Diff("[]"), /^TypeError: bytes must be a Uint8Array/);
  assert.throws(() => new carom.Diff(world), /^TypeError: before must be a world/);
  assert.throws(() => new carom.Diff(world, there), /^TypeError: before is a world of another instance/);
  undo.dispose();
  assert.throws(() => world.apply(undo), /^Error: diff was disposed/);
});

test("polygons cover what is inside of them", () => {
  const { between } = randomly(15), area = (points, [a, b, c]) => {
    const [x, y, z] = [a, b, c].map((i) => [points[2 * i], points[2 * i + 1]]);
    return ((y[0] - x[0]) * (z[1] - x[1]) - (y[1] - x[1]) * (z[0] - x[0])) / 2;
  };
  const star = (count, x, y, low, high, sign) => Array.from({ length: count }, (_, i) => {
    const angle = sign * 2 * Math.PI * i / count, radius = between(low, high);
    return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) };
  });
  const crossings = (ring, x, y) => ring.filter((a, i) => {
    const b = ring[(i + 1) % ring.length];
    return (a.y > y) !== (b.y > y) && a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y) > x;
  }).length;
  for (let round = 0; round < 8; round++) {
    const outline = star(40, 0, 0, 8, 10, round % 2 ? 1 : -1), holes = Array.from({ length: round % 3 }, (_, i) => star(12, i ? -4 : 4, 2, 0.5, 2, i ? 1 : -1));
    const { points, triangles } = carom.triangulate({ outline, holes }), count = triangles.length / 3, rings = [outline, ...holes];
    assert.equal(points.length / 2, 40 + 12 * holes.length);
    assert.equal(count, points.length / 2 + 2 * holes.length - 2, "Euler");
    for (let i = 0; i < count; i++) assert.ok(area(points, triangles.subarray(3 * i, 3 * i + 3)) > 0);
    const flat = (ring) => Float32Array.from(ring.flatMap(({ x, y }) => [x, y])), polygon = { outline: flat(outline), holes: holes.map(flat) };
    const floor = carom.polygonFloor(polygon, 1, { weld: true }), prism = carom.polygonPrism(polygon, 0.5, 2, { solid: true });
    assert.deepEqual([floor.triangleCount, prism.triangleCount, prism.solid, prism.bounds.max.y], [count, 2 * count + points.length, true, 2]);
    for (let i = 0; i < 200; i++) {
      const [x, y, height] = [between(-10, 10), between(-10, 10), between(0, 3)], inside = rings.reduce((sum, ring) => sum + crossings(ring, x, y), 0) % 2 === 1;
      assert.equal(floor.rayAny([x, 5, y], [0, -9, 0]), inside);
      assert.equal(prism.contains([x, height, y]), inside && height >= 0.5 && height <= 2);
    }
  }
  const hall = { outline: [0, 0, 10, 0, 10, 8, 0, 8, 0, 0], holes: [[[4, 3], [4, 5], [4, 5], [6, 5], [6, 3]]] }, { points, triangles } = carom.triangulate(hall);
  assert.deepEqual([points.length, triangles.length], [16, 24]);
  near(Array.from({ length: 8 }, (_, i) => area(points, triangles.subarray(3 * i, 3 * i + 3))).reduce((sum, x) => sum + x, 0), 76);
  for (const [make, message] of [
    [() => carom.triangulate(), /^TypeError: polygon must be an object/],
    [() => carom.triangulate({ outline: [] }), /^TypeError: polygon\.outline must be an array of points/],
    [() => carom.triangulate({ outline: [0, 0, 1] }), /^RangeError: polygon\.outline has 3 numbers/],
    [() => carom.triangulate({ outline: [[0, 0], [1, NaN], [0, 1]] }), /^RangeError: polygon\.outline\[1\]\.y is NaN/],
    [() => carom.triangulate({ outline: [0, 0, 1, 0] }), /^RangeError: polygon: .*fewer than three|^RangeError: polygon: /],
    [() => carom.polygonFloor({ outline: [0, 0, 1, 1, 1, 0, 0, 1] }, 0), /^RangeError: polygon: /],
    [() => carom.polygonFloor(hall, NaN), /^RangeError: height is NaN/],
    [() => carom.polygonFloor(hall, 0, { solid: true }), /^TypeError: options\.solid does not exist/],
    [() => carom.polygonPrism(hall, 0), /^TypeError: high must be a number/],
    [() => carom.polygonPrism({ ...hall, holes: [[20, 20, 21, 20, 21, 21]] }, 0, 1), /^RangeError: polygon: /],
  ]) assert.throws(make, message);
});

test("materials: ice, kerbs, slopes, conveyors and tags", () => {
  const world = new carom.World(), floor = world.add({ min: [-50, -1, -50], max: [50, 0, 50] }), kerb = world.add({ min: [2, -1, -50], max: [50, 0.2, -5] });
  const hero = new carom.Mover(world, { feet: [0, 0.01, 0], locomotion: { friction: 4 } });
  hero.setSurfaces([{ body: floor, friction: 0.1 }, { body: kerb, step: false, tag: 8 }]);
  hero.step({}, 1 / 60);
  assert.equal(hero.grip(), Math.fround(0.1));
  // From 3 m/s the friction 4 stops after 3 / 4 m, ice of a tenth of that after 7.5 m.
  hero.knockBack([0, 0, 3]);
  for (let i = 0; i < 1800; i++) hero.step({}, 1 / 60);
  near(hero.feet.z, 7.5, 1e-3);
  // The kerb is a wall, and has its tag.
  const walker = new carom.Mover(world, { feet: [0, 0.01, -9] });
  walker.setSurfaces([{ body: kerb, step: false, tag: 8 }]);
  let tags = 0;
  for (let i = 0; i < 60; i++) tags += walker.step({ velocity: [3, 0, 0] }, 1 / 60).collisions().filter(({ body, tag }) => body === kerb && tag === 8).length;
  assert.ok(tags > 0 && walker.feet.x < 2 && walker.feet.y < 0.02);
  walker.setSurfaces([]);
  for (let i = 0; i < 60; i++) walker.step({ velocity: [3, 0, 0] }, 1 / 60);
  assert.ok(walker.grip() === 1 && walker.feet.x > 3 && walker.feet.y > 0.2);
  // A mesh has materials by triangle: a slope of 30 degrees that is too steep only as such.
  const rise = Math.tan(Math.PI / 6) * 8, ramp = new carom.Mesh([-9, 0, -9, -9, 0, 9, 0, 0, -9, 0, 0, 9, 8, rise, -9, 8, rise, 9], [0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5]);
  const climb = (materials) => {
    const mover = new carom.Mover(ramp, { feet: [-1, 0.01, 0] });
    mover.setSurfaces(materials);
    for (let i = 0; i < 120; i++) mover.step({ velocity: [2, 0, 0] }, 1 / 60);
    return mover.feet.y;
  };
  assert.ok(climb([]) > 1);
  assert.ok(climb([{ triangle: 2, maxSlope: 20 }, { triangle: 3, maxSlope: 20 }]) < 0.3);
  // A crowd: a conveyor carries one agent, ice lets another slide.
  const crowd = new carom.Crowd(world), runs = crowd.add({ feet: [-9, 0.01, 0], mass: 80 });
  crowd.setSurfaces([{ body: floor, velocity: [0, 0, 2] }]);
  for (let i = 0; i < 60; i++) crowd.step([], 1 / 60);
  near(crowd.agent(runs).feet.z, 2, 0.04);
  const slide = (material, tick = (crowd) => crowd) => {
    const rink = new carom.World(), body = rink.add({ min: [-50, -1, -50], max: [50, 0, 50] });
    let skaters = new carom.Crowd(rink);
    skaters.add({ feet: [0, 0.01, 0], locomotion: { acceleration: 10, friction: 4 } });
    if (material) skaters.setSurfaces([{ body, ...material }]);
    for (let i = 0; i < 300; i++) {
      skaters.step(i < 120 ? [{ velocity: [3, 0, 0] }] : [], 1 / 60);
      if (i === 150) skaters = tick(skaters);
    }
    return skaters.feet[0];
  };
  const firm = slide(null), ice = slide({ friction: 0.1 });
  assert.ok(Math.abs(firm - ice) > 0.5, `${firm} ${ice}`);
  assert.equal(slide({ friction: 1 }), firm);
  // In the air, in the first tick, it came to 0.05 m/s.
  near(slide({ friction: 0 }), 0.25, 0.005);
  assert.equal(slide({ friction: 0.1 }, (skaters) => skaters.copy(skaters.world.copy())), ice, "a copy has the materials");
  for (const [set, message] of [
    [() => hero.setSurfaces(), /^TypeError: materials must be an array/],
    [() => hero.setSurfaces([{}]), /^TypeError: materials\[0\]\.body must be a body of the world/],
    [() => hero.setSurfaces([{ body: new carom.World().add([0, 0, 0]) }]), /^TypeError: materials\[0\]\.body must be a body of the world/],
    [() => hero.setSurfaces([{ body: floor, friction: -1 }]), /^RangeError: materials\[0\]\.friction is negative/],
    [() => hero.setSurfaces([{ body: floor, maxSlope: 91 }]), /^RangeError: materials\[0\]\.maxSlope must be 0 to 90/],
    [() => hero.setSurfaces([{ body: floor, velocity: [0, NaN, 0] }]), /^RangeError: materials\[0\]\.velocity\.y is NaN/],
    [() => hero.setSurfaces([{ body: floor, grip: 1 }]), /^TypeError: materials\[0\]\.grip does not exist/],
    [() => hero.setSurfaces([{ body: floor, step: 0 }]), /^TypeError: materials\[0\]\.step must be true or false/],
    [() => hero.setSurfaces([{ body: floor, tag: -1 }]), /^RangeError: materials\[0\]\.tag is -1/],
    [() => hero.setSurfaces([{ body: floor, tag: 1 }, { body: floor, tag: 2 }]), /^RangeError: materials\[1\], its body: .*1.*2/],
    [() => crowd.setSurfaces([{ body: floor, triangle: 0.5 }]), /^RangeError: materials\[0\]\.triangle is 0\.5/],
  ]) assert.throws(set, message);
  assert.equal(hero.grip(), Math.fround(0.1), "it keeps what it had");
});

test("an object of carom says that it has none of this, and its wasm is refused", async () => {
  const some = await loadSome(), world = new some.World(), body = world.add([0, 0, 0]);
  for (const call of [
    () => world.sweepMoving([0, 0, 0], {}, 1), () => world.closestSurface(), () => world.rayAnyBatch([0, 0, 0], [0, 1, 0]), () => world.apply(), () => body.weldMesh([]),
    () => new some.Pairs(world).updateWith(world), () => new some.Mover(world).setSurfaces([]), () => new some.Mesh([0, 0, 0, 1, 0, 0, 0, 0, 1]).windingNumber([0, 0, 0]),
  ]) assert.throws(call, /^Error: \w+ is a function of carom\/full, not of carom$/);
  await assert.rejects(load({ wasm: await readFile(new URL("../wasm/carom.simd.wasm", import.meta.url)) }), /^TypeError: options\.wasm is the wasm of carom, which has less than carom\/full/);
  const own = new some.Mover(world, { feet: [0, 5, 0] });
  own.step({}, 1 / 60);
  assert.deepEqual(own.collisions(), []);
});

test("a snapshot, and the wasm without instructions for lanes", async () => {
  const mesh = cube(2), plain = await load({ wasm: await readFile(new URL("../wasm/full.wasm", import.meta.url)) });
  const [received] = (await load({ snapshot: carom.snapshot(mesh) })).received;
  near(received.windingNumber([1, 1, 1]), 1, 1e-9);
  const [a, b] = [carom, plain].map((instance) => {
    const one = new instance.Mesh(corners(2), SIDES, { solid: true }), other = new instance.Mesh(corners(2, [0.5, 1.5, 0.25]), SIDES);
    return [other.penetration(one), one.crossingLines(other).map((line) => [...line]), instance.rayInterval([0, 5, 0], [0.1, -9, 0.2], { a: [0, 0, 0], b: [0, 1, 1], radius: 0.7 })];
  });
  assert.deepEqual(a, b, "the same bits");
});

test("the manifolds with the parts of a surface are those of the pairs", async () => {
  const { between, place } = randomly(11), { mesh, triangles } = soup(40, 12), boxes = Array.from({ length: 40 }, () => {
    const min = place(4);
    return { min, max: min.map((x) => x + between(0.2, 2)) };
  });
  const compound = new carom.Compound(boxes), world = new carom.World(), bodies = new Map(boxes.map((box) => [world.add(box), box]));
  const triangle = (number) => {
    const { a, b, c } = mesh.triangle(number);
    return { a, b, c };
  };
  let points = 0;
  for (let i = 0; i < 100; i++) {
    const min = place(3), shape = i % 2 ? { min, max: min.map((x) => x + between(0.5, 2)) } : { start: min, end: place(3), radius: 0.5 }, reach = i % 3 ? between(0, 0.5) : 0;
    for (const [surface, partOf] of [[mesh, (c) => triangle(c.triangle)], [compound, (c) => boxes[c.triangle]], [world, (c) => bodies.get(c.body)]]) {
      const found = surface.manifolds(shape, reach);
      assert.deepEqual(found.map(({ contact }) => contact), surface.contacts(shape, reach));
      for (const { contact, manifold } of found) {
        assert.deepEqual(manifold, carom.manifold(shape, partOf(contact), reach));
        points += manifold.points.length;
      }
    }
  }
  assert.ok(points > 1000, `${points}`);
  // More than the block has room for; without a reach, it is 0.
  const all = mesh.manifolds({ center: [0, 0, 0], radius: 1 }, Infinity);
  assert.deepEqual(all.map(({ contact }) => contact.triangle), Array.from({ length: 40 }, (_, i) => i));
  assert.deepEqual(mesh.manifolds({ center: [90, 0, 0], radius: 1 }), []);
  const [first] = bodies.keys(), box = bodies.get(first);
  assert.ok(world.manifolds(box).some(({ contact }) => contact.body === first));
  assert.ok(!world.query({ except: first }).manifolds(box).some(({ contact }) => contact.body === first));
  assert.throws(() => mesh.manifolds({ center: [0, 0, 0], radius: 1 }, NaN), /^RangeError: reach is NaN/);
  assert.throws(() => mesh.manifolds({ center: [0, 0, 0], radius: -1 }), /^RangeError: .*radius/);
  assert.throws(() => mesh.manifolds(), /^TypeError: shape/);
  // The same in `carom`, but not in `carom/mesh`.
  const some = await loadSome(), small = await loadMesh(), ball = { center: [0, 0, 0], radius: 2 };
  assert.deepEqual(new some.Mesh(triangles.flat(2)).manifolds(ball), mesh.manifolds(ball));
  assert.throws(() => new small.Mesh(triangles.flat(2)).manifolds(ball), /^Error: manifolds is a function of carom, not of carom\/mesh/);
});

// Solids, compounds, nearest parts and edited height fields, against loops and known figures.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "carom";
import { load as loadMesh } from "carom/mesh";

const carom = await load();
const near = (a, b, within = 1e-4) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);
/** Random numbers, the same in every run. */
function randomly(seed) {
  const random = () => (seed = Math.imul(seed, 1664525) + 1013904223 >>> 0) / 2 ** 32;
  const between = (low, high) => low + (high - low) * random();
  return { between, place: (size = 9) => [between(-size, size), between(-size, size), between(-size, size)] };
}

const CORNERS = Array.from({ length: 24 }, (_, i) => (Math.floor(i / 3) >> i % 3 & 1) * 10);
const SIDES = [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5];

test("a ball in a solid cube is as deep as the nearest side is far", () => {
  const shell = new carom.Mesh(CORNERS, SIDES), solid = new carom.Mesh(CORNERS, SIDES, { solid: true }), { between } = randomly(1);
  assert.deepEqual([shell.solid, solid.solid], [false, true]);
  for (let i = 0; i < 200; i++) {
    const center = [between(1, 9), between(1, 9), between(1, 9)], ball = { center, radius: 0.5 };
    near(solid.closest(ball, 0).distance, -Math.min(...center.map((x) => Math.min(x, 10 - x))) - 0.5);
    assert.deepEqual([shell.overlap(ball), solid.overlap(ball)], [false, true]);
    assert.equal(solid.sweep(ball, [20, 0, 0]).t, 0);
    const { x, y, z } = solid.closest(ball, 0).normal, leaving = solid.query({ leaveOverlaps: true });
    assert.equal(leaving.ray(center, [20 * x, 20 * y, 20 * z]), null, "it leaves by the nearest side");
    assert.equal(leaving.ray(center, [-20 * x, -20 * y, -20 * z]).t, 0);
  }
  assert.throws(() => new carom.Mesh(CORNERS, SIDES.slice(3), { solid: true }), /^RangeError: options\.solid: the mesh is not closed: it has 3 open edges/);
  assert.throws(() => new carom.Mesh(CORNERS, [...SIDES].reverse(), { solid: true }), /^RangeError: options\.solid: the mesh is inside out/);
});

test("a compound answers as its shapes do as bodies", () => {
  const { between, place } = randomly(7), shapes = [], poses = [], bodies = new carom.World();
  const kinds = [
    { center: [0, 0, 0], radius: 0.5 }, { min: [-1, -1, -1], max: [1, 1, 1] }, { start: [0, 0, 0], end: [2, 0, 0], radius: 0.25 },
    { points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 2]] }, { center: [1, 0, 0], halfSize: [1, 2, 0.5], rotation: [0, 1, 0, -1, 0, 0, 0, 0, 1] },
  ];
  for (let i = 0; i < 25; i++) {
    const turn = [between(-1, 1), between(-1, 1), 0, 1];
    shapes.push(kinds[i % 5]);
    poses.push({ position: place(), quaternion: turn, scale: between(0.5, 2) });
    bodies.add(shapes[i], { pose: poses[i] });
  }
  const compound = new carom.Compound(shapes, poses), world = new carom.World(), { min, max } = compound.bounds;
  const body = world.add(compound, { pose: [100, 0, 0] }), moved = world.query({ origin: [100, 0, 0] });
  assert.ok(compound.partCount === 25 && min.x < max.x && max.y < 20);
  for (let i = 0; i < 200; i++) {
    const ball = { center: place(), radius: 0.3 }, delta = place();
    const [a, b, c] = [compound, bodies, moved].map((surface) => surface.closest(ball));
    near(a.distance, b.distance);
    near(a.distance, c.distance);
    assert.deepEqual([a.triangle, c.triangle, a.body, c.body], [b.body.index, b.body.index, null, body]);
    const [hit, other] = [compound.sweep(ball, delta), bodies.sweep(ball, delta)];
    near(hit?.t ?? 9, other?.t ?? 9);
  }
  near(compound.closestBatch([0, 50, 0, 0, 60, 0]).distance[1], compound.closest([0, 60, 0]).distance);
  assert.deepEqual(new carom.Compound([{ min: [0, 0, 0], max: [1, 2, 3] }, [0, 0, -1]]).bounds, { min: { x: 0, y: 0, z: -1 }, max: { x: 1, y: 2, z: 3 } });
  compound.dispose();
  assert.equal(moved.closest([0, 0, 0]).body, body, "the world keeps it");
  assert.throws(() => compound.closest([0, 0, 0]), /^Error: compound was disposed/);
});

test("a compound in a world carries a character, and goes to another thread", async () => {
  const table = new carom.Compound([{ min: [-1, 0.9, -1], max: [1, 1, 1] }, { a: [0, 0, 0], b: [0, 0.9, 0], radius: 0.1 }]), world = new carom.World();
  world.add(table);
  const hero = new carom.Mover(world, { feet: [0, 1.2, 0] });
  for (let i = 0; i < 60; i++) hero.step({}, 1 / 60);
  near(hero.feet.y, 1.01, 0.005);
  assert.equal(hero.ground.triangle, 0);
  const snapshot = carom.snapshot(table, world), own = await load({ snapshot }), [received] = own.received;
  assert.equal(received.partCount, 2);
  assert.throws(() => new carom.Mover(table, {}).step({}, 0.1), /scene\.surface is a compound/);
});

test("bad compounds", () => {
  const ball = { center: [0, 0, 0], radius: 1 };
  for (const [make, message] of [
    [() => new carom.Compound(), /^TypeError: shapes must be an array of shapes/],
    [() => new carom.Compound([]), /at least one shape/],
    [() => new carom.Compound([ball, { center: [0, 0, 0], radius: -1 }]), /^RangeError: shapes\[1\]\.radius is -1/],
    [() => new carom.Compound([ball], [[0, 0, 0], [0, 0, 0]]), /^RangeError: poses must be an array of 1/],
    [() => new carom.Compound([ball], [[0, NaN, 0]]), /^RangeError: poses\[0\]\.y is NaN/],
    [() => new carom.Compound([{ min: [1, 0, 0], max: [0, 1, 1] }]), /shapes\[0\]/],
    [() => new carom.World().add(new carom.World()), /only meshes, compounds and shapes/],
    [() => new carom.Mesh([0, 0, 0, 1, 0, 0, 0, 0, 1]).closestN([0, 0, 0], 1.5), /^RangeError: count is 1\.5/],
  ]) assert.throws(make, message);
});

test("the nearest parts are those of a sorted list of all", () => {
  const { place } = randomly(3), world = new carom.World();
  for (let i = 0; i < 400; i++) world.add({ center: place(), radius: 0.5 });
  for (let i = 0; i < 20; i++) {
    const point = place(), all = world.contacts(point, Infinity).sort((a, b) => a.distance - b.distance || a.body.index - b.body.index);
    for (const count of [0, 1, 5, 300, 1000]) {
      assert.deepEqual(world.closestN(point, count).map(({ body }) => body.index), all.slice(0, count).map(({ body }) => body.index));
    }
    assert.deepEqual(world.closestN(point, 9, all[4].distance).length, 5);
  }
});

test("an edited field answers as a new one, also as a body", () => {
  const { between } = randomly(5), heights = Float32Array.from({ length: 64 }, () => between(0, 1)), field = { heights, columns: 8 };
  const mesh = carom.heightField(field), world = new carom.World(), body = world.add(mesh), down = [0, -20, 0];
  const area = { column: 2, row: 3, columns: 3, heights: [-2, -1, -2, -1, NaN, -3] }, middle = [3.2, 9, 3.3];
  const before = world.ray(middle, down).t;
  mesh.refitHeights(area);
  assert.equal(world.ray(middle, down).t, before, "the world keeps the old heights");
  body.refitHeights(area);
  area.heights.forEach((height, i) => { heights[8 * (3 + Math.floor(i / 3)) + 2 + i % 3] = height; });
  const other = carom.heightField(field);
  for (let i = 0; i < 300; i++) {
    const from = [between(0, 7), 9, between(0, 7)], [a, b, c] = [mesh, other, world].map((surface) => surface.ray(from, down));
    assert.deepEqual([a?.t, a?.triangle, c?.t, c?.triangle], [b?.t, b?.triangle, b?.t, b?.triangle]);
  }
  for (const [wrong, message] of [
    [{ ...area, column: 6 }, /^RangeError: area: the height field does not reach column 8/],
    [{ ...area, columns: 4 }, /^RangeError: area: 6 heights do not fill rows of 4/],
    [{ ...area, row: -1 }, /^RangeError: area\.row is -1/],
    [{ ...area, heights: [1, 2, Infinity] }, /^TypeError: area\.heights\[2\] must be finite, or NaN/],
    [{ ...area, rows: 2 }, /^TypeError: area\.rows does not exist/],
  ]) {
    assert.throws(() => mesh.refitHeights(wrong), message);
    assert.throws(() => body.refitHeights(wrong), message);
  }
  assert.throws(() => world.add([0, 0, 0]).refitHeights(area), /not a height field/);
  assert.throws(() => new carom.Mesh(CORNERS, SIDES).refitHeights(area), /not a height field/);
});

test("the small entry has solids, and says what it has not", async () => {
  const small = await loadMesh(), solid = new small.Mesh(CORNERS, SIDES, { solid: true });
  assert.equal(solid.overlap([5, 5, 5]), true);
  assert.equal(small.Compound, undefined);
  assert.throws(() => solid.closestN([0, 0, 0], 2), /^Error: closestN is a function of carom, not of carom\/mesh/);
  assert.throws(() => solid.refitHeights({}), /^Error: refitHeights is a function of carom/);
});

// Every query and every class, with answers that can be checked by hand.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { Recording, fixed, load, replay } from "carom";
import { load as loadMesh } from "carom/mesh";
import { load as loadInline } from "carom/inline";

const carom = await load();
const FLOOR = [[-9, 0, -9, -9, 0, 9, 9, 0, 9, 9, 0, -9], [0, 1, 2, 0, 2, 3]];
const floor = new carom.Mesh(...FLOOR);
const near = (a, b, within = 1e-5) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);
const STEP = 1 / 60;

test("single queries", () => {
  const closest = floor.closest({ center: [0, 1, 0], radius: 0.5 });
  assert.deepEqual([closest.distance, closest.point, closest.normal], [0.5, { x: 0, y: 0, z: 0 }, { x: 0, y: 1, z: 0 }]);
  assert.equal(floor.closest([0, 3, 0], 2), null);
  assert.equal(floor.overlap({ min: [0, -1, 0], max: [1, 0, 1] }), true, "touching counts");
  assert.equal(floor.overlap({ min: { x: 0, y: 0.1, z: 0 }, max: { x: 1, y: 1, z: 1 } }), false);
  const hit = floor.sweep({ start: [0, 2, 0], end: [0, 3, 0], radius: 1 }, [0, -4, 0]);
  near(hit.t, 0.25);
  assert.equal(hit.start, "separate");
  assert.deepEqual(floor.sweep({ center: [0, 0.5, 0], radius: 1 }, [1, 0, 0]).start, "overlapping");
  near(floor.ray([1, 5, 2], [0, -10, 0]).t, 0.5);
  assert.equal(floor.ray([1, 5, 2], [0, 10, 0]), null);
  assert.equal(floor.contacts([0, 0.1, 0], 0.2).length, 2, "on the edge of both triangles");
  assert.equal(floor.sweepAll([0, 1, 0], [0, -2, 0]).length, 2);
  const turned = floor.sweepRigid({ start: [-2, 1, 0], end: [2, 1, 0], radius: 0 }, { pivot: [0, 1, 0], axis: [0, 0, -1], angle: Math.PI });
  near(turned.t, 1 / 6, 1e-4);
  near(floor.closest({ points: [[0, 1, 0], [1, 2, 0], [0, 2, 1]], radius: 0.25 }).distance, 0.75);
  near(floor.closest({ points: new Float32Array([0, 1, 0, 1, 2, 0]) }).distance, 1);
  near(floor.closest({ a: [0, 1, 0], b: [1, 2, 0], c: [0, 3, 1] }).distance, 1);
});

test("curved and rounded shapes, as query shapes, in batches and as bodies", () => {
  const square = [1, 0, 0, 0, 1, 0, 0, 0, 1], s = Math.SQRT1_2;
  // Each has its lowest point at the height 1.
  const shapes = [
    { a: [0, 1, 0], b: [0, 3, 0], radius: 1 },
    { a: [0, 1, 0], b: [0, 3, 0], radiusA: 1, radiusB: 0 },
    { a: [0, 3, 0], b: [0, 1, 0], radiusA: 1, radiusB: 0.5 },
    { start: [0, 1.5, 0], end: [0, 3, 0], radiusA: 0.5, radiusB: 1 },
    { center: [0, 2, 0], radii: [3, 1, 2] },
    { center: [0, 2, 0], radii: [1, 1, 3], rotation: [s, s, 0, -s, s, 0, 0, 0, 1] },
    { min: [-1, 1.25, -1], max: [1, 2, 1], rounding: 0.25 },
    { center: [0, 2.25, 0], halfSize: [1, 1, 1], rotation: square, rounding: 0.25 },
    { center: [0, 2.25, 0], radius: 1, rounding: 0.25 },
    [0, 1, 0],
  ];
  for (const shape of shapes) {
    near(floor.closest(shape).distance, 1);
    near(floor.sweep(shape, [0, -2, 0]).t, 0.5);
    const world = new carom.World(), body = world.add(shape, { pose: [10, 0, 0] });
    if (shape.length === 3) continue;
    const hit = world.ray([10, 0, 0], [0, 2, 0]);
    near(hit.t, 0.5);
    assert.equal(hit.body, body);
  }
  const a = [0, 1, 0, 0, 2, 0], b = [0, 5, 0, 0, 6, 0];
  const distances = (batch) => [...floor.closestBatch(batch).distance].map((x) => Math.round(1e5 * x) / 1e5);
  assert.deepEqual(distances({ a, b, radius: [1, 2] }), [1, 2]);
  assert.deepEqual(distances({ a, b, radiusA: 1, radiusB: [1, 2], rounding: 0.5 }), [0.5, 1.5]);
  assert.deepEqual(distances({ start: a, end: b, radiusA: [0.5, 1], radiusB: 0.25 }), [0.5, 1]);
  assert.deepEqual(distances({ center: a, radii: [1, 0.5, 2] }), [0.5, 1.5]);
  assert.deepEqual(distances({ center: a, radius: 0.5 }), [0.5, 1.5], "no rounding of a former batch");
});

test("two shapes without a mesh or world", () => {
  const table = { min: [-9, -1, -9], max: [9, 0, 9] }, post = { a: [0, 1, 0], b: [0, 3, 0], radius: 0.5 }, ball = { center: [4, 2, 0], radius: 1 };
  const found = carom.closest(post, table);
  assert.deepEqual([found.distance, found.normal.y, found.shapePoint.y, found.point.y], [1, 1, 1, 0]);
  assert.deepEqual(Object.keys(found), ["distance", "point", "shapePoint", "normal", "errorBound"]);
  assert.equal(carom.closest(post, table, 0.5), null);
  assert.deepEqual(carom.closest(table, { points: [[0, 2, 0], [1, 3, 0], [0, 3, 1]], radius: 0.5 }).distance, 1.5, "a hull");
  assert.deepEqual([carom.overlap(post, table), carom.overlap({ ...ball, radius: 3 }, table)], [false, true]);
  near(floor.closest(post).distance, 1);
});

test("manifolds", () => {
  const table = { min: [-9, -1, -9], max: [9, 0, 9] }, on = { min: [1, -0.125, 2], max: [2, 1, 3] };
  const found = carom.manifold(on, table);
  assert.deepEqual([found.normal, found.unique, found.points.length], [{ x: 0, y: 1, z: 0 }, true, 4]);
  for (const { distance, pointA, pointB, featureA, featureB, id } of found.points) {
    assert.deepEqual([distance, pointA.y, pointB.y], [-0.125, -0.125, 0]);
    assert.deepEqual([featureA.length, featureA[0] & 2, featureB], [1, 0, [2, 3, 6]], "a corner of the box, the upper face of the table");
    assert.equal(id, `${featureA[0]}/2,3,6`);
  }
  assert.equal(carom.manifold({ a: [0, 1, 0], b: [2, 1, 0], radius: 1 }, table, 0.1).points.length, 2, "a cylinder on its side");
  assert.equal(carom.manifold({ points: [[0, 1, 0], [1, 2, 0], [0, 2, 0]] }, { points: [0, 0, 0, 1, 0, 0] }, 2).points.length, 1, "two hulls");
  assert.equal(carom.manifold({ center: [0, 1.25, 0], radius: 1 }, table), null);
  near(carom.manifold({ center: [0, 1.25, 0], radius: 1 }, table, 1).points[0].distance, 0.25);
});

test("more answers than the block has room for", () => {
  const count = 300, vertices = [];
  for (let i = 0; i < count; i++) vertices.push(0, i / count, 0, 1, i / count, 0, 0, i / count, 1);
  const stack = new carom.Mesh(vertices), found = stack.contacts([0.2, 0.5, 0.2], 2);
  assert.deepEqual(found.map(({ triangle }) => triangle), [...Array(count).keys()]);
  assert.equal(stack.sweepAll([0.2, -1, 0.2], [0, 3, 0]).length, count);
});

test("batches of many blocks fill the arrays they are given", () => {
  const rows = 20_000, origins = new Float32Array(3 * rows);
  for (let i = 0; i < rows; i++) origins.set([(i % 17) - 8, 1 + i % 5, (i % 13) - 6], 3 * i);
  const out = floor.rayBatch(origins, [0, -10, 0]);
  for (let i = 0; i < rows; i++) near(out.t[i], (1 + i % 5) / 10, 1e-6);
  const again = floor.rayBatch(origins, { x: 0, y: -5, z: 0 }, out);
  assert.equal(again.t, out.t);
  near(out.t[3], 0.8);
  const overlap = floor.overlapBatch({ center: origins, radius: Float32Array.from({ length: rows }, (_, i) => (i % 2 ? 9 : 0.5)) });
  assert.deepEqual([...overlap.slice(0, 4)], [0, 1, 0, 1]);
  assert.equal(floor.contactsBatch({ center: origins, radius: 0 }, 1.5).offsets.length, rows + 1);
  assert.equal(floor.closestBatch([], 1).distance.length, 0);
});

test("closed meshes and height fields", () => {
  const solid = new carom.Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3], { compact: true });
  assert.equal(solid.closed, true);
  assert.equal(floor.closed, false);
  assert.equal(solid.contains([0, 0.5, 0.5]), true);
  assert.equal(solid.signedDistance([0.25, 0.25, 0.125]), -0.125);
  const hill = carom.heightField({ heights: [1, 1, 1, 1, 3, 1, 1, 1, 1], columns: 3, cell: 2, origin: [10, 0, 0] });
  assert.ok(hill instanceof carom.Mesh);
  assert.deepEqual(hill.bounds, { min: { x: 10, y: 1, z: 0 }, max: { x: 14, y: 3, z: 4 } });
  near(hill.ray([12, 9, 2], [0, -9, 0]).point.y, 3);
  hill.dispose();
  assert.throws(() => hill.bounds, /mesh was disposed/);
});

test("worlds, filters, sensors and copies", () => {
  const world = new carom.World(), ground = world.add(floor), ball = world.add({ center: [0, 0, 0], radius: 1 }, { pose: [4, 3, 0], moving: true, layers: 2, data: "ball" });
  assert.equal(world.size, 2);
  assert.equal(world.closest([4, 5, 0]).body, ball);
  assert.equal(world.query({ mask: 1 }).closest([4, 5, 0]).body, ground);
  assert.equal(world.query({ except: ball }).closest([4, 5, 0]).body, ground);
  assert.deepEqual(world.overlaps({ center: [4, 1, 0], radius: 1.5 }), [ground, ball]);
  const batch = world.closestBatch([[4, 5, 0], [-4, 5, 0]].flat());
  assert.deepEqual([...batch.body].map((index) => world.body(index)), [ball, ground]);
  const copy = world.copy();
  ball.setPose({ position: [4, 30, 0] });
  assert.equal(world.closest([4, 5, 0]).body, ground);
  assert.equal(copy.closest([4, 5, 0]).body, copy.same(ball));
  assert.equal(copy.same(ball).data, "ball");
  const zone = world.add({ min: [-1, 29, -1], max: [1, 31, 1] }, { sensor: true }), sensors = new carom.Sensors(world);
  assert.equal(sensors.update().entered.length, 0);
  ball.setPose([0, 30, 0]);
  assert.deepEqual(sensors.update().entered, [{ sensor: zone, body: ball }]);
  assert.equal(sensors.update().entered.length, 0);
  assert.equal(sensors.now[0].body.data, "ball");
  ball.remove();
  assert.deepEqual([sensors.update().left, world.body(ball.index), world.copy().body(ball.index)], [[{ sensor: zone, body: ball }], null, null]);
  assert.throws(() => ball.setPose([0, 0, 0]), /does not exist any more/);
  assert.equal(world.query({ sensors: true }).overlap([0, 30, 0]), true);
  assert.equal(world.query().overlap([0, 30, 0]), false);
});

/** Balls of random sizes, and the distances of their centers. */
test("pairs are those of the distances, in every update", () => {
  let seed = 1;
  const random = () => (seed = Math.imul(seed, 1664525) + 1013904223 >>> 0) / 2 ** 32;
  const world = new carom.World(), pairs = new carom.Pairs(world), balls = [], place = () => [6 * random(), 6 * random(), 6 * random()];
  for (let i = 0; i < 60; i++) {
    const radius = 0.2 + 0.5 * random(), at = place(), moving = i % 3 === 0, layers = 1 << i % 2, mask = i % 5 === 0 ? 1 : 3, sensor = i % 11 === 5;
    balls.push({ radius, at, moving, layers, mask, sensor, body: world.add({ center: [0, 0, 0], radius }, { pose: at, moving, layers, mask, sensor }) });
  }
  const touch = (a, b) => Math.hypot(...a.at.map((x, i) => x - b.at[i])) <= a.radius + b.radius;
  const counts = (a, b) => (a.moving || b.moving) && !a.sensor && !b.sensor && (a.layers & b.mask) !== 0 && (b.layers & a.mask) !== 0;
  const names = (found) => found.map(([a, b]) => `${a.index} ${b.index}`);
  let before = [], began = 0, ended = 0;
  for (let update = 0; update < 20; update++) {
    const now = [];
    for (let i = 0; i < 60; i++) for (let j = i + 1; j < 60; j++) if (counts(balls[i], balls[j]) && touch(balls[i], balls[j])) now.push(`${i} ${j}`);
    assert.equal(pairs.update(), pairs);
    assert.deepEqual(names(pairs.now), now, `update ${update}`);
    assert.deepEqual(names(pairs.began), now.filter((name) => !before.includes(name)));
    assert.deepEqual(names(pairs.ended), before.filter((name) => !now.includes(name)));
    [began, ended, before] = [began + pairs.began.length, ended + pairs.ended.length, now];
    for (const ball of balls) if (random() < 0.3) ball.body.setPose(ball.at = place());
  }
  assert.ok(began > 100 && ended > 100, `${began} ${ended}`);
  const [[first]] = pairs.now;
  assert.ok(balls.some(({ body }) => body === first));
  first.remove();
  assert.ok(pairs.update().ended.some(([a]) => a === first));
  // The event of a body that is gone leaves that in its place alone.
  const [[second]] = pairs.now, data = "in its place";
  second.remove();
  const last = world.add({ center: [99, 0, 0], radius: 1 }, { data });
  assert.equal(last.index, second.index);
  assert.ok(pairs.update().ended.some((pair) => pair.some(({ index }) => index === second.index)));
  assert.ok(world.body(last.index) === last && world.closest([99, 0, 0]).body.data === data);
  pairs.dispose();
  assert.throws(() => pairs.update(), /^Error: pairs was disposed/);
});

/** The center of a ball of radius 0.5 is 0.2 inside a slab 2 thick; a wall begins 2.3 from the slab. */
test("sweeps that leave what they start inside", () => {
  const world = new carom.World(), slab = world.add({ min: [-1, -9, -9], max: [1, 9, 9] }), wall = world.add({ min: [3.3, -9, -9], max: [4, 9, 9] });
  const ball = { center: [0.8, 0, 0], radius: 0.5 }, leaving = world.query({ leaveOverlaps: true });
  assert.equal(world.sweep(ball, [4, 0, 0]).body, slab);
  const hit = leaving.sweep(ball, [4, 0, 0]);
  assert.equal(hit.body, wall);
  near(hit.t, 0.5);
  assert.deepEqual(leaving.sweepAll(ball, [4, 0, 0]).map(({ body }) => body), [wall]);
  const stopped = leaving.sweep(ball, [-4, 0, 0]);
  assert.deepEqual([stopped.t, stopped.body, stopped.start], [0, slab, "overlapping"]);
  near(leaving.sweepBatch(ball, [4, 0, 0]).t[0], 0.5);
  near(leaving.ray([0.8, 0, 0], [5, 0, 0]).t, 0.5);
  const sunk = { center: [0, 0.2, 0], radius: 0.5 };
  assert.deepEqual([floor.sweep(sunk, [0, 3, 0]).t, floor.query({ leaveOverlaps: true }).sweep(sunk, [0, 3, 0])], [0, null]);
});

test("poses: matrices, quaternions, scales", () => {
  const world = new carom.World(), half = Math.SQRT1_2;
  const rod = world.add({ start: [0, 0, 0], end: [2, 0, 0], radius: 0 }, { pose: { position: [0, 5, 0], quaternion: [0, 0, half, half], scale: 2 } });
  near(world.ray([-1, 8.9, 0], [2, 0, 0]).t, 0.5);
  assert.equal(world.ray([-1, 9.1, 0], [2, 0, 0]), null);
  // The same pose, column by column; then every axis to another.
  rod.setPose([0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 0, 5, 0, 1]);
  near(world.ray([-1, 8.9, 0], [2, 0, 0]).t, 0.5);
  assert.equal(world.ray([-1, 9.1, 0], [2, 0, 0]), null);
  rod.setPose({ elements: [0, 0, 3, 0, 3, 0, 0, 0, 0, 3, 0, 0, 0, 5, 0, 1] });
  near(world.ray([-1, 5, 5.9], [2, 0, 0]).t, 0.5);
  // A half turn around each axis: the trace is -1.
  for (const [axis, signs] of [[0, [1, -1, -1]], [1, [-1, 1, -1]], [2, [-1, -1, 1]]]) {
    rod.setPose([signs[0], 0, 0, 0, 0, signs[1], 0, 0, 0, 0, signs[2], 0, 0, 0, 0, 1]);
    near(world.closest([signs[0] * 3, 0, 0]).distance, 1, 1e-6);
    assert.ok(axis >= 0);
  }
});

test("a character walks, climbs, rides, jumps, is saved and restored", () => {
  const world = new carom.World(), lift = (world.add(floor), world.add({ min: [-1, -0.1, -1], max: [1, 0, 1] }, { pose: [5, 0.3, 0], moving: true }));
  const hero = new carom.Mover(world, { feet: [0, 0.5, 0], maxSlope: 50 });
  for (let i = 0; i < 60; i++) hero.step({ velocity: [2, 0, 0] }, STEP);
  near(hero.feet.x, 2, 0.01);
  near(hero.feet.x - hero.before.x, 2 / 60, 1e-4);
  assert.equal(hero.onGround, true);
  assert.equal(hero.ground.normal.y, 1);
  let stepped = false;
  for (let i = 0; i < 90; i++) stepped = hero.step({ velocity: { x: 2, y: 0, z: 0 } }, STEP).stepped || stepped;
  assert.ok(stepped, "it climbs the lift");
  near(hero.feet.y, 0.31, 0.01);
  assert.equal(hero.ground.body, lift);
  for (let i = 1; i <= 60; i++) {
    lift.moveTo([5, 0.3 + i / 60, 0], STEP);
    hero.step({}, STEP);
  }
  near(hero.feet.y, 1.31, 0.01);
  assert.equal(hero.rode, true);
  lift.moveTo([5, 1.3, 0], STEP);
  const saved = hero.save(), ticks = () => Array.from({ length: 100 }, (_, i) => ({ ...hero.step({ velocity: [1, 0, 1], jump: i === 0 ? 4 : 0 }, STEP).feet }));
  const first = ticks();
  assert.ok(Math.max(...first.map(({ y }) => y)) > 1.9);
  hero.restore(saved);
  assert.deepEqual(ticks(), first);
  hero.teleport([0, 3, 0]);
  let landed = 0;
  for (let i = 0; i < 120; i++) landed += hero.step({}, STEP).landed ? 1 : 0;
  assert.equal(landed, 1);
  hero.set({ stepHeight: 0 });
  hero.teleport([3, 0.02, 0]);
  lift.setPose([5, 0.8, 0]);
  for (let i = 0; i < 60; i++) hero.step({ velocity: [2, 0, 0] }, STEP);
  assert.ok(hero.feet.x < 4, "without steps the lift is a wall");
  assert.ok(hero.collisions().some(({ role, body }) => role === "wall" && body === lift));
});

test("the way out of a wall is as long as the setting", () => {
  const world = new carom.World();
  world.add({ min: [0, 0, -9], max: [4, 9, 9] });
  // 0.5 m of the capsule is in the wall.
  const start = { feet: [0.2, 0.01, 0] };
  const out = new carom.Mover(world, start), held = new carom.Mover(world, { ...start, maxDepenetration: 0 });
  assert.equal(out.settings.maxDepenetration, Math.fround(1.8));
  out.step({}, STEP);
  held.step({}, STEP);
  assert.ok(!out.stuck && out.feet.x < -0.29, `${out.feet.x}`);
  assert.ok(held.stuck && held.feet.x > 0.19);
});

test("a knock-back slides by friction, and throws", () => {
  const hero = new carom.Mover(floor, { feet: [0, 0.01, 0], locomotion: true });
  hero.step({}, STEP);
  hero.knockBack({ x: 2, y: 0, z: 0 });
  for (let i = 0; i < 300; i++) hero.step({}, STEP);
  near(hero.feet.x, 0.5, 1e-3);
  hero.knockBack([0, 3, 0]);
  for (let i = 0; i < 10; i++) hero.step({}, STEP);
  assert.ok(hero.feet.y > 0.2 && !hero.onGround);
  assert.throws(() => hero.knockBack([0, NaN, 0]), /velocity/);
  assert.throws(() => new carom.Mover(floor).knockBack([1, 0, 0]), /settings\.locomotion must be true or an object for knockBack, not undefined/);
});

test("a quadruped lies along its way, passes under a beam and stands up behind it", () => {
  const world = new carom.World();
  world.add({ min: [-9, -1, -9], max: [90, 0, 9] });
  world.add({ min: [1, 0.7, -9], max: [4, 3, 9] });
  for (const locomotion of [undefined, true]) {
    const dog = new carom.Mover(world, { radius: 0.25, feet: [-1, 0.01, 0], height: 1.4, locomotion });
    assert.equal(dog.axis, null);
    for (let i = 0; i < 75; i++) dog.step({ velocity: [3, 0, 0], axis: [2, 0, 0] }, STEP);
    assert.deepEqual(dog.axis, { x: 1, y: 0, z: 0 });
    assert.ok(dog.feet.x > 2 && dog.feet.x < 3 && dog.onGround, `${dog.feet.x}`);
    for (let i = 0; i < 60; i++) dog.step({ axis: [0, 1, 0] }, STEP);
    assert.ok(dog.axis.y > 0 && dog.axis.y < 0.4, "no room to stand");
    const saved = dog.save(), leaning = dog.axis;
    for (let i = 0; i < 75; i++) dog.step({ velocity: [3, 0, 0], axis: [1, 0, 0] }, STEP);
    for (let i = 0; i < 30; i++) dog.step({ axis: { x: 0, y: 1, z: 0 } }, STEP);
    assert.equal(dog.axis, null);
    dog.restore(saved);
    assert.deepEqual(dog.axis, leaning);
  }
  assert.throws(() => new carom.Mover(world).step({ axis: [NaN, 0, 0] }, STEP), /axis/);
});

test("a flat sole rests over a ledge, and a limb is stopped by a lintel, alone and in a crowd", () => {
  const world = new carom.World(), crowd = new carom.Crowd(world), bodies = ["capsule", "cylinder", { box: { halfLength: 0.4 } }];
  world.add({ min: [-9, -1, -9], max: [1, 0, 9] });
  world.add({ min: [-4, 1.2, -9], max: [-3, 3, 9] });
  const start = (i) => ({ body: bodies[i], feet: [1.25, 0.01, 3 * i] }), alone = bodies.map((_, i) => new carom.Mover(world, start(i)));
  bodies.forEach((_, i) => crowd.add({ ...start(i), role: "ghost" }));
  const person = { start: [0.7, 0.6, 0], end: [0.7, 1.6, 0], radius: 0.25 }, centaur = { feet: [-1, 0.01, 0], height: 2, radius: 0.35, axis: [-2, 0, 0], body: { lying: [person] } };
  const number = crowd.add({ ...centaur, role: "ghost" }), rider = new carom.Mover(world, centaur);
  assert.deepEqual(rider.axis, { x: -1, y: 0, z: 0 });
  for (let i = 0; i < 150; i++) {
    for (const mover of alone) mover.step({}, STEP);
    rider.step({ velocity: [-2, 0, 0] }, STEP);
    crowd.step([, , , { velocity: [-2, 0, 0] }], STEP);
  }
  assert.ok(alone[0].feet.y < -0.05);
  for (const { feet } of alone.slice(1)) near(feet.y, 0.01, 1e-4);
  // The chest is 0.95 ahead, and a skin from the lintel.
  near(rider.feet.x, -2.04, 2e-3);
  [...alone, rider].forEach(({ feet, axis }, i) => assert.deepEqual([crowd.agent(i).feet, crowd.agent(i).axis], [feet, axis]));
  assert.equal(number, 3);
  assert.throws(() => crowd.add({ body: { box: { halfLength: 0.1 } } }), /halfLength/);
  assert.equal(crowd.size, 4);
  assert.deepEqual(rider.settings.body, { lying: [person] });
});

test("an animation moves it in its own frame, with gravity or in its place", () => {
  for (const locomotion of [undefined, true]) {
    const hero = new carom.Mover(floor, { feet: [0, 0.01, 0], ...(locomotion && { locomotion }) });
    hero.step({}, STEP);
    let facing = 0;
    for (let i = 0; i < 60; i++) facing = hero.animate({ displacement: [2 / 60, 0.02, 0], turn: 1 / 60 }, facing, STEP);
    near(facing, 1, 1e-4);
    near(Math.hypot(hero.feet.x, hero.feet.z), 4 * Math.sin(0.5), 0.02);
    assert.ok(hero.onGround && hero.feet.z < -0.5);
    for (let i = 0; i < 60; i++) facing = hero.animate({ displacement: { x: 0, y: 1 / 60, z: 0 }, vertical: true }, facing, STEP);
    near(hero.feet.y, 1.01, 1e-3);
    const held = hero.step({ rise: 0 }, STEP).feet.y;
    near(held, 1.01, 1e-3);
    assert.ok(!hero.onGround);
    assert.throws(() => hero.animate({ displacement: [0, NaN, 0] }, 0, STEP), /displacement/);
    assert.throws(() => hero.animate({ displacement: [0, 0, 0], twist: 1 }, 0, STEP), /twist/);
    assert.throws(() => hero.animate({ displacement: [0, 0, 0] }, Infinity, STEP), /facing/);
  }
});

test("locomotion accelerates, and buffers a jump", () => {
  const hero = new carom.Mover(floor, { feet: [0, 0.01, 0], locomotion: { acceleration: 5, friction: 5 } });
  for (let i = 0; i < 9; i++) hero.step({}, STEP);
  const speeds = Array.from({ length: 30 }, () => hero.step({ velocity: [3, 0, 0] }, STEP).velocity.x);
  assert.ok(speeds[0] > 0.1 && speeds[0] < 1 && speeds[29] > speeds[0], speeds.join(" "));
  hero.teleport([0, 0.25, 0]);
  const saved = hero.save();
  const rises = () => {
    let highest = 0;
    for (let i = 0; i < 40; i++) highest = Math.max(highest, hero.step({ jump: hero.onGround || i !== 12 ? 0 : 4 }, STEP).feet.y);
    return highest;
  };
  assert.ok(rises() > 0.5, "pressed just before the ground, the jump waits");
  hero.restore(saved);
  assert.equal(hero.feet.y, 0.25);
});

test("a character that teleports is at rest, with locomotion too", () => {
  const hero = new carom.Mover(floor, { feet: [0, 0.01, 0], locomotion: { coyote: 0.2 } }), fresh = hero.save();
  for (let i = 0; i < 60; i++) hero.step({ velocity: [2, 0, 0] }, STEP);
  hero.teleport([0, 0.01, 0]);
  assert.deepEqual(hero.save(), fresh);
  hero.step({}, STEP);
  assert.equal(hero.feet.x, 0);
});

test("an agent with locomotion moves as a Mover with it, and reports as much", () => {
  const world = new carom.World(), up = [0, 1, 0], locomotion = { acceleration: 6, friction: 2, coyote: 0.2 };
  const floor = world.add({ min: [-20, -1, -20], max: [20, 0, 20] });
  const hero = new carom.Mover(world, { feet: [0, 0.5, 0], up, locomotion }), crowd = new carom.Crowd(world);
  crowd.add({ feet: [9, 0, 9] });
  const skater = crowd.add({ feet: [0, 0.5, 0], up, locomotion }), seen = new carom.Crowd(world.copy());
  assert.throws(() => crowd.add({ locomotion: { friction: -1 } }), /^RangeError: agent.locomotion.friction is -1, less than 0$/);
  assert.equal(seen.size, 0);
  // The mover is in the world without the agent's body.
  hero.scene = world.query({ except: crowd.agent(skater).body });
  const state = ({ feet, velocity, height, onGround, slid, snapped, landed, blocked }) => [feet, velocity, height, onGround, slid, snapped, blocked];
  let copy, speeds = 0;
  for (let i = 0; i < 180; i++) {
    if (i === 90) copy = crowd.copy(world.copy());
    const intent = { velocity: i < 120 ? [4, 0, 1] : [0, 0, 0], jump: i === 60 ? 4 : 0 };
    hero.step(intent, STEP);
    // At the end the agent has no intent.
    crowd.step(i < 120 ? [null, intent] : [], STEP);
    if (i >= 90) copy.step(i < 120 ? [null, intent] : [], STEP);
    assert.deepEqual(state(crowd.agent(skater)), state(hero), `tick ${i}`);
    if (hero.velocity.x > 0.1 && hero.velocity.x < 3.9) speeds++;
  }
  assert.ok(speeds > 30, "it speeds up and slows down");
  assert.deepEqual(copy.feet, crowd.feet);
  const { ground } = crowd.agent(skater);
  assert.deepEqual([ground.normal, ground.triangle, ground.body], [{ x: 0, y: 1, z: 0 }, 0, floor]);
  crowd.teleport(skater, [0, 3, 0]);
  crowd.step([], STEP);
  assert.deepEqual([crowd.agent(skater).ground, crowd.velocity[3 * skater]], [null, 0]);
});

test("a crowd", () => {
  const world = new carom.World();
  world.add(floor);
  const crowd = new carom.Crowd(world, { layer: 1 << 30 });
  assert.deepEqual([crowd.add({ feet: [0, 0.01, 0], mass: 80 }), crowd.add({ feet: [2, 0.01, 0], mass: 80 }), crowd.add({ feet: [2, 0.01, 5], role: "ghost", mass: Infinity })], [0, 1, 2]);
  for (let i = 0; i < 60; i++) crowd.step([{ velocity: [4, 0, 0] }, null, { velocity: [0, 0, -1], jump: 0 }], STEP);
  const copy = crowd.copy(world.copy());
  for (let i = 0; i < 60; i++) {
    crowd.step(new Float32Array([4, 0, 0, 0, 0, 0, 0, 0, 0]), STEP);
    copy.step([{ velocity: [4, 0, 0] }], STEP);
  }
  assert.deepEqual(copy.feet, crowd.feet);
  near(crowd.velocity[3], 2, 0.01);
  assert.equal(crowd.agent(2).role, "ghost");
  assert.equal(crowd.agent(2).body, null);
  assert.equal(world.closest([crowd.feet[0], 3, crowd.feet[2]]).body.index, crowd.agent(0).body.index);
  crowd.teleport(0, [-5, 0.01, 0]);
  near(crowd.feet[0], -5);
  near(crowd.before[0], -5);
});

test("fixed ticks", () => {
  const ticks = [], alphas = [], loop = fixed(0.1, (dt) => ticks.push(dt), (alpha) => alphas.push(alpha), { auto: false });
  loop.advance(0.25);
  assert.equal(ticks.length, 2);
  near(alphas[0], 0.5, 1e-9);
  loop.advance(100);
  assert.equal(ticks.length, 5, "a long pause is dropped");
  const ending = fixed(0.01, () => {
    ticks.push(0.01);
    ending.stop();
  }, undefined, { auto: false });
  ending.advance(0.2);
  assert.equal(ticks.length, 6, "a tick that stops the loop is the last");
  assert.throws(() => loop.advance(NaN), /seconds is NaN/);
  assert.throws(() => carom.fixed(0, () => {}), /step is 0/);
});

test("fixed ticks by the clock", async () => {
  let ticks = 0;
  const loop = carom.fixed(0.01, () => ticks++);
  // On a busy machine this takes its time.
  for (let i = 0; i < 200 && ticks <= 3; i++) await new Promise((resolve) => setTimeout(resolve, 50));
  loop.stop();
  const stopped = ticks;
  assert.ok(ticks > 3, `${ticks} ticks`);
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.equal(ticks, stopped);
});

test("the small entry and the inline one", async () => {
  const small = await loadMesh(), own = new small.Mesh(...FLOOR);
  assert.equal(small.World, undefined);
  near(own.sweep({ center: [0, 3, 0], radius: 1 }, [0, -4, 0]).t, 0.5);
  assert.equal(own.overlapBatch([0, 1, 0, 0, 0, 0])[1], 1);
  const inline = await loadInline(), hero = new inline.Mover(new inline.Mesh(...FLOOR), { feet: [0, 0.02, 0] });
  for (let i = 0; i < 9; i++) hero.step({}, STEP);
  assert.equal(hero.onGround, true);
  assert.equal(await load(), carom, "loaded once");
});

test("a Worker builds, and this thread goes on with its objects", async () => {
  const worker = new Worker(`
    const { parentPort } = require("node:worker_threads");
    import("carom").then(async ({ load }) => {
      const carom = await load(), vertices = [];
      for (let i = 0; i < 40_000; i++) vertices.push(i % 200, Math.sin(i), Math.floor(i / 200), i % 200 + 1, 0, Math.floor(i / 200), i % 200, 0, Math.floor(i / 200) + 1);
      const mesh = new carom.Mesh(vertices), world = new carom.World();
      world.add(mesh, { pose: [0, 5, 0] });
      const snapshot = carom.snapshot(mesh, world);
      parentPort.postMessage({ snapshot, hit: world.ray([20.3, 99, 30.3], [0, -200, 0]).t }, [snapshot.memory]);
    });
  `, { eval: true });
  const { snapshot, hit } = await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  const own = await load({ snapshot }), [mesh, world] = own.received;
  assert.ok(mesh instanceof own.Mesh && world instanceof own.World);
  assert.equal(mesh.triangleCount, 40_000);
  assert.equal(world.ray([20.3, 99, 30.3], [0, -200, 0]).t, hit);
  // It goes on: a new body, a walk, and freeing.
  const box = world.add({ min: [0, 50, 0], max: [9, 51, 9] }), hero = new own.Mover(world, { feet: [4, 52, 4] });
  for (let i = 0; i < 60; i++) hero.step({}, STEP);
  assert.equal(hero.ground.body, box);
  mesh.dispose();
  world.dispose();
  assert.throws(() => carom.snapshot({}), /^TypeError: objects\[0\] must be a Mesh, a Compound or a World/);
  await assert.rejects(load({ snapshot: { module: carom.module } }), /snapshot must be a message/);
});

test("a recording gives the same bits, and finds a level that has changed", () => {
  const walker = (scene) => new carom.Mover(scene, { feet: [0, 1, 0], locomotion: true });
  const recording = new Recording(walker(floor));
  for (let i = 0; i < 200; i++) recording.step({ velocity: { x: Math.sin(i / 20), y: 0, z: 1 }, jump: i % 50 === 0 ? 4 : 0 }, STEP);
  const text = JSON.stringify(recording);
  assert.equal(replay(text, walker(floor)), -1);
  const other = new carom.World();
  other.add(floor);
  other.add({ min: [-1, 0, 0.8], max: [1, 0.2, 1.4] });
  assert.ok(replay(text, walker(other)) > 10);
  assert.throws(() => replay("{}", walker(floor)), /not one of this version/);
});

// carom/2d: every query and every class, with answers that can be checked by hand.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Recording, load, replay } from "carom/2d";

const carom = await load();
/** Ground along x with a step of 1 up at x = 4, from right to left so that its front is above. */
const ground = () => new carom.Chain([[9, 1], [4, 1], [4, 0], [-9, 0]]);
const level = ground();
const near = (a, b, within = 1e-5) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);
const STEP = 1 / 60;

test("single queries of a chain", () => {
  const closest = level.closest({ center: [0, 1], radius: 0.5 });
  assert.deepEqual([closest.distance, closest.point, closest.shapePoint, closest.normal], [0.5, { x: 0, y: 0 }, { x: 0, y: 0.5 }, { x: 0, y: 1 }]);
  assert.deepEqual([closest.segment, closest.body], [2, null]);
  assert.equal(level.closest([0, 3], 2), null);
  assert.equal(level.overlap({ min: [0, -1], max: [1, 0] }), true, "touching counts");
  assert.equal(level.overlap({ min: { x: 0, y: 0.1 }, max: { x: 1, y: 1 } }), false);
  const hit = level.sweep({ start: [0, 2], end: [0, 3], radius: 1 }, [0, -4]);
  near(hit.t, 0.25);
  assert.deepEqual([hit.start, hit.segment], ["separate", 2]);
  assert.equal(level.sweep({ center: [0, 0.5], radius: 1 }, [1, 0]).start, "overlapping");
  assert.equal(level.query({ leaveOverlaps: true }).sweep({ center: [0, 0.5], radius: 1 }, [0, 1]), null);
  near(level.ray([1, 5], [0, -10]).t, 0.5);
  assert.deepEqual([level.rayAny([1, 5], [0, -10]), level.rayAny([1, 5], [0, 10])], [true, false]);
  const ball = { center: [3, 0.5], radius: 0.25 };
  assert.deepEqual([level.sweepAny(ball, [1, 0]), level.sweepAny(ball, [-1, 0])], [true, false]);
  assert.deepEqual(level.contacts({ center: [3.5, 0.5], radius: 0.5 }).map(({ segment }) => segment), [1, 2]);
  assert.deepEqual(level.closestN({ center: [3, 0.5], radius: 0.25 }, 2).map(({ segment, distance }) => [segment, distance]), [[2, 0.25], [1, 0.75]]);
  assert.equal(level.sweepAll([2, 1.5], [4, -1.5]).length, 1);
  const turned = level.sweepRigid({ start: [-2, 1], end: [2, 1], radius: 0 }, { pivot: [0, 1], angle: -Math.PI });
  near(turned.t, 1 / 6, 1e-4);
});

test("every shape has its lowest point where it should", () => {
  const shapes = [
    [0, 1], { x: 0, y: 1 }, { center: [0, 2], radius: 1 }, { start: [-1, 1.5], end: [1, 2], radius: 0.5 }, { min: [-1, 1], max: [1, 2] },
    { a: [0, 1], b: [2, 3], c: [0, 3] }, { points: [[0, 1], [1, 2], [0, 3]] }, { points: new Float32Array([0, 1.5, 1, 2, 0, 3]), radius: 0.5 },
    { center: [0, 2], halfSize: [3, 1] }, { center: [0, 4], halfSize: [3, 1], rotation: Math.PI / 2 },
    { center: [0, 1 + Math.SQRT2], halfSize: [1, 1], rotation: Math.PI / 4 }, { start: [0, 1.5], end: [0, 3], radiusA: 0.5, radiusB: 1 },
    { center: [0, 2], radii: [3, 1] }, { center: [0, 4], radii: [3, 1], rotation: Math.PI / 2 }, { min: [-1, 1.25], max: [1, 2], rounding: 0.25 },
  ];
  for (const shape of shapes) {
    near(level.closest(shape).distance, 1);
    near(level.sweep(shape, [0, -2]).t, 0.5);
  }
  assert.equal(level.overlap({ normal: [0, 1], offset: -0.5 }), false);
  assert.equal(level.overlap({ normal: [0, 1], offset: 0 }), true);
});

test("two shapes", () => {
  const ball = { center: [0, 0], radius: 1 }, box = { min: [2, -1], max: [4, 1] };
  const found = carom.closest(ball, box);
  assert.deepEqual([found.distance, found.shapePoint, found.point, found.normal], [1, { x: 1, y: 0 }, { x: 2, y: 0 }, { x: -1, y: 0 }]);
  assert.equal(carom.closest(ball, box, 0.5), null);
  assert.deepEqual([carom.overlap(ball, box), carom.overlap(ball, { center: [2, 0], radius: 1 })], [false, true]);
  near(carom.sweep(ball, [2, 0], box).t, 0.5);
  near(carom.sweep(ball, [1, 0], box, [-1, 0]).t, 0.5);
  near(carom.sweepRigid({ start: [0, 0], end: [3, 0], radius: 0 }, { angle: Math.PI }, { center: [0, 2], radius: 0 }).t, 0.5, 1e-4);
  const { normal, points, unique } = carom.manifold({ min: [0, 1], max: [2, 2] }, { min: [1, 0], max: [5, 1] });
  assert.deepEqual([normal, unique], [{ x: 0, y: 1 }, true]);
  assert.deepEqual(points.map(({ pointA, distance }) => [pointA, Math.abs(distance)]).sort((a, b) => a[0].x - b[0].x), [[{ x: 1, y: 1 }, 0], [{ x: 2, y: 1 }, 0]]);
  assert.equal(new Set(points.map(({ id }) => id)).size, 2);
  assert.equal(carom.manifold(ball, box), null);
  const { entry, exit } = carom.rayInterval([0, 0], [8, 0], box);
  assert.deepEqual([entry.t, exit.t, entry.normal, exit.point], [0.25, 0.5, { x: -1, y: 0 }, { x: 4, y: 0 }]);
  assert.equal(carom.rayInterval([3, 0], [8, 0], box).entry, null);
  assert.equal(carom.rayInterval([0, 3], [8, 0], box), null);
});

test("manifolds with the parts of a chain", () => {
  const box = { min: [3, 0.005], max: [3.995, 0.9] }, found = level.manifolds(box, 0.01);
  assert.deepEqual(found.map(({ contact, manifold }) => [contact.segment, manifold.points.length]), [[1, 2], [2, 2]]);
});

test("chains: closed, rings, solid, one-sided", () => {
  const square = (half) => [[-half, -half], [half, -half], [half, half], [-half, half]];
  const island = new carom.Chain(square(3), { closed: true, solid: true });
  assert.deepEqual([island.segmentCount, island.bounds, island.segment(3)], [4, { min: { x: -3, y: -3 }, max: { x: 3, y: 3 } }, { a: { x: -3, y: 3 }, b: { x: -3, y: -3 } }]);
  const deep = island.closest({ center: [0, 2], radius: 0.5 });
  assert.deepEqual([deep.distance, deep.normal.y], [-1.5, 1]);
  assert.deepEqual([island.contains([3, 3]), island.contains([3.1, 0]), island.signedDistance([1, 0]), island.signedDistance([5, 0])], [true, false, -2, 2]);
  const frame = new carom.Chain({ rings: [square(6), square(2).reverse()] }, { solid: true });
  assert.deepEqual([frame.segmentCount, frame.contains([0, 0]), frame.contains([4, 0]), frame.overlap([0, 0]), frame.overlap([4, 0])], [8, false, true, false, true]);
  const floor = new carom.Chain([4, 0, 0, 0], { oneSided: true });
  assert.deepEqual([floor.rayAny([2, 1], [0, -2]), floor.rayAny([2, -1], [0, 2])], [true, false]);
  const open = new carom.Chain([{ x: 0, y: 0 }, { x: 4, y: 0 }]);
  assert.equal(open.rayAny([2, -1], [0, 2]), true);
});

test("batches are the single queries", () => {
  const center = new Float32Array(40), delta = [0.5, -3];
  for (let i = 0; i < center.length; i++) center[i] = (i % 2 ? 1.5 : 9 * Math.sin(i));
  const rows = Array.from({ length: 20 }, (_, i) => [center[2 * i], center[2 * i + 1]]);
  const balls = { center, radius: 0.25 }, closest = level.closestBatch(balls), hits = level.sweepBatch(balls, delta), rays = level.rayBatch(center, delta);
  const flags = level.overlapBatch(balls);
  rows.forEach((at, i) => {
    const one = level.closest({ center: at, radius: 0.25 }), hit = level.sweep({ center: at, radius: 0.25 }, delta), ray = level.ray(at, delta);
    assert.deepEqual([closest.distance[i], closest.segment[i], closest.point[2 * i], closest.normal[2 * i + 1]], [one.distance, one.segment, one.point.x, one.normal.y]);
    assert.deepEqual([hits.t[i], hits.segment[i]], hit ? [hit.t, hit.segment] : [Infinity, -1]);
    assert.deepEqual([rays.t[i], rays.segment[i]], ray ? [ray.t, ray.segment] : [Infinity, -1]);
    assert.equal(flags[i] === 1, level.overlap({ center: at, radius: 0.25 }));
  });
  assert.equal(level.closestBatch(balls, Infinity, closest).distance, closest.distance, "filled again");
});

test("worlds, filters, events", () => {
  const world = new carom.World(), floor = world.add(level, { data: "floor" });
  const crate = world.add({ min: [-1, -1], max: [1, 1] }, { pose: { position: [0, 3], rotation: Math.PI / 2, scale: 0.5 }, layers: 2, moving: true });
  assert.deepEqual([world.size, world.bodies(), floor.data], [2, [floor, crate], "floor"]);
  near(crate.pose.rotation, Math.PI / 2);
  assert.deepEqual([crate.pose.position, crate.pose.scale, crate.moving, crate.layers], [{ x: 0, y: 3 }, 0.5, true, 2]);
  const hit = world.ray([0, 9], [0, -10]);
  near(hit.t, 0.55);
  assert.equal(hit.body, crate);
  assert.equal(world.query({ except: crate }).ray([0, 9], [0, -10]).body, floor);
  assert.equal(world.query({ mask: 1 }).ray([0, 9], [0, -10]).body, floor);
  near(world.query({ origin: [100, 0] }).ray([-100, 9], [0, -10]).t, 0.55);
  assert.deepEqual(world.overlaps({ center: [0, 3], radius: 1 }), [crate]);
  const pairs = new carom.Pairs(world);
  assert.equal(pairs.update().now.length, 0);
  crate.setPose([0, 0.75]);
  assert.deepEqual(pairs.update().began, [[floor, crate]].map((pair) => pair.sort((a, b) => a.index - b.index)));
  const zone = world.add({ center: [0, 0], radius: 1 }, { sensor: true, pose: { x: 0, y: 0.5 } }), sensors = new carom.Sensors(world);
  assert.ok(sensors.update().entered.some(({ sensor, body }) => sensor === zone && body === crate));
  crate.setVelocity([1, 2]);
  crate.setSpin(3);
  crate.setSurfaceVelocity([4, 0]);
  crate.setOneWay({ direction: [0, 1], margin: 0.1 });
  crate.setSensor(true);
  assert.deepEqual([crate.velocity, crate.spin, crate.surfaceVelocity, crate.sensor], [{ x: 1, y: 2 }, 3, { x: 4, y: 0 }, true]);
  assert.deepEqual(crate.oneWay.direction, { x: 0, y: 1 });
  crate.replace(new carom.Chain([[0, 0], [1, 0]]));
  const copy = world.copy();
  copy.same(crate).remove();
  assert.deepEqual([copy.size, world.size], [2, 3]);
});

test("a character walks, climbs, jumps, rides", () => {
  const hero = new carom.Mover(level, { feet: [0, 0.01], stepHeight: 0.4 });
  for (let i = 0; i < 180; i++) hero.step({ velocity: [2, 0] }, STEP);
  near(hero.feet.x, 4 - 0.3 - 0.01, 1e-3);
  assert.deepEqual([hero.onGround, hero.ground.segment, hero.ground.normal, hero.blocked], [true, 2, { x: 0, y: 1 }, true]);
  assert.ok(hero.collisions().some(({ role, normal }) => role === "wall" && normal.x === -1));
  hero.set({ stepHeight: 1.1 });
  for (let i = 0; i < 60; i++) hero.step({ velocity: [2, 0] }, STEP);
  near(hero.feet.y, 1.01, 1e-3);
  hero.step({ velocity: [0, 0], jump: 5 }, STEP);
  assert.ok(!hero.onGround && hero.events.leftGround > 4);
  const world = new carom.World(), lift = world.add({ min: [-1, -1], max: [1, 0] }, { moving: true });
  hero.scene = world;
  hero.teleport([0, 0.01]);
  for (let i = 1; i <= 60; i++) {
    lift.moveTo([i * STEP, i * STEP], STEP);
    hero.step({ velocity: [0, 0] }, STEP);
  }
  near(hero.feet.x, 1, 1e-3);
  near(hero.feet.y, 1.01, 1e-3);
  assert.ok(hero.rode && hero.ground.body === lift);
});

test("a walk with locomotion and a jump is that of 3D, at 30 and at 240 Hz", async () => {
  const { load: load3D } = await import("carom"), solid = await load3D(), hall = new solid.World(), flat = new carom.Chain([[90, 0], [-90, 0]]);
  hall.add({ min: [-90, -1, -90], max: [90, 0, 90] });
  for (const rate of [30, 240]) {
    const hero = new carom.Mover(flat, { feet: [-8, 0.01], locomotion: true }), other = new solid.Mover(hall, { feet: [-8, 0.01, 0], locomotion: true });
    for (let tick = 0; tick < 3 * rate; tick++) {
      const jump = tick === rate ? 5 : 0;
      hero.step({ velocity: [3, 0], jump }, 1 / rate);
      other.step({ velocity: [3, 0, 0], jump }, 1 / rate);
      near(hero.feet.x, other.feet.x);
      near(hero.feet.y, other.feet.y);
      assert.equal(hero.onGround, other.onGround);
    }
    assert.ok(hero.onGround && hero.feet.x > 0);
  }
});

test("recordings and states", () => {
  const hero = new carom.Mover(level, { feet: [0, 1], locomotion: true }), recording = new Recording(hero);
  for (let tick = 0; tick < 90; tick++) {
    recording.step({ velocity: { x: 2, y: 0 }, jump: tick === 60 ? 4 : 0 }, STEP);
    if (tick === 30) recording.knockBack([-2, 1]);
  }
  const json = JSON.stringify(recording), other = new carom.Mover(level, { locomotion: true });
  assert.equal(replay(json, other), -1);
  assert.deepEqual(other.feet, hero.feet);
  const state = hero.save();
  hero.step({ velocity: [5, 0] }, STEP);
  hero.restore(state);
  assert.deepEqual(hero.feet, other.feet);
});

test("snapshots", async () => {
  const world = new carom.World();
  world.add(level);
  const snapshot = carom.snapshot(level, world), other = await load({ snapshot }), [chain, copy] = other.received;
  assert.deepEqual([chain.segmentCount, copy.size], [3, 1]);
  near(copy.ray([0, 1], [0, -2]).t, 0.5);
});

test("bad input names the argument", () => {
  const world = new carom.World(), hero = new carom.Mover(level), body = world.add({ center: [0, 0], radius: 1 });
  const gone = world.add([0, 0]);
  gone.remove();
  const wrong = {
    "nothing": [() => level.closest(), /^shape must be/],
    "three coordinates": [() => level.closest([0, 1, 2]), /^shape must be .* not 3 numbers/],
    "a third dimension": [() => level.closest({ x: 0, y: 1, z: 2 }), /^shape\.z is 2: in 2D/],
    "NaN": [() => level.sweep([0, 1], [0, NaN]), /^delta\.y is NaN/],
    "a negative radius": [() => level.overlap({ center: [0, 0], radius: -1 }), /^shape\.radius is -1/],
    "a negative rounding": [() => level.overlap({ min: [0, 0], max: [1, 1], rounding: -1 }), /^shape\.rounding is -1/],
    "a box inside out": [() => level.overlap({ min: [1, 1], max: [0, 2] }), /^shape\.min, the lowest corner of the box, exceeds shape\.max$/],
    "a rotation that is a matrix": [() => level.overlap({ center: [0, 0], halfSize: [1, 1], rotation: [1, 0, 0, 1] }), /^shape\.rotation must be a number/],
    "a normal of zero": [() => level.overlap({ normal: [0, 0], offset: 1 }), /^shape\.normal is zero/],
    "an angle without meaning": [() => level.sweepRigid([0, 1], { angle: 1e5 }), /^motion\.angle is 100000/],
    "an axis": [() => level.sweepRigid([0, 1], { axis: [0, 0, 1], angle: 1 }), /^motion\.axis does not exist/],
    "one vertex": [() => new carom.Chain([[0, 0]]), /two vertices/],
    "no vertices": [() => new carom.Chain([]), /^vertices must be an array of at least one point/],
    "a vertex that is NaN": [() => new carom.Chain([[0, 0], [1, NaN]]), /^vertices\[1\]\.y is NaN/],
    "a ring that is too short": [() => new carom.Chain({ rings: [[[0, 0], [1, 0], [0, 1]], [[5, 5]]] }), /ring 1/],
    "an open solid": [() => new carom.Chain([[0, 0], [1, 0], [0, 1]], { solid: true }), /solid|open/i],
    "a clockwise solid": [() => new carom.Chain([[0, 0], [0, 1], [1, 0]], { closed: true, solid: true }), /clockwise|inside/i],
    "an unknown option": [() => new carom.Chain([[0, 0], [1, 0]], { welded: true }), /^options\.welded does not exist/],
    "a segment that is none": [() => level.segment(3), /^number is 3|3 segments/],
    "a pose of two scales": [() => world.add([0, 0], { pose: { x: 0, y: 0, scale: [1, 2] } }), /^options\.pose\.scale/],
    "a body of another world": [() => world.query({ except: new carom.World().add([0, 0]) }), /^filters\.except must be a body of this world/],
    "a body that is gone": [() => gone.setPose([0, 0]), /body/],
    "a world as a body": [() => world.add(world), /^shape is a world: only chains and shapes/],
    "a spin that is a vector": [() => body.setSpin([0, 1]), /^speed must be a number/],
    "a tick of no time": [() => hero.step({}, 0), /^dt must be more than 0/],
    "a step height that is NaN": [() => hero.set({ stepHeight: NaN }), /^settings\.stepHeight is NaN/],
    "a negative gravity": [() => new carom.Mover(level, { gravity: -1 }), /^settings\.gravity/],
    "a scene that is none": [() => { hero.scene = [1]; }, /^scene must be a Chain, a World/],
    "a batch of hulls": [() => level.closestBatch({ points: [[0, 0]] }), /^shapes: a batch has no hulls/],
    "a batch of odd length": [() => level.closestBatch(new Float32Array(3)), /^shapes has 3 numbers, which is no multiple of 2/],
    "rows that do not agree": [() => level.sweepBatch(new Float32Array(4), new Float32Array(6)), /^deltas has 3 rows, shapes has 2/],
  };
  for (const [name, [run, message]] of Object.entries(wrong)) assert.throws(run, ({ message: text }) => message.test(text) || assert.fail(`${name}: ${text}`), name);
  near(level.closest({ center: [0, 1], radius: 0.5 }).distance, 0.5);
  const chain = ground();
  chain.dispose();
  assert.throws(() => chain.overlap([0, 0]), /^Error: chain was disposed/);
});

test("the wasm of another entry is refused", async () => {
  const { readFile } = await import("node:fs/promises");
  const bytes = await readFile(new URL("../wasm/mesh.simd.wasm", import.meta.url));
  await assert.rejects(load({ wasm: bytes }), /options\.wasm is not the wasm of carom\/2d/);
  const { load: load3D } = await import("carom");
  await assert.rejects(load3D({ wasm: await readFile(new URL("../wasm/2d.wasm", import.meta.url)) }), /options\.wasm is not the wasm of carom$/);
});

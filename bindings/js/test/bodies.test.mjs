// Bodies of a world, read back and changed; meshes that change their form; half-spaces; recordings with all calls.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as THREE from "three";
import { Recording, load, replay } from "carom";
import { load as loadFull } from "carom/full";
import { load as loadMesh } from "carom/mesh";

const carom = await load(), full = await loadFull(), small = await loadMesh(), STEP = 1 / 60;
const near = (a, b, within = 1e-5) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);
const SQUARE = [0, 1, 2, 0, 2, 3], square = (half, y = 0) => [-half, y, -half, -half, y, half, half, y, half, half, y, -half];
const BOX = { min: [-1, -1, -1], max: [1, 1, 1] };

test("all that a body is comes back, and goes in again", () => {
  const world = new carom.World(), turn = new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(1, 2, -3).normalize(), 2.5);
  const options = {
    pose: { position: [1e9, 2, 3], quaternion: turn, scale: 1.5 }, velocity: [1, 2, 3], spin: { axis: [0, 4, 0], speed: 0.5 }, surfaceVelocity: [0, 0, 2],
    oneWay: { direction: [0, 1, 0], margin: 0.25 }, layers: 6, mask: 5, moving: true,
  };
  const body = world.add(BOX, options), plain = world.add(BOX), { pose } = body;
  assert.deepEqual([pose.position, pose.scale], [{ x: 1e9, y: 2, z: 3 }, 1.5]);
  const { x, y, z, w } = pose.quaternion;
  near(Math.abs(x * turn.x + y * turn.y + z * turn.z + w * turn.w), 1, 1e-6);
  near(Math.hypot(x, y, z, w), 1, 1e-6);
  assert.deepEqual([body.velocity, body.spin, body.surfaceVelocity], [{ x: 1, y: 2, z: 3 }, { axis: { x: 0, y: 4, z: 0 }, speed: 0.5 }, { x: 0, y: 0, z: 2 }]);
  assert.deepEqual([body.oneWay, body.layers, body.mask, body.moving, body.sensor], [{ direction: { x: 0, y: 1, z: 0 }, margin: 0.25 }, 6, 5, true, false]);
  assert.deepEqual([plain.pose, plain.oneWay, plain.layers, plain.moving], [{ position: { x: 0, y: 0, z: 0 }, quaternion: { x: 0, y: 0, z: 0, w: 1 }, scale: 1 }, null, 2 ** 32 - 1, false]);
  plain.setPose(pose);
  assert.deepEqual(plain.pose.position, pose.position);
  near(plain.pose.quaternion.y, y, 1e-6);
  // A lift's velocity is that of its motion.
  plain.moveTo({ ...pose, position: [1e9, 2 + 1 / 60, 3] }, STEP);
  near(plain.velocity.y, 1, 1e-4);
});

test("the list of bodies is in the order of their indices", () => {
  const world = new carom.World(), [a, b, c] = [1, 2, 3].map((data) => world.add(BOX, { data }));
  b.remove();
  assert.deepEqual(world.bodies(), [a, c]);
  const d = world.add(BOX);
  assert.deepEqual(world.bodies(), [a, d, c]);
  assert.deepEqual(world.copy().bodies().map(({ data }) => data), [1, undefined, 3]);
  for (let i = 0; i < 300; i++) world.add(BOX);
  assert.equal(world.bodies().length, 303);
  for (const read of [() => b.pose, () => b.layers, () => b.oneWay, () => b.setMoving(true), () => b.replace(BOX)]) assert.throws(read, /exist/);
});

test("moving, sensor, one-way and another shape", () => {
  const world = new carom.World(), body = world.add(BOX, { data: "kept", velocity: [0, 0, 1] }), beside = world.add(BOX, { pose: [1.5, 0, 0] }), pairs = new carom.Pairs(world);
  const top = () => world.ray([0, 9, 0], [0, -10, 0])?.point.y, below = () => world.ray([0, -9, 0], [0, 10, 0]);
  assert.equal(pairs.update().now.length, 0);
  body.setMoving(true);
  assert.deepEqual([pairs.update().now, body.moving], [[[body, beside]], true]);
  body.setMoving(false);
  near(top(), 1);
  body.setSensor(true);
  assert.deepEqual([top(), body.sensor], [undefined, true]);
  body.setSensor(false);
  body.setOneWay({ direction: [0, 2, 0] });
  near(top(), 1);
  assert.deepEqual([below(), body.oneWay], [null, { direction: { x: 0, y: 2, z: 0 }, margin: 0 }]);
  body.setOneWay(null);
  near(below().point.y, -1);
  body.replace({ center: [0, 3, 0], radius: 2 });
  near(top(), 5);
  assert.deepEqual([body.data, body.velocity.z, world.closest([0, 9, 0]).body], ["kept", 1, body]);
  body.replace(new carom.Mesh(square(1, 0.5), SQUARE));
  near(top(), 0.5);
  body.replace(new carom.Compound([BOX]));
  near(top(), 1);
  for (const [call, message] of [
    [() => body.setMoving(1), /^TypeError: moving must be true or false, not 1/],
    [() => body.setSensor(), /^TypeError: sensor must be true or false/],
    [() => body.setOneWay(), /^TypeError: oneWay must be \{ direction, margin \} or null/],
    [() => body.setOneWay({ direction: [0, 0, 0] }), /^RangeError: oneWay\.direction is zero/],
    [() => body.setOneWay({ direction: [0, NaN, 0] }), /^RangeError: oneWay\.direction\.y is NaN/],
    [() => body.setOneWay({ direction: [0, 1, 0], margin: -1 }), /one/],
    [() => body.setOneWay({ directoin: [0, 1, 0] }), /^TypeError: oneWay\.directoin does not exist/],
    [() => body.replace({ center: [0, 0, 0], radius: -1 }), /^RangeError: shape\.radius is -1/],
    [() => body.replace(world), /^TypeError: shape is a world: only meshes/],
    [() => body.replace(), /^TypeError: shape must be/],
    [() => world.add(BOX, { oneWay: { margin: 1 } }), /^TypeError: options\.oneWay\.direction is missing/],
  ]) assert.throws(call, message);
  near(top(), 1);
});

test("a mesh in another form has the answers of a new one, and its bodies keep theirs", () => {
  const mesh = new full.Mesh(square(4), SQUARE), world = new full.World(), first = world.add(mesh), second = world.add(mesh, { pose: [20, 0, 0] });
  assert.deepEqual(mesh.triangle(1), { a: { x: -4, y: 0, z: -4 }, b: { x: 4, y: 0, z: 4 }, c: { x: 4, y: 0, z: -4 } });
  // A cloth of 2 * 20 * 20 triangles that waves.
  const side = 21, place = (wave) => Float32Array.from({ length: 3 * side * side }, (_, i) => {
    const column = Math.floor(i / 3) % side, row = Math.floor(i / 3 / side);
    return [column, wave * Math.sin(column + row), row][i % 3];
  });
  const corners = Uint32Array.from({ length: 6 * 20 * 20 }, (_, i) => {
    const cell = Math.floor(i / 6), at = Math.floor(cell / 20) * side + cell % 20;
    return at + [0, side, side + 1, 0, side + 1, 1][i % 6];
  });
  const cloth = new full.Mesh(place(0), corners);
  for (const wave of [0.5, 3, 1]) {
    cloth.refit(place(wave), corners);
    const fresh = new full.Mesh(place(wave), corners), answers = (of) => Array.from({ length: 200 }, (_, i) => {
      const at = [i % 20, 4, i * 7 % 20 + 0.3];
      return [of.ray(at, [0.2, -9, 0.1]), of.closest({ center: at, radius: 0.5 })];
    });
    assert.deepEqual(answers(cloth), answers(fresh));
    assert.deepEqual([cloth.bounds, cloth.triangle(777)], [fresh.bounds, fresh.triangle(777)]);
  }
  mesh.refit(square(2, 1), SQUARE);
  assert.equal(mesh.closest([0, 5, 0]).distance, 4);
  assert.equal(world.closest([0, 5, 0]).distance, 5);
  first.refitMesh(square(2, 1), SQUARE);
  assert.deepEqual([world.closest([0, 5, 0]).distance, world.closest([20, 5, 0]).distance, second.pose.position.x], [4, 5, 20]);
  // Without indices, three vertices a triangle.
  const single = new full.Mesh([0, 0, 0, 0, 0, 1, 1, 0, 0]);
  single.refit([0, 2, 0, 0, 2, 1, 1, 2, 0]);
  assert.equal(single.triangle(0).b.y, 2);
  const gone = world.add(BOX);
  gone.remove();
  const field = full.heightField({ heights: [0, 0, 0, 0], columns: 2 });
  for (const [call, message] of [
    [() => mesh.triangle(2), /^RangeError: index is 2, but the mesh has 2 triangles/],
    [() => mesh.triangle(0.5), /^RangeError: index is 0\.5, not a whole number/],
    [() => mesh.triangle(-1), /^RangeError: index is -1/],
    [() => mesh.refit(square(2), [0, 1, 2]), /but the mesh has 2 triangles/],
    [() => mesh.refit([NaN, 0, 0], [0, 0, 0, 0, 0, 0]), /^RangeError: vertices\[0\] is NaN/],
    [() => mesh.refit(square(2), [0, 1, 2, 0, 2, 9]), /^RangeError: triangles\[5\] is 9, but there are 4 vertices/],
    [() => mesh.refit(), /^TypeError: vertices must be/],
    [() => field.refit(square(2), SQUARE), /height/],
    [() => world.add(BOX).refitMesh(square(2), SQUARE), /body is not a mesh/],
    [() => new carom.Mesh(square(1), SQUARE).refit(square(2), SQUARE), /^Error: refit is a function of carom\/full, not of carom$/],
    [() => new carom.World().add(BOX).refitMesh(square(2), SQUARE), /^Error: \w+ is a function of carom\/full, not of carom$/],
    [() => gone.refitMesh(square(2), SQUARE), /exist/],
  ]) assert.throws(call, message);
  assert.equal(mesh.closest([0, 5, 0]).distance, 4);
  assert.equal(new small.Mesh(square(4), SQUARE).triangle(0).c.x, 4);
});

test("half-spaces: as shapes, as those of three.js, and as floors", () => {
  const mesh = new carom.Mesh(square(4), SQUARE), world = new carom.World(), floor = world.add({ normal: [0, 2, 0], offset: 4 });
  assert.deepEqual([mesh.overlap({ normal: [0, 1, 0], offset: 0 }), mesh.overlap({ normal: [0, 1, 0], offset: -0.5 })], [true, false]);
  near(mesh.closest({ normal: [0, 2, 0], offset: -6, rounding: 1 }).distance, 2);
  near(mesh.sweep({ normal: [0, 1, 0], offset: -3 }, [0, 6, 0]).t, 0.5);
  // three.js: dot(normal, x) + constant = 0.
  const plane = new THREE.Plane(new THREE.Vector3(0, 1, 0), -2);
  near(carom.closest({ center: [5, 4, 5], radius: 0.5 }, plane).distance, 1.5);
  near(plane.distanceToPoint(new THREE.Vector3(5, 4, 5)), 2);
  near(world.ray([1e6, 4, 0], [0, -4, 0]).t, 0.5);
  const hero = new carom.Mover(world, { feet: [0, 4, 0] });
  for (let i = 0; i < 120; i++) hero.step({ velocity: [3, 0, 0] }, STEP);
  assert.deepEqual([hero.onGround, hero.ground.body], [true, floor]);
  near(hero.feet.y, 2.01, 1e-3);
  near(hero.feet.x, 6, 1e-3);
  for (const [shape, message] of [
    [{ normal: [0, 1, 0] }, /^TypeError: shape\.offset must be a number, not undefined/],
    [{ normal: [0, 0, 0], offset: 1 }, /^RangeError: shape\.normal is zero/],
    [{ normal: [0, NaN, 0], offset: 1 }, /^RangeError: shape\.normal\.y is NaN/],
    [{ normal: [0, 1, 0], offset: Infinity }, /^RangeError: shape\.offset is Infinity/],
    [{ normal: [0, 1, 0], constant: "1" }, /^TypeError: shape\.constant must be a number/],
  ]) assert.throws(() => mesh.overlap(shape), message);
  assert.throws(() => mesh.overlapBatch({ normal: [0, 1, 0], offset: 0 }), /^TypeError: shapes: a batch has no hulls .* or half-spaces/);
  assert.throws(() => new carom.Compound([{ normal: [0, 1, 0], offset: 0 }]), /shape/);
});

test("a recording has animations, knock-backs, teleports and settings, and follows a mover that others move", () => {
  const scene = new carom.World();
  scene.add({ normal: [0, 1, 0], offset: 0 });
  const walker = (locomotion = true) => new carom.Mover(scene, { feet: [0, 0.01, 0], locomotion });
  for (const outside of [false, true]) {
    const recording = new Recording(walker()), { mover } = recording, velocity = new THREE.Vector3(1, 0, 0);
    let facing = 0;
    const by = outside ? mover : recording;
    for (let i = 0; i < 200; i++) {
      if (i === 40) by.knockBack(velocity.clone().multiplyScalar(3));
      if (i === 70) by.teleport(velocity, 1.5);
      if (i === 71) recording.set({ gravity: 5, body: "cylinder", up: velocity.clone().set(0, 1, 0) });
      if (i >= 100 && i < 130) facing = recording.animate({ displacement: velocity.clone().multiplyScalar(1 / 30), turn: 0.05 }, facing, STEP);
      else recording.step({ velocity, jump: i % 50 === 0 ? 4 : 0 }, STEP);
      // The vectors of the caller change.
      velocity.z += 0.01;
    }
    near(facing, 1.5, 1e-4);
    const text = JSON.stringify(recording), again = walker();
    assert.equal(replay(text, again), -1);
    assert.deepEqual(again.save(), mover.save());
    assert.equal(again.settings.body, "cylinder");
    // Each of them matters.
    for (const tick of [40, 70, 71]) {
      const other = JSON.parse(text);
      assert.ok(other.ticks[tick].length === 4, `tick ${tick}`);
      other.ticks[tick].pop();
      // Settings matter in the next jump at the latest.
      const first = replay(other, walker());
      assert.ok(tick === 71 ? first >= tick : first === tick, `${first} ${tick}`);
    }
    const other = JSON.parse(text);
    other.ticks[110][0].facing += 0.5;
    assert.equal(replay(other, walker()), 110);
  }
  const recording = new Recording(walker(null));
  for (const [call, message] of [
    [() => recording.teleport([0, NaN, 0]), /^RangeError: feet\.y is NaN/],
    [() => recording.set({ radius: -1 }), /radius/],
    [() => recording.animate({ displacement: [0, 0] }, 0, STEP), /displacement/],
    [() => recording.step({ velocity: [0, 0] }, STEP), /velocity/],
    [() => replay({ carom: 1, start: recording.start, ticks: [[{}, STEP, 0, 5]] }, walker(null)), /^TypeError: recording\.ticks\[0\]\[3\] must be an array of calls/],
    [() => replay({ carom: 1, start: recording.start, ticks: [[{}, STEP, 0, [["dispose"]]]] }, walker(null)), /^TypeError: recording\.ticks\[0\]\[3\]\[0\] is no call of knockBack/],
  ]) assert.throws(call, message);
  // Calls that failed are not in it.
  recording.step({}, STEP);
  assert.equal(recording.ticks[0].length, 3);
  assert.equal(replay(recording, walker(null)), -1);
});

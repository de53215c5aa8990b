// Abilities of an agent that is alone in its crowd: to the bit those of a Mover.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load as loadSome } from "carom";
import { load } from "carom/full";

const carom = await load(), some = await loadSome();
const water = { surface: 1, float: 0.9, buoyancy: 0.5, drag: 2 };

function course(one = carom) {
  const world = new one.World();
  for (const [min, max] of [[[-50, -2, -50], [50, 0, 50]], [[2, 0, -50], [3, 10, 50]], [[-4, 0, -1], [-2, 1.2, 1]], [[-1, 0, -2.1], [1, 1, -1.9]]]) world.add({ min, max });
  return world;
}

/** A Mover and an agent at the same place after a tick; a ghost has no body. */
function pair(feet, { dt, role, ...settings }) {
  const world = course(), hero = new carom.Mover(world, { feet, ...settings }), crowd = new carom.Crowd(world.copy(), { layer: 8 });
  const index = crowd.add({ feet, role, ...settings });
  hero.step({}, dt);
  crowd.step([], dt);
  return { hero, crowd, index, dt, same: () => assert.deepEqual(crowd.save(index), hero.save()) };
}

/** Runs with a method of both; their answers are the same. */
function both({ hero, crowd, index }, name, ...given) {
  const copies = () => structuredClone(given), one = hero[name](...copies()), other = crowd[name](index, ...copies());
  assert.deepEqual(other, one);
  return one;
}

/** A path to its end. */
function follow(two, path) {
  const { hero, crowd, index, dt, same } = two, other = structuredClone(path);
  let ticks = 0;
  while (path.points.length > 0) {
    hero.follow(path, dt);
    assert.equal(crowd.follow(index, other, dt), undefined);
    crowd.step([{ velocity: [9, 9, 9] }], dt);
    assert.deepEqual(other, path);
    same();
    ticks++;
  }
  assert.ok(ticks > 3);
  assert.deepEqual(crowd.agent(index).velocity, { x: 0, y: 0, z: 0 });
}

for (const dt of [1 / 30, 1 / 240]) for (const locomotion of [false, true]) for (const role of ["push", "ghost"]) {
  const settings = { dt, locomotion, role }, name = `${Math.round(1 / dt)} Hz, locomotion ${locomotion}, ${role}`;

  test(`double jumps, low jumps: ${name}`, () => {
    const two = pair([0, 0.01, 0], settings), jumps = { most: 1 }, other = { most: 1 }, counted = [];
    for (let tick = 0; tick < 90; tick++) {
      if (tick === 20) both(two, "cutJump", 1);
      const pressed = tick % 8 === 0, counts = two.hero.airJump(jumps, pressed, dt), intent = { velocity: [1, 0, 0], jump: pressed ? 4 : 0, airJump: counts };
      assert.equal(two.crowd.airJump(two.index, other, pressed, dt), counts);
      assert.deepEqual(other, jumps);
      if (counts) counted.push(tick);
      two.hero.step(intent, dt);
      two.crowd.step([intent], dt);
      two.same();
    }
    assert.ok(counted.length > 1);
  });

  test(`a late jump off an edge: ${name}`, () => {
    const two = pair([-49.9, 0.01, 5], settings), jumps = { most: 1 }, other = { most: 1 }, lefts = [];
    for (let tick = 0, inAir = 0; inAir < 4; tick++) {
      const pressed = inAir > 0, counts = two.hero.airJump(jumps, pressed, dt), intent = { velocity: [-4, 0, 0], jump: pressed ? 4 : 0, airJump: counts };
      assert.equal(two.crowd.airJump(two.index, other, pressed, dt), counts);
      assert.deepEqual(other, jumps);
      if (pressed) lefts.push(jumps.left);
      two.hero.step(intent, dt);
      two.crowd.step([intent], dt);
      two.same();
      if (!two.hero.onGround) inAir++;
    }
    assert.deepEqual(lefts, locomotion ? [1, 0, 0] : [0, 0, 0]);
  });

  test(`dashes and glides: ${name}`, () => {
    const two = pair([0, 0.01, 0], settings), dash = { velocity: [12, 2, 4], left: 0.22 }, other = structuredClone(dash);
    let ticks = 0;
    while (two.hero.dash(dash, dt)) {
      assert.equal(two.crowd.dash(two.index, other, dt), true);
      two.crowd.step([], dt);
      assert.deepEqual(other, dash);
      two.same();
      ticks++;
    }
    assert.equal(two.crowd.dash(two.index, other, dt), false);
    assert.ok(ticks > 6 && two.hero.feet.x > 1.6);
    two.same();
    const drop = pair([-8, 2, 0], settings);
    for (let tick = 0; tick < 100; tick++) {
      const intent = { velocity: [1, 0, 0] };
      drop.hero.glide(1.5, intent, dt);
      drop.crowd.glide(drop.index, 1.5, intent, dt);
      drop.crowd.step([], dt);
      drop.same();
    }
    assert.ok(drop.hero.feet.y < 1.9);
  });

  test(`ledges, walls and ladders: ${name}`, () => {
    const up = pair([-1.4, 0.01, 0], settings);
    assert.equal(both(up, "mantle", { lowest: 0.5, highest: 1.5, speed: 2 }, [0, 0, 0.9]), null);
    follow(up, both(up, "mantle", { lowest: 0.5, highest: 1.5, speed: 2 }, [-0.9, 0, 0]));
    const over = pair([0, 0.01, -1.4], settings);
    follow(over, both(over, "vault", { lowest: 0.5, highest: 1.2, drop: 1, speed: 3 }, [0, 0, -1.5]));
    const ladder = { bottom: [1.65, 0.01, 0], top: [1.65, 4, 0], exit: [1, 4, 0], speed: 3 }, climber = pair([1.5, 0.01, 0], settings);
    assert.equal(both(climber, "isNear", ladder, 0.2), true);
    follow(climber, both(climber, "climbUp", ladder));
    follow(climber, both(climber, "climbDown", ladder));
  });

  test(`swimming and getting out: ${name}`, () => {
    const two = pair([0, 0.06, 0], settings);
    for (let tick = 0; tick * dt < 3; tick++) {
      assert.equal(both(two, "swim", water, [-1, 0, 0.02], dt), true);
      two.crowd.step([], dt);
      two.same();
    }
    follow(two, both(two, "waterExit", water, [-0.9, 0, 0], { above: 0.6, speed: 2 }));
    assert.equal(both(two, "swim", water, [-1, 0, 0], dt), false);
    two.same();
  });

  if (locomotion) test(`wall jumps: ${name}`, () => {
    const two = pair([1.69, 2, 0], settings);
    assert.equal(both(two, "wallJump", { away: 3, rise: 4 }), true);
    for (let tick = 0; tick < 30; tick++) {
      two.same();
      two.hero.step({}, dt);
      two.crowd.step([], dt);
    }
    assert.ok(two.hero.feet.x < 1.5);
  });
}

test("an ability goes with its agent and its crowd", () => {
  const world = course(), crowd = new carom.Crowd(world), dt = 1 / 60, path = { points: [[0, 2, 8]], speed: 3 };
  for (const x of [-9, 0]) crowd.add({ feet: [x, 0.01, 8] });
  crowd.glide(1, 0.5, { velocity: [1, 0, 0] }, dt);
  crowd.follow(0, { points: [[-9, 2, 8]], speed: 3 }, dt);
  const copy = crowd.copy(world.copy());
  crowd.step([], dt);
  copy.step([], dt);
  for (const index of [0, 1]) assert.deepEqual(copy.save(index), crowd.save(index));
  assert.ok(crowd.feet[1] > 0.05 && crowd.before[1] < 0.02);
  // The last agent takes over the number; another place is without the ability.
  crowd.follow(1, path, dt);
  crowd.remove(0);
  crowd.step([], dt);
  assert.ok(crowd.feet[1] > 0.05);
  crowd.dash(0, { velocity: [50, 0, 0], left: 1 }, dt);
  crowd.teleport(0, [0, 0.01, 9]);
  crowd.step([], dt);
  assert.ok(Math.abs(crowd.feet[0]) < 1e-6);
});

test("no agent is in the way of a path or a search", () => {
  const crowd = new carom.Crowd(course()), dt = 1 / 60;
  for (const x of [-1.4, -2.3]) crowd.add({ feet: [x, x < -2 ? 1.21 : 0.01, 0] });
  const path = crowd.mantle(0, { lowest: 0.5, highest: 1.5, speed: 2 }, [-0.9, 0, 0]);
  for (let tick = 0; tick < 80 && path.points.length > 0; tick++) {
    crowd.follow(0, path, dt);
    crowd.step([], dt);
  }
  assert.deepEqual(path, { points: [], needed: null, speed: 2 });
  assert.ok(crowd.feet[1] > 1.2);
});

test("misuse is an error, and changes nothing", () => {
  const { crowd } = pair([0, 0.01, 0], { dt: 0.01 }), before = crowd.save(0);
  const refused = (run, error, text) => assert.throws(run, (thrown) => thrown instanceof error && text.test(thrown.message), String(text));
  refused(() => crowd.dash(1, { velocity: [1, 0, 0], left: 1 }, 0.1), RangeError, /there is no agent 1, only 1/);
  refused(() => crowd.cutJump(0, -1), RangeError, /rise is negative/);
  refused(() => crowd.wallJump(0, { away: 3, rise: 4 }), TypeError, /setting locomotion/);
  refused(() => crowd.dash(0, { velocity: [1, 0, 0], left: -1 }, 0.1), RangeError, /dash\.left is negative/);
  refused(() => crowd.dash(0, { velocity: [1, 0, 0], left: 1 }, 0), RangeError, /dt must be|dt is 0/);
  refused(() => crowd.glide(0, -1, {}, 0.1), RangeError, /speed is negative/);
  refused(() => crowd.glide(0, 1, {}, 0), RangeError, /dt is 0, not more than 0/);
  refused(() => crowd.swim(0, { ...water, drag: 0 }, [0, 0, 0], 0.1), RangeError, /water\.drag/);
  refused(() => crowd.mantle(0, { lowest: 2, highest: 1, speed: 1 }, [1, 0, 0]), RangeError, /mantle\.lowest exceeds/);
  refused(() => crowd.follow(0, { points: [[0, 1, 0]], speed: 0 }, 0.1), RangeError, /path\.speed/);
  refused(() => crowd.follow(0, { points: [[0, 1, 0]], speed: 1 }, -1), RangeError, /dt is -1, not more than 0/);
  crowd.step([], 0.01);
  crowd.restore(0, before);
  crowd.dash(0, { velocity: [1, 0, 0], left: 1 }, 0.1);
  refused(() => crowd.step([], 0.2), RangeError, /dt is 0\.2, but the ability of agent 0 is one of 0\.1/);
  assert.deepEqual(crowd.save(0), before);
  const other = new some.Crowd(course(some));
  other.add({});
  refused(() => other.follow(0, { points: [], speed: 1 }, 0.1), Error, /is a function of carom\/full, not of carom/);
  crowd.dispose();
  refused(() => crowd.cutJump(0, 1), Error, /disposed/);
});

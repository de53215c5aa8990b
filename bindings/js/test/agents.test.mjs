// What an agent of a crowd has beside a Mover: the same as a Mover among the same bodies, to the bit; and its removal.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "carom";
import { load as loadFull } from "carom/full";

const carom = await load(), full = await loadFull(), STEP = 1 / 60;
const near = (a, b, within = 1e-5) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);

/** A floor, and a wall from x = 4 on. */
function room(of = carom) {
  const world = new of.World();
  return { world, floor: world.add({ normal: [0, 1, 0], offset: 0 }), wall: world.add({ min: [4, 0, -50], max: [5, 9, 50] }) };
}

/** An agent, and a Mover that walks the same way without it. */
function twins(settings, of = carom) {
  const { world, ...bodies } = room(of), crowd = new of.Crowd(world);
  crowd.add({ feet: [-20, 0.01, 20] });
  const number = crowd.add(settings), mover = new of.Mover(world.query({ except: crowd.agent(number).body }), settings);
  return { world, crowd, number, mover, ...bodies };
}

const state = ({ feet, velocity, height, axis, onGround }) => ({ feet: { ...feet }, velocity: { ...velocity }, height, axis, onGround });
const same = ({ crowd, number, mover }, text) => assert.deepEqual(state(crowd.agent(number)), state(mover), text);

test("an animation moves an agent as it moves a Mover", () => {
  for (const locomotion of [undefined, true]) {
    const pair = twins({ feet: [0, 0.01, 0], locomotion }), { crowd, number, mover } = pair;
    let facing = 0, other = 0;
    for (let i = 0; i < 120; i++) {
      const motion = i < 60 ? { displacement: [2 / 60, 0, 0], turn: 1 / 60 } : { displacement: { x: 0, y: 1 / 60, z: 0 }, vertical: true, height: 1.5 };
      // The intent of an animated agent does not count.
      other = crowd.animate(number, motion, other, STEP);
      crowd.step([null, { velocity: [9, 0, 9], jump: 5 }], STEP);
      facing = mover.animate(motion, facing, STEP);
      assert.equal(other, facing);
      same(pair, `tick ${i}`);
    }
    near(crowd.agent(number).feet.y, 1.01, 1e-3);
    // It goes on with what the animation has left: falling and landing.
    for (let i = 0; i < 60; i++) {
      crowd.step([null, { velocity: [1, 0, 0] }], STEP);
      mover.step({ velocity: [1, 0, 0] }, STEP);
      same(pair, `after it, tick ${i}`);
    }
    assert.ok(mover.onGround && mover.height === 1.5);
  }
});

test("the animation of an agent turns with its ground, and is that of one tick", () => {
  const { world, crowd, number, floor } = twins({ feet: [0, 0.01, 0] });
  crowd.step([], STEP);
  floor.moveTo({ quaternion: [0, Math.sin(0.05), 0, Math.cos(0.05)] }, STEP);
  near(crowd.animate(number, { displacement: [0, 0, 0] }, 0.5, STEP), 0.6, 1e-4);
  assert.throws(() => crowd.step([], 1 / 30), /^RangeError: dt is 0.0333.*, but the animation of agent 1 is one of 0.0166/);
  const copy = crowd.copy(world.copy());
  crowd.step([], STEP);
  copy.step([], STEP);
  assert.deepEqual(copy.feet, crowd.feet);
  crowd.step([], 1 / 30);
});

test("a knock-back of an agent slides by friction as far as that of a Mover", () => {
  const pair = twins({ feet: [0, 0.01, 0], locomotion: { friction: 4 } }), { crowd, number, mover } = pair;
  for (const at of [crowd, mover]) at.step(at === crowd ? [] : {}, STEP);
  crowd.knockBack(number, { x: 2, y: 0, z: 0 });
  mover.knockBack([2, 0, 0]);
  same(pair, "at once");
  for (let i = 0; i < 300; i++) {
    crowd.step([], STEP);
    mover.step({}, STEP);
    same(pair, `tick ${i}`);
  }
  near(crowd.feet[3 * number], 0.5, 1e-3);
  crowd.knockBack(number, [0, 3, 0]);
  for (let i = 0; i < 10; i++) crowd.step([], STEP);
  assert.ok(crowd.agent(number).feet.y > 0.2 && !crowd.onGround[number]);
});

test("settings, bodies and collisions of an agent", () => {
  const pair = twins({ feet: [0, 0.01, 0], maxSlope: 33 }), { crowd, number, mover, wall } = pair;
  assert.deepEqual(crowd.settings(number), mover.settings);
  assert.equal(crowd.settings(number).maxSlope, 33);
  for (const change of [{ body: { box: { halfLength: 0.6 } }, stepHeight: 0.2 }, { radius: 0.25, body: "cylinder" }, { body: "capsule", edgeGuard: 0.1 }]) {
    crowd.set(number, change);
    mover.set(change);
    assert.deepEqual(crowd.settings(number), mover.settings);
    for (let i = 0; i < 120; i++) {
      crowd.step([null, { velocity: [3, 0, 0] }], STEP);
      mover.step({ velocity: [3, 0, 0] }, STEP);
    }
    same(pair, JSON.stringify(change));
    // It is stopped by the wall, as far from it as its body reaches.
    const half = change.body.box ? 0.6 : 0.25;
    near(crowd.feet[3 * number], 4 - half - 0.01, 2e-3);
    assert.deepEqual(crowd.collisions(number), mover.collisions());
    const met = crowd.collisions(number).find(({ body }) => body === wall);
    assert.equal(met.role, "wall");
    near(carom.pushImpulse(met, 80, 1 / 40).x, 80, 0.01);
  }
  // All or none.
  const before = crowd.settings(number);
  for (const wrong of [{ radius: -1 }, { body: { box: { halfLength: 0.1 } }, radius: 0.4 }, { body: "ball" }]) assert.throws(() => crowd.set(number, wrong));
  assert.deepEqual(crowd.settings(number), before);
});

test("the up of an agent changes, with locomotion too", () => {
  for (const locomotion of [undefined, true]) {
    const pair = twins({ feet: [3, 2, 0], locomotion, gravity: 9 }), { crowd, number, mover } = pair;
    crowd.set(number, { up: [-1, 0, 0] });
    mover.set({ up: [-1, 0, 0] });
    for (let i = 0; i < 90; i++) {
      crowd.step([null, { velocity: [0, 1, 0] }], STEP);
      mover.step({ velocity: [0, 1, 0] }, STEP);
      same(pair, `tick ${i}`);
    }
    // It stands on the wall.
    assert.ok(mover.onGround);
    near(crowd.feet[3 * number], 3.99, 2e-3);
  }
});

test("the state of an agent is that of a Mover: kept, sent, and rolled back to", () => {
  for (const locomotion of [undefined, { acceleration: 5 }]) {
    const pair = twins({ feet: [0, 1, 0], locomotion }), { crowd, number, mover } = pair, intent = { velocity: [1, 0, 1] };
    for (let i = 0; i < 40; i++) crowd.step([null, intent], STEP);
    const saved = crowd.save(number);
    assert.equal(saved.length, locomotion ? 140 : 88);
    const ticks = () => Array.from({ length: 60 }, () => crowd.step([null, intent], STEP).agent(number).feet), first = ticks();
    mover.restore(saved);
    crowd.restore(number, saved);
    same(pair, "restored");
    assert.deepEqual([...crowd.before.subarray(3 * number)], [...crowd.feet.subarray(3 * number)]);
    assert.deepEqual(ticks(), first);
    for (let i = 0; i < 60; i++) mover.step(intent, STEP);
    same(pair, "the Mover went the same way");
    assert.deepEqual(crowd.save(number), mover.save());
    const other = saved.slice();
    // The height is NaN.
    other.fill(255, 12, 16);
    assert.throws(() => crowd.restore(number, other), /^RangeError: bytes: /);
    assert.throws(() => crowd.restore(number, saved.subarray(4)), /^TypeError: bytes must be a Uint8Array of/);
    assert.deepEqual(crowd.save(number), mover.save(), "nothing has changed");
  }
});

test("an agent that is removed leaves its place and its number, with materials too", () => {
  const { world, wall } = room(full), crowd = new full.Crowd(world), alone = new full.World(), rest = new full.Crowd(alone);
  alone.add({ normal: [0, 1, 0], offset: 0 });
  alone.add({ min: [4, 0, -50], max: [5, 9, 50] });
  const kinds = [{ feet: [0, 0.01, 0] }, { feet: [0, 0.01, 3], locomotion: true }, { feet: [0, 0.01, 6], body: "cylinder", locomotion: { acceleration: 3 } }, { feet: [0, 0.01, 9], role: "ghost" }];
  for (const kind of kinds) crowd.add(kind);
  // The same crowd without the first: the last has its number.
  for (const index of [3, 1, 2]) rest.add(kinds[index]);
  crowd.setSurfaces([{ body: wall, tag: 3 }]);
  const bodies = world.size, gone = crowd.agent(0).body;
  assert.equal(world.body(gone.index), gone);
  crowd.remove(0);
  assert.deepEqual([crowd.size, world.size, world.body(gone.index), crowd.feet.length, crowd.onGround.length], [3, bodies - 1, null, 9, 3]);
  assert.throws(() => gone.pose, /exist/);
  assert.deepEqual([crowd.settings(2).body, crowd.agent(0).role], ["cylinder", "ghost"]);
  for (let i = 0; i < 120; i++) {
    const intents = [0, 1, 2].map((agent) => ({ velocity: [2, 0, agent - 1] }));
    crowd.step(intents, STEP);
    rest.step(intents, STEP);
    assert.deepEqual(crowd.feet, rest.feet, `tick ${i}`);
  }
  crowd.animate(2, { displacement: [0.1, 0, 0] }, 0, STEP);
  crowd.remove(2);
  crowd.step([], STEP);
  crowd.remove(1);
  crowd.remove(0);
  assert.deepEqual([crowd.size, crowd.feet.length, world.size], [0, 0, 2]);
  assert.equal(crowd.add({ feet: [0, 0.01, 0] }), 0);
  crowd.step([{ velocity: [1, 0, 0] }], STEP);
});

test("errors name the argument", () => {
  const { crowd, number } = twins({ feet: [0, 0.01, 0] }), fails = (call, message) => assert.throws(call, message);
  for (const call of ["remove", "settings", "collisions", "save", "agent"]) {
    fails(() => crowd[call](2), /^RangeError: there is no agent 2, only 2$/);
    fails(() => crowd[call](-1), /^RangeError: there is no agent -1/);
    fails(() => crowd[call](), /^RangeError: there is no agent undefined/);
  }
  fails(() => crowd.set(7, {}), /no agent 7/);
  fails(() => crowd.set(number, { raduis: 1 }), /^TypeError: settings\.raduis does not exist/);
  fails(() => crowd.set(number), /^TypeError: settings must be an object/);
  fails(() => crowd.animate(7, { displacement: [0, 0, 0] }, 0, STEP), /no agent 7/);
  fails(() => crowd.animate(number, { displacement: [0, NaN, 0] }, 0, STEP), /^RangeError: motion\.displacement\.y is NaN/);
  fails(() => crowd.animate(number, { twist: 1 }, 0, STEP), /^TypeError: motion\.twist does not exist/);
  fails(() => crowd.animate(number, { displacement: [0, 0, 0] }, Infinity, STEP), /^RangeError: facing is Infinity/);
  fails(() => crowd.animate(number, { displacement: [0, 0, 0] }, 0, 0), /^RangeError: dt is 0, not more than 0/);
  fails(() => crowd.knockBack(number, [1, 0, 0]), /^TypeError: agent\.locomotion must be true or an object for knockBack, not undefined/);
  fails(() => crowd.knockBack(7, [1, 0, 0]), /no agent 7/);
  fails(() => crowd.restore(7, new Uint8Array(88)), /no agent 7/);
  const skater = crowd.add({ feet: [0, 0.01, 5], locomotion: true });
  fails(() => crowd.knockBack(skater, [1, 0]), /^TypeError: velocity must be .* not 2 numbers/);
  crowd.step([], STEP);
  crowd.dispose();
  for (const call of ["remove", "settings", "collisions", "save", "set", "animate", "knockBack", "restore"]) fails(() => crowd[call](0, {}), /crowd was disposed/);
});

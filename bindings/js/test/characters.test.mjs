// What characters do, at two tick rates, against closed forms and known distances.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "carom";

const carom = await load(), RATES = [30, 240], G = 9.81;
const near = (a, b, within, text = "") => assert.ok(Math.abs(a - b) <= within, `${text}: ${a} is not ${b}`);

/** A world of boxes, each its lowest and its highest corner. */
function boxes(...all) {
  const world = new carom.World();
  for (const [min, max] of all) world.add({ min, max });
  return world;
}
const FLOOR = [[-50, -1, -50], [50, 0, 50]];

/** The events of each tick. */
const eventsOf = (mover, hz, seconds, intent) => Array.from({ length: Math.round(seconds * hz) }, (_, tick) => mover.step(intent(tick), 1 / hz).events);
/** All numbers of an event. */
const all = (events, name) => events.filter((tick) => name in tick).map((tick) => tick[name]);

for (const hz of RATES) {
  const at = `${hz} Hz`;

  test(`a fall lands once, at the speed of the fall: ${at}`, () => {
    const hero = new carom.Mover(boxes(FLOOR), { feet: [0, 4.01, 0] });
    const events = eventsOf(hero, hz, 1.5, () => ({ velocity: [2, 0, 1] })), landed = all(events, "landed");
    assert.equal(landed.length, 1);
    near(landed[0], Math.sqrt(2 * G * 4), 2e-3, at);
    assert.deepEqual([all(events, "leftGround"), all(events, "stepped"), all(events, "bumpedHead")], [[], [], []]);
  });

  test(`a jump leaves the ground at its speed and bumps the head at that of the rise: ${at}`, () => {
    const hero = new carom.Mover(boxes(FLOOR, [[-9, 2.5, -9], [9, 3, 9]]), { feet: [0, 0.01, 0] });
    hero.step({}, 1 / hz);
    const events = eventsOf(hero, hz, 1, (tick) => ({ jump: tick === 0 ? 6 : 0 })), bumped = all(events, "bumpedHead"), landed = all(events, "landed");
    assert.deepEqual(all(events, "leftGround"), [6]);
    assert.deepEqual([bumped.length, landed.length], [1, 1]);
    // Of 0.7 m to the ceiling two skins are left.
    const rise = 2.5 - 1.8 - 0.02;
    near(bumped[0], Math.sqrt(36 - 2 * G * rise), 5e-3, at);
    near(landed[0], Math.sqrt(2 * G * rise), 0.15, at);
  });

  test(`a walk leaves the end of its ground at no speed: ${at}`, () => {
    const hero = new carom.Mover(boxes([[-2, -1, -2], [2, 0, 2]], [[-9, -6, -9], [9, -5, 9]]), { feet: [0, 0.01, 0] });
    hero.step({}, 1 / hz);
    const events = eventsOf(hero, hz, 2.5, () => ({ velocity: [3, 0, 0] }));
    assert.deepEqual(all(events, "leftGround"), [0]);
    const landed = all(events, "landed");
    assert.equal(landed.length, 1);
    // It rolls over the edge, lower by at most 5 cm before it falls.
    near(landed[0], Math.sqrt(2 * G * 5), 0.3, at);
  });

  test(`steps add up to the height of the stairs, up and down: ${at}`, () => {
    const stairs = [0, 1, 2, 3, 4].map((i) => [[1 + 0.4 * i, -1, -5], [5 - 0.4 * i, 0.18 * (i + 1), 5]]);
    const hero = new carom.Mover(boxes(FLOOR, ...stairs), { feet: [0, 0.01, 0] });
    const steps = all(eventsOf(hero, hz, 2, () => ({ velocity: [3, 0, 0.4] })), "stepped"), sum = (sign) => steps.filter((step) => step * sign > 0).reduce((a, b) => a + b, 0);
    near(sum(1), 0.9, 1e-3, at);
    near(sum(-1), -0.9, 1e-3, at);
    assert.ok(hero.feet.x > 5.3);
  });

  test(`the edge guard stops a walk where it says, and lets go when it is off: ${at}`, () => {
    const world = boxes([[-4, -1, -4], [4, 0, 4]], [[-50, -6, -50], [50, -5, 50]]);
    for (const edgeGuard of [0.1, 0.25]) {
      const hero = new carom.Mover(world, { feet: [0, 0.01, 0], edgeGuard });
      assert.equal(hero.settings.edgeGuard, Math.fround(edgeGuard));
      for (let i = 0; i < 3 * hz; i++) hero.step({ velocity: [3, 0, 0] }, 1 / hz);
      near(hero.feet.x, 4 + edgeGuard, 1e-3, at);
      assert.ok(hero.edge && hero.onGround && Math.hypot(hero.velocity.x, hero.velocity.z) < 1e-3);
      // Along the edge as along a wall.
      for (let i = 0; i < hz; i++) hero.step({ velocity: [3, 0, 2] }, 1 / hz);
      near(hero.feet.x, 4 + edgeGuard, 1e-3, at);
      near(hero.feet.z, 2, 0.05, at);
      hero.set({ edgeGuard: null });
      assert.equal(hero.settings.edgeGuard, null);
      for (let i = 0; i < 2 * hz; i++) hero.step({ velocity: [3, 0, 0] }, 1 / hz);
      near(hero.feet.y, -4.99, 1e-3, at);
      assert.ok(!hero.edge);
    }
  });

  test(`a walk half around a planet, with up set before each tick: ${at}`, () => {
    const world = new carom.World(), radius = 20, above = radius + 0.01, speed = 4;
    world.add({ center: [0, 0, 0], radius });
    const hero = new carom.Mover(world, { feet: [0, above, 0] }), ticks = Math.round(above * Math.PI / speed * hz);
    for (let i = 0; i < ticks; i++) {
      const { x, y, z } = hero.feet, length = Math.hypot(x, y, z), up = [x / length, y / length, z / length];
      hero.set({ up });
      hero.step({ velocity: [up[1] * speed, -up[0] * speed, 0] }, 1 / hz);
      assert.ok(hero.onGround, `${at}, tick ${i}`);
      near(Math.hypot(hero.feet.x, hero.feet.y, hero.feet.z), above, 0.002, at);
    }
    const angle = ticks * speed / hz / above;
    near(hero.feet.x, above * Math.sin(angle), 0.01, at);
    near(hero.feet.y, above * Math.cos(angle), 0.01, at);
    assert.throws(() => hero.set({ up: [0, 0, 0] }), /settings\.up/);
    // After the error it is as before.
    near(hero.settings.up.y, -1, 1e-3, at);
  });

  test(`an agent that gives way stops behind others, and a group gets through a door: ${at}`, () => {
    const world = boxes(FLOOR), pair = (givesWay, z) => {
      const crowd = new carom.Crowd(world, { layer: givesWay ? 1 : 2 });
      crowd.add({ feet: [0, 0.01, z], givesWay });
      crowd.add({ feet: [0.66, 0.01, z] });
      crowd.step([], 1 / hz);
      assert.deepEqual([crowd.agent(0).givesWay, crowd.agent(1).givesWay], [givesWay, false]);
      // The other walks aside, slowly.
      for (let i = 0; i < 2; i++) crowd.step([{ velocity: [1, 0, 0] }, { velocity: [0, 0, 0.01] }], 1 / hz);
      return crowd.feet[0];
    };
    near(pair(true, 0), 0, 1e-6, at);
    // Without the setting it walks up to the other, 0.05 m ahead, and of equal masses each gets half of the rest.
    const wanted = 2 / hz, gap = 0.05;
    near(pair(false, 9), wanted > gap ? gap + (wanted - gap) / 2 : wanted, 1e-5, at);
    // Two walls with a door of 0.8 m at x = 0.
    const yard = boxes(FLOOR, [[-0.1, 0, 0.4], [0.1, 4, 10]], [[-0.1, 0, -10], [0.1, 4, -0.4]]), crowd = new carom.Crowd(yard);
    for (const z of [-1.6, -0.8, 0, 0.8, 1.6]) crowd.add({ feet: [-3, 0.01, z], mass: 80, givesWay: true });
    for (let i = 0; i < 6 * hz; i++) {
      crowd.step(Array.from({ length: 5 }, (_, agent) => {
        const x = crowd.feet[3 * agent], z = crowd.feet[3 * agent + 2], to = x < 0 ? [0.2 - x, -z] : [9 - x, 0], length = Math.hypot(...to);
        return { velocity: [to[0] / length * 3, 0, to[1] / length * 3] };
      }), 1 / hz);
    }
    for (let agent = 0; agent < 5; agent++) assert.ok(crowd.feet[3 * agent] > 0.5, `${at}: agent ${agent} is at ${crowd.feet[3 * agent]}`);
  });

  test(`the impulse that a push gives to a body: ${at}`, () => {
    const world = boxes(FLOOR), block = world.add({ min: [1.5, 0, -0.5], max: [2.5, 1, 0.5] });
    const hero = new carom.Mover(world, { feet: [1.15, 0.01, 0.2] });
    let met;
    for (let i = 0; i < hz && !met; i++) met = hero.step({ velocity: [3, 0, 1] }, 1 / hz).collisions().find(({ body }) => body === block);
    const push = (...given) => carom.pushImpulse(met, ...given);
    near(met.point.x, 1.5, 1e-5, at);
    near(met.velocity.x, 3, 1e-4, at);
    const close = (impulse, x, within) => {
      near(impulse.x, x, within, at);
      assert.deepEqual([Math.abs(impulse.y), Math.abs(impulse.z)], [0, 0]);
    };
    // 80 kg at 3 m/s: against a wall all of it; against 40 kg both go on at 2 m/s; at most the limit.
    close(push(80, 0), 240, 0.02);
    close(push(80, 1 / 40), 80, 0.01);
    close(push(80, 1 / 40, 7), 7, 1e-5);
    close(push(Infinity, 0), 0, 0);
    close(push(80, 1 / 40, 0), 0, 0);
    assert.deepEqual(carom.pushImpulse({ ...met, velocity: [-1, 0, 0] }, 80, 0), { x: 0, y: 0, z: 0 }, "it goes away");
    for (const [given, message] of [
      [[], /^TypeError: mass must be a number/],
      [[0, 1], /^RangeError: mass is 0, not more than 0/],
      [[1, -1], /^RangeError: inverseMass is -1, less than 0/],
      [[1, Infinity], /^RangeError: inverseMass is Infinity/],
      [[1, 0, NaN], /^RangeError: limit is NaN/],
      [[1, 0, -2], /^RangeError: limit is -2, less than 0/],
    ]) assert.throws(() => push(...given), message);
    assert.throws(() => carom.pushImpulse(null, 1, 1), /^TypeError: collision must be an object/);
    assert.throws(() => carom.pushImpulse({ normal: [0, 1, 0] }, 1, 1), /^TypeError: collision\.velocity/);
  });
}

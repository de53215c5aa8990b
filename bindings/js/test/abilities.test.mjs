// Abilities of carom/full, at three tick rates, against closed forms; and misuse.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load as loadSome } from "carom";
import { load } from "carom/full";

const carom = await load(), some = await loadSome(), RATES = [30, 60, 1000], G = 9.81;
const near = (a, b, within, text = "") => assert.ok(Math.abs(a - b) <= within, `${text}: ${a} is not ${b}`);
const at = ({ x, y, z }, [a, b, c], within, text) => near(Math.hypot(x - a, y - b, z - c), 0, within, `${text}: ${[x, y, z]} for ${[a, b, c]}`);
const ticks = (hz, seconds) => Math.round(hz * seconds);

/** A floor, a wall from x = 2 to 3, a block of 1.2 m from x = -4 to -2, and a wall of 1 m at z = -2. */
function course(one = carom) {
  const world = new one.World();
  for (const [min, max] of [[[-50, -2, -50], [50, 0, 50]], [[2, 0, -50], [3, 10, 50]], [[-4, 0, -1], [-2, 1.2, 1]], [[-1, 0, -2.1], [1, 1, -1.9]]]) world.add({ min, max });
  return world;
}

/** A character at rest on the floor. */
function standing(feet, settings = {}) {
  const hero = new carom.Mover(course(), { feet, ...settings });
  hero.step({}, 0.01);
  assert.ok(hero.onGround);
  return hero;
}

/** Follows a path to its end: after how many seconds. */
function follow(hero, path, hz) {
  for (let tick = 0; tick < 10000; tick++) {
    const left = hero.follow(path, 1 / hz);
    if (left !== null) return (tick + 1) / hz - left;
  }
  throw new Error("it goes on");
}

for (const hz of RATES) {
  const rate = `${hz} Hz`, dt = 1 / hz, slack = G * dt * dt / 8 + 1e-4;

  for (const locomotion of [false, true]) {
    test(`a double jump is two parabolas, and one that is let go is lower: ${rate}, locomotion ${locomotion}`, () => {
      const hero = standing([0, 0.01, 0], { locomotion }), jumps = { most: 1 }, presses = [0, 0.3, 0.5].map((time) => ticks(hz, time));
      let highest = 0;
      for (let tick = 0; tick < ticks(hz, 3); tick++) {
        const pressed = presses.includes(tick), counts = hero.airJump(jumps, pressed, locomotion ? dt : undefined);
        assert.equal(counts, presses.slice(0, 2).includes(tick));
        hero.step({ jump: pressed ? 4 : 0, airJump: counts }, dt);
        highest = Math.max(highest, hero.feet.y);
      }
      near(highest, 0.01 + 1.2 - 0.5 * G * 0.09 + 16 / (2 * G), slack, rate);
      assert.ok(hero.onGround);
      highest = 0;
      for (let tick = 0; tick < ticks(hz, 0.7); tick++) {
        if (tick === ticks(hz, 0.1)) hero.cutJump(1);
        hero.step({ jump: tick === 0 ? 4 : 0 }, dt);
        highest = Math.max(highest, hero.feet.y);
      }
      near(highest, 0.01 + 0.4 - 0.5 * G * 0.01 + 1 / (2 * G), slack, rate);
    });
  }

  test(`a dash is as long as it says and ends at rest: ${rate}`, () => {
    const hero = standing([0, 0.01, 0], { locomotion: true }), dash = { velocity: [-1 / 0.22, 0.5 / 0.22, 3 / 0.22], left: 0.22 };
    let count = 0;
    while (hero.dash(dash, dt)) count++;
    assert.deepEqual([count, dash.left], [Math.ceil(0.22 * hz - 1e-3), 0]);
    at(hero.feet, [-1, 0.51, 3], 1e-3, rate);
    at(hero.velocity, [0, 0, 0], 0, rate);
  });

  test(`off an edge a press within coyote time uses up no jump in the air, and one that does not count is buffered: ${rate}`, () => {
    for (const locomotion of [false, true]) for (const [time, isLate] of [[0.03, locomotion], [0.07, locomotion], [0.13, false], [0.3, false]]) {
      const hero = standing([-49.9, 0.01, 5], { locomotion }), jumps = { most: 1 }, text = `${time} s, locomotion ${locomotion}`;
      const press = (pressed) => {
        const counts = hero.airJump(jumps, pressed, dt), speed = hero.velocity.y;
        hero.step({ velocity: [-4, 0, 0], jump: pressed ? 4 : 0, airJump: counts }, dt);
        if (counts) near(hero.velocity.y, 4 - G * dt, 1e-4, text);
        else assert.ok(hero.onGround || hero.velocity.y <= speed, text);
        return [counts, jumps.left];
      };
      while (hero.onGround) press(false);
      // The tick of the press ends this long after the edge.
      for (let tick = 1; tick < ticks(hz, time); tick++) assert.deepEqual(press(false), [false, 1], text);
      assert.deepEqual(press(true), [true, isLate ? 1 : 0], text);
      assert.deepEqual(press(true), [isLate, 0], text);
      assert.deepEqual(press(true), [false, 0], text);
    }
    // Close to the ground: a jump in the air, and without one the press waits for the ground.
    for (const most of [0, 1]) {
      const hero = new carom.Mover(course(), { feet: [0, 0.3, 5], locomotion: { buffer: 0.2 } }), jumps = { most }, press = ticks(hz, 0.16), rises = [];
      for (let tick = 0; tick < ticks(hz, 1.4); tick++) {
        const pressed = tick === press, airJump = hero.airJump(jumps, pressed, dt), { y } = hero.velocity;
        assert.equal(airJump, pressed && most === 1);
        hero.step({ jump: pressed ? 4 : 0, airJump }, dt);
        if (hero.velocity.y > 2 && y <= 2) rises.push(tick);
      }
      assert.equal(rises.length, 1);
      assert.equal(rises[0] === press, most === 1);
    }
  });

  test(`a glide falls at its speed, and a jump in it is as ever: ${rate}`, () => {
    const hero = new carom.Mover(course(), { feet: [-8, 6, 0] }), until = 1.5 / G;
    for (let tick = 0; tick < ticks(hz, 2); tick++) hero.glide(1.5, { velocity: [1, 0, 0] }, dt);
    at(hero.feet, [-6, 6 - 1.5 * until / 2 - 1.5 * (2 - until), 0], 2e-3, rate);
    near(hero.velocity.y, -1.5, 1e-5);
    hero.glide(1.5, { jump: 3, airJump: true }, dt);
    near(hero.velocity.y, 3 - G * dt, 1e-4);
  });

  test(`paths lead on to a block, over a wall and up a ladder: ${rate}`, () => {
    const hero = standing([-1.4, 0.01, 0], { locomotion: true }), mantle = { lowest: 0.5, highest: 1.5, speed: 2 }, vault = { lowest: 0.5, highest: 1.2, drop: 1, speed: 3 };
    assert.equal(hero.mantle(mantle, [0, 0, 0.9]), null);
    const path = hero.mantle(mantle, { x: -0.9, y: 0, z: 0 });
    assert.deepEqual([path.points.length, path.speed, path.needed], [2, 2, null]);
    near(follow(hero, path, hz), (1.2 + 0.9) / 2, 1e-2);
    assert.deepEqual(path.points, []);
    at(hero.feet, [-2.3, 1.21, 0], 1e-3, rate);
    at(hero.velocity, [0, 0, 0], 0, rate);
    hero.teleport([0, 0.01, -1.4]);
    follow(hero, hero.vault(vault, [0, 0, -1.5]), hz);
    at(hero.feet, [0, 0.01, -2.42], 1e-3, rate);
    const ladder = { bottom: [1.65, 0.01, 0], top: [1.65, 10.01, 0], exit: [2.5, 10.01, 0], speed: 3 };
    hero.teleport([1.5, 0.01, 0]);
    assert.deepEqual([hero.isNear(ladder, 0.1), hero.isNear(ladder, 0.2)], [false, true]);
    // Half a second of the way, kept as JSON.
    const up = hero.climbUp(ladder);
    for (let tick = 0; tick < ticks(hz, 0.5); tick++) assert.equal(hero.follow(up, dt), null);
    at(hero.feet, [1.65, 0.01 + 1.5 - 0.15, 0], 1e-3, rate);
    near(follow(hero, JSON.parse(JSON.stringify(up)), hz), (10 - 1.35 + 0.85) / 3, 1e-3);
    at(hero.feet, [2.5, 10.01, 0], 1e-3, rate);
    hero.teleport([1.65, 1.01, 0]);
    near(follow(hero, hero.climbDown(ladder), hz), 1 / 3, 1e-2);
    // A path of one's own.
    hero.follow({ points: [[1, 1, 0], [1, 1, 2]], speed: 4 }, 9);
    at(hero.feet, [1, 1, 2], 1e-3, rate);
  });

  test(`a swimmer brakes, floats and gets out: ${rate}`, () => {
    const hero = new carom.Mover(course(), { feet: [1, 0.06, 0], locomotion: true }), water = { surface: 1, float: 0.9, buoyancy: 0.5, drag: 2 };
    for (let tick = 0; tick < ticks(hz, 2); tick++) assert.equal(hero.swim(water, [-1, 0, 0], dt), true);
    at(hero.feet, [1 - 2 + (1 - Math.exp(-4)) / 2, 0.1, 0], 1e-3, rate);
    near(hero.velocity.x, Math.exp(-4) - 1, 1e-3);
    // Out of the water it walks on with the speed that it has.
    const copy = new carom.Mover(course(), { locomotion: true });
    copy.restore(hero.save());
    copy.step({}, dt);
    near(copy.velocity.x, hero.velocity.x, 1e-5);
    assert.equal(hero.waterExit(water, [0, 0, 0.9], { above: 0.6, speed: 2 }), null);
    follow(hero, hero.waterExit(water, [-1.9, 0, 0], { above: 0.6, speed: 2 }), hz);
    near(hero.feet.y, 1.21, 1e-3);
    const before = hero.save();
    assert.equal(hero.swim(water, [-1, 0, 0], dt), false);
    assert.deepEqual(hero.save(), before);
  });

  test(`a wall jump goes away from the wall and up: ${rate}`, () => {
    const hero = standing([1.69, 0.01, 0], { locomotion: true });
    assert.equal(hero.wallJump({ away: 3, rise: 4 }), false);
    hero.step({ jump: 4 }, dt);
    assert.equal(hero.wallJump({ away: 3, rise: 4 }), true);
    near(hero.velocity.y, 4, 1e-6);
    for (let tick = 0; tick < ticks(hz, 0.5); tick++) hero.step({}, dt);
    near(hero.feet.x, 0.19, 2e-3);
  });
}

test("misuse is an error that names the argument, and changes nothing", () => {
  const hero = standing([0, 0.01, 0]), before = hero.save(), water = { surface: 1, float: 0.9, buoyancy: 0.5, drag: 2 };
  const refused = (run, error, text) => assert.throws(run, (thrown) => thrown instanceof error && text.test(thrown.message), String(text));
  refused(() => hero.airJump({ most: 1, lefts: 1 }, true), TypeError, /jumps\.lefts does not exist/);
  refused(() => hero.airJump({ most: -1 }, true), RangeError, /jumps\.most/);
  refused(() => hero.airJump({ most: 1 }, 1), TypeError, /pressed must be true or false/);
  refused(() => hero.airJump({ most: 1 }, true, NaN), RangeError, /dt is NaN/);
  const walker = new carom.Mover(course(), { locomotion: true }), jumps = { most: 1 };
  refused(() => walker.airJump(jumps, true), TypeError, /dt must be given for a character with the setting locomotion/);
  refused(() => walker.airJump(jumps, true, 0), RangeError, /dt must be more than 0/);
  assert.deepEqual(jumps, { most: 1 });
  refused(() => hero.cutJump(-1), RangeError, /rise is negative/);
  refused(() => hero.wallJump({ away: 3, rise: 4 }), TypeError, /setting locomotion/);
  refused(() => hero.dash({ velocity: [1, 0, NaN], left: 1 }, 0.1), RangeError, /dash\.velocity\.z is NaN/);
  refused(() => hero.dash({ velocity: [1, 0, 0], left: -1 }, 0.1), RangeError, /dash\.left is negative/);
  refused(() => hero.dash({ velocity: [1, 0, 0], left: 1 }, 0), RangeError, /dt must be/);
  refused(() => hero.glide(-1, {}, 0.1), RangeError, /speed is negative/);
  refused(() => hero.glide(1, { rise: 1 }, 0.1), RangeError, /already/);
  refused(() => hero.swim({ ...water, drag: 0 }, [0, 0, 0], 0.1), RangeError, /water\.drag/);
  refused(() => hero.swim({ surface: 1 }, [0, 0, 0], 0.1), TypeError, /water\.float/);
  refused(() => hero.mantle({ lowest: 2, highest: 1, speed: 1 }, [1, 0, 0]), RangeError, /mantle\.lowest exceeds/);
  refused(() => hero.vault({ lowest: 0, highest: 1, speed: 1 }, [1, 0, 0]), TypeError, /vault\.drop/);
  refused(() => hero.mantle({ lowest: 0, highest: 1, speed: 1 }), TypeError, /ahead/);
  refused(() => hero.waterExit(water, [1, 0, 0], { above: 1 }), TypeError, /limits\.speed/);
  refused(() => hero.climbUp({ bottom: [0, 0, 0], top: [0, 0, 0], exit: [0, 0, 0], speed: 1 }), RangeError, /same place/);
  refused(() => hero.isNear({ bottom: [0, 0, 0], top: [0, 1, 0], exit: [0, 0], speed: 1 }, 1), TypeError, /ladder\.exit/);
  refused(() => hero.follow({ points: Array(9).fill([0, 0, 0]), speed: 1 }, 0.1), RangeError, /9 places, more than 8/);
  refused(() => hero.follow({ points: [[0, 1, 0]], speed: 0 }, 0.1), RangeError, /path\.speed/);
  assert.deepEqual(hero.save(), before);
  const other = new some.Mover(course(some));
  refused(() => other.follow({ points: [], speed: 1 }, 0.1), Error, /is a function of carom\/full, not of carom/);
  hero.dispose();
  refused(() => hero.cutJump(1), Error, /disposed/);
});

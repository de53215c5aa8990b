// Mistakes of first programs, in both dimensions: errors that name the argument and what to write, where an answer would be wrong without a word.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { inspect } from "node:util";
import * as THREE from "three";
import { load } from "carom";
import { load as loadFlat } from "carom/2d";
import { MoverHelper, bodyOf } from "carom/three";

const carom = await load(), planar = await loadFlat();
const floor = new carom.Mesh([-9, 0, -9, -9, 0, 9, 9, 0, 9, 9, 0, -9], [0, 1, 2, 0, 2, 3]), world = new carom.World(), body = world.add(floor);
const line = new planar.Chain([[9, 0], [-9, 0]]), flat = new planar.World(), ground = flat.add(line);
const ball = { center: [0, 1, 0], radius: 0.5 }, disk = { center: [0, 1], radius: 0.5 };

/** Calls that throw: each with its message. */
const refused = (cases) => {
  for (const [call, message] of cases) assert.throws(call, { message });
};

test("circles and rectangles of other libraries are no points", () => {
  /** As in Phaser: the radius is a getter of the class. */
  class Circle {
    constructor(x, y, radius) {
      Object.assign(this, { x, y, _radius: radius });
    }
    get radius() {
      return this._radius;
    }
  }
  refused([
    [() => line.closest({ x: 0, y: 5, radius: 1 }), /^shape\.radius is no field of a point: write \{ center, radius \} or \{ min, max \}$/],
    [() => flat.closest(new Circle(0, 5, 1)), /^shape\.radius is no field of a point/],
    [() => flat.add({ x: 0, y: 5, width: 1, height: 2 }), /^shape\.width is no field of a point/],
    [() => line.overlapBatch({ x: [0], y: [5], height: 2 }), /^shapes\.height is no field of a point/],
    [() => planar.closest(disk, { x: 0, y: 5, halfWidth: 1, halfHeight: 1 }), /^b\.halfWidth is no field of a point/],
    [() => floor.closest({ x: 0, y: 5, z: 0, radius: 1 }), /^shape\.radius is no field of a point/],
    [() => world.sweep({ x: 0, y: 5, z: 0, width: 1 }, [0, -1, 0]), /^shape\.width is no field of a point/],
  ]);
  /** As in Phaser. */
  class Vector2 {
    constructor(x, y) {
      Object.assign(this, { x, y });
    }
    length() {
      return Math.hypot(this.x, this.y);
    }
  }
  // A Vector2 of three.js has getters `width` and `height`.
  for (const point of [{ x: 0, y: 5 }, { x: 0, y: 6, rounding: 1 }, new Vector2(0, 5), new THREE.Vector2(0, 5), [0, 5], Float32Array.of(0, 5)]) assert.equal(line.closest(point).distance, 5);
  assert.equal(floor.closest(new THREE.Vector3(0, 5, 0)).distance, 5);
});

test("poses that would lose their rotation or a scale", () => {
  /** As in Phaser: degrees in `angle`, and the mean as the scale. */
  class Sprite {
    constructor(fields) {
      Object.assign(this, { x: 3, y: 4, rotation: 0, width: 32, height: 32, scaleX: 1, scaleY: 1 }, fields);
    }
    get angle() {
      return this.rotation * 180 / Math.PI;
    }
    get scale() {
      return (this.scaleX + this.scaleY) / 2;
    }
  }
  const add = (pose) => () => flat.add(disk, { pose });
  refused([
    [add({ position: { x: 0, y: 0 }, angle: 1 }), /^options\.pose\.angle is no field of a pose: write rotation, in radians$/],
    [() => ground.setPose({ x: 0, y: 0, angle: 90 }), /^pose\.angle is no field/],
    [add(new Sprite({ scaleX: 3 })), /^options\.pose\.scale is 3, 1: a body has one scale/],
    [add(new Sprite({ scaleX: -1 })), /^options\.pose\.scale is -1, 1: a body has one scale; bake other scales and flips into its points$/],
    [add({ x: 0, y: 0, scaleX: 2 }), /^options\.pose\.scale is 2, undefined/],
    [add(new Sprite({ scaleX: -1, scaleY: -1 })), /^options\.pose\.scale is -1, not more than 0$/],
    [add({ x: 0, y: 0, scale: 1e-60 }), /^options\.pose\.scale is 1e-60, not more than 0$/],
    [() => ground.moveTo({ x: 0, y: 0, scale: -1 }, 0.1), /^pose\.scale is -1, not more than 0$/],
    [() => world.add(ball, { pose: { position: [0, 0, 0], scale: -1 } }), /^options\.pose\.scale is -1, not more than 0$/],
    [() => body.setPose({ scale: 0 }), /^pose\.scale is 0, not more than 0$/],
  ]);
  const placed = flat.add(disk, { pose: new Sprite({ rotation: 1, scaleX: 2, scaleY: 2 }) });
  assert.deepEqual(placed.pose, { position: { x: 3, y: 4 }, rotation: 1, scale: 2 });
  placed.setPose({ x: 0, y: 0, scaleX: 3, scaleY: 3 });
  assert.equal(placed.pose.scale, 3);
  placed.remove();
});

test("properties that methods change cannot be assigned", () => {
  for (const [hero, zero] of [[new carom.Mover(world), { x: 0, y: 0, z: 0 }], [new planar.Mover(flat), { x: 0, y: 0 }]]) {
    const methods = { feet: "teleport", velocity: "step() or knockBack", radius: "set", before: "step", onGround: "step", landed: "step", events: "step" };
    for (const [name, method] of Object.entries(methods)) {
      assert.throws(() => { hero[name] = zero; }, { name: "TypeError", message: `${name} cannot be assigned: ${method}() changes it` });
    }
    for (const name of ["height", "axis", "ground", "settings", "blocked"]) assert.throws(() => { hero[name] = 2; }, TypeError);
    assert.deepEqual([hero.feet, hero.velocity, hero.radius, hero.onGround], [zero, zero, Math.fround(0.3), false]);
    hero.set({ radius: 0.4 });
    assert.equal(hero.radius, Math.fround(0.4));
    const { feet } = hero;
    hero.step({}, 0.1);
    assert.equal(hero.feet, feet, "the same object in every tick");
  }
  for (const of of [body, ground]) for (const name of ["pose", "velocity", "spin", "layers", "moving"]) assert.throws(() => { of[name] = 2; }, TypeError);
});

test("answers of another kind of batch as out", () => {
  const point = [0, 1], hits = line.rayBatch(point, [0, -2]), contacts = line.closestBatch(point);
  refused([
    [() => line.closestBatch(point, 1, hits), /^out\.t does not exist; there are distance, point, shapePoint, normal, segment, body$/],
    [() => line.rayBatch(point, [0, -2], contacts), /^out\.distance does not exist; there are t, point, normal, segment, body$/],
    [() => floor.sweepBatch([0, 1, 0], [0, -2, 0], floor.contactsBatch([0, 1, 0])), /^out\.offsets does not exist; there are t, /],
    [() => line.closestBatch(point, 1, 5), /^out must be an object, not 5$/],
  ]);
  assert.equal(line.closestBatch(point, 1, contacts).distance, contacts.distance);
  assert.equal(line.rayBatch(point, [0, -2], hits).t, hits.t);
});

test("messages name the argument and what was given", async () => {
  const hero = new carom.Mover(world), flatHero = new planar.Mover(flat), square = [[0, 0], [0, 1], [1, 1], [1, 0]], oneWay = { direction: [0, 1], margin: -1 };
  refused([
    [() => new planar.Chain(square, { closed: true, solid: true }), /^options\.solid: the chain is clockwise/],
    [() => line.overlaps(disk), /^overlaps is a method of worlds, not of a chain$/],
    [() => floor.overlaps(ball), /^overlaps is a method of worlds, not of a mesh$/],
    [() => line.segment(1), /^index is 1, but the chain has 1 segments$/],
    [() => line.overlap({ center: [0, 0], halfSize: [-1, 1] }), /^shape\.halfSize has a number less than 0$/],
    [() => line.overlap({ center: [0, 0], radii: [1, -1] }), /^shape\.radii has a number less than 0$/],
    [() => line.overlapBatch({ center: [0, 0, 1, 1], halfSize: [1, 1, 1, -1] }), /^shapes\.halfSize has a number less than 0$/],
    [() => flat.add(disk, { oneWay }), /^options\.oneWay\.margin is -1, less than 0$/],
    [() => body.setOneWay({ direction: [0, 1, 0], margin: -1 }), /^oneWay\.margin is -1, less than 0$/],
    [() => new planar.World({ gravity: [0, -9.81] }), /^the argument of new World\(\) must be left out, not Object$/],
    [() => new carom.World({}), /^the argument of new World\(\) must be left out, not Object$/],
    [() => planar.sweep(disk, disk), /^deltaA must be \{ x, y \} or an array of 2 numbers, not Object$/],
    [() => floor.sweep(ball, ball), /^delta must be \{ x, y, z \} or an array of 3 numbers, not Object$/],
    [() => planar.sweep(disk), /^deltaA is missing$/],
    [() => new planar.Chain([]), /^vertices must be an array of at least one point, not Array of 0$/],
    [() => flatHero.step({}, "3"), /^dt must be a number, not "3"$/],
    [() => line.closest(world), /^shape must be a point.*, not World$/],
    [() => line.closest(line), /^shape must be a point.*, not Chain$/],
    [() => floor.closest(world), /^shape must be a point.*, not World$/],
    [() => flat.add(floor), /^shape is a mesh: only chains and shapes can be bodies$/],
    [() => flatHero.restore(hero.save()), /^bytes must be a Uint8Array of 64 bytes.*, not Uint8Array of 88$/],
    [() => hero.knockBack([1, 0, 0]), /^settings\.locomotion must be true or an object for knockBack, not undefined$/],
    [() => flatHero.knockBack([1, 0]), /^settings\.locomotion must be/],
  ]);
  for (const start of [load, loadFlat]) await assert.rejects(start({ wasm: "nope.wasm" }), { name: "TypeError", message: /^options\.wasm must be an address .*, not "nope\.wasm"$/ });
});

test("answers with bodies are printed, cloned and made JSON without their world", () => {
  const box = new THREE.Mesh(new THREE.BoxGeometry(1, 1, 1)), own = new carom.World(), placed = bodyOf(carom, own, box), level = new planar.World(), data = { back: level };
  const edge = level.add(line, { data }), hero = new planar.Mover(level, { feet: [0, 0.01] }).step({}, 0.1);
  for (const [answer, found] of [
    [own.ray([0, 2, 0], [0, -2, 0]), placed], [own.closest(ball), placed], [level.ray([0, 1], [0, -2]), edge], [level.closest(disk), edge], [hero.ground, edge], [level.contacts(disk, 2)[0], edge],
  ]) {
    assert.equal(answer.body, found);
    const { index } = found;
    assert.deepEqual([structuredClone(answer).body, JSON.parse(JSON.stringify(answer)).body, { ...answer }.body], [{ index }, { index }, found]);
    assert.match(inspect(answer), /body: \w+ \{ index: \d+ \}/);
  }
  assert.deepEqual([edge.data, edge.world, placed.data, placed.object], [data, level, box, box]);
  edge.data = 3;
  assert.equal(level.ray([0, 1], [0, -2]).body.data, 3);
  assert.throws(() => { edge.index = 3; }, TypeError);
});

test("every object with dispose() has Symbol.dispose too", async () => {
  const { load: loadFull } = await import("carom/full"), { load: loadPool } = await import("carom/billiards");
  const { drawReport, openReport } = await import("carom/viewer");
  const full = await loadFull(), pool = await loadPool(), own = new full.World(), table = new pool.PoolTable({ rack: "nine_ball" });
  const report = await openReport(JSON.parse(await readFile(new URL("../../../docs/reports/nav_test/report.json", import.meta.url), "utf8")));
  const all = [
    new planar.Mover(flat), new planar.World(), new planar.Sensors(flat), new planar.Pairs(flat), new planar.Chain([[1, 0], [0, 0]]), new carom.Crowd(world), new carom.Compound([ball]),
    new full.Diff(own, own.copy()), table, table.rollOut(), new MoverHelper(new carom.Mover(world)), drawReport(report),
  ];
  const view = all.at(-1), scene = new THREE.Scene().add(view);
  let freed = 0;
  all.at(-2).geometry.addEventListener("dispose", () => freed++);
  for (const one of all) one[Symbol.dispose]();
  assert.ok(all.slice(0, -2).every(({ _handle }) => _handle === null));
  assert.deepEqual([freed, view.children, scene.children], [1, [], []]);
});

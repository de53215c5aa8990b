// The bits of the Rust library in 2D through this package: what bindings/c/tests/c/same_bits_planar.c does, with its hashes.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { load } from "carom/2d";
import { Hash as Answers, Random as Numbers, float } from "./bits.mjs";

const AXES = ["x", "y"], REPORT = 432;

class Hash extends Answers {
  constructor() {
    super(AXES, "segment");
  }

  manifold(found) {
    this.put(found?.points.length ?? 0);
    this.put(found?.unique ? 1 : 0);
    for (const { pointA, pointB, distance, featureA, featureB } of found?.points ?? []) {
      this.vector(pointA);
      this.vector(pointB);
      this.float(distance);
      this.put(featureA.length);
      this.put(featureB.length);
      for (let k = 0; k < 3; k++) {
        this.put(featureA[k] ?? 0);
        this.put(featureB[k] ?? 0);
      }
    }
  }

  list(answers, most, putOne) {
    this.put(answers.length);
    answers.slice(0, most).forEach(putOne);
  }
}

const add = (a, b) => ({ x: float(a.x + b.x), y: float(a.y + b.y) });
const square = (half) => [{ x: -half, y: -half }, { x: half, y: half }];

class Random extends Numbers {
  constructor(seed) {
    super(seed, AXES);
  }

  shape(kind, at) {
    const beside = () => add(at, this.within(...square(1))), b = beside(), c = beside();
    const sizes = this.within({ x: 0, y: 0 }, { x: 1, y: 1 }), rotation = float(6 * this.uniform());
    return [
      () => at,
      () => ({ center: at, radius: 0.5 }),
      () => ({ start: at, end: b, radius: 0.3 }),
      () => ({ min: at, max: add(at, { x: 1, y: 0.5 }) }),
      () => ({ a: at, b, c }),
      () => ({ center: at, halfSize: sizes, rotation }),
      () => ({ start: at, end: b, radiusA: 0.25, radiusB: 0.5 }),
      () => ({ center: at, radii: sizes, rotation }),
      () => ({ a: at, b, c, rounding: 0.25 }),
      () => ({ center: at, halfSize: sizes, rotation, rounding: 0.25 }),
      () => ({ points: Array.from({ length: 5 }, beside), radius: 0.1 }),
    ][kind % 11]();
  }
}

function queries(query, min, max, hash) {
  const random = new Random(7);
  for (let i = 0; i < 360; i++) {
    const at = random.within(min, max), delta = random.within(...square(10)), shape = random.shape(i, at), angle = float(float(4 * random.uniform()) - 2);
    hash.contact(query.closest(shape, 3));
    hash.put(query.overlap(shape) ? 1 : 0);
    hash.hit(query.sweep(shape, delta));
    hash.put(query.sweepAny(shape, delta) ? 1 : 0);
    hash.hit(query.sweepRigid(shape, { delta, pivot: at, angle }));
    hash.hit(query.ray(at, delta));
    hash.put(query.rayAny(at, delta) ? 1 : 0);
    hash.list(query.contacts(shape, 1), 16, (found) => hash.contact(found));
    hash.list(query.closestN(shape, 4, 3), 4, (found) => hash.contact(found));
    hash.list(query.manifolds(shape, 0.5), 8, ({ contact, manifold }) => {
      hash.contact(contact);
      hash.manifold(manifold);
    });
    hash.list(query.sweepAll(shape, delta), 8, (hit) => hash.hit(hit));
  }
}

function pairs(carom, hash) {
  const random = new Random(13);
  for (let i = 0; i < 10 * 121; i++) {
    const a = random.shape(i % 11, random.within(...square(2))), b = random.shape(Math.floor(i / 11), { x: 0, y: 0 });
    const delta = random.within(...square(4)), other = random.within(...square(1)), angle = float(float(4 * random.uniform()) - 2);
    hash.contact(carom.closest(a, b, 1.5));
    hash.put(carom.overlap(a, b) ? 1 : 0);
    hash.hit(carom.sweep(a, delta, b, other));
    hash.hit(carom.sweepRigid(a, { delta, pivot: other, angle }, b));
    hash.manifold(carom.manifold(a, b, 1.5));
    const inside = carom.rayInterval(delta, { x: -2 * delta.x, y: -2 * delta.y }, b), ends = [inside?.entry, inside?.exit];
    hash.put(inside ? 1 : 0);
    ends.forEach((end) => hash.put(end ? 1 : 0));
    for (const end of ends.filter((end) => end)) {
      hash.float(end.t);
      hash.vector(end.point);
      hash.vector(end.normal);
    }
  }
}

const ROLES = ["floor", "slope", "wall", "ceiling", "overlap"];

function walk(carom, scene, hash) {
  const hero = new carom.Mover(scene, { feet: [0, 12], locomotion: true }), random = new Random(3);
  let x = 0, height = 0;
  for (let tick = 0; tick < 600; tick++) {
    let jump = 0;
    if (tick % 20 === 0) {
      x = float(float(8 * random.uniform()) - 4);
      jump = random.uniform() < float(0.3) ? 5 : 0;
      height = random.uniform() < float(0.3) ? 1.2 : 1.8;
    }
    hero.step({ velocity: { x, y: 0 }, jump, height }, 1 / 60);
    const state = new Uint32Array(hero.save().buffer);
    // Feet to the ground's normal, whether there is ground, and which; the causes, the limits, the velocity of the locomotion.
    for (let i = 0; i < 10; i++) hash.put(state[i]);
    hash.put(state[12]);
    if (hero.onGround) [14, 15, 13].forEach((i) => hash.put(state[i]));
    hash.put(hero._why);
    hash.put(carom.core.u32[(carom.core.at + REPORT >> 2) + 1]);
    [22, 23].forEach((i) => hash.put(state[i]));
    hash.list(hero.collisions(), 32, ({ normal, role, segment, body }) => {
      hash.vector(normal);
      hash.put(ROLES.indexOf(role));
      hash.part(body, segment);
    });
  }
}

for (const wasm of ["2d.simd.wasm", "2d.wasm"]) {
  test(`queries, pairs and a walk in 2D have the bits of the Rust library: ${wasm}`, async () => {
    const carom = await load({ wasm: await readFile(new URL(`../wasm/${wasm}`, import.meta.url)) });
    const hash = new Hash(), found = [], random = new Random(5), hills = [], min = { x: -50, y: -8 }, max = { x: 50, y: 12 };
    pairs(carom, hash);
    found.push(`pairs ${hash.take()}`);
    for (let i = 0, height = 0; i < 400; i++) {
      height = float(float(float(float(0.95) * height) + random.uniform()) - 0.5);
      hills.push([50 - 0.25 * i, height]);
    }
    const closed = [...hills, [-50, -20], [50, -20]], open = new carom.Chain(hills);
    const solid = new carom.Chain(closed, { closed: true, solid: true }), raw = new carom.Chain(closed, { closed: true, raw: true });
    for (let i = 0; i < 360; i++) {
      const at = random.within(min, max);
      hash.put(solid.contains(at) ? 1 : 0);
      hash.float(solid.signedDistance(at));
    }
    found.push(`inside ${hash.take()}`);
    const world = new carom.World();
    world.add(solid, { pose: { position: [0, -2.5], rotation: 0.125, scale: 1.25 } });
    for (let i = 0; i < 20; i++) world.add(random.shape(i, random.within(min, max)), { layers: 1 << i % 3, moving: i % 2 === 1 });
    world.optimize();
    for (const [name, query] of [["chain", open], ["solid", solid], ["raw", raw], ["world", world.query({ mask: 3, origin: [1.5, 0] })]]) {
      queries(query, min, max, hash);
      found.push(`${name} ${hash.take()}`);
    }
    walk(carom, open, hash);
    found.push(`walk ${hash.take()}`);
    walk(carom, world, hash);
    found.push(`walk-in-world ${hash.take()}`);
    assert.deepEqual(found, (await readFile(new URL("../../c/tests/hashes_planar.txt", import.meta.url), "utf8")).trim().split("\n"));
  });
}

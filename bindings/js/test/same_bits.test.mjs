// The bits of the Rust library through this package: the queries and the walk of bindings/c/tests/c/same_bits.c, with its hashes.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { load } from "carom";
import { load as loadFull } from "carom/full";
import { Hash, Random as Numbers, float } from "./bits.mjs";
import { level } from "./level.mjs";

const AXES = ["x", "y", "z"];

class Random extends Numbers {
  constructor(seed) {
    super(seed, AXES);
  }

  shape(kind, at) {
    const small = { x: -1, y: -1, z: -1 }, large = { x: 1, y: 1, z: 1 };
    const beside = () => add(at, this.within(small, large));
    const b = beside(), c = beside();
    return [
      () => at,
      () => ({ center: at, radius: 0.5 }),
      () => ({ start: at, end: b, radius: 0.3 }),
      () => ({ min: at, max: add(at, { x: 1, y: 0.5, z: 2 }) }),
      () => ({ a: at, b, c }),
      () => ({ points: [0, 1, 2, 3, 4].map(beside), radius: 0.1 }),
    ][kind % 6]();
  }
}

const add = (a, b) => ({ x: float(a.x + b.x), y: float(a.y + b.y), z: float(a.z + b.z) });
const cube = (half) => [{ x: -half, y: -half, z: -half }, { x: half, y: half, z: half }];

function queries(query, { min, max }, hash) {
  const random = new Random(7);
  for (let i = 0; i < 360; i++) {
    const at = random.within(min, max), delta = random.within(...cube(10)), shape = random.shape(i, at);
    hash.contact(query.closest(shape, 3));
    hash.put(query.overlap(shape) ? 1 : 0);
    hash.hit(query.sweep(shape, delta));
    hash.hit(query.ray(at, delta));
    const contacts = query.contacts(shape, 1);
    hash.put(contacts.length);
    contacts.slice(0, 16).forEach((found) => hash.contact(found));
    const hits = query.sweepAll(shape, delta);
    hash.put(hits.length);
    hits.slice(0, 8).forEach((hit) => hash.hit(hit));
  }
}

const flat = (vectors) => Float32Array.from(vectors.flatMap(({ x, y, z }) => [x, y, z]));
const row = (array, i) => ({ x: array[3 * i], y: array[3 * i + 1], z: array[3 * i + 2] });

/** Batches give the bits of single queries. */
function batches(query, { min, max }, count, hash) {
  const random = new Random(11), a = [], deltas = [];
  for (let i = 0; i < count; i++) {
    a.push(random.within(min, max));
    deltas.push(random.within(...cube(5)));
  }
  const b = a.map((at) => add(at, { x: 0, y: 1.2, z: 0 })), [A, B, D] = [a, b, deltas].map(flat);
  const shapes = [[A, (i) => a[i]], [{ center: A, radius: 0.3 }, (i) => ({ center: a[i], radius: 0.3 })],
    [{ start: A, end: B, radius: 0.3 }, (i) => ({ start: a[i], end: b[i], radius: 0.3 })]];
  for (const [many, one] of shapes) {
    const closest = query.closestBatch(many, 2), overlap = query.overlapBatch(many), hits = query.sweepBatch(many, D);
    const contacts = query.contactsBatch(many, 0.2);
    for (let i = 0; i < count; i++) {
      const found = query.closest(one(i), 2);
      assert.equal(closest.triangle[i], found?.triangle ?? -1);
      if (found) assert.deepEqual([closest.distance[i], row(closest.point, i), row(closest.normal, i)], [found.distance, found.point, found.normal]);
      assert.equal(overlap[i] === 1, query.overlap(one(i)));
      const hit = query.sweep(one(i), deltas[i]);
      assert.equal(hits.triangle[i], hit?.triangle ?? -1);
      if (hit) assert.deepEqual([hits.t[i], row(hits.point, i), row(hits.normal, i)], [hit.t, hit.point, hit.normal]);
      const own = query.contacts(one(i), 0.2), start = contacts.offsets[i];
      assert.equal(own.length, contacts.offsets[i + 1] - start);
      own.forEach((found, j) => assert.deepEqual([contacts.distance[start + j], contacts.triangle[start + j]], [found.distance, found.triangle]));
    }
    hash.put(contacts.offsets[count]);
  }
  const rays = query.rayBatch(A, D);
  for (let i = 0; i < count; i++) assert.equal(rays.t[i], query.ray(a[i], deltas[i])?.t ?? Infinity);
}

const WHY = ["slid", "stepped", "snapped", "steep", "pushed", "rode", "blocked", "stuck", "head", "limit", "edge"];
const ROLES = ["floor", "slope", "wall", "ceiling", "overlap"];

function walk(carom, scene, hash) {
  const hero = new carom.Mover(scene, { feet: [10, 10.1, -22] }), random = new Random(3), words = () => new Uint32Array(hero.save().buffer);
  let saved = null, intent = {};
  for (let tick = 0; tick < 600; tick++) {
    // Rolls back once, in the middle.
    if (tick === 300 && saved === null) saved = [hero.save(), hash.value, random.state, { ...intent }];
    if (tick % 20 === 0) {
      const x = float(float(8 * random.uniform()) - 4), z = float(float(8 * random.uniform()) - 4);
      intent = { velocity: { x, y: 0, z }, jump: random.uniform() < 0.3 ? 5 : 0, height: random.uniform() < 0.3 ? 1.2 : 1.8 };
    }
    hero.step(intent, 1 / 60);
    const state = words();
    // Feet to the ground's normal, whether there is ground, and which.
    for (let i = 0; i < 14; i++) hash.put(state[i]);
    hash.put(state[18]);
    if (hero.onGround) [20, 21, 19].forEach((i) => hash.put(state[i]));
    hash.put(hero._why);
    const report = carom.core.at + 432 >> 2;
    for (let i = 1; i < 6; i++) hash.put(carom.core.u32[report + i]);
    const met = hero.collisions();
    hash.put(met.length);
    for (const { normal, role, triangle, body } of met) {
      hash.vector(normal);
      hash.put(ROLES.indexOf(role));
      hash.part(body, triangle);
    }
    if (tick === 450 && saved?.length) {
      hero.restore(saved[0]);
      [, hash.value, random.state, intent] = saved;
      saved = [];
      tick = 299;
    }
  }
  assert.deepEqual(WHY.filter((name) => hero[name]).map((name) => WHY.indexOf(name)), [...WHY.keys()].filter((bit) => hero._why >> bit & 1));
}

for (const [wasm, start] of [["carom.simd.wasm", load], ["carom.wasm", load], ["full.simd.wasm", loadFull], ["full.wasm", loadFull]]) {
  test(`queries, batches and a walk have the bits of the Rust library: ${wasm}`, async () => {
    const carom = await start({ wasm: await readFile(new URL(`../wasm/${wasm}`, import.meta.url)) });
    const { vertices, triangles } = await level(), hash = new Hash(AXES, "triangle"), found = [];
    const mesh = new carom.Mesh(vertices, triangles);
    const welded = new carom.Mesh(vertices, triangles, { weld: true, oneSided: true, quick: true, compact: true });
    const { bounds } = mesh, random = new Random(5), world = new carom.World();
    hash.put(mesh.triangleCount);
    hash.vector(bounds.min);
    hash.vector(bounds.max);
    found.push(`info ${hash.take()}`);
    world.add(mesh, { pose: { position: [0, 2.5, 0], quaternion: [0, float(0.6), 0, float(0.8)], scale: 1.25 } });
    for (let i = 0; i < 20; i++) world.add(random.shape(i, random.within(bounds.min, bounds.max)), { layers: 1 << i % 3, moving: i % 2 === 1 });
    world.optimize();
    const some = world.query({ mask: 3, origin: [1.5, 0, 0] });
    for (const [name, query] of [["mesh", mesh], ["welded", welded], ["world", some]]) {
      queries(query, bounds, hash);
      found.push(`${name} ${hash.take()}`);
    }
    batches(mesh, bounds, 300, hash);
    batches(some, bounds, 40, hash);
    // More than a block.
    batches(welded, bounds, 9000, hash);
    found.push(`batches ${hash.take()}`);
    walk(carom, mesh, hash);
    found.push(`walk ${hash.take()}`);
    walk(carom, world, hash);
    found.push(`walk-in-world ${hash.take()}`);
    assert.deepEqual(found, (await readFile(new URL("../../c/tests/hashes.txt", import.meta.url), "utf8")).trim().split("\n"));
  });
}

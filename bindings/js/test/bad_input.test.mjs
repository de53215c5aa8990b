// Bad input: errors that name the argument, and an instance that goes on working.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { load } from "carom";

const carom = await load();
const floor = new carom.Mesh([-9, 0, -9, -9, 0, 9, 9, 0, 9, 9, 0, -9], [0, 1, 2, 0, 2, 3]);
const world = new carom.World(), body = world.add(floor), hero = new carom.Mover(world, { feet: [0, 0.1, 0] }), crowd = new carom.Crowd(world);
const agent = crowd.add({ feet: [3, 0.1, 0] });
const ball = { center: [0, 1, 0], radius: 0.5 };

const transferred = () => {
  const array = new Float32Array([0, 1, 0, 2, 1, 0]);
  structuredClone(array, { transfer: [array.buffer] });
  return array;
};

/** Whatever is called, with a part of the message. */
const wrong = {
  "nothing": [() => floor.closest(), /^shape must be/],
  "null": [() => floor.closest(null), /^shape must be/],
  "a text": [() => floor.closest("ball"), /^shape must be/],
  "an empty object": [() => floor.overlap({}), /^shape must be/],
  "two coordinates": [() => floor.closest([0, 1]), /^shape must be .* not 2 numbers/],
  "four coordinates": [() => floor.ray([0, 1, 2, 3], [0, 1, 0]), /^from must be .* not 4 numbers/],
  "a missing coordinate": [() => floor.ray({ x: 0, y: 1 }, [0, 1, 0]), /^from\.z must be a number, not undefined/],
  "a text for a coordinate": [() => floor.ray([0, "1", 0], [0, 1, 0]), /^from\.y must be a number, not 1/],
  "NaN": [() => floor.sweep(ball, [0, NaN, 0]), /^delta\.y is NaN/],
  "infinity": [() => floor.sweep(ball, [0, 0, -Infinity]), /^delta\.z is -Infinity/],
  "beyond single precision": [() => floor.closest([1e39, 0, 0]), /^shape\.x is 1e\+39/],
  "a negative radius": [() => floor.overlap({ center: [0, 0, 0], radius: -1 }), /^shape\.radius is -1/],
  "no radius": [() => floor.overlap({ center: [0, 0, 0] }), /^shape\.radius must be a number, not undefined/],
  "a box inside out": [() => floor.overlap({ min: [1, 1, 1], max: [0, 2, 2] }), /the lowest corner of the box/],
  "a hull without points": [() => floor.overlap({ points: [] }), /^shape\.points/],
  "a bad point of a hull": [() => floor.overlap({ points: [[0, 0, 0], [1, NaN, 0]] }), /^shape\.points\[1\]\.y is NaN/],
  "NaN as a reach": [() => floor.closest(ball, NaN), /^reach is NaN/],
  "a typed array of the wrong length": [() => floor.closestBatch(new Float32Array(4)), /^shapes has 4 numbers/],
  "rows that do not agree": [() => floor.sweepBatch(new Float32Array(6), new Float32Array(9)), /^deltas has 3 rows, shapes has 2/],
  "radii that do not agree": [() => floor.overlapBatch({ center: new Float32Array(9), radius: new Float32Array(2) }), /^shapes\.radius has 2 rows/],
  "NaN in a batch": [() => floor.closestBatch(new Float32Array([0, 0, 0, 0, NaN, 0])), /^shapes\[4\] is NaN/],
  "a negative radius in a batch": [() => floor.closestBatch({ center: new Float32Array(6), radius: [1, -1] }), /^shapes\.radius\[1\] is -1/],
  "a detached buffer": [() => floor.closestBatch(transferred()), /^shapes is a view of a detached buffer/],
  "detached radii": [() => floor.closestBatch({ center: new Float32Array(6), radius: transferred() }), /^shapes\.radius is a view of a detached/],
  "a detached out": [() => { const out = floor.closestBatch(new Float32Array(6)); structuredClone(out.point, { transfer: [out.point.buffer] }); floor.closestBatch(new Float32Array(6), 1, out); }, /^out\.point must be a Float32Array of 6/],
  "an out of another kind": [() => floor.rayBatch([0, 0, 0], [0, 1, 0], { t: new Float64Array(1) }), /^out\.t must be a Float32Array/],
  "an array of arrays": [() => floor.closestBatch([[0, 0, 0], [1, 1, 1], [2, 2, 2]]), /^shapes\[0\] must be a number, not Array/],
  "hulls in a batch": [() => floor.closestBatch({ points: [[0, 0, 0]] }), /^shapes: a batch has no hulls/],
  "no vertices": [() => new carom.Mesh([]), /no triangles/],
  "no mesh at all": [() => new carom.Mesh(), /^vertices must be a typed array/],
  "a detached mesh": [() => new carom.Mesh(transferred(), [0, 1, 0]), /^vertices is a view of a detached/],
  "a vertex that is missing": [() => new carom.Mesh([0, 0, 0, 1, 0, 0], [0, 1, 2]), /^triangles\[2\] is 2, but there are 2 vertices/],
  "half a vertex": [() => new carom.Mesh([0, 0, 0, 1, 0, 0], [0, 0.5, 1]), /^triangles\[1\] is 0\.5/],
  "two indices": [() => new carom.Mesh([0, 0, 0, 1, 0, 0], [0, 1]), /^triangles has 2 numbers/],
  "an unknown option": [() => new carom.Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], null, { welded: true }), /^options\.welded does not exist/],
  "heights that fill no rows": [() => carom.heightField({ heights: [1, 2, 3, 4, 5], columns: 2 }), /^field: 5 heights in rows of 2/],
  "a cell of no size": [() => carom.heightField({ heights: [1, 2, 3, 4], columns: 2, cell: 0 }), /the size of a cell/],
  "an infinite height": [() => carom.heightField({ heights: [1, 2, 3, Infinity], columns: 2 }), /vertex 3 is not finite/],
  "a world as a body": [() => world.add(world), /^shape is a world/],
  "a matrix that shears": [() => body.setPose([1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]), /^pose (scales|mirrors or shears)/],
  "a matrix that mirrors": [() => body.setPose([-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]), /^pose mirrors/],
  "two scales": [() => body.setPose({ position: [0, 0, 0], scale: [1, 2, 1] }), /^pose scales by 1, 2, 1/],
  "NaN in a pose": [() => body.moveTo([0, NaN, 0], 0.1), /^pose\.y is NaN/],
  "a tick of no time": [() => body.moveTo([0, 0, 0], 0), /dt must be more than 0/],
  "a mask with a fraction": [() => world.query({ mask: 1.5 }), /^filters\.mask is 1\.5/],
  "an unknown filter": [() => world.query({ layer: 1 }), /^filters\.layer does not exist/],
  "a body of another world": [() => world.query({ except: new carom.World().add(ball) }), /^filters\.except must be a body of this world/],
  "a scene that is none": [() => new carom.Mover({}), /^scene must be a Mesh, a World/],
  "a radius of 0": [() => new carom.Mover(world, { radius: 0 }), /settings\.radius must be/],
  "a slope of 91 degrees": [() => new carom.Mover(world, { maxSlope: 91 }), /settings\.maxSlope must be 0 to 90/],
  "a misspelled setting": [() => new carom.Mover(world, { stepheight: 1 }), /^settings\.stepheight does not exist; there are .*stepHeight/],
  "negative friction": [() => new carom.Mover(world, { locomotion: { friction: -1 } }), /^settings\.locomotion\.friction is -1/],
  "no intent": [() => hero.step(undefined, 0.1), /^intent must be an object/],
  "an intent of NaN": [() => hero.step({ velocity: [NaN, 0, 0] }, 0.1), /^intent\.velocity\.x is NaN/],
  "a jump of NaN": [() => hero.step({ jump: NaN }, 0.1), /^intent\.jump is NaN/],
  "a text for a height": [() => hero.step({ height: "1" }, 0.1), /^intent\.height must be a number, not 1/],
  "a text for a radius": [() => floor.overlap({ center: [0, 0, 0], radius: "1" }), /^shape\.radius must be a number, not 1/],
  "a misspelled intent": [() => hero.step({ speed: 1 }, 0.1), /^intent\.speed does not exist/],
  "no dt": [() => hero.step({}), /^dt must be a number, not undefined/],
  "a negative dt": [() => hero.step({}, -1), /dt must be more than 0/],
  "a height of 0": [() => { hero.teleport([0, 0, 0], 0); try { hero.step({}, 0.1); } finally { hero.teleport([0, 0.1, 0], 1.8); } }, /state\.height must be more than 0/],
  "bytes of another length": [() => hero.restore(new Uint8Array(7)), /^bytes must be a Uint8Array of 72/],
  "more intents than agents": [() => crowd.step(new Float32Array(6), 0.1), /^there are 2 intents for 1 agents/],
  "an agent that is missing": [() => crowd.agent(1), /^there is no agent 1, only 1/],
  "a role that is none": [() => crowd.add({ role: "boss" }), /^agent\.role is boss/],
  "a mass of 0": [() => crowd.add({ mass: 0 }), /mass must be more than 0/],
  "a layer of two bits": [() => new carom.Crowd(world, { layer: 3 }), /layer must be one bit/],
  "a wasm of no sense": [() => load({ wasm: new Uint8Array([1, 2, 3]) }), /./],
};

for (const [name, [call, message]] of Object.entries(wrong)) {
  test(name, async () => {
    await assert.rejects(async () => call(), (error) => {
      assert.match(error.message, message);
      assert.ok(!/trapped/.test(error.message), "no trap");
      return true;
    });
  });
}

test("use after dispose", () => {
  const mesh = new carom.Mesh([0, 0, 0, 1, 0, 0, 0, 0, 1]), query = mesh.query(), walker = new carom.Mover(mesh), own = new carom.World(), placed = own.add(mesh);
  assert.ok(mesh.ray([0.2, 1, 0.2], [0, -2, 0]));
  mesh.dispose();
  mesh.dispose();
  for (const call of [() => mesh.ray([0, 0, 0], [0, 1, 0]), () => query.overlap([0, 0, 0]), () => walker.step({}, 0.1), () => own.add(mesh)]) assert.throws(call, /was disposed/);
  assert.ok(own.ray([0.2, 1, 0.2], [0, -2, 0]), "the world keeps its mesh");
  own.dispose();
  assert.throws(() => placed.setPose([0, 0, 0]), /world was disposed/);
  walker.dispose();
  assert.throws(() => walker.step({}, 0.1), /mover was disposed/);
});

test("objects of another instance, as of two copies of the package", async () => {
  const other = await load({ wasm: await readFile(new URL("../wasm/carom.simd.wasm", import.meta.url)) });
  const foreign = new other.Mesh([0, 0, 0, 1, 0, 0, 0, 0, 1]);
  assert.throws(() => world.add(foreign), /another instance of carom/);
  assert.throws(() => new carom.Mover(foreign), /another instance of carom/);
  const { Mesh: Copy } = await import("../src/mesh.js?copy");
  assert.throws(() => world.add(new Copy(other.core, [0, 0, 0, 1, 0, 0, 0, 0, 1])), /another copy of the package|another instance/);
});

test("a trap ends the instance, not the page", async () => {
  const fragile = await load({ wasm: await readFile(new URL("../wasm/carom.simd.wasm", import.meta.url)) });
  const mesh = new fragile.Mesh([0, 0, 0, 1, 0, 0, 0, 0, 1]);
  // Only by reaching around the checks: an address that the memory does not have.
  assert.throws(() => fragile.core.c.closest(0xfffffff0, 0, 0, 8), /has trapped/);
  assert.throws(() => mesh.overlap([0, 0, 0]), /trapped before/);
  mesh.dispose();
  assert.ok(floor.overlap([0, 0, 0]), "others go on");
});

test("collected objects free their memory", { skip: !globalThis.gc && "node --expose-gc" }, async () => {
  const own = await load({ wasm: await readFile(new URL("../wasm/carom.simd.wasm", import.meta.url)) });
  const vertices = new Float32Array(9 * 2000).map(() => Math.random());
  for (let i = 0; i < 60; i++) {
    new own.Mesh(vertices);
    if (i % 10 === 9) {
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  assert.ok(own.core.u8.length < 16e6, `${own.core.u8.length} bytes`);
});

after(() => {
  // After all of this the instance answers as before.
  assert.equal(floor.closest(ball).distance, 0.5);
  for (let i = 0; i < 9; i++) crowd.step(new Float32Array(3), 0.1);
  hero.step({ velocity: [1, 0, 0] }, 0.1);
  assert.equal(crowd.agent(agent).onGround, true);
});

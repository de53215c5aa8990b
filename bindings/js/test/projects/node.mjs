// In a fresh project for Node: every entry that needs no browser.
import assert from "node:assert/strict";

for (const entry of ["carom", "carom/inline"]) {
  const start = performance.now(), { load } = await import(entry), carom = await load();
  const ready = performance.now() - start, world = new carom.World();
  world.add({ min: [-50, -1, -50], max: [50, 0, 50] });
  const hero = new carom.Mover(world, { feet: [0, 0.5, 0] });
  for (let i = 0; i < 60; i++) hero.step({ velocity: [2, 0, 0] }, 1 / 60);
  assert.ok(hero.onGround && Math.abs(hero.feet.x - 2) < 0.01);
  console.log(`${entry}: ready after ${ready.toFixed(1)} ms`);
}
const small = await (await import("carom/mesh")).load();
assert.ok(new small.Mesh([0, 0, 0, 1, 0, 0, 0, 0, 1]).overlap([0.1, 0, 0.1]));

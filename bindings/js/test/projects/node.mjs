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
const full = await (await import("carom/full")).load(), door = { min: [0, 0, -0.05], max: [2, 2, 0.05] }, hall = new full.World();
hall.add(door).setSpin([0, 1, 0], Math.PI / 2);
assert.ok(hall.sweepMoving({ center: [0, 1, -1.5], radius: 0.2 }, {}, 1).t > 0.8);
assert.ok(new full.Diff(hall, new full.World()).toBytes().length > 100);
const small = await (await import("carom/mesh")).load();
assert.ok(new small.Mesh([0, 0, 0, 1, 0, 0, 0, 0, 1]).overlap([0.1, 0, 0.1]));
const flat = await (await import("carom/2d")).load(), hill = new flat.Chain([[9, 3], [3, 0], [-9, 0]]), walker = new flat.Mover(hill, { feet: [0, 0.1] });
for (let i = 0; i < 120; i++) walker.step({ velocity: [3, 0] }, 1 / 60);
assert.ok(walker.onGround && walker.feet.y > 1 && hill.sweep({ center: [0, 5], radius: 1 }, [0, -9]).segment === 1);
const { PoolTable } = await (await import("carom/billiards")).load(), shot = new PoolTable({ rack: "eight_ball" }).simulate({ speed: 8, atBall: 1 });
assert.ok(shot.status === "at_rest" && shot.firstBallHit === 1 && shot.events.length > 50);

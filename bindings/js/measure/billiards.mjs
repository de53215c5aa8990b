// Nine-ball breaks in Node: µs of CPU time a shot, medians. The same shots natively, in one thread:
// cargo test --release --manifest-path bindings/c/Cargo.toml --test billiards -- --ignored --nocapture
//
//   node measure/billiards.mjs [WASM...]

import { readFile } from "node:fs/promises";
import { load } from "carom/billiards";

const SHOTS = 1000, ROUNDS = 9;
const spread = (factor) => (_, i) => (i * factor % SHOTS) / SHOTS - 0.5, column = (of) => Float64Array.from({ length: SHOTS }, of);
const shots = {
  speed: column((_, i) => 6 + 5 * i / SHOTS), direction: column((_, i) => Math.PI / 2 + 0.02 * spread(7919)(_, i)), above: column((_, i) => 0.3 * spread(104729)(_, i)),
};

const files = process.argv.slice(2), tables = [];
for (const wasm of files.length ? files : [new URL("../wasm/billiards.wasm", import.meta.url)]) {
  const { PoolTable } = await load({ wasm: await readFile(wasm) });
  tables.push({ name: `${wasm}`.split("/").at(-1), table: new PoolTable({ rack: "nine_ball" }), many: [], single: [] });
}
const timed = (times, run) => {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  times.push((user + system) / SHOTS);
};
for (let round = 0; round < ROUNDS; round++) {
  for (const { table, many, single } of tables) {
    timed(many, () => table.simulateMany(shots));
    // With its events as objects.
    timed(single, () => {
      for (let i = 0; i < SHOTS; i++) {
        const result = table.simulate({ speed: shots.speed[i], direction: shots.direction[i], above: shots.above[i] });
        if (result.events.length === 0) throw new Error("no events");
        result.dispose();
      }
    });
  }
}
const median = (times) => times.sort((a, b) => a - b)[ROUNDS >> 1].toFixed(1);
for (const { name, table, many, single } of tables) {
  const { eventCount } = table.simulateMany(shots), events = eventCount.reduce((sum, count) => sum + count, 0) / SHOTS;
  console.log(`${name}: ${median(many)} µs a shot of ${events.toFixed(0)} events in simulateMany, ${median(single)} alone with its events`);
}

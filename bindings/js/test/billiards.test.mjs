// carom/billiards: the recorded games to the bit, textbook shots, batches, drawing, bad input.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { after, test } from "node:test";
import { load } from "carom/billiards";
import { load as loadMesh } from "carom/mesh";
import { gameOf, hashOf } from "./billiards_file.mjs";

const folder = new URL("../../../data/billiards/", import.meta.url), wasm = new URL("../wasm/billiards.wasm", import.meta.url);
const billiards = await load(), { PoolTable, directionTo, ghostBall } = billiards;
const recorded = new Map((await readFile(new URL("hashes.txt", folder), "utf8")).trim().split("\n").map((line) => line.split(" ").reverse()));
const near = (a, b, most = 1e-9) => assert.ok(Math.abs(a - b) <= most, `${a} is not ${b}`);
const { cos, sin, PI } = Math, UP = PI / 2;
const two = () => new PoolTable({ balls: [{ position: [0.4, 1.3] }, { position: { x: 0.4, y: 1.5 } }] });

test("every game of data/billiards has the hash that the command has recorded", async () => {
  const names = (await readdir(folder)).filter((file) => file.endsWith(".json")).map((file) => file.slice(0, -5)).sort();
  assert.deepEqual([...recorded.keys()].sort(), names);
  for (const name of names) {
    const { options, shot } = gameOf(JSON.parse(await readFile(new URL(`${name}.json`, folder), "utf8")));
    assert.equal(hashOf(new PoolTable(options).simulate(shot)), recorded.get(name), name);
  }
});

test("follow, stop, draw and a miscue", () => {
  const table = two(), end = (above) => table.simulate({ speed: 1, direction: UP, above }).balls[0].position.y;
  assert.ok(end(0.3) > 1.8 && end(-0.45) < 1.42);
  near(end(-0.16), 1.443, 0.005);
  const miscue = table.simulate({ speed: 1, direction: UP, above: 0.6 });
  assert.deepEqual([miscue.status, miscue.duration, miscue.firstBallHit, miscue.events, miscue.balls[0].position.y], ["miscue", 0, null, [], 1.3]);
  assert.equal(table.simulate({ speed: 1, atBall: 1 }).firstBallHit, 1);
});

test("a rolling ball goes v² / (2 µ g), and is where the closed form leads", () => {
  const { parameters: { rollingFriction, gravity, radius } } = two().balls[0], a = rollingFriction * gravity;
  const table = new PoolTable({ balls: [{ position: [0.6, 0.5], velocity: [0, 0.5] }] }), result = table.rollOut();
  near(result.balls[0].position.y, 0.5 + 0.25 / (2 * a), 1e-12);
  near(result.at(1)[0].velocity.y, 0.5 - a, 1e-12);
  near(result.at(1)[0].angularVelocity.x, -(0.5 - a) / radius, 1e-9);
  assert.deepEqual(result.at(99)[0].position, result.balls[0].position);
  assert.deepEqual([result.firstBallHit, result.events.map(({ kind }) => kind)], [null, ["transition"]]);
  const trace = result.trace(0);
  assert.deepEqual([trace.length, trace[0].motion, trace.at(-1).motion], [33, "rolling", "stationary"]);
  // With its own spin it slides.
  const sliding = new PoolTable({ balls: [{ position: [0.6, 0.5], velocity: [0, 0.5], angularVelocity: [0, 0, 0] }] });
  assert.equal(sliding.rollOut().events[0].from, "sliding");
});

test("a jump shot: over a ball that blocks a flat one, height of the flight, and a ball off the table", () => {
  const balls = [[0.6, 0.4], [0.6, 0.7], [0.6, 2]].map((position) => ({ position })), models = { slate: { bouncing: { restitution: 0.5 } } };
  const table = new PoolTable({ balls, models }), jump = table.simulate({ speed: 4, atBall: 2, elevation: 0.8 });
  assert.equal(table.simulate({ speed: 4, atBall: 2 }).firstBallHit, 1);
  assert.equal(jump.firstBallHit, 2);
  const [strike, slate] = jump.events, { radius, gravity } = table.balls[0].parameters;
  assert.deepEqual([strike.kind, slate.kind, slate.speed, slate.time], ["strike", "slate", -strike.after.velocity.z, 0]);
  const rise = slate.after.velocity.z;
  near(rise, 0.5 * slate.speed, 1e-12);
  near(jump.at(rise / gravity)[0].position.z, radius + (rise * rise) / (2 * gravity), 1e-12);
  const trace = jump.trace(0);
  assert.equal(trace[2].motion, "airborne");
  assert.ok(trace.some(({ position }) => position.z > 3 * radius));
  // Dropped onto the table, and thrown off it.
  const thrown = new PoolTable({ balls: [{ position: [0.6, 0.5, 0.3], velocity: [-4, 0, 1], angularVelocity: [0, 0, 0] }], models }), off = thrown.rollOut();
  assert.deepEqual([off.offTable, off.pocketed, off.events[0].kind], [[0], [], "off_table"]);
  assert.ok(off.balls[0].isPocketed && off.balls[0].position.z > 2 * radius && off.trace(0).at(-1).motion === "off_table");
  assert.deepEqual(thrown.withBalls(off.balls).balls, off.balls);
});

test("events of a break: in order, each what its kind says, and the state of a replay", () => {
  const table = new PoolTable({ rack: "nine_ball" }), result = table.simulate({ speed: 9, atBall: 1, above: -0.1 }), { events } = result;
  assert.ok(events.length > 50 && events.every(({ time }, i) => i === 0 || time >= events[i - 1].time));
  assert.deepEqual(Object.keys(events[0]).sort(), ["after", "ball", "kind", "time"]);
  for (const event of events) {
    if (event.kind === "ball") assert.ok(event.other > event.ball && event.speed > 0 && event.otherAfter.position.z > 0);
    if (event.kind === "cushion") assert.ok(table.cushions[event.cushion] && event.speed >= 0);
    if (event.kind === "pocket") assert.deepEqual(event.after.position, { ...table.pockets[event.pocket].center, z: event.after.position.z });
    if (event.kind === "transition") assert.notEqual(event.from, event.to);
  }
  for (const [i, event] of events.entries()) if (i + 1 < events.length && events[i + 1].time > event.time) assert.deepEqual(result.at(event.time)[event.ball], event.after);
  assert.deepEqual(result.pocketed.map(({ ball }) => ball).sort(), result.balls.flatMap(({ isPocketed }, i) => (isPocketed ? [i] : [])));
  assert.equal(result.duration, events.at(-1).time);
  // The table has not changed, and the table after the shot takes the balls as they are.
  assert.equal(hashOf(table.simulate({ speed: 9, atBall: 1, above: -0.1 })), hashOf(result));
  const next = table.withBalls(result.balls);
  assert.deepEqual(next.balls, result.balls);
  assert.ok(next instanceof PoolTable && next.rollOut().events.length === 0);
});

test("many shots are single shots to the bit, as columns and as a list", () => {
  const table = new PoolTable({ rack: "eight_ball" }), count = 40, speed = Float64Array.from({ length: count }, (_, i) => 6 + 0.1 * i), above = [...speed].map((x) => (x - 8) / 10);
  above[7] = 0.8;
  const direction = directionTo(table.balls[0].position, table.balls[1].position), ball = new Uint32Array(count);
  ball[11] = 3;
  const ends = table.simulateMany({ speed, direction, above, ball });
  const list = Array.from(speed, (speed, i) => ({ speed, direction, above: above[i], ball: ball[i] }));
  assert.deepEqual(table.simulateMany(list), ends);
  const none = [];
  list.forEach((shot, i) => {
    const result = table.simulate(shot), { balls } = result, from = i * balls.length;
    assert.deepEqual([["at_rest", "miscue", "too_many_events"][ends.status[i]], ends.duration[i], ends.eventCount[i], ends.firstBallHit[i]], [result.status, result.duration, result.events.length, result.firstBallHit ?? -1]);
    balls.forEach(({ position, isPocketed }, j) => {
      assert.deepEqual([ends.position[2 * (from + j)], ends.position[2 * (from + j) + 1], ends.isPocketed[from + j]], [position.x, position.y, isPocketed ? 1 : 0]);
    });
    const pockets = Array(balls.length).fill(-1);
    for (const { ball, pocket } of result.pocketed) pockets[ball] = pocket;
    assert.deepEqual([...ends.pocket.subarray(from, from + balls.length)], pockets);
    none.push(result.pocketed.length);
    result.dispose();
  });
  assert.ok(none.some((pocketed) => pocketed > 0) && ends.status[7] === 1);
  assert.deepEqual(table.simulateMany({ speed: 3, direction: 1 }).status, Uint8Array.of(0));
  assert.equal(table.simulateMany([]).position.length, 0);
  assert.equal(table.simulateMany({ speed: [], direction: 1 }).duration.length, 0);
});

test("racks, tables, and what differs from them", () => {
  const counts = { eight_ball: 16, nine_ball: 10, ten_ball: 11, snooker: 22, three_cushion: 3 };
  for (const [rack, count] of Object.entries(counts)) {
    const table = new PoolTable({ rack });
    assert.equal(table.balls.length, count);
    assert.equal(table.pockets.length, rack === "three_cushion" ? 0 : 6);
    assert.equal(table.outlines.length, rack === "three_cushion" ? 4 : 6);
    near(Math.min(...table.outlines[0].map(({ x }) => x)), -table.dimensions.cushionWidth);
  }
  assert.deepEqual(Object.keys(new PoolTable({ rack: "three_cushion" }).dimensions), ["width", "length", "cushionHeight", "cushionWidth"]);
  const spread = new PoolTable({ rack: "nine_ball", table: "pool_8_ft", gap: 0.01, dimensions: { cornerMouth: 0.12 }, ball: { mass: 0.2 }, cue: { mass: 0.5 } });
  const { balls, dimensions } = spread;
  near(balls[2].position.x, balls[3].position.x - 2 * balls[0].parameters.radius - 0.01);
  assert.deepEqual([dimensions.width, dimensions.cornerMouth, balls[9].parameters.mass], [1.1176, 0.12, 0.2]);
  // Each option changes what comes of a shot.
  const end = (options) => hashOf(new PoolTable({ rack: "nine_ball", ...options }).simulate({ speed: 7, direction: 1.5, right: 0.2 }));
  const options = [{}, { cue: { endMass: 0 } }, { models: { cushion: { mathavan2010: { steps: 100 } } } }, { models: { ball: { mathavan2014: { friction: "average", steps: 100 } } } }, { models: { ball: { frictionalInelastic: { friction: { alciatore: { a: 0.02 } } } } } }, { ball: { ballRestitution: 0.9 } }, { gap: 1e-4 }, { dimensions: { cushionHeight: 0.036 } }];
  assert.equal(new Set(options.map(end)).size, options.length);
  assert.equal(end({ models: { cushion: "han2005" } }), end({}));
});

test("aim", () => {
  const table = new PoolTable({ balls: [[0.5, 0.5], [0.5, 1.5], [0.5, 2]].map((position) => ({ position })) }), { radius } = table.balls[0].parameters;
  const aimed = table.aimedAt(0, [0, 2]);
  assert.equal(aimed.ball, 1);
  near(aimed.distance, 1 - 2 * radius);
  near(aimed.fullness, 1);
  assert.equal(table.aimedAt(0, { x: 0, y: -1 }), null);
  assert.deepEqual(ghostBall([1, 1], { x: 1, y: 2 }, 0.03), { x: 1, y: 0.94 });
  assert.equal(ghostBall([1, 1], [1, 1], 0.03), null);
  // A cut shot at the ghost ball sends the object ball to the target, but for throw.
  const cue = [0.3, 0.9], object = [0.6, 1.2], target = [0.9, 2], ghost = ghostBall(object, target, radius), cut = new PoolTable({ balls: [{ position: cue }, { position: object }] });
  const angle = directionTo(cue, ghost), { line, ghost: met } = cut.aimedAt(0, [cos(angle), sin(angle)]);
  near(met.x, ghost.x, 1e-9);
  near(directionTo([0, 0], line), directionTo(object, target), 1e-9);
});

test("an instance is shared, a wasm that is given makes another, and a trap ends one of them", async () => {
  assert.equal(await load(), billiards);
  const other = await load({ wasm: await readFile(wasm) }), again = await load({ wasm: other.module });
  assert.equal(hashOf(new again.PoolTable({ rack: "nine_ball" }).simulate({ speed: 5, atBall: 1 })), hashOf(new PoolTable({ rack: "nine_ball" }).simulate({ speed: 5, atBall: 1 })));
  const table = new other.PoolTable({ rack: "nine_ball" });
  assert.throws(() => other.core.c.pool_setup(0, 0xfffffff0), /has trapped/);
  assert.throws(() => table.balls, /has trapped/);
  table.dispose();
  await assert.rejects(load({ wasm: (await loadMesh()).module }), /^TypeError: options\.wasm must be the wasm of carom\/billiards/);
  await assert.rejects(loadMesh({ wasm: await readFile(wasm) }), /^TypeError: options\.wasm is not the wasm of carom/);
  await assert.rejects(load({ snapshot: 1 }), /^TypeError: options\.snapshot does not exist/);
});

const table = two(), shot = (more) => () => table.simulate({ speed: 1, direction: 0, ...more }), setup = (more) => () => new PoolTable({ rack: "nine_ball", ...more });
const balls = (...list) => () => new PoolTable({ balls: list });
/** Whatever is called, with a part of the message. */
const wrong = {
  "nothing": [() => new PoolTable(), /^TypeError: options must have either a rack or balls/],
  "a rack and balls": [setup({ balls: [] }), /^TypeError: options must have either a rack or balls/],
  "an unknown option": [setup({ racks: 1 }), /^TypeError: options\.racks does not exist/],
  "an unknown rack": [() => new PoolTable({ rack: "one_ball" }), /^TypeError: options\.rack must be one of eight_ball, .*, not one_ball/],
  "an unknown table": [setup({ table: "pool-9ft" }), /^TypeError: options\.table must be one of pool_7_ft, /],
  "no ball": [balls(), /^RangeError: balls: there is none/],
  "65 balls": [balls(...Array(65).fill({ position: [1, 1] })), /^RangeError: balls: 65 are more than 64/],
  "balls that are none": [() => new PoolTable({ balls: "2" }), /^TypeError: balls must be an array/],
  "a ball without a place": [balls({}), /^TypeError: balls\[0\]\.position must be/],
  "NaN for a place": [balls({ position: [0.5, 0.5] }, { position: [NaN, 1] }), /^RangeError: balls\[1\]\.position must be finite/],
  "a ball that is outside": [balls({ position: [0.5, 0.5] }, { position: [2, 1] }), /^RangeError: balls\[1\] /],
  "balls that overlap": [balls({ position: [0.5, 0.5] }, { position: [0.7, 0.7] }, { position: [0.51, 0.5] }), /^RangeError: balls\[0\] and balls\[2\] overlap/],
  "a spin of two numbers": [balls({ position: [0.5, 0.5], angularVelocity: [1, 2] }), /^TypeError: balls\[0\]\.angularVelocity must be { x, y, z }/],
  "a ball with another name": [balls({ position: [0.5, 0.5], speed: 3 }), /^TypeError: balls\[0\]\.speed does not exist/],
  "a ball of another size": [balls({ position: [0.5, 0.5] }, { position: [0.9, 0.5], parameters: { radius: 0.02 } }), /^RangeError: balls\[1\]\.radius must be that of ball 0/],
  "a rack that has no room": [setup({ rack: "eight_ball", dimensions: { width: 0.45, length: 0.45 } }), /^RangeError: balls\[\d+\] /],
  "a gap of balls": [() => new PoolTable({ balls: [{ position: [1, 1] }], gap: 0.1 }), /^TypeError: options\.gap/],
  "a gap that is none": [setup({ gap: -1 }), /^RangeError: gap must be 0 to 0\.1 m/],
  "the radius of a rack": [setup({ ball: { radius: 0.03 } }), /^RangeError: ball\.radius: the balls of a rack have their size/],
  "a friction that is NaN": [setup({ ball: { rollingFriction: NaN } }), /^RangeError: balls\[0\]\.rollingFriction must be positive and finite/],
  "an unknown parameter": [setup({ ball: { rolling_friction: 1 } }), /^TypeError: ball\.rolling_friction does not exist/],
  "a dimension that is a text": [setup({ dimensions: { width: "1" } }), /^TypeError: dimensions\.width must be a number, not "1"/],
  "a dimension out of range": [setup({ dimensions: { cornerMouth: -1 } }), /^RangeError: dimensions\.cornerMouth must be positive and finite/],
  "pockets of a carom table": [() => new PoolTable({ rack: "three_cushion", dimensions: { sideCut: 1 } }), /^TypeError: dimensions\.sideCut: the table has no pockets/],
  "a cue without mass": [setup({ cue: { mass: 0 } }), /^RangeError: the mass of the cue must be positive/],
  "an unknown model": [setup({ models: { cushion: "rubber" } }), /^TypeError: models\.cushion must be one of han2005, mathavan2010/],
  "a model without steps": [setup({ models: { cushion: { mathavan2010: {} } } }), /^RangeError: the steps of the cushion model must be 1 to 1,000,000/],
  "half a step": [setup({ models: { ball: { mathavan2014: { steps: 0.5 } } } }), /^RangeError: models\.ball\.mathavan2014\.steps is 0\.5/],
  "an unknown friction": [setup({ models: { ball: { frictionalInelastic: { friction: "none" } } } }), /^TypeError: models\.ball\.frictionalInelastic\.friction must be an object/],
  "a ball in the air over a slate that keeps balls down": [() => new PoolTable({ balls: [{ position: [0.5, 0.5, 0.2] }] }), /^RangeError: balls\[0\]\.height must be the radius/],
  "an unknown slate": [() => new PoolTable({ rack: "nine_ball", models: { slate: "rubber" } }), /^TypeError: models\.slate must be one of absorbing, bouncing, not rubber/],
  "a slate that gives energy": [() => new PoolTable({ rack: "nine_ball", models: { slate: { bouncing: { restitution: 2 } } } }), /^RangeError: the restitution of the slate must be 0 to 1/],
  "no shot": [() => table.simulate(), /^TypeError: shot must be an object/],
  "a shot without a direction": [() => table.simulate({ speed: 1 }), /^TypeError: shot must have either a direction or atBall/],
  "two directions": [shot({ atBall: 1 }), /^TypeError: shot must have either/],
  "itself as a target": [() => table.simulate({ speed: 1, atBall: 0 }), /^RangeError: shot\.atBall: ball 0 cannot be aimed at itself/],
  "a target that is missing": [() => table.simulate({ speed: 1, atBall: 9 }), /^RangeError: shot\.atBall: no ball 9 is on the table/],
  "a speed of NaN": [shot({ speed: NaN }), /^RangeError: shot\.speed must be 0 to 1,000 m\/s/],
  "no speed": [shot({ speed: undefined }), /^TypeError: shot\.speed must be a number, not undefined/],
  "a direction that is infinite": [shot({ direction: Infinity }), /^RangeError: shot\.direction must be finite/],
  "a cue that points down": [shot({ elevation: 2 }), /^RangeError: shot\.elevation must be 0 to π\/2/],
  "a ball that is missing": [shot({ ball: 2 }), /^RangeError: shot\.ball must be the number of a ball/],
  "half a ball": [shot({ ball: 0.5 }), /^RangeError: shot\.ball is 0\.5, not a whole number/],
  "an unknown field": [shot({ topspin: 1 }), /^TypeError: shot\.topspin does not exist/],
  "a ball in a pocket": [() => new PoolTable({ balls: [{ position: [0.5, 0.5], isPocketed: true }, { position: [0.7, 0.7] }] }).simulate({ speed: 1, direction: 0 }), /^RangeError: shot\.ball must be at rest on the table/],
  "a row of NaN": [() => table.simulateMany({ speed: [1, 2, NaN], direction: 0 }), /^RangeError: shots, row 2: speed must be 0 to 1,000 m\/s/],
  "columns of other lengths": [() => table.simulateMany({ speed: [1, 2, 3], direction: [0, 1] }), /^RangeError: shots\.direction has 2 numbers, but shots\.speed has 3/],
  "a column that is missing": [() => table.simulateMany({ speed: 1 }), /^TypeError: shots\.direction must be a number, a typed array/],
  "a column of texts": [() => table.simulateMany({ speed: ["1"], direction: 0 }), /^TypeError: shots\.speed\[0\] must be a number, not "1"/],
  "an unknown column": [() => table.simulateMany({ speed: 1, direction: 0, spin: 1 }), /^TypeError: shots\.spin does not exist/],
  "a ball of a column": [() => table.simulateMany({ speed: 1, direction: 0, ball: [0, -1] }), /^RangeError: shots\.ball\[1\] is -1, not a whole number/],
  "a shot of a list": [() => table.simulateMany([{ speed: 1, direction: 0 }, { speed: 1 }]), /^TypeError: shots\[1\] must have either a direction or atBall/],
  "no shots": [() => table.simulateMany(), /^TypeError: shots must be/],
  "a time before the strike": [() => table.simulate({ speed: 1, direction: 0 }).at(-1), /^RangeError: time must be finite and not negative/],
  "the trace of a ball that is missing": [() => table.simulate({ speed: 1, direction: 0 }).trace(2), /^RangeError: ball is 2, but the table has 2 balls/],
  "an aim without a direction": [() => table.aimedAt(0, [0, 0]), /^RangeError: direction has the length 0/],
  "an aim of NaN": [() => table.aimedAt(0, [NaN, 0]), /^RangeError: direction is not finite/],
  "the aim of a ball that is missing": [() => table.aimedAt(7, [1, 0]), /^RangeError: ball is 7, but the table has 2 balls/],
  "a ghost ball without a radius": [() => ghostBall([0, 0], [1, 1]), /^TypeError: radius must be a number/],
  "a ghost ball of NaN": [() => ghostBall([0, NaN], [1, 1], 1), /^RangeError: object is not finite/],
  "a direction from nowhere": [() => directionTo(null, [1, 1]), /^TypeError: from must be { x, y } or an array of two numbers, not null/],
  "other balls that overlap": [() => table.withBalls([{ position: [1, 1] }, { position: [1, 1] }]), /^RangeError: balls\[0\] and balls\[1\] overlap/],
};
for (const [name, [call, text]] of Object.entries(wrong)) test(`bad input: ${name}`, () => assert.throws(call, (error) => text.test(`${error}`) || assert.fail(`${error}`)));

test("use after dispose", () => {
  const own = two(), result = own.simulate({ speed: 1, direction: UP });
  own.dispose();
  own.dispose();
  for (const call of [() => own.balls, () => own.outlines, () => own.simulate({ speed: 1, direction: 0 }), () => own.simulateMany({ speed: 1, direction: 0 }), () => own.rollOut(), () => own.withBalls([]), () => own.aimedAt(0, [0, 1])]) assert.throws(call, /^Error: table was disposed/);
  assert.equal(result.at(99)[0].velocity.y, 0, "results keep what they need");
  result.dispose();
  for (const call of [() => result.balls, () => result.events, () => result.at(0), () => result.trace(0)]) assert.throws(call, /^Error: result was disposed/);
});

test("collected results free their memory", { skip: !globalThis.gc && "node --expose-gc" }, async () => {
  const own = await load({ wasm: await readFile(wasm) }), rack = new own.PoolTable({ rack: "nine_ball" });
  for (let i = 0; i < 400; i++) {
    rack.simulate({ speed: 8, atBall: 1 });
    if (i % 20 === 19) {
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
  assert.ok(own.core.u8.length < 6e6, `${own.core.u8.length} bytes`);
});

after(() => {
  // After all of this the instance answers as before.
  near(table.simulate({ speed: 1, direction: UP, above: -0.16 }).balls[0].position.y, 1.443, 0.005);
});

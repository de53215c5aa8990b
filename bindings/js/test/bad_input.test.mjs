// Bad input: errors that name the argument, and an instance that goes on working.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import * as THREE from "three";
import { Recording, load, replay } from "carom";
import { load as loadMesh } from "carom/mesh";
import { MoverHelper, bodyOf, intersect, meshOf, worldOf } from "carom/three";

const carom = await load(), small = await loadMesh();
const floor = new carom.Mesh([-9, 0, -9, -9, 0, 9, 9, 0, 9, 9, 0, -9], [0, 1, 2, 0, 2, 3]);
const world = new carom.World(), body = world.add(floor), hero = new carom.Mover(world, { feet: [0, 0.1, 0] }), crowd = new carom.Crowd(world);
const agent = crowd.add({ feet: [3, 0.1, 0] });
const ball = { center: [0, 1, 0], radius: 0.5 }, plane = new THREE.Mesh(new THREE.PlaneGeometry()), placed = meshOf(carom, plane);
/** A module that exports nothing. */
const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

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
  "a text for a coordinate": [() => floor.ray([0, "1", 0], [0, 1, 0]), /^from\.y must be a number, not "1"/],
  "NaN": [() => floor.sweep(ball, [0, NaN, 0]), /^delta\.y is NaN/],
  "infinity": [() => floor.sweep(ball, [0, 0, -Infinity]), /^delta\.z is -Infinity/],
  "beyond single precision": [() => floor.closest([1e39, 0, 0]), /^shape\.x is 1e\+39/],
  "a negative radius": [() => floor.overlap({ center: [0, 0, 0], radius: -1 }), /^shape\.radius is -1/],
  "no radius": [() => floor.overlap({ center: [0, 0, 0] }), /^shape\.radius must be a number, not undefined/],
  "a box inside out": [() => floor.overlap({ min: [1, 1, 1], max: [0, 2, 2] }), /^shape\.min, the lowest corner of the box, exceeds shape\.max$/],
  "a body inside out": [() => world.add({ min: [1, 1, 1], max: [0, 2, 2] }), /^shape\.min, the lowest corner of the box, exceeds shape\.max$/],
  "boxes inside out": [() => floor.overlapBatch({ min: [0, 0, 0, 1, 1, 1], max: [1, 1, 1, 2, 0, 2] }), /shapes.*min, the lowest corner of the box, exceeds .*max/],
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
  "oriented boxes in a batch": [() => floor.closestBatch({ center: [0, 0, 0], halfSize: [1, 1, 1] }), /^shapes: a batch has no hulls and no oriented boxes/],
  "an oriented box that shears": [() => floor.overlap({ center: [0, 0, 0], halfSize: [1, 1, 1], rotation: [1, 0, 0, 1, 1, 0, 0, 0, 1] }), /at right angles to each other/],
  "an oriented box with a quaternion": [() => floor.overlap({ center: [0, 0, 0], halfSize: [1, 1, 1], rotation: [0, 0, 0, 1] }), /^shape\.rotation must be a Matrix3 or 9 numbers/],
  "an oriented box with NaN": [() => floor.overlap({ center: [0, 0, 0], halfSize: [1, NaN, 1] }), /^shape\.halfSize\.y is NaN/],
  "an oriented box of negative size": [() => floor.overlap({ center: [0, 0, 0], halfSize: [1, -1, 1] }), /^shape\.halfSize is 1, -1, 1, which must not be less than 0/],
  "a cylinder without an axis": [() => floor.overlap({ a: [1, 2, 3], b: [1, 2, 3], radius: 1 }), /^shape\.a and b are the same point, so it has no axis$/],
  "a body without an axis": [() => world.add({ a: [1, 2, 3], b: [1, 2, 3], radiusA: 1, radiusB: 0 }), /^shape\.a and b are the same point/],
  "a negative radius of an end": [() => floor.overlap({ start: [0, 0, 0], end: [1, 0, 0], radiusA: 1, radiusB: -1 }), /^shape\.radiusB is -1, less than 0/],
  "one radius of two": [() => floor.overlap({ a: [0, 0, 0], b: [1, 0, 0], radiusA: 1 }), /^shape\.radiusB must be a number, not undefined/],
  "a negative radius of an ellipsoid": [() => floor.overlap({ center: [0, 0, 0], radii: [1, -1, 1] }), /^shape\.radii has a negative radius/],
  "a negative radius of a rotated ellipsoid": [() => floor.overlap({ center: [0, 0, 0], radii: [1, -1, 1], rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1] }), /^shape\.radii is 1, -1, 1/],
  "a negative rounding": [() => floor.overlap({ min: [0, 0, 0], max: [1, 1, 1], rounding: -1 }), /^shape\.rounding is -1, less than 0/],
  "a negative rounding of a batch": [() => floor.overlapBatch({ center: [0, 0, 0], radius: 1, rounding: -1 }), /^shapes\.rounding is -1, less than 0/],
  "rotated ellipsoids in a batch": [() => floor.overlapBatch({ center: [0, 0, 0], radii: [1, 1, 1], rotation: [] }), /^shapes: a batch has no hulls/],
  "a manifold of nothing": [() => carom.manifold(ball), /^b must be/],
  "a manifold of a cylinder without an axis": [() => carom.manifold({ a: [0, 0, 0], b: [0, 0, 0], radius: 1 }, ball), /^a\.a and b are the same point/],
  "a manifold with NaN as a reach": [() => carom.manifold(ball, ball, NaN), /^reach is NaN/],
  "a pair of nothing": [() => carom.closest(ball), /^b must be/],
  "a pair with NaN as a reach": [() => carom.closest(ball, ball, NaN), /^reach is NaN/],
  "a pair with a negative radius": [() => carom.overlap({ center: [0, 0, 0], radius: -1 }, ball), /^a\.radius is -1, less than 0/],
  "no vertices": [() => new carom.Mesh([]), /no triangles/],
  "no mesh at all": [() => new carom.Mesh(), /^vertices must be a typed array/],
  "a detached mesh": [() => new carom.Mesh(transferred(), [0, 1, 0]), /^vertices is a view of a detached/],
  "a vertex that is missing": [() => new carom.Mesh([0, 0, 0, 1, 0, 0], [0, 1, 2]), /^triangles\[2\] is 2, but there are 2 vertices/],
  "half a vertex": [() => new carom.Mesh([0, 0, 0, 1, 0, 0], [0, 0.5, 1]), /^triangles\[1\] is 0\.5/],
  "two indices": [() => new carom.Mesh([0, 0, 0, 1, 0, 0], [0, 1]), /^triangles has 2 numbers/],
  "an unknown option": [() => new carom.Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], null, { welded: true }), /^options\.welded does not exist/],
  "heights that fill no rows": [() => carom.heightField({ heights: [1, 2, 3, 4, 5], columns: 2 }), /^field: 5 heights in rows of 2/],
  "columns that are no whole number": [() => carom.heightField({ heights: [1, 2, 3, 4, 5], columns: 2.5 }), /^field: 5 heights in rows of 2.5/],
  "texts as heights": [() => carom.heightField({ heights: [1, 2, "low", 4], columns: 2 }), /^field\.heights\[2\] must be a number/],
  "an infinite coyote time": [() => new carom.Mover(world, { locomotion: { coyote: Infinity } }), /^settings\.locomotion\.coyote is Infinity/],
  "an infinite friction": [() => new carom.Mover(world, { locomotion: { friction: Infinity } }), /^settings\.locomotion\.friction is Infinity/],
  "layers of a mesh": [() => floor.query({ layers: 1 }), /^filters\.layers does not exist; there are internalEdges, leaveOverlaps/],
  "an origin of a mesh": [() => floor.query({ origin: [1000, 0, 0] }), /^filters\.origin does not exist/],
  "a tick of a recording": [() => replay({ carom: 1, start: [...hero.save()], ticks: [5] }, hero), /^recording\.ticks\[0\] must be an array/],
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
  "a misspelled leaveOverlaps": [() => floor.query({ leaveOverlap: true }), /^filters\.leaveOverlap does not exist; there are .*leaveOverlaps/],
  "pairs of a mesh": [() => new carom.Pairs(floor), /^world must be a World/],
  "pairs of another instance": [() => new carom.Pairs(), /^world must be a World of this instance/],
  "a body of another world": [() => world.query({ except: new carom.World().add(ball) }), /^filters\.except must be a body of this world/],
  "a scene that is none": [() => new carom.Mover({}), /^scene must be a Mesh, a World/],
  "a radius of 0": [() => new carom.Mover(world, { radius: 0 }), /^settings\.radius must be/],
  "a slope of 91 degrees": [() => new carom.Mover(world, { maxSlope: 91 }), /^settings\.maxSlope must be 0 to 90/],
  "a misspelled setting": [() => new carom.Mover(world, { stepheight: 1 }), /^settings\.stepheight does not exist; there are .*stepHeight/],
  "a body of no kind": [() => new carom.Mover(world, { body: "ball" }), /^settings\.body must be capsule, cylinder, .*, not "ball"/],
  "a misspelled body": [() => new carom.Mover(world, { body: { boxes: {} } }), /^settings\.body\.boxes does not exist; there are box, upright, lying/],
  "a body of two kinds": [() => new carom.Mover(world, { body: { upright: [], lying: [] } }), /^settings\.body must be capsule/],
  "a short box": [() => new carom.Mover(world, { body: { box: { halfLength: 0.2 } } }), /^halfLength must be finite and at least the radius/],
  "a box without a length": [() => new carom.Mover(world, { body: { box: {} } }), /^settings\.body\.box\.halfLength must be a number, not undefined/],
  "a limb that is no list": [() => new carom.Mover(world, { body: { lying: {} } }), /^settings\.body\.lying must be an array of capsules/],
  "a limb of NaN": [() => new carom.Mover(world, { body: { lying: [{ start: [0, 1, 0], end: [0, NaN, 0], radius: 0.1 }] } }), /^settings\.body\.lying\[0\]\.end\.y is NaN/],
  "a limb without width": [() => new carom.Mover(world, { body: { upright: [{ start: [0, 1, 0], end: [0, 1, 0], radius: 0 }] } }), /^settings\.body\.upright\[0\]\.radius is 0, not more than 0/],
  "eight limbs": [() => new carom.Mover(world, { body: { lying: new Array(8).fill({ start: [0, 1, 0], end: [0, 1, 0], radius: 0.1 }) } }), /^settings\.body\.lying has 8 capsules, more than 7/],
  "an axis of NaN": [() => hero.teleport([0, 0, 0], 1, [0, NaN, 0]), /^axis\.y is NaN/],
  "negative friction": [() => new carom.Mover(world, { locomotion: { friction: -1 } }), /^settings\.locomotion\.friction is -1/],
  "no intent": [() => hero.step(undefined, 0.1), /^intent must be an object/],
  "an intent of NaN": [() => hero.step({ velocity: [NaN, 0, 0] }, 0.1), /^intent\.velocity\.x is NaN/],
  "a jump of NaN": [() => hero.step({ jump: NaN }, 0.1), /^intent\.jump is NaN/],
  "a text for a height": [() => hero.step({ height: "1" }, 0.1), /^intent\.height must be a number, not "1"/],
  "a text for a radius": [() => floor.overlap({ center: [0, 0, 0], radius: "1" }), /^shape\.radius must be a number, not "1"/],
  "a misspelled intent": [() => hero.step({ speed: 1 }, 0.1), /^intent\.speed does not exist/],
  "no dt": [() => hero.step({}), /^dt must be a number, not undefined/],
  "a negative dt": [() => hero.step({}, -1), /dt must be more than 0/],
  "a height of 0": [() => hero.teleport([0, 0, 0], 0), /^height is 0, not more than 0/],
  "bytes of another length": [() => hero.restore(new Uint8Array(7)), /^bytes must be a Uint8Array of 88/],
  "no pose": [() => body.setPose(undefined), /^pose is missing/],
  "no pose to move to": [() => body.moveTo(undefined, 0.1), /^pose is missing/],
  "a pose of null": [() => body.setPose(null), /^pose is missing/],
  "a motion without axis": [() => floor.sweepRigid(ball, { angle: 1 }), /^motion\.axis is missing/],
  "an axis of zero": [() => floor.sweepRigid(ball, { angle: 1, axis: [0, 0, 0] }), /^motion\.axis is zero/],
  "a million turns": [() => floor.sweepRigid(ball, { angle: 1e7, axis: [0, 1, 0] }), /^motion\.angle is 10000000, more than 10000 radians/],
  "a height of NaN": [() => hero.teleport([0, 0, 0], NaN), /^height is NaN/],
  "no place": [() => hero.teleport(), /^feet is missing/],
  "an agent without height": [() => crowd.teleport(0, [0, 0, 0], 0), /^height is 0/],
  "half of the velocities": [() => crowd.step(new Float32Array(0), 0.1), /^velocities has 0 numbers, but 1 agents need 3/],
  "a copy in its own world": [() => crowd.copy(world), /^world must be a copy of the crowd's world/],
  "a copy in another world": [() => crowd.copy(new carom.World().copy()), /^world must be a copy of the crowd's world/],
  "a copy in no world": [() => crowd.copy(), /^world must be a copy of the crowd's world/],
  "a triangle that is missing": [() => placed.source(99), /^triangle is 99, but there are 2 triangles/],
  "a triangle below 0": [() => placed.source(-2), /^triangle is -2/],
  "half a triangle": [() => placed.source(1.5), /^triangle must be the number of a triangle, not 1\.5/],
  "no triangle": [() => placed.source(), /^triangle must be the number of a triangle, not undefined/],
  "a forgotten await": [() => meshOf(load(), plane), /^carom is a promise: await load\(\)/],
  "no instance": [() => worldOf({}, plane), /^carom must be what load\(\) returns, not Object/],
  "a world of carom/mesh": [() => worldOf(small, plane), /^carom is an instance of carom\/mesh, which has no worlds/],
  "a skip that is a name": [() => meshOf(carom, plane, { skip: "grass" }), /^options\.skip must be a function of an object, not "grass"/],
  "a frame that is an object": [() => meshOf(carom, plane, { frame: plane }), /^options\.frame must be a Matrix4, not Mesh/],
  "an object that is missing": [() => bodyOf(carom, world, undefined), /^object must be an Object3D, not undefined/],
  "a body in a mesh": [() => bodyOf(carom, floor, plane), /^world must be a World/],
  "a helper of nothing": [() => new MoverHelper(), /^mover must be a Mover, not undefined/],
  "a mesh of three.js": [() => intersect(new THREE.Raycaster(), plane), /^mesh must be a Mesh/],
  "a ray of NaN": [() => intersect(new THREE.Raycaster(new THREE.Vector3(NaN, 0, 0), new THREE.Vector3(1, 0, 0)), placed), /^raycaster\.ray\.origin\.x is NaN/],
  "a ray without direction": [() => intersect(new THREE.Raycaster(new THREE.Vector3(), new THREE.Vector3()), placed), /^raycaster\.ray\.direction is zero/],
  "a recording of nothing": [() => new Recording(), /^mover must be a Mover, not undefined/],
  "nothing to replay": [() => replay(undefined, hero), /^recording must be a Recording or its JSON, not undefined/],
  "a replay without a mover": [() => replay(new Recording(hero)), /^mover must be a Mover, not undefined/],
  "a replay of no JSON": [() => replay("x", hero), /^recording is no JSON/],
  "an option of load": [() => load({ unknown: 1 }), /^options\.unknown does not exist; there are wasm, snapshot/],
  "a text for the options of load": [() => load("x"), /^options must be an object, not "x"/],
  "no snapshot": [() => load({ snapshot: null }), /^options\.snapshot must be a message of carom\.snapshot\(\), not null/],
  "a snapshot without memory": [() => load({ snapshot: { module: carom.module } }), /^options\.snapshot must be a message/],
  "no wasm": [() => load({ wasm: null }), /^options\.wasm must be an address, a Response, bytes or a compiled module, not null/],
  "another wasm": [() => load({ wasm: EMPTY }), /^options\.wasm is not the wasm of carom/],
  "the wasm of carom/mesh": [() => load({ wasm: small.module }), /^options\.wasm is the wasm of carom\/mesh/],
  "more intents than agents": [() => crowd.step(new Float32Array(6), 0.1), /^velocities has 6 numbers, but 1 agents need 3/],
  "more intents than agents, as objects": [() => crowd.step([{}, {}], 0.1), /^there are 2 intents for 1 agents/],
  "an agent that is missing": [() => crowd.agent(1), /^there is no agent 1, only 1/],
  "a role that is none": [() => crowd.add({ role: "boss" }), /^agent\.role is boss/],
  "a mass of 0": [() => crowd.add({ mass: 0 }), /mass must be more than 0/],
  "a layer of two bits": [() => new carom.Crowd(world, { layer: 3 }), /layer must be one bit/],
  "a wasm of no sense": [() => load({ wasm: new Uint8Array([1, 2, 3]) }), /^carom: the wasm cannot be compiled/],
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

test("bytes that no tick would take change nothing", () => {
  for (const locomotion of [false, true]) {
    const walker = new carom.Mover(floor, { feet: [0, 0.1, 0], radius: 0.4, locomotion });
    for (let i = 0; i < 30; i++) walker.step({ velocity: [1, 0, 0] }, 1 / 60);
    const saved = walker.save(), { feet, height } = walker, before = { ...walker.before }, place = { ...feet };
    const floats = (at, value) => { const bytes = saved.slice(); new DataView(bytes.buffer).setFloat32(at, value, true); return bytes; };
    const broken = { "feet": [floats(0, NaN), /bytes: state\.feet/], "height": [floats(12, 0), /bytes: state\.height/], "velocity": [floats(16, Infinity), /bytes: state\.velocity/],
      "ground flag": [floats(72, 7), /bytes: state\.onGround must be 0 or 1/] };
    if (locomotion) broken.locomotion = [floats(88 + 24, NaN), /bytes: locomotion\.velocity/];
    for (const [name, [bytes, message]] of Object.entries(broken)) {
      assert.throws(() => walker.restore(bytes), message, name);
      assert.deepEqual([walker.save(), walker.feet, walker.before, walker.height], [saved, place, before, height], name);
    }
    assert.throws(() => walker.teleport([0, NaN, 0]), /feet\.y is NaN/);
    assert.throws(() => walker.teleport([1, 1, 1], -1), /height is -1/);
    assert.deepEqual([walker.save(), walker.feet, walker.before], [saved, place, before]);
    walker.restore(saved);
    assert.deepEqual(walker.save(), saved);
    assert.equal(walker.radius, Math.fround(0.4));
    walker.set({ radius: 0.35, flatFoot: true });
    assert.throws(() => walker.set({ radius: -1 }), /settings\.radius/);
    assert.equal(walker.radius, Math.fround(0.35));
    assert.deepEqual([walker.settings.radius, walker.settings.flatFoot, walker.settings.maxOverhang, walker.settings.up], [walker.radius, true, null, { x: 0, y: 1, z: 0 }]);
    new carom.Mover(floor, walker.settings);
    // A body and a radius that suit each other, where neither suits the old one.
    for (const [radius, halfLength] of [[0.3, 0.4], [0.6, 0.8], [0.2, 0.25]]) walker.set({ radius, body: { box: { halfLength } } });
    assert.throws(() => walker.set({ radius: 0.5, body: { box: { halfLength: 0.3 } } }), /halfLength must be/);
    assert.throws(() => walker.set({ radius: 0.5 }), /halfLength must be/);
    assert.deepEqual([walker.settings.radius, walker.radius, walker.settings.body], [Math.fround(0.2), Math.fround(0.2), { box: { halfLength: 0.25 } }]);
    new carom.Mover(floor, walker.settings);
  }
});

test("a crowd is copied with its world", () => {
  const own = new carom.World(), some = new carom.Crowd(own), kept = own.copy();
  some.copy(kept).copy(kept.copy());
  assert.equal(placed.source(-1), null);
});

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
  assert.throws(() => mesh.overlap([0, 0, 0]), /has trapped/);
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

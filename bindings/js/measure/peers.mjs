// What the same work costs here and with the peers, in one run on one level: medians in CPU time.
//
//   node measure/peers.mjs
//
// carom; three-mesh-bvh with the algorithm of its example of a character (capsule against `shapecast`, five steps a tick), written
// afresh; rapier's KinematicCharacterController. All walk by the same inputs from the same place on data/levels/dungeon.obj.

import { Box3, BufferAttribute, BufferGeometry, DoubleSide, Line3, Ray, Vector3 } from "three";
import { MeshBVH } from "three-mesh-bvh";
import RAPIER from "@dimforge/rapier3d-compat";
import { load } from "carom";
import { level } from "../test/level.mjs";

const carom = await load(), { vertices, triangles } = await level();
await RAPIER.init();
const RADIUS = 0.3, HEIGHT = 1.8, STEP = 1 / 60, START = [10, 10.1, -22], TICKS = 3000, GRAVITY = 9.81;

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
/** Microseconds of CPU time a call: the median of runs of `count` calls. */
function measured(count, run, rounds = 15) {
  const times = [];
  for (let round = 0; round < rounds + 3; round++) {
    const start = process.cpuUsage();
    for (let i = 0; i < count; i++) run(i);
    const { user, system } = process.cpuUsage(start);
    if (round >= 3) times.push((user + system) / count);
  }
  return median(times);
}

// ---- The path: a velocity for each tick, random but the same for all.

let seed = 12345;
const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
const inputs = [];
for (let tick = 0, x = 0, z = 0; tick < TICKS; tick++) {
  if (tick % 45 === 0) [x, z] = [8 * random() - 4, 8 * random() - 4];
  inputs.push([x, z]);
}

// ---- Where the queries are: along carom's walk, so that they are where characters are.

const built = measured(1, () => new carom.Mesh(vertices, triangles).dispose(), 9);
const mesh = new carom.Mesh(vertices, triangles);
const geometry = new BufferGeometry();
geometry.setAttribute("position", new BufferAttribute(vertices.slice(), 3));
geometry.setIndex(new BufferAttribute(triangles.slice(), 1));
const theirBuild = measured(1, () => new MeshBVH(geometry.clone()), 9), bvh = new MeshBVH(geometry);
const places = [];
{
  const hero = new carom.Mover(mesh, { radius: RADIUS, height: HEIGHT, feet: START });
  for (const [x, z] of inputs) {
    hero.step({ velocity: [x, 0, z] }, STEP);
    places.push({ ...hero.feet });
  }
}

// ---- The nearest contact of a capsule: the deepest of the triangles that touch it.

const capsules = places.map(({ x, y, z }) => ({ start: new Vector3(x, y + RADIUS, z), end: new Vector3(x, y + HEIGHT - RADIUS, z), radius: RADIUS }));
const ourClosest = measured(TICKS, (i) => mesh.closest(capsules[i], 0.1));
const many = { start: Float32Array.from(capsules.flatMap(({ start }) => start.toArray())), end: Float32Array.from(capsules.flatMap(({ end }) => end.toArray())), radius: RADIUS };
const ourBatch = measured(1, () => mesh.closestBatch(many, 0.1)) / TICKS;
const box = new Box3(), line = new Line3(), onTriangle = new Vector3(), onLine = new Vector3();
function theirNearest({ start, end, radius }, reach) {
  let best = radius + reach;
  box.makeEmpty().expandByPoint(start).expandByPoint(end).expandByScalar(best);
  line.set(start, end);
  bvh.shapecast({
    intersectsBounds: (bounds) => bounds.intersectsBox(box),
    intersectsTriangle: (triangle) => { best = Math.min(best, triangle.closestPointToSegment(line, onTriangle, onLine)); },
  });
  return best - radius;
}
const theirClosest = measured(TICKS, (i) => theirNearest(capsules[i], 0.1), 5);
{
  // Both mean the same.
  let worst = 0;
  capsules.forEach((capsule, i) => {
    if (i % 10 !== 0) return;
    const ours = mesh.closest(capsule, 0.1)?.distance ?? 0.1;
    if (ours > 0) worst = Math.max(worst, Math.abs(ours - theirNearest(capsule, 0.1)));
  });
  if (worst > 1e-3) throw new Error(`the nearest contacts differ by ${worst}`);
}

// ---- Rays of 16 m.

const rays = places.map(({ x, y, z }, i) => [new Vector3(x, y + 1, z), new Vector3(Math.sin(i), Math.sin(3 * i) / 3, Math.cos(i)).normalize()]);
const deltas = rays.map(([, direction]) => direction.clone().multiplyScalar(16));
const ourRay = measured(TICKS, (i) => mesh.ray(rays[i][0], deltas[i]));
const ray = new Ray();
const theirRay = measured(TICKS, (i) => bvh.raycastFirst(ray.set(...rays[i]), DoubleSide, 0, 16));

// ---- A tick of a character.

const world = new carom.World();
world.add(mesh);
function ourWalk(scene) {
  const hero = new carom.Mover(scene, { radius: RADIUS, height: HEIGHT, feet: START }), intent = { velocity: [0, 0, 0] };
  const time = measured(TICKS, (i) => {
    if (i === 0) hero.teleport(START);
    [intent.velocity[0], , intent.velocity[2]] = [inputs[i][0], 0, inputs[i][1]];
    hero.step(intent, STEP);
  });
  return { time, end: hero.feet };
}

function theirWalk() {
  const feet = new Vector3(), velocity = new Vector3(), segment = new Line3(), before = new Vector3(), delta = new Vector3(), shift = new Vector3();
  let onGround = false;
  const SUB = 5;
  const sub = ([x, z], dt) => {
    velocity.y = onGround ? -GRAVITY * dt : velocity.y - GRAVITY * dt;
    feet.addScaledVector(velocity, dt);
    feet.x += x * dt;
    feet.z += z * dt;
    segment.start.set(feet.x, feet.y + HEIGHT - RADIUS, feet.z);
    segment.end.set(feet.x, feet.y + RADIUS, feet.z);
    before.copy(segment.start);
    box.makeEmpty().expandByPoint(segment.start).expandByPoint(segment.end).expandByScalar(RADIUS);
    bvh.shapecast({
      intersectsBounds: (bounds) => bounds.intersectsBox(box),
      intersectsTriangle: (triangle) => {
        const distance = triangle.closestPointToSegment(segment, onTriangle, onLine);
        if (distance >= RADIUS) return;
        shift.subVectors(onLine, onTriangle).normalize().multiplyScalar(RADIUS - distance);
        segment.start.add(shift);
        segment.end.add(shift);
      },
    });
    delta.subVectors(segment.start, before);
    onGround = delta.y > Math.abs(dt * velocity.y * 0.25);
    const length = Math.max(0, delta.length() - 1e-5);
    delta.normalize();
    feet.addScaledVector(delta, length);
    if (onGround) velocity.set(0, 0, 0);
    else velocity.addScaledVector(delta, -delta.dot(velocity));
  };
  const time = measured(TICKS, (i) => {
    if (i === 0) {
      feet.set(...START);
      velocity.set(0, 0, 0);
      onGround = false;
    }
    for (let k = 0; k < SUB; k++) sub(inputs[i], STEP / SUB);
  }, 5);
  return { time, end: feet };
}

function rapierWalk() {
  const space = new RAPIER.World({ x: 0, y: -GRAVITY, z: 0 });
  space.createCollider(RAPIER.ColliderDesc.trimesh(vertices, triangles));
  const collider = space.createCollider(RAPIER.ColliderDesc.capsule(HEIGHT / 2 - RADIUS, RADIUS));
  const controller = space.createCharacterController(0.01);
  controller.enableAutostep(0.4, 0.2, false);
  controller.enableSnapToGround(0.4);
  controller.setMaxSlopeClimbAngle(Math.PI / 4);
  space.step();
  const at = new Vector3();
  let falling = 0;
  const time = measured(TICKS, (i) => {
    if (i === 0) {
      at.set(START[0], START[1] + HEIGHT / 2, START[2]);
      collider.setTranslation(at);
      falling = 0;
    }
    falling = controller.computedGrounded() ? 0 : falling - GRAVITY * STEP;
    controller.computeColliderMovement(collider, { x: inputs[i][0] * STEP, y: falling * STEP - 1e-3, z: inputs[i][1] * STEP });
    at.add(controller.computedMovement());
    collider.setTranslation(at);
  }, 5);
  return { time, end: new Vector3(at.x, at.y - HEIGHT / 2, at.z) };
}

// ---- A character that is stuck: in a hole too small for it.

function stuck() {
  const hole = new carom.World();
  for (const [x, z] of [[0.4, 0], [-0.4, 0], [0, 0.4], [0, -0.4]]) hole.add({ min: [x - 0.3, -1, z - 0.3], max: [x + 0.3, 3, z + 0.3] });
  hole.add({ min: [-1, 1, -1], max: [1, 3, 1] });
  hole.add(mesh, { pose: [0, -50, 0] });
  const hero = new carom.Mover(hole, { radius: RADIUS, height: HEIGHT });
  const time = measured(100, () => hero.step({ velocity: [1, 0, 0] }, STEP), 5);
  if (!hero.stuck) throw new Error("it is not stuck");
  return time;
}

const [ours, inWorld, theirs, rapiers] = [ourWalk(mesh), ourWalk(world), theirWalk(), rapierWalk()];
const place = ({ x, y, z }) => [x, y, z].map((v) => v.toFixed(1)).join(" ");
const row = (name, own, ...others) => [name, own.toFixed(2), ...others.map((other) => (other === null ? "" : `${other.toFixed(1)} (${(other / own).toFixed(1)}×)`))];
const table = [
  ["µs of CPU time", "carom", "three-mesh-bvh", "rapier"],
  row("capsule, `closest` within 0.1 m", ourClosest, theirClosest, null),
  row("the same in a batch", ourBatch, theirClosest, null),
  row("ray of 16 m", ourRay, theirRay, null),
  row("character, a tick on the mesh", ours.time, theirs.time, rapiers.time),
  row("character, a tick in a world", inWorld.time, theirs.time, rapiers.time),
  row("building the mesh", built, theirBuild, null),
  row("a stuck character, a tick", stuck(), null, null),
];
for (const [i, cells] of table.entries()) {
  console.log(`| ${cells.join(" | ")} |`);
  if (i === 0) console.log("|---|---|---|---|");
}
console.log(`\nthe walks end at: carom ${place(ours.end)}, three-mesh-bvh ${place(theirs.end)}, rapier ${place(rapiers.end)}`);

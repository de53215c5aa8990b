// carom/three on the real three.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as THREE from "three";
import { load } from "carom";
import { MoverHelper, bodyOf, intersect, meshOf, trianglesOf, worldOf } from "carom/three";

const carom = await load(), STEP = 1 / 60;
const near = (a, b, within = 1e-4) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);

/** A floor, a rotated box that mirrors, instances and grass. */
function scene() {
  const root = new THREE.Group(), floor = new THREE.Mesh(new THREE.PlaneGeometry(40, 40, 4, 4));
  floor.rotation.x = -Math.PI / 2;
  const mirrored = new THREE.Mesh(new THREE.BoxGeometry(2, 2, 2).toNonIndexed());
  mirrored.position.set(5, 1, 0);
  mirrored.scale.set(-1, 1, 1);
  const posts = new THREE.InstancedMesh(new THREE.CylinderGeometry(0.2, 0.2, 3), undefined, 3);
  for (let i = 0; i < 3; i++) posts.setMatrixAt(i, new THREE.Matrix4().makeTranslation(-4, 1.5, 3 * i));
  const grass = new THREE.Mesh(new THREE.ConeGeometry(0.5, 2));
  grass.name = "grass1";
  root.add(floor, mirrored, posts, grass, new THREE.PerspectiveCamera());
  return { root, floor, mirrored, posts };
}
const skip = (object) => object.name.startsWith("grass");

test("a scene becomes a mesh, and triangles know their objects", () => {
  const { root, floor, mirrored, posts } = scene(), mesh = meshOf(carom, root, { skip, oneSided: true });
  assert.equal(mesh.triangleCount, 32 + 12 + 3 * posts.geometry.index.count / 3);
  const down = mesh.ray(new THREE.Vector3(9, 5, 9), new THREE.Vector3(0, -10, 0));
  assert.equal(mesh.source(down.triangle).object, floor);
  near(down.normal.y, 1);
  // From outside the mirrored box shows its fronts.
  const side = mesh.ray({ x: 9, y: 1, z: 0.3 }, { x: -9, y: 0, z: 0 });
  near(side.point.x, 6);
  assert.equal(mesh.source(side.triangle).object, mirrored);
  const post = mesh.ray([-4.1, 1, -5], [0, 0, 20]);
  near(post.t * 20 - 5, -0.2 * Math.cos(Math.PI / 6), 0.05);
  assert.deepEqual([mesh.source(post.triangle).object, mesh.source(post.triangle).instanceId], [posts, 0]);
  assert.equal(mesh.overlap(new THREE.Sphere(new THREE.Vector3(0, 1, 0), 0.3)), false, "the grass is left out");
  assert.throws(() => meshOf(carom, new THREE.Group()), /root has no triangles/);
  assert.throws(() => meshOf(carom, new THREE.Group().add(new THREE.BatchedMesh(1, 3, 3))), /BatchedMesh "" cannot be read/);
  assert.throws(() => meshOf(carom, {}), /root must be an Object3D/);
});

test("drawRange, morph targets and skins", () => {
  const geometry = new THREE.PlaneGeometry(2, 2);
  geometry.setDrawRange(3, 3);
  assert.equal(trianglesOf(new THREE.Mesh(geometry)).triangles.length, 3);
  const morphing = new THREE.PlaneGeometry(2, 2);
  morphing.morphAttributes.position = [new THREE.Float32BufferAttribute(Array.from({ length: 12 }, (_, i) => (i % 3 === 2 ? 5 : morphing.attributes.position.array[i])), 3)];
  const morphed = new THREE.Mesh(morphing);
  morphed.morphTargetInfluences = [1];
  near(meshOf(carom, morphed).bounds.max.z, 5);
  const bone = new THREE.Bone(), skinned = new THREE.PlaneGeometry(2, 2);
  skinned.setAttribute("skinIndex", new THREE.Uint16BufferAttribute(new Array(16).fill(0), 4));
  skinned.setAttribute("skinWeight", new THREE.Float32BufferAttribute(Array.from({ length: 16 }, (_, i) => (i % 4 === 0 ? 1 : 0)), 4));
  const mesh = new THREE.SkinnedMesh(skinned);
  mesh.add(bone);
  mesh.bind(new THREE.Skeleton([bone]));
  bone.position.y = 7;
  near(meshOf(carom, mesh).bounds.min.y, 6);
});

test("three's own shapes are shapes", async () => {
  const { Capsule } = await import("three/addons/math/Capsule.js"), mesh = meshOf(carom, scene().root, { skip });
  const v = (...xyz) => new THREE.Vector3(...xyz);
  near(mesh.sweep(new Capsule(v(9, 2, 9), v(9, 3, 9), 0.5), v(0, -3, 0)).t, 0.5);
  assert.equal(mesh.overlap(new THREE.Box3(v(4, 0, 0), v(5, 1, 1))), true);
  assert.equal(mesh.overlap(new THREE.Triangle(v(9, 1, 9), v(9, 2, 9), v(9, 1, 8))), false);
  near(mesh.closest(v(9, 2, 9)).distance, 2);
  const { OBB } = await import("three/addons/math/OBB.js"), turned = new THREE.Matrix3().setFromMatrix4(new THREE.Matrix4().makeRotationZ(Math.PI / 4));
  const box = new OBB(v(9, 3, 9), v(1, 1, 1), turned);
  near(mesh.closest(box).distance, 3 - Math.SQRT2);
  // As a body it is the same box, and has the bits of a box that is not turned.
  const world = new carom.World(), body = world.add(box);
  near(world.closest(v(9, 6, 9)).distance, 3 - Math.SQRT2);
  world.add({ center: [0, 0, 0], halfSize: [1, 2, 3] });
  assert.deepEqual(world.query({ except: body }).sweep(v(0.3, 9, 0), v(0.1, -9, 0)).t, sweepOnBox());
});

function sweepOnBox() {
  const world = new carom.World();
  world.add({ min: [-1, -2, -3], max: [1, 2, 3] });
  return world.sweep(new THREE.Vector3(0.3, 9, 0), [0.1, -9, 0]).t;
}

test("a Raycaster gets the answer of three.js", () => {
  const { root } = scene(), mesh = meshOf(carom, root, { skip });
  root.traverse((object) => { if (object.material) object.material.side = THREE.DoubleSide; });
  root.children.splice(root.children.findIndex(({ name }) => name === "grass1"), 1);
  let hits = 0;
  for (let i = 0; i < 200; i++) {
    const raycaster = new THREE.Raycaster(new THREE.Vector3(8 * Math.sin(i), 4, 8 * Math.cos(3 * i)), new THREE.Vector3(Math.sin(7 * i), -1, Math.cos(5 * i)).normalize(), 0.5, 30);
    const [theirs] = raycaster.intersectObject(root), ours = intersect(raycaster, mesh);
    assert.equal(ours === null, theirs === undefined);
    if (!ours) continue;
    hits++;
    near(ours.distance, theirs.distance, 1e-3);
    assert.equal(ours.object, theirs.object);
    assert.equal(ours.instanceId, theirs.instanceId);
  }
  assert.ok(hits > 150);
});

/** Rays at a mesh of three.js with the default range, against its own Raycaster. */
function compared(shape, size, rays) {
  shape.material.side = THREE.DoubleSide;
  shape.updateMatrixWorld(true);
  const mesh = meshOf(carom, shape);
  let hits = 0;
  for (const [origin, direction] of rays) {
    const raycaster = new THREE.Raycaster(origin, direction.normalize()), [theirs] = raycaster.intersectObject(shape), ours = intersect(raycaster, mesh);
    if (!theirs && !ours) continue;
    const text = `${origin.toArray()} to ${direction.toArray()}: ${ours?.distance}, three.js ${theirs?.distance}`;
    assert.ok(theirs && ours, text);
    assert.ok(ours.faceIndex === theirs.faceIndex || Math.abs(ours.distance - theirs.distance) <= 1e-5 * size, text);
    near(ours.distance, theirs.distance, 1e-5 * size);
    near(ours.point.distanceTo(theirs.point), 0, 1e-5 * size);
    hits++;
  }
  return hits;
}

test("a Raycaster without end, from outside and inside", () => {
  const v = (i, a, b, c) => new THREE.Vector3(Math.sin(a * i), Math.cos(b * i), Math.sin(c * i + 1));
  for (const scale of [1, 0.01, 300]) {
    const knot = new THREE.Mesh(new THREE.TorusKnotGeometry(2, 0.6, 64, 16)), middle = new THREE.Vector3(0.7, -0.3, 0.2).multiplyScalar(scale);
    knot.scale.setScalar(scale);
    knot.position.copy(middle);
    const rays = (far) => Array.from({ length: 400 }, (_, i) => {
      const origin = v(i, 1, 1.3, 3).multiplyScalar(far * scale).add(middle);
      return [origin, v(i, 7, 5, 11).multiplyScalar(2 * scale).add(middle).sub(origin)];
    });
    assert.ok(compared(knot, 6 * scale, rays(3.2)) > 200);
    assert.ok(compared(knot, 6 * scale, rays(1.5)) > 200, "within its bounds");
    assert.ok(compared(knot, 60 * scale, rays(60)) > 150, "from far away");
  }
});

test("a Raycaster close to a plane", () => {
  const plane = new THREE.Mesh(new THREE.PlaneGeometry(20, 20)), down = () => new THREE.Vector3(0, -1, 0);
  plane.rotation.x = -Math.PI / 2;
  const heights = [1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 5, 100, 1e4];
  assert.equal(compared(plane, 20, heights.map((y) => [new THREE.Vector3(0.1, y, 0.3), down()])), heights.length);
  const mesh = meshOf(carom, plane), above = (near, far) => intersect(new THREE.Raycaster(new THREE.Vector3(0.1, 5, 0.3), down(), near, far), mesh);
  assert.equal(above(6, Infinity), null);
  assert.equal(above(0, 4), null);
  // A surface just behind the origin does not count, and does not hide the next.
  const two = meshOf(carom, new THREE.Group().add(plane, Object.assign(plane.clone(), { name: "low" }).translateZ(-3)));
  const [low] = [intersect(new THREE.Raycaster(new THREE.Vector3(0.1, -1e-5, 0.3), down()), two)];
  assert.equal(low.object.name, "low");
  near(low.distance, 3, 1e-4);
  // Far from the origin of the world.
  plane.position.set(1e6, 1000, 0);
  const away = meshOf(carom, plane.clone());
  near(intersect(new THREE.Raycaster(new THREE.Vector3(1e6, 5000, 0.3), down()), away).distance, 4000, 1e-3);
  near(above(4, 6).distance, 5, 1e-6);
  assert.equal(intersect(new THREE.Raycaster(new THREE.Vector3(0, 5, 0), new THREE.Vector3(1, 0, 0)), mesh), null);
});

test("a character rides an object that scales, and is drawn", () => {
  const { root } = scene(), world = worldOf(carom, root, { skip });
  const lift = new THREE.Mesh(new THREE.BoxGeometry(1, 1, 1));
  lift.scale.set(3, 0.2, 3);
  lift.position.set(0, 0.1, -8);
  lift.rotation.y = 0.5;
  const platform = bodyOf(carom, world, lift, { moving: true }), hero = new carom.Mover(world, { feet: new THREE.Vector3(0, 0.3, -8), radius: 0.4 });
  assert.equal(platform.data, lift);
  for (let i = 0; i < 120; i++) {
    lift.position.y += STEP;
    lift.rotation.y += STEP;
    platform.follow(STEP);
    hero.step({}, STEP);
  }
  near(hero.feet.y, 2.21, 0.02);
  assert.equal(hero.ground.body, platform);
  const helper = new MoverHelper(hero), player = new THREE.Object3D();
  helper.update(0.5);
  near(helper.position.y, (hero.feet.y + hero.before.y) / 2, 1e-6);
  helper.geometry.computeBoundingBox();
  near(helper.geometry.boundingBox.max.y, 1.8);
  near(helper.geometry.boundingBox.min.y, 0);
  near(helper.geometry.boundingBox.max.x, 0.4);
  hero.set({ radius: 0.3 });
  helper.update();
  helper.geometry.computeBoundingBox();
  near(helper.geometry.boundingBox.max.x, 0.3);
  player.position.copy(hero.feet);
  near(player.position.y, hero.feet.y);
  helper.dispose();
});

test("the README's tick: a lift, a coin, a camera, a batch that misses", () => {
  const { root } = scene(), liftObject = new THREE.Mesh(new THREE.BoxGeometry(2, 0.2, 2));
  liftObject.position.set(3, 0.5, 3);
  root.add(liftObject);
  const world = worldOf(carom, root, { skip: (o) => o === liftObject || skip(o) }), lift = bodyOf(carom, world, liftObject, { moving: true });
  const coin = world.add({ center: [0, 0, 0], radius: 0.5 }, { pose: [3, 3, 3], sensor: true, data: "coin" });
  const hero = new carom.Mover(world, { feet: [3, 1, 3] }), withSensors = world.query({ sensors: true });
  let time = 0, collected = 0;
  for (let i = 0; i < 120; i++) {
    time += STEP;
    liftObject.position.y = 1 + Math.sin(time);
    lift.follow(STEP);
    hero.step({}, STEP);
    const { x, y, z } = hero.feet, { radius, height } = hero;
    if (!withSensors.overlaps({ start: [x, y + radius, z], end: [x, y + height - radius, z], radius }).includes(coin)) continue;
    coin.remove();
    collected++;
  }
  assert.equal(collected, 1);
  assert.equal(hero.ground.body, lift);
  const arm = new THREE.Vector3(0, 1, 4), hit = world.sweep({ center: [0, 1, -5], radius: 0.2 }, arm);
  assert.equal(hit, null);
  const missed = world.rayBatch([0, 9, 0], [0, 1, 0]);
  assert.deepEqual([missed.triangle[0], missed.t[0], missed.point[1], world.mesh.source(missed.triangle[0])], [-1, Infinity, NaN, null]);
});

test("options of meshes, and a height field that changes", () => {
  const box = new THREE.Mesh(new THREE.BoxGeometry(2, 2, 2)), solid = meshOf(carom, box, { solid: true });
  assert.equal(solid.solid, true);
  assert.equal(solid.overlap({ center: [0, 0, 0], radius: 0.1 }), true);
  const field = carom.heightField({ heights: new Float32Array(9), columns: 3 });
  const ray = new THREE.Raycaster(new THREE.Vector3(-5, 3, 1), new THREE.Vector3(1, 0, 0));
  assert.equal(intersect(ray, field), null);
  field.refitHeights({ column: 1, row: 1, columns: 1, heights: [5] });
  near(intersect(ray, field).point.y, 3);
});

test("a MoverHelper draws the capsule where it is", () => {
  const hero = new carom.Mover(new carom.World(), { feet: [1, 2, 3], height: 2, radius: 0.5 }), helper = new MoverHelper(hero);
  const box = () => new THREE.Box3().setFromObject(helper);
  const spans = (low, high) => {
    const { min, max } = box();
    for (const [i, axis] of ["x", "y", "z"].entries()) {
      near(min[axis], low[i]);
      near(max[axis], high[i]);
    }
  };
  spans([0.5, 2, 2.5], [1.5, 4, 3.5]);
  hero.teleport([0, 0, 0], 2, [1, 0, 0]);
  helper.update();
  spans([-1, 0, -0.5], [1, 1, 0.5]);
});

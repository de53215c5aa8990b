// The dungeon, its platforms, and places to stand on.

import { BoxGeometry, Mesh, MeshLambertMaterial, Vector3 } from "three";
import { OBJLoader } from "three/addons/loaders/OBJLoader.js";
import { bodyOf, worldOf } from "carom/three";
import address from "../../../data/levels/dungeon.obj?url";

/** In the middle of a hall: the arm of the camera has its whole length in every direction. */
export const START = new Vector3(-1, 10.2, -21);

export async function levelOf(carom) {
  const model = await new OBJLoader().loadAsync(address);
  model.traverse((object) => {
    if (!object.isMesh) return;
    object.geometry.computeVertexNormals();
    object.material = new MeshLambertMaterial({ color: 0x9a8f80, flatShading: true });
  });
  return { model, world: worldOf(carom, model, { weld: true }) };
}

/**
 * Random places on walkable ground at about the height of the start, with room for a character. A ball of its size can go from
 * the start to each in straight lines over others, so that none is on the far side of a wall.
 */
export function placesOf({ world }, count, random) {
  const { min, max } = world.mesh.bounds, places = [], reached = [START.toArray()];
  for (let i = 0; i < 200 * count && places.length < count; i++) {
    const x = min.x + (max.x - min.x) * random(), z = min.z + (max.z - min.z) * random();
    const hit = world.ray([x, START.y + 2, z], [0, -5, 0]);
    if (hit === null || hit.normal.y < 0.8) continue;
    const { y } = hit.point;
    if (world.overlap({ start: [x, y + 0.5, z], end: [x, y + 1.5, z], radius: 0.45 })) continue;
    const sees = ([fromX, fromY, fromZ]) => world.sweep({ center: [fromX, fromY + 0.8, fromZ], radius: 0.4 }, [x - fromX, y - fromY, z - fromZ]) === null;
    if (!reached.some(sees)) continue;
    places.push([x, y + 0.02, z]);
    reached.push(places.at(-1));
  }
  return places;
}

/** Platforms in free columns: each goes up and down, and every second one turns. */
export function platformsOf(carom, { world }, places, count) {
  const made = [];
  for (const [x, y, z] of places) {
    if (made.length === count) break;
    const far = made.every(({ object }) => Math.hypot(object.position.x - x, object.position.z - z) > 6);
    if (!far || world.overlap({ min: [x - 1.3, y + 0.4, z - 1.3], max: [x + 1.3, y + 3.5, z + 1.3] })) continue;
    const object = new Mesh(new BoxGeometry(2.2, 0.2, 2.2), new MeshLambertMaterial({ color: 0x3f8fd0 }));
    object.position.set(x, y + 0.15, z);
    const body = bodyOf(carom, world, object, { moving: true }), phase = made.length;
    made.push({ object, tick(time, dt) {
      object.position.y = y + 0.15 + 0.7 * (1 - Math.cos(time + phase));
      if (phase % 2) object.rotation.y += dt;
      body.follow(dt);
    } });
  }
  return made;
}

// Plays a scenario with the package and hashes every bit of each tick, as `carom walk` does (docs/formats.md; crates/carom-cli: stage.rs, trace.rs).

import { intentsOf, settingsOf } from "../../src/scenario.js";
import { Fnv } from "../hash.mjs";
import { Able } from "./able.mjs";
import { addBodies, trianglesAlone } from "./bodies.mjs";
import { shapesOf } from "./shapes.mjs";

/** Layers: of the agents, and of bodies with triangles. */
const AGENTS = 2 ** 31, MESHES = 2 ** 30;
const WHY = ["slid", "stepped", "snapped", "steep", "pushed", "rode", "blocked", "stuck", "head", "limit", "edge"];

/** An agent of the crowd. */
const agentOf = (character, scenario) => ({ mass: character.mass ?? 80, role: character.pushes ?? "push", ...settingsOf(character, scenario) });

function record(hash, tick, name, agent, separation) {
  hash.add(tick);
  hash.text(name);
  hash.vector(agent.feet);
  hash.vector(agent.velocity);
  hash.double(agent.height);
  if (agent.ground) {
    hash.vector(agent.ground.normal);
    hash.add(agent.ground.body.index);
  } else hash.add(-1);
  if (separation === null) hash.add(-1);
  else hash.double(separation);
  for (const flag of WHY) if (agent[flag]) hash.text(flag);
}

/** `each(tick, name, agent, separation)` is called with what is hashed. */
export function play(carom, scenario, each = () => {}) {
  const { hz = 60, seconds, characters, up = [0, 1, 0] } = scenario, world = new carom.World(), hash = new Fnv(), dt = 1 / hz;
  const { moving, materials } = addBodies(carom, world, scenario, { layers: AGENTS - 1, meshes: MESHES }), alone = trianglesAlone(carom, scenario), crowd = new carom.Crowd(world, { layer: AGENTS });
  // Those with abilities are ghosts: no character meets another.
  const areAble = characters.some(({ abilities }) => abilities);
  if (areAble && !characters.every(({ abilities }) => abilities)) throw new Error("the test knows no scenario in which some characters have abilities");
  const able = areAble ? characters.map((character) => new Able(carom, world.query({ mask: AGENTS - 1 }), character, scenario)) : [];
  if (!areAble) for (const character of characters) crowd.add(agentOf(character, scenario));
  if (materials.length > 0) crowd.setSurfaces(materials);
  const performers = characters.map((character) => intentsOf(character, hz)), names = characters.map(({ name }, i) => name ?? `character ${i}`);
  const scenes = characters.map((_, i) => {
    const body = areAble ? null : crowd.agent(i).body;
    return body ? world.query({ except: body, mask: AGENTS + MESHES - 1 }) : world.query({ mask: MESHES - 1 });
  });
  for (let tick = 0; tick < Math.round(hz * seconds); tick++) {
    for (const { body, path } of moving) body.moveTo(path.pose((tick + 1) / hz), dt);
    if (areAble) for (const one of able) one.tick(tick);
    else crowd.step(performers.map((perform) => perform(tick)), dt);
    characters.forEach((character, i) => {
      const agent = areAble ? able[i].mover : crowd.agent(i), gaps = shapesOf(agent, character, up).map((shape) => Math.min(scenes[i].closest(shape, 1)?.distance ?? Infinity, alone(shape)));
      const least = Math.min(...gaps), separation = least === Infinity ? null : least;
      record(hash, tick, names[i], agent, separation);
      each(tick, names[i], agent, separation);
    });
  }
  for (const { mover } of able) mover.dispose();
  crowd.dispose();
  world.dispose();
  return hash.digits();
}

// A character with abilities, as `carom walk` plays it (crates/carom-cli/src/stage/abilities.rs): it is a ghost, so a Mover of carom/full does.

import { settingsOf } from "../../src/scenario.js";
import { unit } from "./shapes.mjs";

const float = Math.fround, REST = { points: [], speed: 1, needed: null };

/** The volume of a kind that has the feet in it. */
const volumeAt = (volumes, kind, { x, y, z }) => volumes.find((volume) => volume[kind] && [x, y, z].every((c, i) => c >= float(volume.min[i]) && c <= float(volume.max[i])));

/** The water of a volume, up to its top; up is y. */
const waterOf = ({ max, water: { float: depth, buoyancy = 0.5, drag = 2 } }) => ({ surface: max[1], float: depth, buoyancy, drag });

const heightsOf = ({ ahead: _, heights: [lowest, highest], ...others }) => ({ lowest, highest, ...others });
const times = (v, length) => v.map((x) => float(x * float(length)));

export class Able {
  constructor(carom, scene, character, scenario) {
    const { friction = character.acceleration === undefined ? 0 : undefined, abilities, input = [] } = character;
    this.mover = new carom.Mover(scene, settingsOf({ ...character, friction }, scenario));
    Object.assign(this, { abilities, input, volumes: scenario.volumes ?? [], hz: scenario.hz ?? 60 });
    this.jumps = { most: abilities.air_jumps ?? 0 };
    this.entry = this.dash = this.path = null;
  }

  tick(number) {
    const { input, hz } = this, lasting = input.findIndex(({ until }) => until > (number + 0.5) / hz), now = lasting === -1 ? input.length - 1 : lasting;
    const begins = now !== this.entry;
    this.entry = now;
    this.play(input[now], begins, 1 / hz);
  }

  play(input, begins, dt) {
    const { mover } = this, wanted = input.move ?? [0, 0, 0];
    if (this.path?.isLadder && begins) {
      this.path = null;
      mover.follow({ ...REST }, dt);
    }
    if (begins && this.path === null) this.begin(input, wanted);
    if (this.path) {
      mover.step({ fly: true }, dt);
      if (mover.follow(this.path.rest, dt) !== null) this.path = null;
      return;
    }
    if (this.dash && mover.dash(this.dash, dt)) return;
    this.dash = null;
    const pool = volumeAt(this.volumes, "water", mover.feet);
    if (pool && mover.swim(waterOf(pool), wanted, dt)) return;
    this.walk(input, begins, wanted, dt);
  }

  begin({ ability }, wanted) {
    const { mover, abilities } = this, ladder = volumeAt(this.volumes, "ladder", mover.feet)?.ladder;
    if (ability === "cut_jump") mover.cutJump(abilities.cut_jump.rise);
    else if (ability === "wall_jump") mover.wallJump(abilities.wall_jump);
    else if (ability === "dash") {
      const { length, seconds } = abilities.dash, way = times(unit(wanted.map(float)), length);
      this.dash = { velocity: way.map((x) => x / float(seconds)), left: seconds };
    } else if (ability === "climb_up") this.path = ladder ? { rest: mover.climbUp(ladder), isLadder: true } : null;
    else if (ability === "climb_down") this.path = ladder ? { rest: mover.climbDown(ladder), isLadder: true } : null;
    else {
      const rest = this.pathAhead(ability, wanted);
      this.path = rest && { rest, isLadder: false };
    }
  }

  pathAhead(ability, [x, , z]) {
    const { mover, abilities } = this, pool = volumeAt(this.volumes, "water", mover.feet);
    if (x === 0 && z === 0) return null;
    const ahead = ({ ahead }) => times(unit([float(x), 0, float(z)]), ahead);
    if (ability === "mantle") return mover.mantle(heightsOf(abilities.mantle), ahead(abilities.mantle));
    if (ability === "vault") return mover.vault(heightsOf(abilities.vault), ahead(abilities.vault));
    if (ability === "exit" && pool) return mover.waterExit(waterOf(pool), ahead(abilities.exit), { above: abilities.exit.above, speed: abilities.exit.speed });
    return null;
  }

  walk({ jump: speed, ability }, begins, velocity, dt) {
    const { mover } = this, wanted = begins && speed !== undefined, { glide } = this.abilities;
    const intent = { velocity, jump: wanted ? speed : 0, airJump: mover.airJump(this.jumps, wanted, dt) };
    if (ability === "glide" && glide) mover.glide(glide.speed, intent, dt);
    else mover.step(intent, dt);
  }
}

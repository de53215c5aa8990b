// The game without its pictures: what a tick does. The test plays it in Node.

import { START, levelOf } from "./level.js";

const RADIUS = 0.3, STANDING = 1.5, CROUCHING = 0.8, SPEED = 4.5, JUMP = 7;

export function gameOf(carom) {
  const level = levelOf(carom), { world } = level, withSensors = world.query({ sensors: true });
  const settings = { feet: START, radius: RADIUS, height: STANDING, maxSlope: 50, stepHeight: 0.35, gravity: 14, locomotion: { acceleration: 14, friction: 10 } };
  const hero = new carom.Mover(world, settings), coins = new Set(level.coins);
  let time = 0, collected = 0, wasHeld = false;
  return {
    hero, level, coins,
    get time() { return time; },
    get collected() { return collected; },

    /** `input.x` is -1 to 1; `jump` for the tick in which it is pressed, `held` while it is. */
    tick(input, dt) {
      time += dt;
      // Before the character: it is carried and pushed.
      level.tick(time, dt);
      // A jump is lower if its key is released early.
      if (wasHeld && !input.held && !hero.onGround && hero.velocity.y > 0) hero.knockBack([0, -0.6 * hero.velocity.y]);
      wasHeld = input.held;
      hero.step({ velocity: [SPEED * input.x, 0], jump: input.jump ? JUMP : 0, height: input.crouch ? CROUCHING : STANDING }, dt);
      const { x, y } = hero.feet, capsule = { start: [x, y + RADIUS], end: [x, y + hero.height - RADIUS], radius: RADIUS };
      for (const body of withSensors.overlaps(capsule)) {
        if (!coins.delete(body)) continue;
        body.remove();
        collected += 1;
      }
      if (y < -10) hero.teleport(START, STANDING);
    },
  };
}

// Fixed ticks with interpolation: the simulation runs at its own rate, pictures at that of the screen.

import { finite, must, positive } from "./values.js";

/** After a longer pause, as of a hidden tab, the missed time is dropped. */
const LONGEST = 0.25;

/**
 * Calls `tick(step)` for every `step` seconds that have passed, then `draw(alpha)` with the fraction of a tick since. With
 * `{ auto: false }` it does so in `advance(seconds)` only, for loops that exist already.
 */
export function fixed(step, tick, draw = () => {}, { auto = true } = {}) {
  positive(step, "step");
  must(typeof tick === "function", "tick", "a function", tick);
  let left = 0, last = null, next = null, stopped = false;
  const animated = typeof requestAnimationFrame === "function";
  const request = () => {
    if (auto && !stopped) next = animated ? requestAnimationFrame(frame) : setTimeout(() => frame(performance.now()), 1000 * step);
  };
  const loop = {
    advance(seconds) {
      left += Math.min(Math.max(finite(seconds, "seconds"), 0), Math.max(LONGEST, step));
      // A rest of rounding errors is no tick that is missing.
      while (left >= step * (1 - 1e-9) && !stopped) {
        left -= step;
        tick(step);
      }
      draw(Math.min(Math.max(left, 0) / step, 1));
    },
    stop() {
      stopped = true;
      if (animated) cancelAnimationFrame(next);
      else clearTimeout(next);
    },
  };
  function frame(now) {
    const passed = now - (last ?? now);
    last = now;
    loop.advance(passed / 1000);
    request();
  }
  request();
  return loop;
}

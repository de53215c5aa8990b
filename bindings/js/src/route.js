// The route to a finding: its scenario, played by a Mover.

import { intentsOf, settingsOf } from "./scenario.js";
import { shown } from "./values.js";

/**
 * The feet after each tick of a scenario's first character, from its start, three numbers each. `scene` is the level of the report, in its meters: a
 * Mesh or a World.
 */
export function routeOf(carom, scene, scenario) {
  if (!carom?.Mover) throw new TypeError(`carom must be what load() of carom returns, not ${shown(carom)}`);
  const character = scenario?.characters?.[0], { hz = 60, seconds } = scenario ?? {};
  if (!character || !(seconds >= 0)) throw new TypeError("scenario must be a scenario of a report, with characters and seconds");
  const mover = new carom.Mover(scene, settingsOf(character, scenario)), intent = intentsOf(character, hz), ticks = Math.round(hz * seconds);
  const points = new Float32Array(3 * (ticks + 1)), put = (row, { x, y, z }) => points.set([x, y, z], 3 * row);
  try {
    put(0, mover.feet);
    for (let tick = 0; tick < ticks; tick++) put(tick + 1, mover.step(intent(tick), 1 / hz).feet);
  } finally {
    mover.dispose();
  }
  return points;
}

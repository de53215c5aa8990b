// The course of abilities of the demo Walk: the words of its abilities, its paints, its tour.

import { html } from "../html.js";

/** Each ability that a key starts or goes on with: the key, the button under a thumb, and what it does. */
const ABILITIES = {
  ladder: ["F", "Use", "take the ladder"],
  rungs: ["W / S", "Stick", "climb up or down; jump to let go"],
  ledge: ["F", "Use", "climb over the ledge"],
  water: ["Space / C", "Jump / Crouch", "swim up or down"],
  wall: ["Space", "Jump", "jump off the wall"],
  again: ["Space", "Jump", "jump again in the air"],
  glide: ["hold Space", "Hold Jump", "glide"],
  dash: ["X", "Dash", "dash"],
};
/** What the page says of an ability in use. */
export const DOING = { climb: "On the ladder", mantle: "Over a ledge", dash: "Dash", swim: "Swimming", glide: "Gliding" };

export const LEAD = "Each ability is a recipe of the mover's examples, a file to copy. Short presses of jump make low jumps. Crates: 20, 60 and 200 kg, and at most 400 N to push them. On the darker kerb no character steps.";

/** The list of what can be done here; `touched` names buttons instead of keys. */
export function offers(can, touched) {
  return can.map((name) => {
    const [key, button, text] = ABILITIES[name];
    return html("span", {}, html("kbd", {}, touched ? button : key), `: ${text}`);
  });
}

const mixed = (a, b, t) => a.map((x, i) => x + (b[i] - x) * t);

/** The paints of floors, ladders and water, from a palette. */
export function paints({ level, moving, inks, hero }) {
  const [blue, soft] = inks;
  const floor = (ink, share) => ({ lit: mixed(level.lit, ink, share), dim: mixed(level.dim, ink, share), ground: mixed(level.ground, ink, share), steep: level.steep });
  return {
    ice: floor(blue, 0.22),
    belt: floor(moving.dim, 0.55),
    kerb: floor(soft, 0.55),
    ladder: moving,
    water: { lit: mixed(hero.lit, blue, 0.35), dim: hero.dim, alpha: 0.5 },
  };
}

/** The stages of the tour: the station where each begins, and until which of its ticks these keys are held. */
const STAGES = [
  { at: "Ladder", keys: [[36, ["ahead"]], [37, ["act"]], [190, ["ahead"]], [215, []]] },
  {
    at: "Wall jump",
    keys: [
      [62, ["ahead"]], [66, ["back"]], [76, []], [80, ["left"]], [105, ["left", "jump"]], [107, ["left"]], [114, ["right", "jump"]],
      [131, ["right"]], [138, ["left", "jump"]], [155, ["left"]], [162, ["right", "jump"]], [179, ["right"]], [186, ["left", "jump"]],
      [255, ["left"]], [285, []],
    ],
  },
  { at: "Water", keys: [[110, ["ahead"]], [160, ["ahead", "crouch"]], [270, ["ahead", "jump"]], [271, ["act"]], [380, []]] },
  { at: "Ledges", keys: [[48, ["ahead"]], [49, ["act"]], [140, ["ahead"]], [141, ["act"]], [240, ["ahead"]], [241, ["act"]], [330, []]] },
  { at: "Gap", keys: [[46, ["ahead"]], [72, ["ahead", "jump"]], [74, ["ahead"]], [205, ["ahead", "jump"]], [220, []]] },
  { at: "Gap", keys: [[46, ["ahead"]], [72, ["ahead", "jump"]], [74, ["ahead"]], [98, ["ahead", "jump"]], [99, ["ahead", "dash"]], [160, ["ahead"]], [175, []]] },
  { at: "Ice", keys: [[50, ["ahead"]], [110, []]] },
  { at: "Belt", keys: [[30, ["ahead"]], [130, []]] },
  { at: "Kerbs", keys: [[38, ["right"]], [110, ["ahead"]], [120, []]] },
  { at: "Crates", keys: [[150, ["ahead"]], [165, []]] },
];
/** For each stage its station, and the tick of the tour after it. */
export const stageEnds = STAGES.map(({ at }, i) => ({ at, end: STAGES.slice(0, i + 1).reduce((sum, { keys }) => sum + keys.at(-1)[0], 0) }));
export const ABILITY_TICKS = stageEnds.at(-1).end;

/** The input of a tick of the tour, through the same controls as real keys, and the station where a stage begins with it, or null. */
export function staged(controls, tick, stations) {
  const number = stageEnds.findIndex(({ end }) => tick < end);
  const { at, keys } = STAGES[number];
  const own = tick - (stageEnds[number - 1]?.end ?? 0);
  const station = own === 0 ? stations.find(({ name }) => name === at) : null;
  if (station) controls.yaw = station.yaw;
  controls.hold(keys.find(([until]) => own < until)[1]);
  return { station, wish: controls.wish() };
}

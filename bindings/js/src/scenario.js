// The characters of scenario files (docs/formats.md): their settings and their inputs in the names of this package.

const SETTINGS = {
  radius: "radius", max_slope: "maxSlope", step_height: "stepHeight", snap: "snap", skin: "skin", hover: "hover", flat_foot: "flatFoot",
  max_overhang: "maxOverhang", edge_guard: "edgeGuard", max_depenetration: "maxDepenetration", feet: "feet", height: "height", axis: "axis",
};

const capsuleOf = ({ a, b, radius }) => ({ start: a, end: b, radius });
/** A body in the names of this package. */
const bodyOf = ([kind, given]) => ({ [kind]: kind === "box" ? { halfLength: given.half_length } : given.map(capsuleOf) });

/**
 * The settings of a Mover. Without acceleration the wanted speed is reached at once; jumps have no coyote time and no buffer.
 */
export function settingsOf(character, { up = [0, 1, 0], gravity = 9.81 }) {
  const settings = { up, gravity }, { acceleration, friction } = character;
  for (const key in SETTINGS) if (character[key] !== undefined) settings[SETTINGS[key]] = character[key];
  if (character.body !== undefined) settings.body = typeof character.body === "string" ? character.body : bodyOf(Object.entries(character.body)[0]);
  if (acceleration === undefined && friction === undefined) return settings;
  const rate = acceleration ?? Infinity;
  return { ...settings, locomotion: { acceleration: rate, airAcceleration: rate, friction: friction ?? 0, coyote: 0, buffer: 0 } };
}

/** A function of the number of a tick, in their order, to its intent. A jump is wanted in the first tick of its entry. */
export function intentsOf({ input = [], height = 1.8 }, hz) {
  let entry = null;
  return (tick) => {
    if (input.length === 0) return {};
    const lasting = input.findIndex(({ until }) => until > (tick + 0.5) / hz), now = lasting === -1 ? input.length - 1 : lasting, begins = now !== entry;
    entry = now;
    const { move = [0, 0, 0], jump = 0, height: wanted = height, fly = false, axis } = input[now];
    return { velocity: move, jump: begins && !fly ? jump : 0, height: wanted, fly, axis };
  };
}

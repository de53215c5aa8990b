// The shapes of an agent, in the arithmetic of crates/carom-mover/src/body_frame.rs.

const float = Math.fround, plus = (a, b) => a.map((x, i) => float(x + b[i])), minus = (a, b) => a.map((x, i) => float(x - b[i])), times = (a, s) => a.map((x) => float(x * s));
const dot = (a, b) => float(float(float(a[0] * b[0]) + float(a[1] * b[1])) + float(a[2] * b[2]));
const cross = (a, b) => [1, 2, 0].map((j, i) => float(float(a[j] * b[3 - i - j]) - float(b[j] * a[3 - i - j])));
const numbers = ({ x, y, z }) => [x, y, z];

export function unit(v) {
  const largest = Math.max(...v.map(Math.abs)), scaled = times(v, float(1 / 2 ** Math.floor(Math.log2(largest))));
  const length = float(Math.sqrt(dot(scaled, scaled)));
  return scaled.map((x) => float(x / length));
}

/** Half of the core of a capsule. */
const halfCore = (height, radius) => Math.max(float(float(height * 0.5) - radius), 0);

/** The ends of the main capsule, relative to the feet. */
function coreOf({ height, axis }, stands, { up, radius }) {
  if (!axis || stands) return [times(up, radius), times(up, Math.max(float(height - radius), radius))];
  const half = times(numbers(axis), halfCore(height, radius)), middle = times(up, float(radius + Math.abs(dot(half, up))));
  return [minus(middle, half), plus(middle, half)];
}

function limbsOf(limbs, agent, stands, main) {
  const { up } = main;
  const ahead = numbers(agent.axis), back = unit(minus(up, times(ahead, dot(ahead, up)))), right = cross(ahead, back);
  const [a, b] = coreOf(agent, stands, main), pivot = stands ? [0, 0, 0] : times(plus(a, b), 0.5), lift = stands ? 0 : main.radius;
  const place = ([x, y, z]) => plus(plus(plus(pivot, times(ahead, float(x))), times(back, float(float(y) - lift))), times(right, float(z)));
  return limbs.map(({ a, b, radius }) => ({ start: place(a), end: place(b), radius: float(radius) }));
}

/** The shapes of an agent as shapes of the package. */
export function shapesOf(agent, { radius: wide = 0.3, body = "capsule" }, up) {
  const radius = float(wide), feet = numbers(agent.feet), top = Math.max(agent.height, float(radius + radius)), limbs = body.upright ?? body.lying ?? [], main = { up, radius };
  if (body === "cylinder") return [{ a: feet, b: plus(feet, times(up, top)), radius }];
  if (body.box) {
    const ahead = numbers(agent.axis), right = cross(ahead, up);
    return [{ center: plus(feet, times(up, float(top * 0.5))), halfSize: [float(body.box.half_length), float(top * 0.5), radius], rotation: [...ahead, ...up, ...right] }];
  }
  const stands = body.upright !== undefined, [start, end] = coreOf(agent, stands, main);
  const others = limbs.length > 0 ? limbsOf(limbs, agent, stands, main) : [];
  return [{ start, end, radius }, ...others].map((capsule) => ({ ...capsule, start: plus(capsule.start, feet), end: plus(capsule.end, feet) }));
}

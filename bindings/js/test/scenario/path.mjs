// The pose of a scenario's body over time (crates/carom-format/src/scenario/path.rs), as poses of the package.

const radians = (degrees) => degrees * (Math.PI / 180);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** The columns of a rotation: R v = v cos + (k × v) sin + k (k·v) (1 − cos). */
function matrix(axis, angle) {
  const length = Math.sqrt(dot(axis, axis)), k = axis.map((x) => x * (1 / length)), [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((v) => {
    const across = cross(k, v), along = dot(k, v) * (1 - cos);
    return v.map((x, i) => x * cos + across[i] * sin + k[i] * along);
  });
}

const times = ([a, b, c], [x, y, z]) => a.map((_, i) => a[i] * x + b[i] * y + c[i] * z);
const IDENTITY = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

export class Path {
  constructor({ at = [0, 0, 0], turn, motion = {} }) {
    Object.assign(this, { at, turn, motion });
    this.moves = Object.keys(motion).length > 0;
  }

  /** Rotation and position, as `BodyPath::place` has them. */
  place(time) {
    const { at, turn, motion: { spin, velocity = [0, 0, 0], oscillate } } = this;
    let columns = turn ? matrix(turn.axis, radians(turn.degrees)) : IDENTITY, origin = at;
    if (spin) {
      const spun = matrix(spin.axis, radians(spin.degrees_per_second) * time), pivot = spin.pivot ?? at;
      columns = columns.map((column) => times(spun, column));
      origin = pivot.map((x, i) => x + times(spun, at.map((x, j) => x - pivot[j]))[i]);
    }
    origin = origin.map((x, i) => x + velocity[i] * time);
    if (oscillate) origin = origin.map((x, i) => x + oscillate.by[i] * Math.sin(2 * Math.PI * time / oscillate.period));
    return { columns, origin };
  }

  /** A pose of the package. Rotations are about one axis. */
  pose(time) {
    const { turn, motion: { spin } } = this, axis = spin?.axis ?? turn?.axis, position = this.place(time).origin;
    if (!axis) return { position };
    const angle = radians(turn?.degrees ?? 0) + (spin ? radians(spin.degrees_per_second) * time : 0);
    if (spin && turn) throw new Error("turn and spin in one body");
    return { position, quaternion: quaternion(axis, angle) };
  }
}

/**
 * The quaternion of a rotation about an axis of the coordinates. It has two numbers in single precision, and poses take quaternions of any length:
 * the best fraction (a continued fraction) has the angle to double precision, as the scenario has it.
 */
function quaternion(axis, angle) {
  const number = axis.findIndex((x) => x !== 0);
  if (axis.filter((x) => x !== 0).length !== 1) throw new Error("an axis that is not one of the coordinates");
  const [sin, cos] = [Math.sin(angle / 2) * Math.sign(axis[number]), Math.cos(angle / 2)], [small, large] = Math.abs(sin) < Math.abs(cos) ? [sin, cos] : [cos, sin];
  let rest = Math.abs(small / large), [p, q, before] = [0, 1, [1, 0]];
  while (rest > 1e-15) {
    const whole = Math.floor(1 / rest), next = [before[0] + whole * p, before[1] + whole * q];
    rest = 1 / rest - whole;
    if (next[1] >= 2 ** 24) break;
    [before, [p, q]] = [[p, q], next];
  }
  const [s, c] = small === sin ? [p, q] : [q, p], turned = [0, 0, 0, c * Math.sign(cos || 1)];
  turned[number] = s * Math.sign(sin);
  return turned;
}

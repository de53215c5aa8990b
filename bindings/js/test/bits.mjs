// Hashes of answers, and random numbers, as bindings/c/tests/c/hash.h and check.h have them.

const EMPTY = 0xcbf29ce484222325n, PRIME = 0x100000001b3n, ALL = 2n ** 64n - 1n;
const number = new DataView(new ArrayBuffer(4));
export const float = Math.fround;

/** A hash of answers in a dimension: the names of its axes, and that of the number of a part. */
export class Hash {
  value = EMPTY;

  constructor(axes, part) {
    this.axes = axes;
    this.name = part;
  }

  put(word) {
    for (let i = 0; i < 4; i++) this.value = (this.value ^ BigInt(word >>> 8 * i & 255)) * PRIME & ALL;
  }

  float(x) {
    number.setFloat32(0, x);
    this.put(number.getUint32(0));
  }

  vector(v) {
    this.axes.forEach((axis) => this.float(v[axis]));
  }

  part(body, part) {
    [...(body ? body._bits : [0, 0]), part].forEach((word) => this.put(word));
  }

  /** One of two shapes has no part; C has 0. */
  _partOf(found) {
    this.part(found.body, found[this.name] ?? 0);
  }

  contact(found) {
    if (found === null) return this.put(0);
    this.float(found.distance);
    [found.shapePoint, found.point, found.normal].forEach((v) => this.vector(v));
    this.float(found.errorBound);
    return this._partOf(found);
  }

  hit(hit) {
    if (hit === null) return this.put(0);
    this.float(hit.t);
    this.vector(hit.point);
    this.vector(hit.normal);
    this._partOf(hit);
    this.put(["separate", "touching", "overlapping"].indexOf(hit.start));
    if (hit.start !== "separate") this.float(hit.startDistance);
    return undefined;
  }

  take() {
    const { value } = this;
    this.value = EMPTY;
    return value.toString(16).padStart(16, "0");
  }
}

export class Random {
  constructor(seed, axes) {
    this.state = BigInt(seed);
    this.axes = axes;
  }

  uniform() {
    this.state = this.state * 6364136223846793005n + 1442695040888963407n & ALL;
    return Number(this.state >> 40n) / 16777216;
  }

  /** In single precision, step by step. */
  within(min, max) {
    return Object.fromEntries(this.axes.map((axis) => [axis, float(min[axis] + float(float(max[axis] - min[axis]) * this.uniform()))]));
  }
}

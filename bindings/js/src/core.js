// One instance of the wasm: its memory, a block in it for arguments and answers, and its errors.
//
// The functions are those of bindings/c/include/carom.h; layout.js has the offsets of its structs.

/**
 * Places in the block, in bytes from its start. A call uses them before it returns, so all objects share them.
 */
export const QUERY = 0, SHAPE = 64, A = 128, B = 144, C = 160, OUT = 192, COUNT = 272, STATE = 288, INTENT = 384, REPORT = 432,
  SETTINGS = 480, LOCOMOTION = 544, POSE = 608, BODY = 672, SHAPES = 896, LIST = 1024;
/** The bytes of the block, and the answers of 64 bytes that its list has room for. */
const BLOCK = 8192;
export const LISTED = (BLOCK - LIST) / 64;

/** In place of the first argument of a constructor: the second is a handle. */
export const OWN = Symbol("a handle that this package has made");

/** The statuses that are a RangeError. */
const OUT_OF_RANGE = [5, 6];

/** An error of the library with the names of JavaScript: carom_mover_create: settings.step_height -> settings.stepHeight. */
const inJavaScript = (text) => text
  .replace(/^carom\w*?_(\w+): query\.surface is (a \w+), not .*/, "$1 is a method of worlds, not of $2")
  .replace(/^carom\w+: /, "")
  .replace(/^number\b/, "index")
  .replace("flags has CAROM_SOLID", "options.solid")
  .replace(/\bbody\.shape\b/g, "shape")
  .replace(/\bb( has a negative)/, "radii$1")
  .replace(/\ba(, the lowest corner .*\b)b\b/, "min$1max")
  .replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** The name of a function without `carom_` or `carom2d_`. */
export const shortName = (name) => name.slice(name.indexOf("_") + 1);

export class Core {
  /** With `at` the memory is a copy of that of another instance, with its block there. */
  constructor(exports, at) {
    this.exports = exports;
    /** The exception that ended this instance. */
    this.dead = null;
    /** The query that is in the block already. */
    this.query = null;
    /** The functions by their short names: those that return a status throw for one that is not OK. */
    this.c = {};
    for (const name in exports) this.c[shortName(name)] = this.guarded(exports[name]);
    this.renew();
    this.at = at ?? this.take(BLOCK);
    this.freed = new FinalizationRegistry(([free, handle]) => this.dead ?? this.c[free](handle));
  }

  /** Views of the memory, which detaches old ones when it grows. */
  renew() {
    const { buffer } = this.exports.memory;
    this.u8 = new Uint8Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
    this.u64 = new BigUint64Array(buffer);
  }

  guarded(run) {
    return (a, b, c, d, e, f, g, h) => {
      const status = this.entered(run, a, b, c, d, e, f, g, h);
      if (status > 0) this.fail(status);
    };
  }

  /** Calls a function of the wasm. A trap leaves its objects half changed, so that no call may follow it. */
  entered(run, a, b, c, d, e, f, g, h) {
    this.alive();
    try {
      return run(a, b, c, d, e, f, g, h);
    } catch (cause) {
      this.dead = cause;
      this.alive();
    } finally {
      if (this.f32.length === 0) this.renew();
    }
  }

  /** A function that only the wasm of an entry has, and that of another does not. */
  whole(name, entry = "carom", other = "carom/mesh") {
    const run = this.c[name];
    if (!run) throw new Error(`${name.replace(/^mesh_/, "").replace(/_([a-z])/g, (_, letter) => letter.toUpperCase())} is a function of ${entry}, not of ${other}`);
    return run;
  }

  alive() {
    if (this.dead) throw new Error("carom: the wasm has trapped, by a defect or for lack of memory; load() makes a new instance", { cause: this.dead });
  }

  fail(status) {
    const start = this.exports.carom_last_error();
    const bytes = this.u8.subarray(start, this.u8.indexOf(0, start));
    throw new (OUT_OF_RANGE.includes(status) ? RangeError : Error)(inJavaScript(new TextDecoder().decode(bytes)));
  }

  /** Memory for good. */
  take(bytes) {
    const at = this.entered(this.exports.carom_memory_take, bytes);
    if (at === 0) throw new RangeError(`carom: there is no memory for ${bytes} bytes`);
    return at;
  }

  /** Calls `run` with the address of memory that it has meanwhile. */
  lend(bytes, run) {
    const size = bytes || 8, memory = this.take(size);
    try {
      return run(memory);
    } finally {
      if (!this.dead) this.entered(this.exports.carom_memory_give, memory, size);
    }
  }

  /** The handle that a call has written. */
  handle() {
    return this.u64[this.at + OUT >> 3];
  }

  /** The number of answers that a call has counted. */
  count() {
    return this.u32[this.at + COUNT >> 2];
  }
}

/** An object of the wasm, freed by `dispose()` or, some time later, when JavaScript collects it. */
export class Resource {
  constructor(core) {
    this._core = core;
    this._handle = null;
  }

  /** Takes over a handle, which the function `free` frees; that in the block by default. */
  _own(free, handle = this._core.handle()) {
    this._free = free;
    this._handle = handle;
    this._core.freed.register(this, [free, handle], this);
  }

  /** The handle; `name` is that of the argument. */
  _live(name) {
    if (this._handle === null) throw new Error(`${name} was disposed`);
    return this._handle;
  }

  dispose() {
    const core = this._core, handle = this._handle;
    if (handle === null) return;
    this._handle = null;
    core.freed.unregister(this);
    if (core.query?._surface === this) core.query = null;
    if (!core.dead) core.c[this._free](handle);
  }
}

Resource.prototype[Symbol.dispose ?? "dispose"] = Resource.prototype.dispose;

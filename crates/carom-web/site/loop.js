// A fixed time step: ticks at a fixed rate, and pictures at the rate of the screen, interpolated between the last two ticks.

/** The largest number of ticks per frame; slower machines run in slow motion. */
const MOST = 6;

export class Loop {
  #tick;
  #picture;
  #waiting = 0;
  #then = null;
  #rest = 0;
  #length;
  /** Smoothed times in milliseconds: of a tick, of a picture, between two frames. */
  times = { tick: 0, picture: 0, frame: 0 };
  /** Ticks in the last second. */
  rate = 0;
  #made = [];

  /** `rate` in ticks per second; `picture(between, seconds)` gets the interpolation between two ticks, 0 to 1, and the time since
   * the last picture. */
  constructor(rate, tick, picture) {
    this.#length = 1000 / rate;
    this.#tick = tick;
    this.#picture = picture;
  }

  start() {
    this.stop();
    this.#waiting = requestAnimationFrame((now) => this.#frame(now));
  }

  stop() {
    cancelAnimationFrame(this.#waiting);
    this.#waiting = 0;
    this.#then = null;
    this.#rest = 0;
  }

  get running() {
    return this.#waiting !== 0;
  }

  #smooth(name, value) {
    const before = this.times[name];
    this.times[name] = before === 0 ? value : before + (value - before) * 0.1;
  }

  #frame(now) {
    this.#waiting = requestAnimationFrame((now) => this.#frame(now));
    const since = this.#then === null ? this.#length : now - this.#then;
    if (this.#then !== null) this.#smooth("frame", since);
    this.#then = now;
    this.#rest = Math.min(this.#rest + since, MOST * this.#length);
    const begin = performance.now();
    let ticks = 0;
    while (this.#rest >= this.#length) {
      this.#rest -= this.#length;
      this.#tick();
      ticks += 1;
    }
    const middle = performance.now();
    if (ticks > 0) this.#smooth("tick", (middle - begin) / ticks);
    this.#made.push([now, ticks]);
    while (this.#made[0][0] < now - 1000) this.#made.shift();
    this.rate = this.#made.reduce((sum, [, ticks]) => sum + ticks, 0);
    this.#picture(this.#rest / this.#length, since / 1000);
    this.#smooth("picture", performance.now() - middle);
  }
}

// Ticks at a fixed rate, pictures whenever the screen wants one, between the last two ticks.

/** So many ticks are made up for at most; who is slower than that is in slow motion. */
const MOST = 6;

export class Loop {
  #tick;
  #picture;
  #waiting = 0;
  #then = null;
  #rest = 0;
  #length;
  /** Milliseconds: of a tick, of a picture, from one picture to the next; each smoothed. */
  times = { tick: 0, picture: 0, frame: 0 };
  /** How many ticks there were in the last second. */
  rate = 0;
  #made = [];

  /** `rate` ticks a second; `picture` is told how far it is from the tick before to the last, 0 to 1, and seconds since the last. */
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

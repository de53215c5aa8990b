// The cue of the page Billiards: where the tip meets the ball, and the line of aim on the table.

import { Handles } from "../handles.js";
import { element } from "../picture.js";
import { Over } from "./over.js";

/** The part of the drawing that the ball fills. */
const FILLED = 0.86;
/** A key moves the tip this far, in radii. */
const STEP = 0.05;
const round = (x) => Number(x.toFixed(3));
/** Radius in pixels in which a press takes the cue ball, or the handle of the aim as it is. */
const NEAR = 22;
/** Length of the cue that is drawn, and how far back it is per m/s, m. */
const CUE = 0.45;
const BACK = 0.02;
/** Lengths of the lines after the hit, m. */
const AFTER = 0.35;

/** The cue ball as the player sees it, with the place of the tip as a handle. */
export class CueBall {
  reach = Infinity;
  svg = element("svg", { class: "drawing tip", role: "group", "aria-label": "Cue ball, seen along the cue: place of the tip" }, element("g", { class: "picture" }));
  #handles;
  #inputs = { tip: [0, 0] };

  constructor(changed) {
    this.#handles = new Handles(this, [{ at: "tip", of: "b", label: "Tip of the cue, in radii: right (x) and above (y)" }], () => this.#inputs, () => {
      // Beside the ball there is nothing to hit.
      const [right, above] = this.#inputs.tip;
      const far = Math.max(Math.hypot(right, above), 1);
      changed({ right: round(right / far), above: round(above / far) });
    });
  }

  get size() {
    return [this.svg.clientWidth, this.svg.clientHeight];
  }

  get scale() {
    return (Math.min(...this.size) / 2) * FILLED;
  }

  to = ([x, y]) => {
    const [width, height] = this.size;
    return [width / 2 + x * this.scale, height / 2 - y * this.scale];
  };

  dragged(p, [x, y]) {
    const [width, height] = this.size;
    return [(x - width / 2) / this.scale, (height / 2 - y) / this.scale];
  }

  step(key) {
    // Handles multiply this by a power of ten that depends on the scale.
    const by = STEP * 10 ** Math.floor(Math.log10(this.scale / 6));
    const keys = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, by], ArrowDown: [0, -by] };
    return Object.hasOwn(keys, key) ? keys[key] : null;
  }

  draw({ right, above }, limit) {
    this.#inputs.tip = [right, above];
    const over = new Over(this);
    const slips = Math.hypot(right, above) > limit;
    over.shape([[0, 0]], 1, "rolling");
    over.line([-1, 0], [1, 0], "thin");
    over.line([0, -1], [0, 1], "thin");
    over.shape([[0, 0]], limit, slips ? "wrong ghost" : "ghost a");
    this.svg.querySelector(".picture").replaceChildren(...over.layer.childNodes);
    this.#handles.update();
  }
}

/** The handles on the table: the cue ball, and a point that the line of aim goes through. */
export class Aiming {
  #view;
  #handles;
  #inputs = { cue: [0, 0], aim: [0, 0] };
  /** The line of aim that the point was set for. */
  #line = "";

  /** `moved(place)` gets a new place of the cue ball, `aimed(point)` a point to aim at. */
  constructor(view, moved, aimed) {
    this.#view = view;
    // Before the handles see it: a press beside them moves the aim there.
    view.svg.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      const { left, top } = view.svg.getBoundingClientRect();
      const [x, y] = [event.clientX - left, event.clientY - top];
      const far = (p) => Math.hypot(view.to(p)[0] - x, view.to(p)[1] - y);
      const { cue, aim } = this.#inputs;
      if (Math.min(far(cue), far(aim)) > NEAR) {
        this.#inputs.aim = view.from([x, y]);
        this.#aimed(aimed);
      }
    });
    let before = this.#inputs.cue;
    this.#handles = new Handles(view, [
      { at: "cue", with: [], of: "a", label: "Cue ball" },
      { at: "aim", of: "a", label: "Aim" },
    ], () => {
      before = this.#inputs.cue;
      return this.#inputs;
    }, () => {
      const { cue } = this.#inputs;
      if (cue.every((x, i) => x === before[i])) {
        this.#aimed(aimed);
        return;
      }
      this.#line = null;
      moved(cue, this.#inputs.aim);
    });
  }

  #aimed(aimed) {
    this.#line = null;
    aimed(this.#inputs.aim);
  }

  /** Draws the shot. `aim` is the line of aim, `speed` that of the cue; null where there is no shot to aim. */
  draw(aim, speed, radius) {
    this.#view.svg.toggleAttribute("hidden", aim === null);
    if (aim === null) return;
    const { from, to, at } = aim;
    const line = [from, to].join();
    // Set otherwise, as by the slider: the middle of the line. A point that was dragged stays where it is.
    if (this.#line !== null && this.#line !== line) this.#inputs.aim = from.map((x, i) => (x + to[i]) / 2);
    this.#line = line;
    this.#inputs.cue = [...from];
    const over = new Over(this.#view);
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (length > 0) {
      const along = (distance) => from.map((x, i) => x + ((to[i] - x) / length) * distance);
      const back = -1.2 * radius - BACK * speed;
      over.line(along(back), along(back - CUE), "b bold");
      over.line(from, to, "motion");
    }
    over.shape([to], radius, "ghost a");
    if (at) {
      over.arrow(at.place, at.away.map((x) => x * AFTER), "b");
      over.arrow(to, at.aside.map((x) => x * AFTER), "a");
    }
    this.#view.svg.querySelector(".picture").replaceChildren(...over.layer.childNodes);
    this.#handles.update();
  }
}

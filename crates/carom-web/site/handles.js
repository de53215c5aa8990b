// Draggable handles: a point, the tip of an arrow, or a whole shape; for mouse, touch and keyboard.

import { element } from "./picture.js";
import { sum } from "./points.js";

/** The value at a path in nested objects: `a.center`, `b.points.2`. */
export const get = (object, path) => path.split(".").reduce((value, key) => value[key], object);
export function set(object, path, value) {
  const keys = path.split(".");
  const last = keys.pop();
  keys.reduce((value, key) => value[key], object)[last] = value;
}

/** Rounds to 12 digits, so that 0.1 + 0.2 is 0.3. */
const tidy = (x) => Number(x.toPrecision(12));

/** Rounds to the decimals that a pixel resolves, so that dragged numbers stay short. */
function snap(x, scale) {
  const digits = Math.min(12, Math.max(0, Math.ceil(Math.log10(scale))));
  return Number(x.toFixed(digits));
}

const tidySum = (p, q, t = 1) => sum(p, q, t).map(tidy);

/** The position of a handle. */
function position(handle, inputs) {
  const at = get(inputs, handle.at);
  if (!handle.tip) return at;
  return sum(at, get(inputs, handle.tip));
}

/** Moves a handle to a position. */
function move(handle, inputs, to) {
  const at = get(inputs, handle.at);
  if (handle.tip) {
    set(inputs, handle.tip, tidySum(to, at, -1));
    return;
  }
  const delta = sum(to, at, -1);
  for (const path of handle.with ?? []) {
    const value = get(inputs, path);
    set(inputs, path, typeof value[0] === "number" ? tidySum(value, delta) : value.map((p) => tidySum(p, delta)));
  }
  set(inputs, handle.at, to);
}

/** A dragged handle keeps this distance from the edge of the drawing, pixels. */
const EDGE = 10;

/** The handles of a view (`PlaneView` or `SpaceView`). */
export class Handles {
  #view;
  #inputs;
  #changed;
  #handles;

  constructor(view, declared, inputs, changed) {
    this.#view = view;
    this.#inputs = inputs;
    this.#changed = changed;
    this.#handles = declared.map((handle) => this.#handle(handle));
    view.svg.append(element("g", { class: "handles" }, ...this.#handles.map((handle) => handle.element)));
    this.#drag();
  }

  /** Moves the elements to the present positions. */
  update() {
    for (const handle of this.#handles) handle.update();
  }

  #handle(declared) {
    const kind = declared.tip ? "tip" : declared.with ? "whole" : "point";
    const shape = kind === "tip"
      ? element("path", { class: "grip", d: "M0 -8L8 0L0 8L-8 0Z" })
      : kind === "whole"
        ? element("path", { class: "grip", d: "M-6.5 -6.5H6.5V6.5H-6.5ZM-3 0H3M0 -3V3" })
        : element("circle", { class: "grip", r: 6.5 });
    const made = element("g", { class: `handle ${kind} ${declared.of ?? ""}`, tabindex: 0, role: "button", "aria-roledescription": "handle" },
      element("circle", { class: "halo", r: 15 }), shape);
    made.addEventListener("keydown", (event) => this.#key(event, declared));
    return {
      declared,
      element: made,
      update: () => {
        const at = position(declared, this.#inputs());
        made.setAttribute("transform", `translate(${this.#view.to(at)})`);
        made.setAttribute("aria-label", `${declared.label}: ${at.map((x, i) => `${"xyz"[i]} ${x}`).join(", ")}`);
      },
    };
  }

  #key(event, handle) {
    if (event.ctrlKey || event.metaKey) return;
    const inputs = this.#inputs();
    const at = position(handle, inputs);
    const direction = this.#view.step(event.key, at);
    if (!direction) return;
    event.preventDefault();
    // A step is about six pixels.
    const step = 10 ** -Math.floor(Math.log10(this.#view.scale / 6)) * (event.shiftKey ? 10 : event.altKey ? 0.1 : 1);
    move(handle, inputs, tidySum(at, direction, step));
    this.#changed();
  }

  #nearest(p) {
    let best = null;
    this.#handles.forEach((handle) => {
      const at = position(handle.declared, this.#inputs());
      const [x, y] = this.#view.to(at);
      const distance = Math.hypot(x - p[0], y - p[1]);
      // The topmost of overlapping handles is drawn last and taken first.
      if (distance <= this.#view.reach && (!best || distance <= best.distance)) best = { handle, at, distance, offset: [x - p[0], y - p[1]] };
    });
    return best;
  }

  #drag() {
    const view = this.#view;
    const { svg } = view;
    /** The handle that a pointer holds. */
    let held = null;
    /** The pointers that rotate the view, and their positions. */
    const fingers = new Map();
    const place = (event, edge) => {
      const { left, top, width, height } = svg.getBoundingClientRect();
      const within = (x, most) => Math.min(Math.max(x, edge), most - edge);
      return [within(event.clientX - left, width), within(event.clientY - top, height)];
    };
    svg.addEventListener("pointerdown", (event) => {
      if (held) return;
      const best = event.button === 0 && fingers.size === 0 ? this.#nearest(place(event, EDGE)) : null;
      if (best) {
        held = { ...best, pointer: event.pointerId };
        held.handle.element.classList.add("held");
        held.handle.element.focus({ preventScroll: true, focusVisible: false });
      } else if (view.turn) {
        fingers.set(event.pointerId, [event.clientX, event.clientY]);
        svg.focus({ preventScroll: true, focusVisible: false });
      } else {
        return;
      }
      svg.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    svg.addEventListener("pointermove", (event) => {
      if (fingers.has(event.pointerId)) {
        this.#moveView(fingers, event);
        return;
      }
      if (held?.pointer !== event.pointerId) return;
      const [x, y] = place(event, EDGE);
      const { declared } = held.handle;
      const to = view.dragged(held.at, [x + held.offset[0], y + held.offset[1]], event);
      if (!to) return;
      // A coordinate that the drag does not change (a height) keeps its bits.
      move(declared, this.#inputs(), to.map((x, i) => (Math.abs(x - held.at[i]) < 1e-9 ? held.at[i] : snap(x, view.scale))));
      this.#changed();
    });
    const release = (event) => {
      fingers.delete(event.pointerId);
      if (held?.pointer !== event.pointerId) return;
      held.handle.element.classList.remove("held");
      held = null;
    };
    svg.addEventListener("pointerup", release);
    svg.addEventListener("pointercancel", release);
  }

  /** One finger rotates the view; two pan and zoom; the right button or Shift pans. */
  #moveView(fingers, event) {
    const view = this.#view;
    const before = [...fingers.values()];
    const from = fingers.get(event.pointerId);
    const to = [event.clientX, event.clientY];
    fingers.set(event.pointerId, to);
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    if (before.length > 1) {
      const apart = ([p, q]) => Math.max(Math.hypot(p[0] - q[0], p[1] - q[1]), 1);
      view.zoom(apart([...fingers.values()]) / apart(before));
      view.shift(dx / before.length, dy / before.length);
    } else if (event.shiftKey || event.buttons & 2) {
      view.shift(dx, dy);
    } else {
      view.turn(dx, dy);
    }
    this.#changed();
  }
}

// The controls of a character: keys, mouse or finger for the view, a thumb stick.
//
// `Controls` is independent of the page, so a script can play a walk, on the page and in a test. `listen` connects it to the
// events of an element.

/** The actions by the physical keys. */
const KEYS = {
  KeyW: "ahead", ArrowUp: "ahead", KeyS: "back", ArrowDown: "back", KeyA: "left", KeyD: "right",
  ArrowLeft: "turnLeft", KeyQ: "turnLeft", ArrowRight: "turnRight", KeyE: "turnRight", PageUp: "lookUp", PageDown: "lookDown",
  Space: "jump", KeyC: "crouch", ShiftLeft: "sprint", ShiftRight: "sprint", KeyF: "act", KeyX: "dash",
};
/** The actions that count once a press. */
const ONCE = ["jump", "act", "dash"];
/** Rotation by keys, radians per tick. */
const TURN = 2.4 / 60;
/** Rotation by pointer, radians per pixel. */
const LOOK = 0.0045;
const HIGHEST = 1.45;

const within = (x, least, most) => Math.min(Math.max(x, least), most);

export class Controls {
  /** The actions that are held. */
  held = new Set();
  /** The thumb stick: right and ahead, −1 to 1. */
  stick = [0, 0];
  yaw = 0;
  pitch = -0.22;
  /** Of these actions: the presses since the last tick, and which were held in it. */
  #pressed = new Set();
  #before = new Set();

  look(dx, dy, scale = LOOK) {
    this.yaw -= dx * scale;
    this.pitch = within(this.pitch - dy * scale, -HIGHEST, HIGHEST);
  }

  press(action) {
    this.held.add(action);
    // Even a press between two ticks counts.
    if (ONCE.includes(action)) this.#pressed.add(action);
  }

  release(action) {
    this.held.delete(action);
  }

  /** Holds these actions and no others, as a script does. */
  hold(actions) {
    for (const action of [...this.held]) if (!actions.includes(action)) this.release(action);
    for (const action of actions) if (!this.held.has(action)) this.press(action);
  }

  rest() {
    this.held.clear();
    this.stick = [0, 0];
    this.#pressed.clear();
  }

  /** The input of the next tick. */
  wish() {
    const has = (action) => (this.held.has(action) ? 1 : 0);
    this.look(has("turnRight") - has("turnLeft"), has("lookDown") - has("lookUp"), TURN);
    const before = this.#before;
    this.#before = new Set(ONCE.filter((action) => this.held.has(action) || this.#pressed.has(action)));
    this.#pressed.clear();
    const once = (action) => this.#before.has(action) && !before.has(action);
    return {
      ahead: within(has("ahead") - has("back") + this.stick[1], -1, 1),
      right: within(has("right") - has("left") + this.stick[0], -1, 1),
      yaw: this.yaw,
      jump: once("jump"),
      crouch: has("crouch") === 1,
      sprint: has("sprint") === 1,
      rise: this.#before.has("jump"),
      act: once("act"),
      dash: once("dash"),
    };
  }
}

/** The radius of the thumb stick, pixels. */
const STICK = 52;

/**
 * Connects controls to a focusable element: keys while it has the focus, drags rotate the view, a touch in the left half is a
 * thumb stick. `other(code)` gets all other keys and returns whether it handles them. `sticks(stick)` gets the thumb stick:
 * null, or `{from, to}` in pixels of the element. Returns a function that disconnects.
 */
export function listen(element, controls, { other, sticks }) {
  const ending = new AbortController();
  const on = (target, kind, handler, options = {}) => target.addEventListener(kind, handler, { signal: ending.signal, ...options });
  const fingers = new Map();
  on(element, "keydown", (event) => {
    if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = Object.hasOwn(KEYS, event.code) ? KEYS[event.code] : null;
    if (action) {
      if (!event.repeat) controls.press(action);
    } else if (event.repeat || !other(event.code)) {
      return;
    }
    event.preventDefault();
  });
  on(element, "keyup", (event) => {
    if (Object.hasOwn(KEYS, event.code)) controls.release(KEYS[event.code]);
  });
  on(element, "blur", () => controls.rest());
  on(element, "pointerdown", (event) => {
    if (event.target !== element) return;
    element.focus({ preventScroll: true, focusVisible: false });
    const { left, top, width } = element.getBoundingClientRect();
    const at = [event.clientX - left, event.clientY - top];
    const stick = event.pointerType === "touch" && at[0] < width * 0.5 && ![...fingers.values()].some((finger) => finger.stick);
    fingers.set(event.pointerId, { at, from: at, stick });
    element.setPointerCapture(event.pointerId);
    if (stick) sticks({ from: at, to: at });
    event.preventDefault();
  });
  on(element, "pointermove", (event) => {
    if (document.pointerLockElement === element) {
      controls.look(event.movementX, event.movementY);
      return;
    }
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const { left, top } = element.getBoundingClientRect();
    const at = [event.clientX - left, event.clientY - top];
    if (finger.stick) {
      const offset = [at[0] - finger.from[0], at[1] - finger.from[1]];
      const far = Math.max(Math.hypot(...offset) / STICK, 1);
      const [x, y] = offset.map((x) => x / far);
      controls.stick = [x / STICK, -y / STICK];
      sticks({ from: finger.from, to: [finger.from[0] + x, finger.from[1] + y] });
    } else {
      controls.look(at[0] - finger.at[0], at[1] - finger.at[1]);
    }
    finger.at = at;
  });
  const release = (event) => {
    if (fingers.get(event.pointerId)?.stick) {
      controls.stick = [0, 0];
      sticks(null);
    }
    fingers.delete(event.pointerId);
  };
  on(element, "pointerup", release);
  on(element, "pointercancel", release);
  on(element, "contextmenu", (event) => event.preventDefault());
  return () => {
    ending.abort();
    if (document.pointerLockElement === element) document.exitPointerLock();
  };
}

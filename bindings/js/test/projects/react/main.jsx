// Plays the README's game: the character falls, walks over a box, stops at a wall; then the page unmounts it, and tries the other hooks. Counts what is alive in the wasm.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { useThree } from "@react-three/fiber";
import { load } from "carom";
import { Game } from "./game.jsx";
import { Hooks, played } from "./hooks.jsx";

const KINDS = ["mesh", "world", "mover"], made = {}, alive = {};

/** Counts calls that make objects and that free them. */
function count({ core: { c } }) {
  for (const kind of KINDS) {
    made[kind] = alive[kind] = 0;
    for (const [name, change] of [[`${kind}_create`, 1], [`${kind}_free`, -1]]) {
      const call = c[name];
      c[name] = (...args) => {
        call(...args);
        alive[kind] += change;
        if (change > 0) made[kind]++;
      };
    }
  }
}

let scene = null;
/** Finds the scene of three.js. */
const Probe = () => {
  ({ scene } = useThree());
  return null;
};

function player() {
  let found = null;
  scene?.traverse((object) => { if (object.geometry?.type === "CapsuleGeometry") found = object.parent.position; });
  return found;
}

const frame = () => new Promise(requestAnimationFrame);

/** Waits until the player has not moved for 20 pictures; `each` is called with its position. */
async function rest(each = () => {}) {
  for (let still = 0, last = null; still < 20;) {
    await frame();
    const now = player()?.toArray() ?? null;
    still = now && last && now.every((x, i) => Math.abs(x - last[i]) < 1e-4) && now[1] < 2.9 ? still + 1 : 0;
    if (now) each(now);
    last = now;
  }
  return player().toArray();
}

async function main() {
  count(await load());
  const root = createRoot(document.body.appendChild(document.createElement("div"))), input = { current: { velocity: [0, 0, 0] } };
  root.render(<StrictMode><Game input={input}><Probe /></Game></StrictMode>);
  let start = null, top = 0;
  const fell = await rest((now) => { start ??= now; });
  input.current = { velocity: [3, 0, 0] };
  for (let i = 0; i < 5; i++) await frame();
  const stopped = await rest((now) => { top = Math.max(top, now[1]); }), mounted = { made: { ...made }, alive: { ...alive } };
  // The renderer of a canvas unmounts half a second later.
  const unmounted = async (root) => {
    root.unmount();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return { ...alive };
  };
  window.unmount = async () => {
    const left = await unmounted(root), other = createRoot(document.body.appendChild(document.createElement("div")));
    other.render(<Hooks />);
    const hooks = await played();
    return { left, hooks: { ...hooks, left: await unmounted(other) } };
  };
  return { start, fell, top, stopped, ...mounted };
}

main().then((result) => { window.result = result; }, (error) => { window.result = { error: String(error?.stack ?? error) }; });

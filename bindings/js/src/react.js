// react-three-fiber: a world of a scene, characters in it, and fixed ticks, which end with their components.

import { createContext, createElement, useContext, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useFrame } from "@react-three/fiber";
import { fixed, load } from "./index.js";
import { worldOf } from "./three.js";

const started = new WeakMap();

/** The instance of carom, loaded once; the component suspends meanwhile. `loader`: the load of another entry. */
export function useCarom(loader = load) {
  let state = started.get(loader);
  if (!state || state.carom?.core.dead) {
    state = {};
    state.promise = loader().then((carom) => { state.carom = carom; }, (error) => { state.error = error; });
    started.set(loader, state);
  }
  if (state.error) throw state.error;
  if (!state.carom) throw state.promise;
  return state.carom;
}

/**
 * What `make` makes after the first render; null before, and if it returns null. It is freed with the component, and when `inputs` change. An effect makes
 * it, so that each mount has its own, also in strict mode, which unmounts once to try it.
 */
function useOwned(make, free, inputs) {
  const [owned, set] = useState(null);
  useLayoutEffect(() => {
    const made = make();
    set(made);
    return () => {
      if (made) free(made);
    };
  }, inputs);
  return owned;
}

/** A World of an Object3D with the options of `worldOf`, which are read once; null before the first picture, and for no object. */
export function useLevel(object, options) {
  const carom = useCarom();
  return useOwned(() => object && worldOf(carom, object, options), (world) => {
    world.dispose();
    world.mesh.dispose();
  }, [carom, object]);
}

const World = createContext(null);

/** The World of the `Level` above. */
export function useWorld() {
  const world = useContext(World);
  if (!world) throw new Error("useWorld and useCharacter need a <Level> above, or options.world");
  return world;
}

/** Draws `scene`, an Object3D or elements, and makes a World of it once; then come the children, which are no part of that. Another `key` does so again. */
export function Level({ scene, options, children }) {
  const [group, setGroup] = useState(null), world = useLevel(group, options);
  const drawn = scene?.isObject3D ? createElement("primitive", { object: scene }) : scene;
  return createElement(World.Provider, { value: world }, createElement("group", { ref: setGroup }, drawn), world && children);
}

/** Calls `tick(step)` for every `step` seconds that have passed, then `draw(alpha)` with the fraction of a tick since, before each picture. */
export function useFixedTick(step, tick, draw) {
  const latest = useRef();
  useLayoutEffect(() => { latest.current = { tick, draw }; });
  const loop = useMemo(() => fixed(step, (dt) => latest.current.tick(dt), (alpha) => latest.current.draw?.(alpha), { auto: false }), [step]);
  useFrame((_, seconds) => loop.advance(seconds));
}

/**
 * A Mover in the `Level` above, or in `options.world`; null before the first picture. The settings are read once. `tick(mover, dt)` steps it, 60 times a second
 * or `options.rate`; `target`, a ref of an Object3D, is drawn at its feet, between two ticks.
 */
export function useCharacter({ world: own, rate = 60, ...settings }, tick, target) {
  const carom = useCarom(), above = useContext(World), world = own ?? above;
  if (!world) useWorld();
  const make = () => {
    const mover = new carom.Mover(world, settings);
    target?.current?.position.copy(mover.feet);
    return mover;
  };
  const mover = useOwned(make, (mover) => mover.dispose(), [carom, world]);
  useFixedTick(1 / rate, (dt) => mover && tick(mover, dt), (alpha) => mover && target?.current?.position.lerpVectors(mover.before, mover.feet, alpha));
  return mover;
}

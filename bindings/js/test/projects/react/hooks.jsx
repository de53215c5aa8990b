// The hooks one by one: another object makes another world, ticks are fixed, errors reach a boundary.
import { Component, StrictMode, Suspense, useState } from "react";
import { Canvas } from "@react-three/fiber";
import { BoxGeometry, Mesh } from "three";
import { Level, useCarom, useCharacter, useFixedTick, useLevel, useWorld } from "carom/react";

const box = (size) => new Mesh(new BoxGeometry(size, size, size)), [small, large] = [box(1), box(2)], seen = { ticks: 0, alphas: [], worlds: [], errors: [] };
const failing = () => Promise.reject(new Error("no network"));

class Boundary extends Component {
  state = {};

  static getDerivedStateFromError = () => ({ failed: true });

  componentDidCatch(error) {
    seen.errors.push(error.message);
  }

  render() {
    return this.state.failed ? null : this.props.children;
  }
}

function Objects() {
  const [object, setObject] = useState(small), world = useLevel(object);
  seen.next = () => setObject(large);
  if (world && seen.worlds.at(-1)?.world !== world) seen.worlds.push({ world, top: world.mesh.bounds.max.y });
  useFixedTick(0.01, (dt) => { seen.ticks += dt; }, (alpha) => { seen.alphas.push(alpha); });
  return null;
}

function Below() {
  seen.below = useWorld().mesh.triangleCount;
  return null;
}

function Homeless() {
  useCharacter({}, () => {});
  return null;
}

function Unloaded() {
  useCarom(failing);
  return null;
}

export const Hooks = () => (
  <StrictMode>
    <Canvas>
      <Suspense>
        <Objects /><Level scene={small} options={{ weld: true }}><Below /></Level>
        <Boundary><Homeless /></Boundary><Boundary><Unloaded /></Boundary>
      </Suspense>
    </Canvas>
  </StrictMode>
);

const frames = async (count) => { for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame); };

/** Plays with the hooks, after `render(<Hooks />)`. */
export async function played() {
  while (seen.worlds.length === 0 || seen.errors.length < 2) await frames(1);
  const start = performance.now(), before = seen.ticks;
  seen.next();
  await frames(40);
  const seconds = (performance.now() - start) / 1000, disposed = () => seen.worlds[0].world.size;
  let error = null;
  try { disposed(); } catch ({ message }) { error = message; }
  return { seconds, ticked: seen.ticks - before, alphas: seen.alphas.every((alpha) => alpha >= 0 && alpha <= 1), tops: seen.worlds.map(({ top }) => top), below: seen.below, errors: seen.errors.toSorted(), error };
}

import { Suspense, useRef } from "react";
import { Canvas } from "@react-three/fiber";
import { Level, useCharacter } from "carom/react";

const Block = ({ at, size }) => <mesh position={at}><boxGeometry args={size} /><meshNormalMaterial /></mesh>;
const room = <>
  <Block at={[0, -0.5, 0]} size={[20, 1, 20]} />
  <Block at={[2.5, 0.15, 0]} size={[1, 0.3, 4]} />
  <Block at={[5, 1.5, 0]} size={[1, 3, 20]} />
</>;

function Player({ input }) {
  const player = useRef(null);
  useCharacter({ feet: [0, 3, 0] }, (hero, dt) => hero.step(input.current, dt), player);
  return <group ref={player}><mesh position-y={0.9}><capsuleGeometry args={[0.3, 1.2]} /><meshNormalMaterial /></mesh></group>;
}

export const Game = ({ input, children }) => (
  <Canvas camera={{ position: [3, 4, 9] }}>
    <Suspense><Level scene={room}><Player input={input} />{children}</Level></Suspense>
  </Canvas>
);

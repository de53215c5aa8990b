// A hundred agents that wander: one instanced mesh, one call a tick.

import { CapsuleGeometry, Color, InstancedMesh, Matrix4, MeshLambertMaterial } from "three";

const RADIUS = 0.25, HEIGHT = 1.4, SPEED = 1.6;

export function agentsOf(carom, world, places, random) {
  const crowd = new carom.Crowd(world, { layer: 2 ** 30 }), turns = [], intents = [];
  for (const feet of places) {
    crowd.add({ feet, radius: RADIUS, height: HEIGHT, mass: 60 });
    turns.push({ heading: 2 * Math.PI * random(), left: 0 });
    intents.push({ velocity: [0, 0, 0] });
  }
  const mesh = new InstancedMesh(new CapsuleGeometry(RADIUS, HEIGHT - 2 * RADIUS, 4, 12), new MeshLambertMaterial(), places.length);
  mesh.frustumCulled = false;
  places.forEach((_, i) => mesh.setColorAt(i, new Color().setHSL(i / places.length, 0.6, 0.55)));
  const matrix = new Matrix4();
  return {
    mesh,
    crowd,
    tick(dt) {
      turns.forEach((turn, i) => {
        // An agent that walls or others slow down takes another way.
        const slow = Math.hypot(crowd.velocity[3 * i], crowd.velocity[3 * i + 2]) < SPEED / 2;
        turn.left -= slow ? 10 * dt : dt;
        if (turn.left < 0) Object.assign(turn, { heading: turn.heading + (random() - 0.5) * (slow ? 6 : 1.5), left: 1 + 3 * random() });
        intents[i].velocity = [SPEED * Math.cos(turn.heading), 0, SPEED * Math.sin(turn.heading)];
      });
      crowd.step(intents, dt);
    },
    draw(alpha) {
      const { before, feet } = crowd;
      for (let i = 0; i < crowd.size; i++) {
        const [x, y, z] = [0, 1, 2].map((axis) => before[3 * i + axis] + (feet[3 * i + axis] - before[3 * i + axis]) * alpha);
        mesh.setMatrixAt(i, matrix.makeTranslation(x, y + HEIGHT / 2, z));
      }
      mesh.instanceMatrix.needsUpdate = true;
    },
  };
}

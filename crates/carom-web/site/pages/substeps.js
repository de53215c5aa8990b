import * as rust from "../rust.js";
import { sweepFigures } from "../words.js";

export default {
  inputs: {
    ball: { center: [-4, 0.9], radius: 0.45 },
    delta: [8.2, -1.7],
    wall: { a: [0.6, -2.1], b: [0.2, 2.1] },
    steps: 5,
  },
  camera: { center: [0, 0], width: 10.6, height: 6.8 },
  handles: [
    { at: "wall.a", of: "b", label: "End a of the wall" },
    { at: "wall.b", of: "b", label: "End b of the wall" },
    { at: "ball.center", of: "a", label: "Centre of the circle" },
    { at: "ball.center", tip: "delta", of: "a", label: "Tip of the motion" },
  ],
  sliders: [
    { at: "steps", label: "steps", min: 1, max: 40, step: 1 },
    { at: "ball.radius", label: "radius", min: 0, max: 1.5, step: 0.01 },
  ],
  draw(d, { ball, delta, wall }, { swept, reached, looked, noticed }) {
    d.shape([ball.center, reached], ball.radius, "a swept");
    d.line(wall.a, wall.b, "b bold");
    d.shape([ball.center], ball.radius, "a");
    d.arrow(ball.center, delta, "motion");
    for (const center of looked) d.shape([center], ball.radius, "wrong ghost");
    d.shape([looked.at(-1)], ball.radius, "wrong");
    d.dot(looked.at(-1), "wrong");
    d.shape([reached], ball.radius, "a ghost");
    if (swept.hit) {
      d.line(ball.center, reached, "free");
      d.hit(swept.hit);
    }
    if (noticed) d.word(looked.at(-1), "!", "wrong", [0, -20]);
    d.word(ball.center, "A", "a", [-18, -4]);
    d.word(wall.b, "B", "b", [16, 0]);
  },
  verdict: ({ swept, noticed }) => {
    if (swept.hit && !noticed) return { is: "wrong", says: "The steps go through; it meets at t =", figure: swept.hit.t };
    if (swept.hit) return { is: "hit", says: "Noticed late; it meets at t =", figure: swept.hit.t };
    return { is: "apart", says: "Free all the way", figure: null };
  },
  numbers: ({ swept, looked, noticed }, { steps }) => [
    ...sweepFigures(swept),
    ["steps looked at", `${looked.length} of ${steps}`, looked.length],
    ["noticed", noticed ? "yes" : "no", noticed],
  ],
  cases: [
    { title: "Twelve steps", inputs: { steps: 12 } },
    { title: "Forty", inputs: { steps: 40 } },
    { title: "A bullet", inputs: { ball: { center: [-4, 0.9], radius: 0.05 }, steps: 40 } },
    { title: "One step", inputs: { steps: 1 } },
  ],
  how: `<p>A step longer than the circle is wide can jump over a thin wall; however many steps, something is fast or
small enough. And where a step does notice the wall, the circle is already in it, by up to a step.</p>
<p>The sweep asks once, for the whole motion, and costs about as much as two or three looks.</p>`,
  formula: "tunnels if |delta| / steps > 2 r + the wall's thickness",
  code: ({ ball, delta, wall }) => `let ball = ${rust.ball(ball)};
let wall = Capsule::new(${rust.point(wall.a)}, ${rust.point(wall.b)}, 0.0);
let swept = sweep(&ball, ${rust.point(delta)}, &wall);`,
};

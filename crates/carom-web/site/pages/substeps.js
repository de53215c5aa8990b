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
    { at: "ball.center", of: "a", label: "Center of the circle" },
    { at: "ball.center", tip: "delta", of: "a", label: "Tip of the motion" },
  ],
  sliders: [
    { at: "steps", label: "steps", min: 1, max: 40, step: 1 },
    { at: "ball.radius", label: "radius", min: 0, max: 1.5, step: 0.01 },
  ],
  draw(d, { ball, delta, wall }, { swept, reached, samples, detected }) {
    d.shape([ball.center, reached], ball.radius, "a swept");
    d.line(wall.a, wall.b, "b bold");
    d.shape([ball.center], ball.radius, "a");
    d.arrow(ball.center, delta, "motion");
    for (const center of samples) d.shape([center], ball.radius, "wrong ghost");
    d.shape([samples.at(-1)], ball.radius, "wrong");
    d.dot(samples.at(-1), "wrong");
    d.shape([reached], ball.radius, "a ghost");
    if (swept.hit) {
      d.line(ball.center, reached, "free");
      d.hit(swept.hit);
    }
    if (detected) d.word(samples.at(-1), "!", "wrong", [0, -20]);
    d.word(ball.center, "A", "a", [-18, -4]);
    d.word(wall.b, "B", "b", [16, 0]);
  },
  verdict: ({ swept, detected }) => {
    if (swept.hit && !detected) return { is: "wrong", says: "Tunneling! Time of impact t =", figure: swept.hit.t };
    if (swept.hit) return { is: "hit", says: "Detected late; time of impact t =", figure: swept.hit.t };
    return { is: "apart", says: "No hit", figure: null };
  },
  numbers: ({ swept, samples, detected }, { steps }) => [
    ...sweepFigures(swept),
    ["steps tested", `${samples.length} of ${steps}`, samples.length],
    ["wall detected", detected ? "yes" : "no", detected],
  ],
  cases: [
    { title: "12 steps", inputs: { steps: 12 } },
    { title: "40 steps", inputs: { steps: 40 } },
    { title: "Bullet", inputs: { ball: { center: [-4, 0.9], radius: 0.05 }, steps: 40 } },
    { title: "1 step", inputs: { steps: 1 } },
  ],
  how: `<p>A step that is longer than the circle is wide can jump over a thin wall (tunneling). For any number of steps,
some shape is fast or small enough. And if a step detects the wall, the circle already penetrates it, by up to a
step.</p>
<p>The sweep handles the whole motion at once (continuous collision detection) and costs about as much as two or three
overlap tests.</p>`,
  formula: "tunneling is possible if |delta| / steps > 2 r + thickness of the wall",
  code: ({ ball, delta, wall }) => `let ball = ${rust.ball(ball)};
let wall = Capsule::new(${rust.point(wall.a)}, ${rust.point(wall.b)}, 0.0);
let swept = sweep(&ball, ${rust.point(delta)}, &wall);`,
};

import { radius } from "../parts.js";
import * as rust from "../rust.js";
import { figure, vector } from "../words.js";

export default {
  inputs: {
    ball: { center: [-2.6, 2.6], radius: 0.6 },
    delta: [4.2, 0],
    gravity: 3.4,
    slope: { a: [-4, -1.4], b: [4.2, 1.6] },
    max_slope: 45,
  },
  camera: { center: [0, 0.6], width: 9.6, height: 6.8 },
  handles: [
    { at: "slope.a", of: "b", label: "End a of the slope" },
    { at: "slope.b", of: "b", label: "End b of the slope" },
    { at: "ball.center", of: "a", label: "Center of the circle" },
    { at: "ball.center", tip: "delta", of: "a", label: "Tip of the wanted motion" },
  ],
  sliders: [
    { at: "gravity", label: "gravity", min: 0, max: 6, step: 0.01 },
    { at: "max_slope", label: "walkable up to (degrees)", min: 0, max: 90, step: 1 },
    radius("ball.radius", "the circle", 1.5),
  ],
  draw(d, { ball, delta, gravity, slope }, { swept, motion, touch, rest, along, into, end }) {
    d.line(slope.a, slope.b, "b bold");
    d.shape([ball.center, touch], ball.radius, "a swept");
    d.shape([ball.center], ball.radius, "a");
    d.arrow(ball.center, delta, "motion");
    d.arrow(ball.center.map((x, i) => x + delta[i]), [0, -gravity], "motion", "g");
    d.line(ball.center, touch, "free");
    d.shape([end], ball.radius, "a ghost");
    if (!swept.hit) {
      d.arrow(ball.center, motion, "free");
      return;
    }
    d.shape([touch], ball.radius, "a");
    d.line(touch, end, "gap");
    d.dot(swept.hit.point, "answer");
    d.arrow(touch, rest, "free", "v");
    d.arrow(touch, along, "normal", "v_s");
    d.arrow(touch, into, "b", "v_n");
  },
  verdict: ({ swept, walkable }) => {
    if (!swept.hit) return { is: "apart", says: "Free: no slope in the way", figure: null };
    return walkable
      ? { is: "touching", says: "Walkable: gravity does not slide", figure: null }
      : { is: "hit", says: "Too steep: gravity slides", figure: null };
  },
  numbers: ({ swept, rest, along, into, slide, degrees }) => [
    ["t", swept.hit ? figure(swept.hit.t) : "none", swept.hit?.t ?? null],
    ["slope", swept.hit ? `${figure(degrees, 2)}°` : "none", swept.hit ? degrees : null],
    ["v, the rest of the motion", vector(rest), rest],
    ["v_s, along the slope", vector(along), along],
    ["v_n, into the slope", vector(into), into],
    ["the slide", vector(slide), slide],
  ],
  cases: [
    { title: "Standing still", inputs: { delta: [0, 0] } },
    { title: "Too steep", inputs: { ball: { center: [-0.6, 3], radius: 0.6 }, delta: [0.4, 0], slope: { a: [-1.6, -3.4], b: [3, 3.4] } } },
    { title: "Downhill", inputs: { ball: { center: [2.6, 2.6], radius: 0.6 }, delta: [-4, 0], gravity: 1.2 } },
    { title: "On flat ground", inputs: { slope: { a: [-4, -0.6], b: [4.2, -0.6] } } },
    { title: "Into a wall", inputs: { ball: { center: [-2.6, 0.4], radius: 0.6 }, gravity: 0, delta: [6, 1], slope: { a: [2, -2.4], b: [2, 3.4] } } },
    { title: "No gravity", inputs: { gravity: 0 } },
  ],
  how: `<p>Collide and slide: move until the first touch. The motion that is left there, <i>v</i>, is split in two. The part along the
slope, <i>v<sub>s</sub></i>, goes on; the part into the slope, <i>v<sub>n</sub></i>, ends at the surface. The dashed circle is the
end of the tick.</p>
<p>Gravity is part of the motion, and on every slope it has a part along it: with this alone, a character that stands still would
creep downhill. So on a slope that is not too steep the slide is made of the wanted motion only, and on a steeper one gravity
counts. carom's mover does the same, with several surfaces at once.</p>`,
  formula: "v = (1 − t) (wanted + gravity)\nv_n = (v·n) n\nv_s = v − v_n\nslope = acos(n·up)      walkable: slope ≤ steepest",
  code: ({ ball, delta, gravity, slope }) => `let ball = ${rust.ball(ball)};
let motion = ${rust.point(delta)} - dvec2(0.0, ${rust.number(gravity)});
let slope = ${rust.segment(slope)};
if let Some(hit) = sweep(&ball, motion, &slope).hit {
    let rest = motion * (1.0 - hit.t);
    let into = hit.normal * rest.dot(hit.normal);
    let end = ball.center + motion * hit.t + (rest - into);
}`,
};

import { radius } from "../parts.js";
import * as rust from "../rust.js";
import { ending, sweepFigures } from "../words.js";

export default {
  inputs: {
    ball: { center: [-3.4, 1.6], radius: 0.6 },
    delta: [5.8, -2.2],
    rest: { a: [0.4, -2], b: [2, 1.6], radius: 0.5 },
  },
  camera: { center: [-0.2, 0], width: 9.6, height: 6.8 },
  handles: [
    { at: "rest.a", of: "b", label: "End a of the capsule" },
    { at: "rest.b", of: "b", label: "End b of the capsule" },
    { at: "ball.center", of: "a", label: "Center of the moving circle" },
    { at: "ball.center", tip: "delta", of: "a", label: "Tip of the motion" },
  ],
  sliders: [
    radius("ball.radius", "the circle", 1.5),
    radius("rest.radius", "the capsule", 1.5),
  ],
  draw(d, { ball, delta, rest }, { swept, reached }) {
    d.shape([ball.center, reached], ball.radius, "a swept");
    d.shape([rest.a, rest.b], rest.radius, "b");
    d.line(rest.a, rest.b, "b axis");
    d.shape([ball.center], ball.radius, "a");
    d.arrow(ball.center, delta, "motion");
    d.shape([reached], ball.radius, "a ghost");
    if (swept.hit) {
      d.line(ball.center, reached, "free");
      d.hit(swept.hit);
    }
    d.word(ball.center, "A", "a", [-18, -4]);
    d.word(rest.b, "B", "b", [20, 0]);
  },
  verdict: ({ swept }) => ending(swept),
  numbers: ({ swept }) => sweepFigures(swept),
  cases: [
    { title: "Against a segment", inputs: { rest: { a: [0.4, -2], b: [2, 1.6], radius: 0 } } },
    { title: "Against a circle", inputs: { rest: { a: [1.5, -0.6], b: [1.5, -0.6], radius: 1.2 } } },
    { title: "Point against point", inputs: { ball: { center: [-3.8, 1.6], radius: 0 }, delta: [8, -3.2], rest: { a: [0.2, 0], b: [0.2, 0], radius: 0 } } },
    { title: "Grazing", inputs: { ball: { center: [-3.4, 0], radius: 0.6 }, delta: [6.6, 0], rest: { a: [0, -1.1], b: [2, -1.1], radius: 0.5 } } },
    { title: "Touching and leaving", inputs: { ball: { center: [0, 1], radius: 0.5 }, delta: [-2, 1], rest: { a: [-2, 0], b: [2, 0], radius: 0.5 } } },
    { title: "Overlapping", inputs: { ball: { center: [0.6, 0.2], radius: 0.6 }, delta: [-3, 1.4] } },
    { title: "No motion", inputs: { delta: [0, 0] } },
  ],
  how: `<p>While two convex shapes translate, the gap between them is a convex function of time. So Newton's method
never overshoots the time of impact: within gap / closing speed the shapes cannot touch (conservative advancement).
Three steps are typical.</p>
<p>A shape that starts in contact is free to move away or to slide along. A shape that starts overlapping is stopped at
<i>t</i> = 0, and the answer reports the overlap.</p>`,
  formula: "n, gap = normal and distance of the closest points at t\nt += (gap − E) / −n·delta      E = 8 eps L\nuntil gap ≤ E: hit; or n·delta ≥ 0 or t > 1: no hit",
  code: ({ ball, delta, rest }) => `let ball = ${rust.ball(ball)};
let delta = ${rust.point(delta)};
let rest = ${rust.capsule(rest)};
let swept = sweep(&ball, delta, &rest);`,
};

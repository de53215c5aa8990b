import { radius } from "../parts.js";
import { sum } from "../points.js";
import * as rust from "../rust.js";
import { figure, vector } from "../words.js";

export default {
  inputs: {
    a: { center: [-3.2, -1.2], radius: 0.8 }, delta_a: [5.2, 2.4],
    b: { center: [2.8, -1.6], radius: 1 }, delta_b: [-2.6, 2.8],
  },
  camera: { center: [0, 0], width: 9.8, height: 6.8 },
  handles: [
    { at: "b.center", of: "b", label: "Center of B" },
    { at: "b.center", tip: "delta_b", of: "b", label: "Tip of B's motion" },
    { at: "a.center", of: "a", label: "Center of A" },
    { at: "a.center", tip: "delta_a", of: "a", label: "Tip of A's motion" },
  ],
  sliders: [
    radius("a.radius", "A", 1.5),
    radius("b.radius", "B", 1.5),
  ],
  draw(d, { a, delta_a, b, delta_b }, { impact }) {
    const to_a = sum(a.center, impact ? impact.delta_a : delta_a);
    const to_b = sum(b.center, impact ? impact.delta_b : delta_b);
    d.shape([b.center, to_b], b.radius, "b swept");
    d.shape([a.center, to_a], a.radius, "a swept");
    d.shape([b.center], b.radius, "b");
    d.shape([a.center], a.radius, "a");
    d.arrow(b.center, delta_b, "motion");
    d.arrow(a.center, delta_a, "motion");
    d.shape([to_b], b.radius, "b ghost");
    d.shape([to_a], a.radius, "a ghost");
    if (impact) {
      d.arrow(b.center, impact.delta_b, "free");
      d.arrow(a.center, impact.delta_a, "free");
      d.arrow(to_b, impact.normal, "normal", "n");
      d.dot(to_b, "b");
      d.dot(to_a, "a");
    }
    d.word(a.center, "A", "a", [-18, 6]);
    d.word(b.center, "B", "b", [18, 6]);
  },
  verdict: ({ impact }) => {
    if (!impact) return { is: "apart", says: "No hit", figure: null };
    if (impact.depth > 0) return { is: "overlap", says: "Overlapping at the start by", figure: impact.depth };
    return { is: "hit", says: "Time of impact t =", figure: impact.t };
  },
  numbers: ({ impact }) => [
    ["t", impact ? figure(impact.t) : "none", impact?.t ?? null],
    ["delta_a", impact ? vector(impact.delta_a) : "none", impact?.delta_a ?? null],
    ["delta_b", impact ? vector(impact.delta_b) : "none", impact?.delta_b ?? null],
    ["normal", impact ? vector(impact.normal) : "none", impact?.normal ?? null],
    ["depth", impact ? figure(impact.depth) : "none", impact?.depth ?? null],
  ],
  cases: [
    { title: "Head on", inputs: { a: { center: [-3.4, 0], radius: 0.8 }, delta_a: [5, 0], b: { center: [3.4, 0], radius: 0.8 }, delta_b: [-5, 0] } },
    { title: "One at rest", inputs: { b: { center: [0.9, 0.2], radius: 1 }, delta_b: [0, 0] } },
    { title: "Side by side", inputs: { a: { center: [-3, 1], radius: 0.8 }, delta_a: [5, 0], b: { center: [-3, -1.4], radius: 1 }, delta_b: [5, 0] } },
    { title: "Near miss", inputs: { a: { center: [-3.2, 1.01], radius: 1 }, delta_a: [6, 0], b: { center: [3.2, -1], radius: 1 }, delta_b: [-6, 0] } },
    { title: "Overlapping", inputs: { a: { center: [1.6, -0.6], radius: 0.8 }, delta_a: [-4, 2] } },
  ],
  how: `<p>Relative to B only A moves, by the difference of the two displacements: a shape cast against a circle at
rest. The time of impact is a fraction of both motions, so both arrows are shortened by it.</p>
<p>Circles that move in parallel or apart do not collide; that case needs no division. In double precision, as here,
<i>t</i> is found as on the page before; in single precision it is the root of a quadratic, computed in double
precision.</p>`,
  formula: "delta = delta_a − delta_b\nw = A.center − B.center,  R = A.radius + B.radius\nt = first root of |w + t delta| = R\nA moves by t delta_a,  B by t delta_b",
  code: ({ a, delta_a, b, delta_b }) => `let a = ${rust.ball(a)};
let b = ${rust.ball(b)};
let (delta_a, delta_b) = (${rust.point(delta_a)}, ${rust.point(delta_b)});
let impact = table::impact(&a, delta_a, &b, delta_b);`,
};

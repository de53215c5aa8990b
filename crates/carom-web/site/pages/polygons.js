import { radius } from "../parts.js";
import * as rust from "../rust.js";
import { contactFigures, standing } from "../words.js";

const corners = (of, count) => Array.from({ length: count }, (_, i) => (
  { at: `${of}.points.${i}`, of, label: `Corner ${i + 1} of ${of.toUpperCase()}` }));

export default {
  inputs: {
    a: { points: [[-3.2, 1.9], [-1, 2.4], [0.5, 0.6], [-1.4, -0.3], [-3, 0.3]], radius: 0 },
    b: { points: [[-0.4, -0.5], [2.4, 1], [3.2, -0.9], [0.6, -2.2]], radius: 0 },
  },
  camera: { center: [0, 0], width: 9.4, height: 6.6 },
  handles: [...corners("b", 4), ...corners("a", 5)],
  sliders: [
    radius("a.radius", "A", 1.5),
    radius("b.radius", "B", 1.5),
  ],
  draw(d, { a, b }, { contact }) {
    d.shape(b.points, b.radius, "b");
    d.shape(a.points, a.radius, "a");
    d.contact(contact);
    d.word(a.points[0], "A", "a", [-16, -12]);
    d.word(b.points[2], "B", "b", [18, 0]);
  },
  verdict: ({ contact }) => standing(contact),
  numbers: ({ contact }) => contactFigures(contact),
  cases: [
    { title: "Overlapping", inputs: { a: { points: [[-2.2, 1.4], [0, 1.9], [1.5, 0.1], [-0.4, -0.8], [-2, -0.2]], radius: 0 } } },
    { title: "Edge on edge", inputs: { a: { points: [[-2, 0], [-2, 2], [1, 2], [1, 0], [0, 1]], radius: 0 }, b: { points: [[-1, 0], [2, 0], [2, -2], [-1, -2]], radius: 0 } } },
    { title: "Corner on corner", inputs: { a: { points: [[-3, 0], [-1.5, 1.5], [0, 0], [-1.5, -1.5], [-1.5, 0]], radius: 0 }, b: { points: [[0, 0], [1.5, 1.5], [3, 0], [1.5, -1.5]], radius: 0 } } },
    { title: "Degenerate: all on a line", inputs: { a: { points: [[-3, 1], [-2, 1], [-1, 1], [0, 1], [1, 1]], radius: 0 } } },
    { title: "Rounded", inputs: { a: { points: [[-3.2, 1.9], [-1, 2.4], [0.1, 1], [-1.4, 0.1], [-3, 0.5]], radius: 0.5 }, b: { points: [[0.1, -0.7], [2.4, 0.6], [3, -0.9], [0.8, -1.9]], radius: 0.35 } } },
  ],
  how: `<p>GJK and EPA need only the support function of a convex shape: its farthest point in a direction. The distance
of two separate shapes is the largest gap between them along any direction (GJK). If they overlap, the penetration depth
is the smallest overlap along any direction (EPA).</p>
<p>The result is certified: the closest points are an upper bound of the distance, the gap along the normal is a lower
one.</p>`,
  formula: "support(S, n) = max over p in S of n·p\nseparation = max over unit n of\n    −support(A, −n) − support(B, n) − (A.radius + B.radius)",
  code: ({ a, b }) => `let a = ${rust.hull(a)};
let b = ${rust.hull(b)};
let contact = contact(&a, &b, f64::INFINITY);`,
};

import { radius } from "../parts.js";
import * as rust from "../rust.js";
import { contactFigures, standing } from "../words.js";

export default {
  inputs: {
    a: { center: [0.2, 1.3], radius: 1.2 },
    b: { a: [-2.6, -0.9], b: [2.2, 0.1], radius: 0.9 },
  },
  camera: { center: [0, 0.3], width: 9.4, height: 6.6 },
  handles: [
    { at: "b.a", of: "b", label: "End a of the capsule B" },
    { at: "b.b", of: "b", label: "End b of the capsule B" },
    { at: "a.center", of: "a", label: "Center of the circle A" },
  ],
  sliders: [
    radius("a.radius", "A", 2.5),
    radius("b.radius", "B", 2.5),
  ],
  draw(d, { a, b }, { contact }) {
    d.shape([b.a, b.b], b.radius, "b");
    d.line(b.a, b.b, "b axis");
    d.shape([a.center], a.radius, "a");
    d.contact(contact);
    d.word(a.center, "A", "a", [-18, -4]);
    d.word(b.a, "B", "b", [-20, 0]);
  },
  verdict: ({ contact }) => standing(contact),
  numbers: ({ contact }) => contactFigures(contact),
  cases: [
    { title: "Center on the axis", inputs: { a: { center: [0, 0], radius: 1.1 }, b: { a: [-3, 0], b: [3, 0], radius: 0.9 } } },
    { title: "At a rounded end", inputs: { a: { center: [3.3, 1.6], radius: 1.1 } } },
    { title: "Capsule of length 0: a circle", inputs: { b: { a: [0, -0.6], b: [0, -0.6], radius: 0.9 } } },
    { title: "Both radii 0", inputs: { a: { center: [0.5, 1.7], radius: 0 }, b: { a: [-2.6, -0.9], b: [2.2, 0.1], radius: 0 } } },
  ],
  how: `<p>Every shape of carom is a core with a radius. The core is a point, a segment, a triangle or the convex hull
of points. The separation is the distance of the cores minus both radii.</p>
<p>If the center is on the axis, the distance of the cores is 0 and has no direction. The shortest way out is then
perpendicular to the axis, to either side.</p>`,
  formula: "q = closest point of the segment a b to A.center\nd = A.center − q\nseparation = |d| − (A.radius + B.radius)\nnormal = d / |d|",
  code: ({ a, b }) => `let a = ${rust.ball(a)};
let b = ${rust.capsule(b)};
let contact = contact(&a, &b, f64::INFINITY);`,
};

import { capsules } from "../parts.js";
import * as rust from "../rust.js";
import { contactFigures, standing } from "../words.js";

export default {
  inputs: {
    a: { a: [-2.9, 1.9], b: [1.2, 0.3], radius: 0.8 },
    b: { a: [-1.6, -1.7], b: [2.8, -0.3], radius: 0.9 },
  },
  camera: { center: [0, 0], width: 9.4, height: 6.6 },
  handles: capsules.handles,
  sliders: capsules.sliders,
  draw(d, inputs, { contact }) {
    capsules.draw(d, inputs);
    d.contact(contact);
  },
  verdict: ({ contact }) => standing(contact),
  numbers: ({ contact }) => contactFigures(contact),
  cases: [
    { title: "Crossing", inputs: { a: { a: [-2.5, 1.6], b: [2, -1.4], radius: 0.5 }, b: { a: [-2, -1.6], b: [2.4, 1.2], radius: 0.5 } } },
    { title: "Parallel", inputs: { a: { a: [-3, 1], b: [1, 1], radius: 0.7 }, b: { a: [-1, -1], b: [3, -1], radius: 0.9 } } },
    { title: "Collinear", inputs: { a: { a: [-3.4, 0], b: [-1.2, 0], radius: 0.6 }, b: { a: [1, 0], b: [3.4, 0], radius: 0.6 } } },
    { title: "Identical", inputs: { a: { a: [-2, 0], b: [2, 0.5], radius: 0.7 }, b: { a: [-2, 0], b: [2, 0.5], radius: 0.7 } } },
  ],
  how: `<p>Two segments that do not cross are closest at an end of one of them. If they cross, the distance of the cores
is 0, but the penetration depth is larger than the sum of the radii: one segment must first move until they no longer
cross.</p>
<p>Many libraries report only the radii there. carom adds the smallest height of the parallelogram that the two segments
span (their Minkowski difference).</p>`,
  formula: "separate: separation = min |p − q| − (A.radius + B.radius)\ncrossing: separation = −min height of their parallelogram − (A.radius + B.radius)",
  code: ({ a, b }) => `let a = ${rust.capsule(a)};
let b = ${rust.capsule(b)};
let contact = contact(&a, &b, f64::INFINITY);`,
};

import { corners, radius } from "../parts.js";
import * as rust from "../rust.js";
import { contactFigures, standing } from "../words.js";

export default {
  inputs: {
    a: { a: [-0.3, 2.1, 0.5], b: [0.7, 3.3, -0.3], radius: 0.6 },
    b: { a: [-2.4, 0.6, 1.6], b: [2.5, 0.3, 1.3], c: [0.2, 1.1, -2.4] },
  },
  camera: { center: [0, 1.6, 0], width: 7.6, height: 5.4, yaw: 0.5, pitch: 0.32 },
  ground: { normal: [0, 1, 0], at: 0 },
  handles: [
    ...corners("b", "the triangle B"),
    { at: "a.a", of: "a", label: "End a of the capsule A" },
    { at: "a.b", of: "a", label: "End b of the capsule A" },
  ],
  sliders: [radius("a.radius", "A", 2)],
  draw(d, { a, b }, { contact }) {
    d.shape([b.a, b.b, b.c], 0, "b");
    d.shape([a.a, a.b], a.radius, "a");
    d.line(a.a, a.b, "a axis");
    d.contact(contact);
    d.word(a.b, "A", "a", [-20, -4]);
    d.word(b.a, "B", "b", [-20, 0]);
  },
  verdict: ({ contact }) => standing(contact),
  numbers: ({ contact }) => contactFigures(contact),
  cases: [
    { title: "Standing on the face", inputs: { a: { a: [0, 1.6, 0], b: [0, 2.8, 0], radius: 0.6 }, b: { a: [-2, 1, 2], b: [2, 1, 2], c: [0, 1, -2] } } },
    { title: "Lying on the face", inputs: { a: { a: [-0.8, 1.6, 0.6], b: [0.8, 1.6, 0.6], radius: 0.6 }, b: { a: [-2, 1, 2], b: [2, 1, 2], c: [0, 1, -2] } } },
    { title: "Axis through the face", inputs: { a: { a: [-0.2, 0.2, 0.4], b: [0.6, 2.4, -0.2], radius: 0.5 } } },
    { title: "Beside an edge", inputs: { a: { a: [2.2, 0.7, -2.2], b: [2.6, 2.3, 0.2], radius: 0.5 } } },
    { title: "Capsule of length 0: a sphere", inputs: { a: { a: [0.3, 2.4, 0.2], b: [0.3, 2.4, 0.2], radius: 0.9 } } },
  ],
  how: `<p>If the axis does not intersect the triangle, the closest points are an end of the axis and a point of the
face, or a point of the axis and a point of an edge. If it does, the distance of the cores is 0, and the shortest way
out is along the normal of the face or perpendicular to the axis and an edge, whichever is shorter.</p>
<p>A capsule that lies flat has many pairs of closest points. Then <code>unique</code> is “no, one of several”, and the
choice is the same on every machine.</p>`,
  formula: "separate: separation = min |p − q| − A.radius,  p on the axis, q on B\ncrossing: separation = −min depth of the cores − A.radius",
  code: ({ a, b }) => `let a = ${rust.capsule(a)};
let b = ${rust.triangle(b)};
let contact = contact(&a, &b, f64::INFINITY);`,
};

import { corners, radius } from "../parts.js";
import * as rust from "../rust.js";
import { contactFigures, standing } from "../words.js";

export default {
  inputs: {
    a: { center: [0.3, 2.5, 0.2], radius: 0.9 },
    b: { a: [-2.4, 0.6, 1.6], b: [2.5, 0.3, 1.3], c: [0.2, 1.1, -2.4] },
  },
  camera: { center: [0, 1.35, 0], width: 7.4, height: 5.2, yaw: 0.5, pitch: 0.35 },
  ground: { normal: [0, 1, 0], at: 0 },
  handles: [
    ...corners("b", "the triangle B"),
    { at: "a.center", of: "a", label: "Center of the sphere A" },
  ],
  sliders: [radius("a.radius", "A", 2.5)],
  draw(d, { a, b }, { contact }) {
    d.shape([b.a, b.b, b.c], 0, "b");
    d.shape([a.center], a.radius, "a");
    d.contact(contact);
    d.word(a.center, "A", "a", [-18, -8]);
    d.word(b.a, "B", "b", [-20, 0]);
  },
  verdict: ({ contact }) => standing(contact),
  numbers: ({ contact }) => contactFigures(contact),
  cases: [
    { title: "At an edge", inputs: { a: { center: [2.3, 1.9, -0.9], radius: 0.9 } } },
    { title: "At a corner", inputs: { a: { center: [-3, 1.4, 2.1], radius: 0.7 } } },
    { title: "Through the face", inputs: { a: { center: [0.2, 0.9, 0.3], radius: 0.9 } } },
    { title: "Center on the face", inputs: { a: { center: [0, 1, 0], radius: 0.8 }, b: { a: [-2, 1, 2], b: [2, 1, 2], c: [0, 1, -2] } } },
    { title: "Needle triangle", inputs: { b: { a: [-2.4, 1, 0], b: [2.4, 1, 0], c: [0.3, 1, 0.001] } } },
    { title: "All corners equal", inputs: { b: { a: [0, 0.8, 0], b: [0, 0.8, 0], c: [0, 0.8, 0] } } },
  ],
  how: `<p>A sphere is a point with a radius, so the query needs the closest point of the triangle to the center: its
projection onto the face, or else the closest point of the three edges.</p>
<p>Triangles are two-sided: the normal points from the triangle to the sphere on either side. With the center on the
face both sides are equally close; carom always returns the same normal and reports that it is not unique. Needles and
triangles that degenerate to a segment or a point are handled, too.</p>`,
  formula: "q = closest point of B to the center c\nn = (c − q) / |c − q|\nseparation = |c − q| − A.radius",
  code: ({ a, b }) => `let a = ${rust.ball(a)};
let b = ${rust.triangle(b)};
let contact = contact(&a, &b, f64::INFINITY);`,
};

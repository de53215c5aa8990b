import { radius } from "../parts.js";
import * as rust from "../rust.js";
import { contactFigures, standing } from "../words.js";

export default {
  inputs: { a: { a: [-2.9, 0.6], b: [2.6, 1.3] }, b: { center: [0.2, -0.7], radius: 1.35 } },
  camera: { center: [0, 0], width: 9, height: 6.4 },
  handles: [
    { at: "b.center", of: "b", label: "Center of the circle B" },
    { at: "a.a", of: "a", label: "End a of the segment A" },
    { at: "a.b", of: "a", label: "End b of the segment A" },
  ],
  sliders: [radius("b.radius", "B", 3)],
  draw(d, { a, b }, { contact }) {
    d.shape([b.center], b.radius, "b");
    d.line(a.a, a.b, "a bold");
    d.contact(contact);
    d.word(a.a, "A", "a", [-4, -18]);
    d.word(b.center, "B", "b", [-18, 10]);
  },
  verdict: ({ contact }) => standing(contact),
  numbers: ({ contact }) => contactFigures(contact),
  cases: [
    { title: "Through the center", inputs: { a: { a: [-2, -1.8], b: [2.4, 0.4] }, b: { center: [0.2, -0.7], radius: 1.35 } } },
    { title: "An end inside", inputs: { a: { a: [-3, 0.4], b: [-0.4, -0.2] } } },
    { title: "Grazing", inputs: { a: { a: [-3, 1], b: [3, 1] }, b: { center: [0, -0.5], radius: 1.5 } } },
    { title: "Segment of length 0", inputs: { a: { a: [0.6, 0.2], b: [0.6, 0.2] } } },
  ],
  how: `<p>The segment is the first shape, <code>a</code>, so the normal points from the circle to the segment. For the
opposite view use <code>contact.swapped()</code>.</p>
<p>If the circle contains the whole segment, the shortest way out still starts at the point of the segment that is
closest to the center.</p>`,
  formula: "q = closest point of A to B.center\nd = q − B.center\nseparation = |d| − B.radius\nnormal = d / |d|",
  code: ({ a, b }) => `let a = ${rust.segment(a)};
let b = ${rust.ball(b)};
let contact = contact(&a, &b, f64::INFINITY);`,
};

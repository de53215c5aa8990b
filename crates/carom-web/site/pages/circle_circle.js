import { radius } from "../parts.js";
import * as rust from "../rust.js";
import { contactFigures, standing } from "../words.js";

export default {
  inputs: { a: { center: [-1.2, 0.7], radius: 1.3 }, b: { center: [1, -0.4], radius: 1.6 } },
  camera: { center: [0, 0], width: 9, height: 6.4 },
  handles: [
    { at: "b.center", of: "b", label: "Center of B" },
    { at: "a.center", of: "a", label: "Center of A" },
  ],
  sliders: [
    radius("a.radius", "A", 3),
    radius("b.radius", "B", 3),
  ],
  draw(d, { a, b }, { contact }) {
    d.shape([b.center], b.radius, "b");
    d.shape([a.center], a.radius, "a");
    d.line(a.center, b.center, "thin");
    d.contact(contact);
    d.word(a.center, "A", "a", [-18, -4]);
    d.word(b.center, "B", "b", [18, 6]);
  },
  verdict: ({ contact }) => standing(contact),
  numbers: ({ contact }) => contactFigures(contact),
  cases: [
    { title: "Touching", inputs: { a: { center: [-3, 0], radius: 1.5 }, b: { center: [0, 0], radius: 1.5 } } },
    { title: "One inside the other", inputs: { a: { center: [0.8, -0.2], radius: 0.5 } } },
    { title: "Same center", inputs: { a: { center: [1, -0.4], radius: 1.3 } } },
    { title: "Two points", inputs: { a: { center: [-1, 0], radius: 0 }, b: { center: [1, 0.5], radius: 0 } } },
  ],
  how: `<p>The normal points from B to A. Moving A by the penetration depth along the normal resolves the overlap, and
no shorter translation does.</p>
<p>If both centers coincide, the vector between them is zero and dividing by its length would give NaN. carom returns a
fixed normal and reports that it is not <code>unique</code>.</p>`,
  formula: "d = A.center − B.center\nseparation = |d| − (A.radius + B.radius)\nnormal = d / |d|",
  code: ({ a, b }) => `let a = ${rust.ball(a)};
let b = ${rust.ball(b)};
let contact = contact(&a, &b, f64::INFINITY);`,
};

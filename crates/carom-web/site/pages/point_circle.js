import * as rust from "../rust.js";
import { contactFigures } from "../words.js";

export default {
  inputs: { point: [1.4, 1.1], circle: { center: [0, 0], radius: 2 } },
  camera: { center: [0, 0], width: 9, height: 6.4 },
  handles: [
    { at: "circle.center", of: "b", label: "Center c of the circle" },
    { at: "point", of: "a", label: "Point p" },
  ],
  sliders: [{ at: "circle.radius", label: "radius r", min: 0, max: 3, step: 0.01 }],
  draw(d, { point, circle }, { contact }) {
    d.shape([circle.center], circle.radius, "b");
    d.line(circle.center, point, "thin");
    d.contact(contact);
    d.word(circle.center, "c", "b", [-14, 14]);
    d.word(point, "p", "a", [14, 14]);
  },
  verdict: ({ inside, contact }) => inside
    ? { is: "overlap", says: contact.separation === 0 ? "Touching" : "Inside, depth", figure: -contact.separation }
    : { is: "apart", says: "Outside, distance", figure: contact.separation },
  numbers: ({ contact }) => contactFigures(contact),
  cases: [
    { title: "On the circle", inputs: { point: [1.2, 1.6] } },
    { title: "At the center", inputs: { point: [0, 0] } },
    { title: "Radius 0", inputs: { circle: { center: [0, 0], radius: 0 } } },
  ],
  how: `<p>The point is inside if its distance from the center is at most the radius. In single precision the overlap
test compares the squared lengths and needs no square root. Touching counts as inside.</p>
<p>At the center, every direction is an equally short way out. carom returns a fixed one and reports that it is not
<code>unique</code>.</p>`,
  formula: "d = p − c\ninside ⇔ d·d ≤ r²",
  code: ({ point, circle }) => `let p = ${rust.point(point)};
let circle = ${rust.ball(circle)};
let inside = overlap(&p, &circle);
let contact = contact(&p, &circle, f64::INFINITY);`,
};

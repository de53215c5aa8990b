import { radius } from "../parts.js";
import * as rust from "../rust.js";
import { contactFigures, standing } from "../words.js";

export default {
  inputs: {
    a: { a: [2.3, 2.2, 0.9], b: [1.6, 3.3, -0.4], radius: 0.45 },
    b: { a: [-0.2, 0.3, 0], b: [0.2, 2.1, 0.2], radius: 1.1 },
  },
  camera: { center: [0.5, 1.6, 0], width: 7.2, height: 5.2, yaw: 0.5, pitch: 0.32 },
  ground: { normal: [0, 1, 0], at: 0 },
  handles: [
    { at: "b.a", of: "b", label: "Center a of the cylinder B" },
    { at: "b.b", of: "b", label: "Center b of the cylinder B" },
    { at: "a.a", of: "a", label: "End a of the capsule A" },
    { at: "a.b", of: "a", label: "End b of the capsule A" },
  ],
  sliders: [radius("a.radius", "A", 2), { at: "b.radius", label: "radius of B", min: 0.01, max: 2, step: 0.01 }],
  draw(d, { a, b }, { contact, low, high }) {
    d.cylinder(b.a, b.b, b.radius, "b");
    d.path(low, "b");
    d.path(high, "b");
    d.line(b.a, b.b, "b axis");
    d.shape([a.a, a.b], a.radius, "a");
    d.line(a.a, a.b, "a axis");
    d.contact(contact);
    d.word(a.b, "A", "a", [-20, -4]);
    d.word(b.a, "B", "b", [-20, 0]);
  },
  verdict: ({ contact }) => standing(contact),
  numbers: ({ contact, part }) => [["on the cylinder", part, part], ...contactFigures(contact)],
  cases: [
    { title: "At the side", inputs: { a: { a: [2.4, 0.8, 0.6], b: [2.1, 1.6, -0.9], radius: 0.45 } } },
    { title: "Above the end", inputs: { a: { a: [0.2, 3, 0.4], b: [0.4, 4, 0.2], radius: 0.45 } } },
    { title: "Standing on it", inputs: { a: { a: [0.3, 2.4, 0], b: [0.3, 3.4, 0], radius: 0.4 }, b: { a: [0, 0, 0], b: [0, 2, 0], radius: 1.2 } } },
    { title: "Lying on its side", inputs: { a: { a: [-1, 2.2, 0.2], b: [1, 2.2, 0.2], radius: 0.4 }, b: { a: [-1.6, 0.9, 0], b: [1.6, 0.9, 0], radius: 0.9 } } },
    { title: "A coin", inputs: { b: { a: [0, 0.9, 0], b: [0.05, 1, 0.02], radius: 1.6 } } },
    { title: "Overlapping", inputs: { a: { a: [0.9, 1.6, 0.4], b: [1.9, 2.6, 0.2], radius: 0.45 } } },
  ],
  how: `<p>A cylinder has a curved side, two flat ends, and a rim where they meet. Engines that make it of many flat sides round its
contacts with them: the normal jumps from side to side, and a wheel does not roll. Here it is the shape itself.</p>
<p>The gap as a function of the direction of the normal is smooth on each part, so Newton's method finds the closest points in a few steps,
from a first direction by GJK. On the rim the normal lies between that of the side and that of the end.</p>`,
  formula: "farthest point of B in a direction n (k: the axis):\nm = n − (n·k) k\ns_B(n) = (n·k > 0: b, else a) + radius · m / |m|\nseparation = max over n of  n·s_A(−n) − n·s_B(n)",
  code: ({ a, b }) => `let a = ${rust.capsule(a)};
let b = ${rust.cylinder(b)};
let contact = contact(&a, &b, f64::INFINITY);`,
};

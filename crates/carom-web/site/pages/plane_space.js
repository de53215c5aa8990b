import { capsules } from "../parts.js";
import * as rust from "../rust.js";
import { figure, vector } from "../words.js";

function draw(d, inputs, contact) {
  capsules.draw(d, inputs);
  d.contact(contact);
}

const outline = { center: [0, 0], width: 8.4, height: 6.2 };

export default {
  inputs: {
    a: { a: [-2.5, 1.9], b: [1.1, 0.9], radius: 0.7 },
    b: { a: [-1.7, -1.4], b: [2.5, -0.4], radius: 0.8 },
  },
  views: [
    { title: "2D", camera: outline, handles: capsules.handles, draw: (d, inputs, { plane }) => draw(d, inputs, plane) },
    {
      title: "3D, at z = 0",
      camera: { ...outline, center: [0, 0, 0], yaw: -0.5, pitch: 0.3 },
      ground: { normal: [0, 0, 1], at: 0 },
      handles: capsules.handles,
      draw: (d, inputs, { space }) => draw(d, inputs, space),
    },
  ],
  sliders: capsules.sliders,
  verdict: ({ difference, same }) => (same
    ? { is: "touching", says: difference === 0 ? "Equal separation, bit for bit" : "Equal separation, up to rounding", figure: null }
    : { is: "hit", says: "Less penetration in 3D, by", figure: difference }),
  numbers: ({ plane, space, difference }) => [
    ["separation, 2D", figure(plane.separation), plane.separation],
    ["separation, 3D", figure(space.separation), space.separation],
    ["difference", figure(difference), difference],
    ["normal, 2D", vector(plane.normal), plane.normal],
    ["normal, 3D", vector(space.normal), space.normal],
    ["unique, 2D · 3D", `${plane.unique ? "yes" : "no"} · ${space.unique ? "yes" : "no"}`, [plane.unique, space.unique]],
  ],
  cases: [
    { title: "Circle, sphere", inputs: { a: { a: [0.3, 1.3], b: [0.3, 1.3], radius: 1.1 } } },
    { title: "Crossing axes", inputs: { a: { a: [-2.1, 1.7], b: [1.7, -1.7], radius: 0.5 }, b: { a: [-2, -1.5], b: [2.2, 1.2], radius: 0.5 } } },
    { title: "Parallel", inputs: { a: { a: [-2.5, 1], b: [0.9, 1], radius: 0.6 }, b: { a: [-1, -1], b: [2.6, -1], radius: 0.8 } } },
    { title: "Center on the axis", inputs: { a: { a: [0, 0], b: [0, 0], radius: 0.9 }, b: { a: [-2.5, 0], b: [2.5, 0], radius: 0.7 } } },
  ],
  how: `<p>The type parameter of a shape is its vector type, which determines the dimension. Formulas in dot products
are the same in any dimension, so carom's own tests compare 2D with 3D at z = 0.</p>
<p>Where the axes cross, the answers must differ. In 2D one capsule has to move until the axes no longer cross. In 3D it
can move along z, by the sum of the radii.</p>`,
  formula: "Capsule<DVec2>: p = (x, y)\nCapsule<DVec3>: p = (x, y, 0)\naxes separate: equal separation, normal and points\naxes cross:    in 3D normal = (0, 0, ±1), depth = A.radius + B.radius",
  code: ({ a, b }) => `let a = ${rust.capsule(a)};
let b = ${rust.capsule(b)};
let lifted = |c: &Capsule<DVec2>| Capsule::new(c.a.extend(0.0), c.b.extend(0.0), c.radius);
let plane = contact(&a, &b, f64::INFINITY);
let space = contact(&lifted(&a), &lifted(&b), f64::INFINITY);`,
};

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
    { title: "In the plane", camera: outline, handles: capsules.handles, draw: (d, inputs, { plane }) => draw(d, inputs, plane) },
    {
      title: "In space, at z = 0",
      camera: { ...outline, center: [0, 0, 0], yaw: -0.5, pitch: 0.3 },
      ground: { normal: [0, 0, 1], at: 0 },
      handles: capsules.handles,
      draw: (d, inputs, { space }) => draw(d, inputs, space),
    },
  ],
  sliders: capsules.sliders,
  verdict: ({ off, same }) => (same
    ? { is: "touching", says: off === 0 ? "The same separation, to the bit" : "The same separation, but for rounding", figure: null }
    : { is: "hit", says: "In space there is a shorter way", figure: off }),
  numbers: ({ plane, space, off }) => [
    ["separation, plane", figure(plane.separation), plane.separation],
    ["separation, space", figure(space.separation), space.separation],
    ["they differ by", figure(off), off],
    ["normal, plane", vector(plane.normal), plane.normal],
    ["normal, space", vector(space.normal), space.normal],
    ["unique, plane · space", `${plane.unique ? "yes" : "no"} · ${space.unique ? "yes" : "no"}`, [plane.unique, space.unique]],
  ],
  cases: [
    { title: "Circle and capsule, sphere and capsule", inputs: { a: { a: [0.3, 1.3], b: [0.3, 1.3], radius: 1.1 } } },
    { title: "Cores that cross", inputs: { a: { a: [-2.1, 1.7], b: [1.7, -1.7], radius: 0.5 }, b: { a: [-2, -1.5], b: [2.2, 1.2], radius: 0.5 } } },
    { title: "Parallel", inputs: { a: { a: [-2.5, 1], b: [0.9, 1], radius: 0.6 }, b: { a: [-1, -1], b: [2.6, -1], radius: 0.8 } } },
    { title: "Centre on the axis", inputs: { a: { a: [0, 0], b: [0, 0], radius: 0.9 }, b: { a: [-2.5, 0], b: [2.5, 0], radius: 0.7 } } },
  ],
  how: `<p>The type parameter is the vector, and the dimension comes with it. Closed forms in dot products do not care how
many components there are, so a test of one is a test of the other: carom's own compare them, with z = 0.</p>
<p>Where the axes cross, they must differ. In the plane one has to go until they do not cross any more. In space
there is a way aside, along z: the radii, and no more.</p>`,
  formula: "Capsule<DVec2>: p = (x, y)\nCapsule<DVec3>: p = (x, y, 0)\ncores apart:  the same separation, normal and points\ncores cross:  in space normal = (0, 0, ±1), depth = A.radius + B.radius",
  code: ({ a, b }) => `let a = ${rust.capsule(a)};
let b = ${rust.capsule(b)};
let lifted = |c: &Capsule<DVec2>| Capsule::new(c.a.extend(0.0), c.b.extend(0.0), c.radius);
let plane = contact(&a, &b, f64::INFINITY);
let space = contact(&lifted(&a), &lifted(&b), f64::INFINITY);`,
};

import { figure } from "../words.js";

const whole = (x) => figure(x, 0);
const pair = (p) => p.map(whole).join(", ");
const code = (p) => `[${p.map((x) => String(Math.round(x))).join(", ")}]`;
const yes = (is) => (is ? "yes" : "no");

export default {
  inputs: {
    ball: { center: [6000, 30000], radius: 11000 },
    capsule: { a: [-38000, -16000], b: [40000, -4000], radius: 9000 },
  },
  camera: { center: [0, 0], width: 130000, height: 90000 },
  handles: [
    { at: "capsule.a", of: "b", label: "End a of the capsule" },
    { at: "capsule.b", of: "b", label: "End b of the capsule" },
    { at: "ball.center", of: "a", label: "Center of the circle" },
  ],
  sliders: [
    { at: "ball.radius", label: "radius of the circle", min: 0, max: 40000, step: 1 },
    { at: "capsule.radius", label: "radius of the capsule", min: 0, max: 40000, step: 1 },
  ],
  draw(d, _, { center, radius, a, b, capsule_radius }) {
    d.shape([a, b], capsule_radius, "b");
    d.line(a, b, "b axis");
    d.shape([center], radius, "a");
    d.word(center, "A", "a", [-18, -4]);
    d.word(b, "B", "b", [20, 0]);
  },
  verdict: ({ overlap, wrapped }) => (overlap === wrapped
    ? { is: overlap ? "overlap" : "apart", says: overlap ? "Overlapping" : "Separate", figure: null }
    : { is: "wrong", says: `${overlap ? "Overlapping" : "Separate"}, but 64 bits say otherwise`, figure: null }),
  numbers: ({ overlap, wrapped, overflows, center, radius, a, b, capsule_radius }) => [
    ["overlap", yes(overlap), overlap],
    ["overlap, in 64 bits", yes(wrapped), wrapped],
    ["a product overflows", yes(overflows), overflows],
    ["center", pair(center), center],
    ["radius", whole(radius), radius],
    ["a", pair(a), a],
    ["b", pair(b), b],
    ["radius of the capsule", whole(capsule_radius), capsule_radius],
  ],
  cases: [
    { title: "Small numbers", inputs: { ball: { center: [600, 3000], radius: 1100 }, capsule: { a: [-3800, -1600], b: [4000, -400], radius: 900 } } },
    { title: "Touching exactly", inputs: { ball: { center: [0, 30000], radius: 14000 }, capsule: { a: [-40000, 0], b: [40000, 0], radius: 16000 } } },
    { title: "One less", inputs: { ball: { center: [0, 30000], radius: 13999 }, capsule: { a: [-40000, 0], b: [40000, 0], radius: 16000 } } },
    { title: "Beyond the end", inputs: { ball: { center: [52000, 20000], radius: 9000 } } },
    { title: "A point and a segment", inputs: { ball: { center: [1000, 1000], radius: 0 }, capsule: { a: [-40000, -40000], b: [40000, 40000], radius: 0 } } },
  ],
  how: `<p>Games in lockstep and on grids keep positions as whole numbers. Then an overlap test can be exact: two shapes touch or they
do not, with no rounding. Beside the axis of the capsule the distance is |w × u| / |u|, and squaring both sides avoids the division
and the root.</p>
<p>The products are the problem. Differences of 32-bit numbers have 33 bits, their squares 66, and the two sides of the test
133. In 64 bits the test is wrong from coordinates of some 30,000: a product wraps around and its sign or size means nothing.
carom compares in 256 bits, so the test is exact for every input.</p>
<p>The same test is in <code>carom query</code>: <code>"precision": "i32"</code>.</p>`,
  formula: "w = center − a,  u = b − a,  r = both radii together\nw·u ≤ 0:    w² ≤ r²\nw·u ≥ u²:   (center − b)² ≤ r²\nbetween:    (w × u)² ≤ r² u²",
  code: ({ ball, capsule }) => `let center = ${code(ball.center)};
let (a, b) = (${code(capsule.a)}, ${code(capsule.b)});
let overlap = grid::ball_capsule(center, ${Math.round(ball.radius)}, a, b, ${Math.round(capsule.radius)});`,
};

import { corners, radius } from "../parts.js";
import * as rust from "../rust.js";
import { ending, figure, vector } from "../words.js";

export default {
  inputs: {
    a: { a: [-3.2, 1, 0.7], b: [-2.9, 2.3, 0.5], radius: 0.5 },
    delta: [6.2, -0.1, -0.9],
    capsule: { a: [1.1, 0.4, -2.1], b: [1.7, 1.3, 1.7], radius: 0.4 },
    triangle: { a: [2.4, 0.2, 2], b: [3.3, 0.3, -2.2], c: [2.9, 2.9, -0.2] },
  },
  camera: { center: [0, 1.2, 0], width: 9.6, height: 6, yaw: 0.35, pitch: 0.38 },
  ground: { normal: [0, 1, 0], at: 0 },
  handles: [
    ...corners("triangle", "the triangle"),
    { at: "capsule.a", of: "b", label: "End a of the capsule at rest" },
    { at: "capsule.b", of: "b", label: "End b of the capsule at rest" },
    { at: "a.a", of: "a", label: "End a of the moving capsule" },
    { at: "a.b", of: "a", label: "End b of the moving capsule" },
    { at: "a.b", tip: "delta", of: "a", label: "Tip of the motion" },
  ],
  sliders: [
    radius("a.radius", "A", 1.5),
    radius("capsule.radius", "B", 1.5),
  ],
  draw(d, { a, delta, capsule, triangle }, { hit, reached, swept_core: swept }) {
    d.shape([triangle.a, triangle.b, triangle.c], 0, "b");
    d.shape([capsule.a, capsule.b], capsule.radius, "b");
    d.shape([a.a, a.b], a.radius, "a");
    d.shape(swept, a.radius, "a swept");
    d.shape([reached.a, reached.b], a.radius, "a ghost");
    d.line(reached.a, reached.b, "a axis");
    d.arrow(a.b, delta, "motion");
    if (hit) {
      d.line(a.b, reached.b, "free");
      d.hit(hit);
    }
    d.word(a.b, "A", "a", [-20, -6]);
    d.word(capsule.a, "B", "b", [-20, 0]);
    d.word(triangle.c, "C", "b", [18, -4]);
  },
  verdict: ({ stopped_by: by, at_capsule, at_triangle }) => (by === "nothing"
    ? { is: "apart", says: "No hit", figure: null }
    : by === "capsule"
      ? { ...ending(at_capsule), says: at_capsule.start === "overlapping" ? "Overlaps B at the start" : "Hits B at t =" }
      : { ...ending(at_triangle), says: at_triangle.start === "overlapping" ? "Overlaps C at the start" : "Hits C at t =" }),
  numbers: ({ at_capsule, at_triangle, stopped_by: by, hit, reached }) => [
    ["t of B, the capsule", at_capsule.hit ? figure(at_capsule.hit.t) : "none", at_capsule.hit?.t ?? null],
    ["t of C, the triangle", at_triangle.hit ? figure(at_triangle.hit.t) : "none", at_triangle.hit?.t ?? null],
    ["stopped by", { nothing: "nothing", capsule: "B", triangle: "C" }[by], by],
    ["point", hit ? vector(hit.point) : "none", hit?.point ?? null],
    ["normal", hit ? vector(hit.normal) : "none", hit?.normal ?? null],
    ["end a at the stop", vector(reached.a), reached.a],
  ],
  cases: [
    { title: "Only the triangle", inputs: { capsule: { a: [1.1, 0.4, -3.4], b: [1.9, 0.6, -2.6], radius: 0.4 } } },
    { title: "Along its axis", inputs: { a: { a: [-3.2, 1.3, 0], b: [-2, 1.3, 0], radius: 0.5 }, delta: [5.4, 0, 0] } },
    { title: "Grazing", inputs: { a: { a: [-3, 1, 0], b: [-3, 2.2, 0], radius: 0.5 }, delta: [5.6, 0, 0], capsule: { a: [0, 0.2, 1], b: [0, 2.4, 1], radius: 0.5 } } },
    { title: "Ray cast: a point", inputs: { a: { a: [-3.2, 1.4, 0.5], b: [-3.2, 1.4, 0.5], radius: 0 } } },
    { title: "Overlapping", inputs: { capsule: { a: [-3.4, 1, -0.6], b: [-2.2, 1.6, 1.4], radius: 0.4 } } },
    { title: "Moving away", inputs: { delta: [-1.2, 0.6, 0.4] } },
  ],
  how: `<p>One shape cast per obstacle; the earlier hit stops the capsule. While two convex shapes translate, the gap
between them is a convex function of time, so Newton's method never overshoots the time of impact. The same few steps
work for spheres, capsules and triangles.</p>
<p>The swept volume is again a core with a radius: the parallelogram of axis and motion. A ray cast is the sweep of a
capsule without length and radius.</p>`,
  formula: "n, gap = normal and distance of the closest points at t\nt += (gap − E) / −n·delta      E = 8 eps L\nuntil gap ≤ E: hit; or n·delta ≥ 0 or t > 1: no hit",
  code: (x) => `let a = ${rust.capsule(x.a)};
let delta = ${rust.point(x.delta)};
let b = ${rust.capsule(x.capsule)};
let c = ${rust.triangle(x.triangle)};
let at_b = sweep(&a, delta, &b).hit;
let at_c = sweep(&a, delta, &c).hit;`,
};

import * as rust from "../rust.js";
import { ending, figure } from "../words.js";

export default {
  inputs: {
    a: { points: [[-4.1, 1.2], [-1.5, 1.2], [-1.5, 1.9], [-4.1, 1.9]], radius: 0 },
    pivot_a: [-2.8, 1.55], delta_a: [3.8, -1.4], angle_a: -2.2,
    b: { points: [[2, -2.6], [4.4, -2.6], [3.2, -0.4]], radius: 0 },
    pivot_b: [3.2, -1.8], delta_b: [-3, 0.6], angle_b: 1.3,
    step: 3,
  },
  camera: { center: [0.1, 0], width: 11.2, height: 7 },
  handles: [
    { at: "pivot_b", with: ["b.points"], of: "b", label: "B, by its pivot" },
    { at: "pivot_b", tip: "delta_b", of: "b", label: "Tip of B's motion" },
    { at: "pivot_a", with: ["a.points"], of: "a", label: "A, by its pivot" },
    { at: "pivot_a", tip: "delta_a", of: "a", label: "Tip of A's motion" },
  ],
  sliders: [
    { at: "step", label: "step", min: 1, max: 30, step: 1 },
    { at: "angle_a", label: "rotation of A (radians)", min: -6.3, max: 6.3, step: 0.01 },
    { at: "angle_b", label: "rotation of B (radians)", min: -6.3, max: 6.3, step: 0.01 },
  ],
  draw(d, { a, delta_a, pivot_a, b, delta_b, pivot_b }, { swept, reached_a, reached_b, steps, shown }) {
    const { a: at_a, b: at_b, point_a, point_b } = steps[shown];
    for (const step of steps.slice(1, shown)) {
      d.shape(step.b, b.radius, "b step");
      d.shape(step.a, a.radius, "a step");
    }
    if (shown > 0) {
      d.shape(b.points, b.radius, "b start");
      d.shape(a.points, a.radius, "a start");
    }
    d.shape(reached_b, b.radius, "b reached");
    d.shape(reached_a, a.radius, "a reached");
    d.shape(at_b, b.radius, "b");
    d.shape(at_a, a.radius, "a");
    d.arrow(pivot_b, delta_b, "motion");
    d.arrow(pivot_a, delta_a, "motion");
    if (swept.hit) d.hit(swept.hit);
    d.line(point_a, point_b, "gap");
    d.dot(point_b, "b");
    d.dot(point_a, "a");
    d.word(a.points[0], "A", "a", [-14, 10]);
    d.word(b.points[1], "B", "b", [18, 0]);
  },
  verdict: ({ swept }) => ending(swept),
  numbers: ({ swept, steps, shown, ended }) => {
    const { t, gap, closing } = steps[shown];
    const last = steps.at(-1);
    return [
      ["step", `${shown + 1} of ${steps.length}${ended ? "" : " and more"}`, shown + 1],
      ["t at this step", figure(t, 6), t],
      ["gap", figure(gap, 6), gap],
      ["closing speed, at most", figure(closing, 4), closing],
      ["t of the last step", figure(last.t, 6), last.t],
      ["t of carom", swept.hit ? figure(swept.hit.t, 6) : "none", swept.hit?.t ?? null],
    ];
  },
  cases: [
    { title: "Last step", inputs: { step: 60 } },
    { title: "Rotation only", inputs: { delta_a: [0, 0], angle_a: -6, delta_b: [0, 0], angle_b: 0, pivot_b: [0.2, 0.2], b: { points: [[-1, -0.6], [1.4, -0.6], [0.2, 1.6]], radius: 0 } } },
    { title: "Translation only", inputs: { angle_a: 0, angle_b: 0 } },
    { title: "Full turns", inputs: { angle_a: -6.2, angle_b: 6.2, delta_a: [4.6, -2] } },
    { title: "Miss", inputs: { delta_a: [1, 1.4], delta_b: [1, -0.4] } },
    { title: "Overlapping", inputs: { pivot_b: [-1.2, 1], b: { points: [[-2.4, 0.2], [0, 0.2], [-1.2, 2.4]], radius: 0 } } },
  ],
  how: `<p>The gap cannot close faster than by the displacements along the normal plus the arc of the farthest corner of
each shape. Within the gap divided by that speed the shapes cannot touch. Conservative advancement moves them by that
time and repeats: the faint shapes are the steps so far (Mirtich 1996).</p>
<p>These steps never overshoot, but they converge slowly. carom bounds the path of each corner by a parabola, so near
the contact its steps are about as long as those of Newton's method, and it ends at the same time of impact.</p>`,
  formula: "closing = n·(delta_b − delta_a) + |angle_a| ρ_a + |angle_b| ρ_b\nt += gap / closing\nρ: distance of the farthest corner from the pivot",
  code: (x) => `let a = ${rust.hull(x.a)};
let b = ${rust.hull(x.b)};
let motion_a = RigidMotion {
    delta: ${rust.point(x.delta_a)},
    pivot: ${rust.point(x.pivot_a)},
    angle: ${rust.number(x.angle_a)},
    ..RigidMotion::default()
};
let motion_b = RigidMotion {
    delta: ${rust.point(x.delta_b)},
    pivot: ${rust.point(x.pivot_b)},
    angle: ${rust.number(x.angle_b)},
    ..RigidMotion::default()
};
let swept = sweep_rigid(&a, &motion_a, &b, &motion_b);`,
};

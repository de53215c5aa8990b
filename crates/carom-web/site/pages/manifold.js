import { radius } from "../parts.js";
import * as rust from "../rust.js";
import { figure, vector } from "../words.js";

/** The name of a feature by its vertices. */
const feature = (vertices) => (vertices.length === 1 ? `vertex ${vertices[0]}` : vertices.length === 2 ? `edge ${vertices.join("–")}` : "whole");
const short = (vertices) => `${vertices.length === 1 ? "v" : "e"}${vertices.join("–")}`;

/** The numbers of one point, or of none. */
const rows = (i, touch) => [
  [`point ${i + 1}, separation`, touch ? figure(touch.separation) : "none", touch?.separation ?? null],
  ["feature of A", touch ? feature(touch.feature_a) : "none", touch?.feature_a ?? null],
  ["feature of B", touch ? feature(touch.feature_b) : "none", touch?.feature_b ?? null],
];

export default {
  inputs: {
    a: { points: [[-1.6, 0.7], [1.2, 0.7], [1.2, 2.5], [-1.6, 2.5]], radius: 0 },
    place_a: [-0.2, 1.6],
    angle_a: 0,
    b: { points: [[-3.2, -1.5], [3.2, -1.5], [3.2, 0.65], [-3.2, 0.65]], radius: 0 },
    place_b: [0, -0.4],
    angle_b: 0,
    reach: 0.3,
  },
  camera: { center: [0, 0.6], width: 9, height: 6.8 },
  handles: [
    { at: "place_b", with: ["b.points"], of: "b", label: "B" },
    { at: "place_a", with: ["a.points"], of: "a", label: "A" },
  ],
  sliders: [
    { at: "angle_a", label: "rotation of A (radians)", min: -3.2, max: 3.2, step: 0.01 },
    { at: "angle_b", label: "rotation of B (radians)", min: -3.2, max: 3.2, step: 0.01 },
    radius("a.radius", "A", 1),
    { at: "reach", label: "reach", min: 0, max: 2, step: 0.01 },
  ],
  draw(d, inputs, { a, b, normal, touches }) {
    d.shape(b, inputs.b.radius, "b");
    d.shape(a, inputs.a.radius, "a");
    for (const [points, place, of] of [[b, inputs.place_b, "b"], [a, inputs.place_a, "a"]]) {
      points.forEach((p, i) => d.word(p, String(i), of, [Math.sign(p[0] - place[0]) * 11, Math.sign(place[1] - p[1]) * 12]));
    }
    touches.forEach(({ point_a, point_b, separation, feature_a, feature_b }, i) => {
      d.line(point_a, point_b, separation < 0 ? "depth" : "gap");
      d.arrow(point_b, normal.map((x) => 0.7 * x), "normal");
      d.dot(point_b, "b");
      d.dot(point_a, "a");
      // On either side of the two points.
      const side = touches.length < 2 || point_a[0] > touches[1 - i].point_a[0] ? 64 : -64;
      d.word(point_a, `${short(feature_a)} · ${short(feature_b)}`, "normal", [side, 19]);
    });
  },
  verdict: ({ normal, touches }) => (normal
    ? { is: touches.some(({ separation }) => separation < 0) ? "overlap" : "touching", says: touches.length === 1 ? "One point" : "Two points", figure: null }
    : { is: "apart", says: "Farther apart than the reach", figure: null }),
  numbers: ({ normal, touches }) => [
    ["normal", normal ? vector(normal) : "none", normal],
    ...rows(0, touches[0]),
    ...rows(1, touches[1]),
  ],
  cases: [
    { title: "Over the edge", inputs: { place_a: [2.7, 1.6], a: { points: [[1.3, 0.7], [4.1, 0.7], [4.1, 2.5], [1.3, 2.5]], radius: 0 } } },
    { title: "On a corner", inputs: { angle_a: 0.6, place_a: [-0.2, 2.2], a: { points: [[-1.6, 1.3], [1.2, 1.3], [1.2, 3.1], [-1.6, 3.1]], radius: 0 } } },
    { title: "Nearly flat", inputs: { angle_a: 0.03, reach: 0.5 } },
    { title: "Both inclined", inputs: { angle_a: 0.3, angle_b: 0.3 } },
    { title: "Overlapping", inputs: { place_a: [0.4, 1.2], a: { points: [[-1, 0.3], [1.8, 0.3], [1.8, 2.1], [-1, 2.1]], radius: 0 } } },
    { title: "Out of reach", inputs: { place_a: [-0.2, 2.8], a: { points: [[-1.6, 1.9], [1.2, 1.9], [1.2, 3.7], [-1.6, 3.7]], radius: 0 } } },
  ],
  how: `<p>A contact has one pair of points. A box that stands on a floor needs two, or it would rock. The normal is that of the contact;
along it the two most opposed features are projected onto each other, and the ends of their common part are the
points.</p>
<p>Each point is named by the features that meet in it: <i>v0 · e2–3</i> is vertex 0 of A over the edge from vertex 2 to
vertex 3 of B. The name stays from tick to tick while the same features meet, so a solver finds the impulse of the last tick
again (warm starting). Drag A along B: the names change only where a corner passes another one.</p>`,
  formula: "n = normal of the contact\nf_a = feature of A most opposed to n,  f_b = feature of B along n\npoints = ends of the common part of f_a and f_b, seen along n\nkept if separation ≤ reach",
  code: ({ a, place_a, angle_a, b, place_b, angle_b, reach }) => `let turned = |hull: Hull<DVec2>, place: DVec2, angle: f64| {
    let turn = DVec2::from_angle(angle);
    hull.map(|p| place + turn.rotate(p - place))
};
let a = turned(${rust.hull(a)}, ${rust.point(place_a)}, ${rust.number(angle_a)});
let b = turned(${rust.hull(b)}, ${rust.point(place_b)}, ${rust.number(angle_b)});
let found = manifold(&a, &b, ${rust.number(reach)});
for point in found.iter().flat_map(|found| found.points()) {
    println!("{:?}: {}", point.id, point.separation);
}`,
};

import * as rust from "../rust.js";
import { figure, vector } from "../words.js";

export default {
  inputs: { point: [0.6, 2], segment: { a: [-2.6, -1.2], b: [2.6, 0.4] } },
  camera: { center: [0, 0.2], width: 9, height: 6.4 },
  handles: [
    { at: "segment.a", of: "b", label: "End a of the segment" },
    { at: "segment.b", of: "b", label: "End b of the segment" },
    { at: "point", of: "a", label: "Point p" },
  ],
  draw(d, { point, segment }, { nearest, normal }) {
    d.line(segment.a, segment.b, "b bold");
    d.line(point, nearest, "gap");
    d.arrow(nearest, normal, "normal", "n");
    d.dot(nearest, "b", "q", [2, 20]);
    d.dot(point, "a", "p");
    d.word(segment.a, "a", "b", [-16, 6]);
    d.word(segment.b, "b", "b", [16, 6]);
  },
  verdict: ({ distance }) => distance === 0
    ? { is: "touching", says: "On the segment", figure: null }
    : { is: "apart", says: "Distance", figure: distance },
  numbers: ({ nearest, distance, normal, unique }) => [
    ["distance", figure(distance), distance],
    ["point_b", vector(nearest), nearest],
    ["normal", vector(normal), normal],
    ["unique", unique ? "yes" : "no, one of several", unique],
  ],
  cases: [
    { title: "Beyond an end", inputs: { point: [4, 1.6] } },
    { title: "On the segment", inputs: { point: [0, 0], segment: { a: [-2, -1], b: [2, 1] } } },
    { title: "Segment of length 0", inputs: { segment: { a: [1, -1], b: [1, -1] } } },
  ],
  how: `<p>The projection of the point onto the line through <i>a</i> and <i>b</i> is at the fraction <i>t</i> of the
segment. Beyond an end, that end is the closest point, so <i>t</i> is clamped to 0..=1.</p>
<p>A segment of length 0 is a point: the division would be 0/0, so carom treats it as a point.</p>`,
  formula: "v = b − a\nt = clamp((p − a)·v / v·v, 0, 1)\nq = a + v t\ndistance = |p − q|",
  code: ({ point, segment }) => `let p = ${rust.point(point)};
let segment = ${rust.segment(segment)};
let nearest = closest(&p, &segment);`,
};

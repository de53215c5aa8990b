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
    : { is: "apart", says: "Away by", figure: distance },
  numbers: ({ nearest, distance, normal, unique }) => [
    ["distance", figure(distance), distance],
    ["point_b", vector(nearest), nearest],
    ["normal", vector(normal), normal],
    ["unique", unique ? "yes" : "no: a fixed choice", unique],
  ],
  cases: [
    { title: "Beyond an end", inputs: { point: [4, 1.6] } },
    { title: "On the segment", inputs: { point: [0, 0], segment: { a: [-2, -1], b: [2, 1] } } },
    { title: "Both ends one point", inputs: { segment: { a: [1, -1], b: [1, -1] } } },
  ],
  how: `<p>The way from <i>a</i> to the foot of the perpendicular is a fraction <i>t</i> of the segment. Beyond the
ends the end itself is nearest, so <i>t</i> is kept in 0..=1.</p>
<p>A segment whose ends coincide is a point: the division would be 0/0, and carom answers for the point.</p>`,
  formula: "v = b − a\nt = clamp((p − a)·v / v·v, 0, 1)\nq = a + v t\ndistance = |p − q|",
  code: ({ point, segment }) => `let p = ${rust.point(point)};
let segment = ${rust.segment(segment)};
let nearest = closest(&p, &segment);`,
};

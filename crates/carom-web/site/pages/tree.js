import * as rust from "../rust.js";
import { figure } from "../words.js";

export default {
  inputs: { ball: { center: [-2.2, 1.4], radius: 0.5 }, delta: [7.4, -3.2], segments: 2000 },
  camera: { center: [0, 0], width: 14.2, height: 9.4 },
  handles: [
    { at: "ball.center", of: "a", label: "Centre of the circle" },
    { at: "ball.center", tip: "delta", of: "a", label: "Tip of the motion" },
  ],
  sliders: [
    { at: "ball.radius", label: "radius", min: 0, max: 2, step: 0.01 },
    { at: "segments", label: "segments", min: 0.91, max: 3.6, step: 0.01, log: true },
  ],
  draw(d, { ball, delta }, { vertices, nearest, nearest_asked, hit, hit_asked, bounds, reached }) {
    const ends = (i) => [vertices[i], vertices[(i + 1) % vertices.length]];
    d.path(vertices, "level", true);
    d.box(bounds, "bounds");
    d.shape([ball.center, reached], ball.radius, "a swept");
    for (const i of hit_asked) d.line(...ends(i), "asked-wide");
    for (const i of nearest_asked) d.line(...ends(i), "asked");
    d.shape([ball.center], ball.radius, "a");
    d.arrow(ball.center, delta, "motion");
    d.shape([reached], ball.radius, "a ghost");
    if (nearest) {
      d.line(nearest.point_a, nearest.point_b, "gap");
      d.dot(nearest.point_b, "b");
    }
    if (hit) d.hit(hit);
  },
  verdict: ({ hit, nearest }) => nearest.separation < 0
    ? { is: "overlap", says: "In the wall by", figure: -nearest.separation }
    : hit
      ? { is: "hit", says: "Meets the wall at t =", figure: hit.t }
      : { is: "apart", says: "Free all the way; nearest wall", figure: nearest.separation },
  numbers: ({ vertices, nearest, nearest_asked, hit, hit_asked, in_bounds }) => [
    ["segments", String(vertices.length), vertices.length],
    ["looked at for the nearest", String(nearest_asked.length), nearest_asked.length],
    ["in the box of the motion", String(in_bounds), in_bounds],
    ["looked at for the motion", String(hit_asked.length), hit_asked.length],
    ["separation", figure(nearest.separation), nearest.separation],
    ["t", hit ? figure(hit.t) : "none", hit?.t ?? null],
  ],
  cases: [
    { title: "100 segments", inputs: { segments: 100 } },
    { title: "4000 segments", inputs: { segments: 4000 } },
    { title: "A ray", inputs: { ball: { center: [-1.6, 0.4], radius: 0 }, delta: [9, -3] } },
    { title: "In the middle", inputs: { ball: { center: [0, 0], radius: 0.5 }, delta: [0, 2] } },
    { title: "Out of the cave", inputs: { ball: { center: [-6.6, 4.2], radius: 0.5 }, delta: [5, -3] } },
  ],
  how: `<p>Boxes around groups of segments, and boxes around those: a tree. A box that is farther than the best answer
so far is left out with all that is in it, and nearer boxes are opened first, so the best is soon good.</p>
<p>Without a tree one would try all segments in the dashed box around the motion. The tree knows better where to begin,
and after the first hit leaves out all that is met later. The answer is that of a loop over all segments, to the bit.</p>`,
  formula: "open the nearest box first\nskip a box if its distance ≥ the best so far\nskip a box that the motion enters after the first hit so far",
  code: ({ ball, delta }) => `let cave = Chain::closed(vertices)?;
let ball = ${rust.ball(ball)};
let nearest = cave.query().closest(&ball, f64::INFINITY);
let hit = cave.query().sweep(&ball, ${rust.point(delta)});`,
};

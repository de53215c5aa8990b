import * as rust from "../rust.js";
import { figure } from "../words.js";

export default {
  inputs: { ball: { center: [-2.2, 1.4], radius: 0.5 }, delta: [7.4, -3.2], segments: 2000 },
  camera: { center: [0, 0], width: 14.2, height: 9.4 },
  handles: [
    { at: "ball.center", of: "a", label: "Center of the circle" },
    { at: "ball.center", tip: "delta", of: "a", label: "Tip of the motion" },
  ],
  sliders: [
    { at: "ball.radius", label: "radius", min: 0, max: 2, step: 0.01 },
    { at: "segments", label: "segments", min: 0.91, max: 3.6, step: 0.01, log: true },
  ],
  draw(d, { ball, delta }, { vertices, nearest, nearest_visited, hit, hit_visited, bounds, reached }) {
    const ends = (i) => [vertices[i], vertices[(i + 1) % vertices.length]];
    d.path(vertices, "level", true);
    d.box(bounds, "bounds");
    d.shape([ball.center, reached], ball.radius, "a swept");
    for (const i of hit_visited) d.line(...ends(i), "visited-wide");
    for (const i of nearest_visited) d.line(...ends(i), "visited");
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
    ? { is: "overlap", says: "Overlapping the wall by", figure: -nearest.separation }
    : hit
      ? { is: "hit", says: "Time of impact t =", figure: hit.t }
      : { is: "apart", says: "No hit; distance of the wall", figure: nearest.separation },
  numbers: ({ vertices, nearest, nearest_visited, hit, hit_visited, in_bounds }) => [
    ["segments", String(vertices.length), vertices.length],
    ["tested, closest point", String(nearest_visited.length), nearest_visited.length],
    ["in the box of the motion", String(in_bounds), in_bounds],
    ["tested, shape cast", String(hit_visited.length), hit_visited.length],
    ["separation", figure(nearest.separation), nearest.separation],
    ["t", hit ? figure(hit.t) : "none", hit?.t ?? null],
  ],
  cases: [
    { title: "100 segments", inputs: { segments: 100 } },
    { title: "4000 segments", inputs: { segments: 4000 } },
    { title: "Ray cast", inputs: { ball: { center: [-1.6, 0.4], radius: 0 }, delta: [9, -3] } },
    { title: "In the middle", inputs: { ball: { center: [0, 0], radius: 0.5 }, delta: [0, 2] } },
    { title: "Outside the cave", inputs: { ball: { center: [-6.6, 4.2], radius: 0.5 }, delta: [5, -3] } },
  ],
  how: `<p>A bounding volume hierarchy (BVH) puts boxes around groups of segments, and boxes around those. A box that is
farther away than the best answer so far is skipped with everything in it. Nearer boxes are visited first, so the best
answer soon is a good one.</p>
<p>Without a BVH the shape cast would test all segments in the dashed bounding box of the motion. With it, boxes that
the motion enters after the first hit are skipped as well. The answer is that of a loop over all segments, bit for
bit.</p>`,
  formula: "visit the nearest box first\nskip a box at a distance ≥ the best so far\nskip a box that the motion enters after the first hit so far",
  code: ({ ball, delta }) => `let cave = Chain::closed(vertices)?;
let ball = ${rust.ball(ball)};
let nearest = cave.query().closest(&ball, f64::INFINITY);
let hit = cave.query().sweep(&ball, ${rust.point(delta)});`,
};

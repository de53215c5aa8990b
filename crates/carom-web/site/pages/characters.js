import * as rust from "../rust.js";
import { figure, vector } from "../words.js";

const RADIUS = 0.5;
const HEIGHT = 1.8;

const kinds = [
  { name: "ball", title: "Ball", points: ([x, y]) => [[x, y + RADIUS]], radius: RADIUS },
  {
    name: "cuboid", title: "Box", radius: 0,
    points: ([x, y]) => [[x - RADIUS, y], [x + RADIUS, y], [x + RADIUS, y + HEIGHT], [x - RADIUS, y + HEIGHT]],
  },
  { name: "capsule", title: "Capsule", points: ([x, y]) => [[x, y + RADIUS], [x, y + HEIGHT - RADIUS]], radius: RADIUS },
];

const count = 4;
const corners = Array.from({ length: count }, (_, i) => ({ at: `block.points.${i}`, of: "b", label: `Corner ${i + 1} of the block` }));

/** A block between two corners. */
const box = (x, y, x2, y2) => ({ points: [[x, y], [x2, y], [x2, y2], [x, y2]], radius: 0 });

export default {
  inputs: {
    feet: [-1.8, 0.2],
    delta: [2.9, -0.5],
    block: box(0.3, -1.2, 2.3, 0.2),
  },
  views: kinds.map(({ name, title, points, radius }) => ({
    title,
    camera: { center: [0.2, 0.7], width: 5.6, height: 4.6 },
    handles: [
      ...corners,
      { at: "feet", of: "a", label: "Feet" },
      { at: "feet", tip: "delta", of: "a", label: "Tip of the motion" },
    ],
    draw(d, { feet, delta, block }, answer) {
      const { swept, reached } = answer[name];
      d.shape(block.points, block.radius, "b");
      d.shape(points(reached), radius, "a");
      d.shape(points(feet), radius, name === "cuboid" ? "a reached" : "a ghost");
      d.arrow(feet, delta, "motion");
      if (swept.hit) d.hit(swept.hit);
    },
  })),
  verdict: (answer) => {
    const far = kinds.map(({ name }) => answer[name].swept.hit?.t ?? 1);
    const most = Math.max(...far);
    const best = kinds.filter((_, i) => far[i] === most).map(({ title }) => title.toLowerCase());
    return best.length === 3
      ? { is: "touching", says: "All three get equally far", figure: null }
      : { is: "hit", says: `Farthest: ${best.join(", ")}`, figure: most };
  },
  numbers: (answer) => kinds.flatMap(({ name, title }) => {
    const { hit } = answer[name].swept;
    return [
      [`t, ${title.toLowerCase()}`, hit ? figure(hit.t) : "free", hit?.t ?? null],
      ["normal", hit ? vector(hit.normal) : "none", hit?.normal ?? null],
    ];
  }),
  cases: [
    { title: "A low step", inputs: { feet: [-1.8, 0], delta: [3.4, 0], block: box(0.3, -0.8, 2.3, 0.2) } },
    { title: "Down past a corner", inputs: { feet: [-0.4, 1.4], delta: [0, -2], block: box(0, -1.2, 2, 0.4) } },
    { title: "A low ceiling", inputs: { feet: [-1.8, 0], delta: [3.4, 0], block: box(0, 1.2, 2, 2.2) } },
    { title: "A ramp", inputs: { feet: [-1.8, 0], delta: [3.4, 0], block: { points: [[-0.6, -0.6], [2.4, -0.6], [2.4, 1.6], [2.3, 1.6]], radius: 0 } } },
    { title: "A wall", inputs: { feet: [-1.8, 0], delta: [3.4, 0], block: box(0.8, -1, 1.8, 2.4) } },
  ],
  how: `<p>A ball slides over edges, but it is as wide as it is high: it fits under every table. A box fits its room exactly and stands firmly
on an edge, but each corner that is a hair higher than the floor stops it, and it must not rotate in a corridor. A capsule has the
height of a person and the round foot of the ball: its normal at an edge leans back, so it is lifted over low steps instead of
being stopped.</p>
<p>That is why carom's mover walks with a capsule. A foot that is not to slip off an edge is an option of the mover
(<code>flat_foot</code>), which keeps the round foot for steps.</p>`,
  formula: "ball:     center = feet + (0, r)\nbox:      center = feet + (0, h/2),  half = (r, h/2)\ncapsule:  from feet + (0, r) to feet + (0, h − r), radius r",
  code: ({ feet, delta, block }) => `let feet = ${rust.point(feet)};
let delta = ${rust.point(delta)};
let block = ${rust.hull(block)};
let ball = Ball::new(feet + dvec2(0.0, 0.5), 0.5);
let cuboid = Hull::cuboid(feet + dvec2(0.0, 0.9), dvec2(0.5, 0.9));
let capsule = Capsule::standing(feet, DVec2::Y, 1.8, 0.5);
let stops = [
    sweep(&ball, delta, &block),
    sweep(&cuboid, delta, &block),
    sweep(&capsule, delta, &block),
];`,
};

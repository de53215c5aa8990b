import { radius } from "../parts.js";
import * as rust from "../rust.js";
import { figure } from "../words.js";

export default {
  inputs: { distance: 4000, beside: 1.9, radius: 1, target: 1 },
  camera: { center: [-0.6, 0.6], width: 9.4, height: 6.6 },
  handles: [],
  sliders: [
    { at: "distance", label: "distance of the start", min: 0.7, max: 6, step: 0.01, log: true },
    { at: "beside", label: "offset from the center", min: -3, max: 3, step: 0.01 },
    radius("radius", "A", 2),
    radius("target", "B", 2),
  ],
  draw(d, { beside, radius, target, distance }, { hit, reached, truth, formula }) {
    d.line([-distance, beside], [distance, beside], "motion");
    d.shape([[0, 0]], target, "b");
    if (formula.reached) {
      d.shape([formula.reached], radius, "wrong");
      d.dot(formula.reached, "wrong");
    }
    if (truth) d.shape([truth], radius, "a ghost");
    if (hit) {
      d.shape([reached], radius, "a");
      d.dot(reached, "a");
      d.hit(hit);
    }
    d.word([0, 0], "B", "b", [0, 14]);
    if (hit) d.word(reached, "A", "a", [-16, -4]);
  },
  verdict: ({ truth, formula }) => {
    if (truth && !formula.reached) return { is: "wrong", says: "The formula misses the target", figure: null };
    if (!truth && formula.reached) return { is: "wrong", says: "The formula reports a false hit", figure: null };
    if (!truth) return { is: "apart", says: "No hit", figure: null };
    const off = Math.abs(formula.reached[0] - truth[0]);
    return off > 0.01
      ? { is: "wrong", says: "The formula is off by", figure: off }
      : { is: "apart", says: "Correct up to", figure: off };
  },
  numbers: ({ hit, reached, truth, formula }, { beside }) => [
    ["h², exact", figure(beside * beside), beside * beside],
    ["F of the formula", figure(formula.f), formula.f],
    ["x, double precision", truth ? figure(truth[0]) : "no hit", truth?.[0] ?? null],
    ["x of carom, single", hit ? figure(reached[0]) : "no hit", hit ? reached[0] : null],
    ["x of the formula", formula.reached ? figure(formula.reached[0]) : "no hit", formula.reached?.[0] ?? null],
  ],
  cases: [
    { title: "Near: both correct", inputs: { distance: 10 } },
    { title: "Clear miss", inputs: { distance: 20000, beside: 2.4 } },
    { title: "Clear hit", inputs: { distance: 30000, beside: 1.2 } },
    { title: "A million away", inputs: { distance: 1000000, beside: 1 } },
  ],
  how: `<p>C·C and D² are nearly equal: both are close to the squared distance of the start, and their difference should
be the squared miss distance. In single precision a number of 16 million has no digits after the decimal point, so 3.61
becomes 4 or 3, and from farther away nothing is left.</p>
<p>carom computes the difference of the centers in double precision, where it is exact, goes to the point of the path
that is closest to the target, and squares the distance there. No large numbers cancel.</p>`,
  formula: "F = C·C − D²,  D = C·n                    ✗  cancels\nclosest = |w + v (−w·v / v·v)|²           ✓  does not\nroot = √(v·v (R² − closest))\nt = (w·w − R²) / (−w·v + root)            w = −C, v = delta",
  code: ({ distance, beside, radius, target }) => `let a = Ball::new(vec2(${rust.number(-distance)}, ${rust.number(beside)}), ${rust.number(radius)});
let b = Ball::new(vec2(0.0, 0.0), ${rust.number(target)});
let swept = sweep(&a, vec2(${rust.number(2 * distance)}, 0.0), &b);`,
};

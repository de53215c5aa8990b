import { radius } from "../parts.js";
import * as rust from "../rust.js";
import { figure } from "../words.js";

export default {
  inputs: { distance: 4000, beside: 1.9, radius: 1, target: 1 },
  camera: { center: [-0.6, 0.6], width: 9.4, height: 6.6 },
  handles: [],
  sliders: [
    { at: "distance", label: "how far away", min: 0.7, max: 6, step: 0.01, log: true },
    { at: "beside", label: "beside the centre", min: -3, max: 3, step: 0.01 },
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
    if (truth && !formula.reached) return { is: "wrong", says: "The formula misses what meets", figure: null };
    if (!truth && formula.reached) return { is: "wrong", says: "The formula meets what misses", figure: null };
    if (!truth) return { is: "apart", says: "Neither meets", figure: null };
    const off = Math.abs(formula.reached[0] - truth[0]);
    return off > 0.01
      ? { is: "wrong", says: "The formula stops off by", figure: off }
      : { is: "apart", says: "The formula is off by only", figure: off };
  },
  numbers: ({ hit, reached, truth, formula }, { beside }) => [
    ["h², exactly", figure(beside * beside), beside * beside],
    ["F, by the formula", figure(formula.f), formula.f],
    ["x, in double precision", truth ? figure(truth[0]) : "no touch", truth?.[0] ?? null],
    ["x, by carom in single", hit ? figure(reached[0]) : "no touch", hit ? reached[0] : null],
    ["x, by the formula", formula.reached ? figure(formula.reached[0]) : "no touch", formula.reached?.[0] ?? null],
  ],
  cases: [
    { title: "Near: all agree", inputs: { distance: 10 } },
    { title: "A clear miss", inputs: { distance: 20000, beside: 2.4 } },
    { title: "A clear hit", inputs: { distance: 30000, beside: 1.2 } },
    { title: "A million away", inputs: { distance: 1000000, beside: 1 } },
  ],
  how: `<p>C·C and D² are nearly equal: both are the squared way, and the squared miss distance is what is left between
them. In single precision a number of 16 million has no digits after the point, so of 3.61 only 4 or 3 is left, and from
farther away nothing.</p>
<p>carom takes the difference of the centres in double precision, where it is right to the last bit, goes to the point
of the way that is nearest, and squares what is left there: the number that decides is as small as what it means.</p>`,
  formula: "F = C·C − D²,  D = C·n                    ✗  cancels\npassing = |w + v (−w·v / v·v)|²           ✓  does not\nroot = √(v·v (R² − passing))\nt = (w·w − R²) / (−w·v + root)            w = −C, v = delta",
  code: ({ distance, beside, radius, target }) => `let a = Ball::new(vec2(${rust.number(-distance)}, ${rust.number(beside)}), ${rust.number(radius)});
let b = Ball::new(vec2(0.0, 0.0), ${rust.number(target)});
let swept = sweep(&a, vec2(${rust.number(2 * distance)}, 0.0), &b);`,
};

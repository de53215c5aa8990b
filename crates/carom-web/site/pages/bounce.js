import { sum } from "../points.js";
import * as rust from "../rust.js";
import { figure, vector } from "../words.js";

export default {
  inputs: {
    a: { center: [-3.4, -0.9], radius: 0.9 }, velocity_a: [6, 1], mass_a: 1,
    b: { center: [0.4, 0.8], radius: 0.9 }, velocity_b: [0, 0], mass_b: 1,
    restitution: 1,
  },
  camera: { center: [0.3, 0.7], width: 11, height: 8.4 },
  handles: [
    { at: "b.center", of: "b", label: "Center of B" },
    { at: "b.center", tip: "velocity_b", of: "b", label: "Tip of B's velocity" },
    { at: "a.center", of: "a", label: "Center of A" },
    { at: "a.center", tip: "velocity_a", of: "a", label: "Tip of A's velocity" },
  ],
  sliders: [
    { at: "mass_a", label: "mass of A", min: 0.1, max: 10, step: 0.1 },
    { at: "mass_b", label: "mass of B", min: 0.1, max: 10, step: 0.1 },
    { at: "restitution", label: "restitution", min: 0, max: 1, step: 0.01 },
  ],
  draw(d, { a, velocity_a, b, velocity_b }, { impact, end_a, end_b }) {
    const hit_a = impact ? sum(a.center, impact.delta_a) : end_a;
    const hit_b = impact ? sum(b.center, impact.delta_b) : end_b;
    d.shape([hit_b, end_b], b.radius, "b swept");
    d.shape([b.center, hit_b], b.radius, "b swept");
    d.shape([hit_a, end_a], a.radius, "a swept");
    d.shape([a.center, hit_a], a.radius, "a swept");
    d.shape([b.center], b.radius, "b");
    d.shape([a.center], a.radius, "a");
    d.arrow(a.center, velocity_a, "motion");
    d.arrow(b.center, velocity_b, "motion");
    d.shape([end_b], b.radius, "b ghost");
    d.shape([end_a], a.radius, "a ghost");
    d.path([a.center, hit_a, end_a], "free");
    d.path([b.center, hit_b, end_b], "free");
    if (impact) {
      d.shape([hit_b], b.radius, "b ghost");
      d.shape([hit_a], a.radius, "a ghost");
      d.arrow(hit_b, impact.normal, "normal", "n");
    }
    d.dot(end_b, "b");
    d.dot(end_a, "a");
    d.word(a.center, "A", "a", [-18, 4]);
    d.word(b.center, "B", "b", [18, 10]);
  },
  verdict: ({ impact }) => impact
    ? { is: "hit", says: "Time of impact t =", figure: impact.t }
    : { is: "apart", says: "No hit", figure: null },
  numbers: (answer) => [
    ["velocity of A after", vector(answer.after_a), answer.after_a],
    ["velocity of B after", vector(answer.after_b), answer.after_b],
    ["momentum before", vector(answer.momentum_before), answer.momentum_before],
    ["momentum after", vector(answer.momentum_after), answer.momentum_after],
    ["energy before", figure(answer.energy_before), answer.energy_before],
    ["energy after", figure(answer.energy_after), answer.energy_after],
  ],
  cases: [
    { title: "Equal masses, head on", inputs: { a: { center: [-3.4, 0.8], radius: 0.9 }, velocity_a: [6, 0] } },
    { title: "Mass 10 : 1", inputs: { mass_a: 10 } },
    { title: "Mass 1 : 10", inputs: { mass_b: 10 } },
    { title: "Restitution 0", inputs: { restitution: 0 } },
    { title: "Both move", inputs: { b: { center: [2.6, 1.6], radius: 0.9 }, velocity_b: [-4.6, -1.6] } },
  ],
  how: `<p>The impulse acts along the normal, so only the normal components of the velocities change; the tangential
ones stay (no friction). The velocity changes are inversely proportional to the masses, so the total momentum is
conserved, up to rounding.</p>
<p>With restitution 1 the energy is conserved, too (elastic collision). With 0 both have the same normal velocity
afterwards. Equal masses exchange their normal velocities: a pool shot.</p>`,
  formula: "v = velocity_b − velocity_a\nj = (1 + restitution) (v·n) n\nvelocity of A after = velocity_a + j · mass_b / (mass_a + mass_b)\nvelocity of B after = velocity_b − j · mass_a / (mass_a + mass_b)",
  code: (x) => `let a = ${rust.ball(x.a)};
let b = ${rust.ball(x.b)};
let velocities = [${rust.point(x.velocity_a)}, ${rust.point(x.velocity_b)}];
let impact = table::impact(&a, velocities[0], &b, velocities[1]);
let after = impact.map(|impact| {
    table::bounce(velocities, [${rust.number(x.mass_a)}, ${rust.number(x.mass_b)}], impact.normal, ${rust.number(x.restitution)})
});`,
};

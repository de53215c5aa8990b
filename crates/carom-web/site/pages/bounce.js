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
    { at: "b.center", of: "b", label: "Centre of B" },
    { at: "b.center", tip: "velocity_b", of: "b", label: "Tip of B's velocity" },
    { at: "a.center", of: "a", label: "Centre of A" },
    { at: "a.center", tip: "velocity_a", of: "a", label: "Tip of A's velocity" },
  ],
  sliders: [
    { at: "mass_a", label: "mass of A", min: 0.1, max: 10, step: 0.1 },
    { at: "mass_b", label: "mass of B", min: 0.1, max: 10, step: 0.1 },
    { at: "restitution", label: "restitution", min: 0, max: 1, step: 0.01 },
  ],
  draw(d, { a, velocity_a, b, velocity_b }, { impact, end_a, end_b }) {
    const met_a = impact ? sum(a.center, impact.delta_a) : end_a;
    const met_b = impact ? sum(b.center, impact.delta_b) : end_b;
    d.shape([met_b, end_b], b.radius, "b swept");
    d.shape([b.center, met_b], b.radius, "b swept");
    d.shape([met_a, end_a], a.radius, "a swept");
    d.shape([a.center, met_a], a.radius, "a swept");
    d.shape([b.center], b.radius, "b");
    d.shape([a.center], a.radius, "a");
    d.arrow(a.center, velocity_a, "motion");
    d.arrow(b.center, velocity_b, "motion");
    d.shape([end_b], b.radius, "b ghost");
    d.shape([end_a], a.radius, "a ghost");
    d.path([a.center, met_a, end_a], "free");
    d.path([b.center, met_b, end_b], "free");
    if (impact) {
      d.shape([met_b], b.radius, "b ghost");
      d.shape([met_a], a.radius, "a ghost");
      d.arrow(met_b, impact.normal, "normal", "n");
    }
    d.dot(end_b, "b");
    d.dot(end_a, "a");
    d.word(a.center, "A", "a", [-18, 4]);
    d.word(b.center, "B", "b", [18, 10]);
  },
  verdict: ({ impact }) => impact
    ? { is: "hit", says: "They meet at t =", figure: impact.t }
    : { is: "apart", says: "They do not meet", figure: null },
  numbers: (answer) => [
    ["A after", vector(answer.after_a), answer.after_a],
    ["B after", vector(answer.after_b), answer.after_b],
    ["momentum before", vector(answer.momentum_before), answer.momentum_before],
    ["momentum after", vector(answer.momentum_after), answer.momentum_after],
    ["energy before", figure(answer.energy_before), answer.energy_before],
    ["energy after", figure(answer.energy_after), answer.energy_after],
  ],
  cases: [
    { title: "Equal, head on", inputs: { a: { center: [-3.4, 0.8], radius: 0.9 }, velocity_a: [6, 0] } },
    { title: "Ten to one", inputs: { mass_a: 10 } },
    { title: "One to ten", inputs: { mass_b: 10 } },
    { title: "Nothing comes back", inputs: { restitution: 0 } },
    { title: "Both move", inputs: { b: { center: [2.6, 1.6], radius: 0.9 }, velocity_b: [-4.6, -1.6] } },
  ],
  how: `<p>Only the part of the velocities along the normal changes; what is across it goes on as it was (no
friction). The impulse is shared in the inverse ratio of the masses, so the momentum of both together stays what it
is, to the last bits.</p>
<p>With restitution 1 the energy stays too. With 0 they go on along the normal as one. Equal masses exchange what they
have along it: that is the pool shot.</p>`,
  formula: "v = velocity_b − velocity_a\nj = (1 + restitution) (v·n) n\nA after = velocity_a + j · mass_b / (mass_a + mass_b)\nB after = velocity_b − j · mass_a / (mass_a + mass_b)",
  code: (x) => `let a = ${rust.ball(x.a)};
let b = ${rust.ball(x.b)};
let velocities = [${rust.point(x.velocity_a)}, ${rust.point(x.velocity_b)}];
let impact = table::impact(&a, velocities[0], &b, velocities[1]);
let after = impact.map(|impact| {
    table::bounce(velocities, [${rust.number(x.mass_a)}, ${rust.number(x.mass_b)}], impact.normal, ${rust.number(x.restitution)})
});`,
};

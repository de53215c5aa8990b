import { capsules } from "../parts.js";
import * as rust from "../rust.js";
import { figure, vector } from "../words.js";

export default {
  inputs: {
    a: { a: [-4, 0.9], b: [4, 0.9], radius: 0.4 },
    b: { a: [-1.8, 0.6], b: [3.4, -0.6], radius: 0.4 },
  },
  camera: { center: [0, 0], width: 10.4, height: 6.8 },
  handles: capsules.handles,
  sliders: capsules.sliders,
  draw(d, inputs, { contact, guess }) {
    const { a, b } = inputs;
    capsules.draw(d, inputs);
    d.shape([guess.point_b], b.radius, "wrong ghost");
    d.shape([guess.point_a], a.radius, "wrong ghost");
    d.line(guess.point_a, guess.point_b, "wrong");
    d.dot(guess.point_a, "wrong");
    d.dot(guess.point_b, "wrong");
    d.contact(contact);
  },
  verdict: ({ contact, guess }) => {
    const [true_, guessed] = [contact.separation <= 0, guess.separation <= 0];
    if (true_ && !guessed) return { is: "wrong", says: "They touch; the guess sees a gap of", figure: guess.separation };
    const off = guess.separation - contact.separation;
    return off > 1e-9
      ? { is: "wrong", says: "The guess is wrong by", figure: off }
      : { is: "apart", says: "Here the guess is right", figure: null };
  },
  numbers: ({ contact, guess }) => [
    ["separation", figure(contact.separation), contact.separation],
    ["as guessed", figure(guess.separation), guess.separation],
    ["normal", vector(contact.normal), contact.normal],
    ["point_a", vector(contact.point_a), contact.point_a],
    ["point_b", vector(contact.point_b), contact.point_b],
  ],
  cases: [
    { title: "Where it is right", inputs: { a: { a: [-3, 1.5], b: [3, 1.5], radius: 0.5 }, b: { a: [-1, -1.5], b: [-0.4, 0], radius: 0.5 } } },
    { title: "A wall passed", inputs: { a: { a: [-4.4, 0], b: [4.4, 0], radius: 0.3 }, b: { a: [-2, 0.2], b: [4, -1.4], radius: 0.3 } } },
    { title: "Crossing", inputs: { a: { a: [-4, 0.4], b: [4, -0.4], radius: 0.4 }, b: { a: [-1, -2], b: [1, 2], radius: 0.4 } } },
  ],
  how: `<p>The usual shortcut chooses an end of A by the four distances between ends, goes from it to the nearest point
of the other axis, and from there back. Where it has chosen the wrong end (as here, where the comparisons mix both ends
of B), or one round is not enough, it stops elsewhere: never too near, often too far.</p>
<p>Measured on 70,000 pairs of all kinds in the plane, it misses 7.3 % of the contacts and is off in depth by more than a
thousandth in 39 %.</p>`,
  formula: "start = an end of A, by its distances to the ends of B        ✗\nq = nearest point of B's axis to start\np = nearest point of A's axis to q\nguess = |p − q| − (A.radius + B.radius)",
  code: ({ a, b }) => `let a = ${rust.capsule(a)};
let b = ${rust.capsule(b)};
let contact = contact(&a, &b, f64::INFINITY);`,
};

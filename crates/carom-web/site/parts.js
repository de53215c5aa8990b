// Shared parts of several pages: handles, sliders, drawings.

/** A slider for the radius of the shape `of`. */
export const radius = (at, of, max) => ({ at, label: `radius of ${of}`, min: 0, max, step: 0.01 });

/** Handles for the corners of the triangle at a path. */
export const corners = (at, name) => ["a", "b", "c"].map((corner) => (
  { at: `${at}.${corner}`, of: "b", label: `Corner ${corner} of ${name}` }));

const ends = (of) => ["a", "b"].map((end) => ({ at: `${of}.${end}`, of, label: `End ${end} of ${of.toUpperCase()}` }));

/** Handles, sliders and drawing of two capsules, `a` and `b`. */
export const capsules = {
  handles: [...ends("b"), ...ends("a")],
  sliders: [radius("a.radius", "A", 2), radius("b.radius", "B", 2)],
  draw(d, { a, b }) {
    for (const [capsule, of] of [[b, "b"], [a, "a"]]) {
      d.shape([capsule.a, capsule.b], capsule.radius, of);
      d.line(capsule.a, capsule.b, `${of} axis`);
    }
    d.word(a.a, "A", "a", [-20, 0]);
    d.word(b.b, "B", "b", [20, 0]);
  },
};

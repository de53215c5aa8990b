// All pages, in the order of the queries. The content of a page is loaded when it is opened, and the wasm
// `module` of its query, if that is not the first one.

export const families = [
  {
    title: "Closest points and contacts",
    lead: "Two shapes at rest: closest points, overlap, penetration depth, and the shortest translation that separates them.",
    pages: [
      { name: "point_circle", title: "Point in circle", lead: "The overlap test of a point: its distance from the center against the radius." },
      { name: "point_segment", title: "Closest point on a segment", lead: "Project onto the line, then clamp to the ends. Half of all collision code is built on this." },
      { name: "circle_circle", title: "Circle and circle", lead: "The distance of the centers minus the sum of the radii is the signed separation." },
      { name: "circle_segment", title: "Circle and segment", lead: "The closest point of the segment to the center reduces this to a point in a circle." },
      { name: "circle_capsule", title: "Circle and capsule", lead: "A capsule is a segment with a radius, so this is a circle and a segment with one more radius." },
      { name: "capsule_capsule", title: "Capsule and capsule", lead: "Two segments with radii. The penetration depth is exact even where the axes cross." },
      { name: "polygons", title: "Convex polygons", lead: "GJK and EPA on convex hulls, rounded if you like. Only the hull counts: drag a corner inside." },
      { name: "manifold", module: "contacts", title: "Contact manifold", lead: "The points that a solver needs to hold two bodies apart, each named by the features that meet in it." },
      { name: "integers", title: "Whole numbers", lead: "An overlap test on an integer grid: exact for every coordinate, where 64 bits overflow." },
    ],
  },
  {
    title: "Shape casts: time of impact",
    lead: "Continuous collision detection: the exact time of impact of a motion, without substeps and without tunneling.",
    pages: [
      { name: "moving_circle", title: "Moving circle", lead: "A shape cast against a capsule. With radius 0 the capsule is a segment, with equal ends a circle." },
      { name: "moving_circles", title: "Two moving circles", lead: "The time of impact is a fraction of both motions. Drag the thin arrows; the bold ones end at the impact." },
      { name: "bounce", title: "Bounce with masses", lead: "An impulse along the normal changes both velocities. Momentum is conserved at any restitution." },
      { name: "turning", module: "contacts", title: "Rotating polygons", lead: "Conservative advancement, step by step: advance by a time in which the shapes cannot touch, and repeat." },
      { name: "slope", title: "Slide on a slope", lead: "Three arrows of every character controller: the motion that is left, its part along the slope, and the rest." },
      { name: "characters", title: "Ball, box, capsule", lead: "Three shapes for a character, one motion: where each is stopped, and by which normal." },
    ],
  },
  {
    title: "In 3D",
    lead: "The same functions with one more dimension. Drag the points, rotate the view.",
    pages: [
      { name: "sphere_triangle", title: "Sphere and triangle", lead: "The closest point is on the face, on an edge or at a corner of the triangle." },
      { name: "capsule_triangle", title: "Capsule and triangle", lead: "The query that a character controller runs against a level, thousands of times per second." },
      { name: "cylinder", module: "contacts", title: "Capsule and cylinder", lead: "A cylinder is exact, not a polygon: the contact is on its side, on a flat end or on the rim." },
      { name: "moving_capsule", title: "Moving capsule", lead: "A shape cast against a capsule and a triangle: both times of impact, the swept volume, where it stops." },
      { name: "plane_space", title: "2D and 3D", lead: "One function for both: Capsule<DVec2> and Capsule<DVec3> give the same numbers, except where the axes cross." },
    ],
  },
  {
    title: "Whole levels",
    lead: "A query on a level visits only a small part of it.",
    pages: [
      { name: "tree", title: "BVH and early-outs", lead: "A bounding volume hierarchy over a cave of thousands of segments. Marked: the few that a closest-point query (narrow) and a shape cast (wide) test." },
    ],
  },
  {
    title: "Common mistakes",
    lead: "Three well-known shortcuts beside the exact answer, each in a case where it fails.",
    pages: [
      { name: "end_points", title: "Capsules by their ends", lead: "Comparing two capsules at the closest ends of their axes is usually right, until a character walks through a wall." },
      { name: "cancellation", title: "Catastrophic cancellation", lead: "A circle cast from far away, in single precision. A well-known formula misses the target; carom does not." },
      { name: "substeps", title: "Tunneling", lead: "With overlap tests at a few steps of a motion, a thin wall between two steps is never detected." },
    ],
  },
];

/** The demos, each a module of demos/, and the wasm `module`, if that is not `demos`. */
export const demos = [
  { name: "walk", title: "Walk", lead: "A kinematic character controller on slopes, stairs and platforms, in a crowd, in a dungeon, or in a level file of your own." },
  { name: "pool", title: "Pool", lead: "Event-driven billiards with exact collision times. Step through the events, or scrub time forwards and backwards." },
  { name: "billiards", module: "billiards", title: "Billiards", lead: "Pool and snooker with a cue: english, draw, massé, cushions, pockets. Every shot is exact; replay it in slow motion." },
  { name: "pinball", title: "Pinball", lead: "Balls among rotating capsules: flippers, a gate, a see-saw, a bar." },
  { name: "rain", title: "Rain", lead: "A hundred thousand particles on hills and roofs. Each is swept exactly, so none passes through." },
];

/** The views of a page. Most pages have one, and are that view themselves. */
export const views = (page) => page.views ?? [page];
export const inSpace = (view) => view.camera.yaw !== undefined;

/** A whole page: its entry in the table and the declarations of its module. */
export async function load(listed) {
  const { default: declared } = await import(`./pages/${listed.name}.js`);
  return { ...listed, ...declared };
}

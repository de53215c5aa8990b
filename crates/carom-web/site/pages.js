// All pages of the lab, in the order of the questions. What is on one comes when it is opened.

export const families = [
  {
    title: "Where are they?",
    lead: "Two shapes at rest: nearest points, whether they touch, and the shortest way to part them.",
    pages: [
      { name: "point_circle", title: "Point in circle", lead: "Is a point inside? Its distance from the centre against the radius." },
      { name: "point_segment", title: "Nearest point on a segment", lead: "Onto the line, and back to an end where that lies beyond it. Half of all collision code stands on this." },
      { name: "circle_circle", title: "Circle and circle", lead: "Distance of the centres against the sum of the radii; the rest follows." },
      { name: "circle_segment", title: "Circle and segment", lead: "The nearest point of the segment, then a point in a circle." },
      { name: "circle_capsule", title: "Circle and capsule", lead: "A capsule is a segment with a radius, so this is a circle and a segment with one radius more." },
      { name: "capsule_capsule", title: "Capsule and capsule", lead: "Two segments with radii; exact where they cross, too." },
      { name: "polygons", title: "Convex polygons", lead: "The hulls of any points, rounded if you like. Only the hull counts: drag a corner inside." },
    ],
  },
  {
    title: "When do they meet?",
    lead: "Motions, answered at once and never late: no steps, no tunnelling.",
    pages: [
      { name: "moving_circle", title: "A moving circle", lead: "Against a capsule at rest, which with radius 0 is a segment, and with its ends together a circle." },
      { name: "moving_circles", title: "Two moving circles", lead: "Drag both arrows. The bold ones are how far each gets: both shortened by the same fraction." },
      { name: "bounce", title: "Bounce with masses", lead: "An impulse along the normal, and only along it. Momentum is kept, whatever is lost." },
      { name: "turning", title: "Turning polygons", lead: "Conservative advancement, step by step: go as far as surely nothing can happen, and look again." },
    ],
  },
  {
    title: "In space",
    lead: "The same functions, one dimension more: drag the points, and turn the view around them.",
    pages: [
      { name: "sphere_triangle", title: "Sphere and triangle", lead: "The nearest point is on the face, on an edge or at a corner; carom finds it without asking which." },
      { name: "capsule_triangle", title: "Capsule and triangle", lead: "What a character asks of a level, thousands of times a second." },
      { name: "moving_capsule", title: "A moving capsule", lead: "Against a capsule and a triangle at rest: when it meets each, what it comes through, where it stops." },
      { name: "plane_space", title: "In the plane and in space", lead: "One function for both: Capsule<DVec2> and Capsule<DVec3>, the same numbers twice, and the one place where they differ." },
    ],
  },
  {
    title: "Among many",
    lead: "A level is asked as a whole, and hardly any of it is looked at.",
    pages: [
      { name: "tree", title: "Box, tree and early-outs", lead: "A cave of thousands of segments, and the few that are looked at: narrow marks for the nearest point, wide ones for the motion." },
    ],
  },
  {
    title: "Without care",
    lead: "Three well-known shortcuts beside the exact answer, each in a picture where it fails.",
    pages: [
      { name: "end_points", title: "A guess from the ends", lead: "Two capsules by the nearest of their ends, there and back once. It looks right, until it lets you walk through." },
      { name: "cancellation", title: "A formula that cancels", lead: "A circle comes from far away, in single precision. A well-known formula loses the target; carom does not." },
      { name: "substeps", title: "Steps that tunnel", lead: "Cut the motion into a few steps and look at each: what lies between two of them is never seen." },
    ],
  },
];

/** The rooms, each a module of rooms/. */
export const rooms = [
  { name: "walk", title: "Walk", lead: "A character in a course of slopes, stairs, lifts and others, in a dungeon, or in a level of your own." },
  { name: "pool", title: "Pool", lead: "A table to break, with every event to the last digit, and its time to go through forwards and backwards." },
  { name: "pinball", title: "Pinball", lead: "Balls among capsules that turn: flippers, a gate, a see-saw, a bar." },
  { name: "rain", title: "Rain", lead: "A hundred thousand drops on hills and roofs, each swept exactly, and none that passes through." },
];

/** The drawings of a page: most have one, and are one themselves. */
export const views = (page) => page.views ?? [page];
export const inSpace = (view) => view.camera.yaw !== undefined;

/** Everything about a page: what is in the table, and what its module declares. */
export async function load(listed) {
  const { default: declared } = await import(`./pages/${listed.name}.js`);
  return { ...listed, ...declared };
}

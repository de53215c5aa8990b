// All pages, in the order of the questions.

import point_circle from "./pages/point_circle.js";
import point_segment from "./pages/point_segment.js";
import circle_circle from "./pages/circle_circle.js";
import circle_segment from "./pages/circle_segment.js";
import circle_capsule from "./pages/circle_capsule.js";
import capsule_capsule from "./pages/capsule_capsule.js";
import polygons from "./pages/polygons.js";
import moving_circle from "./pages/moving_circle.js";
import moving_circles from "./pages/moving_circles.js";
import bounce from "./pages/bounce.js";
import turning from "./pages/turning.js";
import sphere_triangle from "./pages/sphere_triangle.js";
import capsule_triangle from "./pages/capsule_triangle.js";
import moving_capsule from "./pages/moving_capsule.js";
import plane_space from "./pages/plane_space.js";
import tree from "./pages/tree.js";
import end_points from "./pages/end_points.js";
import cancellation from "./pages/cancellation.js";
import substeps from "./pages/substeps.js";

export const families = [
  {
    title: "Where are they?",
    lead: "Two shapes at rest: nearest points, whether they touch, and the shortest way to part them.",
    pages: [point_circle, point_segment, circle_circle, circle_segment, circle_capsule, capsule_capsule, polygons],
  },
  {
    title: "When do they meet?",
    lead: "Motions, answered at once and never late: no steps, no tunnelling.",
    pages: [moving_circle, moving_circles, bounce, turning],
  },
  {
    title: "In space",
    lead: "The same functions, one dimension more: drag the points, and turn the view around them.",
    pages: [sphere_triangle, capsule_triangle, moving_capsule, plane_space],
  },
  {
    title: "Among many",
    lead: "A level is asked as a whole, and hardly any of it is looked at.",
    pages: [tree],
  },
  {
    title: "Without care",
    lead: "Three well-known shortcuts beside the exact answer, each in a picture where it fails.",
    pages: [end_points, cancellation, substeps],
  },
];

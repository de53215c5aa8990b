// The drawing of a shot in SVG, above the balls on the canvas.

import { Picture } from "../picture.js";

export class Over extends Picture {
  constructor(view) {
    super(false);
    this.to = view.to;
    this.scale = view.scale;
  }

  line(p, q, kind) {
    this.path([p, q], kind);
  }

  path(points, kind) {
    this.add("path", { class: `line ${kind}`, d: `M${points.map(this.to).join("L")}` });
  }

  shape([p], radius, kind) {
    const [cx, cy] = this.to(p);
    this.add("circle", { class: `shape ${kind}`, cx, cy, r: radius * this.scale });
  }
}

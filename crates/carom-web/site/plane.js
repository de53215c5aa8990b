// A 2D view on a page: dragging and drawing. space.js is the 3D view.

import { Drawing, view } from "./draw.js";
import { element } from "./picture.js";

const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class PlaneView {
  /** The nearest handle follows the pointer from any distance. */
  reach = Infinity;
  hint = "Drag anywhere: the nearest handle follows. Or press Tab to select a handle and move it with the arrow keys (Shift: far, Alt: fine).";
  #declared;

  constructor(carom, declared, label, camera) {
    this.#declared = declared;
    this.camera = camera;
    this.svg = element("svg", { class: "drawing", role: "group", "aria-label": `${label}: drawing` });
    this.element = this.svg;
    Drawing.prepare(this.svg);
  }

  get size() {
    return [this.svg.clientWidth, this.svg.clientHeight];
  }

  get scale() {
    return view(this.camera, this.size).scale;
  }

  to(p) {
    return view(this.camera, this.size).to(p);
  }

  dragged(p, pixel) {
    return view(this.camera, this.size).from(pixel);
  }

  step(key) {
    return Object.hasOwn(KEYS, key) ? KEYS[key] : null;
  }

  zoom(factor) {
    this.camera.width /= factor;
    this.camera.height /= factor;
  }

  draw(inputs, answer) {
    Drawing.draw(this.svg, this.camera, this.size, { words: true }, (d) => this.#declared.draw(d, inputs, answer));
  }
}

// Survey reports in a scene of three.js: markers of findings, unreached ground, and routes to findings.

import { BufferAttribute, BufferGeometry, CapsuleGeometry, Group, Line, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, OctahedronGeometry, SphereGeometry, Vector3 } from "three";
import { known, shown } from "./values.js";

export { openReport } from "./report.js";
export { routeOf } from "./route.js";

const UNREACHED = 0x8a93a0, SPAWN = 0x2f6fdf, REACHED = 0x2f9e44, MISSED = 0xc21f3a;
const OPTIONS = ["size", "level", "throughWalls"], FILTERS = ["kinds", "severities", "ignored", "unreached"];

/** Draws an object after the level, over it. */
function last(object, order = 1) {
  object.renderOrder = order;
  return object;
}

const vectorOf = ({ x, y, z }) => new Vector3(x, y, z);

/** The triangles with these numbers, as a geometry. */
function trianglesOf({ vertices, triangles }, numbers) {
  const positions = new Float32Array(9 * numbers.length);
  numbers.forEach((triangle, row) => {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = 3 * triangles[3 * triangle + corner];
      for (let axis = 0; axis < 3; axis++) positions[9 * row + 3 * corner + axis] = vertices[vertex + axis];
    }
  });
  return new BufferGeometry().setAttribute("position", new BufferAttribute(positions, 3));
}

function levelOf(level, report) {
  if (level === undefined) return null;
  if (typeof level?.vertices?.length !== "number" || typeof level.triangles?.length !== "number") throw new TypeError("options.level must be { vertices, triangles }, as of trianglesOf()");
  const count = level.triangles.length / 3;
  if (count !== report.level.triangles) throw new RangeError(`options.level has ${count} triangles, but ${report.level.file} of the report ${report.level.triangles}: it is another level`);
  return level;
}

/** A report in a scene. Each marker has its part of the report in `userData`. */
export class ReportView extends Group {
  constructor(report, options = {}) {
    super();
    if (!Array.isArray(report?.findings)) throw new TypeError(`report must be what openReport() resolves to, not ${shown(report)}`);
    known(options, OPTIONS, "options");
    const { min, max } = report.level.bounds, extent = vectorOf(max).distanceTo(min);
    /** The radius of a marker; by default it can be seen from where the whole level is in view. */
    const { size = Math.max(report.settings.radius, extent / 100), throughWalls = true } = options;
    if (!(size > 0 && size < Infinity)) throw new RangeError(`options.size is ${shown(size)}, not more than 0`);
    const level = levelOf(options.level, report);
    Object.assign(this, { report, _size: size, _throughWalls: throughWalls, _made: new Map(), _routes: [] });
    this._ball = new SphereGeometry(size, 24, 16);
    this._pin = new BufferGeometry().setFromPoints([new Vector3(), new Vector3(0, 3 * size, 0)]);
    this._gem = new OctahedronGeometry(0.7 * size);
    this.name = `report of ${report.level.file}`;
    this.findings = report.findings.map((finding) => this._finding(finding, level));
    this.unreached = report.unreached.map((region) => this._region(region, level));
    this.spawns = report.spawns.map((feet) => this._character(feet, SPAWN, { spawn: feet }));
    this.goals = report.goals.map((goal) => this._character(goal.position, goal.reached ? REACHED : MISSED, { goal }));
    this.add(...this.findings, ...this.unreached, ...this.spawns, ...this.goals);
    this.filter();
  }

  /** Materials by kind and color, and what they draw over. */
  _material(Kind, color, more = {}) {
    const key = `${Kind.name} ${color} ${more.opacity ?? 1}`;
    if (!this._made.has(key)) this._made.set(key, new Kind({ color, depthTest: !this._throughWalls, transparent: true, ...more }));
    return this._made.get(key);
  }

  /** A ball on a pin that stands on the place; `marker.userData` has what a label needs. */
  _finding(finding, level) {
    const marker = new Group(), { number, title, color, what, position } = finding;
    const ball = last(new Mesh(this._ball, this._material(MeshBasicMaterial, color)), 3), pin = last(new LineSegments(this._pin, this._material(LineBasicMaterial, color)), 2);
    ball.position.y = 3 * this._size;
    ball.userData.finding = finding;
    marker.name = `${number} ${title}`;
    marker.position.copy(position);
    marker.userData = { finding, label: { number, title, text: what, color, position: vectorOf(position).setY(position.y + 3 * this._size) } };
    marker.add(ball, pin);
    this._shape(marker, level, finding.triangles, color, 0.55);
    return marker;
  }

  /** A gem at the place farthest from the border of the region, larger for more area, and the way down to reached ground. */
  _region(region, level) {
    const marker = new Group(), gem = last(new Mesh(this._gem, this._material(MeshBasicMaterial, UNREACHED)));
    marker.name = `unreached, ${region.area.toFixed(1)} m²`;
    marker.userData = { region };
    marker.position.copy(region.position);
    gem.scale.setScalar(Math.min(0.4 + Math.sqrt(region.area) / (12 * this._size), 1.5));
    gem.position.y = this._size;
    marker.add(gem);
    if (region.drop) {
      const ends = [region.drop.from, region.drop.to].map((end) => vectorOf(end).sub(region.position));
      marker.add(last(new Line(new BufferGeometry().setFromPoints(ends), this._material(LineBasicMaterial, UNREACHED))));
    }
    this._shape(marker, level, region.triangles, UNREACHED, 0.35);
    return marker;
  }

  /** The triangles of a part of the report, if the level is known. They are in the way of nothing. */
  _shape(marker, level, numbers, color, opacity) {
    if (!level || numbers.length === 0) return;
    const material = this._material(MeshBasicMaterial, color, { opacity, side: 2, depthWrite: false, depthTest: true, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2 });
    const drawn = new Mesh(trianglesOf(level, numbers), material);
    drawn.position.copy(marker.position).negate();
    drawn.userData.triangles = numbers;
    marker.add(drawn);
  }

  _character(feet, color, userData) {
    const { radius, height } = this.report.settings;
    this._capsule ??= new CapsuleGeometry(radius, Math.max(height - 2 * radius, 0));
    const body = last(new Mesh(this._capsule, this._material(MeshBasicMaterial, color)));
    body.position.copy(feet);
    body.position.y += height / 2;
    body.userData = userData;
    return body;
  }

  /** Shows some of the findings: by default all that are not ignored. `kinds` and `severities` are lists of names. */
  filter(filters = {}) {
    known(filters, FILTERS, "filters");
    const { kinds, severities, ignored = false, unreached = true } = filters;
    for (const [name, names] of [["kinds", kinds], ["severities", severities]]) {
      if (names !== undefined && !Array.isArray(names)) throw new TypeError(`filters.${name} must be an array of names, not ${shown(names)}`);
    }
    for (const marker of this.findings) {
      const { finding } = marker.userData;
      marker.visible = (kinds?.includes(finding.kind) ?? true) && (severities?.includes(finding.severity) ?? true) && (ignored || finding.ignored === undefined);
    }
    for (const marker of this.unreached) marker.visible = unreached;
    return this;
  }

  /** The nearest visible finding on a ray, or null. */
  pick(raycaster) {
    if (typeof raycaster?.intersectObjects !== "function") throw new TypeError(`raycaster must be a Raycaster, not ${shown(raycaster)}`);
    this.updateWorldMatrix(true, true);
    const balls = this.findings.filter(({ visible }) => visible).map(({ children: [ball] }) => ball);
    return raycaster.intersectObjects(balls, false)[0]?.object.userData.finding ?? null;
  }

  /** Draws a route of `routeOf`, in the color of its finding. */
  drawRoute(finding, points) {
    if (!(points?.length >= 6) || points.length % 3 !== 0) throw new TypeError("points must be the points of routeOf()");
    const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(Float32Array.from(points), 3));
    const route = last(new Line(geometry, this._material(LineBasicMaterial, finding.color)), 2);
    route.userData = { finding };
    this._routes.push(route);
    this.add(route);
    return route;
  }

  clearRoutes() {
    for (const route of this._routes.splice(0)) {
      route.geometry.dispose();
      route.removeFromParent();
    }
  }

  // Without the symbol it is the method below.
  [Symbol.dispose ?? "dispose"]() {
    this.dispose();
  }

  /** Frees geometries and materials, and leaves the scene. */
  dispose() {
    this.traverse(({ geometry }) => geometry?.dispose());
    for (const material of this._made.values()) material.dispose();
    this.removeFromParent();
    this.clear();
  }
}

/** A group that shows a report. */
export const drawReport = (report, options) => new ReportView(report, options);

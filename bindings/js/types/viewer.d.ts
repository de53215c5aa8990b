/// <reference lib="esnext.disposable" />
import type { Group, Line, Mesh as Drawn, Object3D, Raycaster, Vector3 } from "three";
import type { Carom, Query, Vector } from "./index.js";

export type Kind = "reach" | "leak" | "trap" | "ledge" | "stuck" | "snag" | "jitter" | "gap" | "headroom" | "geometry";
export type Severity = "error" | "warning" | "note";

export interface Finding {
  /** From 1, as in the report's pictures and file names. */
  number: number;
  kind: Kind;
  /** Of the kind: its title, its meaning, what to do about it, and its color, 0xRRGGBB. */
  title: string;
  meaning: string;
  advice: string;
  color: number;
  severity: Severity;
  /** With a baseline: whether the finding is new. */
  isNew: boolean | undefined;
  /** One sentence. */
  what: string;
  position: Vector;
  /** In the coordinates of the level's file, if these are others. */
  inFile: Vector | undefined;
  /** The nearest triangles, by their numbers in the level. */
  triangles: number[];
  objects: string[];
  /** The height of a step or ceiling, or the width of an opening. */
  size: number | undefined;
  /** Why it is ignored. */
  ignored: string | undefined;
  /** The file of its scenario, relative to report.json. */
  scenario: string;
  spawn: Vector | undefined;
  geometry: { fault: string; position: Vector; triangles: number[] }[];
}

/** Walkable ground that the search never reached. */
export interface Region {
  position: Vector;
  area: number;
  triangles: number[];
  objects: string[];
  /** The way down to reached ground. */
  drop: { from: Vector; to: Vector } | undefined;
  cause: { kind: "step" | "opening" | "ceiling" | "slope"; size: number; limit: number; steps: number; position: Vector; opens: number; what: string; object?: string } | undefined;
}

export interface Goal {
  position: Vector;
  /** null: not before the search was stopped. */
  reached: boolean | null;
  ticks?: number;
  scenario?: string;
  what?: string;
}

/** A scenario file; see docs/formats.md. */
export interface Scenario {
  hz?: number;
  seconds: number;
  up?: [number, number, number];
  gravity?: number;
  characters: { feet: number[]; input?: { until: number; move?: number[]; jump?: number; height?: number; fly?: boolean }[] }[];
}

export interface Report {
  level: { file: string; triangles: number; bounds: { min: Vector; max: Vector } };
  settings: { radius: number; height: number; speed: number; hz: number; cell: number; gravity: number };
  spawns: Vector[];
  /** The search was stopped before its end. */
  partial: boolean;
  reach: { area: number; places: number; floors: { height: number; area: number }[] };
  unreached: Region[];
  findings: Finding[];
  goals: Goal[];
  /** With a baseline: its findings that are gone. */
  gone: { kind: string; position: number[]; severity: string; what: string }[];
  hash: string;
  /** Loads the scenario of a finding, of a report that was opened by its address. */
  scenarioOf(finding: { scenario: string }): Promise<Scenario>;
}

/** Opens the report.json of `carom survey`, by its address or as the object that it holds. Errors name the place in the file. */
export function openReport(source: string | URL | object): Promise<Report>;

export interface ReportOptions {
  /** The radius of a marker. */
  size?: number;
  /** The level, as of `trianglesOf()` of carom/three, to draw the triangles of findings and unreached regions. */
  level?: { vertices: ArrayLike<number>; triangles: ArrayLike<number> };
  /** Markers are drawn over the level. Default true. */
  throughWalls?: boolean;
}

/** The data of a label: at `position`, with `number` and `title`, and the sentence of the finding. */
export interface Label {
  number: number;
  title: string;
  text: string;
  color: number;
  position: Vector3;
}

export class ReportView extends Group {
  constructor(report: Report, options?: ReportOptions);
  readonly report: Report;
  /** A marker each; `userData` has `finding` and `label`. */
  readonly findings: (Group & { userData: { finding: Finding; label: Label } })[];
  /** A marker each; `userData.region`. */
  readonly unreached: (Group & { userData: { region: Region } })[];
  readonly spawns: Drawn[];
  readonly goals: (Object3D & { userData: { goal: Goal } })[];
  /** Shows some of the findings: by default all that are not ignored. */
  filter(filters?: { kinds?: readonly Kind[]; severities?: readonly Severity[]; ignored?: boolean; unreached?: boolean }): this;
  /** The nearest visible finding on a ray, or null. */
  pick(raycaster: Raycaster): Finding | null;
  drawRoute(finding: Finding, points: Float32Array): Line;
  clearRoutes(): void;
  /** Frees geometries and materials, and leaves the scene. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** A group that shows a report. */
export function drawReport(report: Report, options?: ReportOptions): ReportView;

/**
 * The feet after each tick of the scenario of a finding, three numbers each. `scene` is the level of the report, in its meters: a Mesh or a World.
 */
export function routeOf(carom: Carom, scene: Query, scenario: Scenario): Float32Array;

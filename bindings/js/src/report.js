// The report of `carom survey`, checked: errors name the place in report.json.

import { KINDS } from "./kinds.js";
import { shown } from "./values.js";

const SEVERITIES = ["error", "warning", "note"];

function fail(place, wanted, value) {
  throw new TypeError(`${place} must be ${wanted}, not ${Array.isArray(value) ? `an array of ${value.length}` : shown(value)}`);
}

const object = (value, place) => (typeof value === "object" && value !== null && !Array.isArray(value) ? value : fail(place, "an object", value));
const text = (value, place) => (typeof value === "string" ? value : fail(place, "a text", value));
const number = (value, place) => (Number.isFinite(value) ? value : fail(place, "a number", value));
const list = (value, place, item) => (Array.isArray(value) ? value.map((one, i) => item(one, `${place}[${i}]`)) : fail(place, "an array", value));
/** A field that may be missing. */
const maybe = (value, place, read) => (value === undefined ? undefined : read(value, place));

function point(value, place) {
  if (!Array.isArray(value) || value.length !== 3) fail(place, "three numbers", value);
  const [x, y, z] = value.map((x, i) => number(x, `${place}[${i}]`));
  return { x, y, z };
}

const texts = (value, place) => list(value, place, text), numbers = (value, place) => list(value, place, number);

function finding(value, place, index, isNew) {
  const { kind, position, in_file, triangles, objects, severity, what, size, ignored, scenario, spawn, geometry } = object(value, place);
  if (!(text(kind, `${place}.kind`) in KINDS)) fail(`${place}.kind`, `one of ${Object.keys(KINDS).join(", ")}`, kind);
  if (!SEVERITIES.includes(severity)) fail(`${place}.severity`, `one of ${SEVERITIES.join(", ")}`, severity);
  return {
    number: index + 1, kind, severity, isNew, ...KINDS[kind],
    position: point(position, `${place}.position`),
    inFile: maybe(in_file, `${place}.in_file`, point),
    triangles: numbers(triangles, `${place}.triangles`),
    objects: maybe(objects, `${place}.objects`, texts) ?? [],
    what: text(what, `${place}.what`),
    size: maybe(size, `${place}.size`, number),
    ignored: maybe(ignored, `${place}.ignored`, text),
    scenario: text(scenario, `${place}.scenario`),
    spawn: maybe(spawn, `${place}.spawn`, point),
    geometry: maybe(geometry, `${place}.geometry`, (faults, at) => list(faults, at, (fault, at) => ({
      fault: text(object(fault, at).fault, `${at}.fault`), position: point(fault.position, `${at}.position`), triangles: numbers(fault.triangles, `${at}.triangles`),
    }))) ?? [],
  };
}

const drop = (value, place) => ({ from: point(object(value, place).from, `${place}.from`), to: point(value.to, `${place}.to`) });
const cause = (value, place) => ({ ...object(value, place), position: point(value.position, `${place}.position`), what: text(value.what, `${place}.what`) });

const region = (value, place) => ({
  position: point(object(value, place).position, `${place}.position`),
  area: number(value.area, `${place}.area`),
  triangles: numbers(value.triangles, `${place}.triangles`),
  objects: maybe(value.objects, `${place}.objects`, texts) ?? [],
  drop: maybe(value.drop, `${place}.drop`, drop),
  cause: maybe(value.cause, `${place}.cause`, cause),
});

const goal = (value, place) => ({ ...object(value, place), position: point(value.position, `${place}.position`) });

/** The report of a parsed report.json; `base` is the address that scenarios are relative to. */
export function reportOf(json, base) {
  const { level, settings, spawn, spawns, partial, reach, unreached, findings, goals, baseline, hash } = object(json, "report");
  const { min, max } = object(object(level, "level").bounds, "level.bounds"), changes = maybe(baseline, "baseline", object);
  const isNew = changes && new Set(numbers(changes.new, "baseline.new")), first = point(spawn, "spawn");
  const checked = {
    level: { ...level, file: text(level.file, "level.file"), triangles: number(level.triangles, "level.triangles"), bounds: { min: point(min, "level.bounds.min"), max: point(max, "level.bounds.max") } },
    settings: { ...object(settings, "settings"), radius: number(settings.radius, "settings.radius"), height: number(settings.height, "settings.height") },
    spawns: maybe(spawns, "spawns", (value, place) => list(value, place, point)) ?? [first],
    partial: partial === true,
    reach: { ...object(reach, "reach"), area: number(reach.area, "reach.area") },
    unreached: list(unreached, "unreached", region),
    findings: list(findings, "findings", (value) => value).map((value, i) => finding(value, `findings[${i}]`, i, isNew?.has(i))),
    goals: maybe(goals, "goals", (value, place) => list(value, place, goal)) ?? [],
    gone: changes?.gone ?? [],
    hash: text(hash, "hash"),
  };
  const scenarioOf = async ({ scenario }) => {
    if (!base) throw new Error(`${scenario} is relative to report.json: open the report by its address`);
    return fetched(new URL(scenario, base));
  };
  return { ...checked, scenarioOf };
}

async function fetched(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: ${response.status} ${response.statusText}`);
  try {
    return await response.json();
  } catch (cause) {
    throw new TypeError(`${url} is no JSON: ${cause.message}`, { cause });
  }
}

/** Opens report.json by its address, or as the object that it holds. */
export async function openReport(source) {
  if (typeof source !== "string" && !(source instanceof URL)) return reportOf(source);
  const url = new URL(source, globalThis.location?.href);
  return reportOf(await fetched(url), url);
}

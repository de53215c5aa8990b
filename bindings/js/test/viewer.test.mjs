// carom/viewer with the reports of docs/reports.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { test } from "node:test";
import * as THREE from "three";
import { load } from "carom";
import { drawReport, openReport, routeOf } from "carom/viewer";
import { level } from "./level.mjs";

const folder = new URL("../../../docs/reports/", import.meta.url);
const json = async (name) => JSON.parse(await readFile(new URL(name, folder), "utf8"));
const dungeon = await json("dungeon/report.json"), report = await openReport(dungeon), triangles = await level();

test("a report is typed, and its kinds have titles and colors", () => {
  assert.deepEqual(report.findings.map(({ number }) => number), dungeon.findings.map((_, i) => i + 1));
  const [trap] = report.findings;
  assert.deepEqual([trap.kind, trap.title, trap.severity, trap.color], ["trap", "Trap", "error", 0x7a2ea0]);
  assert.deepEqual(Object.values(trap.position), dungeon.findings[0].position);
  assert.equal(report.unreached.filter(({ drop }) => drop).length, dungeon.unreached.filter(({ drop }) => drop).length);
  assert.deepEqual(report.spawns.map(({ x, y, z }) => [x, y, z]), [dungeon.spawn]);
});

test("each report of the repository opens", async () => {
  assert.equal((await openReport(await json("nav_test/report.json"))).findings.length, 4);
});

const wrong = {
  "report must be an object, not an array of 0": () => [],
  "level must be an object, not undefined": () => ({}),
  "findings[1].position must be three numbers, not an array of 2": (copy) => { copy.findings[1].position.pop(); },
  'findings[2].position[0] must be a number, not "3"': (copy) => { copy.findings[2].position[0] = "3"; },
  'findings[0].kind must be one of reach, leak, trap, ledge, stuck, snag, jitter, gap, headroom, geometry, not "trip"': (copy) => { copy.findings[0].kind = "trip"; },
  'findings[0].severity must be one of error, warning, note, not "bad"': (copy) => { copy.findings[0].severity = "bad"; },
  "findings[3].triangles[1] must be a number, not null": (copy) => { copy.findings[3].triangles[1] = null; },
  "unreached[0].drop.to must be three numbers, not undefined": (copy) => { delete copy.unreached[0].drop.to; },
  "level.bounds.max must be three numbers, not undefined": (copy) => { delete copy.level.bounds.max; },
  "hash must be a text, not 3": (copy) => { copy.hash = 3; },
};
for (const [message, change] of Object.entries(wrong)) {
  test(`an error names the place: ${message}`, async () => {
    const copy = structuredClone(dungeon);
    await assert.rejects(openReport(change(copy) ?? copy), { name: "TypeError", message });
  });
}

test("markers stand at the findings, with what a label needs", () => {
  const view = drawReport(report, { level: triangles }), [marker] = view.findings;
  assert.deepEqual(view.findings.map(({ position: { x, y, z } }) => [x, y, z]), dungeon.findings.map(({ position }) => position));
  assert.deepEqual([marker.userData.label.title, marker.userData.label.text], ["Trap", dungeon.findings[0].what]);
  assert.equal(marker.children[0].material.color.getHex(), 0x7a2ea0);
  // The triangles that the report names are near the finding.
  view.updateWorldMatrix(true, true);
  const drawn = marker.children.find(({ userData }) => userData.triangles), box = new THREE.Box3().setFromObject(drawn);
  assert.equal(drawn.geometry.attributes.position.count, 3 * dungeon.findings[0].triangles.length);
  assert.ok(box.distanceToPoint(marker.position) < 0.5, JSON.stringify(box));
  assert.equal(view.unreached.length, dungeon.unreached.length);
  assert.throws(() => drawReport(report, { level: { vertices: [], triangles: [0, 1, 2] } }), /^RangeError: options\.level has 1 triangles, but dungeon\.obj of the report 10133/);
  assert.throws(() => drawReport(report, { scale: 1 }), /^TypeError: options\.scale does not exist/);
  assert.throws(() => drawReport(dungeon.findings), /^TypeError: report must be/);
});

test("a finding is picked by a ray, unless a filter hides it", () => {
  const scene = new THREE.Scene(), view = drawReport(report), { label } = view.findings[0].userData;
  scene.add(view);
  view.position.set(5, 0, 0);
  const from = label.position.clone().add(new THREE.Vector3(5, 4, 0)), raycaster = new THREE.Raycaster(from, new THREE.Vector3(0, -1, 0));
  assert.equal(view.pick(raycaster)?.number, 1);
  assert.equal(view.filter({ kinds: ["snag"] }).pick(raycaster), null);
  const shown = view.findings.filter(({ visible }) => visible).map(({ userData }) => userData.finding.kind);
  assert.deepEqual(shown, dungeon.findings.map(({ kind }) => kind).filter((kind) => kind === "snag"));
  assert.equal(view.filter({ severities: ["error"] }).pick(raycaster)?.number, 1);
  assert.equal(view.pick(new THREE.Raycaster(from, new THREE.Vector3(0, 1, 0))), null);
  assert.throws(() => view.filter({ kind: "snag" }), /^TypeError: filters\.kind does not exist/);
});

test("ignored findings are hidden", async () => {
  const copy = structuredClone(dungeon);
  copy.findings[1].ignored = "meant";
  const view = drawReport(await openReport(copy));
  assert.deepEqual([view.findings[1].visible, view.filter({ ignored: true }).findings[1].visible], [false, true]);
});

test("the route of each finding leads to it", async () => {
  const carom = await load(), mesh = new carom.Mesh(triangles.vertices, triangles.triangles), view = drawReport(report);
  for (const finding of report.findings) {
    const points = routeOf(carom, mesh, await json(`dungeon/${finding.scenario}`)), last = new THREE.Vector3(), distances = [];
    for (let i = 0; i < points.length; i += 3) distances.push(last.fromArray(points, i).distanceTo(finding.position));
    // A defect of the mesh is beside the route.
    assert.ok(Math.min(...distances) < (finding.kind === "geometry" ? 2 : 0.3), `${finding.number}: ${Math.min(...distances)}`);
    view.drawRoute(finding, points);
  }
  assert.equal(view.children.filter(({ userData, isLine }) => isLine && userData.finding).length, 6);
  view.clearRoutes();
  assert.equal(view.children.filter(({ isLine }) => isLine).length, 0);
  assert.throws(() => routeOf(carom, mesh, {}), /^TypeError: scenario must be a scenario of a report/);
});

test("a report is opened by its address, and its scenarios beside it", async () => {
  const server = createServer(async ({ url }, response) => {
    const bytes = await readFile(new URL(`.${url}`, folder)).catch(() => null);
    response.writeHead(bytes ? 200 : 404).end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${server.address().port}`;
  try {
    const opened = await openReport(`${base}/dungeon/report.json`);
    assert.deepEqual(opened.findings, report.findings);
    assert.equal((await opened.scenarioOf(opened.findings[0])).name, "trap-001");
    await assert.rejects(openReport(new URL(`${base}/none/report.json`)), /none\/report\.json cannot be loaded: 404/);
    await assert.rejects(openReport(`${base}/README.md`), /README\.md is no JSON/);
    await assert.rejects(report.scenarioOf(report.findings[0]), /open the report by its address/);
  } finally {
    server.close();
  }
});

test("dispose frees every geometry and material, and leaves the scene", () => {
  const scene = new THREE.Scene(), view = drawReport(report, { level: triangles }), left = new Set();
  scene.add(view);
  view.traverse(({ geometry, material }) => {
    for (const made of [geometry, material]) {
      if (!made || left.has(made)) continue;
      left.add(made);
      made.addEventListener("dispose", () => left.delete(made));
    }
  });
  assert.ok(left.size > 100);
  view.dispose();
  assert.deepEqual([left.size, scene.children.length], [0, 0]);
});

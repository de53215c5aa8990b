// Compiles with the declarations, or does not: what users write, and what must be an error.

import * as THREE from "three";
import { fixed, load, type Carom, type Hit } from "carom";
import { load as loadMesh } from "carom/mesh";
import { load as loadInline } from "carom/inline";
import { load as loadFull, type AbilityPath, type CaromFull, type Diff, type SurfaceMaterial } from "carom/full";
import { MoverHelper, bodyOf, intersect, meshOf, trianglesOf, worldOf } from "carom/three";
import { Level, useCarom, useCharacter, useFixedTick, useLevel, useWorld } from "carom/react";
import { load as loadBilliards, type Billiards, type ShotEvent, type ShotResult, type TableOptions } from "carom/billiards";
import { Recording as Recording2D, load as load2D, replay as replay2D, type Body as Body2D, type Carom2D, type Chain, type Hits as Hits2D } from "carom/2d";
import { drawReport, openReport, routeOf } from "carom/viewer";

const carom: Carom = await load({ wasm: new URL("https://example.com/carom.wasm") });
const scene = new THREE.Scene(), player = new THREE.Object3D();
const level = meshOf(carom, scene, { skip: (o) => o.name.startsWith("grass"), weld: true });
const hit: Hit | null = level.sweep(new THREE.Sphere(player.position, 1), player.position);
if (hit) console.log(hit.t, level.source(hit.triangle).object.name, hit.body?.data);
level.closest({ start: [0, 0, 0], end: { x: 0, y: 1, z: 0 }, radius: 0.3 }, 2)?.normal.y.toFixed();
const world = worldOf(carom, scene), lift = bodyOf(carom, world, player, { moving: true });
const hero = new carom.Mover(world, { radius: 0.3, height: 1.8, stepHeight: 0.4, maxSlope: 50, feet: player.position, locomotion: true });
const loop = carom.fixed(1 / 60, (dt) => {
  lift.follow(dt);
  lift.moveTo(player.matrixWorld, dt);
  lift.moveTo(player, dt);
  hero.step({ velocity: player.position, jump: 4 }, dt);
}, (alpha) => player.position.lerpVectors(hero.before, hero.feet, alpha));
loop.stop();
fixed(1, () => {}, undefined, { auto: false }).advance(1);
const batch: Float32Array = world.query({ mask: 1, except: lift }).sweepBatch({ center: new Float32Array(6), radius: 1 }, [0, 1, 0]).t;
const crowd = new carom.Crowd(world, { layer: 4 });
const agent = crowd.step(batch, 1 / 60).agent(crowd.add({ role: "push", radius: 0.2, locomotion: { friction: 2 } }));
for (const [a, b] of new carom.Pairs(world).update().began) console.log(a.index, b.data, level.query({ leaveOverlaps: true }).ray([0, 1, 0], [0, -1, 0])?.t);
console.log(agent.feet.x.toFixed(), agent.ground?.body?.index, agent.slid);
level.overlap({ center: [0, 0, 0], halfSize: player.position, rotation: new THREE.Matrix3() });
level.overlap({ a: [0, 0, 0], b: player.position, radiusA: 1, radiusB: 0, rounding: 0.1 });
level.closest({ center: [0, 0, 0], radii: [1, 2, 3], rotation: new THREE.Matrix3() });
level.overlapBatch({ start: batch, end: batch, radiusA: 1, radiusB: batch, rounding: 0.1 });
world.add({ a: [0, 0, 0], b: [0, 1, 0], radius: 1 });
console.log(carom.overlap(new THREE.Sphere(), [0, 0, 0]), carom.closest([0, 0, 0], new THREE.Triangle())?.distance);
carom.manifold(new THREE.Sphere(), { min: [0, 0, 0], max: [1, 1, 1], rounding: 0.1 }, 0.1)?.points[0]?.featureA.at(0)?.toFixed();
new MoverHelper(hero).update();
hero.settings.up.toString();
hero.set({ body: { lying: [{ start: [0.7, 0.6, 0], end: player.position, radius: 0.25 }] } });
hero.teleport([0, 0, 0], 2, player.position);
console.log(typeof hero.settings.body === "string", crowd.add({ body: { box: { halfLength: 0.5 } }, axis: [0, 0, 1] }));
hero.radius.toFixed();
const missed: null = level.source(-1);
console.log(missed, level.source(3).faceIndex);
intersect(new THREE.Raycaster(), level)?.distance.toFixed();
const table = new carom.Compound([{ min: [0, 0, 0], max: [1, 1, 1] }, new THREE.Sphere()], [player, [0, 1, 0]]), rock = world.add(table, { pose: player });
console.log(table.partCount + 1, table.closestN([0, 0, 0], 3, 9)[0]?.distance, new carom.Mesh(batch, null, { solid: true }).solid);
rock.refitHeights({ column: 0, row: 0, columns: 1, heights: new Float32Array(2) });
const small = await loadMesh();
carom.heightField({ heights: [0, 0, 0, 0], columns: 2 }).dispose();
(await loadInline()).Mover.name.at(0);

const full: CaromFull = await loadFull(), tiles = new full.World(), before: Diff = new full.Diff(tiles, tiles.copy()), ice: SurfaceMaterial = { body: rock, friction: 0.1, step: false };
tiles.apply(new full.Diff(before.toBytes()));
tiles.sweepMoving(new THREE.Sphere(), { delta: player.position }, 1 / 60)?.body?.weldMesh([rock, ...before.bodies(tiles).moved]);
tiles.sweepMovingSurface(table, {}, 1)?.part.toFixed();
worldOf(full, scene).query({ mask: 1 }).sweepRigidSurface(table, { angle: 1, axis: [0, 1, 0] })?.part.toFixed();
lift.setOneWay({ direction: [0, 1, 0] });
lift.replace(new THREE.Plane());
lift.refitMesh(batch);
lift.setPose(lift.pose);
console.log(lift.oneWay?.margin, lift.spin.axis.x, lift.layers & lift.mask, lift.moving || lift.sensor, world.bodies()[0]?.velocity.x, level.triangle(0).c.z);
level.refit(batch, [0, 1, 2]);
level.overlap({ normal: [0, 1, 0], offset: 2 });
crowd.set(0, { radius: 0.2 });
crowd.restore(0, crowd.save(1));
console.log(crowd.collisions(0).map((met) => carom.pushImpulse(met, 80, 1 / 40).x), crowd.settings(0).skin, crowd.animate(0, { displacement: player.position }, 0, 1 / 60));
crowd.knockBack(0, [1, 0, 0]);
crowd.remove(0);
for (const line of meshOf(full, scene).crossingLines(level)) console.log(line.length, level.penetration(level)?.translation.x, level.windingNumberBatch(batch).at(0));
console.log(full.sweepRigid(new THREE.Box3(), null, [0, 0, 0], { angle: 1, axis: player.position })?.start, full.sweep([0, 0, 0], [1, 0, 0], player.position)?.t);
console.log(full.rayInterval([0, 0, 0], player.position, new THREE.Box3())?.entry?.t, level.rayIntervals([0, 0, 0], [1, 0, 0])[0]?.[1].toFixed());
full.polygonPrism({ outline: [new THREE.Vector2(), [1, 0], { x: 0, y: 1 }], holes: [batch] }, 0, 1, { solid: true }).scaled([1, 2, 1]).barycentric(0, [0, 0, 0]).at(2);
level.sweepRigidBatch({ center: batch, radius: 1 }, { axis: [0, 1, 0], angle: batch }).t.at(0);
const held = new full.Mover(tiles, { locomotion: true }), jumps = { most: 1 };
const path: AbilityPath | null = held.mantle({ lowest: 0.5, highest: 1.5, speed: 2 }, player.position) ?? held.climbUp({ bottom: [0, 0, 0], top: [0, 4, 0], exit: player.position, speed: 2 });
if (path && held.follow(path, 0.1) === null) held.step({ jump: 4, airJump: held.airJump(jumps, true, 0.1) }, 0.1);
const crew = new full.Crowd(tiles), climb: AbilityPath | null = crew.climbUp(0, { bottom: [0, 0, 0], top: [0, 4, 0], exit: player.position, speed: 2 });
if (climb) crew.follow(0, climb, 0.1);
console.log(crew.airJump(0, jumps, true) && crew.airJump(0, jumps, true, 0.1) && crew.dash(0, { velocity: player.position, left: 1 }, 0.1), crew.glide(0, 1, {}, 0.1), tiles.manifolds(new THREE.Box3(), 0.1)[0]?.manifold.points[0]?.id.length, level.manifolds(new THREE.Sphere())[0]?.contact.triangle.toFixed());
held.setSurfaces([ice]);
new full.Crowd(tiles).setSurfaces([{ triangle: 3, maxSlope: 20, velocity: player.position, tag: 7 }]);
console.log(held.grip() + held.collisions()[0]!.tag, new full.Pairs(tiles).updateWith(world).now.length, tiles.partsInBox(new THREE.Box3()).body.length);

const report = await openReport(new URL("https://example.com/report.json")), view = drawReport(report, { level: trianglesOf(scene), size: 1 });
const finding = view.filter({ kinds: ["trap"] }).pick(new THREE.Raycaster());
if (finding) view.drawRoute(finding, routeOf(carom, level, await report.scenarioOf(finding))).visible = true;
scene.add(view);
console.log(view.findings[0]?.userData.label.text, report.unreached[0]?.cause?.kind, report.findings[0]?.color.toFixed());
view.dispose();
{
  using helper = new MoverHelper(new carom.Mover(world)), other = drawReport(report, { level: trianglesOf(scene) }), owned = new full.Diff(before.toBytes());
  console.log(helper.visible, other.visible, owned.isEmpty);
}
export function Player(): null {
  const loaded: Carom = useCarom(), body = { current: player }, world = useLevel(player, { oneSided: true });
  const walker = useCharacter({ feet: [0, 1, 0], stepHeight: 0.3, rate: 120 }, (mover, dt) => mover.step({ velocity: [1, 0, 0] }, dt), body);
  useFixedTick(1 / 60, (dt) => console.log(dt, loaded, walker?.onGround, world?.size, useWorld().level.index));
  return null;
}
Level({ scene, options: { weld: true }, children: [] });

const game: TableOptions = { rack: "nine_ball", dimensions: { cornerMouth: 0.12 }, models: { cushion: { mathavan2010: { steps: 200 } } } };
const billiards: Billiards = await loadBilliards(), cloth = new billiards.PoolTable(game), broken: ShotResult = cloth.simulate({ speed: 8, atBall: 1, above: -0.1 });
const ways = (event: ShotEvent): number => (event.kind === "ball" ? event.other : event.kind === "pocket" ? event.pocket : event.ball);
console.log(broken.events.map(ways), broken.at(1)[0]?.angularVelocity.z, broken.trace(0)[0]?.motion.length, cloth.withBalls(broken.balls).rollOut().status);
console.log(cloth.simulateMany({ speed: new Float64Array(3), direction: 1 }).pocket.at(0), cloth.simulateMany([{ speed: 1, direction: 0 }]).status.at(0), cloth.outlines[0]?.[0]?.x);
console.log(cloth.aimedAt(0, new THREE.Vector2(0, 1))?.ghost.x, billiards.ghostBall([0, 0], [1, 1], 0.03)?.y, billiards.directionTo([0, 0], player.position), cloth.dimensions.width);

const flat: Carom2D = await load2D(), outline: Chain = new flat.Chain([[0, 0], { x: 4, y: 0 }], { closed: true }), plane = new flat.World();
const sprite = { x: 1, y: 2, rotation: 0.5, scale: { x: 1, y: 1 }, angle: 28 }, wheel: Body2D = plane.add(outline, { pose: sprite, spin: 2 });
const walker = new flat.Mover(plane.query({ except: wheel }), { up: [0, -1], locomotion: { coyote: 0.1 } }).step({ velocity: { x: 1, y: 0 }, jump: 5 }, 1 / 60);
const many: Hits2D = new flat.Chain({ rings: [new Float32Array(8)] }).sweepBatch({ start: new Float32Array(8), end: [1, 2], radius: 1 }, { x: 1, y: 2 });
console.log(walker.ground?.segment, walker.feet.x, many.segment.at(0), wheel.pose.rotation, flat.manifold({ center: [0, 0], radii: [1, 2], rotation: 1 }, [0, 0])?.points[0]?.pointA.x);
console.log(replay2D(JSON.stringify(new Recording2D(walker)), walker), flat.rayInterval([0, 0], [1, 0], { min: [0, 0], max: [1, 1] })?.entry?.t, new flat.Pairs(plane).update().began[0]?.[1].data);
// @ts-expect-error: in 2D the number of a segment
outline.closest([0, 0])?.triangle;
// @ts-expect-error: in 2D a rotation is an angle
outline.sweepRigid([0, 0], { axis: [0, 0, 1], angle: 1 });
// @ts-expect-error: in 2D a spin is a number
plane.add([0, 0], { spin: { axis: [0, 1, 0], speed: 1 } });
// @ts-expect-error: a half-space has an offset
level.overlap({ normal: [0, 1, 0] });
// @ts-expect-error: read only
lift.velocity = player.position;
// @ts-expect-error: a shot has one direction
cloth.simulate({ speed: 1, direction: 1, atBall: 1 });
// @ts-expect-error: a table has a rack or balls
new billiards.PoolTable({ table: "snooker" });
// @ts-expect-error: no rack
new billiards.PoolTable({ rack: "nine-ball" });
// @ts-expect-error: a floor has no inside
full.polygonFloor({ outline: [0, 0, 1, 0, 0, 1] }, 0, { solid: true });
// @ts-expect-error: a misspelled field of a material
held.setSurfaces([{ grip: 1 }]);
// @ts-expect-error: the functions are those of carom/full
carom.triangulate({ outline: [0, 0, 1, 0, 0, 1] });
// @ts-expect-error: no kind
view.filter({ kinds: ["trip"] });
// @ts-expect-error: a misspelled setting
useCharacter({ stepheight: 1 }, () => {});
// @ts-expect-error: the small entry has no worlds
small.World;
// @ts-expect-error: a misspelled setting
new carom.Mover(world, { stepheight: 1 });
// @ts-expect-error: no vector
level.ray("up", [0, 1, 0]);
// @ts-expect-error: the number of rows is that of the heights
carom.heightField({ heights: [0, 0, 0, 0], columns: 2 }).refitHeights({ column: 0, row: 0, columns: 1, rows: 1, heights: [0] });
// @ts-expect-error: a misspelled setting
crowd.add({ locomotion: { frictoin: 2 } });
// @ts-expect-error: a shape has no radius of an end alone
level.overlap({ a: [0, 0, 0], b: [0, 1, 0], radiusA: 1 });
// @ts-expect-error: a number is no shape
level.overlap(3);
// @ts-expect-error: read only
hero.onGround = true;

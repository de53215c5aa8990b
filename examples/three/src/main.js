// The game: level, character, platforms, agents and camera, in fixed ticks.

import { CapsuleGeometry, DirectionalLight, Fog, HemisphereLight, Mesh, MeshLambertMaterial, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "three";
import { load } from "carom";
import { agentsOf } from "./agents.js";
import { inputOf } from "./input.js";
import { START, levelOf, placesOf, platformsOf } from "./level.js";

const RADIUS = 0.3, STANDING = 1.8, CROUCHING = 1.1, SPEED = 4, JUMP = 5;

/** The same numbers in every run. */
function randomFrom(seed) {
  return () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
}

const carom = await load(), level = await levelOf(carom), { world } = level, random = randomFrom(7);
const scene = new Scene(), renderer = new WebGLRenderer({ antialias: true }), camera = new PerspectiveCamera(65, 1, 0.05, 200);
scene.fog = new Fog(0x10131a, 15, 70);
scene.add(level.model, new HemisphereLight(0xcfd8ff, 0x40342a, 2.2));
const sun = new DirectionalLight(0xffffff, 1.2);
sun.position.set(2, 5, 3);
scene.add(sun);
renderer.setClearColor(0x10131a);
document.body.prepend(renderer.domElement);

const places = placesOf(level, 160, random), agents = agentsOf(carom, world, places.slice(0, 100), random);
const platforms = platformsOf(carom, level, [[START.x + 3, START.y - 0.2, START.z], ...places.slice(100)], 6);
scene.add(agents.mesh, ...platforms.map(({ object }) => object));

// The body of the character in the world, for the agents; the character itself leaves it out.
const body = world.add({ start: [0, RADIUS, 0], end: [0, STANDING - RADIUS, 0], radius: RADIUS }, { pose: START, moving: true });
const hero = new carom.Mover(world.query({ except: body }), { feet: START, radius: RADIUS, height: STANDING, maxSlope: 50, locomotion: { acceleration: 12, friction: 8 } });
const player = new Mesh(new CapsuleGeometry(RADIUS, STANDING - 2 * RADIUS, 6, 16), new MeshLambertMaterial({ color: 0xf0b040 }));
scene.add(player);

const input = inputOf(renderer.domElement), eye = new Vector3(), back = new Vector3();
let time = 0, cost = 0;

function tick(dt) {
  const start = performance.now(), [x, z] = input.direction();
  time += dt;
  for (const platform of platforms) platform.tick(time, dt);
  hero.step({ velocity: [SPEED * x, 0, SPEED * z], jump: input.jump ? JUMP : 0, height: input.crouches() ? CROUCHING : STANDING }, dt);
  input.jump = false;
  body.moveTo(hero.feet, dt);
  agents.tick(dt);
  if (hero.feet.y < world.mesh.bounds.min.y - 5) hero.teleport(START);
  cost += (performance.now() - start - cost) / 30;
}

function draw(alpha) {
  const { height } = hero;
  player.position.lerpVectors(hero.before, hero.feet, alpha);
  eye.copy(player.position).setY(player.position.y + height - 0.2);
  player.position.y += height / 2;
  player.scale.y = height / STANDING;
  agents.draw(alpha);
  // The camera is a ball on an arm, which walls make shorter.
  const { yaw, pitch } = input, flat = Math.cos(pitch);
  back.set(Math.sin(yaw) * flat, Math.sin(pitch), Math.cos(yaw) * flat).multiplyScalar(4.5);
  const hit = world.query({ except: body, mask: ~(2 ** 30) }).sweep({ center: eye, radius: 0.2 }, back);
  camera.position.copy(eye).addScaledVector(back, hit?.t ?? 1);
  // From inside its own head the character is not drawn.
  player.visible = camera.position.distanceTo(eye) > 2 * RADIUS;
  camera.lookAt(eye);
  renderer.render(scene, camera);
}

function resize() {
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
  renderer.setSize(innerWidth, innerHeight);
  camera.aspect = innerWidth / innerHeight;
  camera.updateProjectionMatrix();
}
addEventListener("resize", resize);
resize();

// Debugging and the test use the game from outside.
window.game = { hero, player, camera, agents, platforms, input, tick, draw, get cost() { return cost; } };
if (!new URLSearchParams(location.search).has("still")) carom.fixed(1 / 60, tick, draw);
else draw(1);
setInterval(() => {
  document.querySelector("#numbers").textContent = `a tick with ${agents.crowd.size} agents and ${platforms.length} platforms: ${cost.toFixed(2)} ms`;
}, 500);

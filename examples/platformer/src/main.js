// The page: keys and touch, fixed ticks, pictures between them.

import { load } from "carom/2d";
import { gameOf } from "./game.js";

const carom = await load(), game = gameOf(carom), { hero, level } = game;
const canvas = document.querySelector("canvas"), context = canvas.getContext("2d"), keys = new Set();
const KEYS = { left: ["ArrowLeft", "KeyA"], right: ["ArrowRight", "KeyD"], jump: ["Space", "ArrowUp", "KeyW"], crouch: ["ArrowDown", "KeyS"] };
let pressed = false, cost = 0;

const held = (name) => keys.has(name) || KEYS[name].some((key) => keys.has(key));
addEventListener("keydown", (event) => {
  if (KEYS.jump.includes(event.code) && !event.repeat) pressed = true;
  if (Object.values(KEYS).flat().includes(event.code)) event.preventDefault();
  keys.add(event.code);
});
addEventListener("keyup", ({ code }) => keys.delete(code));
addEventListener("blur", () => keys.clear());
for (const button of document.querySelectorAll("button")) {
  button.addEventListener("pointerdown", () => {
    keys.add(button.id);
    pressed ||= button.id === "jump";
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(end, () => keys.delete(button.id));
}

function tick(dt) {
  const start = performance.now();
  game.tick({ x: Number(held("right")) - Number(held("left")), jump: pressed, held: held("jump"), crouch: held("crouch") }, dt);
  pressed = false;
  cost += (performance.now() - start - cost) / 30;
}

function polygon(points, color) {
  context.fillStyle = color;
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.fill();
}

function box({ position: { x, y }, rotation }, [width, height], color) {
  context.save();
  context.translate(x, y);
  context.rotate(rotation);
  context.fillStyle = color;
  context.fillRect(-width, -height, 2 * width, 2 * height);
  context.restore();
}

function draw(alpha) {
  const scale = Math.min(devicePixelRatio, 2), width = innerWidth * scale, height = innerHeight * scale;
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const x = hero.before.x + alpha * (hero.feet.x - hero.before.x), y = hero.before.y + alpha * (hero.feet.y - hero.before.y), zoom = Math.max(width / 22, height / 12);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = "#10131a";
  context.fillRect(0, 0, width, height);
  // Meters, y up, the character a little below the middle.
  context.setTransform(zoom, 0, 0, -zoom, width / 2 - x * zoom, 0.6 * height + y * zoom);
  for (const outline of level.outlines) polygon(outline, "#3b4656");
  const { min, max } = level.conveyor;
  polygon([min, [max[0], min[1]], max, [min[0], max[1]]], "#8a6d3b");
  for (const [left, top, right] of level.ledges) polygon([[left, top - 0.2], [right, top - 0.2], [right, top], [left, top]], "#5d7a52");
  for (const { body, half } of level.platforms) box(body.pose, half, "#7f6bb0");
  context.fillStyle = "#f2c14e";
  for (const coin of game.coins) {
    context.beginPath();
    context.arc(coin.pose.position.x, coin.pose.position.y, 0.3, 0, 7);
    context.fill();
  }
  context.lineCap = "round";
  context.strokeStyle = hero.onGround ? "#f0743e" : "#f5a27c";
  context.lineWidth = 2 * hero.radius;
  context.beginPath();
  context.moveTo(x, y + hero.radius);
  context.lineTo(x, y + hero.height - hero.radius);
  context.stroke();
}

// The test uses the game from outside.
Object.assign(window, { game: { hero, draw }, play: game.tick });
if (new URLSearchParams(location.search).has("still")) draw(1);
else carom.fixed(1 / 60, tick, draw);
setInterval(() => {
  document.querySelector("#numbers").textContent = `${game.collected} of ${level.coins.length} coins · a tick takes ${(1000 * cost).toFixed(0)} µs`;
}, 250);

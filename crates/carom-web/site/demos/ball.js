// Balls of pool and snooker on a canvas: cue ball, solid, stripe, eight, red.

/** The look of the pool ball with a number. */
export const poolLook = (number) => (number === 0 ? "cue" : number === 8 ? "eight" : number > 8 ? "stripe" : "solid");

/** The edge of a ball, which its line of travel has too. */
export const EDGES = { cue: "ink", eight: "ink", solid: "a", stripe: "b", red: "wrong" };
const FILLS = { cue: "paper", eight: "ink", solid: "a-fill", stripe: "panel", red: "wrong-fill" };
/** The names of the colors that balls have. */
export const INKS = ["paper", "panel", "ink", "a", "a-fill", "b", "b-hatch", "wrong", "wrong-fill"];

/** Draws balls, `{at, look, text}` with places on the canvas, of the radius r in pixels; the first one is on top. */
export function drawBalls(context, balls, r, ink) {
  context.lineWidth = Math.min(1.75, r * 0.16);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = `600 ${(r * 0.92).toFixed(1)}px ${getComputedStyle(document.body).fontFamily}`;
  for (const { at: [x, y], look, text } of balls.toReversed()) {
    context.beginPath();
    context.arc(x, y, r - context.lineWidth / 2, 0, 2 * Math.PI);
    context.fillStyle = ink[FILLS[look]];
    context.strokeStyle = ink[EDGES[look]];
    context.fill();
    if (look === "stripe") {
      context.save();
      context.clip();
      context.fillStyle = ink["b-hatch"];
      context.fillRect(x - r, y - r * 0.58, 2 * r, r * 1.16);
      context.restore();
    }
    context.stroke();
    if (text && r > 4) {
      context.fillStyle = look === "eight" ? ink.paper : ink.ink;
      context.fillText(text, x, y + r * 0.06);
    }
  }
}

// The legend of the view: everything that is drawn.

import { html } from "./html.js";

/** Indices of the colors of scene.js. */
const [PATH, WRONG] = [0, 6];

const css = (color) => `rgb(${color.map((x) => Math.round(x * 255)).join(" ")})`;
const swatch = (background, kind = "") => html("i", { class: kind, style: `background: ${background}` });
const mark = (kind, text) => html("span", { class: `mark ${kind}` }, text);
const entry = (...parts) => html("li", {}, ...parts);

/** The entries, in the present colors; `marks` is the checkbox of the marks of regions. */
export function legend({ ground: { colours: colors, longest }, regions, goals }, { level, inks }, marks) {
  const stripes = `repeating-linear-gradient(135deg, ${css(level.steep.lit)} 0 4px, ${css(level.lit)} 4px 8px)`;
  const triangles = `color-mix(in srgb, ${css(inks[WRONG])} 45%, ${css(level.ground)})`;
  return [
    entry("0 s", swatch(`linear-gradient(90deg, ${colors.join(", ")})`, "wide"), `${longest} s walking time from the spawn`),
    entry(swatch(css(level.ground), "squares"), "not reached; squares of 1 m"),
    entry(swatch(stripes), "too steep to walk on"),
    entry(swatch(css(inks[PATH]), "line"), "path of the replay"),
    entry(swatch(triangles, "outlined"), "triangles at the selected finding"),
    entry(mark("", "1"), "a finding, in the color of its kind"),
    entry(mark("stack", "×3"), "three marks: a click spreads them"),
    ...(goals.length > 0 ? [entry(mark("goal", "G1"), "a goal;", mark("goal missed", "G2"), "not reached")] : []),
    ...(regions.length > 0 ? [entry(html("label", { for: "regions" }, marks, " ", mark("region", "U1"), " ground never reached, the largest regions"))] : []),
  ];
}

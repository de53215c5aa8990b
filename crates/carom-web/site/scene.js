// WebGL2 renderer of the 3D demos and of survey reports: surfaces under one light, creases as lines, soft shadows below
// characters, fog. Meshes and camera come from the library (src/demo/drawn.rs).

import { Program } from "./gl.js";

/** The largest number of shadows. */
const SHADOWS = 8;

const SURFACE = [`#version 300 es
uniform mat4 matrix, pose;
uniform float outline, nearer;
uniform vec2 size;
in vec3 place;
in vec3 normal;
out vec3 p, facing;
void main() {
  vec4 world = pose * vec4(place, 1.0);
  p = world.xyz;
  facing = mat3(pose) * normal;
  gl_Position = matrix * world;
  gl_Position.z -= nearer * gl_Position.w;
  if (outline > 0.0) {
    vec4 n = matrix * vec4(facing, 0.0);
    vec2 way = (n.xy - gl_Position.xy / gl_Position.w * n.w) * size;
    gl_Position.xy += way / max(length(way), 1e-6) * outline * 2.0 / size * gl_Position.w;
  }
}`, `#version 300 es
precision highp float;
uniform vec3 eye;
uniform vec3 lit, dim, ground, steepLit, steepDim, grid, paper;
uniform float walkable, fog, alpha, pixel, plain, cut;
uniform bool round, level;
uniform vec4 shadows[${SHADOWS}];
uniform float count, dark;
in vec3 p, facing;
out vec4 color;
const vec3 LIGHT = vec3(0.42, 0.78, 0.46);
void main() {
  vec3 n = round ? normalize(facing) : normalize(cross(dFdx(p), dFdy(p)));
  if (!round && dot(n, eye - p) < 0.0) n = -n;
  // Light from above and the front left; faces in shade are still shaded by their normal.
  float shine = clamp(0.5 + 0.5 * dot(n, LIGHT), 0.0, 1.0);
  vec3 c = mix(dim, lit, shine);
  if (level && n.y > 0.05) {
    if (n.y >= walkable) {
      c = mix(dim, ground, shine);
      vec2 dense = fwidth(p.xz);
      vec2 away = abs(fract(p.xz - 0.5) - 0.5) / max(dense, vec2(1e-6));
      vec2 line = clamp(pixel * 0.5 + 0.5 - away, 0.0, 1.0) * (1.0 - smoothstep(0.08, 0.3, dense));
      c = mix(c, grid, max(line.x, line.y) * 0.8);
    } else {
      // Too steep to walk on: hatched.
      float s = (p.x + p.y * 1.4 + p.z) * 4.0;
      float wide = fwidth(s);
      float stripe = clamp((0.28 - abs(fract(s) - 0.5)) / max(wide, 1e-6) + 0.5, 0.0, 1.0);
      stripe = mix(stripe, 0.5, smoothstep(0.3, 1.0, wide));
      c = mix(mix(steepDim, steepLit, shine), mix(dim, lit, shine), stripe);
    }
  }
  if (dark > 0.0 && n.y > 0.0) {
    float light = 1.0;
    for (int i = 0; i < ${SHADOWS}; i++) {
      if (float(i) >= count) break;
      float far = length(p.xz - shadows[i].xz) / shadows[i].w;
      float below = shadows[i].y - p.y;
      if (far < 1.6 && below > -0.35) light *= 1.0 - dark * n.y * (1.0 - smoothstep(0.5, 1.6, far)) * exp(-max(below, 0.0) * 0.6);
    }
    c *= light;
  }
  float away = distance(p, eye) / fog;
  c = mix(paper, c, exp(-away * away));
  color = vec4(mix(c, lit, plain), 1.0) * alpha;
  if (p.y > cut) discard;
}`];

const LINES = [`#version 300 es
uniform mat4 matrix, pose;
uniform vec2 size;
uniform vec3 eye, inks[9];
uniform float widths[9], pixel, near, nearer, wide;
in vec2 corner;
in vec3 from, to;
in float ink;
out float across, half_width, away, high;
out vec3 color_of;
void main() {
  vec4 p = pose * vec4(from, 1.0), q = pose * vec4(to, 1.0);
  vec4 a = matrix * p, b = matrix * q;
  int i = int(ink + 0.5);
  vec4 c = a;
  if (a.w < near && b.w > near) a = mix(a, b, (near - a.w) / (b.w - a.w));
  if (b.w < near && c.w > near) b = mix(b, c, (near - b.w) / (c.w - b.w));
  vec2 way = (b.xy / b.w - a.xy / a.w) * size * 0.5;
  vec2 aside = vec2(-way.y, way.x) / max(length(way), 1e-6);
  half_width = widths[i] * pixel * wide * 0.5;
  across = corner.y * (half_width + 1.0);
  gl_Position = mix(a, b, corner.x);
  gl_Position.xy += aside * across * 2.0 / size * gl_Position.w;
  gl_Position.z -= nearer * gl_Position.w;
  vec3 there = mix(p, q, corner.x).xyz;
  away = distance(there, eye);
  high = there.y;
  color_of = inks[i];
}`, `#version 300 es
precision highp float;
uniform float alpha, fog, cut;
in float across, half_width, away, high;
in vec3 color_of;
out vec4 color;
void main() {
  if (high > cut) discard;
  float far = away / fog;
  float a = clamp(half_width - abs(across) + 0.5, 0.0, 1.0) * alpha * exp(-far * far);
  color = vec4(color_of, 1.0) * a;
}`];

const POINTS = [`#version 300 es
uniform mat4 matrix;
uniform float radius, tall;
uniform vec3 eye;
in vec3 place;
out float wide, away;
void main() {
  gl_Position = matrix * vec4(place, 1.0);
  // The size of the ball on the screen, at least one and a half pixels.
  wide = max(radius * tall / max(gl_Position.w, 1e-6), 1.5);
  gl_PointSize = wide + 1.0;
  away = distance(place, eye);
}`, `#version 300 es
precision highp float;
uniform vec3 lit, dim, paper;
uniform float fog;
in float wide, away;
out vec4 color;
void main() {
  vec2 p = (gl_PointCoord - 0.5) * (wide + 1.0);
  float r = length(p);
  float a = clamp(wide * 0.5 - r + 0.5, 0.0, 1.0);
  if (a < 0.1) discard;
  vec2 n = p / max(wide * 0.5, 1e-6);
  float shine = clamp(0.55 - 0.45 * dot(n, vec2(0.5, 0.85)), 0.0, 1.0);
  float far = away / fog;
  color = vec4(mix(paper, mix(dim, lit, shine), exp(-far * far)), 1.0) * a;
}`];

const STILL = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
/** The index of the color of creases; lower indices are the colors of debug lines. */
const CREASE = 8;
const NEAR = 0.06;
/** The opacity of hidden parts. */
const HIDDEN = 0.35;

export class Scene {
  #gl;
  #surface;
  #lines;
  #points;
  #quad;
  #marks;
  #drops;
  #lost;

  /** Null without WebGL2. `lost` is called after a lost context is restored: all meshes must be uploaded again. */
  static make(lost) {
    const canvas = document.createElement("canvas");
    const gl = canvas.getContext("webgl2", { alpha: false, antialias: true, depth: true });
    return gl ? new Scene(canvas, gl, lost) : null;
  }

  constructor(canvas, gl, lost) {
    this.canvas = canvas;
    this.#gl = gl;
    this.#lost = lost;
    canvas.setAttribute("aria-hidden", "true");
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => {
      this.#prepare();
      this.#lost();
    });
    this.#prepare();
  }

  /** Releases the context. */
  close() {
    this.#gl.getExtension("WEBGL_lose_context")?.loseContext();
  }

  #prepare() {
    const gl = this.#gl;
    this.#surface = new Program(gl, SURFACE, ["place", "normal"]);
    this.#lines = new Program(gl, LINES, ["corner", "from", "to", "ink"]);
    this.#points = new Program(gl, POINTS, ["place"]);
    this.#drops = { buffer: this.#buffer(new Float32Array(3)), array: gl.createVertexArray() };
    gl.bindVertexArray(this.#drops.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#drops.buffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    this.#quad = this.#buffer(new Float32Array([0, -1, 1, -1, 1, 1, 0, -1, 1, 1, 0, 1]));
    this.#marks = { buffer: this.#buffer(new Float32Array(7)), array: null };
    this.#marks.array = this.#instances(this.#marks.buffer, true);
  }

  #buffer(numbers, kind = this.#gl.ARRAY_BUFFER) {
    const gl = this.#gl;
    const buffer = gl.createBuffer();
    gl.bindVertexArray(null);
    gl.bindBuffer(kind, buffer);
    gl.bufferData(kind, numbers, gl.STATIC_DRAW);
    return buffer;
  }

  /** A vertex array of lines: six numbers each, or seven with the index of a color. */
  #instances(buffer, inked) {
    const gl = this.#gl;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#quad);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    const stride = inked ? 28 : 24;
    [[1, 3, 0], [2, 3, 12], ...(inked ? [[3, 1, 24]] : [])].forEach(([place, count, offset]) => {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, count, gl.FLOAT, false, stride, offset);
      gl.vertexAttribDivisor(place, 1);
    });
    gl.bindVertexArray(null);
    return array;
  }

  /** Uploads a mesh to the graphics card. */
  keep({ vertices, triangles, normals, creases }) {
    const gl = this.#gl;
    const buffers = [vertices, normals, creases].map((numbers) => (numbers.length > 0 ? this.#buffer(numbers) : null));
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    buffers.slice(0, 2).forEach((buffer, place) => {
      if (!buffer) return;
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 0, 0);
    });
    const indices = gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, triangles, gl.STATIC_DRAW);
    gl.bindVertexArray(null);
    const lines = buffers[2] ? this.#instances(buffers[2], false) : null;
    return {
      array, count: triangles.length, round: normals.length > 0, lines, edges: creases.length / 6,
      drop() {
        [...buffers, indices].forEach((buffer) => gl.deleteBuffer(buffer));
        [array, lines].forEach((array) => gl.deleteVertexArray(array));
      },
    };
  }

  /**
   * Draws `things`: `{kept, pose, paint}`. A paint has the colors `lit` and `dim`; a level also those of walkable `ground` and
   * of `steep` slopes; `outline` is the color of a silhouette; `alpha` < 1 makes a thing transparent; `open` culls back faces, to
   * look into rooms; `nearer` is a depth offset towards the eye; `through` draws hidden parts faintly. Everything higher than
   * `cut` is omitted; `creases` is the opacity of creases.
   */
  render([width, height], pixel, { matrix, eye, things, shadows, lines, walkable, fog, colors, points = null, cut = 1e9, creases = 1 }) {
    const gl = this.#gl;
    const size = [Math.max(1, Math.round(width * pixel)), Math.max(1, Math.round(height * pixel))];
    if (this.canvas.width !== size[0] || this.canvas.height !== size[1]) [this.canvas.width, this.canvas.height] = size;
    gl.viewport(0, 0, ...size);
    gl.clearColor(...colors.paper, 1);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const under = shadows.subarray(0, 4 * SHADOWS);
    this.#surface.use({ count: under.length / 4, matrix, eye, size, fog, pixel, walkable, paper: colors.paper, grid: colors.grid, plain: 0, cut });
    if (under.length > 0) this.#surface.list("shadows", under, 4);
    const solid = things.filter(({ paint }) => !(paint.alpha < 1));
    for (const thing of solid) this.#solid(thing, colors);
    if (points) this.#balls(points, { matrix, eye, fog, tall: size[1], paper: colors.paper });
    for (const thing of things) if (thing.paint.alpha < 1) this.#solid(thing, colors);
    gl.depthFunc(gl.GREATER);
    for (const { kept, pose, paint } of things) {
      if (paint.through) this.#solid({ kept, pose, paint: { ...paint, alpha: HIDDEN, outline: undefined } }, colors, false);
    }
    gl.depthFunc(gl.LEQUAL);

    gl.depthMask(false);
    gl.disable(gl.CULL_FACE);
    this.#lines.use({ matrix, eye, size, pixel, fog, near: NEAR, nearer: 2e-4, alpha: creases, wide: creases, cut });
    this.#lines.list("inks", new Float32Array(colors.inks.flat()), 3);
    this.#lines.list("widths", new Float32Array([1.5, 1, 2.5, 2.5, 2.5, 2.5, 3, 3, 1.1]), 1);
    gl.vertexAttrib1f(3, CREASE);
    for (const { kept, pose, paint } of things) {
      if (!kept.lines || paint.alpha < 1) continue;
      this.#lines.set({ pose: pose ?? STILL });
      gl.bindVertexArray(kept.lines);
      gl.drawArraysInstanced(gl.TRIANGLES, 0, 6, kept.edges);
    }
    if (lines.length > 0) {
      gl.bindVertexArray(null);
      gl.bindBuffer(gl.ARRAY_BUFFER, this.#marks.buffer);
      gl.bufferData(gl.ARRAY_BUFFER, lines, gl.DYNAMIC_DRAW);
      gl.bindVertexArray(this.#marks.array);
      this.#lines.set({ pose: STILL, fog: 1e6, nearer: 1e-3, wide: 1 });
      for (const [test, alpha] of [[gl.GREATER, 0.3], [gl.LEQUAL, 1]]) {
        gl.depthFunc(test);
        this.#lines.set({ alpha });
        gl.drawArraysInstanced(gl.TRIANGLES, 0, 6, lines.length / 7);
      }
    }
    gl.bindVertexArray(null);
  }

  /** Many small balls: `{places, radius, paint}`, three coordinates each. */
  #balls({ places, radius, paint: { lit, dim } }, seen) {
    const gl = this.#gl;
    gl.bindVertexArray(null);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#drops.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, places, gl.DYNAMIC_DRAW);
    gl.bindVertexArray(this.#drops.array);
    gl.depthMask(true);
    this.#points.use({ ...seen, radius, lit, dim });
    gl.drawArrays(gl.POINTS, 0, places.length / 3);
    this.#surface.use({});
  }

  #solid({ kept, pose, paint }, { dark }, hides = true) {
    const gl = this.#gl;
    const level = paint.ground !== undefined;
    const { lit, dim, alpha = 1 } = paint;
    this.#surface.set({
      pose: pose ?? STILL, round: kept.round, level, lit, dim, alpha, nearer: paint.nearer ?? 0, outline: 0, plain: 0, dark: alpha < 1 ? 0 : dark,
      ground: paint.ground ?? lit, steepLit: paint.steep?.lit ?? lit, steepDim: paint.steep?.dim ?? dim,
    });
    gl.bindVertexArray(kept.array);
    if (kept.round) {
      gl.enable(gl.CULL_FACE);
      gl.cullFace(gl.BACK);
      // A transparent solid hides only its own back.
      gl.depthMask(hides);
    } else {
      if (paint.open) {
        gl.enable(gl.CULL_FACE);
        gl.cullFace(gl.BACK);
      } else {
        gl.disable(gl.CULL_FACE);
      }
      gl.depthMask(hides);
      gl.enable(gl.POLYGON_OFFSET_FILL);
      gl.polygonOffset(1, 1);
    }
    gl.drawElements(gl.TRIANGLES, kept.count, gl.UNSIGNED_INT, 0);
    gl.disable(gl.POLYGON_OFFSET_FILL);
    if (paint.outline) {
      gl.cullFace(gl.FRONT);
      this.#surface.set({ outline: 1.75 * (paint.pixel ?? 1), lit: paint.outline, dim: paint.outline, plain: 0, dark: 0 });
      gl.drawElements(gl.TRIANGLES, kept.count, gl.UNSIGNED_INT, 0);
    }
  }
}

/** The present colors of the style sheet. */
export function palette() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => {
    const text = style.getPropertyValue(name).trim();
    return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255);
  };
  const mixed = (a, b, t) => a.map((x, i) => x + (b[i] - x) * t);
  const [paper, panel, ink, soft, line, a, aFill, b, bFill, bHatch, answer, wrong] = [
    "--paper", "--panel", "--ink", "--soft", "--line", "--a", "--a-fill", "--b", "--b-fill", "--b-hatch", "--answer", "--wrong"].map(read);
  const night = paper[0] < 0.5;
  const stone = night ? mixed(panel, soft, 0.22) : mixed(paper, soft, 0.1);
  const shade = night ? mixed(panel, paper, 0.4) : mixed(paper, soft, 0.42);
  return {
    paper, grid: mixed(panel, night ? soft : line, night ? 0.3 : 0.9), dark: night ? 0.55 : 0.38,
    inks: [a, soft, answer, b, ink, b, wrong, ink, mixed(paper, ink, night ? 0.42 : 0.5)],
    level: { lit: stone, dim: shade, ground: night ? mixed(panel, soft, 0.1) : panel, steep: { lit: bHatch, dim: mixed(bHatch, b, 0.3) } },
    moving: { lit: bFill, dim: mixed(bHatch, b, night ? 0.1 : 0.12) },
    hero: { lit: night ? mixed(aFill, a, 0.55) : mixed(aFill, a, 0.35), dim: night ? aFill : mixed(aFill, a, 0.85), outline: a },
    others: { lit: night ? mixed(panel, soft, 0.6) : panel, dim: night ? mixed(panel, soft, 0.25) : mixed(panel, soft, 0.55), outline: soft },
  };
}

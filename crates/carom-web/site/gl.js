// WebGL2 renderer of the 3D drawings: lit surfaces with outlines, wide lines, a grid with shadows.
//
// Colors come from the style sheet (read by space.js), surfaces from the library (src/surface.rs). The whole site shares one
// context, because browsers limit their number.

const SOLID = [`#version 300 es
uniform mat4 matrix;
uniform vec2 size;
uniform float outline;
uniform vec4 ground;
uniform bool flattened;
in vec3 place;
in vec3 normal;
out vec3 facing;
void main() {
  vec3 p = flattened ? place - ground.xyz * (dot(ground.xyz, place) - ground.w) : place;
  gl_Position = matrix * vec4(p, 1.0);
  facing = normal;
  if (outline > 0.0) {
    // The direction of the normal on the screen.
    vec4 n = matrix * vec4(normal, 0.0);
    vec2 way = (n.xy - gl_Position.xy / gl_Position.w * n.w) * size;
    gl_Position.xy += way / max(length(way), 1e-6) * outline * 2.0 / size * gl_Position.w;
  }
}`, `#version 300 es
precision highp float;
uniform vec3 light;
uniform vec3 lit, dim, hatchLit, hatchDim;
uniform bool hatched;
uniform float pixel, alpha;
in vec3 facing;
out vec4 color;
void main() {
  float shine = 0.5 + 0.5 * dot(normalize(facing), light);
  vec3 c = mix(dim, lit, shine);
  if (hatched) {
    float across = mod((gl_FragCoord.x - gl_FragCoord.y) * 0.70710678 / pixel, 7.0) - 3.5;
    c = mix(c, mix(hatchDim, hatchLit, shine), clamp((1.25 - abs(across)) * pixel + 0.5, 0.0, 1.0));
  }
  color = vec4(c, 1.0) * alpha;
}`];

const LINE = [`#version 300 es
uniform mat4 matrix;
uniform vec2 size;
uniform vec3 from, to;
uniform float width, near;
in vec2 corner;
out vec3 place;
void main() {
  vec4 a = matrix * vec4(from, 1.0), b = matrix * vec4(to, 1.0);
  // Clip what is behind the eye.
  vec4 c = a;
  if (a.w < near && b.w > near) a = mix(a, b, (near - a.w) / (b.w - a.w));
  if (b.w < near && c.w > near) b = mix(b, c, (near - b.w) / (c.w - b.w));
  vec2 way = (b.xy / b.w - a.xy / a.w) * size * 0.5;
  float far = length(way);
  vec2 aside = vec2(-way.y, way.x) / max(far, 1e-6);
  float half_width = width * 0.5 + 1.0;
  gl_Position = mix(a, b, corner.x);
  gl_Position.xy += aside * corner.y * half_width * 2.0 / size * gl_Position.w;
  gl_Position.z -= 2e-4 * gl_Position.w;
  // Multiplied by w, to be divided by it: linear on the screen, not in the world.
  place = vec3(corner.x * far, corner.y * half_width, 1.0) * gl_Position.w;
}`, `#version 300 es
precision highp float;
uniform vec3 ink;
uniform float width, alpha;
uniform vec4 dash;
in vec3 place;
out vec4 color;
void main() {
  vec2 p = place.xy / place.z;
  float a = clamp(width * 0.5 - abs(p.y) + 0.5, 0.0, 1.0);
  float cycle = dot(dash, vec4(1.0));
  if (cycle > 0.0) {
    float m = mod(p.x, cycle);
    float second = dash.x + dash.y;
    if (m > dash.x && (m < second || m > second + dash.z)) discard;
  }
  color = vec4(ink, 1.0) * a * alpha;
}`];

const GRID = [`#version 300 es
uniform mat4 matrix;
uniform vec3 middle, u, v;
uniform float reach, unit;
in vec2 corner;
out vec2 q, away;
void main() {
  vec2 s = vec2(corner.x * 2.0 - 1.0, corner.y) * reach;
  vec3 p = middle + u * s.x + v * s.y;
  q = vec2(dot(p, u), dot(p, v)) / unit;
  away = s / reach;
  gl_Position = matrix * vec4(p, 1.0);
}`, `#version 300 es
precision highp float;
uniform vec3 ink;
uniform float pixel;
in vec2 q, away;
out vec4 color;
void main() {
  vec2 dense = fwidth(q);
  vec2 far = abs(fract(q - 0.5) - 0.5) / dense;
  vec2 line = clamp(pixel * 0.5 + 0.5 - far, 0.0, 1.0) * (1.0 - smoothstep(0.15, 0.5, dense));
  color = vec4(ink, 1.0) * 0.75 * max(line.x, line.y) * (1.0 - smoothstep(0.3, 1.0, length(away)));
}`];

/** The opacity of hidden lines. */
const HIDDEN = 0.4;

export class Program {
  #gl;
  #program;
  #places = new Map();

  constructor(gl, sources, attributes) {
    this.#gl = gl;
    this.#program = gl.createProgram();
    [gl.VERTEX_SHADER, gl.FRAGMENT_SHADER].forEach((kind, i) => {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, sources[i]);
      gl.compileShader(shader);
      gl.attachShader(this.#program, shader);
    });
    attributes.forEach((name, place) => gl.bindAttribLocation(this.#program, place, name));
    gl.linkProgram(this.#program);
    if (!gl.getProgramParameter(this.#program, gl.LINK_STATUS) && !gl.isContextLost()) {
      throw new Error(`WebGL2: ${gl.getProgramInfoLog(this.#program)}`);
    }
    const count = gl.getProgramParameter(this.#program, gl.ACTIVE_UNIFORMS) ?? 0;
    for (let i = 0; i < count; i++) {
      const { name } = gl.getActiveUniform(this.#program, i);
      this.#places.set(name, gl.getUniformLocation(this.#program, name));
    }
  }

  /** Makes the program current and sets uniforms by name: numbers, flags, arrays. */
  use(values) {
    this.#gl.useProgram(this.#program);
    this.set(values);
  }

  /** An array of numbers or vectors. */
  list(name, values, each) {
    this.#gl[`uniform${each}fv`](this.#places.get(`${name}[0]`), values);
  }

  set(values) {
    for (const [name, value] of Object.entries(values)) {
      const place = this.#places.get(name);
      if (typeof value === "boolean") this.#gl.uniform1i(place, value ? 1 : 0);
      else if (typeof value === "number") this.#gl.uniform1f(place, value);
      else if (value.length === 16) this.#gl.uniformMatrix4fv(place, false, value);
      else this.#gl[`uniform${value.length}fv`](place, value);
    }
  }
}

export class Gl {
  static #only;

  /** The shared renderer; null without WebGL2. */
  static get() {
    if (Gl.#only === undefined) {
      const canvas = document.createElement("canvas");
      const gl = canvas.getContext("webgl2", { alpha: true, antialias: true, depth: true, stencil: true });
      Gl.#only = gl ? new Gl(canvas, gl) : null;
    }
    return Gl.#only;
  }

  #gl;
  #solid;
  #line;
  #grid;
  #quad;
  #surfaces;

  /** Called when the context is lost. */
  onlost = () => {};

  constructor(canvas, gl) {
    this.canvas = canvas;
    canvas.setAttribute("aria-hidden", "true");
    this.#gl = gl;
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => {
      this.#prepare();
      this.onlost();
    });
    this.#prepare();
  }

  #prepare() {
    const gl = this.#gl;
    this.#solid = new Program(gl, SOLID, ["place", "normal"]);
    this.#line = new Program(gl, LINE, ["corner"]);
    this.#grid = new Program(gl, GRID, ["corner"]);
    this.#quad = this.#lay(new Float32Array([0, -1, 1, -1, 1, 1, 0, 1]), new Uint16Array([0, 1, 2, 0, 2, 3]), [2]);
    this.#surfaces = new Map();
  }

  /** A vertex buffer, with the number of components of each attribute. */
  #lay(numbers, indices, attributes) {
    const gl = this.#gl;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    const buffers = [gl.createBuffer(), gl.createBuffer()];
    gl.bindBuffer(gl.ARRAY_BUFFER, buffers[0]);
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.STATIC_DRAW);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffers[1]);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
    const stride = attributes.reduce((sum, count) => sum + count, 0) * 4;
    let offset = 0;
    attributes.forEach((count, place) => {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, count, gl.FLOAT, false, stride, offset);
      offset += count * 4;
    });
    gl.bindVertexArray(null);
    return { array, buffers, count: indices.length };
  }

  #draw({ array, count }) {
    const gl = this.#gl;
    gl.bindVertexArray(array);
    gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_SHORT, 0);
  }

  /** The surface of a shape, cached for as long as it is drawn in every frame. */
  #surface(carom, { points, radius }, kept) {
    const key = JSON.stringify([radius, points]);
    let laid = this.#surfaces.get(key) ?? kept.get(key);
    if (!laid) {
      const surface = carom.surface(points, radius);
      if (!surface) return null;
      laid = this.#lay(surface.vertices, surface.triangles, [3, 3]);
    }
    kept.set(key, laid);
    return laid;
  }

  /**
   * `seen` is the result of `look`, `solids` and `lines` come from space.js, `pixel` is the number of device pixels per CSS
   * pixel.
   */
  render(carom, seen, [width, height], pixel, { solids, lines, ground, colors }) {
    const gl = this.#gl;
    const size = [Math.round(width * pixel), Math.round(height * pixel)];
    if (this.canvas.width !== size[0] || this.canvas.height !== size[1]) [this.canvas.width, this.canvas.height] = size;
    const kept = new Map();
    const laid = solids.map((solid) => ({ ...solid, laid: this.#surface(carom, solid, kept) })).filter((solid) => solid.laid);
    for (const [key, { array, buffers }] of this.#surfaces) {
      if (kept.has(key)) continue;
      gl.deleteVertexArray(array);
      buffers.forEach((buffer) => gl.deleteBuffer(buffer));
    }
    this.#surfaces = kept;

    gl.viewport(0, 0, ...size);
    gl.clearColor(0, 0, 0, 0);
    gl.clearStencil(0);
    gl.depthMask(true);
    gl.stencilMask(0xff);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.STENCIL_TEST);
    gl.depthFunc(gl.LEQUAL);

    // The ground does not write depth: it hides nothing.
    gl.depthMask(false);
    gl.disable(gl.CULL_FACE);
    gl.stencilFunc(gl.ALWAYS, 0, 0xff);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.KEEP);
    this.#grid.use({ matrix: seen.matrix, ...ground.lines, ink: colors.grid, pixel });
    this.#draw(this.#quad);
    const plane = [...ground.normal, ground.at];
    this.#solid.use({
      matrix: seen.matrix, size, ground: plane, light: seen.light, pixel, outline: 0, hatched: false,
      lit: colors.shadow, dim: colors.shadow, hatchLit: colors.shadow, hatchDim: colors.shadow, alpha: colors.dark,
    });
    if (ground.shadows) {
      this.#solid.set({ flattened: true });
      gl.stencilFunc(gl.EQUAL, 0, 0xff);
      gl.stencilOp(gl.KEEP, gl.KEEP, gl.INCR);
      for (const solid of laid) if (!solid.ghost) this.#draw(solid.laid);
      gl.clear(gl.STENCIL_BUFFER_BIT);
    }
    this.#solid.set({ flattened: false });

    // Transparent solids after opaque ones.
    laid.sort((p, q) => Number(q.alpha === 1) - Number(p.alpha === 1));
    laid.forEach((solid, i) => this.#body(solid, i + 1, pixel));

    gl.disable(gl.STENCIL_TEST);
    gl.disable(gl.CULL_FACE);
    gl.depthMask(false);
    this.#line.use({ matrix: seen.matrix, size, near: seen.near });
    for (const [test, share] of [[gl.GREATER, HIDDEN], [gl.LEQUAL, 1]]) {
      gl.depthFunc(test);
      for (const { from, to, ink, width, dash, alpha } of lines) {
        this.#line.set({ from, to, ink, width: width * pixel, dash: dash.map((x) => x * pixel), alpha: alpha * share });
        this.#draw(this.#quad);
      }
    }
    gl.bindVertexArray(null);
  }

  /** The front faces, and an outline around the silhouette. */
  #body({ laid, lit, dim, hatch, alpha, ghost, outline }, mark, pixel) {
    const gl = this.#gl;
    gl.enable(gl.CULL_FACE);
    gl.cullFace(gl.BACK);
    gl.depthMask(alpha === 1);
    gl.stencilFunc(gl.ALWAYS, mark, 0xff);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.REPLACE);
    gl.colorMask(!ghost, !ghost, !ghost, !ghost);
    this.#solid.set({
      outline: 0, lit, dim, alpha, hatched: hatch !== null, hatchLit: hatch?.lit ?? lit, hatchDim: hatch?.dim ?? dim, pixel,
    });
    this.#draw(laid);
    gl.colorMask(true, true, true, true);
    if (outline.width > 0) {
      gl.cullFace(gl.FRONT);
      gl.stencilFunc(gl.NOTEQUAL, mark, 0xff);
      gl.stencilOp(gl.KEEP, gl.KEEP, gl.REPLACE);
      this.#solid.set({ outline: outline.width * pixel, lit: outline.ink, dim: outline.ink, hatched: false, alpha: outline.alpha });
      this.#draw(laid);
    }
  }
}

// Packs the package, installs the tarball into fresh projects as a user would, and runs them: Node, Deno, Bun, Vite, webpack, and a page
// without a bundler, in Chromium.
//
//   node test/install.mjs OUT        the wasm must have been built; CHROMIUM names the browser

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { chromium } from "playwright-core";

const out = resolve(process.argv[2] ?? "out"), here = fileURLToPath(new URL("..", import.meta.url)), projects = join(here, "test/projects");
const { devDependencies: versions } = JSON.parse(await readFile(join(here, "package.json"), "utf8"));
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

function run(cwd, command, ...args) {
  const done = spawnSync(command, args, { cwd, encoding: "utf8" });
  assert.equal(done.status, 0, `${command} ${args.join(" ")}\n${done.stdout}\n${done.stderr}`);
  return done.stdout;
}

const [{ filename, files, size }] = JSON.parse(run(here, "npm", "pack", "--ignore-scripts", "--json", "--pack-destination", out));
const packed = files.map(({ path }) => path);
for (const needed of ["src/index.js", "src/viewer.js", "src/react.js", "src/full.js", "src/2d.js", "src/2d/chain.js", "types/2d.d.ts", "wasm/2d.simd.wasm", "wasm/2d.wasm", "src/billiards.js", "src/billiards/table.js", "src/full/diff.js", "types/index.d.ts", "types/full.d.ts", "types/viewer.d.ts", "types/billiards.d.ts", "types/react.d.ts", "wasm/carom.simd.wasm", "wasm/carom.wasm", "wasm/full.simd.wasm", "wasm/full.wasm", "wasm/billiards.wasm", "wasm/packed.js", "README.md", "LICENSE-MIT"]) assert.ok(packed.includes(needed), needed);
assert.ok(!packed.some((path) => /test|measure|node_modules/.test(path)), packed.join(" "));
console.log(`the tarball: ${Math.round(size / 1000)} KB, ${files.length} files`);

async function project(name, dependencies, texts) {
  const folder = join(out, name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ name, private: true, type: "module", dependencies: { carom: `file:${join(out, filename)}`, ...dependencies } }));
  for (const [path, text] of Object.entries(texts)) await writeFile(join(folder, path), text);
  run(folder, "npm", "install", "--no-audit", "--no-fund", "--prefer-offline");
  return folder;
}

const node = await project("node", {}, { "main.mjs": await readFile(join(projects, "node.mjs")) });
process.stdout.write(run(node, process.execPath, "main.mjs"));
const runtimes = await project("runtimes", { deno: "2.9.6", bun: "1.4.5" }, { "main.mjs": await readFile(join(projects, "node.mjs")) });
for (const [name, ...arguments_] of [["deno", "run", "--allow-read", "main.mjs"], ["bun", "main.mjs"]]) {
  process.stdout.write(`${name}: ${run(runtimes, join(runtimes, "node_modules/.bin", name), ...arguments_)}`);
}

const page = { "main.js": await readFile(join(projects, "page.js")), "worker.js": await readFile(join(projects, "worker.js")) };
const html = (head) => `<!doctype html><meta charset="utf-8"><title>carom</title><link rel="icon" href="data:,"><body>${head}</body>`;
const three = { three: versions.three }, course = join(here, "../bevy/glb/assets/course.glb");

const vite = await project("vite", { ...three, vite: "8.3.8" }, { ...page, "index.html": html('<script type="module" src="/main.js"></script>') });
await mkdir(join(vite, "public"));
await cp(course, join(vite, "public/course.glb"));
run(vite, "npx", "vite", "build", "--logLevel", "warn");

const webpack = await project("webpack", { ...three, webpack: "5.112.2", "webpack-cli": "7.3.1" }, page);
run(webpack, "npx", "webpack", "--mode", "production", "--entry", "./main.js");
await writeFile(join(webpack, "dist/index.html"), html('<script src="main.js"></script>'));
await cp(course, join(webpack, "dist/course.glb"));

// The README's program for reports, with the report of docs/reports.
const [, reports] = /## Survey reports[^]*?```js\n([^]*?)```/.exec(await readFile(join(here, "README.md"), "utf8"));
const viewer = await project("viewer", { ...three, vite: "8.3.8" }, {
  "main.js": (await readFile(join(projects, "viewer.js"), "utf8")).replace("// THE README'S PROGRAM", () => reports),
  "index.html": html('<script type="module" src="/main.js"></script>'),
});
await cp(join(here, "../../docs/reports/dungeon"), join(viewer, "public/survey"), { recursive: true });
await cp(join(here, "../../data/levels/dungeon.obj"), join(viewer, "public/level.obj"));
run(viewer, "npx", "vite", "build", "--logLevel", "warn");

// react-three-fiber, as for development, where strict mode mounts twice, and as for users.
const { react: version, "react-dom": dom, "@react-three/fiber": fiber } = versions;
const react = await project("react", { ...three, react: version, "react-dom": dom, "@react-three/fiber": fiber, vite: "8.3.8" }, {
  "main.jsx": await readFile(join(projects, "react/main.jsx")), "game.jsx": await readFile(join(projects, "react/game.jsx")), "hooks.jsx": await readFile(join(projects, "react/hooks.jsx")),
  "index.html": html('<style>html, body, body > div { height: 100%; margin: 0 }</style><script type="module" src="/main.jsx"></script>'),
});
run(react, "env", "NODE_ENV=development", "npx", "vite", "build", "--mode", "development", "--outDir", "development", "--logLevel", "warn");
run(react, "npx", "vite", "build", "--logLevel", "warn");

// Without a bundler: an import map, and the sources as they are. Workers have no import map: theirs comes with a relative path.
const plain = await project("plain", three, { ...page, "inline.js": await readFile(join(projects, "inline.js")) });
const map = { imports: { carom: "./node_modules/carom/src/index.js", "carom/three": "./node_modules/carom/src/three.js", "carom/inline": "./node_modules/carom/src/inline.js", "carom/billiards": "./node_modules/carom/src/billiards.js", three: "./node_modules/three/build/three.module.js", "three/addons/": "./node_modules/three/examples/jsm/" } };
const mapped = `<script type="importmap">${JSON.stringify(map)}</script>`;
await writeFile(join(plain, "index.html"), html(`${mapped}<script type="module" src="main.js"></script>`));
await writeFile(join(plain, "inline.html"), html(`${mapped}<script type="module" src="inline.js"></script>`));
// The README's first program, as it stands there.
const [, readme] = /```js\n([^]*?)```/.exec(await readFile(join(here, "README.md"), "utf8"));
await writeFile(join(plain, "readme.js"), `${readme}\nsetTimeout(() => { window.result = { onGround: hero.onGround, drawn: player.position.y, y: hero.feet.y }; }, 1500);\n`);
await writeFile(join(plain, "readme.html"), html(`${mapped}<script type="module" src="readme.js"></script>`));
await cp(course, join(plain, "level.glb"));
await writeFile(join(plain, "worker.js"), page["worker.js"].toString().replace('"carom"', '"./node_modules/carom/src/index.js"'));
await cp(course, join(plain, "course.glb"));

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".glb": "model/gltf-binary" };
function serve(folder) {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
    try {
      const bytes = await readFile(join(folder, path.endsWith("/") ? `${path}index.html` : path));
      response.writeHead(200, { "content-type": TYPES[extname(path) || ".html"] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

/** A fall of 3 m, a walk over a box of 0.3 m, and a wall at 4.5 m; one world, one mesh and one character until the component goes. */
function checkReact(name, { start, fell, top, stopped, made, alive }, { left, hooks }) {
  const text = `${name}: ${JSON.stringify({ start, fell, top, stopped, made, alive, left })}`, near = (a, b) => assert.ok(Math.abs(a - b) < 0.02, text);
  assert.ok(start[1] > 2, text);
  near(fell[1], 0.01);
  near(top, 0.31);
  near(stopped[0], 4.19);
  near(stopped[1], 0.01);
  // The world is made of the group, which is there after the first mount.
  const mounts = name.endsWith("strict mode") ? 2 : 1;
  assert.deepEqual([made, alive, left], [{ mesh: 1, world: 1, mover: mounts }, { mesh: 1, world: 1, mover: 1 }, { mesh: 0, world: 0, mover: 0 }], text);
  const { seconds, ticked, errors, ...others } = hooks;
  assert.ok(Math.abs(ticked - seconds) < 0.3, `${name}: ${ticked} s of ticks in ${seconds} s`);
  assert.match(errors[1], /^useWorld and useCharacter need a <Level> above/);
  assert.deepEqual({ ...others, errors: errors.toSpliced(1, 1) }, { alphas: true, tops: [0.5, 1], below: 12, errors: ["no network"], error: "world was disposed", left: { mesh: 0, world: 0, mover: 0 } }, name);
  console.log(`${name}: the character fell, walked over a box to ${stopped[0].toFixed(2)} m, of ${mounts} mounted movers none is left`);
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
let walked, broken;
for (const [name, folder, path] of [["Vite", join(vite, "dist"), ""], ["webpack", join(webpack, "dist"), ""], ["no bundler", plain, ""], ["carom/inline", plain, "inline.html"], ["README", plain, "readme.html"], ["carom/viewer", join(viewer, "dist"), "index.html"], ["carom/react in strict mode", join(react, "development"), "index.html"], ["carom/react", join(react, "dist"), "index.html"]]) {
  const server = await serve(folder), tab = await browser.newPage(), complaints = [];
  tab.on("pageerror", (error) => complaints.push(error.message));
  tab.on("response", (response) => { if (response.status() >= 400) complaints.push(`${response.url()}: ${response.status()}`); });
  await tab.goto(`http://127.0.0.1:${server.address().port}/${path}`);
  const result = await tab.waitForFunction(() => window.result, undefined, { timeout: 60_000 }).then((handle) => handle.jsonValue(), (error) => ({ error: `${error} ${complaints}` }));
  assert.equal(result.error, undefined, `${name}: ${result.error}`);
  assert.deepEqual(complaints, [], name);
  if (path === "") {
    // To the bit on every page.
    walked ??= result.walked;
    assert.ok(result.walked === walked && walked > 0.4 && result.onGround, `${name}: ${JSON.stringify(result)}`);
    broken ??= result.broken;
    assert.ok(result.broken === broken && broken > 1, `${name}: a break of ${result.broken} s`);
    result.far.forEach((t, i) => assert.ok(Math.abs(t - [0.3, 0.5][i]) < 1e-5, `${name}: ${result.far}`));
    console.log(`${name}: ready after ${result.ready.toFixed(1)} ms, a character walked ${result.walked.toFixed(2)} m in a GLB, a Worker answered, a break took ${broken.toFixed(2)} s`);
  } else if (name === "README") {
    assert.ok(result.onGround && Math.abs(result.drawn - result.y) < 0.01, `${name}: ${JSON.stringify(result)}`);
    console.log("the README's first program: the character stands in the GLB");
  } else if (name === "carom/viewer") {
    assert.ok(result.found === result.wanted && result.points > 100 && result.visible === 4 && result.trap > 50, `${name}: ${JSON.stringify(result)}`);
    console.log(`${name}: finding ${result.found} was clicked, its route has ${result.points} points`);
  } else if (name.startsWith("carom/react")) {
    checkReact(name, result, await tab.evaluate(() => window.unmount()));
  } else assert.ok(Math.abs(result.far - 0.5) < 1e-5, `${name}: ${result.far}`);
  await tab.close();
  server.close();
}
await browser.close();

// A bundler keeps the methods that carom/full adds to classes of other modules, which have no side effects.
const { outputFiles: [kept] } = await build({ stdin: { contents: 'import { load } from "carom/full"; load();', resolveDir: node }, bundle: true, format: "esm", write: false });
for (const method of ["sweepMoving(", "setSurfaces(", "weldMesh(", "updateWith("]) assert.ok(kept.text.includes(method), `a bundler drops ${method}…) of carom/full`);

// Sizes of what users load.
const gz = (bytes) => (gzipSync(bytes, { level: 9 }).length / 1000).toFixed(1);
for (const file of (await readdir(join(here, "wasm"))).filter((file) => file.endsWith(".wasm"))) console.log(`${file}: ${gz(await readFile(join(here, "wasm", file)))} KB gzip`);
for (const entry of ["index", "full", "2d", "mesh-only", "billiards", "three", "viewer", "react"]) {
  const { outputFiles } = await build({ entryPoints: [join(here, `src/${entry}.js`)], bundle: true, minify: true, format: "esm", write: false, external: ["three", "react", "@react-three/fiber", ...(entry === "react" ? ["./index.js", "./three.js"] : [])], loader: { ".wasm": "file" }, outdir: out });
  console.log(`${entry}.js, minified: ${gz(outputFiles[0].contents)} KB gzip`);
  if (entry === "react") assert.ok(gzipSync(outputFiles[0].contents, { level: 9 }).length < 3000, "carom/react is over 3 KB");
}

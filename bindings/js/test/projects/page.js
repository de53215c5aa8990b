// A page: a GLB by three.js, a character in it, and a Worker that queries with the same compiled wasm.
import { AmbientLight, Box3, PerspectiveCamera, Scene, WebGLRenderer } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { load } from "carom";
import { load as loadBilliards } from "carom/billiards";
import { MoverHelper, worldOf } from "carom/three";

async function main() {
  const start = performance.now(), carom = await load(), ready = performance.now() - start;
  const gltf = await new GLTFLoader().loadAsync("course.glb"), scene = new Scene();
  scene.add(gltf.scene, new AmbientLight(0xffffff, 3));
  const world = worldOf(carom, gltf.scene), bounds = new Box3().setFromObject(gltf.scene);
  const drop = world.sweep({ center: [0, bounds.max.y + 1, 0], radius: 0.3 }, [0, -99, 0]);
  const hero = new carom.Mover(world, { feet: [drop.point.x, drop.point.y + 0.1, drop.point.z] }), helper = new MoverHelper(hero);
  scene.add(helper);
  const renderer = new WebGLRenderer({ antialias: true }), camera = new PerspectiveCamera(60, 1);
  renderer.setSize(300, 300);
  document.body.append(renderer.domElement);
  camera.position.set(6, 6, 6);
  const from = { ...hero.feet };
  await new Promise((resolve) => {
    let ticks = 0;
    const loop = carom.fixed(1 / 60, (dt) => {
      hero.step({ velocity: [1, 0, 0.2] }, dt);
      if (++ticks === 60) {
        loop.stop();
        resolve();
      }
    }, (alpha) => {
      helper.update(alpha);
      camera.lookAt(helper.position);
      renderer.render(scene, camera);
    });
  });
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  const far = await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage({ module: carom.module, origins: new Float32Array([0, 3, 0, 0, 5, 0]) });
  });
  const { PoolTable } = await loadBilliards(), broken = new PoolTable({ rack: "nine_ball" }).simulate({ speed: 8, atBall: 1 }).duration;
  return { broken, ready, walked: Math.hypot(hero.feet.x - from.x, hero.feet.z - from.z), onGround: hero.onGround, far: [...far] };
}

main().then((result) => { window.result = result; }, (error) => { window.result = { error: String(error?.stack ?? error) }; });

// A page with a survey's report: the README's program in the place that is marked, then a click on a marker.
import { AmbientLight, Box3, DirectionalLight, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "three";

const scene = new Scene(), camera = new PerspectiveCamera(60, innerWidth / innerHeight, 0.1, 500), renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
scene.add(new AmbientLight(0xffffff, 0.8), new DirectionalLight(0xffffff, 1.5));

// THE README'S PROGRAM

const draw = () => renderer.render(scene, camera);
const center = new Box3().setFromObject(level).getCenter(new Vector3());
camera.position.copy(center).add(new Vector3(25, 60, 35));
camera.lookAt(center);
camera.updateMatrixWorld();
draw();

/** Clicks on the first marker that can be seen, and waits for its route. */
async function clicked() {
  const marker = view.findings.find(({ visible }) => visible), place = marker.userData.label.position.clone().project(camera);
  const routes = () => view.children.filter(({ isLine }) => isLine);
  dispatchEvent(new MouseEvent("click", { clientX: (place.x + 1) / 2 * innerWidth, clientY: (1 - place.y) / 2 * innerHeight }));
  while (routes().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  draw();
  return { wanted: marker.userData.finding.number, found: routes()[0].userData.finding.number, points: routes()[0].geometry.attributes.position.count };
}

/** The number of points of the picture that have the color of a marker. */
function pixelsOf(color) {
  const gl = renderer.getContext(), { drawingBufferWidth: width, drawingBufferHeight: height } = gl, pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  let count = 0;
  for (let i = 0; i < pixels.length; i += 4) if (Math.abs(pixels[i] - (color >> 16)) + Math.abs(pixels[i + 1] - (color >> 8 & 255)) + Math.abs(pixels[i + 2] - (color & 255)) < 8) count++;
  return count;
}

const hit = await clicked(), visible = view.findings.filter((marker) => marker.visible).length;
window.result = { ...hit, visible, trap: pixelsOf(report.findings[0].color) };

// Keys, pointer and the stick on touch screens: where the player wants to go, and the direction of the camera.

const KEYS = { KeyW: [0, 1], ArrowUp: [0, 1], KeyS: [0, -1], ArrowDown: [0, -1], KeyA: [-1, 0], ArrowLeft: [-1, 0], KeyD: [1, 0], ArrowRight: [1, 0] };
const REACH = 48;

export function inputOf(canvas) {
  const down = new Set(), input = { yaw: 0, pitch: 0.35, jump: false, stick: [0, 0] };
  addEventListener("keydown", (event) => {
    if (event.code === "Space") event.preventDefault();
    if (event.code === "Space" && !event.repeat) input.jump = true;
    down.add(event.code);
  });
  addEventListener("keyup", (event) => down.delete(event.code));
  addEventListener("blur", () => down.clear());
  canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
  canvas.addEventListener("pointermove", (event) => {
    if (!canvas.hasPointerCapture(event.pointerId)) return;
    input.yaw -= event.movementX * 0.006;
    input.pitch = Math.min(Math.max(input.pitch + event.movementY * 0.006, -0.6), 1.3);
  });
  const stick = document.querySelector("#stick"), knob = document.querySelector("#knob");
  const pull = (x, y) => {
    const far = Math.max(1, Math.hypot(x, y) / REACH);
    input.stick = [x / far / REACH, -y / far / REACH];
    knob.style.transform = `translate(${x / far}px, ${y / far}px)`;
  };
  stick.addEventListener("pointerdown", (event) => stick.setPointerCapture(event.pointerId));
  stick.addEventListener("pointermove", (event) => {
    const { left, top, width, height } = stick.getBoundingClientRect();
    if (stick.hasPointerCapture(event.pointerId)) pull(event.clientX - left - width / 2, event.clientY - top - height / 2);
  });
  for (const end of ["pointerup", "pointercancel"]) stick.addEventListener(end, () => pull(0, 0));
  document.querySelector("#jump").addEventListener("pointerdown", () => { input.jump = true; });

  /** The wanted direction on the floor, at most of length 1. */
  input.direction = () => {
    let [x, y] = input.stick;
    for (const code of down) {
      const [right, ahead] = KEYS[code] ?? [0, 0];
      x += right;
      y += ahead;
    }
    const length = Math.max(1, Math.hypot(x, y)), [sin, cos] = [Math.sin(input.yaw), Math.cos(input.yaw)];
    return [(x * cos - y * sin) / length, (-x * sin - y * cos) / length];
  };
  input.crouches = () => down.has("KeyC");
  return input;
}

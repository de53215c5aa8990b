// Answers rays from the thread of a Worker.
import { load } from "carom";

onmessage = async ({ data: { module, origins } }) => {
  const carom = await load({ wasm: module }), floor = new carom.Mesh([-9, 0, -9, -9, 0, 9, 9, 0, 9]);
  const { t } = floor.rayBatch(origins, [0, -10, 0]);
  postMessage(t, [t.buffer]);
};

import { html } from "../html.js";

export default async function open(rooms, listed, text, onFrame) {
  const room = await rooms.open("walk", { nothing: false });
  const answer = room.act("tick", true);
  onFrame({ page: listed.name, inputs: null, camera: null, answer, frame: 1 });
  return { element: html("p", {}, `tick ${answer.tick}`), recolour() {}, close() { room.close(); } };
}

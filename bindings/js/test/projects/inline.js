// A plain script with the inline entry: nothing is fetched but modules.
import { load } from "carom/inline";

load().then((carom) => {
  window.result = { far: carom.heightField({ heights: [1, 1, 1, 1], columns: 2 }).ray([0.5, 3, 0.2], [0, -4, 0]).t };
}, (error) => { window.result = { error: String(error) }; });

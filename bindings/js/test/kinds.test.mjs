import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { kindsText, path } from "./kinds.mjs";

test("the kinds of findings are those of carom-survey: node test/kinds.mjs writes them", async () => {
  const text = await kindsText();
  assert.equal(text.match(/^ {2}\w+: \{$/gm).length, 10);
  assert.equal(await readFile(path, "utf8"), text);
});

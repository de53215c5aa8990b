// src/kinds.js as the kinds of crates/carom-survey/src/kind.rs make it: the one owner of their names, titles, sentences and colors.
//
//   node test/kinds.mjs        writes it

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

export const path = new URL("../src/kinds.js", import.meta.url);

export async function kindsText() {
  const rust = await readFile(new URL("../../../crates/carom-survey/src/kind.rs", import.meta.url), "utf8");
  const variants = [...rust.match(/pub const ALL: \[Self; \d+\] = \[([^\]]*)\]/)[1].matchAll(/Self::(\w+)/g)].map(([, name]) => name);
  const labels = new Map([...rust.matchAll(/Self::(\w+) => \("([a-z]+)", "([^"]*)", 0x([0-9a-f_]+)\)/g)].map(([, variant, name, title, color]) => [variant, { name, title, color: color.replaceAll("_", "") }]));
  const sentences = new Map([...rust.matchAll(/Self::(\w+) => \[\s*"([^"]*)",\s*"([^"]*)",\s*\]/g)].map(([, variant, meaning, advice]) => [variant, { meaning, advice }]));
  const rows = variants.map((variant) => {
    const label = labels.get(variant), sentence = sentences.get(variant);
    if (!label || !sentence) throw new Error(`kind.rs has no label or no explanation of ${variant}`);
    const { name, title, color } = label, { meaning, advice } = sentence;
    return `  ${name}: {\n    title: ${JSON.stringify(title)},\n    color: 0x${color},\n    meaning: ${JSON.stringify(meaning)},\n    advice: ${JSON.stringify(advice)},\n  },\n`;
  });
  return `// The kinds of findings, from crates/carom-survey/src/kind.rs. Written by test/kinds.mjs; do not edit.\n\nexport const KINDS = {\n${rows.join("")}};\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(path, await kindsText());

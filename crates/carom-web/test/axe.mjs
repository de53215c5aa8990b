// Accessibility by axe: what it finds on a page, one line a rule, but for what stands in other frames.

import axe from "axe-core";

export default async function violations(page) {
  // Colors that still fade are between two values, and axe would judge those.
  await page.evaluate(() => Promise.all(document.getAnimations().filter((it) => it.effect?.getComputedTiming().endTime < Infinity).map((it) => it.finished.catch(() => {}))));
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run(document, { iframes: false }));
  return violations.map(({ id, help, nodes }) => `${id} (${help}), ${nodes.length} times: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

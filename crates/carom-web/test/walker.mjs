// The page of the demo Walk, for its tests.

export const over = (page) => page.locator(".walk .over");
export const moment = async (page) => (await page.evaluate(() => window.state)).answer;
/** Waits for a number of ticks. */
export const later = async (page, ticks) => {
  const { tick } = await moment(page);
  await page.waitForFunction((tick) => window.state.answer.tick >= tick, tick + ticks, { timeout: 120_000 });
  return moment(page);
};

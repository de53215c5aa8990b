// Numbers in a link: each in the fewest digits that give its bits back.

export const write = (numbers) => numbers.map((x) => (Object.is(x, -0) ? "-0" : String(x))).join(",");

/** Throws where one of them is none. */
export function parse(text) {
  const numbers = text.split(",").map((word) => (word.trim() === "" ? NaN : Number(word)));
  if (!numbers.every(Number.isFinite)) throw new RangeError("not a number");
  return numbers;
}

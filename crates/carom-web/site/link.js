// Numbers in a link, each with the fewest digits that give the same bits.

export const write = (numbers) => numbers.map((x) => (Object.is(x, -0) ? "-0" : String(x))).join(",");

/** Parses them; throws if one is not a finite number. */
export function parse(text) {
  const numbers = text.split(",").map((word) => (word.trim() === "" ? NaN : Number(word)));
  if (!numbers.every(Number.isFinite)) throw new RangeError("not a number");
  return numbers;
}

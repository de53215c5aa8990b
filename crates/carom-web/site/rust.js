// Numbers and shapes as Rust code, exact to the bit.

export function number(x) {
  if (Object.is(x, -0)) return "-0.0";
  const text = String(x);
  if (text.includes("e")) return text.replace("e+", "e");
  return text.includes(".") ? text : `${text}.0`;
}

export const point = (p) => `dvec${p.length}(${p.map(number).join(", ")})`;
export const segment = ({ a, b }) => `Segment::new(${point(a)}, ${point(b)})`;
export const ball = ({ center, radius }) => `Ball::new(${point(center)}, ${number(radius)})`;
export const triangle = ({ a, b, c }) =>
  `Triangle::new(${point(a)}, ${point(b)}, ${point(c)})`;
export const capsule = ({ a, b, radius }) =>
  `Capsule::new(${point(a)}, ${point(b)}, ${number(radius)})`;
export const cylinder = ({ a, b, radius }) =>
  `Cylinder::new(${point(a)}, ${point(b)}, ${number(radius)})`;
export const hull = ({ points, radius }) =>
  `Hull::new([\n    ${points.map(point).join(",\n    ")},\n], ${number(radius)})`;

// Values in nested objects by their paths: `a.center`, `b.points.2`.

export const get = (object, path) => path.split(".").reduce((value, key) => value[key], object);
export function set(object, path, value) {
  const keys = path.split(".");
  const last = keys.pop();
  keys.reduce((value, key) => value[key], object)[last] = value;
}

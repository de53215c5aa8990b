// Points and displacements in 2D or 3D, as arrays.

/** The point p + delta · t. */
export const sum = (p, delta, t = 1) => p.map((x, i) => x + delta[i] * t);

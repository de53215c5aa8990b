// Points and displacements of the plane or of space, as lists of numbers.

/** The point p + delta · t. */
export const sum = (p, delta, t = 1) => p.map((x, i) => x + delta[i] * t);

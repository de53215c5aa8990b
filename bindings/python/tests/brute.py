"""The same queries by numpy, triangle by triangle."""

import numpy as np


def point_triangle(p, t):
    """The distances of points (n, 3) from triangles (m, 3, 3): (n, m)."""
    a, b, c = (t[None, :, i] for i in range(3))
    p = p[:, None]
    edges = [segment_point(a, b, p), segment_point(b, c, p), segment_point(c, a, p)]
    best = np.minimum.reduce(edges)
    n = np.cross(b - a, c - a)
    size = np.linalg.norm(n, axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        unit = n / size[..., None]
        height = ((p - a) * unit).sum(-1)
        foot = p - height[..., None] * unit
        sides = [(np.cross(v - u, foot - u) * unit).sum(-1) for u, v in [(a, b), (b, c), (c, a)]]
        inside = (np.minimum.reduce(sides) >= 0) & (size > 1e-12)
    return np.where(inside, abs(height), best)


def segment_point(a, b, p):
    d = b - a
    square = (d * d).sum(-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        s = np.where(square > 0, ((p - a) * d).sum(-1) / square, 0)
    return np.linalg.norm(p - a - np.clip(s, 0, 1)[..., None] * d, axis=-1)


def segment_segment(a, b, c, d):
    """Distances of segments, by the interior solution and the four ends."""
    best = np.minimum.reduce(
        [segment_point(a, b, c), segment_point(a, b, d), segment_point(c, d, a), segment_point(c, d, b)]
    )
    u, v, w = b - a, d - c, a - c
    uu, uv, vv, uw, vw = ((x * y).sum(-1) for x, y in [(u, u), (u, v), (v, v), (u, w), (v, w)])
    with np.errstate(divide="ignore", invalid="ignore"):
        det = uu * vv - uv * uv
        s, t = (uv * vw - vv * uw) / det, (uu * vw - uv * uw) / det
        gap = np.linalg.norm(w + s[..., None] * u - t[..., None] * v, axis=-1)
        inside = (det > 1e-12 * uu * vv) & (s >= 0) & (s <= 1) & (t >= 0) & (t <= 1)
    return np.where(inside, np.minimum(gap, best), best)


def segment_triangle(a, b, t):
    """The distances of segments (n, 3) to (n, 3) from triangles (m, 3, 3): (n, m), 0 where they cross."""
    x, y, z = (t[None, :, i] for i in range(3))
    p, q = a[:, None], b[:, None]
    best = np.minimum.reduce(
        [point_triangle(a, t), point_triangle(b, t)]
        + [segment_segment(p, q, u, v) for u, v in [(x, y), (y, z), (z, x)]]
    )
    times, _ = ray_triangle(a, b - a, t, 0)
    return np.where(np.isfinite(times), 0, best)


def ray_triangle(p, d, t, margin):
    """The times at which rays (n, 3) meet triangles (m, 3, 3), inf for never, and whether that is clear: (n, m)."""
    a, b, c = (t[None, :, i] for i in range(3))
    p, d = p[:, None], d[:, None]
    n = np.cross(b - a, c - a)
    along = (n * d).sum(-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        time = (n * (a - p)).sum(-1) / along
        at = p + time[..., None] * d
        square = (n * n).sum(-1)
        shares = [(np.cross(v - u, at - u) * n).sum(-1) / square for u, v in [(a, b), (b, c), (c, a)]]
        least = np.minimum.reduce(shares)
        flat = (square < 1e-12) | (abs(along) < 1e-12)
        meets = (least >= 0) & (time >= 0) & (time <= 1) & ~flat
        clear = (abs(least) > margin) & (abs(time) > margin) & (abs(time - 1) > margin) | flat
    return np.where(meets, time, np.inf), clear


def boxes_of(low, high):
    """The corners of boxes, (..., 8, 3); bit i of a corner's number is its side along axis i."""
    sides = (np.arange(8)[:, None] >> np.arange(3) & 1).astype(bool)
    return np.where(sides, high[..., None, :], low[..., None, :])

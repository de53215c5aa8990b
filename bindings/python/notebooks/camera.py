"""Pictures of a mesh or a world: one ray for each pixel."""

import numpy as np


def rays(eye, target, width, height, zoom=1.0):
    """The rays (height, width, 3) of a camera at `eye` that points at `target`."""
    eye, target = np.asarray(eye, float), np.asarray(target, float)
    ahead = (target - eye) / np.linalg.norm(target - eye)
    right = np.cross(ahead, [0, 1, 0])
    right /= np.linalg.norm(right)
    x = (np.arange(width) - width / 2) / (zoom * height)
    y = (height / 2 - np.arange(height)) / (zoom * height)
    return ahead + x[:, None] * right + y[:, None, None] * np.cross(right, ahead)


def shaded(surface, eye, directions, color, far=1000.0, sky=1.0):
    """A picture (height, width, 3), and the hits of its rays; `color` is a function of the hits."""
    hits = surface.rays(eye, far * directions)
    seen = np.isfinite(hits.t)
    light = np.array([0.35, 0.8, 0.45]) / np.linalg.norm([0.35, 0.8, 0.45])
    bright = 0.35 + 0.65 * np.clip(hits.normal @ light, 0, 1)
    picture = np.broadcast_to(color(hits), seen.shape + (3,)) * bright[..., None]
    return np.where(seen[..., None], picture, sky), hits

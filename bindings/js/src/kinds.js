// The kinds of findings, from crates/carom-survey/src/kind.rs. Written by test/kinds.mjs; do not edit.

export const KINDS = {
  reach: {
    title: "Reach",
    color: 0x1f2f8f,
    meaning: "Little of the walkable ground is reached.",
    advice: "Move the spawn, or let the character jump if it does in the game.",
  },
  leak: {
    title: "Leak",
    color: 0xc21f3a,
    meaning: "The character leaves the level's bounds: it falls out, or walks through.",
    advice: "Close the hole or the wall, or leave it if players are meant to fall there.",
  },
  trap: {
    title: "Trap",
    color: 0x7a2ea0,
    meaning: "A region that can be entered and not left again.",
    advice: "Add a way out: a step, a ramp, a trigger.",
  },
  ledge: {
    title: "Ledge",
    color: 0x8a3a68,
    meaning: "Ground around the spawn that can be left and not reached again.",
    advice: "Add a way up, or move the spawn, unless the drop is meant.",
  },
  stuck: {
    title: "Stuck",
    color: 0x9c4a16,
    meaning: "The character overlaps geometry and finds no free place near.",
    advice: "Check walls that close to a point, or pass through each other.",
  },
  snag: {
    title: "Snag",
    color: 0xb06a00,
    meaning: "Something blocks the character that should not: a step a little too high, or a low face a little too steep.",
    advice: "Make the step lower, or the face flatter.",
  },
  jitter: {
    title: "Jitter",
    color: 0x007a8a,
    meaning: "The character does not come to rest, or is shaken while it moves.",
    advice: "Check needles and pits that are narrower than the character.",
  },
  gap: {
    title: "Gap",
    color: 0x1c5fb0,
    meaning: "An opening that is a little too narrow.",
    advice: "Make it wider, or close it.",
  },
  headroom: {
    title: "Headroom",
    color: 0x4b6b1e,
    meaning: "A ceiling that is a little too low.",
    advice: "Raise it, or lower the floor.",
  },
  geometry: {
    title: "Geometry",
    color: 0x4d5560,
    meaning: "Defects of the mesh: holes, T-junctions, degenerate, duplicate, flipped or overlapping triangles.",
    advice: "Repair them in the editor, or in the exporter's settings.",
  },
};

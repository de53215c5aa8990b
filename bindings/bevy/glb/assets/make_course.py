"""Writes course.glb: a cube that its nodes stretch, turn and mirror into a floor, stairs, a gallery and a ramp."""

import json
import struct
from pathlib import Path

corners = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]
quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
indices = [i for a, b, c, d in quads for i in (a, b, c, a, c, d)]
positions = b"".join(struct.pack("<3f", *corner) for corner in corners)
data = positions + struct.pack(f"<{len(indices)}H", *indices)


def node(name, at, size, **more):
    return {"name": name, "mesh": 0, "translation": at, "scale": size, **more}


# z is up here, as in many editors; the root turns it to y.
nodes = [{"name": "course", "rotation": [-(0.5**0.5), 0, 0, 0.5**0.5], "children": list(range(1, 14))}]
nodes += [node("floor", [0, 0, -0.5], [40, 40, 1])]
nodes += [node(f"step.{i}", [2 + 0.3 * i, 0, 0.1 * i], [0.3, 4, 0.2 * i]) for i in range(1, 9)]
nodes += [node("gallery", [8.55, 0, 0.8], [8, 4, 1.6])]
nodes += [node("grass.1", [1, 0, 1], [0.5, 4, 2]), node("grass.2", [6, 0, 2.5], [0.5, 4, 2])]
# Mirrored, and turned by 20 degrees around y: it leads on from the gallery.
nodes += [node("ramp", [16.1, 0, 2.9], [-8, 4, 0.2], rotation=[0, -0.17365, 0, 0.98481])]
gltf = {
    "asset": {"version": "2.0"},
    "scene": 0,
    "scenes": [{"nodes": [0]}],
    "nodes": nodes,
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
    "accessors": [
        {"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3", "min": [-0.5] * 3, "max": [0.5] * 3},
        {"bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR"},
    ],
    "bufferViews": [
        {"buffer": 0, "byteOffset": 0, "byteLength": len(positions)},
        {"buffer": 0, "byteOffset": len(positions), "byteLength": len(data) - len(positions)},
    ],
    "buffers": [{"byteLength": len(data)}],
}
text = json.dumps(gltf, separators=(",", ":")).encode()
text += b" " * (-len(text) % 4)
data += b"\0" * (-len(data) % 4)
chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data
glb = b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks
Path(__file__).with_name("course.glb").write_bytes(glb)

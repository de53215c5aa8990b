//! glTF files made by hand.

use serde_json::{Value, json};

/// A glTF under construction: the bytes of one buffer and its JSON.
pub(crate) struct Maker {
    pub(crate) json: Value,
    pub(crate) bytes: Vec<u8>,
}

impl Maker {
    pub(crate) fn new() -> Self {
        let lists = [
            "accessors",
            "bufferViews",
            "buffers",
            "meshes",
            "nodes",
            "scenes",
        ];
        let mut json = json!({ "asset": { "version": "2.0" } });
        for list in lists {
            json[list] = json!([]);
        }
        Self {
            json,
            bytes: Vec::new(),
        }
    }

    /// One triangle in a mesh in a node in a scene.
    pub(crate) fn triangle() -> Self {
        let mut maker = Self::new();
        let positions = maker.floats(&[0., 0., 0., 1., 0., 0., 0., 1., 0.]);
        maker.mesh(json!({ "attributes": { "POSITION": positions } }));
        maker.scene(json!([{ "mesh": 0 }]));
        maker
    }

    /// Appends `value` to a list of the JSON; its index.
    pub(crate) fn push(&mut self, list: &str, value: Value) -> usize {
        let list = self.json[list].as_array_mut().unwrap();
        list.push(value);
        list.len() - 1
    }

    /// A buffer view of these bytes; its index.
    pub(crate) fn view(&mut self, bytes: &[u8]) -> usize {
        let offset = self.bytes.len();
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let view = json!({ "buffer": 0, "byteOffset": offset, "byteLength": bytes.len() });
        self.push("bufferViews", view)
    }

    /// An accessor of `count` elements in a view of its own; its index.
    pub(crate) fn accessor(
        &mut self,
        bytes: &[u8],
        component: u32,
        kind: &str,
        count: usize,
    ) -> usize {
        let view = self.view(bytes);
        let accessor =
            json!({ "bufferView": view, "componentType": component, "type": kind, "count": count });
        self.push("accessors", accessor)
    }

    /// Positions.
    pub(crate) fn floats(&mut self, floats: &[f32]) -> usize {
        let bytes: Vec<u8> = floats
            .iter()
            .flat_map(|float| float.to_le_bytes())
            .collect();
        self.accessor(&bytes, 5126, "VEC3", floats.len() / 3)
    }

    /// 8-bit indices.
    pub(crate) fn indices(&mut self, indices: &[u8]) -> usize {
        self.accessor(indices, 5121, "SCALAR", indices.len())
    }

    /// A mesh of one primitive; its index.
    pub(crate) fn mesh(&mut self, primitive: Value) -> usize {
        self.push(
            "meshes",
            json!({ "name": "wall", "primitives": [primitive] }),
        )
    }

    /// These nodes, and a scene of the first.
    pub(crate) fn scene(&mut self, nodes: Value) {
        self.json["nodes"] = nodes;
        self.push("scenes", json!({ "nodes": [0] }));
    }

    pub(crate) fn glb(&self) -> Vec<u8> {
        let mut json = self.json.clone();
        json["buffers"] = json!([{ "byteLength": self.bytes.len() }]);
        let mut json = serde_json::to_vec(&json).unwrap();
        json.resize(json.len().next_multiple_of(4), b' ');
        frame(&[(b"JSON", &json), (b"BIN\0", &self.bytes)])
    }

    /// As text, with the buffer at `uri`.
    pub(crate) fn gltf(&self, uri: &str) -> Vec<u8> {
        let mut json = self.json.clone();
        json["buffers"] = json!([{ "byteLength": self.bytes.len(), "uri": uri }]);
        serde_json::to_vec_pretty(&json).unwrap()
    }
}

/// A GLB of these chunks.
pub(crate) fn frame(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let body: usize = chunks.iter().map(|(_, chunk)| 8 + chunk.len()).sum();
    let mut glb = b"glTF".to_vec();
    glb.extend(2u32.to_le_bytes());
    glb.extend((12 + body as u32).to_le_bytes());
    for (kind, chunk) in chunks {
        glb.extend((chunk.len() as u32).to_le_bytes());
        glb.extend(*kind);
        glb.extend(*chunk);
    }
    glb
}

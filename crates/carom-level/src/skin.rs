//! glTF skins: a skinned mesh is where its joints are, at rest, and not where its node is.

use glam::{DAffine3, DMat3, DVec3};
use gltf::json::accessor::Type;
use gltf::json::mesh::{Primitive, Semantic};
use gltf::json::skin::Skin as Declared;
use gltf::json::validation::Checked;

use crate::accessor::{Accessor, Data};

/// The transforms of the joints of a skin, from the space of the mesh to the scene's.
pub(crate) struct Skin(Vec<DAffine3>);

/// The joints of the vertices of a primitive.
pub(crate) struct Joints<'a> {
    skin: &'a Skin,
    joints: Accessor<'a>,
    weights: Accessor<'a>,
}

impl Skin {
    /// A skin with its joints at these places of nodes; `None` if one is in no scene.
    pub(crate) fn new(
        declared: &Declared,
        places: &[Option<DAffine3>],
        data: &mut Data<'_>,
    ) -> Result<Option<Self>, String> {
        let place = |joint: usize| places.get(joint).copied().flatten();
        let joints = declared.joints.iter().map(|joint| place(joint.value()));
        let Some(mut joints) = joints.collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        if let Some(index) = declared.inverse_bind_matrices {
            data.load(index)?;
            let inverse = data.open(index, Type::Mat4)?;
            if inverse.count < joints.len() {
                return Err(format!(
                    "it has {} joints and {} inverse bind matrices",
                    joints.len(),
                    inverse.count
                ));
            }
            for (number, joint) in joints.iter_mut().enumerate() {
                let m: [f64; 16] = inverse.numbers(number);
                let column = |i: usize| DVec3::new(m[i], m[i + 1], m[i + 2]);
                let bind = DAffine3 {
                    matrix3: DMat3::from_cols(column(0), column(4), column(8)),
                    translation: column(12),
                };
                *joint *= bind;
            }
        }
        Ok(Some(Self(joints)))
    }

    /// The joints of a primitive's vertices, if it has some.
    pub(crate) fn of<'a>(
        &'a self,
        primitive: &Primitive,
        vertices: usize,
        data: &'a Data<'_>,
    ) -> Result<Option<Joints<'a>>, String> {
        let [Some(joints), Some(weights)] = attributes(primitive) else {
            return Ok(None);
        };
        let joints = Joints {
            skin: self,
            joints: data.open(joints, Type::Vec4)?,
            weights: data.open(weights, Type::Vec4)?,
        };
        if joints.joints.count < vertices || joints.weights.count < vertices {
            return Err("it has fewer joints or weights than vertices".into());
        }
        Ok(Some(joints))
    }
}

/// The accessors of a primitive's joints and weights.
pub(crate) fn attributes(
    primitive: &Primitive,
) -> [Option<gltf::json::Index<gltf::json::Accessor>>; 2] {
    [Semantic::Joints(0), Semantic::Weights(0)]
        .map(|semantic| primitive.attributes.get(&Checked::Valid(semantic)).copied())
}

impl Joints<'_> {
    /// The position of a vertex in the scene: the weighted mean of where its joints take it.
    pub(crate) fn place(&self, vertex: usize, position: [f64; 3]) -> Result<[f64; 3], String> {
        let joints: [f64; 4] = self.joints.numbers(vertex);
        let weights: [f64; 4] = self.weights.numbers(vertex);
        let (mut sum, mut total) = (DVec3::ZERO, 0.0);
        for (joint, weight) in joints.into_iter().zip(weights) {
            if weight == 0.0 {
                continue;
            }
            let count = self.skin.0.len();
            let place = self.skin.0.get(joint as usize).ok_or_else(|| {
                format!("vertex {vertex} has joint {joint}, and its skin has {count}")
            })?;
            sum += weight * place.transform_point3(position.into());
            total += weight;
        }
        if total > 0.0 {
            Ok((sum / total).into())
        } else {
            Ok(position)
        }
    }
}

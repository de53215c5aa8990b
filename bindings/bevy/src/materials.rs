//! What colliders and levels are made of: the materials of their bodies, in a table that all characters share.

use crate::bodies::{Bodies, Placed};
use crate::character::cosine;
use crate::dimension::Dimension;
use bevy_ecs::lifecycle::Remove;
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::observer::On;
use bevy_ecs::prelude::{Changed, Component, Or, Query, ReflectComponent, ResMut};
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use carom::mover::{self, SurfaceFault, Surfaces};
use std::sync::Arc;
use tracing::warn;

/// What a collider or a level (all of its meshes) is made of, for the characters that walk on it. A mesh's own comes
/// before that of its level. A moving surface is a [`Conveyor`](crate::Conveyor).
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_carom::prelude::*;
/// # let mut world = World::new();
/// world.spawn((Collider::cuboid(5., 1., 5.), SurfaceMaterial { friction: 0.1, ..SurfaceMaterial::default() }));
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SurfaceMaterial {
    /// The steepest slope of it that can be walked, degrees, 0 to 90. Default `None`: that of the character.
    pub max_slope_degrees: Option<f32>,
    /// Whether characters step up on to it; otherwise its edges are walls for those below. Default true.
    pub step: bool,
    /// Friction, as a factor of that of other ground: 0.1 for ice. For characters with [`Locomotion`](crate::Locomotion).
    /// 0 or more; default 1.
    pub friction: f32,
    /// A number of yours, in [`CharacterContact::tag`](crate::CharacterContact::tag). Default 0, as without a material.
    pub tag: u32,
}

impl Default for SurfaceMaterial {
    fn default() -> Self {
        Self {
            max_slope_degrees: None,
            step: true,
            friction: 1.0,
            tag: 0,
        }
    }
}

impl SurfaceMaterial {
    fn material<D: Dimension>(&self) -> mover::SurfaceMaterial<D::Vector> {
        mover::SurfaceMaterial {
            max_slope: self.max_slope_degrees.map(cosine),
            step: self.step,
            friction: self.friction,
            tag: self.tag,
            ..mover::SurfaceMaterial::default()
        }
    }
}

/// What single parts of a collider or of a mesh are made of, by their numbers as in [`CharacterContact::part`](crate::CharacterContact::part):
/// triangles of a mesh or a height field, segments of a chain, shapes of a compound. They come before the
/// [`SurfaceMaterial`] of the whole.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_carom::prelude::*;
/// # let mut world = World::new();
/// let ice = SurfaceMaterial { friction: 0.1, ..SurfaceMaterial::default() };
/// world.spawn((Collider::cuboid(5., 1., 5.), PartMaterials(vec![(0, ice)])));
/// ```
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PartMaterials(pub Vec<(u32, SurfaceMaterial)>);

/// Makes the table again where a material or a body with one is new, changed or gone.
pub(crate) fn place_materials<D: Dimension>(
    mut bodies: ResMut<Bodies<D>>,
    changed: Query<(), Or<(Changed<SurfaceMaterial>, Changed<PartMaterials>)>>,
    fresh: Query<&Placed<D>, Changed<Placed<D>>>,
    placed: Query<(NameOrEntity, &Placed<D>)>,
    materials: Query<&SurfaceMaterial>,
    parts: Query<&PartMaterials>,
) {
    let lost = core::mem::take(&mut bodies.lost_material);
    if !lost
        && changed.is_empty()
        && ((materials.is_empty() && parts.is_empty()) || fresh.is_empty())
    {
        return;
    }
    let mut surfaces = Surfaces::new();
    let mut any = false;
    for (name, placed) in &placed {
        let own = materials.get(name.entity);
        let whole = own.or_else(|_| materials.get(placed.level)).ok();
        let whole = whole.map(|material| (None, material));
        let own = parts.get(name.entity);
        let own = own.iter().flat_map(|parts| &parts.0);
        let own = own.map(|(part, material)| (Some(*part), material));
        for (part, material) in whole.into_iter().chain(own) {
            match surfaces.insert(placed.body, part, material.material::<D>()) {
                Ok(()) => any = true,
                Err(error) => {
                    let fault = match error.fault {
                        SurfaceFault::Slope => "max_slope_degrees must be 0 to 90".into(),
                        fault => fault.to_string(),
                    };
                    let of = part.map_or(String::new(), |part| format!("part {part} of "));
                    warn!("material of {of}{name}: {fault}, and it has none");
                }
            }
        }
    }
    let surfaces = any.then(|| Arc::new(surfaces));
    for agent in bodies.crowd.agents_mut() {
        agent.mover.set_surfaces(surfaces.clone());
    }
    bodies.surfaces = surfaces;
}

/// Removals are observed as they happen: between two ticks there may be many frames.
pub(crate) fn lose_material<D: Dimension, C: Component>(
    _: On<Remove<C>>,
    mut bodies: ResMut<Bodies<D>>,
) {
    bodies.lost_material = true;
}

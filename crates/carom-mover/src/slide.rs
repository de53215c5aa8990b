//! Collide and slide as a single query: a capsule moves through a scene without gravity, ground or steps.

use super::probe::{Probe, QueryCache};
use super::settings::MoverSettings;
use super::state::CharacterState;
use super::tuning::SLIDE_LEAST_GAP;
use alloc::vec::Vec;
use carom_core::shape::capsule::Capsule;
use carom_core::world::{LocalScene, Scene};
use carom_math::{Scalar, Vector};

/// The result of [`slide`].
///
/// ```
/// use carom::{Capsule, World, glam::Vec3, mover::slide};
/// let capsule = Capsule::standing(Vec3::ZERO, Vec3::Y, 1.8, 0.3);
/// let moved = slide(&World::new(), &capsule, Vec3::X, 0.01);
/// assert!(moved.delta == Vec3::X && !moved.hit && !moved.limit);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slide<V: Vector> {
    /// The displacement that was possible of the wanted one.
    pub delta: V,
    /// Whether the motion met anything.
    pub hit: bool,
    /// The motion was deflected 8 times, and the rest was dropped.
    pub limit: bool,
}

/// Moves a capsule by `delta` as far as the scene allows, sliding along the surfaces it meets at a gap of `skin`. No
/// gravity, no ground, no steps: see [`Mover`](crate::Mover) for those.
///
/// An overlap at the start can be left but not entered deeper; it is not resolved. A `delta` that is not
/// finite moves nothing.
///
/// ```
/// use carom::{Capsule, Collider, World, glam::{Vec3, vec3}, mover::slide};
/// let mut world = World::new();
/// world.insert(Collider::cuboid(vec3(2., 0., 0.), [Vec3::X, Vec3::Y * 9., Vec3::Z * 9.]))?;
/// let capsule = Capsule::standing(Vec3::ZERO, Vec3::Y, 1.8, 0.3);
/// let moved = slide(&world, &capsule, vec3(3., 0., 1.), 0.01);
/// assert!((moved.delta - vec3(0.69, 0., 1.)).length() < 1e-3);
/// # Ok::<(), carom::BodyError>(())
/// ```
#[doc(alias = "move_shape")]
#[doc(alias = "b2World_CastMover")]
#[doc(alias = "b2SolvePlanes")]
#[doc(alias = "collide and slide")]
#[must_use]
pub fn slide<V: Vector>(
    scene: &impl Scene<V>,
    capsule: &Capsule<V>,
    delta: V,
    skin: V::Scalar,
) -> Slide<V> {
    let axis = capsule.b - capsule.a;
    let up = axis.try_normalize().unwrap_or(V::from_f64([0.0, 1.0, 0.0]));
    let two = V::Scalar::ONE + V::Scalar::ONE;
    let settings = MoverSettings {
        up,
        radius: capsule.radius,
        skin,
        ..MoverSettings::default()
    };
    let feet = capsule.a - up * capsule.radius;
    let state = CharacterState::at(feet, axis.length() + capsule.radius * two);
    if !delta.is_finite() || !capsule.is_valid() {
        return Slide {
            delta: V::ZERO,
            hit: false,
            limit: false,
        };
    }
    let room = delta.length() + skin * two * two;
    let region = capsule.bounds().inflated(room);
    let mut local = LocalScene::new();
    scene.gather(&region, &mut local);
    let mut collisions = Vec::new();
    let mut cache = QueryCache::new();
    cache.clear(local.len());
    let memory = (&mut cache, &mut collisions);
    let mut probe = Probe::new(&local, &settings, region, &state, memory);
    probe.mark_start_gap();
    // Gives back what the roundings of many calls took of the skin.
    let gap = probe.least_gap();
    let least = skin * V::Scalar::from_f64(SLIDE_LEAST_GAP) - probe.rounding() * two;
    let least = least.max(V::Scalar::ZERO);
    if gap >= V::Scalar::ZERO && gap < least {
        probe.push_out(least);
        probe.mark_start_gap();
    }
    let slid = probe.slide(delta);
    Slide {
        delta: probe.feet() - feet,
        hit: slid.met,
        limit: slid.dropped,
    }
}

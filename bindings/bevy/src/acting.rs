//! The ability of a character in a tick: its intent before the crowd steps, and what it does after that.

use crate::ability::Ability;
use crate::bodies::Bodies;
use crate::character::CharacterState;
use crate::convert::{vec3, vector};
use crate::dimension::Dimension;
use bevy_ecs::change_detection::Mut;
use carom::mover::abilities::{Dash, Glide, Path, Swum, Water};
use carom::mover::{self, Intent, Locomotion, LocomotionSettings, MoverSettings};
use carom::{Pose, Vector};

/// The mechanism that moves a character in a tick.
#[derive(Default)]
pub(crate) enum Acting<V: Vector> {
    /// Its intent does.
    #[default]
    Moves,
    /// A path does, after the step of the crowd, in which it stays.
    Follows,
    /// Water does; its velocity after the tick.
    Swims(Water<f32>, Swum<V>),
    /// A glide limits its fall.
    Glides(Glide<f32>, f32),
}

/// The intent of a tick in which an ability takes the place of the wish; `None`: the wish counts.
pub(crate) fn intent<V: Vector<Scalar = f32>>(
    ability: &mut Mut<'_, Ability>,
    body: &mut mover::CharacterState<V>,
    (wanted, up): (V, V),
    dt: f32,
) -> Option<(Intent<V>, Acting<V>)> {
    let hold = Intent {
        fly: true,
        ..Intent::walk(V::ZERO)
    };
    match **ability {
        Ability::None | Ability::Glide { .. } => None,
        Ability::Hold => Some((hold, Acting::Moves)),
        Ability::Path { .. } => Some((hold, Acting::Follows)),
        Ability::Dash { velocity, left } => {
            let mut dash = Dash {
                velocity: vector::<V>(velocity),
                left,
            };
            let intent = dash.intent(dt);
            let left = dash.left;
            **ability = if intent.is_some() {
                Ability::Dash { velocity, left }
            } else {
                body.velocity = V::ZERO;
                Ability::None
            };
            Some((intent?, Acting::Moves))
        }
        Ability::Swim {
            surface,
            float,
            buoyancy,
            drag,
        } => {
            let water = Water {
                surface,
                float,
                buoyancy,
                drag,
            };
            let (intent, swum) = water.before(body, wanted, up, dt)?;
            Some((intent, Acting::Swims(water, swum)))
        }
    }
}

/// Limits the fall of a tick.
pub(crate) fn glide<V: Vector<Scalar = f32>>(
    ability: Option<&Ability>,
    settings: &MoverSettings<V>,
    body: &mover::CharacterState<V>,
    intent: &mut Intent<V>,
    dt: f32,
) -> Acting<V> {
    let Some(&Ability::Glide { speed }) = ability else {
        return Acting::Moves;
    };
    let glide = Glide { speed };
    match glide.before(settings, body, intent, dt) {
        Some(rise) => Acting::Glides(glide, rise),
        None => Acting::Moves,
    }
}

/// After the step of the crowd.
pub(crate) fn finish<D: Dimension>(
    bodies: &mut Bodies<D>,
    number: usize,
    (acting, intent): (&Acting<D::Vector>, &Intent<D::Vector>),
    (ability, state): (&mut Mut<'_, Ability>, &mut CharacterState),
    dt: f32,
) {
    let agent = &mut bodies.crowd.agents_mut()[number];
    let (body, up) = (&mut agent.body, agent.mover.settings().up);
    match acting {
        Acting::Moves => {}
        Acting::Glides(glide, rise) => glide.after(agent.mover.settings(), body, Some(*rise)),
        Acting::Swims(water, swum) => {
            let mut walk = Locomotion::new(LocomotionSettings::default());
            water.after(body, intent, swum, Some((&mut walk, up)));
            state.walk_velocity = vec3(walk.velocity);
        }
        Acting::Follows => {
            let Some(mut path) = carom_path(ability) else {
                return;
            };
            let others = agent.mask & !crate::CollisionLayers::CHARACTERS;
            let scene = bodies.world.query().layers(agent.layers).mask(others);
            if path.step(&mut agent.mover, &scene, body, dt).is_some() {
                **ability = Ability::None;
                body.velocity = D::Vector::ZERO;
            } else {
                **ability = path.into();
            }
            // Queries before the next tick find it where it is.
            let pose = Pose::at(body.feet);
            if let Some(id) = agent.id() {
                let _ = bodies.world.set_pose(id, pose);
            }
        }
    }
}

/// Takes the path out of an ability.
fn carom_path<V: Vector<Scalar = f32>>(ability: &mut Ability) -> Option<Path<V>> {
    let Ability::Path {
        points,
        needed,
        speed,
    } = ability
    else {
        return None;
    };
    Some(Path {
        points: points.drain(..).map(vector).collect(),
        needed: *needed,
        speed: *speed,
    })
}

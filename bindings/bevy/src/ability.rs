//! Abilities: the components of what a character does besides walking, and the queries that find ledges, walls and ladders.

use crate::character::{CharacterMover, CharacterState};
use crate::convert::{Point, vec3, vector};
use crate::dimension::Dimension;
use crate::space::SpaceQuery;
use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_math::Vec3;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use carom::mover::abilities::{self, Mantle, Path, Vault, WallJump, Water};
use carom::mover::{self, LocomotionSettings, Mover, MoverSettings};
use carom::{PartId, Vector};

/// The ability that moves a character in the place of its [`Wish`](crate::Wish), the same at every tick rate: see
/// `carom::mover::abilities`.
///
/// Write it in a system before the tick, in `FixedUpdate`. A dash and a path end by themselves: the character then is at rest, and
/// this is `None`. A glide and water act for as long as they are written here, and only where they apply: in a fall, and below the
/// surface. Whatever you write takes the place of an ability that acts. A teleport ends it, too. In a glide all of the wish counts, in
/// water its velocity; otherwise jumps, knock-backs and root motions that a tick takes meanwhile do nothing. It is state: a
/// rollback stores and restores it.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::prelude::*;
/// # use bevy_transform::prelude::*;
/// use bevy_carom::prelude::*;
/// #[derive(Resource)]
/// struct Pressed(bool);
/// /// Three meters ahead in a fifth of a second.
/// fn dash(pressed: Res<Pressed>, mut heroes: Query<(&Transform, &mut Ability)>) {
///     for (at, mut ability) in &mut heroes {
///         if pressed.0 && *ability == Ability::None {
///             *ability = Ability::dash(at.forward() * 3., 0.2);
///         }
///     }
/// }
/// # bevy_ecs::system::assert_is_system(dash);
/// ```
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Ability {
    /// It walks and falls as it wishes.
    #[default]
    None,
    /// It stays where it is, without gravity: on a ladder.
    Hold,
    /// A fixed distance in a fixed time, without gravity.
    Dash {
        /// Length/s, in any direction.
        velocity: Vec3,
        /// The time that is left, s.
        left: f32,
    },
    /// Along straight lines at a steady speed, without gravity: on to ledges, over walls, up ladders. If something is in the way, it
    /// ends there. It passes through other characters.
    Path {
        /// The places that [`CharacterState::feet`] are still to reach, the next one last.
        points: Vec<Vec3>,
        /// The time to the next one, s; `None` before the first tick towards it.
        needed: Option<f32>,
        /// Length/s.
        speed: f32,
    },
    /// It walks, jumps and falls as it wishes, but never falls faster than this.
    Glide {
        /// The greatest speed downward, length/s.
        speed: f32,
    },
    /// It swims with the velocity of its wish, in any direction. Above the water it walks and falls.
    Swim {
        /// The height of the surface along `up`.
        surface: f32,
        /// How far below it the feet of a character are that floats, length.
        float: f32,
        /// The speed with which a character that does nothing rises to the surface, length/s.
        buoyancy: f32,
        /// How fast water brakes to the wanted velocity, 1/s. More than 0.
        drag: f32,
    },
}

impl Ability {
    /// A dash of this length and direction in this time, s.
    #[must_use]
    pub fn dash(way: Vec3, seconds: f32) -> Self {
        Self::Dash {
            velocity: way / seconds,
            left: seconds,
        }
    }

    /// A path of the feet through these places in this order, at this speed, length/s.
    #[must_use]
    pub fn path(points: impl IntoIterator<Item = Vec3>, speed: f32) -> Self {
        let mut points: Vec<_> = points.into_iter().collect();
        points.reverse();
        Self::Path {
            points,
            needed: None,
            speed,
        }
    }

    /// In this water.
    #[must_use]
    pub fn swim(water: Water<f32>) -> Self {
        Self::Swim {
            surface: water.surface,
            float: water.float,
            buoyancy: water.buoyancy,
            drag: water.drag,
        }
    }
}

impl<V: Vector<Scalar = f32>> From<Path<V>> for Ability {
    fn from(path: Path<V>) -> Self {
        Self::Path {
            points: path.points.into_iter().map(vec3).collect(),
            needed: path.needed,
            speed: path.speed,
        }
    }
}

/// Jumps in the air that a character has after each landing: 1 for a double jump. A late jump ([`Locomotion::coyote_time`])
/// is none of them. It is state: a rollback stores and restores it.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_carom::prelude::*;
/// # let mut world = World::new();
/// world.spawn((CharacterMover::default(), Locomotion::default(), AirJumps::new(1)));
/// ```
///
/// [`Locomotion::coyote_time`]: crate::Locomotion::coyote_time
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AirJumps {
    /// How many there are after each landing.
    pub most: u32,
    /// How many are left.
    pub left: u32,
}

impl AirJumps {
    /// All of them are left.
    #[must_use]
    pub fn new(most: u32) -> Self {
        Self { most, left: most }
    }
}

/// A ladder: the line of [`CharacterState::feet`], from its lower to its upper end, and where they step off at the top.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::prelude::*;
/// use bevy_carom::prelude::*;
/// /// Up or down as the wish leads, from where it holds on.
/// fn climb(ladder: Single<&Ladder>, mut heroes: Query<(&Wish, &CharacterState, &mut Ability)>) {
///     for (wish, state, mut ability) in &mut heroes {
///         let rise = wish.velocity.y;
///         let starts = matches!(*ability, Ability::None | Ability::Hold) && rise != 0.;
///         if starts && ladder.is_near(state.feet, 0.4) {
///             *ability = if rise > 0. { ladder.up(state.feet) } else { ladder.down(state.feet) };
///         }
///     }
/// }
/// # bevy_ecs::system::assert_is_system(climb);
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Component, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ladder {
    /// Where feet are at its lower end.
    pub bottom: Vec3,
    /// Where feet are at its upper end.
    pub top: Vec3,
    /// Where they step off at the top.
    pub exit: Vec3,
    /// Length/s.
    pub speed: f32,
}

impl Ladder {
    fn carom(&self) -> abilities::Ladder<carom::glam::Vec3> {
        abilities::Ladder {
            bottom: vector(self.bottom),
            top: vector(self.top),
            exit: vector(self.exit),
            speed: self.speed,
        }
    }

    /// Whether feet are within this distance of it, so that it can be climbed.
    #[must_use]
    pub fn is_near(&self, feet: Vec3, distance: f32) -> bool {
        self.carom().is_near(vector(feet), distance)
    }

    /// The way up: to the nearest place on the ladder, to its top, off it. A new one can begin in any tick: the character
    /// hangs where the last one was left.
    #[must_use]
    pub fn up(&self, feet: Vec3) -> Ability {
        self.carom().up(vector(feet)).into()
    }

    /// The way down, to the bottom.
    #[must_use]
    pub fn down(&self, feet: Vec3) -> Ability {
        self.carom().down(vector(feet)).into()
    }
}

impl CharacterMover {
    /// Its settings with a unit `up`; `None` if one is out of its range.
    fn checked<V: Vector<Scalar = f32>>(&self) -> Option<MoverSettings<V>> {
        let mover = Mover::new(self.settings().ok()?).ok()?;
        Some(*mover.settings())
    }
}

impl CharacterState {
    /// The state of carom, on this ground.
    pub(crate) fn carom<V: Vector<Scalar = f32>>(
        &self,
        ground: Option<mover::Ground<V>>,
    ) -> mover::CharacterState<V> {
        mover::CharacterState {
            feet: vector(self.feet),
            height: self.height,
            velocity: vector(self.velocity),
            base_velocity: vector(self.base_velocity),
            step_credit: self.step_credit,
            ground,
            axis: self.axis.map(vector),
        }
    }

    /// The same for a search, which only reads whether there is ground.
    fn searching<V: Vector<Scalar = f32>>(&self) -> mover::CharacterState<V> {
        self.carom(self.ground.map(|ground| mover::Ground {
            normal: vector(ground.normal),
            part: PartId::of(ground.part),
        }))
    }

    /// Limits the speed upward to `rise`, length/s, once the button of a jump is let go: a lower jump. `up` is that of its
    /// [`CharacterMover`].
    ///
    /// ```
    /// use bevy_carom::prelude::*;
    /// # use bevy_math::prelude::*;
    /// let mut state = CharacterState { velocity: vec3(2., 4., 0.), ..CharacterState::default() };
    /// state.cut_jump(1., Vec3::Y);
    /// assert_eq!(state.velocity, vec3(2., 1., 0.));
    /// ```
    pub fn cut_jump(&mut self, rise: f32, up: Vec3) {
        let mut body = self.searching::<carom::glam::Vec3>();
        abilities::cut_jump(&mut body, rise, vector(up.normalize_or_zero()));
        self.velocity = vec3(body.velocity);
    }
}

/// # Abilities
///
/// Leave the character itself out with [`except`](SpaceQuery::except), and all others with
/// [`mask`](SpaceQuery::mask)`(!CollisionLayers::CHARACTERS)`. `ahead` is how far the search and the path go, horizontally.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::prelude::*;
/// use bevy_carom::prelude::*;
/// const MANTLE: Mantle<f32> = Mantle { heights: [0.5, 1.5], speed: 2. };
/// /// On to a ledge where the walk leads.
/// fn climb(space: CaromSpace, mut heroes: Query<(&Wish, &CharacterMover, &CharacterState, &mut Ability)>) {
///     let query = space.query().mask(!CollisionLayers::CHARACTERS);
///     for (wish, mover, state, mut ability) in &mut heroes {
///         let ahead = wish.velocity.normalize_or_zero() * 0.9;
///         if *ability == Ability::None && let Some(path) = query.mantle(&MANTLE, (mover, state), ahead) {
///             *ability = path;
///         }
///     }
/// }
/// # bevy_ecs::system::assert_is_system(climb);
/// ```
impl<D: Dimension> SpaceQuery<'_, D> {
    /// The path up to a ledge ahead; `None` if there is none of these heights, it is too steep, or there is no room.
    #[must_use]
    pub fn mantle(
        &self,
        mantle: &Mantle<f32>,
        (mover, state): (&CharacterMover, &CharacterState),
        ahead: D::Point,
    ) -> Option<Ability> {
        let (settings, body) = (mover.checked()?, state.searching());
        let ahead = vector(ahead.in_space());
        let path = self.run(|query| mantle.path(&query, &settings, &body, ahead))?;
        Some(path.into())
    }

    /// The path over a wall ahead and to the ground right behind it; `None` if there is no wall of these heights, no room, or no
    /// ground.
    #[must_use]
    pub fn vault(
        &self,
        vault: &Vault<f32>,
        (mover, state): (&CharacterMover, &CharacterState),
        ahead: D::Point,
    ) -> Option<Ability> {
        let (settings, body) = (mover.checked()?, state.searching());
        let ahead = vector(ahead.in_space());
        let path = self.run(|query| vault.path(&query, &settings, &body, ahead))?;
        Some(path.into())
    }

    /// The path out of water on to a ledge ahead that is at most `above` over the surface, at this speed; `None` if there is none, or
    /// the character is more than a radius deeper than where it floats.
    #[must_use]
    pub fn water_exit(
        &self,
        water: &Water<f32>,
        (mover, state): (&CharacterMover, &CharacterState),
        ahead: D::Point,
        [above, speed]: [f32; 2],
    ) -> Option<Ability> {
        let (settings, body) = (mover.checked()?, state.searching());
        let (ahead, limits) = (vector(ahead.in_space()), [above, speed]);
        let path = self.run(|query| water.exit(&query, &settings, &body, ahead, limits))?;
        Some(path.into())
    }

    /// Before a tick in which jump is pressed in the air: if there is a wall within two skins, knocks the character away from it
    /// and up. Returns whether it did. It needs [`Locomotion`](crate::Locomotion).
    pub fn wall_jump(
        &self,
        jump: &WallJump<f32>,
        mover: &CharacterMover,
        state: &mut CharacterState,
    ) -> bool {
        let Some(settings) = mover.checked() else {
            return false;
        };
        let mut body = state.searching();
        let mut walk = mover::Locomotion::new(LocomotionSettings::default());
        let jumped = self.run(|query| jump.jump(&query, &settings, &mut body, &mut walk));
        if jumped {
            state.velocity = vec3(body.velocity);
            state.walk_velocity = vec3(walk.velocity);
            state.jumped = true;
        }
        jumped
    }
}

//! The abilities of a character on the stage: which one acts in a tick, by its inputs and by the volumes that it is in.

use super::CHARACTERS;
use carom::mover::abilities::{
    AirJumps, Dash, Glide, Ladder, Mantle, Path, Swum, Vault, WallJump, Water, cut_jump,
};
use carom::mover::{Agent, CharacterState, Intent, Locomotion, MoverSettings};
use carom::{Aabb, Scalar, Vector, World, WorldQuery};
use carom_format::scenario::{Abilities, Ability, Input, Volume, VolumeKind};

/// Water and ladders in the precision of the scenario.
pub(super) struct Volumes<V: Vector> {
    waters: Vec<(Aabb<V>, Water<V::Scalar>)>,
    ladders: Vec<(Aabb<V>, Ladder<V>)>,
}

/// The first volume that has the feet in it.
fn volume_at<V: Vector, K: Copy>(volumes: &[(Aabb<V>, K)], feet: V) -> Option<K> {
    let found = volumes.iter().find(|(bounds, _)| bounds.contains(feet));
    found.map(|(_, kind)| *kind)
}

impl<V: Vector> Volumes<V> {
    pub(super) fn new(volumes: &[Volume]) -> Self {
        let (mut waters, mut ladders) = (Vec::new(), Vec::new());
        let (number, point) = (V::Scalar::from_f64, |p: glam::DVec3| {
            V::from_f64(p.to_array())
        });
        for volume in volumes {
            let bounds = Aabb {
                min: point(volume.min),
                max: point(volume.max),
            };
            match &volume.kind {
                VolumeKind::Water(water) => {
                    let water = Water {
                        surface: number(water.surface),
                        float: number(water.float),
                        buoyancy: number(water.buoyancy),
                        drag: number(water.drag),
                    };
                    waters.push((bounds, water));
                }
                VolumeKind::Ladder(ladder) => {
                    let ladder = Ladder {
                        bottom: point(ladder.bottom),
                        top: point(ladder.top),
                        exit: point(ladder.exit),
                        speed: number(ladder.speed),
                    };
                    ladders.push((bounds, ladder));
                }
            }
        }
        Self { waters, ladders }
    }
}

/// The mechanism that moves the character in a tick.
enum Doing<V: Vector> {
    /// Its intent does.
    Moves,
    /// A path does, after the tick of the crowd, in which it stays.
    Follows,
    /// Water does; its velocity after the tick.
    Swims(Water<V::Scalar>, Swum<V>),
    /// A glide limits its fall.
    Glides(Glide<V::Scalar>, V::Scalar),
}

/// The surroundings of the characters in a tick.
pub(super) struct Around<'t, V: Vector> {
    pub(super) volumes: &'t Volumes<V>,
    /// The world without characters.
    pub(super) query: WorldQuery<'t, V>,
    pub(super) dt: V::Scalar,
}

impl<'t, V: Vector> Around<'t, V> {
    pub(super) fn new(volumes: &'t Volumes<V>, world: &'t World<V>, dt: V::Scalar) -> Self {
        Self {
            volumes,
            query: world.query().mask(!CHARACTERS),
            dt,
        }
    }
}

/// A tick of a character.
pub(super) struct Moment<'t, V: Vector> {
    pub(super) input: &'t Input,
    /// The entry of the input begins.
    pub(super) begins: bool,
    pub(super) settings: MoverSettings<V>,
    pub(super) around: &'t Around<'t, V>,
}

/// A character with abilities.
pub(super) struct Able<V: Vector> {
    abilities: Abilities,
    jumps: AirJumps,
    dash: Option<Dash<V>>,
    /// The path that it follows, and whether that is a ladder, which is left with its input.
    path: Option<(Path<V>, bool)>,
    doing: Doing<V>,
}

impl<V: Vector> Able<V> {
    pub(super) fn new(abilities: Abilities) -> Self {
        Self {
            abilities,
            jumps: AirJumps::new(abilities.air_jumps),
            dash: None,
            path: None,
            doing: Doing::Moves,
        }
    }

    /// Before a tick in which something else moves the character.
    pub(super) fn rest(&mut self) {
        self.doing = Doing::Moves;
    }

    /// The intent of a tick.
    pub(super) fn before(
        &mut self,
        moment: &Moment<'_, V>,
        body: &mut CharacterState<V>,
        locomotion: &mut Locomotion<V>,
    ) -> Intent<V> {
        self.rest();
        let wanted = V::from_f64(moment.input.wanted);
        let is_left = |path: &(Path<V>, bool)| moment.begins && path.1;
        if self.path.as_ref().is_some_and(is_left) {
            self.path = None;
            stop(body, locomotion);
        }
        if moment.begins && self.path.is_none() {
            self.begin(moment, body, locomotion, wanted);
        }
        let hold = Intent {
            fly: true,
            ..Intent::walk(V::ZERO)
        };
        if self.path.is_some() {
            self.dash = None;
            self.doing = Doing::Follows;
            return hold;
        }
        if let Some(intent) = self
            .dash
            .as_mut()
            .and_then(|dash| dash.intent(moment.around.dt))
        {
            return intent;
        }
        if self.dash.take().is_some() {
            stop(body, locomotion);
        }
        let up = moment.settings.up;
        if let Some(water) = volume_at(&moment.around.volumes.waters, body.feet)
            && let Some((intent, swum)) = water.before(body, wanted, up, moment.around.dt)
        {
            self.doing = Doing::Swims(water, swum);
            return intent;
        }
        self.walk(moment, body, locomotion, wanted)
    }

    /// Begins the ability of an entry of the input.
    fn begin(
        &mut self,
        moment: &Moment<'_, V>,
        body: &mut CharacterState<V>,
        locomotion: &mut Locomotion<V>,
        wanted: V,
    ) {
        let (number, settings) = (V::Scalar::from_f64, &moment.settings);
        match moment.input.ability {
            Some(Ability::CutJump) => {
                if let Some(rise) = self.abilities.cut_jump {
                    cut_jump(body, number(rise), settings.up);
                }
            }
            Some(Ability::WallJump) => {
                if let Some(WallJump { away, rise }) = self.abilities.wall_jump {
                    let [away, rise] = [away, rise].map(number);
                    WallJump { away, rise }.jump(&moment.around.query, settings, body, locomotion);
                }
            }
            Some(Ability::Dash) => {
                let way = wanted.try_normalize().unwrap_or(V::ZERO);
                let dash = |[length, seconds]: [f64; 2]| (way * number(length), number(seconds));
                let dash = self.abilities.dash.map(dash);
                self.dash = dash.map(|(way, seconds)| Dash::new(way, seconds));
            }
            Some(Ability::ClimbUp | Ability::ClimbDown) => {
                let ladder = volume_at(&moment.around.volumes.ladders, body.feet);
                let up = moment.input.ability == Some(Ability::ClimbUp);
                let path = |ladder: Ladder<V>| match up {
                    true => ladder.up(body.feet),
                    false => ladder.down(body.feet),
                };
                self.path = ladder.map(|ladder| (path(ladder), true));
            }
            _ => {
                let path = self.path_ahead(moment, body, wanted);
                self.path = path.map(|path| (path, false));
            }
        }
    }

    /// The path over a wall, on to a ledge or out of water that an entry of the input begins.
    fn path_ahead(
        &self,
        moment: &Moment<'_, V>,
        body: &CharacterState<V>,
        wanted: V,
    ) -> Option<Path<V>> {
        let (query, settings) = (&moment.around.query, &moment.settings);
        let number = V::Scalar::from_f64;
        let level = wanted - settings.up * wanted.dot(settings.up);
        let direction = level.try_normalize()?;
        match moment.input.ability? {
            Ability::Mantle => {
                let (far, it) = self.abilities.mantle?;
                let mantle = Mantle {
                    heights: it.heights.map(number),
                    speed: number(it.speed),
                };
                mantle.path(query, settings, body, direction * number(far))
            }
            Ability::Vault => {
                let (far, it) = self.abilities.vault?;
                let vault = Vault {
                    heights: it.heights.map(number),
                    drop: number(it.drop),
                    speed: number(it.speed),
                };
                vault.path(query, settings, body, direction * number(far))
            }
            Ability::Exit => {
                let water = volume_at(&moment.around.volumes.waters, body.feet)?;
                let [far, above, speed] = self.abilities.exit?.map(number);
                water.exit(query, settings, body, direction * far, [above, speed])
            }
            _ => None,
        }
    }

    /// On the ground and in the air.
    fn walk(
        &mut self,
        moment: &Moment<'_, V>,
        body: &CharacterState<V>,
        locomotion: &mut Locomotion<V>,
        wanted: V,
    ) -> Intent<V> {
        let (number, up) = (V::Scalar::from_f64, moment.settings.up);
        let jump = moment.input.jump.filter(|_| moment.begins).map(number);
        let mut intent = locomotion.intent(body, wanted, jump, up, moment.around.dt);
        self.jumps.before(body, jump, &mut intent, locomotion);
        if moment.input.ability == Some(Ability::Glide)
            && let Some(Glide { speed }) = self.abilities.glide
        {
            let speed = number(speed);
            let (glide, dt) = (Glide { speed }, moment.around.dt);
            if let Some(rise) = glide.before(&moment.settings, body, &mut intent, dt) {
                self.doing = Doing::Glides(glide, rise);
            }
        }
        intent
    }

    /// After the tick of the crowd with this intent.
    pub(super) fn after(
        &mut self,
        agent: &mut Agent<V>,
        around: &Around<'_, V>,
        locomotion: &mut Locomotion<V>,
        intent: &Intent<V>,
    ) {
        let (body, settings) = (&mut agent.body, *agent.mover.settings());
        match &self.doing {
            Doing::Moves if intent.fly => {}
            Doing::Moves => locomotion.adopt(body, intent, settings.up),
            Doing::Glides(glide, rise) => {
                glide.after(&settings, body, Some(*rise));
                locomotion.adopt(body, intent, settings.up);
            }
            Doing::Swims(water, swum) => {
                water.after(body, intent, swum, Some((locomotion, settings.up)));
            }
            Doing::Follows => {
                if let Some((path, _)) = &mut self.path
                    && path
                        .step(&mut agent.mover, &around.query, body, around.dt)
                        .is_some()
                {
                    self.path = None;
                    stop(body, locomotion);
                }
            }
        }
    }
}

/// Takes all speed: the end of a path or of a dash.
fn stop<V: Vector>(body: &mut CharacterState<V>, locomotion: &mut Locomotion<V>) {
    (body.velocity, locomotion.velocity) = (V::ZERO, V::ZERO);
}

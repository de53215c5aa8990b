//! Demo *Walk*: a kinematic character controller in a crowd, in a course of slopes, stairs and platforms or in a level file.
//!
//! A tick is a sixtieth of a second. Platforms move as a function of the number of ticks alone. Pictures interpolate between
//! the last two ticks.

mod abilities;
mod ability_course;
mod camera;
mod course;
mod crates;
mod exchange;
mod figure;
mod hero;
mod level;
mod marks;
mod motion;
mod place;
mod settings;

use super::drawn::Drawn;
use super::hash::add_vector;
use abilities::Abilities;
use camera::{Camera, Sight, ahead};
use carom::Aabb;
use carom::mover::{
    self, CharacterState, Crowd, CrowdRole, Intent, Locomotion, LocomotionSettings, Mover,
};
use carom_format::Fnv;
use carom_route::Walker;
use exchange::{Character, Figured, Moment, Picture, Start, There, Things, View, Wish};
use glam::{DVec3, Vec3};
use hero::Hero;
use marks::{Marks, Word};
use motion::horizontal;
use place::{CHARACTERS, Place};
use settings::MoverSettings;

/// Ticks a second.
const RATE: f64 = 60.0;
const DT: f32 = (1.0 / RATE) as f32;
/// Factors of the speed while the keys are held.
const SPRINT: f64 = 1.8;
const CROUCH: f64 = 0.5;
/// Height of a crouching character, as a fraction of its height.
const CROUCHED: f32 = 0.6;
/// A character this far below the level restarts, m.
const ABYSS: f32 = 25.0;
/// Rate at which a figure turns towards its motion, 1/s.
const TURNS: f64 = 12.0;
const MASS: f32 = 80.0;

/// The state of the demo.
pub(crate) struct Walk {
    place: Place,
    crowd: Crowd<Vec3>,
    settings: MoverSettings,
    locomotion: Locomotion<Vec3>,
    /// The direction each character faces.
    facing: Vec<f64>,
    start: Vec3,
    ticks: u32,
    hash: Fnv,
    camera: Camera,
    marks: bool,
    /// In the course of abilities.
    abilities: Option<Abilities>,
}

/// Opens the demo with these settings.
pub(crate) fn open(start: Start) -> Result<Walk, String> {
    let settings = start.settings;
    let mover = settings.mover()?;
    let mut abilities = None;
    let place = match &start.level {
        None if start.abilities => {
            let (place, features) = ability_course::course()?;
            abilities = Some(Abilities::new(features));
            place
        }
        None => course::course()?,
        Some(file) => {
            let walker = Walker {
                settings: mover.settings(),
                height: settings.height as f32,
                jump: 0.0,
            };
            level::level(file, &walker)?
        }
    };
    let feet = start.feet.map_or(place.start, |feet| feet.as_vec3());
    let mut walk = Walk {
        crowd: Crowd::new(CHARACTERS),
        settings,
        locomotion: Locomotion::new(LocomotionSettings::default()),
        facing: vec![place.yaw],
        start: feet,
        ticks: 0,
        hash: Fnv::new(),
        camera: Camera::new(),
        marks: false,
        place,
        abilities,
    };
    let height = walk.settings.height as f32;
    let mut mover = mover;
    mover.set_surfaces(walk.place.surfaces.clone());
    // Abilities query the world, in which a ghost is no body.
    let role = if walk.abilities.is_some() {
        CrowdRole::Ghost
    } else {
        CrowdRole::Push
    };
    walk.add(mover, feet, height, role)?;
    for i in 0..walk.place.walkers.len() {
        let walker = &walk.place.walkers[i];
        let (height, settings) = (
            walker.height,
            mover::MoverSettings {
                radius: walker.radius,
                ..mover::MoverSettings::default()
            },
        );
        let from = walker.round[(walker.next + walker.round.len() - 1) % walker.round.len()];
        let mover = Mover::new(settings).map_err(|error| error.to_string())?;
        walk.add(mover, from + Vec3::Y * 0.02, height, CrowdRole::Push)?;
        walk.facing.push(0.0);
    }
    Ok(walk)
}

impl Walk {
    fn add(
        &mut self,
        mover: Mover<Vec3>,
        feet: Vec3,
        height: f32,
        role: CrowdRole,
    ) -> Result<(), String> {
        let body = CharacterState::at(feet, height);
        let added = self
            .crowd
            .add(&mut self.place.world, mover, body, MASS, role);
        added.map(|_| ()).map_err(|error| error.to_string())
    }

    /// The velocity that the keys of the player want.
    fn wanted(&self, wish: &Wish) -> Vec3 {
        let (sin, cos) = libm::sincos(wish.yaw);
        let direction = DVec3::new(
            cos * wish.right - sin * wish.ahead,
            0.0,
            -sin * wish.right - cos * wish.ahead,
        );
        let length = direction.length();
        let direction = if length > 1.0 {
            direction / length
        } else {
            direction
        };
        let faster = match wish {
            Wish { crouch: true, .. } => CROUCH,
            Wish { sprint: true, .. } => SPRINT,
            _ => 1.0,
        };
        (direction * (self.settings.speed * faster)).as_vec3()
    }

    /// The intent of the player's character.
    fn intent(&mut self, wish: &Wish) -> Intent<Vec3> {
        let wanted = self.wanted(wish);
        let jump = wish.jump.then_some(self.settings.jump as f32);
        let height = self.settings.height as f32;
        let body = self.crowd.agents()[0].body;
        Intent {
            height: Some(if wish.crouch {
                height * CROUCHED
            } else {
                height
            }),
            ..self.locomotion.intent(&body, wanted, jump, Vec3::Y, DT)
        }
    }

    /// The player's character, for a tick in the course of abilities.
    fn hero(&mut self, wish: &Wish) -> Hero<'_> {
        let settings = &self.settings;
        let height = settings.height as f32;
        Hero {
            world: &mut self.place.world,
            surfaces: self.place.surfaces.as_deref(),
            crowd: &mut self.crowd,
            locomotion: &mut self.locomotion,
            jump: settings.jump as f32,
            height,
            crouched: height * CROUCHED,
            view: ahead(wish.yaw, 0.0),
            dt: DT,
        }
    }

    /// The tick of all characters.
    fn step(&mut self, wish: &Wish) {
        if let Some(mut abilities) = self.abilities.take() {
            let wanted = self.wanted(wish);
            abilities.tick(&mut self.hero(wish), wish, wanted);
            self.abilities = Some(abilities);
            return;
        }
        let mut intents = vec![self.intent(wish)];
        self.rounds(&mut intents);
        self.crowd.step(&mut self.place.world, &intents, DT);
        let body = self.crowd.agents()[0].body;
        self.locomotion.adopt(&body, &intents[0], Vec3::Y);
    }

    /// The intents of the walkers.
    fn rounds(&mut self, intents: &mut Vec<Intent<Vec3>>) {
        let agents = self.crowd.agents().iter().skip(1);
        for (walker, agent) in self.place.walkers.iter_mut().zip(agents) {
            let mut delta = horizontal(walker.round[walker.next] - agent.body.feet);
            if delta.length() < 0.5 {
                walker.next = (walker.next + 1) % walker.round.len();
                delta = horizontal(walker.round[walker.next] - agent.body.feet);
            }
            let direction = delta.try_normalize().unwrap_or(Vec3::ZERO);
            intents.push(Intent::walk(direction * walker.speed));
        }
    }

    /// Turns every figure towards its motion.
    fn face(&mut self) {
        for (facing, agent) in self.facing.iter_mut().zip(self.crowd.agents()) {
            let velocity = (agent.body.velocity - agent.body.base_velocity).as_dvec3();
            if velocity.x.abs() + velocity.z.abs() < 0.3 {
                continue;
            }
            let turn = libm::remainder(
                libm::atan2(-velocity.x, -velocity.z) - *facing,
                core::f64::consts::TAU,
            );
            *facing += turn * (TURNS / RATE);
        }
    }

    /// Puts the player's character back to the start.
    fn begin(&mut self) {
        let height = self.settings.height as f32;
        self.crowd.agents_mut()[0].body = CharacterState::at(self.start, height);
        self.locomotion = Locomotion::new(LocomotionSettings::default());
        self.camera = Camera::new();
        let world = &mut self.place.world;
        self.abilities = self.abilities.take().map(|it| it.restart(world));
    }

    fn sign(&mut self) {
        for agent in self.crowd.agents() {
            let body = &agent.body;
            add_vector(&mut self.hash, body.feet);
            add_vector(&mut self.hash, body.velocity);
            self.hash.word(body.height.to_bits());
            let on = body
                .ground
                .map_or(u32::MAX, |ground| ground.part.body.number());
            self.hash.word(on);
        }
        for center in self.crates() {
            add_vector(&mut self.hash, center.as_vec3());
        }
    }

    /// The places of the crates.
    fn crates(&self) -> Vec<DVec3> {
        let crates = self.abilities.iter().flat_map(|it| &it.features.crates.all);
        crates.map(|it| it.center).collect()
    }

    fn moment(&self, lost: bool, can: &[&str]) -> Moment {
        let agent = &self.crowd.agents()[0];
        let body = &agent.body;
        let own = body.velocity - body.base_velocity;
        let steep = |normal: Vec3| libm::acos(f64::from(normal.y)).to_degrees();
        Moment {
            tick: f64::from(self.ticks),
            hash: self.hash.digits(),
            feet: body.feet.as_dvec3(),
            velocity: body.velocity.as_dvec3(),
            speed: f64::from(horizontal(own).length()),
            grounded: body.ground.is_some(),
            slope: body.ground.map(|ground| steep(ground.normal)),
            height: f64::from(body.height),
            why: agent.report().why.names().map(String::from).collect(),
            touched: agent.mover.collisions().len() as f64,
            lost,
            doing: self.abilities.as_ref().map_or("", |it| it.doing).into(),
            can: can.iter().map(|it| String::from(*it)).collect(),
            crates: self.crates(),
        }
    }
}

/// Advances by a tick.
pub(crate) fn tick(walk: &mut Walk, wish: &Wish) -> Moment {
    walk.ticks += 1;
    let time = f64::from(walk.ticks) / RATE;
    for (id, motion) in &walk.place.moving {
        // The poses of the course are valid, so this cannot fail.
        let _ = walk.place.world.move_to(*id, motion.pose(time), DT);
    }
    walk.crowd.agents_mut()[0].recorded = walk.marks;
    walk.step(wish);
    walk.face();
    walk.sign();
    let lost = walk.crowd.agents()[0].body.feet.y < walk.place.bounds.min.y - ABYSS;
    if lost {
        walk.begin();
    }
    let mut can = Vec::new();
    if let Some(abilities) = walk.abilities.take() {
        let wanted = walk.wanted(wish);
        can = abilities.can(&mut walk.hero(wish), wanted);
        walk.abilities = Some(abilities);
    }
    walk.moment(lost, &can)
}

/// The geometry to draw.
pub(crate) fn things(walk: &mut Walk, _: &()) -> Things {
    let place = &walk.place;
    let Aabb { min, max } = place.bounds;
    Things {
        drawn: place.drawn.clone(),
        painted: place.painted.clone(),
        stations: place.stations.clone(),
        start: walk.start.as_dvec3(),
        yaw: place.yaw,
        min: min.as_dvec3(),
        max: max.as_dvec3(),
        triangles: place
            .drawn
            .iter()
            .map(|drawn| drawn.triangles.len() / 3)
            .sum::<usize>() as f64,
    }
}

/// A character of this size, with its feet at the origin, facing −z.
pub(crate) fn figure(_: &mut Walk, figured: &Figured) -> Drawn {
    figure::drawn(figured.radius as f32, figured.height as f32)
}

/// A picture: camera, poses, and debug lines if requested.
pub(crate) fn picture(walk: &mut Walk, view: &View) -> Picture {
    walk.marks = view.marks;
    let between = view.between.clamp(0.0, 1.0);
    // Contacts are those at the end of the tick, so no interpolation.
    let between = if view.marks { 1.0 } else { between };
    let time = (f64::from(walk.ticks) - 1.0 + between) / RATE;
    let time = if time > 0.0 { time } else { 0.0 };
    let mut picture = Picture {
        matrix: Vec::new(),
        eye: DVec3::ZERO,
        poses: Vec::new(),
        characters: Vec::new(),
        shadows: Vec::new(),
        lines: Vec::new(),
        words: Vec::new(),
    };
    for (_, motion) in &walk.place.moving {
        picture.poses.extend(motion.matrix(time).to_cols_array());
    }
    for it in walk.abilities.iter().flat_map(|it| &it.features.crates.all) {
        picture.poses.extend(it.matrix(between).to_cols_array());
    }
    let feet = figures(walk, between as f32, &mut picture);
    let hero = &walk.crowd.agents()[0];
    let size = walk.place.bounds.size().length();
    let sight = Sight {
        feet: feet[0],
        height: hero.body.height,
        radius: hero.mover.settings().radius,
        on_ground: hero.body.ground.is_some(),
        yaw: view.yaw,
        pitch: view.pitch.clamp(-1.5, 1.5),
        away: view.away.clamp(0.0, 50.0) as f32,
        aspect: view.aspect.clamp(0.05, 20.0) as f32,
        seconds: view.seconds.clamp(0.0, 1.0),
        far: size.clamp(50.0, 5e3) * 2.0,
    };
    let (matrix, eye) = walk.camera.look(&walk.place.world, &sight);
    picture.matrix.extend(matrix.to_cols_array());
    picture.eye = eye.as_dvec3();
    if view.marks {
        let marks = Marks::of(hero);
        picture.words = marks.words(&matrix);
        picture.lines = marks.lines;
    } else {
        picture.words = Word::signs(&walk.place, &matrix, eye);
    }
    picture
}

/// Adds every character to the picture; returns their interpolated feet.
fn figures(walk: &Walk, between: f32, picture: &mut Picture) -> Vec<Vec3> {
    let mut all_feet = Vec::new();
    for (agent, facing) in walk.crowd.agents().iter().zip(&walk.facing) {
        let (before, after) = (agent.before(), &agent.body);
        let teleported = (after.feet - before.feet).length() > 1.0;
        let from = if teleported { after.feet } else { before.feet };
        let feet = from.lerp(after.feet, between);
        let pose = figure::pose(feet, *facing);
        picture.poses.extend(pose.to_cols_array());
        let radius = agent.mover.settings().radius;
        picture.shadows.extend(feet.extend(radius).to_array());
        picture.characters.push(Character {
            radius: f64::from(radius),
            height: f64::from(after.height),
        });
        all_feet.push(feet);
    }
    all_feet
}

/// Changes the settings; returns an error message if they are invalid, and keeps the old ones.
pub(crate) fn set(walk: &mut Walk, settings: &MoverSettings) -> Option<String> {
    let mover = match settings.mover() {
        Ok(mover) => mover,
        Err(message) => return Some(message),
    };
    let wider = mover.settings().radius != walk.crowd.agents()[0].mover.settings().radius;
    let agent = &mut walk.crowd.agents_mut()[0];
    agent.mover = mover;
    agent.mover.set_surfaces(walk.place.surfaces.clone());
    let capsule = agent
        .mover
        .settings()
        .capsule(Vec3::ZERO, agent.body.height);
    // Its body in the world needs the new radius, too.
    if let Some(id) = agent.id().filter(|_| wider)
        && let Some(body) = walk.place.world.get(id)
    {
        let body = carom::Body {
            collider: capsule.into(),
            ..body.clone()
        };
        let _ = walk.place.world.replace(id, body);
    }
    walk.settings = settings.clone();
    None
}

/// Puts the player's character back to the start.
pub(crate) fn restart(walk: &mut Walk, _: &()) -> Moment {
    walk.begin();
    walk.moment(false, &[])
}

/// Puts the player's character to another place: a station of the course.
pub(crate) fn put(walk: &mut Walk, there: &There) -> Moment {
    let start = walk.start;
    walk.start = there.feet.as_vec3();
    let moment = restart(walk, &());
    walk.start = start;
    walk.facing[0] = there.yaw;
    moment
}

#[cfg(test)]
mod tests {
    use super::level::Level;
    use super::*;

    fn settings() -> MoverSettings {
        MoverSettings {
            height: 1.8,
            radius: 0.3,
            step_height: 0.4,
            max_slope: 45.0,
            skin: 0.01,
            speed: 4.0,
            jump: 4.6,
            gravity: 9.81,
        }
    }

    fn walk(level: Option<Level>, feet: Option<DVec3>) -> Walk {
        open(Start {
            level,
            abilities: false,
            settings: settings(),
            feet,
        })
        .unwrap()
    }

    const STAND: Wish = Wish {
        ahead: 0.0,
        right: 0.0,
        yaw: 0.0,
        jump: false,
        crouch: false,
        sprint: false,
        rise: false,
        act: false,
        dash: false,
    };
    const AHEAD: Wish = Wish {
        ahead: 1.0,
        ..STAND
    };

    fn view(away: f64) -> View {
        View {
            between: 0.5,
            seconds: 1.0 / 60.0,
            yaw: 0.4,
            pitch: -0.3,
            away,
            aspect: 1.6,
            marks: false,
        }
    }

    fn file(name: &str, bytes: &[u8]) -> Level {
        Level {
            name: name.into(),
            bytes: bytes.to_vec(),
            z_up: false,
            scale: 1.0,
        }
    }

    fn dungeon() -> Level {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/levels/dungeon.obj");
        file("dungeon.obj", &std::fs::read(path).unwrap())
    }

    /// Runs for some seconds; returns the last moment.
    fn go(walk: &mut Walk, seconds: f64, wish: &Wish) -> Moment {
        (0..(seconds * RATE) as usize)
            .map(|_| tick(walk, wish))
            .last()
            .unwrap()
    }

    #[test]
    fn up_the_stairs_onto_the_terrace() {
        let mut demo = walk(None, Some(DVec3::new(-2.0, 0.02, -2.5)));
        let moment = go(&mut demo, 2.0, &AHEAD);
        assert!(
            moment.grounded && (moment.feet.y - 1.8).abs() < 0.05,
            "{}",
            moment.feet
        );
    }

    #[test]
    fn two_slopes_can_be_walked_and_one_not() {
        for (x, up) in [(-12.0, true), (-15.5, true), (-19.0, false)] {
            let mut demo = walk(None, Some(DVec3::new(x, 0.02, 2.0)));
            let y = go(&mut demo, 3.0, &AHEAD).feet.y;
            assert_eq!(y > 1.7, up, "{x}: {y}");
        }
    }

    #[test]
    fn the_lift_and_the_turntables_carry_it() {
        let mut demo = walk(None, Some(DVec3::new(0.0, 3.45, -14.6)));
        let ys: Vec<f64> = (0..540).map(|_| tick(&mut demo, &STAND).feet.y).collect();
        let most = ys
            .iter()
            .copied()
            .fold(0.0, |most, y| if y > most { y } else { most });
        assert!((most - 5.0).abs() < 0.05, "{most}");
        let mut demo = walk(None, Some(DVec3::new(16.0, 0.25, 6.5)));
        let feet = go(&mut demo, 2.0, &STAND).feet - DVec3::new(14.0, 0.0, 6.5);
        let angle = libm::atan2(-feet.z, feet.x);
        assert!(
            (angle - 1.2).abs() < 0.05 && (feet.y - 0.22).abs() < 0.05,
            "{feet} {angle}"
        );
    }

    #[test]
    fn under_the_roof_it_has_to_crouch() {
        let crouched = Wish {
            crouch: true,
            ..AHEAD
        };
        for (wish, through) in [(AHEAD, false), (crouched.clone(), true)] {
            let mut demo = walk(None, Some(DVec3::new(-9.6, 0.02, 7.5)));
            let z = go(&mut demo, 5.0, &wish).feet.z;
            assert_eq!(z < 0.5, through, "{z}");
        }
        // A character that stops crouching under the roof stays low.
        let mut demo = walk(None, Some(DVec3::new(-9.6, 0.02, 7.5)));
        go(&mut demo, 1.6, &crouched);
        assert!(go(&mut demo, 0.2, &STAND).height < 1.3);
    }

    #[test]
    fn no_character_penetrates_a_wall_and_every_walker_moves() {
        let mut demo = walk(None, None);
        let before: Vec<Vec3> = demo.crowd.agents().iter().map(|m| m.body.feet).collect();
        let mut deepest = 0.0_f32;
        for i in 0..1200 {
            let wish = Wish {
                yaw: f64::from(i) / 100.0,
                sprint: i % 3 == 0,
                jump: i % 50 == 0,
                ..AHEAD
            };
            tick(&mut demo, &wish);
            for (number, agent) in demo.crowd.agents().iter().enumerate() {
                let scene = demo.crowd.scene(&demo.place.world, number);
                let capsule = agent
                    .mover
                    .settings()
                    .capsule(agent.body.feet, agent.body.height);
                if let Some(near) = scene.closest(&capsule, 0.0) {
                    let depth = -near.separation;
                    deepest = if depth > deepest { depth } else { deepest };
                }
                assert!(
                    !agent.report().why.stuck,
                    "{i}: {number} at {}",
                    agent.body.feet
                );
            }
        }
        assert_eq!(deepest, 0.0);
        for (from, agent) in before.iter().zip(demo.crowd.agents()).skip(1) {
            assert!((agent.body.feet - *from).length() > 0.5);
        }
    }

    #[test]
    fn pictures_change_no_bit() {
        let hash = |pictures: bool, marks: bool| {
            let mut demo = walk(None, None);
            let mut last = String::new();
            for i in 0..120 {
                if pictures {
                    picture(
                        &mut demo,
                        &View {
                            marks,
                            away: f64::from(i % 5),
                            ..view(3.0)
                        },
                    );
                }
                last = tick(&mut demo, &AHEAD).hash;
            }
            last
        };
        assert_eq!(hash(false, false), hash(true, false));
        assert_eq!(hash(false, false), hash(true, true));
    }

    #[test]
    fn the_camera_is_never_inside_a_wall() {
        let mut demo = walk(Some(dungeon()), None);
        for i in 0..600 {
            let yaw = f64::from(i) / 37.0;
            tick(&mut demo, &Wish { yaw, ..AHEAD });
            for away in [0.0, 4.0] {
                let seen = picture(
                    &mut demo,
                    &View {
                        yaw,
                        away,
                        between: f64::from(i % 7) / 6.0,
                        ..view(away)
                    },
                );
                let eye = carom::Ball::new(seen.eye.as_vec3(), 0.1);
                let walls = demo.place.world.query().mask(!CHARACTERS);
                assert!(!walls.overlap(&eye), "{i}: {}", seen.eye);
                assert!(seen.matrix.iter().all(|x| x.is_finite()));
            }
        }
    }

    #[test]
    fn in_the_dungeon_it_stands_on_a_floor() {
        let mut demo = walk(Some(dungeon()), None);
        let moment = go(&mut demo, 1.0, &STAND);
        assert!(moment.grounded && !moment.lost, "{}", moment.feet);
        assert_eq!(things(&mut demo, &()).triangles, 10133.0);
    }

    #[test]
    fn invalid_files_give_an_error_message() {
        let error = |name: &str, bytes: &[u8]| {
            let start = Start {
                level: Some(file(name, bytes)),
                abilities: false,
                settings: settings(),
                feet: None,
            };
            open(start).err().unwrap()
        };
        assert!(error("a.png", b"\x89PNG").contains(".obj, .gltf and .glb"));
        assert!(error("a.obj", b"").contains("empty"));
        assert!(error("a.obj", b"v 0 0 0\nf 1 2 3").contains("line 2"));
        assert!(error("a.glb", b"glTF").contains("GLB"));
        assert!(
            error("a.obj", b"v 0 0 1e39\nv 1 0 0\nv 0 1 0\nf 1 2 3").contains("vertex"),
            "beyond f32"
        );
        let huge = vec![b' '; (64 << 20) + 1];
        assert!(error("a.obj", &huge).contains("64 MiB"));
    }

    #[test]
    fn a_character_that_falls_out_of_the_level_restarts() {
        let wall = b"v 0 0 0\nv 0 9 0\nv 4 9 0\nv 4 0 0\nf 1 2 3 4\n";
        let mut demo = walk(Some(file("wall.obj", wall)), None);
        let lost = (0..600)
            .map(|_| tick(&mut demo, &AHEAD))
            .filter(|moment| moment.lost)
            .count();
        assert!(lost >= 1);
    }

    #[test]
    fn settings_can_change_while_running() {
        let mut demo = walk(None, None);
        let invalid = MoverSettings {
            skin: 0.5,
            ..settings()
        };
        assert!(set(&mut demo, &invalid).unwrap().contains("skin"));
        assert_eq!(demo.settings.skin, 0.01, "the old ones stay");
        let wide = MoverSettings {
            radius: 0.5,
            height: 2.2,
            ..settings()
        };
        assert!(set(&mut demo, &wide).is_none());
        let moment = go(&mut demo, 1.0, &STAND);
        assert!(moment.grounded && (moment.height - 2.2).abs() < 1e-6);
        let id = demo.crowd.agents()[0].id().unwrap();
        let shape = demo.place.world.get(id).unwrap().collider.shape().unwrap();
        assert!(
            shape.bounds().unwrap().size().x > 0.99,
            "the body in the world has the new radius"
        );
    }

    #[test]
    fn a_restart_returns_to_the_start() {
        let mut demo = walk(None, None);
        let start = go(&mut demo, 0.5, &STAND).feet;
        go(&mut demo, 2.0, &AHEAD);
        restart(&mut demo, &());
        assert!((go(&mut demo, 0.5, &STAND).feet - start).length() < 1e-3);
    }

    #[test]
    fn the_floor_is_marked() {
        let mut demo = walk(None, None);
        let marked = View {
            marks: true,
            ..view(4.0)
        };
        picture(&mut demo, &marked);
        go(&mut demo, 0.5, &STAND);
        let seen = picture(&mut demo, &marked);
        assert!(seen.lines.len().is_multiple_of(7) && seen.lines.len() > 7 * 100);
        assert!(seen.lines.chunks(7).any(|line| line[6] == 2.0), "a floor");
        assert_eq!(seen.poses.len(), 16 * (demo.place.moving.len() + 7));
    }

    /// The course of abilities, with the character at a station.
    fn abilities(station: &str) -> Walk {
        let mut demo = open(Start {
            level: None,
            abilities: true,
            settings: settings(),
            feet: None,
        })
        .unwrap();
        let stations = &demo.place.stations;
        let found = stations.iter().find(|it| it.name == station).unwrap();
        let (feet, yaw) = (found.feet, found.yaw);
        put(&mut demo, &There { feet, yaw });
        demo
    }

    #[test]
    fn a_heavy_crate_stays_and_a_light_one_goes_to_the_wall() {
        // Aside from the station, to the crates of 20, 60 and 200 kg.
        let pushed = |index: usize| {
            let mut demo = abilities("Crates");
            let from = demo.crates()[index];
            let feet = from.with_y(0.02) + DVec3::Z * 2.0;
            put(&mut demo, &There { feet, yaw: 0.0 });
            let moment = go(&mut demo, 2.0, &AHEAD);
            assert!(moment.feet.z > moment.crates[index].z + 0.6, "behind it");
            (moment.crates[index] - from).length()
        };
        let moved = [0, 1, 2].map(pushed);
        assert!((moved[0] - 4.095).abs() < 2e-3, "to the wall: {moved:?}");
        assert!(moved[1] > 1.0 && moved[1] < 4.0, "{moved:?}");
        assert!(moved[2] < 1e-3, "{moved:?}");
    }

    #[test]
    fn a_crate_slides_far_on_ice_and_pushes_another() {
        let mut demo = abilities("Crates");
        let slid = |demo: &mut Walk, index: usize, velocity: Vec3, seconds: f64| {
            let crates = &mut demo.abilities.as_mut().unwrap().features.crates;
            crates.all[index].velocity = velocity;
            let from = demo.crates()[index];
            let moment = go(demo, seconds, &STAND);
            (moment.crates[index] - from).length()
        };
        // v² / (2 μ g), from one tick's end to the other; μ is 0.5, and a twentieth of it on ice.
        let on_ground = slid(&mut demo, 0, Vec3::X * -2.0, 3.0);
        assert!((on_ground - 4.0 / 9.81).abs() < 0.02, "{on_ground}");
        let on_ice = slid(&mut demo, 3, Vec3::Z * -0.9, 5.0);
        assert!((on_ice - 0.81 / (0.05 * 9.81)).abs() < 0.02, "{on_ice}");
        // The crate of 20 kg against that of 60 kg: a quarter of the speed is left to both.
        restart(&mut demo, &());
        let crates = &mut demo.abilities.as_mut().unwrap().features.crates;
        crates.all[0].velocity = Vec3::X * 6.0;
        let common = (0..60).find_map(|_| {
            tick(&mut demo, &STAND);
            let all = &demo.abilities.as_ref().unwrap().features.crates.all;
            (all[1].velocity.x > 0.0).then(|| (all[0].velocity.x, all[1].velocity.x))
        });
        let (light, heavy) = common.unwrap();
        // The other one has had its friction of the tick.
        let slower = heavy + 0.5 * 9.81 * DT;
        assert!((light - slower).abs() < 1e-4, "{light} {heavy}");
        assert!(heavy > 0.5 && heavy < 1.5, "{light} {heavy}");
    }

    #[test]
    fn nothing_overlaps_in_the_course_of_abilities() {
        let mut demo = abilities("Crates");
        for i in 0..3000_u32 {
            let stations = &demo.place.stations;
            let feet = stations[i as usize / 300 % stations.len()].feet;
            if i % 300 == 0 {
                put(&mut demo, &There { feet, yaw: 0.0 });
            }
            let wish = Wish {
                yaw: f64::from(i) / 60.0,
                sprint: i % 90 < 30,
                jump: i % 47 == 0,
                rise: i % 94 < 60,
                act: i % 61 == 0,
                dash: i % 71 == 0,
                crouch: i % 200 > 180,
                ..AHEAD
            };
            let moment = tick(&mut demo, &wish);
            assert!(!moment.lost && moment.feet.is_finite(), "{i}");
            let agent = &demo.crowd.agents()[0];
            let capsule = agent.body.capsule(agent.mover.settings());
            let world = demo.place.world.query();
            let near = world.closest(&capsule, 0.0);
            assert!(near.is_none(), "{i}: {near:?}");
            for it in &demo.abilities.as_ref().unwrap().features.crates.all {
                let body = demo.place.world.get(it.id).unwrap();
                let shape = body.pose.shape(body.collider.shape().unwrap());
                assert!(!world.except(it.id).overlap(&shape), "{i}: {}", it.center);
            }
        }
    }

    #[test]
    fn a_short_press_makes_a_low_jump() {
        let highest = |held: usize| {
            let mut demo = abilities("Belt");
            go(&mut demo, 0.2, &STAND);
            let ys = (0..60).map(|i| {
                let wish = Wish {
                    jump: i == 0,
                    rise: i < held,
                    ..STAND
                };
                tick(&mut demo, &wish).feet.y
            });
            ys.fold(0.0, |most, y| if y > most { y } else { most })
        };
        let (short, long) = (highest(6), highest(40));
        assert!((long - 1.09).abs() < 0.01 && short < 0.6, "{short} {long}");
    }

    #[test]
    fn a_ladder_leads_down_and_out_of_the_gap() {
        let mut demo = abilities("Gap");
        let feet = DVec3::new(8.8, -2.98, -11.5);
        put(&mut demo, &There { feet, yaw: 0.0 });
        let act = Wish { act: true, ..STAND };
        let back = Wish {
            ahead: -1.0,
            ..STAND
        };
        tick(&mut demo, &act);
        let top = go(&mut demo, 3.0, &AHEAD);
        assert!(top.grounded && top.feet.z < -13.3, "{}", top.feet);
        put(
            &mut demo,
            &There {
                feet: DVec3::new(8.8, 0.02, -13.6),
                yaw: 0.0,
            },
        );
        assert_eq!(go(&mut demo, 0.2, &STAND).can, ["ladder"]);
        tick(&mut demo, &act);
        let half = go(&mut demo, 1.2, &back);
        assert_eq!((half.doing.as_str(), half.grounded), ("climb", false));
        // Jump lets go.
        let fallen = Wish {
            jump: true,
            ..STAND
        };
        tick(&mut demo, &fallen);
        let end = go(&mut demo, 1.0, &STAND);
        assert!(end.grounded && end.feet.y < -2.9, "{}", end.feet);
    }
}

//! *Walk*: a character among others, in a course of slopes, stairs and things that move, or in a level from a file.
//!
//! A tick is a sixtieth of a second, and everything that moves is where it is by the number of ticks alone. Pictures are
//! between the last two ticks.

mod camera;
mod course;
mod level;
mod marks;
mod place;
mod way;

use super::drawn::Drawn;
use super::hash::Hash;
use crate::numbers::{answers, asks};
use camera::{Camera, Sight};
use carom::mover::{
    self, CharacterState, Crowd, CrowdRole, Intent, Locomotion, LocomotionSettings, Mover,
};
use carom::{Aabb, Capsule};
use glam::{DVec3, Mat4, Vec3, vec3};
use level::{Figure, Level};
use marks::{Marks, Word};
use place::{CHARACTERS, Place};

/// Ticks a second.
const RATE: f64 = 60.0;
const DT: f32 = (1.0 / RATE) as f32;
/// What the keys make of the speed.
const SPRINT: f64 = 1.8;
const CROUCH: f64 = 0.5;
/// How high somebody crouches, as a part of the height.
const CROUCHED: f32 = 0.6;
/// Who falls so far below everything is brought back.
const ABYSS: f32 = 25.0;
/// How quickly a figure turns to where it goes, 1/s.
const TURNS: f64 = 12.0;
const MASS: f32 = 80.0;

asks! {
    /// How the character is: metres, seconds; slopes in degrees.
    MoverSettings {
        height: f64,
        radius: f64,
        step_height: f64,
        max_slope: f64,
        skin: f64,
        speed: f64,
        /// The speed at which it leaves the ground.
        jump: f64,
        gravity: f64,
    }
}

asks! {
    Start {
        /// Without one it is the course.
        level: Option<Level>,
        settings: MoverSettings,
        /// Where it begins; where the place says, if nothing is said here.
        feet: Option<DVec3>,
    }
}

asks! {
    /// What is wanted of the character in a tick.
    Wish {
        /// −1 to 1 each, as seen by who looks along `yaw`.
        ahead: f64,
        right: f64,
        /// Radians, counter-clockwise seen from above; 0 looks along −z.
        yaw: f64,
        /// It has been pressed in this tick.
        jump: bool,
        crouch: bool,
        sprint: bool,
    }
}

answers! {
    /// How things are after a tick.
    Moment {
        tick: f64,
        /// Of everybody, in every tick so far.
        hash: String,
        feet: DVec3,
        velocity: DVec3,
        /// Level, and relative to what it stands on.
        speed: f64,
        grounded: bool,
        /// Of what it stands on, degrees.
        slope: Option<f64>,
        height: f64,
        /// What shaped the tick.
        why: Vec<String>,
        /// How many surfaces it met.
        met: f64,
        /// It fell out of everything, and begins again.
        lost: bool,
    }
}

answers! {
    Things {
        /// What rests, then what moves.
        drawn: Vec<Drawn>,
        /// Where it begins, and the way one looks there.
        start: DVec3,
        yaw: f64,
        min: DVec3,
        max: DVec3,
        triangles: f64,
    }
}

asks! {
    View {
        /// From the tick before the last to the last, 0 to 1.
        between: f64,
        /// Since the last picture.
        seconds: f64,
        yaw: f64,
        /// Radians, upwards.
        pitch: f64,
        /// How far behind the character; 0 is in its eyes.
        away: f64,
        /// Width over height.
        aspect: f64,
        /// Show what the last tick saw and met.
        marks: bool,
    }
}

answers! {
    Character {
        /// What it is drawn as; see `figure`.
        radius: f64,
        height: f64,
    }
}

answers! {
    Picture {
        /// From the world to the picture, column by column.
        matrix: Vec<f32>,
        eye: DVec3,
        /// Of what moves, then of every character, sixteen each.
        poses: Vec<f32>,
        /// The one that is walked with is the first.
        characters: Vec<Character>,
        /// Feet and radius of each of them.
        shadows: Vec<f32>,
        /// From, to and a number of the ink (body, piece, floor, steep, wall, ceiling, overlap, motion).
        lines: Vec<f32>,
        words: Vec<Word>,
    }
}

asks! {
    Figured { radius: f64, height: f64 }
}

/// A room.
pub(crate) struct Walk {
    place: Place,
    crowd: Crowd<Vec3>,
    settings: MoverSettings,
    locomotion: Locomotion<Vec3>,
    /// Which way each one looks.
    facing: Vec<f64>,
    start: Vec3,
    ticks: u32,
    hash: Hash,
    camera: Camera,
    marks: bool,
}

impl MoverSettings {
    /// # Errors
    /// What is wrong with them.
    fn mover(&self) -> Result<Mover<Vec3>, String> {
        let sizes = [self.height, self.speed, self.jump];
        let right = sizes.iter().all(|size| (0.0..=1e3).contains(size)) && self.height > 0.0;
        if !right || !(0.0..=90.0).contains(&self.max_slope) {
            return Err("height, speed and jump must be 0 to 1000, and max_slope 0 to 90".into());
        }
        let settings = mover::MoverSettings {
            radius: self.radius as f32,
            gravity: self.gravity as f32,
            max_slope: libm::cos(self.max_slope.to_radians()) as f32,
            step_height: self.step_height as f32,
            skin: self.skin as f32,
            ..mover::MoverSettings::default()
        };
        Mover::new(settings).map_err(|error| error.to_string())
    }
}

/// A room of these settings.
pub(crate) fn open(start: Start) -> Result<Walk, String> {
    let settings = start.settings;
    let mover = settings.mover()?;
    let place = match &start.level {
        None => course::course()?,
        Some(file) => {
            let kind = mover.settings();
            let who = Figure {
                radius: kind.radius + kind.skin,
                height: settings.height as f32,
                rise: kind.max_slope,
            };
            level::level(file, &who)?
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
        hash: Hash::new(),
        camera: Camera::new(),
        marks: false,
        place,
    };
    let height = walk.settings.height as f32;
    walk.add(mover, feet, height)?;
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
        walk.add(mover, from + Vec3::Y * 0.02, height)?;
        walk.facing.push(0.0);
    }
    Ok(walk)
}

impl Walk {
    fn add(&mut self, mover: Mover<Vec3>, feet: Vec3, height: f32) -> Result<(), String> {
        let body = CharacterState::at(feet, height);
        let added = self
            .crowd
            .add(&mut self.place.world, mover, body, MASS, CrowdRole::Push);
        added.map(|_| ()).map_err(|error| error.to_string())
    }

    /// What the one wants that is walked with.
    fn intent(&mut self, wish: &Wish) -> Intent<Vec3> {
        let (sin, cos) = libm::sincos(wish.yaw);
        let way = DVec3::new(
            cos * wish.right - sin * wish.ahead,
            0.0,
            -sin * wish.right - cos * wish.ahead,
        );
        let length = way.length();
        let way = if length > 1.0 { way / length } else { way };
        let faster = match wish {
            Wish { crouch: true, .. } => CROUCH,
            Wish { sprint: true, .. } => SPRINT,
            _ => 1.0,
        };
        let wanted = (way * (self.settings.speed * faster)).as_vec3();
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

    /// What those want who go around.
    fn rounds(&mut self, intents: &mut Vec<Intent<Vec3>>) {
        let members = self.crowd.agents().iter().skip(1);
        for (walker, member) in self.place.walkers.iter_mut().zip(members) {
            let level = |v: Vec3| vec3(v.x, 0.0, v.z);
            let mut way = level(walker.round[walker.next] - member.body.feet);
            if way.length() < 0.5 {
                walker.next = (walker.next + 1) % walker.round.len();
                way = level(walker.round[walker.next] - member.body.feet);
            }
            let way = way.try_normalize().unwrap_or(Vec3::ZERO);
            intents.push(Intent::walk(way * walker.speed));
        }
    }

    /// Turns every figure towards where it goes.
    fn face(&mut self) {
        for (facing, member) in self.facing.iter_mut().zip(self.crowd.agents()) {
            let way = (member.body.velocity - member.body.base_velocity).as_dvec3();
            if way.x.abs() + way.z.abs() < 0.3 {
                continue;
            }
            let turn = libm::remainder(
                libm::atan2(-way.x, -way.z) - *facing,
                core::f64::consts::TAU,
            );
            *facing += turn * (TURNS / RATE);
        }
    }

    /// Back to where it began.
    fn begin(&mut self) {
        let height = self.settings.height as f32;
        self.crowd.agents_mut()[0].body = CharacterState::at(self.start, height);
        self.locomotion = Locomotion::new(LocomotionSettings::default());
        self.camera = Camera::new();
    }

    fn sign(&mut self) {
        for member in self.crowd.agents() {
            let body = &member.body;
            self.hash.place(body.feet);
            self.hash.place(body.velocity);
            self.hash.add(body.height.to_bits());
            let on = body
                .ground
                .map_or(u32::MAX, |ground| ground.part.body.number());
            self.hash.add(on);
        }
    }

    fn moment(&self, lost: bool) -> Moment {
        let member = &self.crowd.agents()[0];
        let body = &member.body;
        let own = body.velocity - body.base_velocity;
        let steep = |normal: Vec3| libm::acos(f64::from(normal.y)).to_degrees();
        Moment {
            tick: f64::from(self.ticks),
            hash: self.hash.digits(),
            feet: body.feet.as_dvec3(),
            velocity: body.velocity.as_dvec3(),
            speed: f64::from(vec3(own.x, 0.0, own.z).length()),
            grounded: body.ground.is_some(),
            slope: body.ground.map(|ground| steep(ground.normal)),
            height: f64::from(body.height),
            why: member.report().why.names().map(String::from).collect(),
            met: member.mover.collisions().len() as f64,
            lost,
        }
    }
}

/// A tick.
pub(crate) fn tick(walk: &mut Walk, wish: &Wish) -> Moment {
    walk.ticks += 1;
    let time = f64::from(walk.ticks) / RATE;
    for (id, way) in &walk.place.moving {
        // A pose of the course is one that the world takes.
        let _ = walk.place.world.move_to(*id, way.pose(time), DT);
    }
    walk.crowd.agents_mut()[0].recorded = walk.marks;
    let mut intents = vec![walk.intent(wish)];
    walk.rounds(&mut intents);
    walk.crowd.step(&mut walk.place.world, &intents, DT);
    let body = walk.crowd.agents()[0].body;
    walk.locomotion.adopt(&body, &intents[0], Vec3::Y);
    walk.face();
    walk.sign();
    let lost = body.feet.y < walk.place.bounds.min.y - ABYSS;
    if lost {
        walk.begin();
    }
    walk.moment(lost)
}

/// What there is to be drawn.
pub(crate) fn things(walk: &mut Walk, _: &()) -> Things {
    let place = &walk.place;
    let Aabb { min, max } = place.bounds;
    Things {
        drawn: place.drawn.clone(),
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

/// A character of this size around its own feet, looking along −z.
pub(crate) fn figure(_: &mut Walk, figured: &Figured) -> Drawn {
    let (radius, height) = (figured.radius as f32, figured.height as f32);
    let body = Capsule::standing(Vec3::ZERO, Vec3::Y, height, radius);
    let face = body.b.y + radius * 0.1;
    let side = vec3(radius * 0.38, face, -radius * 0.72);
    let visor = Drawn::round(&[side * vec3(-1.0, 1.0, 1.0), side], radius * 0.36);
    Drawn::round(&[body.a, body.b], radius).and(visor)
}

/// The room as it is to be seen.
pub(crate) fn picture(walk: &mut Walk, view: &View) -> Picture {
    walk.marks = view.marks;
    let between = view.between.clamp(0.0, 1.0);
    // What a tick has met is seen as it was at its end.
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
    for (_, way) in &walk.place.moving {
        picture.poses.extend(way.matrix(time).to_cols_array());
    }
    let mut seen = Vec::new();
    for (member, facing) in walk.crowd.agents().iter().zip(&walk.facing) {
        let (before, after) = (member.before(), &member.body);
        let far = (after.feet - before.feet).length() > 1.0;
        let from = if far { after.feet } else { before.feet };
        let feet = from.lerp(after.feet, between as f32);
        let (sin, cos) = libm::sincos(*facing);
        let (sin, cos) = (sin as f32, cos as f32);
        let pose = Mat4::from_cols(
            vec3(cos, 0.0, -sin).extend(0.0),
            Vec3::Y.extend(0.0),
            vec3(sin, 0.0, cos).extend(0.0),
            feet.extend(1.0),
        );
        picture.poses.extend(pose.to_cols_array());
        let radius = member.mover.settings().radius;
        picture.shadows.extend(feet.extend(radius).to_array());
        picture.characters.push(Character {
            radius: f64::from(radius),
            height: f64::from(after.height),
        });
        seen.push(feet);
    }
    let hero = &walk.crowd.agents()[0];
    let size = walk.place.bounds.size().length();
    let sight = Sight {
        feet: seen[0],
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
    }
    picture
}

/// Other settings from now on; told is what is wrong with them, and then the old ones stay.
pub(crate) fn set(walk: &mut Walk, settings: &MoverSettings) -> Option<String> {
    let mover = match settings.mover() {
        Ok(mover) => mover,
        Err(wrong) => return Some(wrong),
    };
    let wider = mover.settings().radius != walk.crowd.agents()[0].mover.settings().radius;
    let member = &mut walk.crowd.agents_mut()[0];
    member.mover = mover;
    let capsule = member
        .mover
        .settings()
        .capsule(Vec3::ZERO, member.body.height);
    // The others meet it as it is now.
    if let Some(id) = member.id().filter(|_| wider)
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

/// Back to where it began.
pub(crate) fn restart(walk: &mut Walk, _: &()) -> Moment {
    walk.begin();
    walk.moment(false)
}

#[cfg(test)]
mod tests {
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

    /// For some seconds; the last moment.
    fn go(walk: &mut Walk, seconds: f64, wish: &Wish) -> Moment {
        (0..(seconds * RATE) as usize)
            .map(|_| tick(walk, wish))
            .last()
            .unwrap()
    }

    #[test]
    fn up_the_stairs_onto_the_terrace() {
        let mut room = walk(None, Some(DVec3::new(-2.0, 0.02, -2.5)));
        let moment = go(&mut room, 2.0, &AHEAD);
        assert!(
            moment.grounded && (moment.feet.y - 1.8).abs() < 0.05,
            "{}",
            moment.feet
        );
    }

    #[test]
    fn two_slopes_can_be_walked_and_one_not() {
        for (x, up) in [(-12.0, true), (-15.5, true), (-19.0, false)] {
            let mut room = walk(None, Some(DVec3::new(x, 0.02, 2.0)));
            let y = go(&mut room, 3.0, &AHEAD).feet.y;
            assert_eq!(y > 1.7, up, "{x}: {y}");
        }
    }

    #[test]
    fn the_lift_takes_it_up_and_the_tables_turn_it() {
        let mut room = walk(None, Some(DVec3::new(0.0, 3.45, -14.6)));
        let ys: Vec<f64> = (0..540).map(|_| tick(&mut room, &STAND).feet.y).collect();
        let most = ys
            .iter()
            .copied()
            .fold(0.0, |most, y| if y > most { y } else { most });
        assert!((most - 5.0).abs() < 0.05, "{most}");
        let mut room = walk(None, Some(DVec3::new(16.0, 0.25, 6.5)));
        let feet = go(&mut room, 2.0, &STAND).feet - DVec3::new(14.0, 0.0, 6.5);
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
            let mut room = walk(None, Some(DVec3::new(-9.6, 0.02, 7.5)));
            let z = go(&mut room, 5.0, &wish).feet.z;
            assert_eq!(z < 0.5, through, "{z}");
        }
        // Who lets go under the roof stays low.
        let mut room = walk(None, Some(DVec3::new(-9.6, 0.02, 7.5)));
        go(&mut room, 1.6, &crouched);
        assert!(go(&mut room, 0.2, &STAND).height < 1.3);
    }

    #[test]
    fn nobody_is_ever_in_a_wall_and_those_who_go_around_do() {
        let mut room = walk(None, None);
        let before: Vec<Vec3> = room.crowd.agents().iter().map(|m| m.body.feet).collect();
        let mut deepest = 0.0_f32;
        for i in 0..1200 {
            let wish = Wish {
                yaw: f64::from(i) / 100.0,
                sprint: i % 3 == 0,
                jump: i % 50 == 0,
                ..AHEAD
            };
            tick(&mut room, &wish);
            for (number, member) in room.crowd.agents().iter().enumerate() {
                let scene = room.crowd.scene(&room.place.world, number);
                let capsule = member
                    .mover
                    .settings()
                    .capsule(member.body.feet, member.body.height);
                if let Some(near) = scene.closest(&capsule, 0.0) {
                    let depth = -near.separation;
                    deepest = if depth > deepest { depth } else { deepest };
                }
                assert!(
                    !member.report().why.stuck,
                    "{i}: {number} at {}",
                    member.body.feet
                );
            }
        }
        assert_eq!(deepest, 0.0);
        for (from, member) in before.iter().zip(room.crowd.agents()).skip(1) {
            assert!((member.body.feet - *from).length() > 0.5);
        }
    }

    #[test]
    fn pictures_change_no_bit() {
        let hash = |pictures: bool, marks: bool| {
            let mut room = walk(None, None);
            let mut last = String::new();
            for i in 0..120 {
                if pictures {
                    picture(
                        &mut room,
                        &View {
                            marks,
                            away: f64::from(i % 5),
                            ..view(3.0)
                        },
                    );
                }
                last = tick(&mut room, &AHEAD).hash;
            }
            last
        };
        assert_eq!(hash(false, false), hash(true, false));
        assert_eq!(hash(false, false), hash(true, true));
    }

    #[test]
    fn the_eye_is_in_no_wall() {
        let mut room = walk(Some(dungeon()), None);
        for i in 0..600 {
            let yaw = f64::from(i) / 37.0;
            tick(&mut room, &Wish { yaw, ..AHEAD });
            for away in [0.0, 4.0] {
                let seen = picture(
                    &mut room,
                    &View {
                        yaw,
                        away,
                        between: f64::from(i % 7) / 6.0,
                        ..view(away)
                    },
                );
                let eye = carom::Ball::new(seen.eye.as_vec3(), 0.1);
                let walls = room.place.world.query().mask(!CHARACTERS);
                assert!(!walls.overlap(&eye), "{i}: {}", seen.eye);
                assert!(seen.matrix.iter().all(|x| x.is_finite()));
            }
        }
    }

    #[test]
    fn in_the_dungeon_it_stands_on_a_floor() {
        let mut room = walk(Some(dungeon()), None);
        let moment = go(&mut room, 1.0, &STAND);
        assert!(moment.grounded && !moment.lost, "{}", moment.feet);
        assert_eq!(things(&mut room, &()).triangles, 10133.0);
    }

    #[test]
    fn files_that_are_none_say_why() {
        let why = |name: &str, bytes: &[u8]| {
            let start = Start {
                level: Some(file(name, bytes)),
                settings: settings(),
                feet: None,
            };
            open(start).err().unwrap()
        };
        assert!(why("a.png", b"\x89PNG").contains(".obj, .gltf and .glb"));
        assert!(why("a.obj", b"").contains("empty"));
        assert!(why("a.obj", b"v 0 0 0\nf 1 2 3").contains("line 2"));
        assert!(why("a.glb", b"glTF").contains("GLB"));
        assert!(
            why("a.obj", b"v 0 0 1e39\nv 1 0 0\nv 0 1 0\nf 1 2 3").contains("vertex"),
            "beyond f32"
        );
        let huge = vec![b' '; (64 << 20) + 1];
        assert!(why("a.obj", &huge).contains("64 MiB"));
    }

    #[test]
    fn a_level_without_a_floor_is_fallen_out_of_and_begun_again() {
        let wall = b"v 0 0 0\nv 0 9 0\nv 4 9 0\nv 4 0 0\nf 1 2 3 4\n";
        let mut room = walk(Some(file("wall.obj", wall)), None);
        let lost = (0..600)
            .map(|_| tick(&mut room, &AHEAD))
            .filter(|moment| moment.lost)
            .count();
        assert!(lost >= 1);
    }

    #[test]
    fn settings_live() {
        let mut room = walk(None, None);
        let wrong = MoverSettings {
            skin: 0.5,
            ..settings()
        };
        assert!(set(&mut room, &wrong).unwrap().contains("skin"));
        assert_eq!(room.settings.skin, 0.01, "the old ones stay");
        let wide = MoverSettings {
            radius: 0.5,
            height: 2.2,
            ..settings()
        };
        assert!(set(&mut room, &wide).is_none());
        let moment = go(&mut room, 1.0, &STAND);
        assert!(moment.grounded && (moment.height - 2.2).abs() < 1e-6);
        let id = room.crowd.agents()[0].id().unwrap();
        let shape = room.place.world.get(id).unwrap().collider.shape().unwrap();
        assert!(
            shape.bounds().unwrap().size().x > 0.99,
            "others meet it as it is now"
        );
    }

    #[test]
    fn a_restart_is_a_start() {
        let mut room = walk(None, None);
        let start = go(&mut room, 0.5, &STAND).feet;
        go(&mut room, 2.0, &AHEAD);
        restart(&mut room, &());
        assert!((go(&mut room, 0.5, &STAND).feet - start).length() < 1e-3);
    }

    #[test]
    fn marks_are_of_what_it_stands_on() {
        let mut room = walk(None, None);
        let marked = View {
            marks: true,
            ..view(4.0)
        };
        picture(&mut room, &marked);
        go(&mut room, 0.5, &STAND);
        let seen = picture(&mut room, &marked);
        assert!(seen.lines.len().is_multiple_of(7) && seen.lines.len() > 7 * 100);
        assert!(seen.lines.chunks(7).any(|line| line[6] == 2.0), "a floor");
        assert_eq!(seen.poses.len(), 16 * (room.place.moving.len() + 7));
    }
}

//! Rooms with one fault each, or the same without it, and what a survey must tell of them.

use super::random::Random;
use crate::levels::Builder;
use carom_survey::{Kind, Options};
use glam::{Vec3, vec3};
use std::ops::Range;

/// What is planted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Plant {
    /// A square of floor is missing.
    Hole,
    /// A triangle of floor is missing: too small to fall through.
    MissingTriangle,
    /// A triangle of floor has its front below.
    Flipped,
    /// A pit that one falls into and does not climb out of.
    Pit,
    /// The same with slopes for a floor.
    Funnel,
    /// From wall to wall a step that is a little too high.
    Step,
    /// From wall to wall a kerb below the height of a step that leans back, too steep to be walked.
    LeaningKerb,
    /// An opening that is a little too narrow.
    Gap,
    /// A beam that is a little too low.
    Beam,
    /// A wall without a door.
    Sealed,
    /// From wall to wall a lip of any height, as a step or as a kerb.
    Lip,
    /// An opening of any width.
    Width,
    /// Strips of floor with edges everywhere that nothing may be noticed of; instead of a fault some stand up a little.
    Strips,
    /// A pit that only who jumps comes out of, or not even who jumps.
    JumpPit,
    /// A ceiling that stops a jump.
    JumpCeiling,
    /// A passage for who crouches, or too low for that too.
    CrouchPassage,
    /// A passage to a chamber in which one cannot quite stand up.
    CrouchChamber,
    /// A passage for who crouches, to a drop that one does not climb.
    CrouchPit,
}

pub(crate) const PLANTS: [Plant; 18] = [
    Plant::Hole,
    Plant::MissingTriangle,
    Plant::Flipped,
    Plant::Pit,
    Plant::Funnel,
    Plant::Step,
    Plant::LeaningKerb,
    Plant::Gap,
    Plant::Beam,
    Plant::Sealed,
    Plant::Lip,
    Plant::Width,
    Plant::Strips,
    Plant::JumpPit,
    Plant::JumpCeiling,
    Plant::CrouchPassage,
    Plant::CrouchChamber,
    Plant::CrouchPit,
];

/// Whether the ground behind it is come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beyond {
    Reached,
    Never,
    /// Whether it is does not matter.
    Either,
}

/// A level in its own axes, and what must be told of it.
pub(crate) struct Planted {
    pub(crate) builder: Builder,
    /// Where the fault is, from corner to corner.
    pub(crate) spot: [Vec3; 2],
    /// Who surveys it.
    pub(crate) options: Options,
    /// The kinds of findings that tell of it, of which there must be one at least; none: there may be no finding.
    pub(crate) told: &'static [Kind],
    pub(crate) beyond: Beyond,
}

/// The size of the room: a floor of squares with the fault in its farther half.
const WIDE: u32 = 9;
const DEEP: u32 = 5;
pub(crate) const HALF: f32 = 5.0;
const HIGH: f32 = 4.0;
/// Of those who jump and crouch: a jump takes the feet 1.03 m up.
const JUMP: f32 = 4.5;
const RISE: f32 = JUMP * JUMP / (2.0 * 9.81);
const CROUCH: f32 = 1.0;

/// A thing or two on the way to the fault.
fn furnish(builder: &mut Builder, random: &mut Random) {
    for slot in 0..2 {
        let corner = vec3(2.4, 0.0, 0.9 + 2.2 * slot as f32);
        let size = vec3(random.within(0.5, 0.9), 0.0, random.within(0.5, 0.9));
        match random.up_to(4) {
            0 => {
                builder.block(corner, corner + size + Vec3::Y * random.within(0.05, 0.39));
            }
            1 => {
                builder.block(corner, corner + size + Vec3::Y * random.within(1.0, 3.0));
            }
            // What falls away behind its edge by more than 33° is a snag from behind: the mover is in want there.
            2 => {
                builder.slope(corner, size + Vec3::Y * (size.x * random.within(0.15, 0.4)));
            }
            _ => {}
        }
    }
}

/// A level with a fault or, `sound`, without it. Where a size goes through all of its range, `part` from 0 to 1 is how far.
pub(crate) fn level(plant: Plant, random: &mut Random, part: f32, sound: bool) -> Planted {
    let mut builder = Builder::default();
    builder.walls(Vec3::ZERO, [WIDE as f32, DEEP as f32], HIGH);
    let square = vec3(
        6.0 + random.up_to(2) as f32,
        0.0,
        1.0 + random.up_to(2) as f32,
    );
    furnish(&mut builder, random);
    let mut made = Make {
        builder,
        square,
        thick: random.within(0.08, 0.6),
        amount: random.within(0.0, 1.0),
        part,
        sound,
    };
    let Room { spot, told, beyond } = match plant {
        Plant::Hole => made.hole(),
        Plant::MissingTriangle => made.triangle(false),
        Plant::Flipped => made.triangle(true),
        Plant::Pit => made.pit(if sound { 0.05..0.35 } else { 0.6..3.1 }, &[Kind::Trap]),
        Plant::Funnel => made.funnel(),
        Plant::Step => made.step(),
        Plant::LeaningKerb => made.leaning_kerb(),
        Plant::Gap => made.gap(random),
        Plant::Beam => made.beam(),
        Plant::Sealed => made.sealed(),
        Plant::Lip => made.lip(random),
        Plant::Width => made.width(random),
        Plant::Strips => made.strips(random),
        Plant::JumpPit => made.jump_pit(),
        Plant::JumpCeiling => made.jump_ceiling(),
        Plant::CrouchPassage => made.crouch_passage(),
        Plant::CrouchChamber => made.crouch_chamber(),
        Plant::CrouchPit => made.crouch_pit(),
    };
    let (jump, crouch) = match plant {
        Plant::JumpPit | Plant::JumpCeiling => (Some(JUMP), None),
        Plant::CrouchPassage | Plant::CrouchChamber | Plant::CrouchPit => (None, Some(CROUCH)),
        _ => (None, None),
    };
    Planted {
        builder: made.builder,
        spot,
        options: Options {
            jump,
            crouch,
            ..Options::default()
        },
        told,
        beyond,
    }
}

/// What is planted in a room, and what must be told of it.
struct Room {
    spot: [Vec3; 2],
    told: &'static [Kind],
    beyond: Beyond,
}

/// A room while its farther half is made.
struct Make {
    builder: Builder,
    /// The square of floor with the fault, by its least corner.
    square: Vec3,
    thick: f32,
    amount: f32,
    part: f32,
    sound: bool,
}

const DEPTH: f32 = DEEP as f32;

impl Make {
    /// A fault with a sound twin: of it nothing is told.
    fn room(&self, spot: [Vec3; 2], told: &'static [Kind]) -> Room {
        let (told, beyond): (&[Kind], _) = if self.sound {
            (&[], Beyond::Reached)
        } else {
            (told, Beyond::Either)
        };
        Room { spot, told, beyond }
    }

    /// A fault that shuts the farther half off.
    fn shut(&self, spot: [Vec3; 2], told: &'static [Kind]) -> Room {
        let room = self.room(spot, told);
        let beyond = if self.sound {
            Beyond::Reached
        } else {
            Beyond::Never
        };
        Room { beyond, ..room }
    }

    /// From the line between the halves, so wide.
    fn line(wide: f32) -> [Vec3; 2] {
        [vec3(HALF, 0.0, 0.0), vec3(HALF + wide, 0.0, DEPTH)]
    }

    fn whole_floor(&mut self) {
        self.builder.floor(Vec3::ZERO, [WIDE, DEEP], |_, _| false);
    }

    fn near_floor(&mut self) {
        let near = [HALF as u32, DEEP];
        self.builder.floor(Vec3::ZERO, near, |_, _| false);
    }

    fn hole(&mut self) -> Room {
        let (square, sound) = (self.square, self.sound);
        let missing = |x: f32, z: f32| !sound && is_in(square, x, z);
        self.builder.floor(Vec3::ZERO, [WIDE, DEEP], missing);
        self.room([square, square + vec3(1.0, 0.0, 1.0)], &[Kind::Leak])
    }

    fn triangle(&mut self, flipped: bool) -> Room {
        let square = self.square;
        let missing = |x: f32, z: f32| is_in(square, x, z);
        self.builder.floor(Vec3::ZERO, [WIDE, DEEP], missing);
        let corners = [Vec3::ZERO, Vec3::Z, Vec3::Z + Vec3::X, Vec3::X].map(|off| square + off);
        self.builder.triangle([corners[0], corners[1], corners[2]]);
        if self.sound {
            self.builder.triangle([corners[0], corners[2], corners[3]]);
        } else if flipped {
            self.builder.triangle([corners[2], corners[0], corners[3]]);
        }
        let told: &[Kind] = if flipped {
            &[Kind::Geometry]
        } else {
            &[
                Kind::Geometry,
                Kind::Leak,
                Kind::Trap,
                Kind::Stuck,
                Kind::Jitter,
            ]
        };
        self.room([square, corners[2]], told)
    }

    /// The floor without two by two squares; their least corner and their largest.
    fn hollow(&mut self) -> [Vec3; 2] {
        let low = self.square - Vec3::X;
        let high = low + vec3(2.0, 0.0, 2.0);
        self.builder.floor(Vec3::ZERO, [WIDE, DEEP], |x, z| {
            (low.x..high.x).contains(&x) && (low.z..high.z).contains(&z)
        });
        [low, high]
    }

    /// A pit so deep.
    fn pit(&mut self, depth: Range<f32>, told: &'static [Kind]) -> Room {
        let spot = self.hollow();
        let depth = depth.start + (depth.end - depth.start) * self.amount;
        let bottom = spot[0] - Vec3::Y * depth;
        self.builder.floor(bottom, [2, 2], |_, _| false);
        self.builder.walls(bottom, [2.0, 2.0], depth);
        self.room(spot, told)
    }

    fn funnel(&mut self) -> Room {
        let spot = self.hollow();
        let degrees = if self.sound {
            10.0 + 25.0 * self.amount
        } else {
            55.0 + 20.0 * self.amount
        };
        let middle = spot[0].midpoint(spot[1]);
        let bottom = middle - Vec3::Y * degrees.to_radians().tan();
        for [a, b] in [
            [[-1., -1.], [-1., 1.]],
            [[-1., 1.], [1., 1.]],
            [[1., 1.], [1., -1.]],
            [[1., -1.], [-1., -1.]],
        ] {
            let [a, b] = [a, b].map(|[x, z]: [f32; 2]| middle + vec3(x, 0.0, z));
            let half = a.midpoint(b);
            let triangles = &mut self.builder;
            triangles
                .triangle([a, half, bottom])
                .triangle([half, b, bottom]);
        }
        self.room(spot, &[Kind::Trap, Kind::Stuck])
    }

    /// From wall to wall the floor of the farther half so much higher, behind a face that leans back by so much.
    fn terrace(&mut self, height: f32, lean: f32) {
        self.near_floor();
        let foot = vec3(HALF, 0.0, 0.0);
        let top = vec3(HALF + lean, height, 0.0);
        let across = Vec3::Z * DEPTH;
        self.builder.quad(foot, across, top - foot);
        let deep = Vec3::X * (WIDE as f32 - top.x);
        self.builder.quad(top, across, deep);
    }

    fn step(&mut self) -> Room {
        let height = if self.sound {
            0.05 + 0.25 * self.amount
        } else {
            0.42 + 0.12 * self.amount
        };
        self.terrace(height, 0.0);
        self.room(Self::line(0.8), &[Kind::Snag])
    }

    fn leaning_kerb(&mut self) -> Room {
        let (height, lean) = if self.sound {
            (0.05 + 0.25 * self.amount, 0.0)
        } else {
            let height = 0.31 + 0.08 * self.amount;
            (height, height / 55_f32.to_radians().tan())
        };
        self.terrace(height, lean);
        self.room(Self::line(0.8), &[Kind::Snag])
    }

    /// A wall between the halves with an opening so wide.
    fn opening(&mut self, width: f32, left: f32) -> [Vec3; 2] {
        self.whole_floor();
        let far = HALF + self.thick;
        let corner = vec3(HALF, 0.0, 0.0);
        self.builder.block(corner, vec3(far, HIGH, left));
        let corner = vec3(HALF, 0.0, left + width);
        self.builder.block(corner, vec3(far, HIGH, DEPTH));
        [vec3(HALF, 0.0, left), vec3(far, 0.0, left + width)]
    }

    fn gap(&mut self, random: &mut Random) -> Room {
        let width = if self.sound {
            0.64 + 0.8 * self.amount
        } else {
            0.48 + 0.12 * self.amount
        };
        let left = 1.0 + random.within(0.0, 2.0);
        let spot = self.opening(width, left);
        self.shut(spot, &[Kind::Gap])
    }

    /// A ceiling so high from the line between the halves on.
    fn ceiling(&mut self, low: f32, wide: f32) {
        let corner = vec3(HALF, low, 0.0);
        self.builder.block(corner, vec3(HALF + wide, HIGH, DEPTH));
    }

    fn beam(&mut self) -> Room {
        self.whole_floor();
        let low = if self.sound {
            1.84 + self.amount
        } else {
            1.67 + 0.12 * self.amount
        };
        self.ceiling(low, self.thick);
        self.shut(Self::line(0.8), &[Kind::Headroom])
    }

    fn sealed(&mut self) -> Room {
        self.whole_floor();
        let door = if self.sound { 1.2 } else { 0.0 };
        let corner = vec3(HALF, 0.0, door);
        let far = HALF + self.thick;
        self.builder.block(corner, vec3(far, HIGH, DEPTH));
        self.shut(Self::line(4.0), &[])
    }

    /// Up to the height of a step it is climbed and nothing told, up to 0.15 m more it is told, and beyond nothing again: a
    /// lip so high is a wall.
    fn lip(&mut self, random: &mut Random) -> Room {
        let height = if self.sound {
            0.02 + 0.375 * self.part
        } else {
            0.405 + 0.2 * self.part
        };
        let is_kerb = random.up_to(2) == 0;
        if is_kerb {
            self.whole_floor();
            let top = vec3(HALF + self.thick, height, DEPTH);
            self.builder.block(vec3(HALF, 0.0, 0.0), top);
        } else {
            self.terrace(height, 0.0);
        }
        let told: &[Kind] = if height > 0.55 { &[] } else { &[Kind::Snag] };
        self.shut(Self::line(0.8), told)
    }

    /// Up to 0.15 m less than the character needs nothing is told, up to that its opening is, and wider ones are walked
    /// through.
    fn width(&mut self, random: &mut Random) -> Room {
        let width = if self.sound {
            0.625 + 0.9 * self.part
        } else {
            0.1 + 0.515 * self.part
        };
        let left = 0.7 + random.within(0.0, 2.5);
        let spot = self.opening(width, left);
        let told: &[Kind] = if width < 0.47 { &[] } else { &[Kind::Gap] };
        self.shut(spot, told)
    }

    /// Needles with corners on each other's sides. Instead of a fault strips stand up by up to 5 cm, less than a step: that
    /// is nothing to be told of either.
    fn strips(&mut self, random: &mut Random) -> Room {
        self.near_floor();
        let lip = if self.sound {
            0.0
        } else {
            0.001 + 0.049 * self.part
        };
        let mut x = HALF;
        let mut below = 0.0;
        while x < WIDE as f32 {
            let wide = match random.up_to(3) {
                0 => random.within(0.004, 0.02),
                1 => random.within(0.02, 0.1),
                _ => random.within(0.1, 0.5),
            };
            let rest = WIDE as f32 - x;
            let wide = if wide < rest - 0.004 { wide } else { rest };
            let height = lip * random.within(0.0, 1.0);
            self.riser(x, below, height);
            self.strip(vec3(x, height, 0.0), wide, random);
            (x, below) = (x + wide, height);
        }
        Room {
            spot: Self::line(4.0),
            told: &[],
            beyond: Beyond::Reached,
        }
    }

    /// The upright face between two strips.
    fn riser(&mut self, x: f32, below: f32, above: f32) {
        let across = Vec3::Z * DEPTH;
        let rise = Vec3::Y * (above - below).abs();
        if above > below {
            self.builder.quad(vec3(x, below, 0.0), across, rise);
        } else if above < below {
            self.builder.quad(vec3(x, above, 0.0), rise, across);
        }
    }

    /// From wall to wall, in parts of its own, as quads or as a fan of needles.
    fn strip(&mut self, corner: Vec3, wide: f32, random: &mut Random) {
        let mut z = 0.0;
        while z < DEPTH {
            let long = random.within(0.3, 3.0);
            let rest = DEPTH - z;
            let long = if long < rest - 0.01 { long } else { rest };
            let corner = corner + Vec3::Z * z;
            if random.up_to(2) == 0 {
                self.builder.quad(corner, Vec3::Z * long, Vec3::X * wide);
            } else {
                let tip = corner + Vec3::X * wide;
                let fan = [0.0, 0.3, 0.55, 1.0].map(|t| corner + Vec3::Z * (long * t));
                for side in fan.windows(2) {
                    self.builder.triangle([side[0], side[1], tip]);
                }
                self.builder.triangle([fan[3], tip + Vec3::Z * long, tip]);
            }
            z += long;
        }
    }

    fn jump_pit(&mut self) -> Room {
        // In between it depends: whose round foot comes to the rim with its upper half holds on to it, so that a jump
        // takes one up to a radius higher than it rises.
        let depth = if self.sound { 0.6..0.9 } else { 1.4..3.1 };
        self.pit(depth, &[Kind::Trap])
    }

    /// A ledge that only a jump takes one onto; the ceiling before it takes a part of the jump.
    fn jump_ceiling(&mut self) -> Room {
        self.whole_floor();
        let corner = vec3(7.5, 0.0, 0.0);
        // Who jumps is told of a lower one, too, that it is a step a little too high.
        let ledge = vec3(WIDE as f32, 0.56 + 0.2 * self.amount, DEPTH);
        self.builder.block(corner, ledge);
        let low = if self.sound {
            1.82 + RISE + 0.3 * self.amount
        } else {
            1.8 + RISE - 0.01 - 0.13 * self.part
        };
        self.ceiling(low, 4.0);
        self.room(Self::line(4.0), &[Kind::Headroom])
    }

    /// For who crouches; too low for that; or a little too low only for who walks upright.
    fn crouch_passage(&mut self) -> Room {
        self.whole_floor();
        let (low, told): (f32, &[Kind]) = match (self.sound, self.part < 0.5) {
            (true, _) => (1.02 + 0.62 * self.part, &[]),
            (false, true) => (0.45 + self.part, &[]),
            (false, false) => (1.67 + 0.24 * (self.part - 0.5), &[Kind::Headroom]),
        };
        self.ceiling(low, self.thick);
        Room {
            spot: Self::line(0.8),
            told,
            beyond: if low < CROUCH {
                Beyond::Never
            } else {
                Beyond::Reached
            },
        }
    }

    fn crouch_chamber(&mut self) -> Room {
        self.whole_floor();
        self.ceiling(1.05 + 0.5 * self.amount, 1.0);
        let low = if self.sound {
            1.83 + self.part
        } else {
            1.66 + 0.13 * self.part
        };
        let corner = vec3(HALF + 1.0, low, 0.0);
        let far = vec3(WIDE as f32, HIGH, DEPTH);
        self.builder.block(corner, far);
        self.room(Self::line(4.0), &[Kind::Headroom])
    }

    fn crouch_pit(&mut self) -> Room {
        let depth = if self.sound {
            0.05 + 0.3 * self.amount
        } else {
            0.6 + 2.0 * self.amount
        };
        self.near_floor();
        self.ceiling(1.05 + 0.5 * self.amount, 1.0);
        let [near, far] = [HALF + 1.0, WIDE as f32];
        let across = Vec3::Z * DEPTH;
        self.builder.quad(vec3(HALF, 0.0, 0.0), across, Vec3::X);
        let bottom = vec3(near, -depth, 0.0);
        self.builder.quad(bottom, across, Vec3::X * (far - near));
        self.builder.walls(bottom, [far - near, DEPTH], depth);
        self.room(Self::line(4.0), &[Kind::Trap])
    }
}

/// Whether a point is in the square of a metre with this least corner.
fn is_in(square: Vec3, x: f32, z: f32) -> bool {
    (x.floor(), z.floor()) == (square.x, square.z)
}

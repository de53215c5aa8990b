//! Rooms with one fault each, or without it, and the findings that a survey of them must have.

use super::random::Random;
use crate::levels::Builder;
use carom_survey::{Kind, Options};
use glam::{Vec3, vec3};
use std::ops::Range;

/// The kind of a planted fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Plant {
    /// A square of floor is missing.
    Hole,
    /// A triangle of floor is missing: too small to fall through.
    MissingTriangle,
    /// A triangle of floor is flipped.
    Flipped,
    /// A pit that is too deep to climb out of.
    Pit,
    /// The same with slopes for a floor.
    Funnel,
    /// A step from wall to wall that is a little too high.
    Step,
    /// A kerb from wall to wall, lower than a step, with a face that leans back, too steep to walk on.
    LeaningKerb,
    /// An opening that is a little too narrow.
    Gap,
    /// A beam that is a little too low.
    Beam,
    /// A wall without a door.
    Sealed,
    /// A lip of any height from wall to wall, as a step or as a kerb.
    Lip,
    /// An opening of any width.
    Width,
    /// Strips of floor with edges everywhere and no finding; instead of a fault some stand up a little.
    Strips,
    /// A pit that only a jump leads out of, or that is too deep for a jump.
    JumpPit,
    /// A ceiling that stops a jump.
    JumpCeiling,
    /// A passage for a crouched character, or too low for that too.
    CrouchPassage,
    /// A passage to a chamber that is a little too low to stand up in.
    CrouchChamber,
    /// A passage for a crouched character, to a drop that is too high to climb.
    CrouchPit,
    /// Stairs of any tread, in part too high.
    Flight,
    /// A ramp with open sides, or one that is too steep.
    Ramp,
    /// A crate, a table or a bench.
    Furniture,
    /// A fence with an opening.
    Fence,
    /// Stairs without risers, and a ceiling over them.
    OpenStairs,
    /// A dome that rises from the floor.
    Dome,
    /// Closed blocks that touch.
    Touching,
}

pub(crate) const PLANTS: [Plant; 25] = [
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
    Plant::Flight,
    Plant::Ramp,
    Plant::Furniture,
    Plant::Fence,
    Plant::OpenStairs,
    Plant::Dome,
    Plant::Touching,
];

/// Whether the ground behind the fault is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beyond {
    Reached,
    Never,
    /// Both are right.
    Either,
}

/// A level in its own axes, and the findings that it must have.
pub(crate) struct Planted {
    pub(crate) builder: Builder,
    /// The corners of the fault.
    pub(crate) spot: [Vec3; 2],
    pub(crate) options: Options,
    /// The kinds of findings that are right, at least one of which must be there. If empty, there must be no finding.
    pub(crate) kinds: &'static [Kind],
    pub(crate) beyond: Beyond,
    /// The height or width that these findings must tell, m.
    pub(crate) size: Option<f32>,
}

/// The size of the room: a floor of squares with the fault in its farther half.
pub(super) const WIDE: u32 = 9;
pub(super) const DEEP: u32 = 5;
pub(crate) const HALF: f32 = 5.0;
pub(super) const HIGH: f32 = 4.0;
/// The speed of a jump, m/s, and how far up it takes the feet, 1.03 m; the height of a crouched character.
const JUMP: f32 = 4.5;
const RISE: f32 = JUMP * JUMP / (2.0 * 9.81);
const CROUCH: f32 = 1.0;

/// Adds blocks and slopes on the way to the fault.
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
            // Less than 33°: a steeper back is a snag from behind, a fault of the mover.
            2 => {
                builder.slope(corner, size + Vec3::Y * (size.x * random.within(0.15, 0.4)));
            }
            _ => {}
        }
    }
}

/// A level with a fault, or without it if `sound`. `part`, from 0 to 1, selects a size where it covers its whole range.
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
    let Room {
        spot,
        kinds,
        beyond,
        size,
    } = match plant {
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
        Plant::Flight => made.flight(random),
        Plant::Ramp => made.ramp(random),
        Plant::Furniture => made.furniture(random),
        Plant::Fence => made.fence(random),
        Plant::OpenStairs => made.open_stairs(random),
        Plant::Dome => made.dome(random),
        Plant::Touching => made.touching(random),
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
        kinds,
        beyond,
        size,
    }
}

/// A fault in a room, and the findings that it must have.
pub(super) struct Room {
    pub(super) spot: [Vec3; 2],
    pub(super) kinds: &'static [Kind],
    pub(super) beyond: Beyond,
    pub(super) size: Option<f32>,
}

/// A room with its farther half under construction.
pub(super) struct Make {
    pub(super) builder: Builder,
    /// The least corner of the square of floor with the fault.
    square: Vec3,
    thick: f32,
    amount: f32,
    pub(super) part: f32,
    pub(super) sound: bool,
}

pub(super) const DEPTH: f32 = DEEP as f32;

impl Make {
    /// A fault with a sound twin, which has no finding.
    pub(super) fn room(&self, spot: [Vec3; 2], kinds: &'static [Kind]) -> Room {
        let (kinds, beyond): (&[Kind], _) = if self.sound {
            (&[], Beyond::Reached)
        } else {
            (kinds, Beyond::Either)
        };
        Room {
            spot,
            kinds,
            beyond,
            size: None,
        }
    }

    /// A fault that shuts off the farther half.
    pub(super) fn shut(&self, spot: [Vec3; 2], kinds: &'static [Kind]) -> Room {
        let room = self.room(spot, kinds);
        let beyond = if self.sound {
            Beyond::Reached
        } else {
            Beyond::Never
        };
        Room { beyond, ..room }
    }

    /// A strip of this width from the line between the halves on.
    pub(super) fn line(wide: f32) -> [Vec3; 2] {
        [vec3(HALF, 0.0, 0.0), vec3(HALF + wide, 0.0, DEPTH)]
    }

    pub(super) fn whole_floor(&mut self) {
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
        let kinds: &[Kind] = if flipped {
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
        self.room([square, corners[2]], kinds)
    }

    /// The floor without two by two squares; returns the least and the largest corner of the hollow.
    fn hollow(&mut self) -> [Vec3; 2] {
        let low = self.square - Vec3::X;
        let high = low + vec3(2.0, 0.0, 2.0);
        self.builder.floor(Vec3::ZERO, [WIDE, DEEP], |x, z| {
            (low.x..high.x).contains(&x) && (low.z..high.z).contains(&z)
        });
        [low, high]
    }

    /// A pit with a depth in this range.
    fn pit(&mut self, depth: Range<f32>, kinds: &'static [Kind]) -> Room {
        let spot = self.hollow();
        let depth = depth.start + (depth.end - depth.start) * self.amount;
        let bottom = spot[0] - Vec3::Y * depth;
        self.builder.floor(bottom, [2, 2], |_, _| false);
        self.builder.walls(bottom, [2.0, 2.0], depth);
        self.room(spot, kinds)
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

    /// Raises the floor of the farther half by `height`, behind a face from wall to wall that leans back by `lean`.
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
        Self::sized(self.room(Self::line(0.8), &[Kind::Snag]), height)
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

    /// A wall between the halves with an opening of this width.
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
        Self::sized(self.shut(spot, &[Kind::Gap]), width)
    }

    /// A ceiling at the height `low` from the line between the halves on.
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
        Self::sized(self.shut(Self::line(0.8), &[Kind::Headroom]), low)
    }

    fn sealed(&mut self) -> Room {
        self.whole_floor();
        let door = if self.sound { 1.2 } else { 0.0 };
        let corner = vec3(HALF, 0.0, door);
        let far = HALF + self.thick;
        self.builder.block(corner, vec3(far, HIGH, DEPTH));
        self.shut(Self::line(4.0), &[])
    }

    /// Up to the step height a lip is climbed, without a finding. Up to 0.15 m more it is a finding. A higher one is a wall,
    /// again without a finding.
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
        let kinds: &[Kind] = if height > 0.55 { &[] } else { &[Kind::Snag] };
        Self::sized(self.shut(Self::line(0.8), kinds), height)
    }

    /// An opening more than 0.15 m too narrow is no finding, a wider one that is still too narrow is, and the rest are walked
    /// through.
    fn width(&mut self, random: &mut Random) -> Room {
        let width = if self.sound {
            0.625 + 0.9 * self.part
        } else {
            0.1 + 0.515 * self.part
        };
        let left = 0.7 + random.within(0.0, 2.5);
        let spot = self.opening(width, left);
        let kinds: &[Kind] = if width < 0.47 { &[] } else { &[Kind::Gap] };
        Self::sized(self.shut(spot, kinds), width)
    }

    /// Needles with corners on each other's edges. Instead of a fault strips stand up by up to 5 cm, less than a step: that is
    /// no finding either.
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
            kinds: &[],
            beyond: Beyond::Reached,
            size: None,
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

    /// A strip from wall to wall, in parts that are quads or fans of needles.
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
        // Depths in between depend on the pose: a round foot that reaches the rim with its upper half holds on, so a jump leads
        // up to a radius higher than it rises.
        let depth = if self.sound { 0.6..0.9 } else { 1.4..3.1 };
        self.pit(depth, &[Kind::Trap])
    }

    /// A ledge that only a jump reaches; the ceiling before it cuts the jump short.
    fn jump_ceiling(&mut self) -> Room {
        self.whole_floor();
        let corner = vec3(7.5, 0.0, 0.0);
        // A lower one would also be a step a little too high.
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

    /// A passage for a crouched character, too low for that, or a little too low for an upright one.
    fn crouch_passage(&mut self) -> Room {
        self.whole_floor();
        let (low, kinds): (f32, &[Kind]) = match (self.sound, self.part < 0.5) {
            (true, _) => (1.02 + 0.62 * self.part, &[]),
            (false, true) => (0.45 + self.part, &[]),
            (false, false) => (1.67 + 0.24 * (self.part - 0.5), &[Kind::Headroom]),
        };
        self.ceiling(low, self.thick);
        Room {
            spot: Self::line(0.8),
            kinds,
            beyond: if low < CROUCH {
                Beyond::Never
            } else {
                Beyond::Reached
            },
            size: None,
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

/// Whether a point is in the square of a meter with this least corner.
fn is_in(square: Vec3, x: f32, z: f32) -> bool {
    (x.floor(), z.floor()) == (square.x, square.z)
}

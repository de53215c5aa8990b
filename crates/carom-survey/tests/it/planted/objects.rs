//! The objects of real levels: stairs, ramps, furniture, fences, open stairs, domes, and objects that touch.

use super::plants::{Beyond, DEPTH, HALF, HIGH, Make, Room, WIDE};
use super::random::Random;
use crate::levels::Builder;
use carom_survey::Kind;
use glam::{Quat, Vec3, vec3};

/// The step height of the default character, and the most that a finding exceeds it by.
const STEP: f32 = 0.4;
const MARGIN: f32 = 0.15;

/// The findings that an edge of this height has.
fn of_edge(height: f32) -> &'static [Kind] {
    if height > STEP && height <= STEP + MARGIN {
        &[Kind::Snag]
    } else {
        &[]
    }
}

impl Room {
    /// With floor inside of blocks, which is never reached.
    fn hollow(self) -> Self {
        Self {
            beyond: Beyond::Either,
            ..self
        }
    }
}

impl Make {
    /// A height that is climbed, or up to 0.2 m more.
    fn edge(&self) -> f32 {
        if self.sound {
            0.03 + 0.36 * self.part
        } else {
            0.405 + 0.2 * self.part
        }
    }

    /// A fault with a measured size, or without if there is no finding.
    pub(super) fn sized(room: Room, size: f32) -> Room {
        let size = (!room.kinds.is_empty()).then_some(size);
        Room { size, ..room }
    }

    /// A flight of stairs to a platform, beside walls or open to its sides.
    pub(super) fn flight(&mut self, random: &mut Random) -> Room {
        const STEPS: u32 = 5;
        self.whole_floor();
        let rise = self.edge();
        // A steeper flight may be climbed or not.
        let tread = random.within(rise.max(0.25), rise.max(0.25) + 0.2);
        let [near, far] = [0, 0].map(|_| random.up_to(2) as f32 * random.within(0.8, 1.4));
        for step in 0..STEPS {
            let from = vec3(HALF + step as f32 * tread, 0.0, near);
            let last = step + 1 == STEPS;
            let to = if last { WIDE as f32 } else { from.x + tread };
            let top = vec3(to, (step + 1) as f32 * rise, DEPTH - far);
            self.builder.block(from, top);
        }
        self.builder.walls(Vec3::ZERO, [WIDE as f32, DEPTH], 8.0);
        let long = tread * STEPS as f32;
        let room = self.room(Self::line(long), of_edge(rise));
        Self::sized(room, rise).hollow()
    }

    /// A ramp with open sides to a platform, or one that is too steep.
    pub(super) fn ramp(&mut self, random: &mut Random) -> Room {
        self.whole_floor();
        let degrees = if self.sound {
            4.0 + 39.0 * self.part
        } else {
            47.0 + 30.0 * self.part
        };
        let high = random.within(0.6, 1.6);
        let long = (high / degrees.to_radians().tan()).min(3.4);
        let high = long * degrees.to_radians().tan();
        let [near, far] = [0, 0].map(|_| random.up_to(2) as f32 * random.within(0.8, 1.6));
        let corner = vec3(HALF, 0.0, near);
        let across = DEPTH - near - far;
        self.builder.slope(corner, vec3(long, high, across));
        let corner = vec3(HALF + long, 0.0, near);
        let top = vec3(WIDE as f32, high, DEPTH - far);
        self.builder.block(corner, top);
        self.room(Self::line(4.0), &[]).hollow()
    }

    /// A crate, a bench or a table anywhere in the farther half, at any angle.
    pub(super) fn furniture(&mut self, random: &mut Random) -> Room {
        self.whole_floor();
        let high = match (self.sound, random.up_to(2)) {
            (true, 0) => random.within(0.03, 0.39),
            (true, _) => random.within(0.57, 1.3),
            (false, _) => 0.405 + 0.14 * self.part,
        };
        // Wide enough to stand on.
        let half = vec3(random.within(0.35, 0.8), 0.0, random.within(0.35, 0.8));
        let at = vec3(7.0, 0.0, random.within(2.1, 2.9));
        let turn = Quat::from_rotation_y(random.within(0.0, 1.6));
        let mut piece = Builder::default();
        let thick = random.within(0.03, high.min(0.1));
        match random.up_to(3) {
            // A crate, a table, a bench with a back.
            0 => {
                piece.block(-half, half + Vec3::Y * high);
            }
            kind => {
                piece.block(Vec3::Y * (high - thick) - half, half + Vec3::Y * high);
                let leg = vec3(0.03, 0.0, 0.03);
                for [x, z] in [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]] {
                    let foot = vec3(x, 0.0, z) * (half - leg);
                    piece.block(foot - leg, foot + leg + Vec3::Y * (high - thick));
                }
                if kind == 2 {
                    let low = vec3(-half.x, high, half.z - 0.04);
                    piece.block(low, half + Vec3::Y * (high + 0.7));
                }
            }
        }
        self.builder.add(&piece, turn, at);
        let wide = half.length();
        let spot = [at - vec3(wide, 0.0, wide), at + vec3(wide, 0.0, wide)];
        let room = self.room(spot, of_edge(high));
        Self::sized(room, high)
    }

    /// A fence from wall to wall with an opening, that is a little too narrow.
    pub(super) fn fence(&mut self, random: &mut Random) -> Room {
        self.whole_floor();
        let width = if self.sound {
            0.64 + 0.8 * self.part
        } else {
            0.48 + 0.13 * self.part
        };
        let high = random.within(0.6, 1.6);
        let left = random.within(1.0, 3.0);
        let thick = random.within(0.01, 0.05);
        let rails = random.up_to(2) == 0;
        for [from, to] in [[0.0, left], [left + width, DEPTH]] {
            let mut z = from;
            while z < to {
                // Pickets, or posts with rails.
                let wide = random.within(0.05, 0.12);
                let end = (z + wide).min(to);
                let end = if to - end < 0.1 { to } else { end };
                self.builder
                    .block(vec3(HALF, 0.0, z), vec3(HALF + thick, high, end));
                let gap = if rails {
                    1.5
                } else {
                    random.within(0.03, 0.15)
                };
                let next = end + gap;
                z = if to - next < 0.1 && end < to {
                    to - 0.1
                } else {
                    next
                };
            }
            let mut low = high - 0.1;
            while low > 0.1 {
                let corner = vec3(HALF + 0.2 * thick, low, from);
                self.builder
                    .block(corner, vec3(HALF + 0.8 * thick, low + 0.06, to));
                low -= if rails { 0.2 } else { 0.7 };
            }
        }
        let spot = [vec3(HALF, 0.0, left), vec3(HALF + thick, 0.0, left + width)];
        let room = self.shut(spot, &[Kind::Gap]);
        Self::sized(room, width)
    }

    /// Stairs of slabs without risers, and a ceiling over them; the space below them is no low ceiling.
    pub(super) fn open_stairs(&mut self, random: &mut Random) -> Room {
        const STEPS: u32 = 9;
        self.whole_floor();
        let rise = random.within(0.15, 0.3);
        let tread = random.within(rise.max(0.25), 0.35);
        let [near, far] = [0, 0].map(|_| random.up_to(2) as f32 * random.within(0.8, 1.4));
        let slab = random.within(0.03, 0.1);
        for step in 0..STEPS {
            let high = (step + 1) as f32 * rise;
            let from = vec3(HALF + step as f32 * tread, high - slab, near);
            let last = step + 1 == STEPS;
            let to = if last {
                WIDE as f32
            } else {
                from.x + 1.2 * tread
            };
            self.builder.block(from, vec3(to, high, DEPTH - far));
        }
        // A beam over a tread, behind its edge. There the round foot rests on the edge of the next tread.
        const BEAM: f32 = 0.1;
        let [radius, off] = [0.3, tread - BEAM];
        let lift = rise - (radius - (radius * radius - off * off).sqrt());
        let least = 1.8 + if lift > 0.0 { lift } else { 0.0 };
        let over = if self.sound {
            least + 0.08 + 0.5 * self.part
        } else {
            least - 0.03 - 0.08 * self.part
        };
        let step = 3 + random.up_to(3);
        let low = (step + 1) as f32 * rise + over;
        let from = HALF + step as f32 * tread;
        let corner = vec3(from + 0.04, low, near);
        self.builder
            .block(corner, vec3(from + BEAM, low + 0.1, DEPTH - far));
        self.builder.walls(Vec3::ZERO, [WIDE as f32, DEPTH], 8.0);
        let room = self.room(Self::line(4.0), &[Kind::Headroom]);
        Self::sized(room, over).hollow()
    }

    /// A dome that rises from the floor, or a vault from wall to wall.
    pub(super) fn dome(&mut self, random: &mut Random) -> Room {
        self.whole_floor();
        let rows = 6 + random.up_to(10);
        let around = 12 + random.up_to(20);
        let middle = vec3(6.8, 0.0, 2.5);
        let radius = random.within(2.4, 3.2);
        let squash = random.within(0.9, 1.5);
        let point = |row: u32, side: u32| {
            let up = std::f32::consts::FRAC_PI_2 * row as f32 / rows as f32;
            let turn = std::f32::consts::TAU * (side % around) as f32 / around as f32;
            let out = radius * up.cos();
            let up = squash * radius * up.sin();
            middle + vec3(out * turn.cos(), up, out * turn.sin())
        };
        for row in 0..rows {
            for side in 0..around {
                let corners =
                    [[0, 0], [0, 1], [1, 1], [1, 0]].map(|[up, on]| point(row + up, side + on));
                // A doorway to the nearer half, between two meridians.
                let out = (corners[0] + corners[1] - 2.0 * middle) * vec3(1.0, 0.0, 1.0);
                if corners[0].y < 2.3 && out.x < -0.7 * out.length() {
                    continue;
                }
                self.builder.triangle([corners[0], corners[1], corners[2]]);
                if row + 1 < rows {
                    self.builder.triangle([corners[0], corners[2], corners[3]]);
                }
            }
        }
        Room {
            spot: Self::line(4.0),
            kinds: &[],
            beyond: Beyond::Either,
            size: None,
        }
    }

    /// Closed blocks side by side, one upon another and into another, as objects of editors are.
    pub(super) fn touching(&mut self, random: &mut Random) -> Room {
        let near = [HALF as u32, super::plants::DEEP];
        self.builder.floor(Vec3::ZERO, near, |_, _| false);
        // The floor of the farther half in slabs.
        let mut x = HALF;
        while x < WIDE as f32 {
            let rest = WIDE as f32 - x;
            let wide = random.within(0.5, 1.5);
            let wide = if rest - wide < 0.5 { rest } else { wide };
            let across = random.within(1.0, 4.0);
            self.builder
                .block(vec3(x, -0.3, 0.0), vec3(x + wide, 0.0, across));
            self.builder
                .block(vec3(x, -0.2, across), vec3(x + wide, 0.0, DEPTH));
            x += wide;
        }
        let high = if self.sound {
            0.1 + 0.25 * self.part
        } else {
            0.42 + 0.12 * self.part
        };
        let corner = vec3(6.0, 0.0, random.within(0.75, 1.0));
        let size = vec3(random.within(0.7, 1.2), 0.0, random.within(0.7, 1.2));
        // Crates side by side, and one upon the second.
        self.builder.block(corner, corner + size + Vec3::Y * high);
        let second = corner + Vec3::Z * size.z;
        self.builder.block(second, second + size + Vec3::Y * high);
        let upon = second + Vec3::Y * high + 0.1 * size;
        self.builder.block(upon, upon + 0.8 * size + Vec3::Y * 1.1);
        // A wall on the floor, and a pillar half in it.
        let wall = vec3(7.6, 0.0, 4.2);
        self.builder.block(wall, vec3(7.8, HIGH, DEPTH));
        self.builder
            .block(wall + vec3(-0.1, -0.1, 0.2), vec3(7.9, HIGH, 4.7));
        let spot = [corner, second + size];
        let room = self.room(spot, of_edge(high));
        Self::sized(room, high)
    }
}

//! Ground detection: which contacts carry the capsule, and ground snap.

use super::limb::{limb_of, part_of};
use super::planes::project;
use super::probe::Probe;
use super::state::Ground;
use super::surfaces::walkable;
use super::sweep_to_skin::Stop;
use super::tuning::{
    EDGE, FIRM_GAP, FREE_LEAN, LEAST_SUPPORT, MAX_PLANES, SAME_PLANE, UNDER_FOOT, WEDGED,
};
use carom_core::pair::contact::Contact;
use carom_core::pair::hit::Hit;
use carom_core::shape::capsule::Capsule;
use carom_math::{Scalar, Vector};

/// The contact that carries the capsule.
#[derive(Clone, Copy)]
pub(super) struct Support<V: Vector> {
    pub(super) ground: Ground<V>,
    /// The index of its part in the local scene.
    pub(super) index: usize,
    /// The contact normal; at an edge it differs from the surface's.
    pub(super) contact: V,
    /// The point that is touched.
    pub(super) point: V,
}

#[inline]
pub(super) fn is_edge<V: Vector>(contact: V, surface: V) -> bool {
    contact.dot(surface) < V::Scalar::from_f64(EDGE)
}

/// What a contact is to the foot.
#[derive(Clone, Copy, PartialEq)]
enum FootContact {
    /// Too steep to carry.
    Steep,
    /// An edge farther out than the foot reaches: only the skin is over it.
    Rim,
    /// It carries.
    Carries,
}

impl<V: Vector> Probe<'_, V> {
    /// Whether a contact is with an edge of its part, or with something round.
    #[inline]
    pub(super) fn is_edge(&self, index: usize, normal: V) -> bool {
        is_edge(normal, self.surface(index, normal, normal)) || self.scene.is_round(index)
    }

    /// The contacts within `reach`, without edges that a nearer side next to them hides (the lower side of a block,
    /// touched from beside it, is no floor), and without steep sides that are touched where a walkable one meets them.
    fn visible_contacts(&self, reach: V::Scalar, mut visit: impl FnMut(usize, &Contact<V>)) {
        let near = self.settings.skin * V::Scalar::from_f64(SAME_PLANE) + self.rounding();
        let up = self.settings.up;
        let is_edge = |index: usize, normal: V| is_edge(normal, self.surface(index, normal, up));
        self.contacts(reach, |index, contact| {
            let mut hidden = false;
            if is_edge(index, contact.normal) {
                self.contacts(reach, |other, side| {
                    hidden |= other != index
                        && limb_of(other) == limb_of(index)
                        && side.separation < contact.separation
                        && side.normal.dot(contact.normal) > V::Scalar::ZERO
                        && (contact.point_b - side.point_b).dot(side.normal).abs() <= near
                        && !is_edge(other, side.normal);
                });
                let at = (contact.normal, contact.point_b);
                hidden = hidden || self.upper_side(index, at).is_some();
            }
            if !hidden {
                visit(index, &contact);
            }
        });
    }

    /// The contact of a walkable part that is touched in the same point as this edge of a steep one: at the nosing of a step,
    /// the tread for the riser. Which of the two a motion meets is only rounding. Of several, the one that faces up most.
    fn upper_side(&self, index: usize, (normal, point): (V, V)) -> Option<(usize, Contact<V>)> {
        let up = self.settings.up;
        let own = self.surface(index, normal, up);
        if own.dot(up) >= self.walkable(index) || !is_edge(normal, own) {
            return None;
        }
        let near = self.settings.skin * V::Scalar::from_f64(SAME_PLANE) + self.rounding();
        let (mut highest, mut found) = (own.dot(up), None);
        self.contacts(self.contact_reach(), |other, side| {
            let rise = self.surface(other, side.normal, up).dot(up);
            if rise > highest
                && rise >= self.walkable(other)
                && limb_of(other) == limb_of(index)
                && (side.point_b - point).abs().max_element() <= near
                && side.normal.dot(normal) > V::Scalar::ZERO
            {
                (highest, found) = (rise, Some((other, side)));
            }
        });
        found
    }

    /// The stop on the part that carries a character there, one that walks `toward`: the part that was met, or the walkable
    /// one that meets it in that point.
    pub(super) fn carrying_stop(&self, stop: Stop<V>, toward: V) -> Option<Stop<V>> {
        if self.carries(stop.index, stop.normal, toward) {
            return Some(stop);
        }
        let (index, side) = self.upper_side(stop.index, (stop.normal, stop.point))?;
        self.carries(index, side.normal, toward).then_some(Stop {
            normal: side.normal,
            point: side.point_b,
            index,
            ..stop
        })
    }

    /// Whether a contact carries a character that walks `toward`: its surface is not too steep to walk, and no edge too
    /// far out under the foot. A walk on to a tread may touch its very edge.
    pub(super) fn carries(&self, index: usize, normal: V, toward: V) -> bool {
        match self.foot_contact(index, normal) {
            FootContact::Steep => false,
            FootContact::Rim => toward.dot(normal) < V::Scalar::ZERO,
            FootContact::Carries => true,
        }
    }

    fn foot_contact(&self, index: usize, normal: V) -> FootContact {
        let up = self.settings.up;
        let rise = normal.dot(up);
        if rise < V::Scalar::from_f64(LEAST_SUPPORT) {
            return FootContact::Steep;
        }
        let surface = self.surface(index, normal, up);
        if self.is_too_steep(index, surface) {
            FootContact::Steep
        } else if rise >= self.settings.least_on_edge() || !is_edge(normal, surface) {
            FootContact::Carries
        } else if self.settings.is_narrow() {
            FootContact::Steep
        } else {
            FootContact::Rim
        }
    }

    /// Whether the walk can follow the plane of a contact: as [`carries`](Self::carries), and the contact itself (an
    /// edge, say) is not too steep, nor a step that the part's material does not permit.
    pub(super) fn is_floor(&self, index: usize, normal: V, point: V) -> bool {
        let up = self.settings.up;
        // An edge does not lift a flat foot.
        let rolls = !self.settings.flat_foot
            || !is_edge(normal, self.surface(index, normal, up))
            || normal.dot(up) >= self.settings.least_on_edge();
        normal.dot(up) >= self.walkable(index)
            && rolls
            && self.foot_contact(index, normal) != FootContact::Steep
            && (self.permits_step(index) || !self.is_step(index, normal, point))
    }

    /// Cosine of the steepest walkable slope of a part, less the rounding of a normal.
    pub(super) fn walkable(&self, index: usize) -> V::Scalar {
        match self.surfaces.get(part_of(index)) {
            Some(surface) => surface.walkable,
            None => walkable(self.settings.max_slope),
        }
    }

    /// Whether the material of a part permits steps on to it.
    #[inline]
    pub(super) fn permits_step(&self, index: usize) -> bool {
        self.surfaces
            .get(part_of(index))
            .is_none_or(|surface| surface.step)
    }

    /// Whether a contact is with an edge, more than the skin above the point that carries the capsule. That point may be
    /// on the same edge: a capsule beyond the rim of its ground gets back.
    fn is_step(&self, index: usize, normal: V, point: V) -> bool {
        self.is_edge(index, normal)
            && self.support(V::ZERO).is_some_and(|standing| {
                let rise = (point - standing.point).dot(self.settings.up);
                rise > self.least_step()
            })
    }

    /// The height from which something is a step.
    pub(super) fn least_step(&self) -> V::Scalar {
        self.settings.skin + self.rounding()
    }

    /// The normals of touched steep surfaces below (zero beyond their number), their number, and index, normal and
    /// point of the least steep contact.
    pub(super) fn steep_normals(&self) -> ([V; MAX_PLANES], usize, Option<(usize, V, V)>) {
        let up = self.settings.up;
        let mut normals = [V::ZERO; MAX_PLANES];
        let mut count = 0;
        let mut best: Option<(usize, V, V)> = None;
        self.visible_contacts(self.settings.skin, |index, contact| {
            let rise = contact.normal.dot(up);
            if count < MAX_PLANES
                && rise > V::Scalar::from_f64(LEAST_SUPPORT)
                && self.foot_contact(index, contact.normal) != FootContact::Carries
            {
                normals[count] = contact.normal;
                count += 1;
                if best.is_none_or(|best| rise > best.1.dot(up)) {
                    best = Some((index, contact.normal, contact.point_b));
                }
            }
        });
        (normals, count, best)
    }

    /// Support by steep surfaces that together leave no way down: a pit, a funnel.
    pub(super) fn support_between_slopes(&self) -> Option<Support<V>> {
        let up = self.settings.up;
        let (normals, count, best) = self.steep_normals();
        let (index, contact, point) = best?;
        let down = project(-up, &normals[..count]);
        if down.length_squared() > V::Scalar::from_f64(WEDGED) {
            return None;
        }
        let sum = normals.iter().fold(V::ZERO, |sum, n| sum + *n);
        Some(Support {
            ground: Ground {
                normal: sum.try_normalize().unwrap_or(up),
                part: self.scene.part(index),
            },
            index,
            contact,
            point,
        })
    }

    /// The least steep contact that carries, within [`CONTACT_REACH`](super::tuning::CONTACT_REACH); otherwise ground under the middle of the foot,
    /// or steep surfaces that hold the capsule between them.
    pub(super) fn support(&self, toward: V) -> Option<Support<V>> {
        let (carrying, hangs) = self.carrying_contact(toward);
        carrying
            .map(|(index, contact)| self.support_by(index, &contact))
            .or_else(|| hangs.then(|| self.support_under_foot()).flatten())
            .or_else(|| self.support_between_slopes())
    }

    /// Whether a contact carries the capsule; it may be supported otherwise, too.
    pub(super) fn is_carried(&self, toward: V) -> bool {
        self.carrying_contact(toward).0.is_some()
    }

    /// How far away a contact may be that carries the capsule.
    pub(super) fn contact_reach(&self) -> V::Scalar {
        self.settings.contact_reach()
    }

    /// Whether a contact is with a surface that is too steep to walk.
    pub(super) fn is_steep(&self, index: usize, normal: V) -> bool {
        let up = self.settings.up;
        normal.dot(up) < V::Scalar::from_f64(LEAST_SUPPORT)
            || self.is_too_steep(index, self.surface(index, normal, up))
    }

    /// Whether the surface of a contact that may carry is too steep. One that faces down is that of a triangle with a rising edge,
    /// which is touched from beyond: its other side is the one to stand on.
    fn is_too_steep(&self, index: usize, surface: V) -> bool {
        surface.dot(self.settings.up).abs() < self.walkable(index)
    }

    /// The largest gap of something that is touched at the skin, and not only within reach.
    fn touching_gap(&self) -> V::Scalar {
        let skin = self.settings.skin;
        skin + skin * V::Scalar::from_f64(FIRM_GAP) + self.rounding()
    }

    /// The point that carries, if it is at a gap of the skin and not only within reach.
    pub(super) fn touched_support(&self, toward: V) -> Option<V> {
        let (_, contact) = self.carrying_contact(toward).0?;
        (contact.separation <= self.touching_gap()).then_some(contact.point_b)
    }

    /// Support by a face at a gap of the skin: it needs no ground snap.
    pub(super) fn firm_support(&self, toward: V) -> Option<Support<V>> {
        let (index, contact) = self.carrying_contact(toward).0?;
        let support = self.support_by(index, &contact);
        let skin = self.settings.skin;
        let tolerance = skin * V::Scalar::from_f64(FIRM_GAP) + self.rounding();
        let is_firm = (contact.separation - skin).abs() <= tolerance
            && !is_edge(support.contact, support.ground.normal);
        is_firm.then_some(support)
    }

    /// The ground within the skin of a character in the air with this velocity, as a stop at time zero; `None` if it
    /// leaves that ground. A character starts like this where the caller has put it down, with whatever velocity it had:
    /// one that fell there itself has landed. But one that moves may have slid there down a steep slope: it falls on.
    pub(super) fn ground_at_start(&self, velocity: V) -> Option<Stop<V>> {
        let (zero, up) = (V::Scalar::ZERO, self.settings.up);
        let (index, contact) = self.carrying_contact(V::ZERO).0?;
        let rise = velocity.dot(up);
        if contact.separation > self.touching_gap() || rise > zero {
            return None;
        }
        // An edge within the reach of the foot carries whatever the velocity: a walk leaves it only beyond that.
        if velocity != V::ZERO && self.steep_normals().1 > 0 {
            return None;
        }
        // The horizontal velocity is that of the last walk and does not count.
        let own = up * rise;
        let of_ground = self.velocity_of_part(index, self.feet());
        let lean = (own.length() + of_ground.length()) * V::Scalar::from_f64(FREE_LEAN);
        ((own - of_ground).dot(contact.normal) <= lean).then_some(Stop {
            t: zero,
            normal: contact.normal,
            point: contact.point_b,
            index,
            gap: contact.separation,
        })
    }

    #[inline]
    fn support_by(&self, index: usize, contact: &Contact<V>) -> Support<V> {
        Support {
            ground: Ground {
                normal: self.surface(index, contact.normal, self.settings.up),
                part: self.scene.part(index),
            },
            index,
            contact: contact.normal,
            point: contact.point_b,
        }
    }

    /// The least steep contact that carries, and whether the capsule may hang on one that does not.
    fn carrying_contact(&self, toward: V) -> (Option<(usize, Contact<V>)>, bool) {
        let up = self.settings.up;
        let reach = self.contact_reach();
        let mut best: Option<(usize, Contact<V>)> = None;
        let mut hangs = self.settings.is_narrow();
        self.visible_contacts(reach, |index, contact| {
            let rise = contact.normal.dot(up);
            if best.is_some_and(|(_, best)| rise <= best.normal.dot(up)) {
                return;
            }
            let kind = self.foot_contact(index, contact.normal);
            hangs |= kind == FootContact::Rim;
            let onto = toward.dot(contact.normal) < V::Scalar::ZERO;
            if kind == FootContact::Carries || kind == FootContact::Rim && onto {
                best = Some((index, *contact));
            }
        });
        (best, hangs)
    }

    /// Ground under the middle of the foot: a capsule may hang on an edge that does not carry it, with ground below
    /// within the snap. So it descends stairs.
    fn support_under_foot(&self) -> Option<Support<V>> {
        let settings = self.settings;
        let up = settings.up;
        let (index, _, hit) = self.walkable_below(
            settings.radius * V::Scalar::from_f64(UNDER_FOOT),
            settings.snap.max(self.contact_reach()),
        )?;
        Some(Support {
            ground: Ground {
                normal: self.surface(index, hit.normal, up),
                part: self.scene.part(index),
            },
            index,
            contact: up,
            point: hit.point,
        })
    }

    /// The first walkable surface that a ball of this radius, under the middle of the foot (a capsule that lies: its core, of
    /// this radius), hits within `reach` below the feet: the index of the part, its distance below, and the hit. Steep surfaces
    /// are passed: there may be a floor beside them.
    pub(super) fn walkable_below(
        &self,
        radius: V::Scalar,
        reach: V::Scalar,
    ) -> Option<(usize, V::Scalar, Hit<V>)> {
        self.ground_below_foot(radius, reach, false)
    }

    /// The same. Beside the edge of a rising triangle its upper side is behind the normal of the hit: `upper_sides` counts it.
    pub(super) fn ground_below_foot(
        &self,
        radius: V::Scalar,
        reach: V::Scalar,
        upper_sides: bool,
    ) -> Option<(usize, V::Scalar, Hit<V>)> {
        let up = self.settings.up;
        // The sweep starts inside the capsule, where nothing else can be.
        let lift = self.settings.radius - radius;
        let foot = if self.lies() {
            // A body that lies stands on all of its length.
            Capsule {
                radius,
                ..self.capsule()
            }
        } else {
            let middle = self.feet() + up * self.settings.radius;
            Capsule::new(middle, middle, radius)
        };
        let way = lift + reach;
        let (index, hit) = self.first_ground(&foot, way, upper_sides)?;
        Some((index, hit.t * way - lift, hit))
    }

    /// The first walkable surface `way` below a shape.
    fn first_ground(
        &self,
        foot: &Capsule<V>,
        way: V::Scalar,
        upper_sides: bool,
    ) -> Option<(usize, Hit<V>)> {
        let up = self.settings.up;
        let walkable = |index: usize, hit: &Hit<V>| {
            let is_upper = upper_sides && self.scene.triangle(index).is_some();
            let toward = if is_upper { up } else { hit.normal };
            self.surface(index, toward, up).dot(up) >= self.walkable(index)
        };
        self.first_hit(foot, -(up * way), walkable)
    }

    /// How far walkable ground is below each end of the capsule, at most `reach`; 0 where there is none.
    pub(super) fn depths_below_ends(&self, reach: V::Scalar) -> [V::Scalar; 2] {
        let capsule = self.capsule();
        [capsule.a, capsule.b].map(|end| {
            let ball = Capsule::new(end, end, capsule.radius);
            let found = self.first_ground(&ball, reach, false);
            found.map_or(V::Scalar::ZERO, |(_, hit)| hit.t * reach)
        })
    }

    /// Ground snap: follows the ground down by at most `depth`, to a gap of the whole skin. Stays where it is if
    /// nothing there carries a character that walks `toward`.
    pub(super) fn snap_down(&mut self, depth: V::Scalar, toward: V) -> Option<Support<V>> {
        let up = self.settings.up;
        let start = self.feet();
        let skin = self.settings.skin;
        if let Some(stop) = self.sweep_to_skin(-(up * depth)) {
            // The sweep ends a little inside the skin; the difference is taken back upwards. On an edge that would be a
            // long way, so the capsule stays there.
            let rise = stop.normal.dot(up);
            let back = if rise >= self.walkable(stop.index) && rise > V::Scalar::ZERO {
                (skin - stop.gap) / rise
            } else {
                V::Scalar::ZERO
            };
            let fallen = (start - self.feet()).dot(up);
            if back > fallen + self.rounding() {
                self.place(start);
                let _ = self.sweep_to_skin(up * (back - fallen).min(skin));
            } else if fallen - back <= self.rounding() {
                self.place(start);
            } else {
                self.place(self.feet() + up * back);
            }
        }
        let support = self.support(toward);
        if support.is_none() {
            self.place(start);
        }
        support
    }
}

//! What carries the capsule.

use super::body::Ground;
use super::cast::{Cast, NEAR, Stop};
use super::planes::{MAX_PLANES, along};
use super::settings::LEAST_SUPPORT;
use carom_core::pair::contact::Contact;
use carom_core::pair::sweep::Hit;
use carom_core::shape::capsule::Capsule;
use carom_math::{Scalar, Vector};

/// A contact whose normal is farther than this from its surface's (the cosine) is with an edge.
const EDGE: f64 = 0.999;
/// How much wider or narrower than the skin, of the skin, the gap to firm ground may be.
const FIRM: f64 = 0.02;

/// How the capsule stands.
#[derive(Clone, Copy)]
pub(super) struct Support<V: Vector> {
    pub(super) ground: Ground<V>,
    /// The place of its piece in the batch.
    pub(super) index: usize,
    /// The contact normal; at an edge it differs from the surface's.
    pub(super) contact: V,
    /// Where it is touched.
    pub(super) point: V,
}

pub(super) fn is_edge<V: Vector>(contact: V, surface: V) -> bool {
    contact.dot(surface) < V::Scalar::from_f64(EDGE)
}

/// What a contact is to the foot.
#[derive(Clone, Copy, PartialEq)]
enum Hold {
    /// It is too steep.
    None,
    /// An edge that is touched, but farther out than the foot reaches: only the skin is over it.
    Rim,
    /// It carries.
    Foot,
}

impl<V: Vector> Cast<'_, V> {
    /// Whether a contact is with an edge of its piece, or with something round.
    pub(super) fn is_edge(&self, index: usize, normal: V) -> bool {
        is_edge(normal, self.surface(index, normal, normal)) || self.near.is_round(index)
    }

    /// The contacts within `reach`, but for edges that a nearer side next to them hides: the lower side of a
    /// block, met from beside it, is no floor.
    fn seen(&self, reach: V::Scalar, mut visit: impl FnMut(usize, &Contact<V>)) {
        let near = self.settings.skin * V::Scalar::from_f64(0.1) + self.rounding();
        let up = self.settings.up;
        let is_edge = |index: usize, normal: V| is_edge(normal, self.surface(index, normal, up));
        self.contacts(reach, |index, contact| {
            let mut hidden = false;
            if is_edge(index, contact.normal) {
                self.contacts(reach, |other, side| {
                    hidden |= other != index
                        && side.separation < contact.separation
                        && side.normal.dot(contact.normal) > V::Scalar::ZERO
                        && (contact.point_b - side.point_b).dot(side.normal).abs() <= near
                        && !is_edge(other, side.normal);
                });
            }
            if !hidden {
                visit(index, &contact);
            }
        });
    }

    /// Whether a contact with a piece carries one who walks `toward` somewhere: its surface is not too steep to
    /// walk, and no edge too far out under the foot; but who walks on to a tread may be on its very edge.
    pub(super) fn carries(&self, index: usize, normal: V, toward: V) -> bool {
        match self.hold(index, normal) {
            Hold::None => false,
            Hold::Rim => toward.dot(normal) < V::Scalar::ZERO,
            Hold::Foot => true,
        }
    }

    /// What a contact is to the foot.
    fn hold(&self, index: usize, normal: V) -> Hold {
        let up = self.settings.up;
        let upright = normal.dot(up);
        if upright < V::Scalar::from_f64(LEAST_SUPPORT) {
            return Hold::None;
        }
        let surface = self.surface(index, normal, up);
        if surface.dot(up) < self.walkable() {
            Hold::None
        } else if upright >= self.settings.least_on_edge() || !is_edge(normal, surface) {
            Hold::Foot
        } else if self.settings.is_narrow() {
            Hold::None
        } else {
            Hold::Rim
        }
    }

    /// Whether a contact can be walked on towards it: as [`carries`](Self::carries), and the contact
    /// itself (an edge, say) is not too steep.
    pub(super) fn is_floor(&self, index: usize, normal: V) -> bool {
        let up = self.settings.up;
        // A flat foot is not lifted by an edge.
        let rolls = !self.settings.flat_foot
            || !is_edge(normal, self.surface(index, normal, up))
            || normal.dot(up) >= self.settings.least_on_edge();
        normal.dot(up) >= self.walkable() && rolls && self.hold(index, normal) != Hold::None
    }

    /// The cosine of the steepest slope, less the rounding of a normal.
    pub(super) fn walkable(&self) -> V::Scalar {
        self.settings.max_slope - V::Scalar::from_f64(1e-4)
    }

    /// The normals of steep surfaces below that are touched, zero beyond their number, and the piece
    /// of the most upright one.
    pub(super) fn steep_normals(&self) -> ([V; MAX_PLANES], usize, Option<(usize, V, V)>) {
        let up = self.settings.up;
        let mut normals = [V::ZERO; MAX_PLANES];
        let mut count = 0;
        let mut best: Option<(usize, V, V)> = None;
        self.seen(self.settings.skin, |index, contact| {
            let upright = contact.normal.dot(up);
            if count < MAX_PLANES
                && upright > V::Scalar::from_f64(LEAST_SUPPORT)
                && self.hold(index, contact.normal) != Hold::Foot
            {
                normals[count] = contact.normal;
                count += 1;
                if best.is_none_or(|best| upright > best.1.dot(up)) {
                    best = Some((index, contact.normal, contact.point_b));
                }
            }
        });
        (normals, count, best)
    }

    /// Steep surfaces that together leave no way down: a pit, a funnel.
    pub(super) fn wedge(&self) -> Option<Support<V>> {
        let up = self.settings.up;
        let (normals, count, best) = self.steep_normals();
        let (index, contact, point) = best?;
        let down = along(-up, &normals[..count]);
        if down.length_squared() > V::Scalar::from_f64(1e-3) {
            return None;
        }
        let sum = normals.iter().fold(V::ZERO, |sum, n| sum + *n);
        Some(Support {
            ground: Ground {
                normal: sum.try_normalize().unwrap_or(up),
                part: self.near.part(index),
            },
            index,
            contact,
            point,
        })
    }

    /// The contact that carries most upright, of those within one and a half skins; else a wedge.
    pub(super) fn support(&self, toward: V) -> Option<Support<V>> {
        let (carrying, hangs) = self.carrying(toward);
        carrying
            .map(|(index, contact)| self.supported(index, &contact))
            .or_else(|| hangs.then(|| self.under_foot()).flatten())
            .or_else(|| self.wedge())
    }

    /// What carries the capsule with a side of it, at the gap of the skin: who stands so need not be let down.
    pub(super) fn footing(&self, toward: V) -> Option<Support<V>> {
        let (index, contact) = self.carrying(toward).0?;
        let support = self.supported(index, &contact);
        let skin = self.settings.skin;
        let level = skin * V::Scalar::from_f64(FIRM) + self.rounding();
        let is_firm = (contact.separation - skin).abs() <= level
            && !is_edge(support.contact, support.ground.normal);
        is_firm.then_some(support)
    }

    /// The ground within the skin of a body in the air at this velocity, as a stop at no distance; no ground that it
    /// parts from. So begins a body that the caller has put down there: one that fell there itself has landed. But one
    /// that moves may have slid there down something steep, or come off an edge: it goes on as it did.
    pub(super) fn touched(&self, velocity: V) -> Option<Stop<V>> {
        let (zero, up) = (V::Scalar::ZERO, self.settings.up);
        let (index, contact) = self.carrying(V::ZERO).0?;
        let skin = self.settings.skin;
        let within = skin + skin * V::Scalar::from_f64(FIRM) + self.rounding();
        let rise = velocity.dot(up);
        if contact.separation > within || rise > zero {
            return None;
        }
        let slides = || self.is_edge(index, contact.normal) || self.steep_normals().1 > 0;
        if velocity != V::ZERO && slides() {
            return None;
        }
        // The level velocity is that of the last walk, and says nothing.
        let own = up * rise;
        let motion = self
            .near
            .carrier(index)
            .map(|number| &self.near.motions()[number]);
        let of_ground = motion.map_or(V::ZERO, |motion| motion.velocity(self.feet));
        let lean = (own.length() + of_ground.length()) * V::Scalar::from_f64(1e-6);
        ((own - of_ground).dot(contact.normal) <= lean).then_some(Stop {
            t: zero,
            normal: contact.normal,
            index,
            gap: contact.separation,
        })
    }

    fn supported(&self, index: usize, contact: &Contact<V>) -> Support<V> {
        Support {
            ground: Ground {
                normal: self.surface(index, contact.normal, self.settings.up),
                part: self.near.part(index),
            },
            index,
            contact: contact.normal,
            point: contact.point_b,
        }
    }

    /// The contact that carries most upright, and whether the capsule may hang on what does not.
    fn carrying(&self, toward: V) -> (Option<(usize, Contact<V>)>, bool) {
        let up = self.settings.up;
        let reach = self.settings.skin * V::Scalar::from_f64(NEAR);
        let mut best: Option<(usize, Contact<V>)> = None;
        let mut hangs = self.settings.is_narrow();
        self.seen(reach, |index, contact| {
            let upright = contact.normal.dot(up);
            if best.is_some_and(|(_, best)| upright <= best.normal.dot(up)) {
                return;
            }
            let hold = self.hold(index, contact.normal);
            hangs |= hold == Hold::Rim;
            let onto = toward.dot(contact.normal) < V::Scalar::ZERO;
            if hold == Hold::Foot || hold == Hold::Rim && onto {
                best = Some((index, *contact));
            }
        });
        (best, hangs)
    }

    /// What is under the middle of the foot: the capsule may hang on an edge that does not carry it, with ground
    /// below that it would be kept to. So it goes down stairs.
    fn under_foot(&self) -> Option<Support<V>> {
        let settings = self.settings;
        let up = settings.up;
        let (index, _, hit) = self.below(
            settings.radius * V::Scalar::from_f64(0.05),
            settings.snap.max(settings.skin * V::Scalar::from_f64(1.5)),
        )?;
        Some(Support {
            ground: Ground {
                normal: self.surface(index, hit.normal, up),
                part: self.near.part(index),
            },
            index,
            contact: up,
            point: hit.point,
        })
    }

    /// What can be walked on that a ball of this radius under the middle of the foot meets within `reach` below
    /// the feet: the piece, how far below, and the hit. What is too steep is looked past: beside it there may be
    /// a floor.
    pub(super) fn below(
        &self,
        radius: V::Scalar,
        reach: V::Scalar,
    ) -> Option<(usize, V::Scalar, Hit<V>)> {
        let up = self.settings.up;
        // From within the capsule, where nothing else can be.
        let lift = self.settings.radius - radius;
        let ball = Capsule::new(
            self.feet + up * self.settings.radius,
            self.feet + up * self.settings.radius,
            radius,
        );
        let way = lift + reach;
        let walkable = |index: usize, hit: &Hit<V>| {
            self.surface(index, hit.normal, up).dot(up) >= self.walkable()
        };
        let (index, hit) = self.first(&ball, -(up * way), walkable)?;
        Some((index, hit.t * way - lift, hit))
    }

    /// Follows the ground down by at most `depth`, to a gap of the whole skin; stays where it is if
    /// there is nothing there that carries one who walks `toward` somewhere.
    pub(super) fn settle(&mut self, depth: V::Scalar, toward: V) -> Option<Support<V>> {
        let up = self.settings.up;
        let start = self.feet;
        let skin = self.settings.skin;
        if let Some(stop) = self.advance(-(up * depth)) {
            // The sweep ends a little inside the skin; the difference is taken back along the way.
            // On an edge that would be a long way, so there it stays.
            let upright = stop.normal.dot(up);
            let back = if upright >= self.walkable() && upright > V::Scalar::ZERO {
                (skin - stop.gap) / upright
            } else {
                V::Scalar::ZERO
            };
            let fallen = (start - self.feet).dot(up);
            if back > fallen + self.rounding() {
                self.feet = start;
                let _ = self.advance(up * (back - fallen).min(skin));
            } else if fallen - back <= self.rounding() {
                self.feet = start;
            } else {
                self.feet += up * back;
            }
        }
        let support = self.support(toward);
        if support.is_none() {
            self.feet = start;
        }
        support
    }
}

//! The shapes of colliders in 2D.

use crate::shape::{Solid, check_hull, check_length, check_points};
use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_math::{Mat3, Vec2, Vec3};
use bevy_reflect::Reflect;
use bevy_transform::components::Transform;
use carom::polygon::Polygon;
use carom::{Ball, Capsule, Chain, Ellipsoid, Hull, Plane, Shape, glam};

/// The shape of an entity in the plane of x and y; see [`Collider`](crate::Collider) for 3D.
///
/// The entity's `Transform` places it: x, y, the angle around z, and the scale of x and y. z is free, for the order of
/// drawing.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::prelude::*;
/// use bevy_carom::prelude::*;
/// # let mut world = World::new();
/// world.spawn(Collider2d::rectangle(10., 1.));
/// world.spawn(Collider2d::chain([vec2(-9., 1.), vec2(0., 0.), vec2(9., 1.)]));
/// ```
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[reflect(Component, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[require(Transform)]
pub enum Collider2d {
    /// A filled circle around the origin.
    Circle {
        /// Its radius, length.
        radius: f32,
    },
    /// All points within a radius of a segment of the y axis.
    Capsule {
        /// The radius, length.
        radius: f32,
        /// Half the length of the segment, length.
        half_length: f32,
    },
    /// A filled rectangle around the origin.
    Rectangle {
        /// Half the size along each axis, length.
        half_size: Vec2,
    },
    /// A filled ellipse around the origin.
    Ellipse {
        /// The radius along each axis, length.
        half_size: Vec2,
    },
    /// The convex hull of points.
    Hull {
        /// The points; those inside change nothing.
        points: Vec<Vec2>,
    },
    /// All points within a radius of a rectangle around the origin.
    RoundRectangle {
        /// Half the size of the rectangle along each axis, without the radius, length.
        half_size: Vec2,
        /// The radius, length.
        radius: f32,
    },
    /// All points within a radius of the convex hull of points.
    RoundHull {
        /// The points; those inside change nothing.
        points: Vec<Vec2>,
        /// The radius, length.
        radius: f32,
    },
    /// A chain of segments without internal edges, for terrain. Both sides are solid, and it has no inside. It is not
    /// convex, and so no shape for a query.
    Chain {
        /// The vertices in order, at least two.
        points: Vec<Vec2>,
        /// Whether the last vertex is joined to the first.
        closed: bool,
    },
    /// A filled polygon that need not be convex: a closed chain without internal edges, with an inside. Shapes that are in it as
    /// a whole overlap; characters meet the segments, from outside. No shape for a query.
    ///
    /// Segments are numbered ring after ring: the outline, counter-clockwise, then the holes, clockwise.
    Polygon {
        /// The vertices of the outline in order, counter-clockwise, at least two. With holes at least three, either way
        /// round.
        points: Vec<Vec2>,
        /// Rings of at least three vertices, either way round. They are inside the outline, and touch neither it, themselves
        /// nor each other; otherwise the collider is left out, with a warning that has the numbers of rings and points.
        #[cfg_attr(feature = "serde", serde(default))]
        #[reflect(default)]
        holes: Vec<Vec<Vec2>>,
    },
    /// All points behind the line through the origin with this outward normal, of any length.
    HalfPlane {
        /// The normal.
        normal: Vec2,
    },
}

impl Collider2d {
    /// A filled circle around the origin.
    #[must_use]
    pub fn circle(radius: f32) -> Self {
        Self::Circle { radius }
    }

    /// A capsule along y: the length is that between the centers of its ends.
    #[must_use]
    pub fn capsule(radius: f32, length: f32) -> Self {
        Self::Capsule {
            radius,
            half_length: length / 2.0,
        }
    }

    /// A rectangle around the origin, by its full width and height.
    #[must_use]
    pub fn rectangle(width: f32, height: f32) -> Self {
        Self::Rectangle {
            half_size: Vec2::new(width, height) / 2.0,
        }
    }

    /// An ellipse around the origin, by its radii along x and y, as Bevy's `Ellipse::new`.
    #[must_use]
    pub fn ellipse(half_width: f32, half_height: f32) -> Self {
        Self::Ellipse {
            half_size: Vec2::new(half_width, half_height),
        }
    }

    /// An open chain of segments.
    #[must_use]
    pub fn chain(points: impl Into<Vec<Vec2>>) -> Self {
        Self::Chain {
            points: points.into(),
            closed: false,
        }
    }

    /// A filled polygon that need not be convex, by its vertices counter-clockwise.
    #[must_use]
    pub fn polygon(points: impl Into<Vec<Vec2>>) -> Self {
        Self::Polygon {
            points: points.into(),
            holes: Vec::new(),
        }
    }

    /// A filled polygon with holes. Each ring may run either way round; a first point that is repeated at its end is dropped.
    ///
    /// ```
    /// # use bevy_math::prelude::*;
    /// use bevy_carom::prelude::*;
    /// let square = |half: f32| [vec2(-half, -half), vec2(half, -half), vec2(half, half), vec2(-half, half)];
    /// // An island of rock with a cave of 2 by 2 in it.
    /// let island = Collider2d::polygon_with_holes(square(5.), [square(1.)]);
    /// ```
    #[must_use]
    pub fn polygon_with_holes<H: Into<Vec<Vec2>>>(
        points: impl Into<Vec<Vec2>>,
        holes: impl IntoIterator<Item = H>,
    ) -> Self {
        Self::Polygon {
            points: points.into(),
            holes: holes.into_iter().map(Into::into).collect(),
        }
    }

    fn check(&self) -> Result<(), String> {
        match self {
            Self::Circle { radius } => check_length("its radius", *radius),
            Self::Capsule {
                radius,
                half_length,
            } => check_length("its radius", *radius)
                .and_then(|()| check_length("its half length", *half_length)),
            Self::Rectangle { half_size } | Self::Ellipse { half_size } => {
                check_half_size(*half_size)
            }
            Self::RoundRectangle { half_size, radius } => {
                check_half_size(*half_size).and_then(|()| check_length("its radius", *radius))
            }
            Self::Hull { points } => check_hull(points, |p| p.is_finite()),
            Self::RoundHull { points, radius } => check_hull(points, |p| p.is_finite())
                .and_then(|()| check_length("its radius", *radius)),
            // The errors of rings have their names.
            Self::Polygon { holes, .. } if !holes.is_empty() => Ok(()),
            Self::Chain { points, .. } | Self::Polygon { points, .. } => {
                check_points(points, |p| p.is_finite())
            }
            Self::HalfPlane { normal } if normal.is_finite() && *normal != Vec2::ZERO => Ok(()),
            Self::HalfPlane { normal } => Err(format!("its normal is {normal}")),
        }
    }

    /// The points of the outline, for a map that makes it another kind of shape; of a round one without its radius.
    pub(crate) fn points(&self) -> Vec<Vec2> {
        match self {
            Self::Circle { radius } => circle(*radius, 0.0),
            Self::Capsule {
                radius,
                half_length,
            } => circle(*radius, *half_length),
            Self::Ellipse { half_size } => circle(1.0, 0.0)
                .into_iter()
                .map(|p| p * *half_size)
                .collect(),
            Self::Rectangle { half_size: half }
            | Self::RoundRectangle {
                half_size: half, ..
            } => {
                let [x, y] = half.to_array();
                [(-x, -y), (x, -y), (x, y), (-x, y)].map(Vec2::from).into()
            }
            Self::Hull { points }
            | Self::RoundHull { points, .. }
            | Self::Chain { points, .. }
            | Self::Polygon { points, .. } => points.clone(),
            Self::HalfPlane { .. } => Vec::new(),
        }
    }
}

fn check_half_size(half_size: Vec2) -> Result<(), String> {
    check_length("half its width", half_size.x)?;
    check_length("half its height", half_size.y)
}

/// A solid closed chain, or one for each ring, under a linear map that mirrors or not.
fn polygon(
    points: &[Vec2],
    holes: &[Vec<Vec2>],
    map: impl Fn(Vec2) -> glam::Vec2,
    mirrors: bool,
) -> Result<carom::Collider<glam::Vec2>, String> {
    let ring = |points: &[Vec2]| points.iter().map(|p| map(*p)).collect::<Vec<_>>();
    let mut outline = ring(points);
    if !holes.is_empty() {
        let holes: Vec<_> = holes.iter().map(|hole| ring(hole)).collect();
        let holes: Vec<_> = holes.iter().map(Vec::as_slice).collect();
        let polygon = Polygon::new(&outline, &holes).map_err(|error| error.to_string())?;
        return Ok(polygon.chain().into());
    }
    if mirrors {
        // A mirror turns fronts to backs.
        outline.reverse();
    }
    let chain = Chain::closed(outline).and_then(Chain::solid);
    chain.map(Into::into).map_err(|error| error.to_string())
}

/// 64 points on a circle that is pulled apart along y.
fn circle(radius: f32, half_length: f32) -> Vec<Vec2> {
    const SIDES: u8 = 64;
    let points = (0..SIDES).map(|side| {
        let angle = core::f64::consts::TAU * (f64::from(side) + 0.5) / f64::from(SIDES);
        let (y, x) = libm::sincos(angle);
        let shift = if y > 0.0 { half_length } else { -half_length };
        Vec2::new(x as f32, y as f32) * radius + Vec2::Y * shift
    });
    points.collect()
}

/// An ellipse under a linear map.
fn ellipse(half_size: Vec2, map: impl Fn(Vec2) -> glam::Vec2) -> Shape<glam::Vec2> {
    let axes = [Vec2::new(half_size.x, 0.0), Vec2::new(0.0, half_size.y)].map(map);
    let center = glam::Vec2::ZERO;
    Shape::Ellipsoid(Ellipsoid {
        center,
        axes: [axes[0], axes[1], center],
    })
}

fn flat(v: Vec2) -> glam::Vec2 {
    glam::Vec2::from_array(v.to_array())
}

impl Solid<glam::Vec2> for Collider2d {
    fn collider(&self, stretch: Mat3) -> Result<carom::Collider<glam::Vec2>, String> {
        self.check()?;
        let area = stretch.x_axis.x * stretch.y_axis.y - stretch.y_axis.x * stretch.x_axis.y;
        if !(area.is_finite() && area != 0.0) {
            return Err("its scale is 0 or not finite".into());
        }
        let map = |p: Vec2| {
            let placed: Vec3 = stretch * p.extend(0.0);
            flat(placed.truncate())
        };
        match self {
            Self::Chain { points, closed } => {
                let points = points.iter().map(|p| map(*p)).collect();
                let chain = if *closed {
                    Chain::closed(points)
                } else {
                    Chain::open(points)
                };
                chain.map(Into::into).map_err(|error| error.to_string())
            }
            Self::Polygon { points, holes } => polygon(points, holes, map, area < 0.0),
            Self::HalfPlane { normal } => {
                // The boundary maps, and its normal with it.
                let along = map(normal.perp());
                let inwards = map(-*normal);
                let across = glam::Vec2::new(along.y, -along.x);
                let outwards = if across.dot(inwards) > 0.0 {
                    -across
                } else {
                    across
                };
                Ok(Shape::Plane(Plane::new(outwards, 0.0)).into())
            }
            Self::Ellipse { half_size } => Ok(ellipse(*half_size, map).into()),
            Self::RoundRectangle { .. } | Self::RoundHull { .. } => match self.round(stretch) {
                Some(shape) => Ok(shape.into()),
                None => Err("it is not round".into()),
            },
            _ if stretch == Mat3::IDENTITY => match self.convex() {
                Some(shape) => Ok(shape.into()),
                None => Err("it is not convex".into()),
            },
            _ => {
                let points: Vec<_> = self.points().into_iter().map(map).collect();
                Ok(Shape::Hull(Hull::new(points, 0.0)).into())
            }
        }
    }

    fn convex(&self) -> Option<Shape<glam::Vec2>> {
        self.check().ok()?;
        Some(match self {
            Self::Circle { radius } => Shape::Ball(Ball::new(glam::Vec2::ZERO, *radius)),
            Self::Capsule {
                radius,
                half_length,
            } => {
                let end = glam::Vec2::Y * *half_length;
                Shape::Capsule(Capsule::new(-end, end, *radius))
            }
            Self::HalfPlane { normal } => Shape::Plane(Plane::new(flat(*normal), 0.0)),
            Self::Ellipse { half_size } => ellipse(*half_size, flat),
            Self::Rectangle { .. } | Self::Hull { .. } => {
                let points: Vec<_> = self.points().into_iter().map(flat).collect();
                Shape::Hull(Hull::new(points, 0.0))
            }
            Self::RoundRectangle { .. } | Self::RoundHull { .. } => {
                return self.round(Mat3::IDENTITY);
            }
            Self::Chain { .. } | Self::Polygon { .. } => return None,
        })
    }
}

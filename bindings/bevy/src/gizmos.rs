//! Draws what the characters collide with.

use crate::CaromSystems;
use crate::bodies::Bodies;
use crate::convert::{vec3, vector};
use crate::dimension::{Dim3, Dimension};
use crate::outline::outline;
#[cfg(feature = "dim2")]
use crate::shape2d::Collider2d;
use bevy_app::prelude::*;
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_gizmos::prelude::*;
#[cfg(feature = "dim2")]
use bevy_math::Vec2;
use bevy_math::{Isometry3d, Quat, Vec3};
use bevy_reflect::Reflect;
#[cfg(feature = "dim2")]
use bevy_transform::components::GlobalTransform;
use carom::mover::Agent;
use carom::{Body, DebugCategory, DebugDraw, Shape, Vector};

/// Draws shapes, characters, the parts near them, the ground below them, contacts with their normals, and the reach of a
/// step.
///
/// Meshes are drawn near characters only. Configure it by `GizmoConfigStore`, as any group of gizmos. It costs time and
/// memory: the ticks of all characters are kept.
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_carom::{CaromGizmosPlugin, prelude::*};
/// # let mut app = App::new();
/// # app.add_plugins((bevy_asset::AssetPlugin::default(), bevy_gizmos::GizmoPlugin));
/// app.add_plugins((CaromPlugin::default(), CaromGizmosPlugin));
/// ```
pub struct CaromGizmosPlugin;

impl Plugin for CaromGizmosPlugin {
    fn build(&self, app: &mut App) {
        app.register_type::<CaromGizmos>();
        let configs = app.world().get_resource::<GizmoConfigStore>();
        if configs.is_none_or(|configs| configs.get_config::<CaromGizmos>().is_none()) {
            // Contacts are on surfaces, and would be drawn half inside of them.
            let config = GizmoConfig {
                depth_bias: -0.004,
                ..GizmoConfig::default()
            };
            app.insert_gizmo_config(CaromGizmos::default(), config);
        }
        add::<Dim3>(app);
        #[cfg(feature = "dim2")]
        {
            add::<crate::Dim2>(app);
            app.add_systems(PostUpdate, draw_chains.after(CaromSystems::Draw));
        }
    }
}

fn add<D: Dimension>(app: &mut App) {
    // Before the plugin itself, or after it.
    app.init_resource::<Bodies<D>>();
    app.world_mut().resource_mut::<Bodies<D>>().records_all = true;
    app.add_systems(PostUpdate, draw::<D>.after(CaromSystems::Draw));
}

/// The gizmos of this crate, and their colors.
#[derive(Clone, Debug, Reflect, GizmoConfigGroup)]
pub struct CaromGizmos {
    /// Shapes of colliders.
    pub collider: Color,
    /// Sensors.
    pub sensor: Color,
    /// Characters, and the circle up to which they climb.
    pub character: Color,
    /// The triangles that a character could reach in its last tick.
    pub part: Color,
    /// The ground below a character, and floors that it met.
    pub floor: Color,
    /// Walls, slopes and ceilings that a character met.
    pub obstacle: Color,
    /// What a character overlaps.
    pub overlap: Color,
    /// The way of a character in a tenth of a second.
    pub motion: Color,
    /// The boxes of the world's BVH. Default: `None`, they are not drawn.
    pub bounds: Option<Color>,
}

impl Default for CaromGizmos {
    fn default() -> Self {
        Self {
            collider: Color::srgb(0.5, 0.6, 0.7),
            sensor: Color::srgb(0.3, 0.7, 0.9),
            character: Color::srgb(1.0, 0.8, 0.2),
            part: Color::srgb(0.35, 0.35, 0.4),
            floor: Color::srgb(0.3, 0.9, 0.4),
            obstacle: Color::srgb(0.95, 0.35, 0.25),
            overlap: Color::srgb(1.0, 0.0, 1.0),
            motion: Color::srgb(0.9, 0.9, 0.9),
            bounds: None,
        }
    }
}

/// Draws for the debug drawing of carom.
struct Pen<'a, 'w, 's> {
    gizmos: &'a mut Gizmos<'w, 's, CaromGizmos>,
}

impl<V: Vector> DebugDraw<V> for Pen<'_, '_, '_> {
    fn line(&mut self, a: V, b: V, category: DebugCategory) {
        // All colliders and characters are drawn already.
        if category != DebugCategory::Piece {
            self.draw(a, b, category);
        }
    }

    fn triangle(&mut self, [a, b, c]: [V; 3], category: DebugCategory) {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            self.draw(from, to, category);
        }
    }
}

impl Pen<'_, '_, '_> {
    fn draw<V: Vector>(&mut self, a: V, b: V, category: DebugCategory) {
        let colors = &self.gizmos.config_ext;
        let color = match category {
            DebugCategory::Body => colors.character,
            DebugCategory::Piece => colors.part,
            DebugCategory::Floor => colors.floor,
            DebugCategory::Steep | DebugCategory::Wall | DebugCategory::Ceiling => colors.obstacle,
            DebugCategory::Overlap => colors.overlap,
            DebugCategory::Motion => colors.motion,
            DebugCategory::Bounds => colors.bounds.unwrap_or(colors.part),
        };
        self.gizmos.line(vec3(a), vec3(b), color);
    }
}

fn draw<D: Dimension>(bodies: Res<Bodies<D>>, mut gizmos: Gizmos<CaromGizmos>) {
    for (id, body) in bodies.world.iter() {
        let is_character = bodies
            .owner(id)
            .is_some_and(|owner| bodies.number(owner.entity).is_some());
        if !is_character {
            draw_body(body, &mut gizmos);
        }
    }
    if gizmos.config_ext.bounds.is_some() {
        let mut pen = Pen {
            gizmos: &mut gizmos,
        };
        bodies.world.query().draw_bounds(.., &mut pen);
    }
    for agent in bodies.crowd.agents() {
        let mut pen = Pen {
            gizmos: &mut gizmos,
        };
        agent.mover.draw(&agent.body, &mut pen);
        draw_step(agent, &mut gizmos);
        draw_ground(agent, &mut gizmos);
    }
}

/// The ground below the feet: a disk in its plane, and its normal; in 2D a line.
fn draw_ground<V: Vector<Scalar = f32>>(agent: &Agent<V>, gizmos: &mut Gizmos<CaromGizmos>) {
    let Some(ground) = &agent.body.ground else {
        return;
    };
    let settings = agent.mover.settings();
    let (feet, normal) = (vec3(agent.body.feet), vec3(ground.normal));
    let color = gizmos.config_ext.floor;
    gizmos.line(feet, feet + normal * settings.radius, color);
    if V::DIM == 2 {
        let side = Vec3::new(normal.y, -normal.x, 0.0) * settings.radius;
        gizmos.line(feet - side, feet + side, color);
        return;
    }
    let plane = Quat::from_rotation_arc(Vec3::Z, normal);
    gizmos.circle(Isometry3d::new(feet, plane), settings.radius, color);
}

/// Chains of the colliders in 2D.
#[cfg(feature = "dim2")]
fn draw_chains(chains: Query<(&Collider2d, &GlobalTransform)>, mut gizmos: Gizmos<CaromGizmos>) {
    let color = gizmos.config_ext.collider;
    for (collider, place) in &chains {
        let mut strip = |points: &[Vec2], closed: bool| {
            let end = points.first().filter(|_| closed);
            let placed = |p: &Vec2| place.transform_point(p.extend(0.0));
            gizmos.linestrip(points.iter().chain(end).map(placed), color);
        };
        match collider {
            Collider2d::Chain { points, closed } => strip(points, *closed),
            Collider2d::Polygon { points, holes } => {
                strip(points, true);
                holes.iter().for_each(|hole| strip(hole, true));
            }
            _ => {}
        }
    }
}

/// The circle around a character up to which it climbs; in 2D a line.
fn draw_step<V: Vector<Scalar = f32>>(agent: &Agent<V>, gizmos: &mut Gizmos<CaromGizmos>) {
    const SIDES: u8 = 24;
    let settings = agent.mover.settings();
    let up = vec3(settings.up);
    let middle = vec3(agent.body.feet) + up * settings.step_height;
    let side = up.any_orthonormal_vector();
    let color = gizmos.config_ext.character;
    if V::DIM == 2 {
        let side = vec3::<V>(vector(Vec3::new(up.y, -up.x, 0.0))) * settings.radius;
        gizmos.line(middle - side, middle + side, color);
        return;
    }
    let place = |number: u8| {
        let angle = core::f32::consts::TAU * f32::from(number) / f32::from(SIDES);
        let (sin, cos) = angle.sin_cos();
        middle + (side * cos + up.cross(side) * sin) * settings.radius
    };
    for number in 0..SIDES {
        gizmos.line(place(number), place(number + 1), color);
    }
}

/// The edges of a shape.
fn draw_body<V: Vector<Scalar = f32>>(body: &Body<V>, gizmos: &mut Gizmos<CaromGizmos>) {
    let colors = &gizmos.config_ext;
    let color = if body.sensor {
        colors.sensor
    } else {
        colors.collider
    };
    let place = |p: V| vec3(V::from_double(body.pose.place(p)));
    match body.collider.shape() {
        Some(Shape::Ball(ball)) => {
            gizmos.sphere(place(ball.center), ball.radius * body.pose.scale, color);
        }
        Some(Shape::Capsule(capsule)) => {
            let radius = capsule.radius * body.pose.scale;
            let [a, b] = [place(capsule.a), place(capsule.b)];
            gizmos.sphere(a, radius, color);
            gizmos.sphere(b, radius, color);
            gizmos.line(a, b, color);
        }
        Some(Shape::Hull(hull)) if hull.radius == 0.0 => {
            for [a, b] in hull.edges() {
                gizmos.line(place(a), place(b), color);
            }
        }
        Some(shape) => {
            for [a, b] in outline(shape) {
                gizmos.line(place(vector(a)), place(vector(b)), color);
            }
        }
        None => {}
    }
}

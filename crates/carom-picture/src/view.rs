//! The view of a scene: perspective, from the side and above, with shadows and ambient occlusion.

mod body;
pub(crate) mod camera;
mod occlusion;
pub(crate) mod scout;
pub(crate) mod shade;
mod sun;

use glam::{Vec2, Vec3};

use crate::legend::Legend;
use crate::paint::canvas::Canvas;
use crate::paint::line::Style;
use crate::paint::ramp::{Ramp, casing, ink};
use crate::paint::raster::{Raster, SAMPLES};
use crate::paint::text;
use crate::path::{self, Place};
use crate::scene::Scene;
use crate::stage::{Path, Stage, axis_name};
use crate::volumes;
use body::Body;
use camera::Camera;
use shade::{Ground, Light, backdrop};
use sun::Sun;

/// Free pixels around the level.
pub(crate) const MARGIN: f32 = 34.0;

/// Capsules lower than this, in pixels, get the map's marks.
const MARKED: f32 = 30.0;

/// Draws a level and the paths in it from the side and above.
///
/// The whole level fits. Faces that turn away from the eye are left out, so that rooms are open like a doll's house.
/// Sizes under 320 × 240 are taken as that.
#[must_use]
pub fn view(scene: &Scene<'_>, width: u32, height: u32) -> Canvas {
    frame(scene, scene, width, height)
}

/// Draws one frame of an animation: `scene` as it is now, with the camera where all of `whole` fits.
///
/// Sizes under 320 × 240 are taken as that.
#[must_use]
pub fn frame(scene: &Scene<'_>, whole: &Scene<'_>, width: u32, height: u32) -> Canvas {
    let (width, height) = (width.max(320), height.max(240));
    let whole = Stage::new(whole);
    let stage = Stage::of(scene, Some(&whole));
    let mut canvas = Canvas::new(width, height, Vec3::ZERO);
    let legend = Legend::new(&whole, width as f32, None);
    let bottom = (height as f32 - legend.height).max(0.5 * height as f32);
    for row in 0..height as i32 {
        let tone = backdrop(row as f32 / height as f32);
        let top = Vec2::new(0.0, row as f32);
        canvas.rectangle(top, Vec2::new(width as f32, row as f32 + 1.0), tone, 1.0);
    }
    let room = [
        Vec2::splat(MARGIN),
        Vec2::new(width as f32, bottom) - MARGIN,
    ];
    let camera = scout::camera(&whole, room);
    level(&mut canvas, &stage, &camera, None);
    axes(&mut canvas, &stage, &camera, Vec2::new(64.0, bottom - 64.0));
    legend.draw(&mut canvas, bottom);
    canvas
}

/// Draws level, bodies and paths; `ground` replaces the colors of the level's faces.
pub(crate) fn level(
    canvas: &mut Canvas,
    stage: &Stage,
    camera: &Camera,
    ground: Option<&Ground<'_>>,
) {
    let bodies: Vec<Body> = stage.paths.iter().flat_map(Body::along).collect();
    let (mut mesh, mut owners) = (Vec::new(), Vec::new());
    for (owner, body) in bodies.iter().enumerate() {
        mesh.extend(body.mesh());
        owners.resize(mesh.len(), owner as u32);
    }
    let size = [canvas.width(), canvas.height()].map(|side| side as usize * SAMPLES);
    let mut raster = Raster::new(size[0], size[1]);
    for (index, &corners) in stage.triangles.iter().chain(&mesh).enumerate() {
        let [a, b, c] = corners;
        // Back faces are left out: the walls and ceilings between the eye and a room open it
        // like a doll's house.
        if !camera.faces((b - a).cross(c - a), a) {
            continue;
        }
        fill(&mut raster, camera, index as u32, corners);
    }
    let normal = |p: Vec3, index: u32| match (index as usize).checked_sub(stage.triangles.len()) {
        Some(body) => bodies[owners[body] as usize].normal(p),
        None => stage.normal(index as usize),
    };
    let back = Vec3::new(-camera.forward.x, 0.0, -camera.forward.z).normalize();
    let sun = Sun::new(stage, &mesh, Vec3::Y - camera.right * 0.6 + back * 0.55);
    let reach = 0.03 * (stage.high - stage.low).length();
    Light {
        stage,
        camera,
        raster: &raster,
        bodies: &bodies,
        owners: &owners,
        sun: &sun,
        open: &occlusion::open(&raster, camera, reach, normal),
        heights: Ramp::height(),
        ground,
    }
    .draw(canvas);
    if !stage.volumes.is_empty() {
        volumes(canvas, stage, camera, &raster);
    }
    for path in &stage.paths {
        path_line(canvas, path, camera, &raster);
    }
}

/// Draws a triangle into the samples of a raster.
fn fill(raster: &mut Raster, camera: &Camera, index: u32, corners: [Vec3; 3]) {
    let scale = Vec3::new(SAMPLES as f32, SAMPLES as f32, 1.0);
    let (pieces, count) = camera.clip(corners);
    for piece in &pieces[..count] {
        raster.fill(index, piece.map(|p| p * scale));
    }
}

/// Draws water and ladders over the level.
fn volumes(canvas: &mut Canvas, stage: &Stage, camera: &Camera, level: &Raster) {
    let mut surface = Raster::new(level.width, level.height);
    for corners in volumes::water_faces(stage) {
        let [a, b, c] = corners;
        if camera.faces((b - a).cross(c - a), a) {
            fill(&mut surface, camera, 0, corners);
        }
    }
    let project = |p: Vec3| camera.place(p).map(|place| (place.truncate(), place.z));
    // The edges of water lie on walls.
    let slack = 6.0 / camera.focus;
    let shows = |level: f32, near: f32| level <= near * (1.0 + slack);
    volumes::draw(canvas, stage, Vec2::ZERO, [level, &surface], project, shows);
}

/// Draws the line of a path, faint where something hides it.
fn path_line(canvas: &mut Canvas, path: &Path, camera: &Camera, raster: &Raster) {
    let lift = Vec3::Y * (0.05 * path.height);
    let project = |p: Vec3| -> Option<Place> {
        camera
            .place(p + lift)
            .map(|place| (place.truncate(), place.z))
    };
    let visible = |x: i32, y: i32, near: f32| {
        // The line is wider than the path: the ground at its lower edge is nearer than the path
        // by the distance of a few pixels, and does not hide it.
        let slack = 6.0 / camera.focus + 0.7 * path.radius * near;
        let limit = near * (1.0 + slack);
        raster.share([x, y], |sample, _| sample <= limit)
    };
    let style = Style {
        half: 1.8,
        casing: 1.2,
        edge: casing(),
        hidden: 0.55,
        dashed: false,
    };
    path::line(canvas, path, &style, project, visible);
    path::arrows(canvas, path, 5.5, project, visible);
    // Far away a capsule is a dot: the map's marks replace it.
    let tall = |p: Vec3| {
        camera
            .place(p)
            .map_or(0.0, |p| path.height * p.z * camera.focus)
    };
    let ends = [path.feet.first(), path.feet.last()];
    if ends.into_iter().flatten().any(|&p| tall(p) < MARKED) {
        path::ends(canvas, path, project);
    }
}

/// Draws the level's three axes.
pub(crate) fn axes(canvas: &mut Canvas, stage: &Stage, camera: &Camera, corner: Vec2) {
    let turned = |v: Vec3| Vec2::new(v.dot(camera.right), -v.dot(camera.above));
    let frame = stage.frame;
    for (axis, local) in [
        (frame.east, Vec3::X),
        (frame.up, Vec3::Y),
        (frame.south, Vec3::Z),
    ] {
        let (name, sign) = axis_name(axis);
        let arm = turned(local * sign) * 34.0;
        if name.is_empty() || arm.length() < 1.0 {
            continue;
        }
        let direction = arm.normalize();
        canvas.segment(corner, corner + arm, 1.8, ink());
        canvas.arrow(corner + arm, direction, 5.0, [ink(); 2]);
        let at = corner + arm + direction * 15.0 - Vec2::new(3.5, 8.0);
        text::write(canvas, at.x, at.y, name, ink());
    }
}

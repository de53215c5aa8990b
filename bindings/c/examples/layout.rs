//! The offsets of the structs as a module of JavaScript: `bindings/js/src/layout.js`, compiled for wasm32 because the
//! sizes of pointers matter. `bindings/js/build.mjs` runs it; a test compares the file.

use carom::*;
use std::mem::offset_of;

/// An object of offsets in bytes. Naming all fields of the struct makes a new one an error here.
macro_rules! offsets {
    ($($type:ident as $name:literal { $($field:ident),* })*) => {{
        $({
            #[expect(dead_code, reason = "the compiler checks that no field is missing")]
            fn complete(value: $type) {
                let $type { $($field: _),* } = value;
            }
        })*
        let mut text = String::from(
            "// Offsets of the structs of bindings/c/include/carom.h in wasm32, in bytes.\n\
             // Written by bindings/c/examples/layout.rs; do not edit.\n\
             //\n\
             // A constant for each, which bundlers write as a number where it is used.\n\n",
        );
        $(
            text += &format!("export const {}_size = {}", $name, size_of::<$type>());
            $(text += &format!(", {}_{} = {}", $name, stringify!($field), offset_of!($type, $field));)*
            text += ";\n";
        )*
        text
    }};
}

fn text() -> String {
    offsets! {
        CaromPose as "Pose" { position, rotation, scale, reserved }
        CaromShape as "Shape" { kind, radius, a, b, c, radius_b, rounding, reserved, points, point_count }
        CaromVectors as "Vectors" { base, stride }
        CaromShapes as "Shapes" { kind, rounding, count, a, b, c, radius, radius_b }
        CaromMeshInfo as "MeshInfo" { triangle_count, byte_count, min, max }
        CaromHeights as "Heights" { origin, cell_x, cell_z, columns, rows, reserved, heights }
        CaromHeightArea as "HeightArea" { column, row, columns, rows, heights }
        CaromCompoundInfo as "CompoundInfo" { part_count, min, max }
        CaromQuery as "Query" { surface, except, origin, layers, mask, flags, reserved }
        CaromContact as "Contact" { separation, point_a, point_b, normal, error_bound, part, body }
        CaromHit as "Hit" { t, point, normal, part, body, start, start_separation }
        CaromRigidMotion as "RigidMotion" { delta, pivot, axis, angle }
        CaromFeature as "Feature" { count, vertices }
        CaromManifoldPoint as "ManifoldPoint" { point_a, point_b, separation, feature_a, feature_b }
        CaromManifold as "Manifold" { count, unique, normal, points }
        CaromPartManifold as "PartManifold" { contact, manifold }
        CaromBody as "Body" {
            mesh, compound, shape, pose, velocity, axis, spin, surface_velocity, one_way_direction, one_way_margin, layers, mask,
            flags, reserved, data
        }
        CaromLimb as "Limb" { a, b, radius }
        CaromSensorPair as "SensorPair" { sensor, body }
        CaromPair as "Pair" { a, b }
        CaromRigidMotions as "RigidMotions" { delta, pivot, axis, angle }
        CaromPart as "Part" { body, part }
        CaromMeshCrossing as "MeshCrossing" { triangles, ends }
        CaromMeshPenetration as "MeshPenetration" { translation, at_least, found }
        CaromInterval as "Interval" { from, to }
        CaromBarycentric as "Barycentric" { a, b, c }
        CaromCrossing as "Crossing" { t, point, normal }
        CaromRayInterval as "RayInterval" { touches, has_entry, has_exit, entry, exit }
        CaromPolygon as "Polygon" { points, ring_ends, ring_count }
        CaromSurfaceMaterial as "SurfaceMaterial" { body, part, max_slope, friction, velocity, tag, flags }
        CaromMoverSettings as "MoverSettings" {
            up, gravity, radius, max_slope, step_height, snap, skin, max_overhang, hover, max_depenetration, edge_guard,
            flags
        }
        CaromCharacter as "Character" {
            feet, height, velocity, base_velocity, step_credit, ground_normal, axis, reserved,
            on_ground, ground_part, ground_body
        }
        CaromIntent as "Intent" { velocity, jump, height, flags, rise, axis }
        CaromRootMotion as "RootMotion" { displacement, turn, flags }
        CaromReport as "Report" {
            why, limits, has_crease, crease, events, landed, left_ground, stepped, bumped_head,
            reserved
        }
        CaromCollision as "Collision" { normal, role, part, tag, body, point, velocity }
        CaromLocomotion as "Locomotion" {
            acceleration, friction, air_acceleration, coyote, buffer, grip, velocity, airborne, waiting_speed, waiting_age,
            jumped
        }
        CaromAirJumps as "AirJumps" { most, left }
        CaromDash as "Dash" { velocity, left }
        CaromPath as "Path" { points, count, speed, needed }
        CaromLadder as "Ladder" { bottom, top, exit, speed }
        CaromWater as "Water" { surface, float_depth, buoyancy, drag }
        CaromMantle as "Mantle" { lowest, highest, speed }
        CaromVault as "Vault" { lowest, highest, drop, speed }
        CaromWallJump as "WallJump" { away, rise }
        CaromAgent as "Agent" { state, body, report, mass, role }
        Carom2dPose as "Pose2d" { position, angle, scale }
        Carom2dShape as "Shape2d" { kind, radius, a, b, c, radius_b, angle, rounding, reserved, points, point_count }
        Carom2dContact as "Contact2d" { separation, point_a, point_b, normal, error_bound, part, reserved, body }
        Carom2dHit as "Hit2d" { t, point, normal, part, body, start, start_separation }
        Carom2dRigidMotion as "RigidMotion2d" { delta, pivot, angle }
        Carom2dManifoldPoint as "ManifoldPoint2d" { point_a, point_b, separation, feature_a, feature_b }
        Carom2dManifold as "Manifold2d" { count, unique, normal, points }
        Carom2dPartManifold as "PartManifold2d" { contact, manifold }
        Carom2dCrossing as "Crossing2d" { t, point, normal }
        Carom2dRayInterval as "RayInterval2d" { touches, has_entry, has_exit, entry, exit }
        CaromChainInfo as "ChainInfo" { segment_count, vertex_count, ring_count, min, max, flags, reserved }
        Carom2dQuery as "Query2d" { surface, except, origin, layers, mask, flags, reserved }
        Carom2dShapes as "Shapes2d" { kind, rounding, count, a, b, c, radius, radius_b, angle }
        Carom2dBody as "Body2d" {
            chain, shape, pose, velocity, spin, one_way_margin, surface_velocity, one_way_direction, layers, mask, flags, reserved,
            data
        }
        Carom2dMoverSettings as "MoverSettings2d" {
            up, gravity, radius, max_slope, step_height, snap, skin, max_overhang, hover, max_depenetration, edge_guard,
            flags
        }
        Carom2dCharacter as "Character2d" {
            feet, height, velocity, base_velocity, step_credit, ground_normal, axis, on_ground, ground_part, ground_body
        }
        Carom2dIntent as "Intent2d" { velocity, jump, height, flags, rise, axis }
        Carom2dReport as "Report2d" { why, limits, events, landed, left_ground, stepped, bumped_head }
        Carom2dCollision as "Collision2d" { normal, role, part, tag, reserved, body, point, velocity }
        Carom2dLocomotion as "Locomotion2d" {
            acceleration, friction, air_acceleration, coyote, buffer, grip, velocity, airborne, waiting_speed, waiting_age,
            jumped
        }
        CaromDVec2 as "DVec2" { x, y }
        CaromTableSpec as "TableSpec" {
            width, length, cushion_height, cushion_width, corner_mouth, corner_cut, corner_jaw_radius, corner_depth, corner_radius,
            side_mouth, side_cut, side_jaw_radius, side_depth, side_radius, has_pockets, reserved
        }
        CaromBallParameters as "BallParameters" {
            mass, radius, sliding_friction, rolling_friction, spinning_friction, ball_restitution, ball_friction, cushion_restitution,
            cushion_friction, gravity
        }
        CaromBallState as "BallState" { position, velocity, angular_velocity }
        CaromPoolBall as "PoolBall" { parameters, state, is_pocketed, reserved }
        CaromCue as "Cue" { mass, end_mass, miscue_offset }
        CaromModels as "Models" {
            friction_a, friction_b, friction_c, friction, ball, ball_steps, cushion, cushion_steps, slate, slate_restitution,
            slate_least_speed
        }
        CaromPoolSetup as "PoolSetup" { dimensions, cue, models, balls, ball_count }
        CaromPocket as "Pocket" { center, radius }
        CaromCushion as "Cushion" { a, b, normal, radius }
        CaromShot as "Shot" { speed, direction, elevation, right, above, ball, reserved }
        CaromShotInfo as "ShotInfo" { duration, status, event_count, ball_count, first_ball_hit }
        CaromShotEvent as "ShotEvent" { time, speed, after, other_after, kind, ball, other, from }
        CaromTracePoint as "TracePoint" { time, state, motion, reserved }
        CaromDoubles as "Doubles" { base, stride }
        CaromShots as "Shots" { count, speed, direction, elevation, right, above, ball }
        CaromBallEnd as "BallEnd" { position, pocket, is_pocketed }
        CaromAimedBall as "AimedBall" { distance, ghost, line, fullness, ball, reserved }
    }
}

/// The text, ended by a zero.
#[unsafe(no_mangle)]
pub extern "C" fn layout() -> *const u8 {
    Vec::leak((text() + "\0").into_bytes()).as_ptr()
}

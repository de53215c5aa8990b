//! Regions that are never reached tell what keeps the character out, and how much would be reached without it.

use crate::levels::{Builder, room};
use carom_survey::{Cause, CauseKind, Options, Survey, Unreached};
use glam::{Quat, Vec3, vec3};

/// The regions of at least a square meter that a search from (1, 0, 1) never reached, in a level that is also rotated.
fn unreached(builder: &Builder, jump: Option<f32>) -> Vec<Unreached> {
    let turn = Quat::from_rotation_y(0.3);
    let level = builder.placed(turn, Vec3::ZERO);
    let options = Options {
        jump,
        ..Options::default()
    };
    let survey = Survey::new(&level, options).unwrap();
    let flood = survey.flood(turn * vec3(1.0, 0.0, 1.0), |_| true).unwrap();
    let mut regions = survey.unreached(&flood);
    regions.retain(|region| region.area >= 1.0);
    regions
}

fn shown(regions: &[Unreached]) -> String {
    let lines = regions.iter().map(|region| {
        format!(
            "{} m² at {}: {:?}\n",
            region.area, region.position, region.cause
        )
    });
    lines.collect()
}

/// The only region, and its cause.
fn only(builder: &Builder) -> (Unreached, Cause) {
    let regions = unreached(builder, None);
    // The floor inside of the walls is too narrow to stand on.
    let [region] = &regions[..] else {
        panic!("{}", shown(&regions))
    };
    let cause = region
        .cause
        .unwrap_or_else(|| panic!("{}", shown(&regions)));
    (region.clone(), cause)
}

fn assert_near(value: f32, expected: f32, off: f32) {
    assert!((value - expected).abs() <= off, "{value}, not {expected}");
}

/// A room of 8 m × 4 m, of which a wall from x = 4 to 4.2 leaves an opening of this width and height.
fn parted(width: f32, height: f32) -> Builder {
    let mut builder = room([8, 4]);
    let [near, far] = [2.0 - 0.5 * width, 2.0 + 0.5 * width];
    builder
        .block(vec3(4.0, 0.0, 0.0), vec3(4.2, 3.0, near))
        .block(vec3(4.0, 0.0, far), vec3(4.2, 3.0, 4.0))
        .block(vec3(4.0, height, near), vec3(4.2, 3.0, far));
    builder
}

#[test]
fn stairs_that_are_too_high() {
    let mut builder = room([12, 4]);
    for step in 0..5 {
        let from = vec3(4.0 + 0.3 * step as f32, 0.0, 0.0);
        let to = if step == 4 { 12.0 } else { from.x + 0.3 };
        builder.block(from, vec3(to, 0.595 * (step + 1) as f32, 4.0));
    }
    // The floor inside the hollow platform.
    let regions = unreached(&builder, None);
    let top = regions.iter().find(|region| region.position.y > 2.0);
    let cause = top.unwrap().cause.unwrap();
    assert_eq!((cause.kind, cause.steps), (CauseKind::Step, 5));
    assert_near(cause.size, 0.595, 0.001);
    assert_eq!(cause.limit, 0.4);
    assert_eq!(cause.opens, top.unwrap().area);
    let inside = regions.iter().find(|region| region.position.y < 0.1);
    assert_eq!(inside.map(|region| region.cause), Some(None));
}

#[test]
fn a_ledge_and_what_is_behind_it() {
    let mut builder = room([12, 4]);
    builder.block(vec3(5.0, 0.0, 0.0), vec3(12.0, 1.5, 4.0));
    builder.block(vec3(8.0, 1.5, 0.0), vec3(12.0, 2.2, 4.0));
    let regions = unreached(&builder, None);
    let above: Vec<_> = regions.iter().filter(|r| r.position.y > 1.0).collect();
    assert_eq!(above.len(), 2, "{}", shown(&regions));
    let both: f64 = above.iter().map(|region| region.area).sum();
    for region in above {
        let cause = region.cause.unwrap();
        assert_eq!((cause.kind, cause.steps), (CauseKind::Step, 1));
        assert_near(cause.size, 1.5, 0.001);
        assert_eq!(cause.opens, both);
    }
    // Over a jump of 1.3 m only the second step is left to climb.
    let regions = unreached(&builder, Some(5.5));
    let above: Vec<_> = regions.iter().filter(|r| r.position.y > 1.0).collect();
    assert!(above.is_empty(), "{}", shown(&regions));
}

#[test]
fn a_narrow_door() {
    for width in [0.3, 0.5, 0.58] {
        let (region, cause) = only(&parted(width, 2.5));
        assert_eq!(cause.kind, CauseKind::Opening, "{width}");
        assert_near(cause.size, width, 0.005);
        assert_near(cause.limit, 0.62, 0.01);
        assert_eq!(cause.opens, region.area);
    }
}

#[test]
fn a_low_door() {
    for height in [1.4, 1.6, 1.75] {
        let (_, cause) = only(&parted(1.2, height));
        assert_eq!(cause.kind, CauseKind::Ceiling, "{height}");
        assert_near(cause.size, height, 0.005);
        assert_eq!(cause.limit, 1.8);
    }
}

#[test]
fn a_steep_ramp() {
    let mut builder = room([12, 4]);
    let high = 2.0 * 50_f32.to_radians().tan();
    builder.slope(vec3(4.0, 0.0, 0.0), vec3(2.0, high, 4.0));
    builder.block(vec3(6.0, 0.0, 0.0), vec3(12.0, high, 4.0));
    let regions = unreached(&builder, None);
    let top = regions.iter().find(|region| region.position.y > 1.0);
    let cause = top.unwrap().cause.unwrap();
    assert_eq!(cause.kind, CauseKind::Slope);
    assert_near(cause.size, 50.0, 0.01);
    assert_near(cause.limit, 45.0, 0.01);
}

#[test]
fn a_closed_room_and_a_high_roof_have_none() {
    let mut builder = room([8, 4]);
    builder.block(vec3(4.0, 0.0, 0.0), vec3(4.2, 3.0, 4.0));
    builder.block(vec3(1.5, 0.0, 2.0), vec3(3.0, 2.2, 3.5));
    let regions = unreached(&builder, None);
    assert!(regions.len() >= 2, "{}", shown(&regions));
    for region in regions {
        assert_eq!(region.cause, None);
    }
}

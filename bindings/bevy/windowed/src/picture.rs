//! The picture of the plugin's README: a moment of the example `third_person`, in the file that is named.

use bevy::input::InputSystems;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy::time::TimeUpdateStrategy;
use std::time::Duration;

#[allow(dead_code, reason = "its main function")]
#[path = "../../examples/third_person.rs"]
mod third_person;

/// Frames at 60 a second: the start of the walk, the moment that is drawn, and the time for the renderer to load shaders.
const START: u32 = 310;
const MOMENT: u32 = 414;
const LOADED: u32 = MOMENT + 10;

/// The direction of the view while the hero walks up the stairs, and in the picture.
const AHEAD: f32 = -1.57;
const SIDE: f32 = -1.0;

fn main() {
    third_person::app()
        .add_systems(PreUpdate, play.after(InputSystems))
        .run();
}

fn play(
    mut commands: Commands,
    mut keys: ResMut<ButtonInput<KeyCode>>,
    mut camera: Single<&mut Camera>,
    mut frame: Local<u32>,
) {
    *frame += 1;
    if *frame == START {
        keys.press(KeyCode::KeyW);
    }
    // Then the time stops.
    let (view, pace) = if *frame < MOMENT {
        (AHEAD, 1.0)
    } else {
        (SIDE, 0.0)
    };
    let pace = Duration::from_secs_f64(pace / 60.0);
    commands.insert_resource(third_person::View(view));
    commands.insert_resource(TimeUpdateStrategy::ManualDuration(pace));
    camera.is_active = *frame >= MOMENT;
    if *frame == LOADED {
        let file = std::env::args().nth(1).unwrap_or("picture.png".into());
        commands
            .spawn(Screenshot::primary_window())
            .observe(save_to_disk(file))
            .observe(
                |_: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
                    exit.write(AppExit::Success);
                },
            );
    }
}

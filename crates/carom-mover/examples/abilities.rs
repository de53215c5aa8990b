//! Recipes on the public stages of the mover: double jump, variable jump height, dash, glide, wall jump, mantle, vault, ladder,
//! swimming. This program does each of them once and prints how high and how far it goes:
//! `cargo run -p carom-mover --example abilities --features abilities`.
//!
//! The tests of the mover (`tests/it/abilities.rs`) do the same at 30 to 1,000 ticks a second.

use carom::glam::{Vec3, vec3};
use carom::mover::abilities::{
    AirJumps, Dash, Glide, Ladder, Mantle, Path, Vault, WallJump, Water, cut_jump,
};
use carom::mover::{CharacterState, Intent, Locomotion, LocomotionSettings, Mover, MoverSettings};
use carom::{Collider, World};

const DT: f32 = 1.0 / 60.0;

/// A character in a room: a wall at x = 2, a block 1.2 m high at x = -2, and a low wall at z = -2.
struct Stage {
    world: World<Vec3>,
    mover: Mover<Vec3>,
    body: CharacterState<Vec3>,
    highest: f32,
}

impl Stage {
    fn new(feet: Vec3) -> Result<Self, Box<dyn std::error::Error>> {
        let mut world = World::new();
        let mut add = |center: Vec3, half: Vec3| {
            let axes = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z];
            world.insert(Collider::cuboid(center, axes))
        };
        add(vec3(0., -1., 0.), vec3(50., 1., 50.))?;
        add(vec3(2.5, 5., 0.), vec3(0.5, 5., 50.))?;
        add(vec3(-3., 0.6, 0.), vec3(1., 0.6, 1.))?;
        add(vec3(0., 0.5, -2.), vec3(1., 0.5, 0.1))?;
        Ok(Self {
            world,
            mover: Mover::new(MoverSettings::default())?,
            body: CharacterState::at(feet, 1.8),
            highest: 0.0,
        })
    }

    fn step(&mut self, intent: &Intent<Vec3>) {
        self.mover.step(&self.world, &mut self.body, intent, DT);
        self.highest = self.highest.max(self.body.feet.y);
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let stage = || Stage::new(vec3(0., 0.01, 0.));
    double_jump(stage()?);
    short_jump(stage()?);
    dash(stage()?);
    glide(Stage::new(vec3(-8., 6., 0.))?);
    wall_jump(stage()?);
    mantle(Stage::new(vec3(-1.5, 0.01, 0.))?);
    vault(Stage::new(vec3(0., 0.01, -1.5))?);
    climb(Stage::new(vec3(1.5, 2., 0.))?);
    swim(Stage::new(vec3(1., 0.01, 0.))?);
    Ok(())
}

fn jump(speed: Option<f32>) -> Intent<Vec3> {
    Intent {
        jump: speed,
        air_jump: true,
        ..Intent::walk(Vec3::ZERO)
    }
}

fn double_jump(mut stage: Stage) {
    let mut jumps = AirJumps::new(1);
    for tick in 0..120 {
        let counts = jumps.allows(&stage.body, tick == 1 || tick == 20);
        stage.step(&jump(counts.then_some(4.)));
    }
    println!("double jump: {:.2} m high", stage.highest);
}

fn short_jump(mut stage: Stage) {
    for tick in 0..120 {
        if tick == 6 {
            cut_jump(&mut stage.body, 1., Vec3::Y);
        }
        stage.step(&jump((tick == 1).then_some(4.)));
    }
    println!("short jump: {:.2} m high", stage.highest);
}

fn dash(mut stage: Stage) {
    let mut dash = Dash::new(vec3(0., 0., 3.), 0.25);
    while let Some(intent) = dash.intent(DT) {
        stage.step(&intent);
    }
    println!("dash: {:.2} m far", stage.body.feet.z);
}

fn glide(mut stage: Stage) {
    let settings = *stage.mover.settings();
    let glide = Glide { speed: 1.5 };
    let mut ticks = 0;
    while stage.body.ground.is_none() {
        let mut intent = Intent::walk(Vec3::NEG_X);
        let rise = glide.before(&settings, &stage.body, &mut intent, DT);
        stage.step(&intent);
        glide.after(&settings, &mut stage.body, rise);
        ticks += 1;
    }
    println!("glide: {:.1} s from 6 m", f64::from(ticks) / 60.);
}

fn wall_jump(mut stage: Stage) {
    let mut locomotion = Locomotion::new(LocomotionSettings::default());
    let off = WallJump { away: 4., rise: 5. };
    for tick in 0..120 {
        if tick == 50 {
            let settings = *stage.mover.settings();
            let Stage { world, body, .. } = &mut stage;
            off.jump(&world.query(), &settings, body, &mut locomotion);
        }
        let wanted = if tick < 50 { Vec3::X * 4. } else { Vec3::ZERO };
        let jump = (tick == 25).then_some(4.5);
        let intent = locomotion.intent(&stage.body, wanted, jump, Vec3::Y, DT);
        stage.step(&intent);
        locomotion.adopt(&stage.body, &intent, Vec3::Y);
    }
    println!("wall jump: {:.2} m high", stage.highest);
}

/// Follows a path to its end.
fn follow(stage: &mut Stage, mut path: Path<Vec3>) -> u32 {
    let mut ticks = 1;
    let Stage {
        world, mover, body, ..
    } = stage;
    while path.step(mover, world, body, DT).is_none() {
        ticks += 1;
    }
    ticks
}

fn mantle(mut stage: Stage) {
    let mantle = Mantle {
        heights: [0.5, 1.5],
        speed: 2.,
    };
    let (query, settings) = (stage.world.query(), *stage.mover.settings());
    let found = mantle.path(&query, &settings, &stage.body, Vec3::NEG_X);
    let ticks = found.map(|path| follow(&mut stage, path));
    println!("mantle: {ticks:?} ticks to {:.2}", stage.body.feet);
}

fn vault(mut stage: Stage) {
    let vault = Vault {
        heights: [0.5, 1.2],
        drop: 1.,
        speed: 3.,
    };
    let (query, settings) = (stage.world.query(), *stage.mover.settings());
    let found = vault.path(&query, &settings, &stage.body, Vec3::Z * -1.5);
    let ticks = found.map(|path| follow(&mut stage, path));
    println!("vault: {ticks:?} ticks to {:.2}", stage.body.feet);
}

fn climb(mut stage: Stage) {
    let ladder = Ladder {
        bottom: vec3(1.65, 0.01, 0.),
        top: vec3(1.65, 10.02, 0.),
        exit: vec3(2.5, 10.02, 0.),
        speed: 3.,
    };
    if ladder.is_near(stage.body.feet, 0.3) {
        let (down, up) = (ladder.down(stage.body.feet), ladder.up(ladder.bottom));
        let ticks = follow(&mut stage, down) + follow(&mut stage, up);
        println!("ladder: {ticks} ticks to {:.2}", stage.body.feet);
    }
}

/// In water a meter deep, and out of it on to the block.
fn swim(mut stage: Stage) {
    let water = Water {
        surface: 1.,
        float: 0.9,
        buoyancy: 0.5,
        drag: 2.,
    };
    for tick in 0..600 {
        let (query, settings) = (stage.world.query(), *stage.mover.settings());
        let ahead = Vec3::NEG_X * 0.9;
        if let Some(path) = water.exit(&query, &settings, &stage.body, ahead, [0.6, 2.]) {
            let ticks = tick + follow(&mut stage, path);
            println!("swimming: {ticks} ticks to {:.2}", stage.body.feet);
            return;
        }
        let Some((intent, swum)) = water.before(&stage.body, Vec3::NEG_X, Vec3::Y, DT) else {
            return;
        };
        stage.step(&intent);
        water.after(&mut stage.body, &intent, &swum, None);
    }
}

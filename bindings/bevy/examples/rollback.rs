//! Two peers predict each other's input, lose packets and roll back; their states are the same to the bit.
//!
//! Each peer is an app of its own. The plugin's tick runs in a schedule that the peer runs: once for each tick, and again
//! for the ticks that turn out to have had another input.

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy_carom::prelude::*;
use std::time::Duration;

const TICKS: usize = 600;
const HZ: f64 = 60.;

/// A tick of the game.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct GameTick;

/// The number of the tick.
#[derive(Resource, Clone, Copy)]
struct Now(usize);

/// The player with this number moves it.
#[derive(Component)]
struct Player(usize);

/// What a player presses in a tick.
#[derive(Clone, Copy, Default, PartialEq)]
struct Input {
    right: i8,
    ahead: i8,
    jump: bool,
}

/// The inputs of both players, as far as this peer knows them.
#[derive(Resource)]
struct Inputs([Vec<Option<Input>>; 2]);

impl Inputs {
    /// The input of a tick; where it is not known, the last one that is.
    fn guess(&self, player: usize, tick: usize) -> Input {
        let known = self.0[player][..=tick].iter().rev().flatten().next();
        let guess = known.copied().unwrap_or_default();
        let jump = guess.jump && self.0[player][tick].is_some();
        Input { jump, ..guess }
    }
}

/// The components that the next tick depends on.
type Saved = (
    Vec<(Entity, CharacterState, Transform, Wish)>,
    Vec<(Entity, PlatformState, Transform)>,
);

struct Peer {
    app: App,
    saved: Vec<Saved>,
    rolled_back: usize,
}

impl Peer {
    fn new() -> Self {
        let mut app = App::new();
        app.add_plugins(CaromPlugin::new(GameTick))
            .insert_resource(Now(0))
            .insert_resource(Inputs([vec![None; TICKS], vec![None; TICKS]]))
            .insert_resource(Time::<()>::default())
            .add_systems(GameTick, (wish, lift).before(CaromSystems::Prepare));
        let world = app.world_mut();
        world.spawn((
            Collider::cuboid(60., 1., 60.),
            Transform::from_xyz(0., -0.5, 0.),
        ));
        world.spawn((
            Collider::cuboid(4., 0.3, 4.),
            Platform,
            Transform::default(),
        ));
        for player in 0..2_u8 {
            let place = Transform::from_xyz(f32::from(player) * 3. - 1.5, 0., 3.);
            let hero = (
                CharacterMover::default(),
                Locomotion::default(),
                Player(player.into()),
            );
            world.spawn((hero, place));
        }
        Self {
            app,
            saved: Vec::new(),
            rolled_back: 0,
        }
    }

    /// Runs the tick with this number.
    fn tick(&mut self, number: usize) {
        let world = self.app.world_mut();
        world.insert_resource(Now(number));
        world
            .resource_mut::<Time>()
            .advance_by(Duration::from_secs_f64(1. / HZ));
        let saved = save(world);
        self.saved.truncate(number);
        self.saved.push(saved);
        world.run_schedule(GameTick);
    }

    /// Takes an input that has arrived; if the peer has guessed otherwise, it runs the ticks since then again.
    fn receive(&mut self, player: usize, tick: usize, input: Input) {
        let now = self.saved.len();
        let mut inputs = self.app.world_mut().resource_mut::<Inputs>();
        let is_guessed = tick >= now || inputs.guess(player, tick) == input;
        inputs.0[player][tick] = Some(input);
        if !is_guessed {
            let saved = self.saved[tick].clone();
            restore(self.app.world_mut(), &saved);
            (tick..now).for_each(|again| self.tick(again));
            self.rolled_back += now - tick;
        }
    }
}

fn wish(inputs: Res<Inputs>, now: Res<Now>, mut players: Query<(&Player, &mut Wish)>) {
    for (player, mut wish) in &mut players {
        let input = inputs.guess(player.0, now.0);
        wish.velocity = 4. * Vec3::new(input.right.into(), 0., input.ahead.into());
        if input.jump {
            wish.jump(5.);
        }
    }
}

fn lift(mut lift: Single<&mut Transform, With<Platform>>, now: Res<Now>) {
    lift.translation.y = 1. - (now.0 as f32 / HZ as f32).cos();
}

fn save(world: &mut World) -> Saved {
    let mut characters = world.query::<(Entity, &CharacterState, &Transform, &Wish)>();
    let mut platforms =
        world.query_filtered::<(Entity, &PlatformState, &Transform), With<Platform>>();
    (
        characters
            .iter(world)
            .map(|(e, state, at, wish)| (e, *state, *at, *wish))
            .collect(),
        platforms
            .iter(world)
            .map(|(e, state, at)| (e, *state, *at))
            .collect(),
    )
}

fn restore(world: &mut World, saved: &Saved) {
    for (entity, state, at, wish) in &saved.0 {
        world.entity_mut(*entity).insert((*state, *at, *wish));
    }
    for (entity, state, at) in &saved.1 {
        world.entity_mut(*entity).insert((*state, *at));
    }
}

/// Random numbers of a fixed seed (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

fn main() {
    let mut random = Random(0x5eed);
    let mut peers = [Peer::new(), Peer::new()];
    // Packets on their way: when they arrive, to whom, the tick and its input.
    let mut packets: Vec<(usize, usize, usize, Input)> = Vec::new();
    let mut held = [Input::default(); 2];
    for tick in 0..TICKS {
        for player in 0..2 {
            if random.below(6) == 0 {
                let mut side = || random.below(3) as i8 - 1;
                held[player] = Input {
                    right: side(),
                    ahead: side(),
                    jump: false,
                };
            }
            let input = Input {
                jump: random.below(40) == 0,
                ..held[player]
            };
            peers[player].receive(player, tick, input);
            // One packet in five is lost, and sent again 6 ticks later.
            let mut arrival = tick + 2 + random.below(5) as usize;
            while random.below(5) == 0 {
                arrival += 6;
            }
            packets.push((arrival, 1 - player, tick, input));
        }
        for (_, peer, sent, input) in packets.extract_if(.., |packet| packet.0 <= tick) {
            peers[peer].receive(1 - peer, sent, input);
        }
        peers.iter_mut().for_each(|peer| peer.tick(tick));
    }
    for (_, peer, sent, input) in packets {
        peers[peer].receive(1 - peer, sent, input);
    }
    let [one, two] = peers.each_mut().map(|peer| save(peer.app.world_mut()));
    let ticks = peers.each_ref().map(|peer| peer.rolled_back);
    println!("{TICKS} ticks; rolled back and run again: {ticks:?}");
    assert!(
        ticks[0] > TICKS / 2 && ticks[1] > TICKS / 2,
        "they have to guess"
    );
    assert_eq!(one, two, "the peers differ");
    for (_, state, ..) in &one.0 {
        println!(
            "feet {:?}, bits {:x?}",
            state.feet,
            state.feet.to_array().map(f32::to_bits)
        );
    }
    println!("both peers have the same bits");
}

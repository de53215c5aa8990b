//! States and inputs over a network: bytes there and back, ticks made again to the bit, a client that predicts.

#[path = "../../examples/netcode/game.rs"]
mod game;
#[path = "../../examples/netcode/line.rs"]
mod line;
#[path = "../../examples/netcode/peers.rs"]
mod peers;

use crate::courses::random::Random;
use carom::glam::{DVec3, Vec2, Vec3, vec3};
use carom::mover::{
    CharacterState, Ground, Intent, Locomotion, LocomotionSettings, WireError, WireFault,
};
use carom::{BodyId, PartId, Scalar, Vector};
use game::{Game, Player};
use line::Line;
use peers::{Client, Server};

/// What the player does in a tick: turns, jumps, and a ride on the lift at times.
fn input(tick: u32) -> Intent<Vec3> {
    let (sin, cos) = (0.01 * tick as f32).sin_cos();
    Intent {
        jump: tick.is_multiple_of(97).then_some(4.5),
        ..Intent::walk(vec3(4. * cos, 0., 4. * sin))
    }
}

fn bytes_of(player: &Player) -> Vec<u8> {
    let mut bytes = Vec::new();
    player.body.write_to(&mut bytes);
    player.locomotion.write_to(&mut bytes);
    bytes
}

fn player_of(mut bytes: &[u8]) -> Player {
    let body = CharacterState::read_from(&mut bytes).unwrap();
    let locomotion = Locomotion::read_from(LocomotionSettings::default(), &mut bytes).unwrap();
    assert!(bytes.is_empty());
    Player { body, locomotion }
}

#[test]
fn six_hundred_ticks_made_again_are_equal_to_the_bit() {
    let (mut game, mut player) = (Game::new(), Player::new());
    let mut stored = vec![bytes_of(&player)];
    let (mut rode, mut stepped) = (0, 0.0_f32);
    for tick in 1..=600 {
        game.step(tick, &mut player, &input(tick));
        rode += u32::from(player.body.base_velocity != Vec3::ZERO);
        stepped = stepped.max(player.body.feet.y);
        stored.push(bytes_of(&player));
    }
    // Otherwise little was tested.
    assert!(rode > 10 && stepped > 0.3, "{rode} {stepped}");
    // From the start and from places on the way, in the same game, with all that it has in memory.
    for from in [0, 1, 37, 250, 480, 599] {
        let mut again = player_of(&stored[from as usize]);
        for tick in from + 1..=600 {
            game.step(tick, &mut again, &input(tick));
            assert_eq!(
                bytes_of(&again),
                stored[tick as usize],
                "from {from}, tick {tick}"
            );
            assert_eq!(again.hash(), player_of(&stored[tick as usize]).hash());
        }
    }
}

/// Runs a client and a server for `ticks` ticks and then without losses; returns the client, the server.
fn session(ticks: u32, loss: f64, blows: bool) -> (Client, Server) {
    const BEHIND: u32 = 12;
    let (mut client, mut server) = (Client::new(), Server::new());
    let (mut up, mut down) = (Line::new(1, loss, 3..10), Line::new(2, loss, 3..10));
    for tick in 1..=ticks {
        let input = if tick + 60 < ticks {
            input(tick)
        } else {
            Intent::walk(Vec3::ZERO)
        };
        up.send(tick, client.tick(input));
        while let Some(packet) = up.receive(tick) {
            server.receive(&packet).unwrap();
        }
        if tick > BEHIND {
            let packet = server.tick(|player| {
                if blows && tick.is_multiple_of(150) {
                    let away = vec3(0., 3., -6.);
                    player
                        .locomotion
                        .knock_back(&mut player.body, away, Vec3::Y);
                }
            });
            down.send(tick, packet);
        }
        while let Some(packet) = down.receive(tick) {
            client.receive(&packet).unwrap();
        }
    }
    // All that is under way arrives.
    while let Some(packet) = up.receive(u32::MAX) {
        server.receive(&packet).unwrap();
    }
    for _ in 0..BEHIND {
        let packet = server.tick(|_| {});
        client.receive(&packet).unwrap();
    }
    (client, server)
}

#[test]
fn without_losses_a_prediction_is_never_wrong() {
    let (client, server) = session(900, 0., false);
    assert_eq!(
        (client.corrections, client.replayed, server.late),
        (0, 0, 0)
    );
    assert_eq!(client.player().hash(), server.player.hash());
    assert_eq!(*client.player(), server.player);
}

#[test]
fn a_client_agrees_with_the_server_after_losses_and_blows() {
    for loss in [0., 0.2, 0.7] {
        let (client, server) = session(1200, loss, true);
        assert_eq!(client.player().hash(), server.player.hash(), "{loss}");
        assert_eq!(*client.player(), server.player, "{loss}");
        // Seven blows at least; where most packets are lost, inputs are late too.
        assert!(
            client.corrections >= 7 && client.replayed >= 7,
            "{loss} {}",
            client.corrections
        );
        assert_eq!(server.late > 0, loss > 0.5, "{loss}: {}", server.late);
    }
}

fn number<S: Scalar>(random: &mut Random) -> S {
    match random.below(4) {
        0 => S::ZERO,
        1 => -S::ZERO,
        _ => S::from_f64(random.between(-1e3, 1e3)),
    }
}

fn vector<V: Vector>(random: &mut Random) -> V {
    if random.chance(0.3) {
        return V::ZERO;
    }
    let mut part = || number::<V::Scalar>(random).to_f64();
    V::from_f64([part(), part(), if V::DIM == 3 { part() } else { 0. }])
}

fn state<V: Vector>(random: &mut Random) -> CharacterState<V> {
    let ground = random.chance(0.5).then(|| Ground {
        normal: direction(random),
        part: PartId {
            body: BodyId::from_bits(random.next()),
            index: random.next() as u32,
        },
    });
    CharacterState {
        feet: vector(random),
        height: number::<V::Scalar>(random).abs(),
        velocity: vector(random),
        base_velocity: vector(random),
        step_credit: number::<V::Scalar>(random).abs(),
        ground,
        axis: random.chance(0.5).then(|| direction(random)),
    }
}

fn direction<V: Vector>(random: &mut Random) -> V {
    let v: V = vector(random);
    v.try_normalize().unwrap_or(V::from_f64([0.6, 0.8, 0.0]))
}

fn intent<V: Vector>(random: &mut Random) -> Intent<V> {
    Intent {
        velocity: vector(random),
        jump: random.chance(0.5).then(|| number(random)),
        air_jump: random.chance(0.5),
        height: random.chance(0.5).then(|| number(random)),
        fly: random.chance(0.5),
        rise: random.chance(0.5).then(|| number(random)),
        axis: random.chance(0.5).then(|| vector(random)),
    }
}

fn locomotion<V: Vector>(random: &mut Random) -> Locomotion<V> {
    Locomotion {
        settings: LocomotionSettings::default(),
        velocity: vector(random),
        airborne: number::<V::Scalar>(random).abs(),
        waiting: random
            .chance(0.5)
            .then(|| (number(random), number::<V::Scalar>(random).abs())),
        jumped: random.chance(0.5),
        grip: if random.chance(0.5) {
            V::Scalar::ONE
        } else {
            number::<V::Scalar>(random).abs()
        },
    }
}

/// Reads what was written, and everything shorter; writing it again gives the same bytes, and debug prints the same
/// numbers with their signs.
fn comes_back<T: core::fmt::Debug>(
    value: &T,
    write: impl Fn(&T, &mut Vec<u8>),
    read: impl Fn(&mut &[u8]) -> Result<T, WireError>,
) {
    let mut bytes = Vec::new();
    write(value, &mut bytes);
    let length = bytes.len();
    bytes.extend_from_slice(b"more");
    let mut rest = &bytes[..];
    let again = read(&mut rest).unwrap();
    assert_eq!(rest, b"more");
    assert_eq!(format!("{again:?}"), format!("{value:?}"));
    let mut same = Vec::new();
    write(&again, &mut same);
    assert_eq!(same, bytes[..length]);
    for end in 0..length {
        let mut short = &bytes[..end];
        let error = read(&mut short).unwrap_err();
        assert_eq!(
            (error.fault, short.len()),
            (WireFault::Truncated, end),
            "{value:?}"
        );
        assert!(error.at <= end && !error.field.is_empty(), "{error}");
    }
}

fn all_come_back<V: Vector + core::fmt::Debug>(random: &mut Random) {
    for _ in 0..200 {
        comes_back(
            &state::<V>(random),
            |s, b| s.write_to(b),
            CharacterState::read_from,
        );
        comes_back(
            &intent::<V>(random),
            |i, b| i.write_to(b),
            Intent::read_from,
        );
        let read = |bytes: &mut &[u8]| Locomotion::read_from(LocomotionSettings::default(), bytes);
        comes_back(&locomotion::<V>(random), |l, b| l.write_to(b), read);
    }
}

#[test]
fn states_intents_and_locomotion_come_back_to_the_bit() {
    let mut random = Random::new(5);
    all_come_back::<Vec2>(&mut random);
    all_come_back::<Vec3>(&mut random);
    all_come_back::<DVec3>(&mut random);
}

#[test]
fn foreign_bytes_are_errors_that_name_the_place() {
    let mut bytes = Vec::new();
    let walk = Intent::walk(vec3(1., 2., 3.));
    walk.write_to(&mut bytes);
    // The format of version 1 stays as it is.
    assert_eq!(
        bytes,
        [b'I', 0x12, 1, 0, 0, 128, 63, 0, 0, 0, 64, 0, 0, 64, 64]
    );
    let with = |at: usize, byte: u8| {
        let mut changed = bytes.clone();
        changed[at] = byte;
        Intent::<Vec3>::read_from(&mut &changed[..]).unwrap_err()
    };
    let found = |error: WireError| (error.field, error.at, error.fault);
    assert_eq!(found(with(0, b'S')), ("header", 0, WireFault::Kind));
    assert_eq!(found(with(1, 0x22)), ("header", 1, WireFault::Version));
    assert_eq!(found(with(1, 0x13)), ("header", 1, WireFault::Vector));
    assert_eq!(found(with(2, 0x81)), ("header", 2, WireFault::Unknown));
    assert_eq!(found(with(2, 3)), ("jump", 15, WireFault::Truncated));
    let mut infinite = bytes.clone();
    infinite[7..11].copy_from_slice(&f32::INFINITY.to_le_bytes());
    let error = Intent::<Vec3>::read_from(&mut &infinite[..]).unwrap_err();
    assert_eq!(found(error), ("velocity", 3, WireFault::NotFinite));
    assert_eq!(
        error.to_string(),
        "velocity at byte 3: a number is infinite or NaN"
    );

    // Numbers out of their ranges.
    let standing = CharacterState {
        axis: Some(Vec3::X),
        ground: Some(Ground {
            normal: Vec3::Y,
            part: PartId::default(),
        }),
        step_credit: 0.5,
        ..CharacterState::at(Vec3::ZERO, 1.8)
    };
    let refused = |state: CharacterState<Vec3>| {
        let mut bytes = Vec::new();
        state.write_to(&mut bytes);
        let error = CharacterState::<Vec3>::read_from(&mut &bytes[..]).unwrap_err();
        assert_eq!(error.fault, WireFault::Range);
        (error.field, error.at)
    };
    let long = Some(Vec3::X * 1000.0);
    assert_eq!(
        refused(CharacterState {
            axis: long,
            ..standing
        }),
        ("axis", 47)
    );
    assert_eq!(
        refused(CharacterState {
            height: -1.0,
            ..standing
        }),
        ("height", 15)
    );
    assert_eq!(
        refused(CharacterState {
            step_credit: -1.0,
            ..standing
        }),
        ("step_credit", 19)
    );
    let ground = standing.ground.map(|ground| Ground {
        normal: Vec3::ZERO,
        ..ground
    });
    assert_eq!(
        refused(CharacterState { ground, ..standing }),
        ("ground.normal", 23)
    );
    let settings = LocomotionSettings::default();
    let slippery = Locomotion::<Vec3> {
        grip: -5.0,
        ..Locomotion::new(settings)
    };
    let mut bytes = Vec::new();
    slippery.write_to(&mut bytes);
    let error = Locomotion::<Vec3>::read_from(settings, &mut &bytes[..]).unwrap_err();
    assert_eq!((error.field, error.fault), ("grip", WireFault::Range));

    // Noise is never accepted as a number that is not finite, and never panics.
    let mut random = Random::new(9);
    let mut read = 0;
    for _ in 0..20_000 {
        let mut noise: Vec<u8> = (0..random.below(90)).map(|_| random.next() as u8).collect();
        if let [kind, version, flags, ..] = &mut noise[..] {
            (*kind, *version, *flags) = (b'S', 0x12, *flags & 31);
        }
        if let Ok(state) = CharacterState::<Vec3>::read_from(&mut &noise[..]) {
            read += 1;
            assert!(state.feet.is_finite() && state.velocity.is_finite());
            assert!(state.height >= 0.0 && state.step_credit >= 0.0, "{state:?}");
            let directions = [state.axis, state.ground.map(|ground| ground.normal)];
            for direction in directions.into_iter().flatten() {
                assert!((direction.length() - 1.0).abs() < 2e-3, "{state:?}");
            }
        }
    }
    assert!(read > 1000, "{read}");
}

#[test]
fn every_bit_of_a_state_is_in_its_hash() {
    let mut random = Random::new(3);
    for _ in 0..500 {
        let state: CharacterState<Vec3> = state(&mut random);
        let hash = state.hash_bits(7);
        assert_ne!(hash, state.hash_bits(8));
        let flipped = |x: f32| f32::from_bits(x.to_bits() ^ (1 << (random.0 % 23)));
        let others = [
            CharacterState {
                feet: state.feet.with_x(flipped(state.feet.x)),
                ..state
            },
            CharacterState {
                height: flipped(state.height),
                ..state
            },
            CharacterState {
                velocity: state.velocity.with_z(flipped(state.velocity.z)),
                ..state
            },
            CharacterState {
                base_velocity: state.base_velocity.with_y(flipped(state.base_velocity.y)),
                ..state
            },
            CharacterState {
                step_credit: -state.step_credit,
                ..state
            },
            CharacterState {
                ground: state.ground.map_or_else(
                    || {
                        Some(Ground {
                            normal: Vec3::Y,
                            part: PartId::default(),
                        })
                    },
                    |ground| {
                        let index = ground.part.index ^ 1;
                        Some(Ground {
                            part: PartId {
                                index,
                                ..ground.part
                            },
                            ..ground
                        })
                    },
                ),
                ..state
            },
            CharacterState {
                axis: match state.axis {
                    Some(axis) => Some(axis.with_y(flipped(axis.y))),
                    None => Some(Vec3::X),
                },
                ..state
            },
        ];
        for other in others {
            assert_ne!(other.hash_bits(7), hash, "{state:?} {other:?}");
        }
    }
}

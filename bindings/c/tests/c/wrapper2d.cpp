// The C++ wrapper of 2D: every class and what each member returns.
#include "carom2d.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(holds)                                                                                                   \
    do {                                                                                                               \
        if (!(holds)) {                                                                                                \
            std::fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #holds);                             \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)

namespace d2 = carom::d2;

static void shapes() {
    Carom2dShape ball = carom2d_ball({1, 5}, 1), slab = carom2d_box({-9, -1}, {9, 0}), box = carom2d_box({1, 0}, {2, 1});
    CHECK(d2::closest(ball, slab, 9)->separation == 4 && !d2::closest(ball, slab, 3) && !d2::overlap(ball, slab));
    CHECK(d2::overlap(box, slab) && d2::manifold(box, slab, 0)->count == 2 && !d2::manifold(ball, slab, 1));
    CHECK(std::fabs(d2::sweep(ball, {0, -8}, slab)->t - 0.5f) < 1e-4f && !d2::sweep(ball, {0, 8}, slab));
    CHECK(std::fabs(d2::sweep_rigid(ball, {{0, -8}, {}, 0}, slab, {})->t - 0.5f) < 1e-4f);
    CHECK(std::fabs(d2::ray_interval({1, 10}, {0, -10}, ball)->exit.t - 0.6f) < 1e-4f && !d2::ray_interval({9, 9}, {0, -8}, ball));
}

static void chains() {
    d2::Chain floor({{-9, 0}, {0, 0}, {9, 0}});
    d2::Query query = floor.query();
    Carom2dShape ball = carom2d_ball({1, 5}, 1), low = carom2d_ball({1, 1}, 1);
    CHECK(floor.info().segment_count == 2 && floor.segment(1).b.x == 9);
    CHECK(query.closest(ball, 9)->separation == 4 && !query.closest(ball, 1) && query.overlap(low) && !query.overlap(ball));
    CHECK(std::fabs(query.sweep(ball, {0, -8})->t - 0.5f) < 1e-4f && !query.sweep(ball, {0, 8}));
    CHECK(query.sweep_any(ball, {0, -8}) && !query.sweep_any(ball, {0, 8}) && query.sweep_all(ball, {0, -8}).size() == 1);
    CHECK(query.ray({1, 5}, {0, -10})->part == 1 && query.ray_any({1, 5}, {0, -10}) && !query.ray_any({1, 5}, {0, 10}));
    CHECK(std::fabs(query.sweep_rigid(ball, {{0, -8}, {1, 5}, 1})->t - 0.5f) < 1e-3f);
    CHECK(query.contacts(low, 0).size() == 1 && query.flags(CAROM_INTERNAL_EDGES).contacts(low, 1).size() == 2);
    CHECK(query.flags(CAROM_INTERNAL_EDGES).closest_n(low, 5, 99).size() == 2 && query.manifolds(low, 0)[0].manifold.count == 1);
    const float rows[] = {1, 5, 1, 0}, down[] = {0, -10};
    Carom2dShapes points{};
    points.kind = CAROM_POINT;
    points.count = 2;
    points.a = {rows, 8};
    CHECK(query.closest_batch(points, 9)[0].separation == 5 && query.overlap_batch(points) == (std::vector<std::uint8_t>{0, 1}));
    CHECK(query.sweep_batch(points, {down, 0})[0].t == query.ray_batch(points.a, {down, 0}, 2)[0].t);
    d2::Chain frame = d2::Chain::of_rings({{{-6, -6}, {6, -6}, {6, 6}, {-6, 6}}, {{-2, 2}, {2, 2}, {2, -2}, {-2, -2}}}, CAROM_SOLID);
    CHECK(frame.info().ring_count == 2 && frame.contains({3, 0}) && !frame.contains({0, 0}) && frame.signed_distance({0, 0}) == 2);
    try {
        d2::Chain({{0, 0}}, CAROM_CLOSED);
        CHECK(false);
    } catch (const carom::Error &error) {
        CHECK(error.status() == CAROM_OUT_OF_RANGE && std::strstr(error.what(), "two vertices"));
    }
}

static void worlds() {
    d2::World world, others;
    d2::Chain floor({{-9, 0}, {9, 0}});
    const std::uint64_t ground = world.add(floor), rock = world.add(carom2d_ball({5, 1}, 1));
    CHECK(world.count() == 2 && (world.bodies() == std::vector<std::uint64_t>{ground, rock}) && world.data(rock) == 0);
    CHECK(world.query().ray({0, 1}, {9, 0})->body == rock && !world.query().except(rock).ray({0, 1}, {9, 0}));
    const d2::Query far_out = world.query().origin(1e9, -1e9);
    CHECK(!far_out.ray({0, 1}, {9, 0}) && far_out.get().origin[1] == -1e9);
    CHECK(far_out.origin(3.75, 1).ray({0, 0}, {0.5f, 0})->body == rock);
    CHECK((world.query().overlaps(carom2d_ball({5, 1}, 2)) == std::vector<std::uint64_t>{ground, rock}));
    d2::World before = world.copy();
    world.set_layers(rock, 2, 2);
    CHECK(!world.query().mask(1).ray({0, 1}, {9, 0}) && before.query().mask(1).ray({0, 1}, {9, 0}));
    CHECK(!world.query().layers(1).ray({0, 1}, {9, 0}));
    world.set_velocity(rock, {1, 2});
    world.set_spin(rock, 3);
    world.set_surface_velocity(rock, {4, 5});
    world.set_moving(rock, true);
    world.set_sensor(rock, true);
    world.set_one_way(rock, {0, 1}, 0.5f);
    const Carom2dBody now = world.body(rock);
    CHECK(now.velocity.y == 2 && now.spin == 3 && now.surface_velocity.x == 4);
    CHECK(now.flags == (CAROM_MOVING | CAROM_SENSOR | CAROM_ONE_WAY) && now.one_way_margin == 0.5f);
    world.set_layers(rock, ~0u, ~0u);
    world.set_one_way(rock, {0, 0}, 0);
    const std::uint64_t ball = world.add(carom2d_ball({6, 1}, 1));
    d2::Sensors sensors;
    sensors.update(world);
    CHECK(sensors.pairs(CAROM_ENTERED).size() == 2 && sensors.pairs(CAROM_NOW)[1].body == ball);
    world.set_sensor(rock, false);
    d2::Pairs pairs;
    pairs.update(world);
    CHECK(pairs.list(CAROM_BEGAN).size() == 2);
    others.add(carom2d_ball({6, 1}, 1));
    pairs.update_with(others, world);
    CHECK(pairs.list(CAROM_NOW).size() == 3);
    world.replace(rock, carom2d_body_of_shape(carom2d_box({0, 0}, {1, 1})));
    world.set_pose(rock, carom2d_pose_at({0, 5}));
    world.move_to(rock, carom2d_pose_at({0, 6}), 0.5f);
    CHECK(world.body(rock).velocity.y == 2 && std::fabs(world.query().ray({0.5f, 9}, {0, -4})->t - 0.5f) < 1e-6f);
    world.optimize();
    world.remove(rock);
    CHECK(world.count() == 2);
}

static void characters() {
    d2::World world;
    const std::uint64_t ground = world.add(carom2d_half_plane({0, 1}, 0));
    d2::Mover mover;
    Carom2dMoverSettings settings = mover.settings();
    settings.step_height = 0.2f;
    mover.set_settings(settings);
    CHECK(mover.settings().step_height == 0.2f);
    Carom2dCharacter hero = carom2d_character_at({0, 0.01f}, 1.8f);
    Carom2dReport report{};
    for (int tick = 0; tick < 60; tick++)
        report = mover.step(world.query(), hero, Carom2dIntent{{2, 0}, 0, 0, 0, 0, {}}, 1.f / 60);
    CHECK(hero.on_ground && hero.ground_body == ground && std::fabs(hero.feet.x - 2) < 1e-3f && report.limits == 0);
    CHECK(mover.collisions().empty());
}

int main() {
    shapes();
    chains();
    worlds();
    characters();
    std::puts("the wrapper of 2D works");
}

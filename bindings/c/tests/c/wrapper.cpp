// Every member of carom.hpp.
#include "carom.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#define CHECK(holds)                                                                                                   \
    do {                                                                                                               \
        if (!(holds)) {                                                                                                \
            std::fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #holds);                            \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)

static_assert(std::is_nothrow_move_constructible_v<carom::Mesh> && !std::is_copy_constructible_v<carom::World>);
static_assert(std::is_trivially_copyable_v<CaromCharacter>);

static carom::Mesh square() {
    return carom::Mesh({{-9, 0, -9}, {-9, 0, 9}, {9, 0, 9}, {9, 0, -9}}, {0, 1, 2, 0, 2, 3});
}

static void queries() {
    carom::Mesh floor = square();
    carom::Query query = floor.query();
    CaromShape ball = carom_ball({1, 5, 2}, 1), low = carom_ball({0, 0.5f, 0}, 1);
    CHECK(query.closest(ball, 9)->separation == 4 && !query.closest(ball, 3));
    CHECK(!query.overlap(ball) && query.overlap(low));
    CHECK(std::fabs(query.sweep(ball, {0, -8, 0})->t - 0.5f) < 1e-4f && !query.sweep(ball, {0, 8, 0}));
    CHECK(query.ray({1, 5, 2}, {0, -10, 0}) && query.contacts(low, 0).size() == 2);
    CHECK(query.flags(CAROM_INTERNAL_EDGES).sweep_all(ball, {0, -8, 0}).size() >= 1);
    const float rows[] = {1, 5, 2, 1, 0, -2};
    const float down[] = {0, -8, 0};
    CaromShapes points{};
    points.kind = CAROM_POINT;
    points.count = 2;
    points.a = {rows, 12};
    CHECK(query.closest_batch(points, 9)[0].separation == 5 && query.overlap_batch(points)[1] == 1);
    CHECK(query.sweep_batch(points, {down, 0})[0].t == query.ray_batch(points.a, {down, 0}, 2)[0].t);
    CHECK(std::fabs(query.sweep_rigid(ball, {{0, -8, 0}, {1, 5, 2}, {0, 1, 0}, 1})->t - 0.5f) < 1e-3f);
    CHECK(query.sweep_any(ball, {0, -8, 0}) && !query.sweep_any(ball, {0, 8, 0}));
    CHECK(query.ray_any({1, 5, 2}, {0, -10, 0}) && !query.ray_any({1, 5, 2}, {0, 10, 0}));
    CHECK(query.sweep_any_batch(points, {down, 0}) == (std::vector<std::uint8_t>{1, 0}));
    CHECK(query.ray_any_batch(points.a, {down, 0}, 2) == (std::vector<std::uint8_t>{1, 0}));
    const float no[] = {0, 0, 0};
    auto turned = query.sweep_rigid_batch(points, {{down, 0}, {no, 0}, {no, 0}, {no, 0}});
    CHECK(std::fabs(turned[0].t - 0.625f) < 1e-4f && turned[1].part == CAROM_NO_PART);
    CHECK(std::fabs(floor.signed_distance_batch(points.a, 2)[0]) == 5 && floor.contains_batch(points.a, 2).size() == 2);
    CHECK(std::fabs(floor.winding_number_batch(points.a, 1)[0] - floor.winding_number({1, 5, 2})) < 1e-12);
    const float hills[] = {0, 1, 0, 1};
    CHECK(carom::Mesh::of_heights({{0, 0, 0}, 1, 1, 2, 2, 0, hills}).info().triangle_count == 2);
    carom::World zones;
    CaromBody zone = carom_body_of_shape(ball);
    zone.flags = CAROM_SENSOR;
    std::uint64_t sensor = zones.add(zone), body = zones.add(ball);
    carom::Sensors sensors;
    sensors.update(zones);
    CHECK(sensors.pairs(CAROM_ENTERED).size() == 1 && sensors.pairs(CAROM_NOW)[0].sensor == sensor);
    CHECK(sensors.pairs(CAROM_NOW)[0].body == body && sensors.pairs(CAROM_LEFT).empty());
    CaromBody moving = carom_body_of_shape(ball);
    moving.flags = CAROM_MOVING;
    std::uint64_t other = zones.add(moving);
    carom::Pairs pairs;
    pairs.update(zones);
    CHECK(pairs.list(CAROM_NOW).size() == 1 && pairs.list(CAROM_BEGAN)[0].a == body && pairs.list(CAROM_NOW)[0].b == other);
    CHECK(pairs.list(CAROM_ENDED).empty());
    carom::World others;
    std::uint64_t third = others.add(ball);
    carom::Pairs between;
    between.update_with(others, zones);
    CHECK(between.list(CAROM_BEGAN).size() == 2 && between.list(CAROM_NOW)[0].a == third);
    CHECK(std::fabs(carom::ray_interval({1, 9, 2}, {0, -8, 0}, ball)->exit.t - 0.625f) < 1e-4f);
    CHECK(!carom::ray_interval({9, 9, 2}, {0, -8, 0}, ball));
    CaromShape post = carom_cylinder({0, 0, 0}, {0, 2, 0}, 1), slab = carom_box({-9, -1, -9}, {9, 0, 9});
    CHECK(carom::closest(ball, slab, 9) && !carom::closest(ball, slab, 0) && carom::overlap(post, slab) && !carom::overlap(ball, slab));
    CHECK(std::fabs(carom::sweep(ball, {0, -4, 0}, slab, {0, 4, 0})->t * 8 - carom::closest(ball, slab, 9)->separation) < 1e-4f);
    CHECK(!carom::sweep(ball, {0, 4, 0}, slab) && carom::sweep_rigid(ball, {{0, -8, 0}, {}, {}, 0}, slab, {}));
    CHECK(carom::manifold(post, slab, 0)->count == 4 && !carom::manifold(ball, slab, 1));
    CHECK(floor.query().manifolds(post, 0).size() == 2 && floor.query().manifolds(ball, 0).empty());
    CHECK(query.sweep(low, {0, 8, 0})->t == 0 && !query.flags(CAROM_LEAVE_OVERLAPS).sweep(low, {0, 8, 0}));
    CHECK(floor.info().triangle_count == 2 && !floor.is_closed());
    (void)floor.contains({0, 0, 0});
    CHECK(std::fabs(floor.signed_distance({0, 3, 0})) == 3);
    // More contacts than the first guess has places for.
    std::vector<CaromVec3> vertices;
    std::vector<std::uint32_t> triangles;
    for (std::uint32_t i = 0; i < 40; i++) {
        vertices.push_back({static_cast<float>(i / 2), 0, static_cast<float>(i % 2)});
        if (i >= 2)
            triangles.insert(triangles.end(), {i - 2, i - 1, i});
    }
    CHECK(carom::Mesh(vertices, triangles).query().contacts(ball, 99).size() == 38);
}

static void errors() {
    try {
        carom::Mesh({{0, 0, 0}}, {0, 0, 1});
        CHECK(false);
    } catch (const carom::Error &error) {
        CHECK(error.status() == CAROM_OUT_OF_RANGE && std::strstr(error.what(), "vertex 1"));
    }
    carom::Mesh floor = square();
    carom::Query query = floor.query();
    carom::Mesh moved = std::move(floor);
    CHECK(query.overlap(carom_point({0, 0, 0})) && floor.get().bits == 0);
    moved = square();
    try {
        carom::Mesh old(moved.release());
        carom::check(carom_mesh_free(old.get()));
        (void)old.info();
        CHECK(false);
    } catch (const carom::Error &error) {
        CHECK(error.status() == CAROM_FREED);
    }
}

static void characters() {
    carom::World world;
    carom::Mesh floor = square();
    std::uint64_t ground = world.add(floor), rock = world.add(carom_ball({5, 1, 0}, 1));
    CHECK(world.count() == 2 && world.query().ray({0, 1, 0}, {9, 0, 0})->body == rock);
    CHECK(!world.query().except(rock).ray({0, 1, 0}, {9, 0, 0}) && world.data(rock) == 0);
    const carom::Query far_out = world.query().origin(1e9, 0, -1e9);
    CHECK(!far_out.ray({0, 1, 0}, {9, 0, 0}) && far_out.get().origin[2] == -1e9);
    CHECK(far_out.origin(3.75, 1, 0).ray({0, 0, 0}, {0.5f, 0, 0})->body == rock);
    CHECK(world.query().overlaps(carom_ball({5, 1, 0}, 2)) == (std::vector<std::uint64_t>{ground, rock}));
    carom::Mover mover;
    CHECK(mover.settings().radius == 0.3f);
    CaromCharacter hero = carom_character_at({0, 0.01f, 0}, 1.8f);
    for (int tick = 0; tick < 60; tick++)
        mover.step(world.query(), hero, CaromIntent{{2, 0, 0}, 0, 0, 0, 0, {}}, 1.f / 60);
    CHECK(hero.on_ground && hero.ground_body == ground && std::fabs(hero.feet.x - 2) < 1e-3f);
    CHECK(mover.collisions().empty());
    CaromSurfaceMaterial ice = carom_surface_material(ground, CAROM_NO_PART);
    ice.friction = 0.1f;
    mover.set_surfaces({ice});
    CHECK(mover.grip(hero) == 0.1f);
    mover.set_surfaces({});
    CHECK(mover.grip(hero) == 1);
    CaromCharacter climber = carom_character_at({-0.5f, 0.01f, 0}, 1.8f);
    CaromMantle mantle{0.5f, 1.5f, 2};
    CHECK(!mover.mantle(mantle, world.query(), climber, {0, 0, -0.9f}));
    CHECK(!mover.vault(CaromVault{0.5f, 1.2f, 1, 3}, world.query(), climber, {0, 0, -0.9f}));
    CHECK(!mover.water_exit(CaromWater{1, 0.9f, 0.5f, 2}, world.query(), climber, {0, 0, -0.9f}, 0.6f, 2));
    CaromVec3 place{-0.5f, 3, 0};
    CaromPath path;
    carom::check(carom_path(&place, 1, 2, &path));
    CHECK(mover.follow(path, world.query(), climber, 2) > 0.5f && path.count == 0 && std::fabs(climber.feet.y - 3) < 1e-3f);
    CaromLocomotion locomotion = carom_locomotion();
    CHECK(!mover.wall_jump(CaromWallJump{3, 4}, world.query(), climber, locomotion));
    climber.velocity = {0, -5, 0};
    CaromIntent fall{};
    mover.glide(1, climber, 0.1f, fall);
    mover.step(world.query(), climber, fall, 0.1f);
    mover.glided(1, climber, fall);
    CHECK(climber.velocity.y == -1 && std::fabs(climber.feet.y - 2.9f) < 1e-3f);

    CaromMoverSettings settings = mover.settings();
    settings.step_height = 0.2f;
    mover.set_settings(settings);

    carom::World before = world.copy();
    world.set_layers(rock, 2, 2);
    CHECK(!world.query().mask(1).ray({0, 1, 0}, {9, 0, 0}) && before.query().mask(1).ray({0, 1, 0}, {9, 0, 0}));
    CHECK(!world.query().layers(1).ray({0, 1, 0}, {9, 0, 0}));
    world.set_velocity(rock, {1, 0, 0});
    world.set_spin(rock, {0, 1, 0}, 1);
    world.set_surface_velocity(rock, {0, 0, 1});
    world.set_pose(rock, carom_pose_at({0, 5, 0}));
    world.move_to(rock, carom_pose_at({0, 6, 0}), 0.1f);
    world.optimize();
    world.remove(rock);

    carom::Crowd crowd(world, 1u << 31);
    for (float x : {0.f, 2.f})
        crowd.add(settings, carom_character_at({x, 0.01f, 0}, 1.8f));
    crowd.set_state(0, carom_character_at({-1, 0.01f, 0}, 1.8f));
    crowd.set_settings(0, settings);
    crowd.set_mover(0, mover);
    crowd.set_surfaces({ice});
    for (int tick = 0; tick < 60; tick++)
        crowd.step({CaromIntent{{2, 0, 0}, 0, 0, 0, 0, {}}}, 1.f / 60);
    CHECK(crowd.agents().size() == 2 && std::fabs(crowd.agents()[0].state.feet.x - 1) < 0.01f);
    carom::World world_copy = world.copy();
    carom::Crowd copy = crowd.copy(world_copy);
    copy.step({}, 1.f / 60);
    CHECK(copy.agents()[1].state.feet.x == crowd.agents()[1].state.feet.x);
    CHECK(crowd.mover(1).settings().radius == settings.radius);
    crowd.set_body(0, CAROM_BODY_CYLINDER);
    // In the open it meets nothing.
    CHECK(crowd.settings(0).radius == settings.radius && crowd.collisions(0).empty());
    CHECK(crowd.agent(1).state.feet.x == crowd.agents()[1].state.feet.x);
    const float feet = crowd.agent(1).state.feet.x;
    crowd.remove(0);
    CHECK(crowd.agents().size() == 1 && crowd.agent(0).state.feet.x == feet);
}

static void bodies() {
    const std::vector<std::uint32_t> triangles{0, 1, 2, 0, 2, 3};
    const std::vector<CaromVec3> small{{-2, 1, -2}, {-2, 1, 2}, {2, 1, 2}, {2, 1, -2}};
    carom::Mesh floor = square();
    carom::World world;
    const std::uint64_t first = world.add(floor), ground = world.add(carom_half_space({0, 1, 0}, -3));
    CHECK((world.bodies() == std::vector<std::uint64_t>{first, ground}));
    floor.refit(small, triangles);
    CHECK(floor.triangle(0).a.y == 1 && floor.info().max.x == 2);
    world.refit_mesh(first, small, triangles);
    CHECK(std::fabs(world.query().ray({1, 5, 1}, {0, -8, 0})->t - 0.5f) < 1e-6f);
    CHECK(std::fabs(world.query().ray({5, 5, 1}, {0, -16, 0})->t - 0.5f) < 1e-6f);
    world.set_moving(ground, true);
    world.set_sensor(first, true);
    world.set_one_way(ground, {0, 1, 0}, 0.5f);
    CHECK(world.body(ground).flags == (CAROM_MOVING | CAROM_ONE_WAY) && world.body(first).flags == CAROM_SENSOR);
    world.set_one_way(ground, {0, 0, 0}, 0);
    world.replace(ground, carom_body_of_shape(carom_ball({1, 0, 1}, 1)));
    CHECK(std::fabs(world.query().ray({1, 5, 1}, {0, -8, 0})->t - 0.5f) < 1e-6f);
}

static void surfaces() {
    carom::Mesh floor = square();
    carom::Compound pair({carom_ball({-2, 3, 0}, 0.5f), carom_ball({2, 2, 0}, 0.5f)});
    carom::Compound one({carom_ball({0, 0, 0}, 1)}, {carom_pose_at({0, 5, 0})});
    CHECK(pair.info().part_count == 2 && one.info().max.y == 6 && !floor.is_solid());
    CHECK(one.query().closest(carom_point({0, 8, 0}), 9)->separation == 2);
    CHECK(floor.query().closest_surface(pair, 9)->second == 1 && !floor.query().closest_surface(pair, 1));
    CHECK(!floor.query().overlap_surface(pair) && floor.query().sweep_surface(pair, {0, -3, 0})->second == 1);
    CaromRigidMotion fall{{0, -3, 0}, {0, 0, 0}, {0, 0, 0}, 0};
    CHECK(std::fabs(floor.query().sweep_rigid_surface(pair, fall)->first.t - 0.5f) < 1e-4f);
    carom::World world;
    std::uint64_t body = world.add(pair);
    CHECK(world.query().closest_n(carom_point({0, 0, 0}), 2, 99).size() == 2);
    CHECK(world.query().sweep_moving(carom_ball({2, 5, 0}, 0.5f), fall, 1)->body == body);
    carom::Compound stack({carom_ball({2, 9, 0}, 0.5f), carom_ball({2, 5, 0}, 0.5f)});
    CHECK(world.query().sweep_moving_surface(stack, fall, 1)->second == 1);
    const float heights[4] = {0, 0, 0, 0}, up[1] = {2};
    carom::Mesh field = carom::Mesh::of_heights(CaromHeights{{0, 0, 0}, 1, 1, 2, 2, 0, heights});
    std::uint64_t ground = world.add(field);
    field.refit_heights(CaromHeightArea{0, 0, 1, 1, up});
    world.refit_heights(ground, CaromHeightArea{1, 1, 1, 1, up});
    CHECK(field.info().max.y == 2);
    world.weld_mesh(ground, {body});
    carom::World server = world.copy();
    server.set_velocity(body, {1, 2, 3});
    server.set_pose(ground, carom_pose_at({1, 0, 0}));
    carom::Diff diff(server, world);
    CHECK(diff.bodies(CAROM_MOVED) == std::vector<std::uint64_t>{ground} && diff.bodies(CAROM_CHANGED).size() == 2);
    world.apply(carom::Diff::of_bytes(diff.bytes()));
    CHECK(!diff.is_empty() && carom::Diff(server, world).is_empty());
    carom::Polygon hall({{0, 0}, {10, 0}, {10, 8}, {0, 8}});
    hall.add({{4, 3}, {6, 3}, {6, 5}, {4, 5}});
    CHECK(hall.triangulate().first.size() == 8 && hall.triangulate().second.size() == 8);
    CHECK(std::fabs(carom::Mesh::of_floor(hall, 2, CAROM_WELD).query().ray({1, 5, 1}, {0, -6, 0})->t - 0.5f) < 1e-4f);
    CHECK(carom::Mesh::of_prism(hall, 0, 1, CAROM_SOLID).contains({1, 0.5f, 1}));
    CHECK(floor.touching_triangles(floor).size() == 4 && floor.crossings(floor).size() <= 4);
    CHECK(floor.query().parts_in_box({-1, -1, -1}, {1, 1, 1}).size() == 2 && floor.scaled({1, 1, 2}).info().triangle_count == 2);
    CHECK(floor.penetration(floor)->at_least == 0);
    CHECK(floor.closest(floor, 1)->first.separation <= 0 && floor.overlap(floor));
    const carom::Mesh above = carom::Mesh::of_prism(hall, 5, 6);
    CHECK(std::fabs(above.sweep({0, -10, 0}, floor)->first.t - 0.5f) < 1e-4f && !above.sweep({0, 10, 0}, floor));
    CHECK(!above.sweep_rigid({}, floor) && above.sweep_rigid({}, floor, {{0, 10, 0}, {}, {}, 0})->second < 24);
    CHECK(floor.crossing_lines(floor).size() <= 4 && std::fabs(floor.winding_number({0, 1, 0})) < 1);
    CHECK(floor.ray_intervals({0, 1, 0}, {0, -2, 0}).size() <= 1 && floor.barycentric(0, {0, 0, 0}).a >= 0);
    CHECK(carom::segment_parameter({0, 0, 0}, {4, 0, 0}, {1, 1, 0}) == 0.25f);
}

static void billiards() {
    carom::PoolTable table = carom::PoolTable::racked(CAROM_NINE_BALL);
    CHECK(table.balls().size() == 10 && table.pockets().size() == 6 && table.outlines().size() == 6 && table.cushions().size() > 6);
    CHECK(table.dimensions().width == carom::PoolTable::spec(CAROM_POOL_9_FT).width);
    CHECK(carom::PoolTable::ball_parameters(CAROM_SNOOKER_12_FT).mass == 0.14);
    const auto balls = table.balls();
    const double *cue = balls[0].state.position, *head = balls[1].state.position;
    CaromShot shot{8, carom_direction_to({cue[0], cue[1]}, {head[0], head[1]}), 0, 0, 0, 0, 0};
    carom::ShotResult result(table, shot);
    CHECK(result.info().status == CAROM_AT_REST && result.info().first_ball_hit == 1);
    CHECK(result.events().size() == result.info().event_count && result.events()[0].kind == CAROM_EVENT_STRIKE);
    CHECK(result.at(0.01).size() == 10 && result.trace(0).size() > 33);
    carom::PoolTable next = table.with_balls(result.balls());
    CHECK(carom::ShotResult(next).events().empty());
    CHECK(table.aimed_at(0, {0, 1})->ball == 1 && !table.aimed_at(0, {0, -1}));
    CHECK(carom::ghost_ball({1, 1}, {1, 2}, 0.03)->y == 0.94 && !carom::ghost_ball({1, 1}, {1, 1}, 0.03));
    CaromShots shots{};
    shots.count = 2;
    shots.speed.base = &shot.speed;
    shots.direction.base = &shot.direction;
    auto [infos, ends] = table.batch(shots);
    CHECK(infos[1].duration == result.info().duration && ends.size() == 20);
}

int main() {
    billiards();
    queries();
    surfaces();
    errors();
    characters();
    bodies();
    std::puts("the wrapper works");
}

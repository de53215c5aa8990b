// A character walks up stairs onto a lift. Build: g++ -std=c++17 walk.cpp $(pkg-config --cflags --libs carom)
#include <carom.hpp>

#include <cmath>
#include <cstdio>

int main() {
    carom::World world;
    world.add(carom_box({-9, -1, -9}, {9, 0, 9}));
    for (int i = 0; i < 8; i++) {
        float x = 1 + 0.3f * static_cast<float>(i), top = 0.2f * static_cast<float>(i + 1);
        world.add(carom_box({x, 0, -1}, {x + 0.3f, top, 1}));
    }
    CaromBody platform = carom_body_of_shape(carom_box({3.4f, 1.4f, -1}, {5.4f, 1.6f, 1}));
    platform.flags = CAROM_MOVING;
    std::uint64_t lift = world.add(platform);

    carom::Mover mover;
    CaromCharacter hero = carom_character_at({0, 0.01f, 0}, 1.8f);
    const float dt = 1.f / 60;
    for (int tick = 1; tick <= 300; tick++) {
        // The lift waits for three seconds, then rises.
        float height = tick < 180 ? 0 : static_cast<float>(tick - 180) * dt;
        world.move_to(lift, carom_pose_at({0, height, 0}), dt);
        CaromIntent intent{};
        if (hero.feet.x < 4.4f)
            intent.velocity = {2, 0, 0};
        CaromReport report = mover.step(world.query(), hero, intent, dt);
        if (tick % 60 == 0)
            std::printf("%.0f s: at %.2f, %.2f%s%s\n", tick * dt, hero.feet.x, hero.feet.y,
                        report.why & CAROM_STEPPED ? ", climbs" : "",
                        hero.on_ground && hero.ground_body == lift ? ", on the lift" : "");
    }
    return hero.ground_body == lift && std::fabs(hero.feet.y - 3.61f) < 0.02f ? 0 : 1;
}

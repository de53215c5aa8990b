// carom in 2D for C++17: as carom.hpp, over the functions carom2d_ and carom_chain_ of carom.h.
//
//     carom::d2::Chain level({{-9, 0}, {0, 0}, {9, 2}});
//     if (auto hit = level.query().ray({1, 5}, {0, -10})) use(hit->t);
//
// A `reach` is a length, INFINITY for always. Characters, shapes, bodies and poses are the structs of carom.h, filled in by carom2d_character_at(),
// carom2d_ball() and so on. Objects can be moved, not copied (World::copy does that). Threads: as carom.h says.
#ifndef CAROM2D_HPP
#define CAROM2D_HPP

#include "carom.hpp"

namespace carom {
namespace d2 {

// Where two shapes are nearest to each other, or deepest; empty if they are farther apart than `reach`.
inline std::optional<Carom2dContact> closest(const Carom2dShape &a, const Carom2dShape &b, float reach) {
    Carom2dContact out;
    check(carom2d_pair_closest(&a, &b, reach, &out));
    return found(out);
}

// Whether two shapes touch or overlap.
inline bool overlap(const Carom2dShape &a, const Carom2dShape &b) {
    std::uint8_t out;
    check(carom2d_pair_overlap(&a, &b, &out));
    return out != 0;
}

// The first touch of two shapes that move in the same time; empty if there is none.
inline std::optional<Carom2dHit> sweep(const Carom2dShape &a, CaromVec2 delta_a, const Carom2dShape &b,
                                       CaromVec2 delta_b = {0, 0}) {
    Carom2dHit out;
    check(carom2d_pair_sweep(&a, delta_a, &b, delta_b, &out));
    return found(out);
}

// The first touch of two shapes that move and rotate; empty if there is none.
inline std::optional<Carom2dHit> sweep_rigid(const Carom2dShape &a, const Carom2dRigidMotion &motion_a, const Carom2dShape &b,
                                             const Carom2dRigidMotion &motion_b) {
    Carom2dHit out;
    check(carom2d_pair_sweep_rigid(&a, &motion_a, &b, &motion_b, &out));
    return found(out);
}

// The points that hold two shapes apart; empty if they are farther apart than `reach`.
inline std::optional<Carom2dManifold> manifold(const Carom2dShape &a, const Carom2dShape &b, float reach) {
    Carom2dManifold out;
    check(carom2d_manifold(&a, &b, reach, &out));
    if (out.count == 0)
        return std::nullopt;
    return out;
}

// The part of the ray from `from` to `from + delta` inside a shape; empty if the ray misses it.
inline std::optional<Carom2dRayInterval> ray_interval(CaromVec2 from, CaromVec2 delta, const Carom2dShape &shape) {
    Carom2dRayInterval out;
    check(carom2d_ray_interval(from, delta, &shape, &out));
    if (!out.touches)
        return std::nullopt;
    return out;
}

// Queries of a chain or world: plain data, to keep as long as that. mask(), layers(), flags(), except(), origin() return another query.
class Query {
public:
    explicit Query(Carom2dQuery query) noexcept : query_(query) {}

    Query mask(std::uint32_t mask) const noexcept { return with(&Carom2dQuery::mask, mask); }
    Query layers(std::uint32_t layers) const noexcept { return with(&Carom2dQuery::layers, layers); }
    Query flags(std::uint32_t flags) const noexcept { return with(&Carom2dQuery::flags, flags); }
    Query except(std::uint64_t body) const noexcept { return with(&Carom2dQuery::except, body); }
    // Relative to this point of a world: far out, coordinates are exact there.
    Query origin(double x, double y) const noexcept {
        Query query = *this;
        query.query_.origin[0] = x;
        query.query_.origin[1] = y;
        return query;
    }
    const Carom2dQuery &get() const noexcept { return query_; }

    std::optional<Carom2dContact> closest(const Carom2dShape &shape, float reach) const {
        Carom2dContact out;
        check(carom2d_closest(&query_, &shape, reach, &out));
        return found(out);
    }
    bool overlap(const Carom2dShape &shape) const {
        std::uint8_t out;
        check(carom2d_overlap(&query_, &shape, &out));
        return out != 0;
    }
    std::optional<Carom2dHit> sweep(const Carom2dShape &shape, CaromVec2 delta) const {
        Carom2dHit out;
        check(carom2d_sweep(&query_, &shape, delta, &out));
        return found(out);
    }
    std::optional<Carom2dHit> sweep_rigid(const Carom2dShape &shape, const Carom2dRigidMotion &motion) const {
        Carom2dHit out;
        check(carom2d_sweep_rigid(&query_, &shape, &motion, &out));
        return found(out);
    }
    // Whether anything stops the shape: cheaper than sweep().
    bool sweep_any(const Carom2dShape &shape, CaromVec2 delta) const {
        std::uint8_t out;
        check(carom2d_sweep_any(&query_, &shape, delta, &out));
        return out != 0;
    }
    std::optional<Carom2dHit> ray(CaromVec2 from, CaromVec2 delta) const {
        Carom2dHit out;
        check(carom2d_ray(&query_, from, delta, &out));
        return found(out);
    }
    // Whether anything is on the ray: cheaper than ray().
    bool ray_any(CaromVec2 from, CaromVec2 delta) const {
        std::uint8_t out;
        check(carom2d_ray_any(&query_, from, delta, &out));
        return out != 0;
    }
    // The nearest first, at most `count`.
    std::vector<Carom2dContact> closest_n(const Carom2dShape &shape, std::size_t count, float reach) const {
        std::vector<Carom2dContact> out(count);
        check(carom2d_closest_n(&query_, &shape, reach, out.data(), out.size(), &count));
        out.resize(count);
        return out;
    }
    // With every part, in the order of bodies and segments.
    std::vector<Carom2dContact> contacts(const Carom2dShape &shape, float reach) const {
        return detail::all<Carom2dContact>([&](Carom2dContact *out, std::size_t capacity, std::size_t *count) {
            return carom2d_contacts(&query_, &shape, reach, out, capacity, count);
        });
    }
    // The contacts, with the points that a solver needs.
    std::vector<Carom2dPartManifold> manifolds(const Carom2dShape &shape, float reach) const {
        return detail::all<Carom2dPartManifold>([&](Carom2dPartManifold *out, std::size_t capacity, std::size_t *count) {
            return carom2d_manifolds(&query_, &shape, reach, out, capacity, count);
        });
    }
    std::vector<Carom2dHit> sweep_all(const Carom2dShape &shape, CaromVec2 delta) const {
        return detail::all<Carom2dHit>([&](Carom2dHit *out, std::size_t capacity, std::size_t *count) {
            return carom2d_sweep_all(&query_, &shape, delta, out, capacity, count);
        });
    }
    // The bodies of a world that touch the shape; an error for a chain.
    std::vector<std::uint64_t> overlaps(const Carom2dShape &shape) const {
        return detail::all<std::uint64_t>([&](std::uint64_t *out, std::size_t capacity, std::size_t *count) {
            return carom2d_overlaps(&query_, &shape, out, capacity, count);
        });
    }
    std::vector<Carom2dContact> closest_batch(const Carom2dShapes &shapes, float reach) const {
        std::vector<Carom2dContact> out(shapes.count);
        check(carom2d_closest_batch(&query_, &shapes, reach, out.data()));
        return out;
    }
    std::vector<std::uint8_t> overlap_batch(const Carom2dShapes &shapes) const {
        std::vector<std::uint8_t> out(shapes.count);
        check(carom2d_overlap_batch(&query_, &shapes, out.data()));
        return out;
    }
    std::vector<Carom2dHit> sweep_batch(const Carom2dShapes &shapes, CaromVectors deltas) const {
        std::vector<Carom2dHit> out(shapes.count);
        check(carom2d_sweep_batch(&query_, &shapes, deltas, out.data()));
        return out;
    }
    std::vector<Carom2dHit> ray_batch(CaromVectors origins, CaromVectors deltas, std::size_t count) const {
        std::vector<Carom2dHit> out(count);
        check(carom2d_ray_batch(&query_, origins, deltas, count, out.data()));
        return out;
    }

private:
    template <class T> Query with(T Carom2dQuery::*field, T value) const noexcept {
        Carom2dQuery query = query_;
        query.*field = value;
        return Query(query);
    }
    Carom2dQuery query_;
};

// A line of segments; flags as CAROM_CLOSED.
class Chain : public Handle<CaromChain, carom_chain_free> {
public:
    // Takes over a handle, which it frees.
    explicit Chain(CaromChain chain) noexcept : Handle(chain) {}
    explicit Chain(const std::vector<CaromVec2> &vertices, std::uint32_t flags = 0) {
        check(carom_chain_create(vectors(vertices), vertices.size(), nullptr, 0, flags, &handle_));
    }
    // Of closed rings. For CAROM_SOLID and CAROM_ONE_SIDED outlines are counter-clockwise, holes clockwise.
    static Chain of_rings(const std::vector<std::vector<CaromVec2>> &rings, std::uint32_t flags = 0) {
        std::vector<CaromVec2> vertices;
        std::vector<std::size_t> ends;
        for (const auto &ring : rings) {
            vertices.insert(vertices.end(), ring.begin(), ring.end());
            ends.push_back(vertices.size());
        }
        CaromChain out;
        check(carom_chain_create(vectors(vertices), vertices.size(), ends.data(), ends.size(), flags | CAROM_CLOSED, &out));
        return Chain(out);
    }

    Query query() const noexcept { return Query(carom2d_query_chain(handle_)); }
    CaromChainInfo info() const {
        CaromChainInfo out;
        check(carom_chain_info(handle_, &out));
        return out;
    }
    Carom2dShape segment(std::uint32_t number) const {
        Carom2dShape out;
        check(carom_chain_segment(handle_, number, &out));
        return out;
    }
    bool contains(CaromVec2 point) const {
        std::uint8_t out;
        check(carom_chain_contains(handle_, point, &out));
        return out != 0;
    }
    float signed_distance(CaromVec2 point) const {
        float out;
        check(carom_chain_signed_distance(handle_, point, &out));
        return out;
    }

private:
    static CaromVectors vectors(const std::vector<CaromVec2> &all) noexcept {
        return {all.empty() ? nullptr : &all[0].x, sizeof(CaromVec2)};
    }
};

class World : public Handle<Carom2dWorld, carom2d_world_free> {
public:
    // Takes over a handle, which it frees.
    explicit World(Carom2dWorld world) noexcept : Handle(world) {}
    World() { check(carom2d_world_create(&handle_)); }
    World copy() const {
        Carom2dWorld out;
        check(carom2d_world_copy(handle_, &out));
        return World(out);
    }

    Query query() const noexcept { return Query(carom2d_query_world(handle_)); }
    std::uint64_t add(const Carom2dBody &body) {
        std::uint64_t out;
        check(carom2d_world_add(handle_, &body, &out));
        return out;
    }
    std::uint64_t add(const Carom2dShape &shape) { return add(carom2d_body_of_shape(shape)); }
    std::uint64_t add(const Chain &chain) { return add(carom2d_body_of_chain(chain.get())); }
    void remove(std::uint64_t body) { check(carom2d_world_remove(handle_, body)); }
    std::size_t count() const {
        std::size_t out;
        check(carom2d_world_count(handle_, &out));
        return out;
    }
    // All names, in the order of their numbers.
    std::vector<std::uint64_t> bodies() const {
        return detail::all<std::uint64_t>([&](std::uint64_t *out, std::size_t capacity, std::size_t *count) {
            return carom2d_world_bodies(handle_, out, capacity, count);
        });
    }
    // All that a body is now, but its shape.
    Carom2dBody body(std::uint64_t body) const {
        Carom2dBody out;
        check(carom2d_world_body(handle_, body, &out));
        return out;
    }
    std::uint64_t data(std::uint64_t body) const {
        std::uint64_t out;
        check(carom2d_world_data(handle_, body, &out));
        return out;
    }
    // The chain or shape of another body.
    void replace(std::uint64_t body, const Carom2dBody &other) { check(carom2d_world_replace(handle_, body, &other)); }
    void set_pose(std::uint64_t body, const Carom2dPose &pose) { check(carom2d_world_set_pose(handle_, body, &pose)); }
    void move_to(std::uint64_t body, const Carom2dPose &pose, float dt) {
        check(carom2d_world_move_to(handle_, body, &pose, dt));
    }
    void set_velocity(std::uint64_t body, CaromVec2 velocity) { check(carom2d_world_set_velocity(handle_, body, velocity)); }
    void set_spin(std::uint64_t body, float spin) { check(carom2d_world_set_spin(handle_, body, spin)); }
    void set_surface_velocity(std::uint64_t body, CaromVec2 velocity) {
        check(carom2d_world_set_surface_velocity(handle_, body, velocity));
    }
    void set_layers(std::uint64_t body, std::uint32_t layers, std::uint32_t mask) {
        check(carom2d_world_set_layers(handle_, body, layers, mask));
    }
    void set_moving(std::uint64_t body, bool moving) { check(carom2d_world_set_moving(handle_, body, moving)); }
    void set_sensor(std::uint64_t body, bool sensor) { check(carom2d_world_set_sensor(handle_, body, sensor)); }
    // The direction zero makes it block from all sides.
    void set_one_way(std::uint64_t body, CaromVec2 direction, float margin) {
        check(carom2d_world_set_one_way(handle_, body, direction, margin));
    }
    void optimize() { check(carom2d_world_optimize(handle_)); }
};

class Sensors : public carom::Sensors {
public:
    void update(const World &world) { check(carom2d_sensors_update(handle_, world.get())); }
};

class Pairs : public carom::Pairs {
public:
    void update(const World &world) { check(carom2d_pairs_update(handle_, world.get())); }
    // Of a body of `world` and one of `other`.
    void update_with(const World &world, const World &other) {
        check(carom2d_pairs_update_with(handle_, world.get(), other.get()));
    }
};

class Mover : public Handle<Carom2dMover, carom2d_mover_free> {
public:
    // Takes over a handle, which it frees.
    explicit Mover(Carom2dMover mover) noexcept : Handle(mover) {}
    explicit Mover(const Carom2dMoverSettings &settings = carom2d_mover_defaults()) {
        check(carom2d_mover_create(&settings, &handle_));
    }
    Carom2dMoverSettings settings() const {
        Carom2dMoverSettings out;
        check(carom2d_mover_settings(handle_, &out));
        return out;
    }
    void set_settings(const Carom2dMoverSettings &settings) { check(carom2d_mover_set_settings(handle_, &settings)); }
    Carom2dReport step(const Query &scene, Carom2dCharacter &state, const Carom2dIntent &intent, float dt) {
        Carom2dReport out;
        check(carom2d_mover_step(handle_, &scene.get(), &state, &intent, dt, &out));
        return out;
    }
    std::vector<Carom2dCollision> collisions() const {
        std::vector<Carom2dCollision> out(32);
        std::size_t count;
        check(carom2d_mover_collisions(handle_, out.data(), out.size(), &count));
        out.resize(count);
        return out;
    }
};

} // namespace d2
} // namespace carom

#endif

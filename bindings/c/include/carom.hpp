// carom for C++17: one header over carom.h. Objects free themselves, failures are exceptions, misses are empty optionals.
//
//     carom::Mesh level(vertices, triangles);
//     if (auto hit = level.query().ray({0, 5, 0}, {0, -10, 0})) use(hit->t);
//
// Objects can be moved, not copied (World::copy and Crowd::copy do that). Threads: as carom.h says.
#ifndef CAROM_HPP
#define CAROM_HPP

#include "carom.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace carom {

// A function of carom.h that has failed: its status, and the text of carom_last_error().
class Error : public std::runtime_error {
public:
    explicit Error(CaromStatus status) : std::runtime_error(carom_last_error()), status_(status) {}
    CaromStatus status() const noexcept { return status_; }

private:
    CaromStatus status_;
};

inline void check(CaromStatus status) {
    if (status != CAROM_OK)
        throw Error(status);
}

// The part of the ray from `from` to `from + delta` inside a shape; empty if the ray misses it.
inline std::optional<CaromRayInterval> ray_interval(CaromVec3 from, CaromVec3 delta, const CaromShape &shape) {
    CaromRayInterval out;
    check(carom_ray_interval(from, delta, &shape, &out));
    if (!out.touches)
        return std::nullopt;
    return out;
}

// Where the point of a segment nearest to `point` is: 0 at `a`, 1 at `b`.
inline float segment_parameter(CaromVec3 a, CaromVec3 b, CaromVec3 point) {
    float out;
    check(carom_segment_parameter(a, b, point, &out));
    return out;
}

// An answer, empty if it names no part.
template <class T> std::optional<T> found(const T &answer) {
    if (answer.part == CAROM_NO_PART)
        return std::nullopt;
    return answer;
}

// Where two shapes are nearest to each other, or deepest; empty if they are farther apart than `reach`.
inline std::optional<CaromContact> closest(const CaromShape &a, const CaromShape &b, float reach) {
    CaromContact out;
    check(carom_pair_closest(&a, &b, reach, &out));
    return found(out);
}

// Whether two shapes touch or overlap.
inline bool overlap(const CaromShape &a, const CaromShape &b) {
    std::uint8_t out;
    check(carom_pair_overlap(&a, &b, &out));
    return out != 0;
}

// The first touch of two shapes that move in the same time; empty if there is none.
inline std::optional<CaromHit> sweep(const CaromShape &a, CaromVec3 delta_a, const CaromShape &b, CaromVec3 delta_b = {0, 0, 0}) {
    CaromHit out;
    check(carom_pair_sweep(&a, delta_a, &b, delta_b, &out));
    return found(out);
}

// The first touch of two shapes that move and rotate; empty if there is none.
inline std::optional<CaromHit> sweep_rigid(const CaromShape &a, const CaromRigidMotion &motion_a, const CaromShape &b,
                                           const CaromRigidMotion &motion_b) {
    CaromHit out;
    check(carom_pair_sweep_rigid(&a, &motion_a, &b, &motion_b, &out));
    return found(out);
}

// The points that hold two shapes apart; empty if they are farther apart than `reach`.
inline std::optional<CaromManifold> manifold(const CaromShape &a, const CaromShape &b, float reach) {
    CaromManifold out;
    check(carom_manifold(&a, &b, reach, &out));
    if (out.count == 0)
        return std::nullopt;
    return out;
}

// A handle that is freed once.
template <class H, CaromStatus (*Free)(H)> class Handle {
public:
    Handle() noexcept : handle_{0} {}
    explicit Handle(H handle) noexcept : handle_(handle) {}
    Handle(Handle &&other) noexcept : handle_(other.release()) {}
    Handle &operator=(Handle &&other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    Handle(const Handle &) = delete;
    Handle &operator=(const Handle &) = delete;
    ~Handle() { Free(handle_); }

    // The handle for functions of carom.h; still freed by this object.
    H get() const noexcept { return handle_; }
    H release() noexcept { return std::exchange(handle_, H{0}); }

protected:
    H handle_;
};

namespace detail {
// Once for the number, and again if there are more than a few.
template <class T, class Call> std::vector<T> all(Call call) {
    std::vector<T> out(16);
    std::size_t count = 0;
    check(call(out.data(), out.size(), &count));
    if (count > out.size()) {
        out.resize(count);
        check(call(out.data(), out.size(), &count));
    }
    out.resize(count);
    return out;
}
inline CaromVectors vectors(const std::vector<CaromVec3> &all) noexcept {
    return {all.empty() ? nullptr : &all[0].x, sizeof(CaromVec3)};
}
// An answer and the part of the shape that it is of.
template <class T> std::optional<std::pair<T, std::uint32_t>> of_part(const T &answer, std::uint32_t part) {
    if (part == CAROM_NO_PART)
        return std::nullopt;
    return std::make_pair(answer, part);
}
} // namespace detail

class Compound;

// Queries of a mesh, compound or world: plain data. mask(), layers(), except(), origin() return another query.
class Query {
public:
    explicit Query(CaromQuery query) noexcept : query_(query) {}

    Query mask(std::uint32_t mask) const noexcept { return with(&CaromQuery::mask, mask); }
    Query layers(std::uint32_t layers) const noexcept { return with(&CaromQuery::layers, layers); }
    Query flags(std::uint32_t flags) const noexcept { return with(&CaromQuery::flags, flags); }
    Query except(std::uint64_t body) const noexcept { return with(&CaromQuery::except, body); }
    // Relative to this point of a world: far out, coordinates are exact there.
    Query origin(double x, double y, double z) const noexcept {
        Query query = *this;
        query.query_.origin[0] = x;
        query.query_.origin[1] = y;
        query.query_.origin[2] = z;
        return query;
    }
    const CaromQuery &get() const noexcept { return query_; }

    std::optional<CaromContact> closest(const CaromShape &shape, float reach) const {
        CaromContact out;
        check(carom_closest(&query_, &shape, reach, &out));
        return found(out);
    }
    bool overlap(const CaromShape &shape) const {
        std::uint8_t out;
        check(carom_overlap(&query_, &shape, &out));
        return out != 0;
    }
    std::optional<CaromHit> sweep(const CaromShape &shape, CaromVec3 delta) const {
        CaromHit out;
        check(carom_sweep(&query_, &shape, delta, &out));
        return found(out);
    }
    std::optional<CaromHit> sweep_rigid(const CaromShape &shape, const CaromRigidMotion &motion) const {
        CaromHit out;
        check(carom_sweep_rigid(&query_, &shape, &motion, &out));
        return found(out);
    }
    // Whether anything stops the shape: cheaper than sweep().
    bool sweep_any(const CaromShape &shape, CaromVec3 delta) const {
        std::uint8_t out;
        check(carom_sweep_any(&query_, &shape, delta, &out));
        return out != 0;
    }
    // Of a world: bodies move in the next `time` seconds too.
    std::optional<CaromHit> sweep_moving(const CaromShape &shape, const CaromRigidMotion &motion, float time) const {
        CaromHit out;
        check(carom_sweep_moving(&query_, &shape, &motion, time, &out));
        return found(out);
    }
    // With all shapes of a compound; the second is the number of that shape.
    std::optional<std::pair<CaromContact, std::uint32_t>> closest_surface(const Compound &a, float reach) const;
    bool overlap_surface(const Compound &a) const;
    std::optional<std::pair<CaromHit, std::uint32_t>> sweep_surface(const Compound &a, CaromVec3 delta) const;
    std::optional<std::pair<CaromHit, std::uint32_t>> sweep_rigid_surface(const Compound &a,
                                                                          const CaromRigidMotion &motion) const;
    // Of a world: bodies move in the next `time` seconds too.
    std::optional<std::pair<CaromHit, std::uint32_t>> sweep_moving_surface(const Compound &a, const CaromRigidMotion &motion,
                                                                           float time) const;
    std::optional<CaromHit> ray(CaromVec3 from, CaromVec3 delta) const {
        CaromHit out;
        check(carom_ray(&query_, from, delta, &out));
        return found(out);
    }
    // Whether anything is on the ray: cheaper than ray().
    bool ray_any(CaromVec3 from, CaromVec3 delta) const {
        std::uint8_t out;
        check(carom_ray_any(&query_, from, delta, &out));
        return out != 0;
    }
    // The nearest first, at most `count`.
    std::vector<CaromContact> closest_n(const CaromShape &shape, std::size_t count, float reach) const {
        std::vector<CaromContact> out(count);
        check(carom_closest_n(&query_, &shape, reach, out.data(), out.size(), &count));
        out.resize(count);
        return out;
    }
    std::vector<CaromContact> contacts(const CaromShape &shape, float reach) const {
        return detail::all<CaromContact>([&](CaromContact *out, std::size_t capacity, std::size_t *count) {
            return carom_contacts(&query_, &shape, reach, out, capacity, count);
        });
    }
    // The contacts, with the points that a solver needs.
    std::vector<CaromPartManifold> manifolds(const CaromShape &shape, float reach) const {
        return detail::all<CaromPartManifold>([&](CaromPartManifold *out, std::size_t capacity, std::size_t *count) {
            return carom_manifolds(&query_, &shape, reach, out, capacity, count);
        });
    }
    // The parts that may touch a box.
    std::vector<CaromPart> parts_in_box(CaromVec3 min, CaromVec3 max) const {
        return detail::all<CaromPart>([&](CaromPart *out, std::size_t capacity, std::size_t *count) {
            return carom_parts_in_box(&query_, min, max, out, capacity, count);
        });
    }
    std::vector<CaromHit> sweep_all(const CaromShape &shape, CaromVec3 delta) const {
        return detail::all<CaromHit>([&](CaromHit *out, std::size_t capacity, std::size_t *count) {
            return carom_sweep_all(&query_, &shape, delta, out, capacity, count);
        });
    }
    // The bodies of a world.
    std::vector<std::uint64_t> overlaps(const CaromShape &shape) const {
        return detail::all<std::uint64_t>([&](std::uint64_t *out, std::size_t capacity, std::size_t *count) {
            return carom_overlaps(&query_, &shape, out, capacity, count);
        });
    }
    std::vector<CaromContact> closest_batch(const CaromShapes &shapes, float reach) const {
        std::vector<CaromContact> out(shapes.count);
        check(carom_closest_batch(&query_, &shapes, reach, out.data()));
        return out;
    }
    std::vector<std::uint8_t> overlap_batch(const CaromShapes &shapes) const {
        std::vector<std::uint8_t> out(shapes.count);
        check(carom_overlap_batch(&query_, &shapes, out.data()));
        return out;
    }
    std::vector<CaromHit> sweep_batch(const CaromShapes &shapes, CaromVectors deltas) const {
        std::vector<CaromHit> out(shapes.count);
        check(carom_sweep_batch(&query_, &shapes, deltas, out.data()));
        return out;
    }
    std::vector<CaromHit> ray_batch(CaromVectors origins, CaromVectors deltas, std::size_t count) const {
        std::vector<CaromHit> out(count);
        check(carom_ray_batch(&query_, origins, deltas, count, out.data()));
        return out;
    }
    std::vector<std::uint8_t> sweep_any_batch(const CaromShapes &shapes, CaromVectors deltas) const {
        std::vector<std::uint8_t> out(shapes.count);
        check(carom_sweep_any_batch(&query_, &shapes, deltas, out.data()));
        return out;
    }
    std::vector<std::uint8_t> ray_any_batch(CaromVectors origins, CaromVectors deltas, std::size_t count) const {
        std::vector<std::uint8_t> out(count);
        check(carom_ray_any_batch(&query_, origins, deltas, count, out.data()));
        return out;
    }
    std::vector<CaromHit> sweep_rigid_batch(const CaromShapes &shapes, const CaromRigidMotions &motions) const {
        std::vector<CaromHit> out(shapes.count);
        check(carom_sweep_rigid_batch(&query_, &shapes, &motions, out.data()));
        return out;
    }

private:
    template <class T> Query with(T CaromQuery::*field, T value) const noexcept {
        CaromQuery query = query_;
        query.*field = value;
        return Query(query);
    }
    CaromQuery query_;
};

// A 2D polygon with holes: rings of x and y, one after the other.
class Polygon {
public:
    explicit Polygon(const std::vector<std::array<float, 2>> &outline) { add(outline); }
    // A ring more: a hole.
    Polygon &add(const std::vector<std::array<float, 2>> &ring) {
        points_.insert(points_.end(), ring.begin(), ring.end());
        ends_.push_back(points_.size());
        return *this;
    }

    CaromPolygon get() const noexcept {
        return {points_.empty() ? nullptr : points_[0].data(), ends_.data(), ends_.size()};
    }
    // The points without repetitions, and three of their indices for each triangle.
    std::pair<std::vector<std::array<float, 2>>, std::vector<std::array<std::uint32_t, 3>>> triangulate() const {
        CaromPolygon polygon = get();
        std::size_t points, triangles;
        check(carom_polygon_triangulate(&polygon, nullptr, 0, &points, nullptr, 0, &triangles));
        std::vector<std::array<float, 2>> of_points(points);
        std::vector<std::array<std::uint32_t, 3>> all(triangles);
        check(carom_polygon_triangulate(&polygon, reinterpret_cast<float(*)[2]>(of_points.data()), points, &points,
                                        reinterpret_cast<std::uint32_t(*)[3]>(all.data()), triangles, &triangles));
        return {of_points, all};
    }

private:
    std::vector<std::array<float, 2>> points_;
    std::vector<std::size_t> ends_;
};

class Mesh : public Handle<CaromMesh, carom_mesh_free> {
public:
    // Takes over a handle, which it frees.
    explicit Mesh(CaromMesh mesh) noexcept : Handle(mesh) {}
    Mesh(CaromVectors vertices, std::size_t vertex_count, const std::uint32_t *triangles, std::size_t triangle_count,
         std::uint32_t flags = 0) {
        check(carom_mesh_create(vertices, vertex_count, triangles, triangle_count, flags, &handle_));
    }
    // Three indices a triangle.
    Mesh(const std::vector<CaromVec3> &vertices, const std::vector<std::uint32_t> &triangles, std::uint32_t flags = 0)
        : Mesh(detail::vectors(vertices), vertices.size(), triangles.data(), triangles.size() / 3, flags) {}

    // New places of the vertices; the triangles are those of before.
    void refit(const std::vector<CaromVec3> &vertices, const std::vector<std::uint32_t> &triangles) {
        check(carom_mesh_refit(handle_, detail::vectors(vertices), vertices.size(), triangles.data(), triangles.size() / 3));
    }
    CaromShape triangle(std::uint32_t number) const {
        CaromShape out;
        check(carom_mesh_triangle(handle_, number, &out));
        return out;
    }
    static Mesh of_heights(const CaromHeights &field) {
        CaromMesh out;
        check(carom_mesh_of_heights(&field, &out));
        return Mesh(out);
    }

    // Flat, at a height.
    static Mesh of_floor(const Polygon &polygon, float height, std::uint32_t flags = 0) {
        CaromPolygon rings = polygon.get();
        CaromMesh out;
        check(carom_polygon_floor(&rings, height, flags, &out));
        return Mesh(out);
    }
    // Closed, between two heights.
    static Mesh of_prism(const Polygon &polygon, float low, float high, std::uint32_t flags = 0) {
        CaromPolygon rings = polygon.get();
        CaromMesh out;
        check(carom_polygon_prism(&rings, low, high, flags, &out));
        return Mesh(out);
    }

    Query query() const noexcept { return Query(carom_query_mesh(handle_)); }
    CaromMeshInfo info() const {
        CaromMeshInfo out;
        check(carom_mesh_info(handle_, &out));
        return out;
    }
    bool is_solid() const {
        std::uint8_t out;
        check(carom_mesh_is_solid(handle_, &out));
        return out != 0;
    }
    void refit_heights(const CaromHeightArea &area) { check(carom_mesh_refit_heights(handle_, &area)); }
    bool is_closed() const {
        std::uint8_t out;
        check(carom_mesh_is_closed(handle_, &out));
        return out != 0;
    }
    bool contains(CaromVec3 point) const {
        std::uint8_t out;
        check(carom_mesh_contains(handle_, point, &out));
        return out != 0;
    }
    float signed_distance(CaromVec3 point) const {
        float out;
        check(carom_mesh_signed_distance(handle_, point, &out));
        return out;
    }
    double winding_number(CaromVec3 point) const {
        double out;
        check(carom_mesh_winding_number(handle_, point, &out));
        return out;
    }
    std::vector<std::uint8_t> contains_batch(CaromVectors points, std::size_t count) const {
        std::vector<std::uint8_t> out(count);
        check(carom_mesh_contains_batch(handle_, points, count, out.data()));
        return out;
    }
    std::vector<float> signed_distance_batch(CaromVectors points, std::size_t count) const {
        std::vector<float> out(count);
        check(carom_mesh_signed_distance_batch(handle_, points, count, out.data()));
        return out;
    }
    std::vector<double> winding_number_batch(CaromVectors points, std::size_t count) const {
        std::vector<double> out(count);
        check(carom_mesh_winding_number_batch(handle_, points, count, out.data()));
        return out;
    }
    std::vector<CaromInterval> ray_intervals(CaromVec3 from, CaromVec3 delta) const {
        return detail::all<CaromInterval>([&](CaromInterval *out, std::size_t capacity, std::size_t *count) {
            return carom_mesh_ray_intervals(handle_, from, delta, out, capacity, count);
        });
    }
    CaromBarycentric barycentric(std::uint32_t triangle, CaromVec3 point) const {
        CaromBarycentric out;
        check(carom_mesh_barycentric(handle_, triangle, point, &out));
        return out;
    }
    // The numbers of every two triangles of this mesh and `other` that touch.
    std::vector<std::array<std::uint32_t, 2>> touching_triangles(const Mesh &other) const {
        using Pair = std::array<std::uint32_t, 2>;
        return detail::all<Pair>([&](Pair *out, std::size_t capacity, std::size_t *count) {
            auto pairs = reinterpret_cast<std::uint32_t(*)[2]>(out);
            return carom_touching_triangles(handle_, other.handle_, pairs, capacity, count);
        });
    }
    std::vector<CaromMeshCrossing> crossings(const Mesh &other) const {
        return detail::all<CaromMeshCrossing>([&](CaromMeshCrossing *out, std::size_t capacity, std::size_t *count) {
            return carom_crossings(handle_, other.handle_, out, capacity, count);
        });
    }
    // Of this mesh and `b`, on which the normal starts; the second is the triangle of this one.
    std::optional<std::pair<CaromContact, std::uint32_t>> closest(const Mesh &b, float reach) const {
        CaromContact out;
        std::uint32_t triangle;
        check(carom_mesh_closest(handle_, b.handle_, reach, &out, &triangle));
        return detail::of_part(out, triangle);
    }
    bool overlap(const Mesh &b) const {
        std::uint8_t out;
        check(carom_mesh_overlap(handle_, b.handle_, &out));
        return out != 0;
    }
    // The first hit of this mesh, moving by `delta`, with `b`.
    std::optional<std::pair<CaromHit, std::uint32_t>> sweep(CaromVec3 delta, const Mesh &b) const {
        CaromHit out;
        std::uint32_t triangle;
        check(carom_mesh_sweep(handle_, delta, b.handle_, &out, &triangle));
        return detail::of_part(out, triangle);
    }
    // Both move and rotate.
    std::optional<std::pair<CaromHit, std::uint32_t>> sweep_rigid(const CaromRigidMotion &motion, const Mesh &b,
                                                                  const CaromRigidMotion &motion_b = {}) const {
        CaromHit out;
        std::uint32_t triangle;
        check(carom_mesh_sweep_rigid(handle_, &motion, b.handle_, &motion_b, &out, &triangle));
        return detail::of_part(out, triangle);
    }
    // The translation of this mesh that separates it from `other`; none if they do not overlap.
    std::optional<CaromMeshPenetration> penetration(const Mesh &other) const {
        CaromMeshPenetration out;
        check(carom_mesh_penetration(handle_, other.handle_, &out));
        return out.found != 0 ? std::optional<CaromMeshPenetration>(out) : std::nullopt;
    }
    // A copy with a factor for each axis.
    Mesh scaled(CaromVec3 factors) const {
        CaromMesh out;
        check(carom_mesh_scaled(handle_, factors, &out));
        return Mesh(out);
    }
    // The lines along which this mesh and `other` cross.
    std::vector<std::vector<CaromVec3>> crossing_lines(const Mesh &other) const {
        std::size_t point_count, line_count;
        check(carom_crossing_lines(handle_, other.handle_, nullptr, 0, &point_count, nullptr, 0, &line_count));
        std::vector<CaromVec3> points(point_count);
        std::vector<std::size_t> ends(line_count);
        check(carom_crossing_lines(handle_, other.handle_, points.data(), points.size(), &point_count, ends.data(),
                                   ends.size(), &line_count));
        std::vector<std::vector<CaromVec3>> lines;
        std::size_t start = 0;
        for (std::size_t end : ends) {
            lines.emplace_back(points.begin() + static_cast<std::ptrdiff_t>(start),
                               points.begin() + static_cast<std::ptrdiff_t>(end));
            start = end;
        }
        return lines;
    }
};

// Several convex shapes as one.
class Compound : public Handle<CaromCompound, carom_compound_free> {
public:
    // Takes over a handle, which it frees.
    explicit Compound(CaromCompound compound) noexcept : Handle(compound) {}
    // In their places.
    explicit Compound(const std::vector<CaromShape> &shapes) {
        check(carom_compound_create(shapes.data(), nullptr, shapes.size(), &handle_));
    }
    // A pose for each shape.
    Compound(const std::vector<CaromShape> &shapes, const std::vector<CaromPose> &poses) {
        if (poses.size() != shapes.size())
            throw std::invalid_argument("as many poses as shapes");
        check(carom_compound_create(shapes.data(), poses.data(), shapes.size(), &handle_));
    }

    Query query() const noexcept { return Query(carom_query_compound(handle_)); }
    CaromCompoundInfo info() const {
        CaromCompoundInfo out;
        check(carom_compound_info(handle_, &out));
        return out;
    }
};

// The answer of a query with a compound, and the number of its shape.
template <class T> using OfCompound = std::optional<std::pair<T, std::uint32_t>>;

inline OfCompound<CaromContact> Query::closest_surface(const Compound &a, float reach) const {
    CaromContact out;
    std::uint32_t part;
    check(carom_closest_surface(&query_, a.get(), reach, &out, &part));
    return detail::of_part(out, part);
}
inline bool Query::overlap_surface(const Compound &a) const {
    std::uint8_t out;
    check(carom_overlap_surface(&query_, a.get(), &out));
    return out != 0;
}
inline OfCompound<CaromHit> Query::sweep_surface(const Compound &a, CaromVec3 delta) const {
    CaromHit out;
    std::uint32_t part;
    check(carom_sweep_surface(&query_, a.get(), delta, &out, &part));
    return detail::of_part(out, part);
}
inline OfCompound<CaromHit> Query::sweep_rigid_surface(const Compound &a, const CaromRigidMotion &motion) const {
    CaromHit out;
    std::uint32_t part;
    check(carom_sweep_rigid_surface(&query_, a.get(), &motion, &out, &part));
    return detail::of_part(out, part);
}
inline OfCompound<CaromHit> Query::sweep_moving_surface(const Compound &a, const CaromRigidMotion &motion,
                                                        float time) const {
    CaromHit out;
    std::uint32_t part;
    check(carom_sweep_moving_surface(&query_, a.get(), &motion, time, &out, &part));
    return detail::of_part(out, part);
}

class Diff;

class World : public Handle<CaromWorld, carom_world_free> {
public:
    // Takes over a handle, which it frees.
    explicit World(CaromWorld world) noexcept : Handle(world) {}
    World() { check(carom_world_create(&handle_)); }
    World copy() const {
        CaromWorld out;
        check(carom_world_copy(handle_, &out));
        return World(out);
    }

    Query query() const noexcept { return Query(carom_query_world(handle_)); }
    std::uint64_t add(const CaromBody &body) {
        std::uint64_t out;
        check(carom_world_add(handle_, &body, &out));
        return out;
    }
    std::uint64_t add(const Mesh &mesh) { return add(carom_body_of_mesh(mesh.get())); }
    std::uint64_t add(const Compound &compound) { return add(carom_body_of_compound(compound.get())); }
    std::uint64_t add(const CaromShape &shape) { return add(carom_body_of_shape(shape)); }
    void remove(std::uint64_t body) { check(carom_world_remove(handle_, body)); }
    std::size_t count() const {
        std::size_t out;
        check(carom_world_count(handle_, &out));
        return out;
    }
    void set_pose(std::uint64_t body, const CaromPose &pose) { check(carom_world_set_pose(handle_, body, &pose)); }
    void move_to(std::uint64_t body, const CaromPose &pose, float dt) {
        check(carom_world_move_to(handle_, body, &pose, dt));
    }
    void set_velocity(std::uint64_t body, CaromVec3 velocity) {
        check(carom_world_set_velocity(handle_, body, velocity));
    }
    void set_spin(std::uint64_t body, CaromVec3 axis, float spin) {
        check(carom_world_set_spin(handle_, body, axis, spin));
    }
    void set_surface_velocity(std::uint64_t body, CaromVec3 velocity) {
        check(carom_world_set_surface_velocity(handle_, body, velocity));
    }
    void refit_heights(std::uint64_t body, const CaromHeightArea &area) {
        check(carom_world_refit_heights(handle_, body, &area));
    }
    void set_layers(std::uint64_t body, std::uint32_t layers, std::uint32_t mask) {
        check(carom_world_set_layers(handle_, body, layers, mask));
    }
    std::uint64_t data(std::uint64_t body) const {
        std::uint64_t out;
        check(carom_world_data(handle_, body, &out));
        return out;
    }
    // All names, in the order of their numbers.
    std::vector<std::uint64_t> bodies() const {
        return detail::all<std::uint64_t>([&](std::uint64_t *out, std::size_t capacity, std::size_t *count) {
            return carom_world_bodies(handle_, out, capacity, count);
        });
    }
    // All that a body is now, but its shape.
    CaromBody body(std::uint64_t body) const {
        CaromBody out;
        check(carom_world_body(handle_, body, &out));
        return out;
    }
    // The mesh, compound or shape of another body.
    void replace(std::uint64_t body, const CaromBody &other) { check(carom_world_replace(handle_, body, &other)); }
    void set_moving(std::uint64_t body, bool moving) { check(carom_world_set_moving(handle_, body, moving)); }
    void set_sensor(std::uint64_t body, bool sensor) { check(carom_world_set_sensor(handle_, body, sensor)); }
    // The direction zero makes it block from all sides.
    void set_one_way(std::uint64_t body, CaromVec3 direction, float margin) {
        check(carom_world_set_one_way(handle_, body, direction, margin));
    }
    void refit_mesh(std::uint64_t body, const std::vector<CaromVec3> &vertices, const std::vector<std::uint32_t> &triangles) {
        check(carom_world_refit_mesh(handle_, body, detail::vectors(vertices), vertices.size(), triangles.data(),
                                     triangles.size() / 3));
    }
    void weld_mesh(std::uint64_t body, const std::vector<std::uint64_t> &neighbors) {
        check(carom_world_weld_mesh(handle_, body, neighbors.data(), neighbors.size()));
    }
    void apply(const Diff &diff);
    void optimize() { check(carom_world_optimize(handle_)); }
};

// What has changed between two states of a world.
class Diff : public Handle<CaromDiff, carom_diff_free> {
public:
    // Takes over a handle, which it frees.
    explicit Diff(CaromDiff diff) noexcept : Handle(diff) {}
    Diff(const World &world, const World &before) { check(carom_diff_create(world.get(), before.get(), &handle_)); }
    // Of bytes(), on this machine or another.
    static Diff of_bytes(const std::vector<std::uint8_t> &bytes) {
        CaromDiff out;
        check(carom_diff_of_bytes(bytes.data(), bytes.size(), &out));
        return Diff(out);
    }

    std::vector<std::uint8_t> bytes() const {
        return detail::all<std::uint8_t>([&](std::uint8_t *out, std::size_t capacity, std::size_t *count) {
            return carom_diff_bytes(handle_, out, capacity, count);
        });
    }
    bool is_empty() const {
        std::uint8_t out;
        check(carom_diff_is_empty(handle_, &out));
        return out != 0;
    }
    // CAROM_REMOVED, CAROM_ADDED, CAROM_CHANGED or CAROM_MOVED.
    std::vector<std::uint64_t> bodies(std::uint32_t list) const {
        return detail::all<std::uint64_t>([&](std::uint64_t *out, std::size_t capacity, std::size_t *count) {
            return carom_diff_bodies(handle_, list, out, capacity, count);
        });
    }
};

inline void World::apply(const Diff &diff) { check(carom_world_apply(handle_, diff.get())); }

class Sensors : public Handle<CaromSensors, carom_sensors_free> {
public:
    Sensors() { check(carom_sensors_create(&handle_)); }
    void update(const World &world) { check(carom_sensors_update(handle_, world.get())); }
    // CAROM_NOW, CAROM_ENTERED or CAROM_LEFT.
    std::vector<CaromSensorPair> pairs(std::uint32_t list) const {
        std::size_t count;
        check(carom_sensors_pairs(handle_, list, nullptr, 0, &count));
        std::vector<CaromSensorPair> out(count);
        check(carom_sensors_pairs(handle_, list, out.data(), out.size(), &count));
        return out;
    }
};

class Pairs : public Handle<CaromPairs, carom_pairs_free> {
public:
    Pairs() { check(carom_pairs_create(&handle_)); }
    void update(const World &world) { check(carom_pairs_update(handle_, world.get())); }
    // Of a body of `world` and one of `other`.
    void update_with(const World &world, const World &other) {
        check(carom_pairs_update_with(handle_, world.get(), other.get()));
    }
    // CAROM_NOW, CAROM_BEGAN or CAROM_ENDED.
    std::vector<CaromPair> list(std::uint32_t list) const {
        std::size_t count;
        check(carom_pairs_list(handle_, list, nullptr, 0, &count));
        std::vector<CaromPair> out(count);
        check(carom_pairs_list(handle_, list, out.data(), out.size(), &count));
        return out;
    }
};

class Mover : public Handle<CaromMover, carom_mover_free> {
public:
    // Takes over a handle, which it frees.
    explicit Mover(CaromMover mover) noexcept : Handle(mover) {}
    explicit Mover(const CaromMoverSettings &settings = carom_mover_defaults()) {
        check(carom_mover_create(&settings, &handle_));
    }
    CaromMoverSettings settings() const {
        CaromMoverSettings out;
        check(carom_mover_settings(handle_, &out));
        return out;
    }
    void set_settings(const CaromMoverSettings &settings) { check(carom_mover_set_settings(handle_, &settings)); }
    // One of CAROM_BODY_CAPSULE and others; limbs are those of a body of several capsules.
    void set_body(std::uint32_t body, float half_length = 0, const std::vector<CaromLimb> &limbs = {}) {
        check(carom_mover_set_body(handle_, body, half_length, limbs.data(), limbs.size()));
    }
    CaromReport step(const Query &scene, CaromCharacter &state, const CaromIntent &intent, float dt) {
        CaromReport out;
        check(carom_mover_step(handle_, &scene.get(), &state, &intent, dt, &out));
        return out;
    }
    std::vector<CaromCollision> collisions() const {
        std::vector<CaromCollision> out(32);
        std::size_t count;
        check(carom_mover_collisions(handle_, out.data(), out.size(), &count));
        out.resize(count);
        return out;
    }
    void set_surfaces(const std::vector<CaromSurfaceMaterial> &materials) {
        check(carom_mover_set_surfaces(handle_, materials.data(), materials.size()));
    }
    float grip(const CaromCharacter &state) const {
        float out;
        check(carom_mover_grip(handle_, &state, &out));
        return out;
    }
    // A tick along a path, in the place of step(): the time that is left of it after the end of the path, whose count is then 0.
    float follow(CaromPath &path, const Query &scene, CaromCharacter &state, float dt) {
        float left;
        check(carom_path_step(&path, handle_, &scene.get(), &state, dt, &left));
        return left;
    }
    // The paths on to a ledge, over a wall and out of water ahead, if there is one.
    std::optional<CaromPath> mantle(const CaromMantle &mantle, const Query &scene, const CaromCharacter &state,
                                    CaromVec3 ahead) const {
        CaromPath out;
        check(carom_mantle_path(&mantle, &scene.get(), handle_, &state, ahead, &out));
        return out.count > 0 ? std::optional<CaromPath>(out) : std::nullopt;
    }
    std::optional<CaromPath> vault(const CaromVault &vault, const Query &scene, const CaromCharacter &state,
                                   CaromVec3 ahead) const {
        CaromPath out;
        check(carom_vault_path(&vault, &scene.get(), handle_, &state, ahead, &out));
        return out.count > 0 ? std::optional<CaromPath>(out) : std::nullopt;
    }
    std::optional<CaromPath> water_exit(const CaromWater &water, const Query &scene, const CaromCharacter &state,
                                        CaromVec3 ahead, float above, float speed) const {
        CaromPath out;
        check(carom_water_exit(&water, &scene.get(), handle_, &state, ahead, above, speed, &out));
        return out.count > 0 ? std::optional<CaromPath>(out) : std::nullopt;
    }
    bool wall_jump(const CaromWallJump &jump, const Query &scene, CaromCharacter &state, CaromLocomotion &locomotion) const {
        std::uint32_t out;
        check(carom_wall_jump(&jump, &scene.get(), handle_, &state, &locomotion, &out));
        return out == 1;
    }
    // Before and after step(), for a fall that is never faster than a speed.
    void glide(float speed, const CaromCharacter &state, float dt, CaromIntent &intent) const {
        check(carom_glide_intent(speed, handle_, &state, dt, &intent));
    }
    void glided(float speed, CaromCharacter &state, const CaromIntent &intent) const {
        check(carom_glide_after(speed, handle_, &state, &intent));
    }
};

class Crowd : public Handle<CaromCrowd, carom_crowd_free> {
public:
    // Takes over a handle, which it frees.
    explicit Crowd(CaromCrowd crowd) noexcept : Handle(crowd) {}
    Crowd(const World &world, std::uint32_t layer) { check(carom_crowd_create(world.get(), layer, &handle_)); }
    // For a copy of its world that was made at the same moment.
    Crowd copy(const World &world) const {
        CaromCrowd out;
        check(carom_crowd_copy(handle_, world.get(), &out));
        return Crowd(out);
    }
    std::size_t add(const CaromMoverSettings &settings, const CaromCharacter &state, float mass = 80,
                    std::uint32_t role = CAROM_PUSH) {
        std::size_t out;
        check(carom_crowd_add(handle_, &settings, &state, mass, role, &out));
        return out;
    }
    void step(const std::vector<CaromIntent> &intents, float dt) {
        check(carom_crowd_step(handle_, intents.data(), intents.size(), dt));
    }
    std::vector<CaromAgent> agents() const {
        std::size_t count;
        check(carom_crowd_agents(handle_, nullptr, 0, &count));
        std::vector<CaromAgent> out(count);
        check(carom_crowd_agents(handle_, out.data(), out.size(), &count));
        return out;
    }
    CaromAgent agent(std::size_t number) const {
        CaromAgent out;
        check(carom_crowd_agent(handle_, number, &out));
        return out;
    }
    // The last agent takes over its number.
    void remove(std::size_t number) { check(carom_crowd_remove(handle_, number)); }
    std::vector<CaromCollision> collisions(std::size_t number) const {
        return detail::all<CaromCollision>([&](CaromCollision *out, std::size_t capacity, std::size_t *count) {
            return carom_crowd_collisions(handle_, number, out, capacity, count);
        });
    }
    CaromMoverSettings settings(std::size_t number) const {
        CaromMoverSettings out;
        check(carom_crowd_settings(handle_, number, &out));
        return out;
    }
    // CAROM_BODY_CYLINDER and others.
    void set_body(std::size_t number, std::uint32_t body, float half_length = 0, const std::vector<CaromLimb> &limbs = {}) {
        check(carom_crowd_set_body(handle_, number, body, half_length, limbs.data(), limbs.size()));
    }
    void set_state(std::size_t number, const CaromCharacter &state) {
        check(carom_crowd_set_state(handle_, number, &state));
    }
    void set_settings(std::size_t number, const CaromMoverSettings &settings) {
        check(carom_crowd_set_settings(handle_, number, &settings));
    }
    // A mover with all that an agent has now, for its abilities.
    Mover mover(std::size_t number) const {
        CaromMover out;
        check(carom_crowd_mover(handle_, number, &out));
        return Mover(out);
    }
    // Settings, body and materials of a mover.
    void set_mover(std::size_t number, const Mover &mover) {
        check(carom_crowd_set_mover(handle_, number, mover.get()));
    }
    void set_surfaces(const std::vector<CaromSurfaceMaterial> &materials) {
        check(carom_crowd_set_surfaces(handle_, materials.data(), materials.size()));
    }
};

// A pool table with its balls. It never changes; simulate() may run in any threads at once.
class PoolTable : public Handle<CaromPoolTable, carom_pool_table_free> {
public:
    // Takes over a handle, which it frees.
    explicit PoolTable(CaromPoolTable table) noexcept : Handle(table) {}
    explicit PoolTable(const CaromPoolSetup &setup) { check(carom_pool_table_create(&setup, &handle_)); }
    // The game of CAROM_EIGHT_BALL and so on, at its start, on its own table.
    static PoolTable racked(std::uint32_t rack, double gap = 0) {
        std::uint32_t table;
        check(carom_rack_table(rack, &table));
        CaromPoolSetup setup = setup_of(table);
        std::vector<CaromPoolBall> balls = rack_balls(rack, setup.dimensions, gap);
        setup.balls = balls.data();
        setup.ball_count = balls.size();
        return PoolTable(setup);
    }
    // The setup of CAROM_POOL_9_FT and so on, without balls.
    static CaromPoolSetup setup_of(std::uint32_t table) {
        CaromPoolSetup out;
        check(carom_pool_setup(table, &out));
        return out;
    }
    static CaromTableSpec spec(std::uint32_t table) {
        CaromTableSpec out;
        check(carom_table_spec(table, &out));
        return out;
    }
    static CaromBallParameters ball_parameters(std::uint32_t table) {
        CaromBallParameters out;
        check(carom_ball_parameters(table, &out));
        return out;
    }
    static std::vector<CaromPoolBall> rack_balls(std::uint32_t rack, const CaromTableSpec &dimensions, double gap = 0) {
        return detail::all<CaromPoolBall>(
            [&](auto... out) { return carom_rack_balls(rack, &dimensions, gap, out...); });
    }
    PoolTable with_balls(const std::vector<CaromPoolBall> &balls) const {
        CaromPoolTable out;
        check(carom_pool_table_with_balls(handle_, balls.data(), balls.size(), &out));
        return PoolTable(out);
    }
    CaromTableSpec dimensions() const {
        CaromTableSpec out;
        check(carom_pool_table_dimensions(handle_, &out));
        return out;
    }
    std::vector<CaromPoolBall> balls() const {
        return detail::all<CaromPoolBall>([&](auto... out) { return carom_pool_table_balls(handle_, out...); });
    }
    std::vector<CaromPocket> pockets() const {
        return detail::all<CaromPocket>([&](auto... out) { return carom_pool_table_pockets(handle_, out...); });
    }
    std::vector<CaromCushion> cushions() const {
        return detail::all<CaromCushion>([&](auto... out) { return carom_pool_table_cushions(handle_, out...); });
    }
    // A polygon for each nose.
    std::vector<std::vector<CaromDVec2>> outlines() const {
        std::size_t count, end_count, start = 0;
        check(carom_pool_table_outlines(handle_, nullptr, 0, &count, nullptr, 0, &end_count));
        std::vector<CaromDVec2> corners(count);
        std::vector<std::size_t> ends(end_count);
        check(carom_pool_table_outlines(handle_, corners.data(), count, &count, ends.data(), end_count, &end_count));
        std::vector<std::vector<CaromDVec2>> out;
        for (std::size_t end : ends) {
            out.emplace_back(&corners[start], &corners[start] + (end - start));
            start = end;
        }
        return out;
    }
    std::optional<CaromAimedBall> aimed_at(std::uint32_t ball, CaromDVec2 direction) const {
        CaromAimedBall out;
        check(carom_aimed_at(handle_, ball, direction, &out));
        if (out.ball == CAROM_NO_BALL)
            return std::nullopt;
        return out;
    }
    // How each shot ended, and the balls at its end, shot after shot.
    std::pair<std::vector<CaromShotInfo>, std::vector<CaromBallEnd>> batch(const CaromShots &shots) const {
        std::vector<CaromShotInfo> infos(shots.count);
        std::vector<CaromBallEnd> ends(shots.count * balls().size());
        check(carom_shot_batch(handle_, &shots, infos.data(), ends.data(), ends.size()));
        return {std::move(infos), std::move(ends)};
    }
};

// A shot that was played.
class ShotResult : public Handle<CaromShotResult, carom_shot_free> {
public:
    ShotResult(const PoolTable &table, const CaromShot &shot) {
        check(carom_shot_simulate(table.get(), &shot, &handle_));
    }
    // Without a strike: the balls move as they do.
    explicit ShotResult(const PoolTable &table) { check(carom_shot_roll_out(table.get(), &handle_)); }
    CaromShotInfo info() const {
        CaromShotInfo out;
        check(carom_shot_info(handle_, &out));
        return out;
    }
    std::vector<CaromPoolBall> balls() const {
        return detail::all<CaromPoolBall>([&](auto... out) { return carom_shot_balls(handle_, out...); });
    }
    std::vector<CaromShotEvent> events() const {
        return detail::all<CaromShotEvent>([&](auto... out) { return carom_shot_events(handle_, out...); });
    }
    // All balls at a time.
    std::vector<CaromBallState> at(double time) const {
        return detail::all<CaromBallState>([&](auto... out) { return carom_shot_at(handle_, time, out...); });
    }
    std::vector<CaromTracePoint> trace(std::uint32_t ball) const {
        return detail::all<CaromTracePoint>([&](auto... out) { return carom_shot_trace(handle_, ball, out...); });
    }
};

// Where the cue ball has to be at the hit to send an object ball towards a target; empty if it is there.
inline std::optional<CaromDVec2> ghost_ball(CaromDVec2 object, CaromDVec2 target, double radius) {
    CaromDVec2 out;
    check(carom_ghost_ball(object, target, radius, &out));
    if (out.x != out.x)
        return std::nullopt;
    return out;
}

} // namespace carom

#endif

/* Curved, oriented and rounded shapes, as query shapes and as bodies, with answers that can be checked by hand. */
#include "check.h"

static int near(float a, float b) { return fabsf(a - b) < 1e-4f; }

/* Each curved shape 2 high on a floor, at the height 1: the separation, as a query shape and as a body. */
static void curved_shapes(void) {
    CaromVec3 low = vec3(0, 1, 0), high = vec3(0, 3, 0), axes[3];
    CaromShape shapes[9];
    CaromMesh floor = square(9);
    CaromWorld world;
    CaromQuery query = carom_query_mesh(floor), bodies;
    CaromContact contact;
    CaromBody body;
    CaromHit hit;
    uint64_t name;
    int i;
    /* The half width of each at its lowest point: what a ray along x at this height meets. */
    const float half[9] = {1, 1, 1, 0.5f, 0.5f, 0, 0, 1, 1.5f};
    const float lowest[9] = {1, 1, 1, 1, 1, 1, 1, 1, 0.75f};
    axes[0] = vec3(1, 0, 0);
    axes[1] = vec3(0, 1, 0);
    axes[2] = vec3(0, 0, 2);
    shapes[0] = carom_cylinder(low, high, 1);
    shapes[1] = carom_cone(low, high, 1);
    shapes[2] = carom_frustum(low, high, 1, 2);
    shapes[3] = carom_frustum(high, low, 2, 0.5f);
    shapes[4] = carom_cylinder(low, high, 0.5f);
    shapes[5] = carom_tapered_capsule(vec3(0, 1.5f, 0), vec3(0, 3, 0), 0.5f, 1);
    shapes[6] = carom_ellipsoid(vec3(0, 2, 0), vec3(3, 1, 2));
    shapes[7] = carom_oriented_box(vec3(0, 2, 0), axes);
    shapes[8] = carom_rounded(carom_box(vec3(-1.5f, 1, -1), vec3(1.5f, 3, 1)), 0.25f);
    for (i = 0; i < 9; i++) {
        OK(carom_closest(&query, &shapes[i], INFINITY, &contact));
        CHECK(near(contact.separation, lowest[i]) && near(contact.normal.y, 1));
        OK(carom_sweep(&query, &shapes[i], vec3(0, -2, 0), &hit));
        CHECK(near(hit.t, lowest[i] / 2));
        body = carom_body_of_shape(shapes[i]);
        OK(carom_world_create(&world));
        body.pose = carom_pose_at(vec3(10, 0, 0));
        OK(carom_world_add(world, &body, &name));
        bodies = carom_query_world(world);
        OK(carom_ray(&bodies, vec3(10, 0, 0), vec3(0, 2, 0), &hit));
        CHECK(near(hit.t, lowest[i] / 2) && hit.body == name);
        if (half[i] > 0) {
            OK(carom_ray(&bodies, vec3(0, 1.0001f, 0), vec3(10, 0, 0), &hit));
            CHECK(fabsf(hit.t - (10 - half[i] - (i == 8 ? 0.25f : 0)) / 10) < 1e-4f);
        }
        OK(carom_world_free(world));
    }
    /* Half axes that are no axes of coordinates: a disk that leans at 45 degrees. */
    axes[0] = vec3(1, 1, 0);
    axes[1] = vec3(0, 0, 0);
    shapes[0] = carom_oriented_ellipsoid(vec3(0, 4, 0), axes);
    OK(carom_closest(&query, &shapes[0], INFINITY, &contact));
    CHECK(near(contact.separation, 3) && near(contact.point_a.x, -1));
    /* Degenerate shapes are simpler ones: a segment, a ball, a point. */
    shapes[0] = carom_cylinder(low, vec3(0, 1, 4), 0);
    shapes[1] = carom_tapered_capsule(vec3(0, 3, 0), vec3(0, 3, 0.5f), 2, 0.5f);
    shapes[2] = carom_ellipsoid(low, vec3(0, 0, 0));
    for (i = 0; i < 3; i++) {
        OK(carom_closest(&query, &shapes[i], INFINITY, &contact));
        CHECK(near(contact.separation, 1));
    }
    OK(carom_mesh_free(floor));
}

int main(void) {
    curved_shapes();
    CHECK(strcmp(carom_last_error(), "") == 0);
    puts("every shape works");
    return 0;
}

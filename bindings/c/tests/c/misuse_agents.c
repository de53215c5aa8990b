/* Misuse of one agent of a crowd: error codes with a text, and nothing changes. */
#include "misuse.h"

int main(void) {
    CaromMoverSettings settings = carom_mover_defaults(), out;
    CaromCharacter state = carom_character_at(vec3(0, 3, 0), 1.8f);
    CaromWorld world, short_lived;
    CaromCrowd crowd, freed_crowd, orphan;
    CaromCollision met;
    CaromAgent agent, before;
    CaromMover mover;
    CaromLimb limb = {{0, 0, 0}, {0, 1, 0}, 0};
    size_t count = 77;
    OK(carom_world_create(&world));
    OK(carom_crowd_create(world, 1, &freed_crowd));
    OK(carom_crowd_free(freed_crowd));
    OK(carom_crowd_create(world, 1, &crowd));
    OK(carom_crowd_add(crowd, &settings, &state, 80, CAROM_PUSH, NULL));
    OK(carom_crowd_agent(crowd, 0, &before));
    BAD_HANDLES(CaromCrowd, freed_crowd, world, carom_crowd_agent(h, 0, &agent));
    BAD_HANDLES(CaromCrowd, freed_crowd, world, carom_crowd_remove(h, 0));
    BAD_HANDLES(CaromCrowd, freed_crowd, world, carom_crowd_settings(h, 0, &out));
    BAD_HANDLES(CaromCrowd, freed_crowd, world, carom_crowd_set_body(h, 0, CAROM_BODY_CYLINDER, 0, NULL, 0));
    BAD_HANDLES(CaromCrowd, freed_crowd, world, carom_crowd_collisions(h, 0, &met, 1, &count));
    BAD_HANDLES(CaromCrowd, freed_crowd, world, carom_crowd_mover(h, 0, &mover));
    FAILS(CAROM_NULL, "out is null", carom_crowd_mover(crowd, 0, NULL));
    FAILS(CAROM_OUT_OF_RANGE, "there is no agent 1, only 1", carom_crowd_mover(crowd, 1, &mover));
    FAILS(CAROM_NULL, "out is null", carom_crowd_agent(crowd, 0, NULL));
    FAILS(CAROM_NULL, "out is null", carom_crowd_settings(crowd, 0, NULL));
    FAILS(CAROM_NULL, "out is null", carom_crowd_collisions(crowd, 0, NULL, 1, &count));
    FAILS(CAROM_NULL, "count is null", carom_crowd_collisions(crowd, 0, &met, 1, NULL));
    FAILS(CAROM_NULL, "limbs is null", carom_crowd_set_body(crowd, 0, CAROM_BODY_UPRIGHT, 0, NULL, 1));
    FAILS(CAROM_OUT_OF_RANGE, "limb_count is 8", carom_crowd_set_body(crowd, 0, CAROM_BODY_LYING, 0, &limb, 8));
    FAILS(CAROM_INVALID, "limbs[0].radius", carom_crowd_set_body(crowd, 0, CAROM_BODY_UPRIGHT, 0, &limb, 1));
    FAILS(CAROM_INVALID, "body must be", carom_crowd_set_body(crowd, 0, 9, 0, NULL, 0));
    FAILS(CAROM_INVALID, "half_length", carom_crowd_set_body(crowd, 0, CAROM_BODY_BOX, 0.1f, NULL, 0));
    FAILS(CAROM_OUT_OF_RANGE, "there is no agent 1, only 1", carom_crowd_agent(crowd, 1, &agent));
    FAILS(CAROM_OUT_OF_RANGE, "no agent 1", carom_crowd_remove(crowd, 1));
    FAILS(CAROM_OUT_OF_RANGE, "no agent", carom_crowd_remove(crowd, SIZE_MAX));
    FAILS(CAROM_OUT_OF_RANGE, "no agent 1", carom_crowd_settings(crowd, 1, &out));
    FAILS(CAROM_OUT_OF_RANGE, "no agent 1", carom_crowd_set_body(crowd, 1, CAROM_BODY_CYLINDER, 0, NULL, 0));
    FAILS(CAROM_OUT_OF_RANGE, "no agent 1", carom_crowd_collisions(crowd, 1, &met, 1, &count));
    /* Settings that are refused do not come back. */
    settings.radius = -1;
    FAILS(CAROM_INVALID, "settings.radius", carom_crowd_set_settings(crowd, 0, &settings));
    OK(carom_crowd_settings(crowd, 0, &out));
    CHECK(out.radius == 0.3f);
    OK(carom_crowd_agent(crowd, 0, &agent));
    CHECK(memcmp(&agent, &before, sizeof agent) == 0 && count == 77);
    /* Without its world no agent can be removed. */
    OK(carom_world_create(&short_lived));
    OK(carom_crowd_create(short_lived, 1, &orphan));
    settings.radius = 0.3f;
    OK(carom_crowd_add(orphan, &settings, &state, 80, CAROM_PUSH, NULL));
    OK(carom_world_free(short_lived));
    FAILS(CAROM_FREED, "the crowd's world is a world that was freed", carom_crowd_remove(orphan, 0));
    OK(carom_crowd_agent(orphan, 0, &agent));
    OK(carom_crowd_free(orphan));
    OK(carom_crowd_free(crowd));
    OK(carom_world_free(world));
    puts("every misuse of an agent is an error");
    return 0;
}

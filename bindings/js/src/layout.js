// Offsets of the structs of bindings/c/include/carom.h in wasm32, in bytes.
// Written by bindings/c/examples/layout.rs; do not edit.
//
// A constant for each, which bundlers write as a number where it is used.

export const Pose_size = 48, Pose_position = 0, Pose_rotation = 24, Pose_scale = 40, Pose_reserved = 44;
export const Shape_size = 64, Shape_kind = 0, Shape_radius = 4, Shape_a = 8, Shape_b = 20, Shape_c = 32, Shape_radius_b = 44, Shape_rounding = 48, Shape_reserved = 52, Shape_points = 56, Shape_point_count = 60;
export const Vectors_size = 8, Vectors_base = 0, Vectors_stride = 4;
export const Shapes_size = 52, Shapes_kind = 0, Shapes_rounding = 4, Shapes_count = 8, Shapes_a = 12, Shapes_b = 20, Shapes_c = 28, Shapes_radius = 36, Shapes_radius_b = 44;
export const MeshInfo_size = 32, MeshInfo_triangle_count = 0, MeshInfo_byte_count = 4, MeshInfo_min = 8, MeshInfo_max = 20;
export const Heights_size = 36, Heights_origin = 0, Heights_cell_x = 12, Heights_cell_z = 16, Heights_columns = 20, Heights_rows = 24, Heights_reserved = 28, Heights_heights = 32;
export const HeightArea_size = 20, HeightArea_column = 0, HeightArea_row = 4, HeightArea_columns = 8, HeightArea_rows = 12, HeightArea_heights = 16;
export const CompoundInfo_size = 28, CompoundInfo_part_count = 0, CompoundInfo_min = 4, CompoundInfo_max = 16;
export const Query_size = 56, Query_surface = 0, Query_except = 8, Query_origin = 16, Query_layers = 40, Query_mask = 44, Query_flags = 48, Query_reserved = 52;
export const Contact_size = 56, Contact_separation = 0, Contact_point_a = 4, Contact_point_b = 16, Contact_normal = 28, Contact_error_bound = 40, Contact_part = 44, Contact_body = 48;
export const Hit_size = 48, Hit_t = 0, Hit_point = 4, Hit_normal = 16, Hit_part = 28, Hit_body = 32, Hit_start = 40, Hit_start_separation = 44;
export const RigidMotion_size = 40, RigidMotion_delta = 0, RigidMotion_pivot = 12, RigidMotion_axis = 24, RigidMotion_angle = 36;
export const Feature_size = 16, Feature_count = 0, Feature_vertices = 4;
export const ManifoldPoint_size = 60, ManifoldPoint_point_a = 0, ManifoldPoint_point_b = 12, ManifoldPoint_separation = 24, ManifoldPoint_feature_a = 28, ManifoldPoint_feature_b = 44;
export const Manifold_size = 260, Manifold_count = 0, Manifold_unique = 4, Manifold_normal = 8, Manifold_points = 20;
export const Body_size = 208, Body_mesh = 0, Body_compound = 8, Body_shape = 16, Body_pose = 80, Body_velocity = 128, Body_axis = 140, Body_spin = 152, Body_surface_velocity = 156, Body_one_way_direction = 168, Body_one_way_margin = 180, Body_layers = 184, Body_mask = 188, Body_flags = 192, Body_reserved = 196, Body_data = 200;
export const SensorPair_size = 16, SensorPair_sensor = 0, SensorPair_body = 8;
export const Pair_size = 16, Pair_a = 0, Pair_b = 8;
export const RigidMotions_size = 32, RigidMotions_delta = 0, RigidMotions_pivot = 8, RigidMotions_axis = 16, RigidMotions_angle = 24;
export const Part_size = 16, Part_body = 0, Part_part = 8;
export const MeshCrossing_size = 32, MeshCrossing_triangles = 0, MeshCrossing_ends = 8;
export const MeshPenetration_size = 20, MeshPenetration_translation = 0, MeshPenetration_at_least = 12, MeshPenetration_found = 16;
export const Interval_size = 8, Interval_from = 0, Interval_to = 4;
export const Barycentric_size = 12, Barycentric_a = 0, Barycentric_b = 4, Barycentric_c = 8;
export const Crossing_size = 28, Crossing_t = 0, Crossing_point = 4, Crossing_normal = 16;
export const RayInterval_size = 68, RayInterval_touches = 0, RayInterval_has_entry = 4, RayInterval_has_exit = 8, RayInterval_entry = 12, RayInterval_exit = 40;
export const Polygon_size = 12, Polygon_points = 0, Polygon_ring_ends = 4, Polygon_ring_count = 8;
export const SurfaceMaterial_size = 40, SurfaceMaterial_body = 0, SurfaceMaterial_part = 8, SurfaceMaterial_max_slope = 12, SurfaceMaterial_friction = 16, SurfaceMaterial_velocity = 20, SurfaceMaterial_tag = 32, SurfaceMaterial_flags = 36;
export const MoverSettings_size = 56, MoverSettings_up = 0, MoverSettings_gravity = 12, MoverSettings_radius = 16, MoverSettings_max_slope = 20, MoverSettings_step_height = 24, MoverSettings_snap = 28, MoverSettings_skin = 32, MoverSettings_max_overhang = 36, MoverSettings_hover = 40, MoverSettings_max_depenetration = 44, MoverSettings_edge_guard = 48, MoverSettings_flags = 52;
export const Character_size = 88, Character_feet = 0, Character_height = 12, Character_velocity = 16, Character_base_velocity = 28, Character_step_credit = 40, Character_ground_normal = 44, Character_axis = 56, Character_reserved = 68, Character_on_ground = 72, Character_ground_part = 76, Character_ground_body = 80;
export const Intent_size = 40, Intent_velocity = 0, Intent_jump = 12, Intent_height = 16, Intent_flags = 20, Intent_rise = 24, Intent_axis = 28;
export const RootMotion_size = 20, RootMotion_displacement = 0, RootMotion_turn = 12, RootMotion_flags = 16;
export const Report_size = 48, Report_why = 0, Report_limits = 4, Report_has_crease = 8, Report_crease = 12, Report_events = 24, Report_landed = 28, Report_left_ground = 32, Report_stepped = 36, Report_bumped_head = 40, Report_reserved = 44;
export const Collision_size = 56, Collision_normal = 0, Collision_role = 12, Collision_part = 16, Collision_tag = 20, Collision_body = 24, Collision_point = 32, Collision_velocity = 44;
export const Locomotion_size = 52, Locomotion_acceleration = 0, Locomotion_friction = 4, Locomotion_air_acceleration = 8, Locomotion_coyote = 12, Locomotion_buffer = 16, Locomotion_grip = 20, Locomotion_velocity = 24, Locomotion_airborne = 36, Locomotion_waiting_speed = 40, Locomotion_waiting_age = 44, Locomotion_jumped = 48;
export const Agent_size = 152, Agent_state = 0, Agent_body = 88, Agent_report = 96, Agent_mass = 144, Agent_role = 148;
export const DVec2_size = 16, DVec2_x = 0, DVec2_y = 8;
export const TableSpec_size = 120, TableSpec_width = 0, TableSpec_length = 8, TableSpec_cushion_height = 16, TableSpec_cushion_width = 24, TableSpec_corner_mouth = 32, TableSpec_corner_cut = 40, TableSpec_corner_jaw_radius = 48, TableSpec_corner_depth = 56, TableSpec_corner_radius = 64, TableSpec_side_mouth = 72, TableSpec_side_cut = 80, TableSpec_side_jaw_radius = 88, TableSpec_side_depth = 96, TableSpec_side_radius = 104, TableSpec_has_pockets = 112, TableSpec_reserved = 116;
export const BallParameters_size = 80, BallParameters_mass = 0, BallParameters_radius = 8, BallParameters_sliding_friction = 16, BallParameters_rolling_friction = 24, BallParameters_spinning_friction = 32, BallParameters_ball_restitution = 40, BallParameters_ball_friction = 48, BallParameters_cushion_restitution = 56, BallParameters_cushion_friction = 64, BallParameters_gravity = 72;
export const BallState_size = 72, BallState_position = 0, BallState_velocity = 24, BallState_angular_velocity = 48;
export const PoolBall_size = 160, PoolBall_parameters = 0, PoolBall_state = 80, PoolBall_is_pocketed = 152, PoolBall_reserved = 156;
export const Cue_size = 24, Cue_mass = 0, Cue_end_mass = 8, Cue_miscue_offset = 16;
export const Models_size = 64, Models_friction_a = 0, Models_friction_b = 8, Models_friction_c = 16, Models_friction = 24, Models_ball = 28, Models_ball_steps = 32, Models_cushion = 36, Models_cushion_steps = 40, Models_slate = 44, Models_slate_restitution = 48, Models_slate_least_speed = 56;
export const PoolSetup_size = 216, PoolSetup_dimensions = 0, PoolSetup_cue = 120, PoolSetup_models = 144, PoolSetup_balls = 208, PoolSetup_ball_count = 212;
export const Pocket_size = 24, Pocket_center = 0, Pocket_radius = 16;
export const Cushion_size = 56, Cushion_a = 0, Cushion_b = 16, Cushion_normal = 32, Cushion_radius = 48;
export const Shot_size = 48, Shot_speed = 0, Shot_direction = 8, Shot_elevation = 16, Shot_right = 24, Shot_above = 32, Shot_ball = 40, Shot_reserved = 44;
export const ShotInfo_size = 24, ShotInfo_duration = 0, ShotInfo_status = 8, ShotInfo_event_count = 12, ShotInfo_ball_count = 16, ShotInfo_first_ball_hit = 20;
export const ShotEvent_size = 176, ShotEvent_time = 0, ShotEvent_speed = 8, ShotEvent_after = 16, ShotEvent_other_after = 88, ShotEvent_kind = 160, ShotEvent_ball = 164, ShotEvent_other = 168, ShotEvent_from = 172;
export const TracePoint_size = 88, TracePoint_time = 0, TracePoint_state = 8, TracePoint_motion = 80, TracePoint_reserved = 84;
export const Doubles_size = 8, Doubles_base = 0, Doubles_stride = 4;
export const Shots_size = 52, Shots_count = 0, Shots_speed = 4, Shots_direction = 12, Shots_elevation = 20, Shots_right = 28, Shots_above = 36, Shots_ball = 44;
export const BallEnd_size = 24, BallEnd_position = 0, BallEnd_pocket = 16, BallEnd_is_pocketed = 20;
export const AimedBall_size = 56, AimedBall_distance = 0, AimedBall_ghost = 8, AimedBall_line = 24, AimedBall_fullness = 40, AimedBall_ball = 48, AimedBall_reserved = 52;

//! The plugin: which system runs when.

use crate::ability::{Ability, AirJumps, Ladder};
use crate::admission::{admit, change_roles, leave};
use crate::bodies::Bodies;
use crate::body::{CollisionLayers, Conveyor, OneWay, Platform, PlatformState, Sensor};
use crate::character::{
    CharacterMover, CharacterMover2d, CharacterReport, CharacterState, Locomotion, Wish,
};
use crate::dimension::{Dim3, Dimension};
use crate::interpolation::{NoInterpolation, advance_platforms, draw, restore, warn_of_platforms};
use crate::level::{
    Level, MeshCache, Regroup, adopt_meshes, build_meshes, forget_changed, leave_parent,
    lose_level, lose_mesh, lose_part, report_levels, stretch_meshes,
};
use crate::materials::{PartMaterials, SurfaceMaterial, lose_material, place_materials};
use crate::outcome::sense;
use crate::pairs::{ReportPairs, count_as_moving, report_pairs, stop_reporting};
use crate::shape::Collider;
use crate::sync::{
    follow_transforms, keep_platforms, move_platforms, place_colliders, refresh_attributes,
    remove_body, remove_collider, stop_platform, touch,
};
use crate::tick::step;
use bevy_app::prelude::*;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;

/// Adds characters, levels, colliders and their queries to an app.
///
/// The tick runs in a schedule of your choice, by default `FixedPostUpdate`; `dt` is that of the `Time` there. In a
/// fixed schedule characters and platforms are drawn between ticks. In a schedule that you run yourself, for a
/// rollback, they are drawn where they are.
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_carom::prelude::*;
/// App::new().add_plugins(CaromPlugin::default());
/// App::new().add_plugins(CaromPlugin::new(FixedUpdate));
/// ```
pub struct CaromPlugin {
    schedule: Interned<dyn ScheduleLabel>,
}

impl CaromPlugin {
    /// The tick runs in this schedule.
    #[must_use]
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        Self {
            schedule: schedule.intern(),
        }
    }
}

impl Default for CaromPlugin {
    fn default() -> Self {
        Self::new(FixedPostUpdate)
    }
}

/// The parts of a tick, in this order, to run your systems before or after; and the drawing, once a frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaromSystems {
    /// Before the fixed schedules: transforms back to their places of the last tick.
    Restore,
    /// Colliders, levels and platforms to where their entities are. Write [`Wish`] and move platforms before.
    Prepare,
    /// Characters step.
    Step,
    /// Sensors find what has entered and left, and [`ReportPairs`] which pairs began and ended.
    Sense,
    /// After the fixed schedules: transforms between the last two ticks.
    Draw,
}

impl Plugin for CaromPlugin {
    fn build(&self, app: &mut App) {
        use CaromSystems::{Draw, Prepare, Restore, Sense, Step};
        register(app);
        add_levels(app, self.schedule);
        add_dimension::<Dim3>(app, self.schedule);
        #[cfg(feature = "dim2")]
        {
            app.register_type::<crate::Collider2d>();
            add_dimension::<crate::dimension::Dim2>(app, self.schedule);
        }
        app.configure_sets(self.schedule, (Prepare, Step, Sense).chain());
        let at_end = (advance_platforms, keep_platforms).chain();
        app.add_systems(self.schedule, at_end.in_set(Step));
        let fixed = [
            FixedFirst.intern(),
            FixedPreUpdate.intern(),
            FixedUpdate.intern(),
            FixedPostUpdate.intern(),
            FixedLast.intern(),
        ];
        if fixed.contains(&self.schedule) {
            use RunFixedMainLoopSystems::{AfterFixedMainLoop, BeforeFixedMainLoop};
            let restore = (warn_of_platforms, restore).chain();
            let restore = restore.in_set(Restore).in_set(BeforeFixedMainLoop);
            let draw = draw.in_set(Draw).in_set(AfterFixedMainLoop);
            app.add_systems(RunFixedMainLoop, (restore, draw));
        }
    }
}

fn register(app: &mut App) {
    app.register_type::<Collider>()
        .register_type::<Level>()
        .register_type::<CollisionLayers>()
        .register_type::<Sensor>()
        .register_type::<ReportPairs>()
        .register_type::<OneWay>()
        .register_type::<Conveyor>()
        .register_type::<SurfaceMaterial>()
        .register_type::<PartMaterials>()
        .register_type::<Platform>()
        .register_type::<PlatformState>()
        .register_type::<CharacterMover>()
        .register_type::<CharacterMover2d>()
        .register_type::<Wish>()
        .register_type::<Locomotion>()
        .register_type::<CharacterState>()
        .register_type::<CharacterReport>()
        .register_type::<Ability>()
        .register_type::<AirJumps>()
        .register_type::<Ladder>()
        .register_type::<NoInterpolation>();
}

/// What exists in 3D only.
fn add_levels(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    app.init_resource::<MeshCache>()
        .init_resource::<Regroup>()
        .add_observer(lose_level)
        .add_observer(lose_mesh)
        .add_observer(lose_part)
        .add_observer(leave_parent::<ChildOf>)
        .add_observer(leave_parent::<Collider>);
    let meshes = (forget_changed, adopt_meshes, stretch_meshes, build_meshes);
    let levels = (meshes.chain(), report_levels);
    // A fixed order: bodies have the same numbers in every run, and ties are broken by them.
    let levels = levels
        .chain()
        .after(refresh_attributes::<Dim3>)
        .before(move_platforms::<Dim3>);
    app.add_systems(schedule, levels.in_set(CaromSystems::Prepare));
}

/// The systems of a dimension.
fn add_dimension<D: Dimension>(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    app.init_resource::<Bodies<D>>()
        .add_observer(remove_body::<D>)
        .add_observer(remove_collider::<D>)
        .add_observer(stop_platform::<D>)
        .add_observer(leave::<D>)
        .add_observer(stop_reporting::<D>)
        .add_observer(touch::<D, CollisionLayers>)
        .add_observer(touch::<D, Sensor>)
        .add_observer(touch::<D, OneWay>)
        .add_observer(touch::<D, Conveyor>)
        .add_observer(lose_material::<D, SurfaceMaterial>)
        .add_observer(lose_material::<D, PartMaterials>);
    let prepare = (
        place_colliders::<D>,
        follow_transforms::<D>,
        refresh_attributes::<D>,
        move_platforms::<D>,
        place_materials::<D>,
        admit::<D>,
        change_roles::<D>,
    );
    let first = advance_platforms;
    let sense = (sense::<D>, count_as_moving::<D>, report_pairs::<D>).chain();
    app.add_systems(schedule, prepare.chain().in_set(CaromSystems::Prepare))
        .add_systems(schedule, step::<D>.before(first).in_set(CaromSystems::Step))
        .add_systems(schedule, sense.in_set(CaromSystems::Sense));
}

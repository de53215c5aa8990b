//! Walls that get another motion during a run: flippers on keys, gates on triggers.

use super::Table;
use super::error::TableError;
use super::wall_features::scaled_motion;
use super::wall_motion::{Keyframe, WallMotion};
use alloc::vec;
use carom_math::{Scalar, Vector};

impl<V: Vector> Table<V> {
    /// The pose of a wall now: displacement, and angle in radians; 0 of a wall at rest. `None` if there is no such wall.
    #[must_use]
    pub fn wall_pose(&self, wall: u32) -> Option<(V, V::Scalar)> {
        let motion = &self.walls.get(wall as usize)?.motion;
        let rest = (V::ZERO, V::Scalar::ZERO);
        Some((motion.as_ref()).map_or(rest, |motion| motion.pose(self.time())))
    }

    /// Moves a wall in another way from now on: from its pose now at a constant rate to the first of these keyframes, and
    /// so on; after the last it rests. Without keyframes it stops.
    ///
    /// The pose never jumps: by a rounding of `V` at most. Pivot and axis remain. The wall must have a
    /// [motion](super::Wall::with_motion) from the start; a motion of one keyframe keeps it at rest until it is moved.
    /// Balls keep their trajectories, and their next events are predicted again.
    ///
    /// ```
    /// use carom::table::{Keyframe, Partner, Setup, Table, TableBall, Wall, WallMotion};
    /// use carom::{Capsule, glam::{DVec2, dvec2}};
    /// let bar = Capsule::new(DVec2::ZERO, dvec2(3., 0.), 0.25);
    /// let rest = WallMotion::turning(DVec2::ZERO, DVec2::ZERO, [(0., 0.)]);
    /// let mut table = Table::new(&Setup {
    ///     balls: vec![TableBall::new(dvec2(2., 0.75), 0.25)],
    ///     walls: vec![Wall::new(bar).with_motion(rest)],
    ///     ..Setup::default()
    /// })?;
    /// table.advance_to(1.)?;
    /// // A key is pressed: up by 0.8 radians in 0.1 s.
    /// let up = |time, angle| Keyframe { time, offset: DVec2::ZERO, angle };
    /// table.move_wall(0, [up(1.1, 0.8)])?;
    /// table.advance_to(1.05)?;
    /// assert_eq!((table.events(), table.wall_pose(0)), (1, Some((DVec2::ZERO, 0.4))));
    /// // It is released: back at half that speed.
    /// table.move_wall(0, [up(1.15, 0.)])?;
    /// table.advance_to(2.)?;
    /// assert_eq!(table.wall_pose(0), Some((DVec2::ZERO, 0.)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// There is no such wall, or it has no motion; a keyframe is not after the table's time, or invalid. The table is then
    /// unchanged.
    pub fn move_wall(
        &mut self,
        wall: u32,
        keyframes: impl IntoIterator<Item = Keyframe<V>>,
    ) -> Result<(), TableError> {
        let error = |what| TableError::Wall { wall, what };
        let missing = error("does not exist");
        let old = &self.walls.get(wall as usize).ok_or(missing)?.motion;
        let old = old.as_ref();
        let old = old.ok_or(error("must have a motion from the start, to be moved"))?;
        let time = self.time();
        let (offset, angle) = old.pose(time);
        let mut all = vec![Keyframe {
            time,
            offset,
            angle,
        }];
        all.extend(keyframes);
        if all.get(1).is_some_and(|next| next.time <= time) {
            return Err(error("must have keyframes after the time of the table"));
        }
        let motion = WallMotion {
            keyframes: all,
            pivot: old.pivot,
            axis: old.axis,
            repeats: false,
        };
        let scaled = scaled_motion(&motion, &self.units).map_err(error)?;
        self.before_change();
        self.simulation.move_wall(wall, &scaled);
        self.walls[wall as usize].motion = Some(motion);
        Ok(())
    }
}

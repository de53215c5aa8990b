//! Whether the character reaches a point.

use crate::flood::Flood;
use crate::places::PlaceId;
use crate::searched::Searched;
use crate::survey::Survey;
use glam::Vec3;

impl Survey<'_> {
    /// The place nearest to a goal, within a cell's diagonal of it seen along `up`, and on its floor in height. `None` if the
    /// search found none there, or the goal is not finite. [`Flood::script`] of the place leads there.
    ///
    /// A goal is a position of the feet: beside a chest, not in it.
    ///
    /// ```
    /// use carom::Mesh;
    /// use carom_survey::{Options, Survey};
    /// use glam::{Vec3, vec3};
    ///
    /// let corners = vec![vec3(0., 0., 0.), vec3(0., 0., 8.), vec3(8., 0., 8.), vec3(8., 0., 0.)];
    /// let level: Mesh<Vec3> = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]])?;
    /// let survey = Survey::new(&level, Options::default())?;
    /// let flood = survey.flood(vec3(1., 0., 1.), |_| true)?;
    /// let there = survey.goal(&flood, vec3(7., 0., 7.)).expect("the floor goes there");
    /// assert!(flood.places[there as usize].body.feet.distance(vec3(7., 0., 7.)) < 0.36);
    /// assert_eq!(survey.goal(&flood, vec3(7., 3., 7.)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn goal(&self, flood: &Flood, goal: Vec3) -> Option<u32> {
        let Ok(found) = Searched::of(self, flood).goal(goal);
        found.map(|id| id.place)
    }

    /// Whether feet count as being at a goal: within a cell's diagonal of it seen along `up`, and on its floor in height.
    #[must_use]
    pub fn is_at(&self, feet: Vec3, goal: Vec3) -> bool {
        let off = feet - goal;
        let diagonal = self.options.cell * std::f32::consts::SQRT_2;
        let (rise, aside) = (self.columns.height(off), self.columns.flat(off).length());
        rise.abs() <= self.same() && aside <= diagonal
    }
}

impl<E> Searched<'_, E> {
    /// The place nearest to a goal, as [`Survey::goal`] finds it.
    ///
    /// # Errors
    /// A tile that cannot be loaded.
    pub fn goal(&self, goal: Vec3) -> Result<Option<PlaceId>, E> {
        if !goal.is_finite() {
            return Ok(None);
        }
        let survey = &self.survey;
        let [x, z] = survey.columns.of(goal);
        // A cell's diagonal reaches into the columns after the next.
        let columns = (-2..=2).flat_map(|dx| (-2..=2).map(move |dz| (dx, dz)));
        let columns = columns.map(|(dx, dz)| [x.saturating_add(dx), z.saturating_add(dz)]);
        let mut nearest: Option<(f32, PlaceId)> = None;
        self.any_in(columns, |id, place| {
            let off = place.body.feet.distance_squared(goal);
            let is_nearer = nearest
                .is_none_or(|(least, known)| off.total_cmp(&least).then(id.cmp(&known)).is_lt());
            if is_nearer && survey.is_at(place.body.feet, goal) {
                nearest = Some((off, id));
            }
            false
        })?;
        Ok(nearest.map(|(_, id)| id))
    }
}

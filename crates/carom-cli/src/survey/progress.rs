//! The progress of a search: a line on the terminal that changes, or a line now and then where there is no terminal.

use crate::output::say;
use carom::Mesh;
use carom_survey::{Options, Progress};
use glam::Vec3;
use indicatif::{ProgressBar, ProgressStyle};
use std::cell::Cell;
use std::time::Duration;

/// Time between lines where standard error is no terminal: a log of CI.
const BETWEEN_LINES: Duration = Duration::from_secs(30);
/// No estimate before this time.
const FIRST: Duration = Duration::from_secs(1);

/// The progress line.
pub(super) struct Watch {
    bar: ProgressBar,
    /// Where there is no terminal: the time spent at the last line.
    printed: Cell<Duration>,
    /// Number of cells of all walkable ground.
    ground: f64,
}

impl Watch {
    pub(super) fn new(mesh: &Mesh<Vec3>, options: &Options) -> Self {
        let bar = ProgressBar::new_spinner();
        let style = ProgressStyle::with_template("  {spinner} surveying: {msg}");
        let bar = match style {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        Self {
            bar,
            printed: Cell::new(Duration::ZERO),
            ground: ground(mesh, options),
        }
    }

    /// Without an estimate: the ground of a tile is unknown.
    pub(super) fn of_tiles(self) -> Self {
        Self {
            ground: 0.0,
            ..self
        }
    }

    /// Shows the progress of `what`: at the start and now, and the time spent.
    pub(super) fn show(&self, what: &str, [first, progress]: [Progress; 2], spent: Duration) {
        let words = words([first, progress], spent, self.ground);
        if self.bar.is_hidden() && spent >= self.printed.get() + BETWEEN_LINES {
            self.printed.set(spent);
            say(format_args!("  surveying: {what}{words}"));
        }
        self.bar.set_message(format!("{what}{words}"));
        self.bar.tick();
    }

    /// Prints something else while the line is hidden.
    pub(super) fn suspend(&self, say: impl FnOnce()) {
        self.bar.suspend(say);
    }

    /// Removes the line.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The number of cells, one per stance, if all walkable ground can be reached.
fn ground(mesh: &Mesh<Vec3>, options: &Options) -> f64 {
    let settings = &options.settings;
    let flat = mesh.iter().filter_map(|triangle| {
        let normal = (triangle.b - triangle.a).cross(triangle.c - triangle.a);
        let upright = normal.dot(settings.up);
        let stands = upright > 0.0 && upright >= settings.max_slope * normal.length();
        stands.then_some(0.5 * f64::from(upright))
    });
    let area: f64 = flat.sum();
    let cell = f64::from(options.cell);
    let stances = if options.crouch.is_some() { 2.0 } else { 1.0 };
    stances * area / (cell * cell)
}

/// The progress in words; ticks are those of the time spent.
fn words([first, progress]: [Progress; 2], spent: Duration, ground: f64) -> String {
    let seconds = spent.as_secs_f64().max(1e-9);
    let mut words = format!(
        "{} places, {} of them waiting, {:.2} M ticks a second, {seconds:.0} s",
        progress.places,
        progress.waiting,
        progress.ticks as f64 / seconds / 1e6
    );
    let searched = |at: Progress| at.places.saturating_sub(at.waiting) as f64;
    let made = searched(progress) - searched(first);
    let left = ground - searched(progress);
    // No estimate if there are more places than expected.
    if spent >= FIRST && made > 0.0 && left > 0.0 && (progress.places as f64) < ground {
        let share = 100.0 * searched(progress) / ground;
        let rest = duration(left * seconds / made);
        words += &format!(
            "; {share:.0} % of the flat ground, about {rest} left if all of it can be reached"
        );
    }
    words
}

fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.0} h", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_estimate_of_the_rest_is_marked_as_one() {
        let progress = Progress {
            places: 300,
            waiting: 50,
            ticks: 3_000_000,
        };
        let since = |first, seconds, ground| {
            words([first, progress], Duration::from_secs_f64(seconds), ground)
        };
        let at = |seconds, ground| since(Progress::default(), seconds, ground);
        let line = at(10.0, 1000.0);
        assert!(line.starts_with("300 places, 50 of them waiting, 0.30 M ticks a second, 10 s"));
        assert!(
            line.ends_with("25 % of the flat ground, about 30 s left if all of it can be reached")
        );
        // Places known at the start took no time.
        let first = Progress {
            places: 110,
            waiting: 10,
            ticks: 0,
        };
        assert!(since(first, 10.0, 1000.0).contains("25 % of the flat ground, about 50 s left"));
        // Without knowledge there is no estimate.
        assert!(!at(0.5, 1000.0).contains("about"));
        assert!(!at(10.0, 299.0).contains("about"));
        assert!(!at(10.0, 0.0).contains("about"));
        assert_eq!(duration(7_200.0), "2 h");
    }

    #[test]
    fn ceilings_and_walls_are_no_ground() {
        let corners = vec![Vec3::ZERO, Vec3::Z * 10.0, Vec3::X * 10.0, Vec3::Y * 10.0];
        let mesh = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 1], [0, 1, 3]]).unwrap();
        let options = Options::default();
        assert_eq!(ground(&mesh, &options), 50.0 * 16.0);
        let crouch = Some(1.0);
        assert_eq!(ground(&mesh, &Options { crouch, ..options }), 100.0 * 16.0);
    }
}

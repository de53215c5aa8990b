//! Minimizes a failing course to a small one that fails in the same way, printed as code.

use crate::courses::scene::{Course, Piece};
use crate::courses::walk::Failure;
use carom::glam::{DMat3, DVec3};
use core::fmt::Write;

/// The failure of a course, if it fails.
pub(crate) type Run<'a> = &'a dyn Fn(&Course) -> Option<Failure>;

/// Removes pieces, then ticks, then digits, as long as the same fault shows.
pub(crate) fn reduced(course: &Course, failure: &Failure, run: Run<'_>) -> (Course, Failure) {
    let mut best = (course.clone(), failure.clone());
    cut_after(run, &mut best);
    for _ in 0..3 {
        let mut i = 0;
        while i < best.0.pieces.len() {
            let mut fewer = best.0.clone();
            fewer.pieces.remove(i);
            if !keep(run, &mut best, fewer) {
                i += 1;
            }
        }
        let mut i = 0;
        while i < best.0.pieces.len() {
            if let Piece::Sheet(faces) = &best.0.pieces[i]
                && faces.len() > 1
            {
                for j in (0..faces.len()).rev() {
                    let mut fewer = best.0.clone();
                    if let Piece::Sheet(faces) = &mut fewer.pieces[i]
                        && faces.len() > 1
                        && j < faces.len()
                    {
                        faces.remove(j);
                        keep(run, &mut best, fewer);
                    }
                }
            }
            i += 1;
        }
        cut_after(run, &mut best);
        for i in (0..best.0.wishes.len()).rev() {
            if i >= best.0.wishes.len() {
                continue;
            }
            let mut fewer = best.0.clone();
            fewer.wishes.remove(i);
            if !keep(run, &mut best, fewer) {
                for part in [2, 4, 16] {
                    let mut shorter = best.0.clone();
                    let ticks = &mut shorter.wishes[i].ticks;
                    *ticks -= (*ticks / part).min(*ticks - 1);
                    keep(run, &mut best, shorter);
                }
                for simpler in [
                    |w: &mut crate::courses::scene::Wish| w.jump = None,
                    |w: &mut crate::courses::scene::Wish| w.height = None,
                    |w: &mut crate::courses::scene::Wish| w.axis = None,
                    |w: &mut crate::courses::scene::Wish| w.fly = false,
                    |w: &mut crate::courses::scene::Wish| w.velocity = DVec3::ZERO,
                    |w: &mut crate::courses::scene::Wish| w.velocity = round(w.velocity, 1.0),
                    |w: &mut crate::courses::scene::Wish| w.velocity = round(w.velocity, 10.0),
                ] {
                    if i < best.0.wishes.len() {
                        let mut course = best.0.clone();
                        simpler(&mut course.wishes[i]);
                        keep(run, &mut best, course);
                    }
                }
            }
        }
        plainer(run, &mut best);
    }
    best
}

fn plainer(run: Run<'_>, best: &mut (Course, Failure)) {
    let mut still = best.0.clone();
    still.frame.turn = DMat3::IDENTITY;
    keep(run, best, still);
    let mut near = best.0.clone();
    near.frame.origin = DVec3::ZERO;
    keep(run, best, near);
    let mut same = best.0.clone();
    same.frame.scale = 1.0;
    keep(run, best, same);
    let mut single = best.0.clone();
    single.double = false;
    keep(run, best, single);
    for digits in [10.0, 100.0, 1000.0] {
        let mut rounder = best.0.clone();
        rounder.start = round(rounder.start, digits);
        keep(run, best, rounder);
        for i in 0..best.0.pieces.len() {
            let mut rounder = best.0.clone();
            match &mut rounder.pieces[i] {
                Piece::Box { center, half, .. } => {
                    *center = round(*center, digits);
                    // Only while its angles stay right angles.
                    let rounded = half.map(|half| round(half, digits));
                    let right = |i: usize, j: usize| rounded[i].dot(rounded[j]).abs() < 1e-9;
                    if right(0, 1) && right(1, 2) && right(2, 0) {
                        *half = rounded;
                    }
                }
                Piece::Round { a, b, .. } => {
                    *a = round(*a, digits);
                    *b = round(*b, digits);
                }
                Piece::Sheet(faces) => {
                    for p in faces.iter_mut().flatten() {
                        *p = round(*p, digits);
                    }
                }
            }
            keep(run, best, rounder);
        }
    }
    for i in 0..best.0.pieces.len() {
        let mut filled = best.0.clone();
        if let Piece::Box { meshed, .. } = &mut filled.pieces[i]
            && *meshed
        {
            *meshed = false;
            keep(run, best, filled);
        }
    }
}

fn round(v: DVec3, digits: f64) -> DVec3 {
    (v * digits).round() / digits
}

/// Ends the course with the tick that fails.
fn cut_after(run: Run<'_>, best: &mut (Course, Failure)) {
    let mut left = best.1.tick + 1;
    let mut cut = best.0.clone();
    for wish in &mut cut.wishes {
        wish.ticks = wish.ticks.min(left);
        left -= wish.ticks;
    }
    cut.wishes.retain(|wish| wish.ticks > 0);
    keep(run, best, cut);
}

fn keep(run: Run<'_>, best: &mut (Course, Failure), course: Course) -> bool {
    match run(&course) {
        Some(failure) if failure.what == best.1.what => {
            *best = (course, failure);
            true
        }
        _ => false,
    }
}

/// A course as text.
pub(crate) fn as_code(course: &Course) -> String {
    let mut text = String::new();
    let v = |p: DVec3| format!("dvec3({:?}, {:?}, {:?})", p.x, p.y, p.z);
    for piece in &course.pieces {
        match piece {
            Piece::Box {
                center,
                half,
                meshed,
            } => {
                let half = half.map(v).join(", ");
                let _ = writeln!(
                    text,
                    "  box at {} half [{half}] meshed {meshed}",
                    v(*center)
                );
            }
            Piece::Round { a, b, radius } => {
                let _ = writeln!(text, "  capsule {} {} radius {radius:?}", v(*a), v(*b));
            }
            Piece::Sheet(faces) => {
                for face in faces {
                    let _ = writeln!(text, "  face [{}]", face.map(v).join(", "));
                }
            }
        }
    }
    let _ = writeln!(
        text,
        "  start {}, {} Hz, scale {}, up {}, origin {}, {}",
        v(course.start),
        course.hz,
        course.frame.scale,
        course.frame.up(),
        course.frame.origin,
        if course.double { "f64" } else { "f32" },
    );
    for wish in &course.wishes {
        let _ = writeln!(
            text,
            "  {} ticks {}{}{}{}{}",
            wish.ticks,
            v(wish.velocity),
            wish.jump.map_or(String::new(), |j| format!(", jump {j:?}")),
            wish.height
                .map_or(String::new(), |h| format!(", height {h}")),
            wish.axis
                .map_or(String::new(), |axis| format!(", axis {}", v(axis))),
            if wish.fly { ", fly" } else { "" },
        );
    }
    text
}

//! `ask(question, numbers)` answers the question of that place in the list; `surface(numbers)` does the same with
//! [`crate::surface()`], which is what a page in space draws of a shape.

use super::{REFUSED, put, taken};
use crate::numbers::Said;
use crate::question::questions;

#[cfg_attr(all(target_family = "wasm", target_os = "unknown"), unsafe(no_mangle))]
extern "C" fn ask(question: u32, numbers: u32) -> u32 {
    let (Some(question), Some(asked)) = (questions().get(question as usize), taken(numbers, 0))
    else {
        return REFUSED;
    };
    let answer = question.ask(&asked.numbers);
    answer.map_or(REFUSED, |answer| put(Said::from(&answer[..])))
}

#[cfg_attr(all(target_family = "wasm", target_os = "unknown"), unsafe(no_mangle))]
extern "C" fn surface(numbers: u32) -> u32 {
    let Some(asked) = taken(numbers, 0) else {
        return REFUSED;
    };
    let surface = crate::surface(&asked.numbers);
    surface.map_or(REFUSED, |surface| put(Said::from(&surface[..])))
}

#[cfg(test)]
mod tests {
    use super::super::tests::buffer;
    use super::*;

    fn put_numbers(numbers: &[f64]) {
        put(Said::from(numbers));
    }

    #[test]
    fn a_question_by_its_place() {
        let asked = [3.0, 4.0, 0.0, 0.0, 4.0];
        put_numbers(&asked);
        let count = ask(0, 5) as usize;
        let answer = buffer().numbers;
        assert_eq!(answer, questions()[0].ask(&asked).unwrap());
        assert_eq!(
            (answer[0], answer.len()),
            (0.0, count),
            "5 is farther than 4"
        );
    }

    #[test]
    fn what_is_wrong_is_refused() {
        put_numbers(&[0.0; 5]);
        assert_eq!(ask(u32::MAX, 5), REFUSED);
        assert_eq!(ask(0, 4), REFUSED);
        assert_eq!(ask(0, u32::MAX), REFUSED, "more than there is room for");
    }

    #[test]
    fn a_surface_or_none() {
        let asked = [0.5, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0];
        put_numbers(&asked);
        surface(7);
        assert_eq!(buffer().numbers, crate::surface(&asked).unwrap());
        put_numbers(&[-0.5, 0.0, 0.0, 0.0]);
        assert_eq!(surface(4), REFUSED);
        assert_eq!(surface(3), REFUSED);
        assert_eq!(surface(0), REFUSED);
    }
}

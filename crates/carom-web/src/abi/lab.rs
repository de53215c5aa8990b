//! Exports of the lab: `query(index, numbers)` answers the query with that index in the list; `surface(numbers)` returns the
//! triangles of a shape for drawing ([`crate::surface()`]).

use super::{ERROR, put, take};
use crate::codec::Encoded;
use crate::query::queries;

#[cfg_attr(all(target_family = "wasm", target_os = "unknown"), unsafe(no_mangle))]
extern "C" fn query(index: u32, numbers: u32) -> u32 {
    let (Some(query), Some(inputs)) = (queries().get(index as usize), take(numbers, 0)) else {
        return ERROR;
    };
    let answer = query.answer(&inputs.numbers);
    answer.map_or(ERROR, |answer| put(Encoded::from(&answer[..])))
}

#[cfg_attr(all(target_family = "wasm", target_os = "unknown"), unsafe(no_mangle))]
extern "C" fn surface(numbers: u32) -> u32 {
    let Some(inputs) = take(numbers, 0) else {
        return ERROR;
    };
    let surface = crate::surface(&inputs.numbers);
    surface.map_or(ERROR, |surface| put(Encoded::from(&surface[..])))
}

#[cfg(test)]
mod tests {
    use super::super::tests::buffer;
    use super::*;

    fn put_numbers(numbers: &[f64]) {
        put(Encoded::from(numbers));
    }

    #[test]
    fn a_query_by_its_index() {
        let inputs = [3.0, 4.0, 0.0, 0.0, 4.0];
        put_numbers(&inputs);
        let count = query(0, 5) as usize;
        let answer = buffer().numbers;
        assert_eq!(answer, queries()[0].answer(&inputs).unwrap());
        assert_eq!(
            (answer[0], answer.len()),
            (0.0, count),
            "not inside: the distance is 5, the radius 4"
        );
    }

    #[test]
    fn wrong_requests_are_an_error() {
        put_numbers(&[0.0; 5]);
        assert_eq!(query(u32::MAX, 5), ERROR);
        assert_eq!(query(0, 4), ERROR);
        assert_eq!(query(0, u32::MAX), ERROR, "more than the buffer holds");
    }

    #[test]
    fn a_surface_or_none() {
        let inputs = [0.5, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0];
        put_numbers(&inputs);
        surface(7);
        assert_eq!(buffer().numbers, crate::surface(&inputs).unwrap());
        put_numbers(&[-0.5, 0.0, 0.0, 0.0]);
        assert_eq!(surface(4), ERROR);
        assert_eq!(surface(3), ERROR);
        assert_eq!(surface(0), ERROR);
    }
}

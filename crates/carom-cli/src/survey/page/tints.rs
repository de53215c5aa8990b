//! The colors of the level on the page: a few, each of one run of triangles.

use serde::Serialize;
use std::collections::BTreeMap;

/// Most colors of a page: each is drawn by itself.
const MOST: usize = 12;
/// Colors are rounded to multiples of this: six of each component.
const STEP: u8 = 51;

/// A color and its triangles.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Tint {
    /// sRGB, `#rrggbb`.
    colour: String,
    /// The number of corners of its triangles, which follow those of the color before.
    corners: usize,
}

/// Sorts triangles by the most frequent colors, each triangle by the one most like its own.
pub(super) fn sort(triangles: &mut Vec<[u32; 3]>, colors: &[[u8; 3]]) -> Vec<Tint> {
    // The number and the sum of the colors that are rounded to each.
    let mut sums: BTreeMap<[u8; 3], (usize, [usize; 3])> = BTreeMap::new();
    for color in colors {
        let (count, sum) = sums.entry(rounded(*color)).or_default();
        *count += 1;
        *sum = [0, 1, 2].map(|i| sum[i] + usize::from(color[i]));
    }
    let mut palette: Vec<_> = sums
        .values()
        .map(|(count, sum)| (*count, sum.map(|sum| (sum / count) as u8)))
        .collect();
    palette.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    palette.truncate(MOST);
    // The first of equals.
    let nearest = |color: [u8; 3]| {
        let distance = |number: &usize| {
            let other = palette[*number].1;
            let squares = [0, 1, 2].map(|i| u32::from(color[i].abs_diff(other[i])).pow(2));
            squares.iter().sum::<u32>()
        };
        (0..palette.len()).min_by_key(distance).unwrap_or(0)
    };
    let places: BTreeMap<[u8; 3], usize> =
        sums.keys().map(|color| (*color, nearest(*color))).collect();
    let mut runs = vec![Vec::new(); palette.len()];
    for (triangle, color) in triangles.iter().zip(colors) {
        runs[places[&rounded(*color)]].push(*triangle);
    }
    let tints = palette.iter().zip(&runs).map(|((_, [r, g, b]), run)| Tint {
        colour: format!("#{r:02x}{g:02x}{b:02x}"),
        corners: 3 * run.len(),
    });
    let tints = tints.collect();
    *triangles = runs.concat();
    tints
}

fn rounded(color: [u8; 3]) -> [u8; 3] {
    color.map(|value| ((u16::from(value) + u16::from(STEP) / 2) / u16::from(STEP)) as u8 * STEP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_are_sorted_by_color_and_none_is_lost() {
        let mut triangles: Vec<[u32; 3]> = (0..5).map(|i| [i; 3]).collect();
        let colors = [
            [200, 10, 0],
            [0, 0, 255],
            [205, 0, 5],
            [0, 0, 250],
            [204, 0, 0],
        ];
        let tints = sort(&mut triangles, &colors);
        assert_eq!(triangles, [[0; 3], [2; 3], [4; 3], [1; 3], [3; 3]]);
        let tint = |colour: &str, corners| Tint {
            colour: colour.into(),
            corners,
        };
        assert_eq!(tints, [tint("#cb0301", 9), tint("#0000fc", 6)]);
    }

    #[test]
    fn rare_colors_join_the_most_similar() {
        let colors: Vec<[u8; 3]> = (0..216)
            .flat_map(|i| {
                let color = [i / 36 * 51, i / 6 % 6 * 51, i % 6 * 51];
                let count = if i % 20 == 0 { 2 } else { 1 };
                vec![color; count]
            })
            .collect();
        let mut triangles: Vec<[u32; 3]> = (0..colors.len() as u32).map(|i| [i; 3]).collect();
        let tints = sort(&mut triangles, &colors);
        assert_eq!(tints.len(), MOST);
        assert_eq!(
            tints.iter().map(|tint| tint.corners).sum::<usize>(),
            3 * colors.len()
        );
        triangles.sort_unstable();
        assert!(
            triangles
                .iter()
                .zip(0..)
                .all(|(triangle, i)| triangle[0] == i)
        );
    }
}

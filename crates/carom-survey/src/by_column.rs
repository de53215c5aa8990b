//! Values by column of the search grid.

/// The index of a column along the two level axes.
pub(crate) type Column = [i32; 2];

/// A column and the eight around it.
pub(crate) fn around([x, z]: Column) -> impl Iterator<Item = Column> {
    (0..9).map(move |i| [x + i % 3 - 1, z + i / 3 - 1])
}

/// Values by column, in the order in which they came. Sorted lists: a map takes ten times their memory, and large levels have
/// millions of columns.
#[derive(Clone, Debug)]
pub(crate) struct ByColumn<T>(Vec<(Column, T)>);

impl<T> FromIterator<(Column, T)> for ByColumn<T> {
    fn from_iter<I: IntoIterator<Item = (Column, T)>>(values: I) -> Self {
        let mut sorted: Vec<_> = values.into_iter().collect();
        sorted.sort_by_key(|(column, _)| *column);
        sorted.shrink_to_fit();
        Self(sorted)
    }
}

impl<T> ByColumn<T> {
    /// The values of a column.
    pub(crate) fn at(&self, column: Column) -> impl Iterator<Item = &T> {
        let first = self.0.partition_point(|(other, _)| *other < column);
        let same = self.0[first..].iter();
        same.take_while(move |(other, _)| *other == column)
            .map(|(_, value)| value)
    }

    /// The values of a column and the eight around it.
    pub(crate) fn around(&self, column: Column) -> impl Iterator<Item = &T> {
        around(column).flat_map(|column| self.at(column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_order() {
        let values = [([0, 1], 'a'), ([-1, 2], 'b'), ([0, 1], 'c'), ([2, 1], 'd')];
        let by_column: ByColumn<char> = values.into_iter().collect();
        let at = |column| by_column.at(column).collect::<String>();
        assert_eq!([at([0, 1]), at([-1, 2]), at([1, 1])], ["ac", "b", ""]);
        assert_eq!(by_column.around([0, 1]).collect::<String>(), "acb");
        assert_eq!(by_column.around([1, 0]).collect::<String>(), "acd");
    }
}

//! The graph of all tiles, condensed: a node is a strongly connected component of one tile.

use crate::flood::Edge;
use crate::flood_tile::FloodTile;
use crate::places::{NONE, PlaceId};
use crate::searched::Searched;

/// The strongly connected components of all tiles, and the edges between them.
#[derive(Debug)]
pub(crate) struct Network {
    /// The number of each tile that was searched, and its first node. The nodes of a tile are consecutive.
    tiles: Vec<(u32, u32)>,
    /// The number of places of each node.
    pub(crate) sizes: Vec<u32>,
    /// The first place of each node.
    pub(crate) firsts: Vec<PlaceId>,
    /// Ordered by their starts, each once.
    pub(crate) edges: Vec<Edge>,
    /// The nodes of the spawns, in their order.
    pub(crate) starts: Vec<u32>,
    /// The nodes where the edges between tiles start, in their order.
    crossings: Vec<u32>,
}

impl Network {
    pub(crate) fn of<E>(searched: &Searched<'_, E>) -> Result<Self, E> {
        let mut network = Self {
            tiles: Vec::new(),
            sizes: Vec::new(),
            firsts: Vec::new(),
            edges: Vec::new(),
            starts: Vec::new(),
            crossings: vec![NONE; searched.crossings.len()],
        };
        let mut ends = vec![NONE; searched.crossings.len()];
        let mut by_end: Vec<u32> = (0..searched.crossings.len() as u32).collect();
        by_end.sort_by_key(|index| searched.crossings[*index as usize].to);
        let mut by_end = by_end.into_iter().peekable();
        let mut starts = searched.starts().iter().peekable();
        searched.each_tile(|tile| {
            network.add(tile);
            let first = network.nodes(tile.number()).start;
            let node = |id: PlaceId| first + tile.components().of[id.place as usize];
            for index in searched.crossings_from(tile.number()) {
                network.crossings[index] = node(searched.crossings[index].from);
            }
            let here = |id: PlaceId| id.tile == tile.number();
            let end = |index: u32| searched.crossings[index as usize].to;
            while let Some(index) = by_end.next_if(|index| here(end(*index))) {
                ends[index as usize] = node(end(index));
            }
            while let Some(start) = starts.next_if(|start| here(start.place)) {
                let start = node(start.place);
                network.starts.push(start);
            }
        })?;
        let crossings = network.crossings.iter().zip(ends);
        let crossings = crossings.map(|(&from, to)| Edge { from, to });
        network.edges.extend(crossings);
        network.edges.sort_by_key(|edge| (edge.from, edge.to));
        network.edges.dedup();
        Ok(network)
    }

    /// Adds the nodes of a tile and the edges between them.
    fn add(&mut self, tile: &FloodTile) {
        let first = self.sizes.len() as u32;
        self.tiles.push((tile.number(), first));
        let components = tile.components();
        self.sizes.extend(&components.sizes);
        let firsts = components.firsts.iter();
        self.firsts.extend(firsts.map(|place| tile.id(*place)));
        let node = |place: u32| first + components.of[place as usize];
        let edges = tile.own_edges().iter().map(|edge| Edge {
            from: node(edge.from),
            to: node(edge.to),
        });
        let mut edges: Vec<Edge> = edges.filter(|edge| edge.from != edge.to).collect();
        edges.sort_by_key(|edge| (edge.from, edge.to));
        edges.dedup();
        self.edges.extend(edges);
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.sizes.len()
    }

    /// The nodes of a tile.
    pub(crate) fn nodes(&self, tile: u32) -> std::ops::Range<u32> {
        let index = self.tiles.partition_point(|(number, _)| *number < tile);
        let first = |index: usize| self.tiles.get(index).map(|(_, first)| *first);
        let end = first(index + 1).unwrap_or(self.len() as u32);
        match self.tiles.get(index) {
            Some(&(number, first)) if number == tile => first..end,
            _ => 0..0,
        }
    }

    /// The node of a place of a tile.
    pub(crate) fn node(&self, tile: &FloodTile, place: u32) -> u32 {
        self.nodes(tile.number()).start + tile.components().of[place as usize]
    }

    /// The node of a place where an edge from its tile to another starts, or of a place of the tile at hand.
    pub(crate) fn node_from<E>(
        &self,
        searched: &Searched<'_, E>,
        tile: &FloodTile,
        from: PlaceId,
    ) -> Option<u32> {
        if from.tile == tile.number() {
            return Some(self.node(tile, from.place));
        }
        let crossings = &searched.crossings;
        let index = crossings.partition_point(|crossing| crossing.from < from);
        let known = crossings
            .get(index)
            .filter(|crossing| crossing.from == from);
        known.map(|_| self.crossings[index])
    }
}

//! The order of a tick: carriers before the agents they carry, otherwise by place.

use super::Crowd;
use carom_core::world::World;
use carom_math::sort;
use carom_math::{Scalar, Vector};
use core::cmp::Ordering;

/// Height, place and number of an agent.
pub(super) type Key = (f64, [f64; 3], u32);

impl<V: Vector> Crowd<V> {
    /// Sorts the agents in an order that does not depend on their numbers.
    pub(super) fn sort(&mut self, world: &mut World<V>) {
        let agents = &self.agents;
        self.keys.clear();
        self.keys.extend((0..).zip(agents).map(|(number, agent)| {
            // An agent that stands on another is higher.
            let height = agent.body.feet.dot(agent.mover.settings().up);
            (height.to_f64(), agent.body.feet.to_f64(), number)
        }));
        sort::sort_by(&mut self.keys, |(high, a, x), (higher, b, y)| {
            let velocity = |number: u32| agents[number as usize].body.velocity.to_f64();
            high.total_cmp(higher)
                .then_with(|| by_coordinates(a, b))
                .then_with(|| by_coordinates(&velocity(*x), &velocity(*y)))
                .then(x.cmp(y))
        });
        self.order.clear();
        self.order.extend(self.keys.iter().map(|key| key.2));
        self.rank.clear();
        self.rank.resize(agents.len(), 0);
        for (rank, &number) in (0..).zip(&self.order) {
            self.rank[number as usize] = rank;
            if let Some(id) = self.agents[number as usize].id {
                // After all other bodies; agents are gathered in this order.
                world.set_rank(id, rank + 1);
            }
        }
    }
}

fn by_coordinates(a: &[f64; 3], b: &[f64; 3]) -> Ordering {
    let all = a.iter().zip(b);
    all.fold(Ordering::Equal, |order, (a, b)| order.then(a.total_cmp(b)))
}

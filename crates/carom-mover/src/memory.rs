//! The memory of a tick: its local scene and cached queries, kept so that no tick allocates after warm-up.

use super::probe::QueryCache;
use super::settings::MoverSettings;
use super::stuck_poses::StuckPoses;
use super::surfaces::Surfaces;
use carom_bvh::Aabb;
use carom_core::world::{LocalScene, Scene};
use carom_math::Vector;

/// Where many characters step one after the other, all can share one memory.
#[derive(Clone, Debug)]
pub(super) struct Memory<V: Vector> {
    pub(super) scene: LocalScene<V>,
    pub(super) cache: QueryCache<V>,
    /// The box of which `scene` holds everything, and the length of the tick it was gathered for; only where later
    /// ticks may rely on it, those of a [`Rollout`](crate::Rollout).
    pub(super) kept: Option<(Aabb<V>, V::Scalar)>,
    pub(super) stuck: StuckPoses<V>,
}

/// The size of the box that a tick gathers.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Reach<S> {
    /// The parts that a character meets if it goes where it means to, and this margin more.
    Close(S),
    /// All parts that it can be pushed to.
    Far,
    /// All parts within [`max_depenetration`](super::settings::MoverSettings::max_depenetration) too.
    Deep,
    /// The same, for a tick that counts only if the character is stuck.
    StillStuck,
}

impl<V: Vector> Memory<V> {
    pub(super) fn new() -> Self {
        Self {
            scene: LocalScene::new(),
            cache: QueryCache::new(),
            kept: None,
            stuck: StuckPoses::new(),
        }
    }

    /// Gathers the parts in a box for a tick of `dt`.
    pub(super) fn gather(
        &mut self,
        scene: &impl Scene<V>,
        region: &Aabb<V>,
        dt: V::Scalar,
        (surfaces, settings): (Option<&Surfaces<V>>, &MoverSettings<V>),
    ) {
        self.kept = None;
        self.scene.set_tick(dt);
        self.scene.clear();
        scene.gather(region, &mut self.scene);
        self.cache.clear(self.scene.len());
        self.cache.surfaces.fill(&self.scene, surfaces, settings);
    }
}

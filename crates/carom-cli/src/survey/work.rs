//! The folder of an unfinished search: the states of the tiles, and their handovers.

use super::plan::{self, SurveyPlan};
use super::sealed::{self, Header, SealedKind};
use anyhow::{Context, Result, ensure};
use carom_survey::{Handover, SavedTile, Survey, Tile, TileAt};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of one survey.
pub(super) struct Work<'a> {
    folder: PathBuf,
    key: u64,
    survey: &'a Survey<'a>,
}

/// The tiles that have to be searched next.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Waiting {
    pub(super) round: u32,
    /// Row by row.
    pub(super) tiles: Vec<TileAt>,
}

impl<'a> Work<'a> {
    pub(super) fn new(folder: &Path, plan: &SurveyPlan, survey: &'a Survey<'a>) -> Result<Self> {
        Ok(Self {
            folder: folder.to_path_buf(),
            key: plan.key()?,
            survey,
        })
    }

    /// Hands the starts of the character over to their tiles.
    pub(super) fn begin(&self, firsts: &[Handover]) -> Result<()> {
        let mut by_tile: BTreeMap<TileAt, Vec<Handover>> = BTreeMap::new();
        for first in firsts {
            let at = self.survey.tile_at(first.feet()).unwrap_or_default();
            by_tile.entry(at).or_default().push(*first);
        }
        for (at, firsts) in by_tile {
            self.send(0, at, None, &firsts)?;
        }
        Ok(())
    }

    fn tile_path(&self, [i, j]: TileAt) -> PathBuf {
        self.folder.join(format!("tile-{i}-{j}.state"))
    }

    fn header(&self, kind: SealedKind, tile: TileAt, round: u32, finished: bool) -> Header {
        Header {
            kind,
            key: self.key,
            tile,
            round,
            finished,
        }
    }

    /// The state of a tile, new if there is none.
    pub(super) fn load(&self, at: TileAt) -> Result<Tile> {
        let path = self.tile_path(at);
        let place = || path.display().to_string();
        if !path.exists() {
            return self.survey.tile(at).context("there is no such tile");
        }
        let (header, saved): (_, SavedTile) = sealed::read(&path, self.key)?;
        let tile = self.survey.restore(saved).with_context(place)?;
        ensure!(
            header.kind == SealedKind::Tile && header.tile == at && tile.at() == at,
            "{}: not of tile {},{}",
            place(),
            at[0],
            at[1]
        );
        Ok(tile)
    }

    /// Saves the state of a tile; a round without waiting places is finished.
    pub(super) fn save(&self, tile: &Tile) -> Result<()> {
        let finished = tile.progress().waiting == 0;
        let round = tile.round().unwrap_or_default();
        let header = self.header(SealedKind::Tile, tile.at(), round, finished);
        sealed::write(&self.tile_path(tile.at()), &header, &tile.saved())
    }

    /// Writes handovers from a tile to another, for a round.
    pub(super) fn send(
        &self,
        round: u32,
        [i, j]: TileAt,
        from: Option<TileAt>,
        handovers: &[Handover],
    ) -> Result<()> {
        let from = from.map_or("start".into(), |[i, j]| format!("{i}-{j}"));
        let name = format!("round-{round}/to-{i}-{j}-from-{from}.handovers");
        let header = self.header(SealedKind::Handovers, [i, j], round, true);
        sealed::write(&self.folder.join(name), &header, &handovers)
    }

    /// The handovers to a tile in a round, by their origins, row by row.
    pub(super) fn inbox(&self, at: TileAt, round: u32) -> Result<Vec<Handover>> {
        let mut sources = BTreeMap::new();
        let folder = self.folder.join(format!("round-{round}"));
        for name in names(&folder)? {
            if let Some((to, from)) = addressed(&name)
                && to == at
            {
                sources.insert(from.map(|[i, j]| [j, i]), name);
            }
        }
        let mut all = Vec::new();
        for name in sources.into_values() {
            let path = folder.join(name);
            let (header, handovers): (_, Vec<Handover>) = sealed::read(&path, self.key)?;
            ensure!(
                header == self.header(SealedKind::Handovers, at, round, true),
                "{}: its name and its content differ",
                path.display()
            );
            all.extend(handovers);
        }
        Ok(all)
    }

    /// The tiles that were handed over something that they have not taken, of the earliest round.
    pub(super) fn waiting(&self) -> Result<Waiting> {
        let mut finished = BTreeMap::new();
        let mut handed = BTreeSet::new();
        for name in names(&self.folder)? {
            if let Some(at) = tile_of(&name) {
                let header = sealed::header(&self.folder.join(&name))?;
                // A tile that was stopped in a round has finished all earlier ones.
                let after = header.round.saturating_add(u32::from(header.finished));
                finished.insert(at, after);
            } else if let Some(round) = name.strip_prefix("round-") {
                let Ok(round) = round.parse::<u32>() else {
                    continue;
                };
                for name in names(&self.folder.join(&name))? {
                    let to = addressed(&name).map(|(to, _)| to);
                    handed.extend(to.map(|[i, j]| (round, [j, i])));
                }
            }
        }
        let waits = |(round, [j, i]): &(u32, TileAt)| {
            finished.get(&[*i, *j]).is_none_or(|after| round >= after)
        };
        let waiting: Vec<_> = handed.into_iter().filter(waits).collect();
        let Some(&(round, _)) = waiting.first() else {
            return Ok(Waiting::default());
        };
        let now = waiting.iter().filter(|(at, _)| *at == round);
        let tiles: Vec<TileAt> = now.map(|&(_, [j, i])| [i, j]).collect();
        Ok(Waiting { round, tiles })
    }

    /// All tiles with a state.
    pub(super) fn tiles(&self) -> Result<Vec<TileAt>> {
        let names = names(&self.folder)?;
        Ok(names.iter().filter_map(|name| tile_of(name)).collect())
    }

    /// Checks that all tiles can be loaded.
    pub(super) fn check(&self) -> Result<()> {
        let mut tiles = self.tiles()?.into_iter();
        tiles.try_for_each(|at| self.load(at).map(drop))
    }

    /// Removes the files of the search, and nothing else.
    pub(super) fn remove(&self) -> Result<()> {
        let gone = |path: &Path| {
            fs::remove_file(path).with_context(|| format!("{}: cannot be removed", path.display()))
        };
        for name in names(&self.folder)? {
            let path = self.folder.join(&name);
            if name == plan::NAME || tile_of(&name).is_some() {
                gone(&path)?;
            } else if name.starts_with("round-") {
                for name in names(&path)? {
                    if addressed(&name).is_some() {
                        gone(&path.join(name))?;
                    }
                }
                // A folder with other files stays.
                let _ = fs::remove_dir(&path);
            }
        }
        let _ = fs::remove_dir(&self.folder);
        Ok(())
    }
}

/// The names of all files in a folder, sorted; none without the folder.
fn names(folder: &Path) -> Result<Vec<String>> {
    let place = || format!("{}: cannot be read", folder.display());
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(place)? {
        let name = entry.with_context(place)?.file_name();
        names.extend(name.into_string().ok());
    }
    names.sort();
    Ok(names)
}

fn pair(text: &str) -> Option<TileAt> {
    let (i, j) = text.split_once('-')?;
    Some([i.parse().ok()?, j.parse().ok()?])
}

fn tile_of(name: &str) -> Option<TileAt> {
    pair(name.strip_prefix("tile-")?.strip_suffix(".state")?)
}

/// The tiles of a file of handovers: to, and from; `None` is a spawn.
fn addressed(name: &str) -> Option<(TileAt, Option<TileAt>)> {
    let name = name.strip_prefix("to-")?.strip_suffix(".handovers")?;
    let (to, from) = name.split_once("-from-")?;
    let from = match from {
        "start" => None,
        tile => Some(pair(tile)?),
    };
    Some((pair(to)?, from))
}

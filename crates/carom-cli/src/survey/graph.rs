//! The file of `--graph`.

use super::goals;
use super::job::Job;
use super::report;
use crate::levels;
use crate::output::{self, say};
use anyhow::Result;
use carom::Mesh;
use carom_format::Coordinates;
use carom_format::report::{GraphFile, GraphLink, GraphMotion, GraphNode};
use carom_format::scenario::MotionOut;
use carom_survey::{NavGraph, NavLink, NavNode, Searched};
use glam::Vec3;

impl Job {
    /// Writes the graph of what a search reached, if it is wanted.
    pub(super) fn write_graph(
        &self,
        mesh: &Mesh<Vec3>,
        searched: &Searched<'_, anyhow::Error>,
    ) -> Result<()> {
        let show = &self.arguments.output.show;
        let Some(path) = &show.graph else {
            return Ok(());
        };
        let NavGraph {
            nodes,
            links,
            regions,
        } = searched.graph(show.graph_width as f32)?;
        let file = GraphFile {
            level: levels::surveyed(&self.arguments.file, self.reading.clone(), mesh),
            settings: report::settings(self),
            partial: !searched.is_complete(),
            width: show.graph_width,
            regions,
            nodes: nodes.iter().map(node).collect(),
            links: links
                .iter()
                .map(|link| entry(link, self.options.hz))
                .collect(),
        };
        let mut text = serde_json::to_vec(&file)?;
        text.push(b'\n');
        output::write(path, &text)?;
        say(format_args!(
            "{}: {} nodes and {} links in {regions} regions",
            path.display(),
            nodes.len(),
            links.len()
        ));
        Ok(())
    }
}

fn node(node: &NavNode) -> GraphNode {
    GraphNode {
        position: Coordinates::of(node.position),
        region: node.region,
        area: rounded(node.area),
        crouched: node.crouched,
    }
}

fn entry(link: &NavLink, hz: u32) -> GraphLink {
    GraphLink {
        from: link.from,
        to: link.to,
        kind: link.kind.name(),
        seconds: rounded(link.seconds.into()),
        length: rounded(link.length.into()),
        back: link.back,
        motion: link.script.as_ref().map(|script| GraphMotion {
            start: Coordinates::of(link.start),
            end: Coordinates::of(link.end),
            script: MotionOut::new(hz, script.spawn, &goals::phases(&script.actions)),
        }),
    }
}

/// To thousandths: a tenth of the file.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

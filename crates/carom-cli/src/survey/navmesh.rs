//! `carom survey LEVEL --check NAVMESH`: which edges and links of a navigation mesh the mover cannot walk.

use super::files::ReportFiles;
use super::job::Job;
use super::table::{self, Row};
use super::{Failed, goals, report};
use crate::args::FailOn;
use crate::levels;
use crate::output::{self, say};
use anyhow::{Context, Result};
use carom::Mesh;
use carom_format::report::{CheckedNavMesh, NavMeshFinding, NavMeshReport};
use carom_format::{Coordinates, NavMeshFile, NavMeshLinkKind};
use carom_survey::{
    BarrierKind, LinkKind, NavFault, NavMesh, NavPart, NavReport, OffMeshLink, Severity, Survey,
};
use glam::Vec3;
use std::path::Path;
use std::time::{Duration, Instant};

/// The folder of the scenarios, in that of the report.
const FOLDER: &str = "navmesh";

impl Job {
    /// Checks a navigation mesh, and writes the report.
    pub(super) fn check_navmesh(&self, mesh: &Mesh<Vec3>, path: &Path) -> Result<()> {
        let navmesh = load(path)?;
        let output = &self.arguments.output;
        output::check_folder(&output.report)?;
        let survey = Survey::new(mesh, self.options.clone())?;
        let begun = Instant::now();
        let checked = survey.check_navmesh(&navmesh);
        let duration = begun.elapsed();
        let files = ReportFiles::new(&output.report, &self.arguments.file)?;
        let findings = self.navmesh_findings(&checked, &files)?;
        let report = NavMeshReport {
            level: levels::surveyed(&self.arguments.file, self.reading.clone(), mesh),
            settings: report::settings(self),
            navmesh: CheckedNavMesh {
                file: levels::file_name(path),
                polygons: navmesh.polygons(),
                edges: navmesh.edges(),
                links: navmesh.links(),
            },
            walked: checked.walked,
            skipped: checked.skipped,
            findings,
        };
        let text = output::pretty_json(&report)?;
        output::write(&output.report.join("navmesh.json"), &text)?;
        if output.show.json {
            output::print(&text)?;
        }
        self.print_navmesh(&report, &checked, duration);
        if report.findings.is_empty() || output.fail_on == FailOn::Never {
            return Ok(());
        }
        Err(Failed.into())
    }

    /// The findings, with a scenario for each way that was walked.
    fn navmesh_findings(
        &self,
        checked: &NavReport,
        files: &ReportFiles<'_>,
    ) -> Result<Vec<NavMeshFinding>> {
        files.without_scenarios(FOLDER, &["edge", "link"])?;
        let script = self.script(&files.level);
        let mut findings = Vec::new();
        for (number, fault) in (1..).zip(&checked.faults) {
            let mut finding = finding(fault);
            if let Some(input) = &fault.script {
                let name = format!("{}-{number:03}", finding.kind);
                let path = format!("{FOLDER}/{name}.json");
                let phases = goals::phases(&input.actions);
                files.scenario(&path, script.json(&name, input.spawn, &phases)?)?;
                finding.scenario = Some(path);
            }
            findings.push(finding);
        }
        Ok(findings)
    }

    fn print_navmesh(&self, report: &NavMeshReport<'_>, checked: &NavReport, duration: Duration) {
        let CheckedNavMesh {
            polygons,
            edges,
            links,
            ..
        } = &report.navmesh;
        let seconds = duration.as_secs_f64();
        let file = self.arguments.output.report.join("navmesh.json");
        output::print_table(&[
            (
                "navmesh",
                format!("{polygons} polygons, {edges} shared edges, {links} links"),
            ),
            (
                "walked",
                format!(
                    "{} ways in {seconds:.1} s, {} ticks; {} not walked, from no place to stand",
                    checked.walked, checked.ticks, checked.skipped
                ),
            ),
            ("report", file.display().to_string()),
            ("findings", report.findings.len().to_string()),
        ]);
        let rows: Vec<_> = (1..)
            .zip(report.findings.iter().zip(&checked.faults))
            .map(|(number, (finding, fault))| Row {
                number,
                severity: finding.severity,
                kind: finding.kind,
                position: fault.position.to_array(),
                what: &finding.what,
                object: None,
                scenario: finding.scenario.as_deref().unwrap_or_default(),
                is_new: None,
            })
            .collect();
        for line in table::lines(&rows, output::has_colors()) {
            say(line);
        }
    }
}

/// Reads a navigation mesh.
fn load(path: &Path) -> Result<NavMesh> {
    let file = NavMeshFile::load(path)?;
    let single = |point: [f64; 3]| Vec3::from(point.map(|x| x as f32));
    let links = file.links.iter().map(|link| OffMeshLink {
        from: single(link.from),
        to: single(link.to),
        kind: match link.kind {
            NavMeshLinkKind::Walk => LinkKind::Walk,
            NavMeshLinkKind::Drop => LinkKind::Drop,
            NavMeshLinkKind::Jump => LinkKind::Jump,
        },
    });
    let links = links.collect();
    let vertices = file.vertices.into_iter().map(single).collect();
    NavMesh::new(vertices, file.polygons, links).with_context(|| path.display().to_string())
}

fn finding(fault: &NavFault) -> NavMeshFinding {
    let (kind, polygon, [from, to], link) = match fault.part {
        NavPart::Polygon(number) => ("polygon", Some(number), [None; 2], None),
        NavPart::Edge { from, to } => ("edge", None, [Some(from), Some(to)], None),
        NavPart::Link(number) => ("link", None, [None; 2], Some(number)),
    };
    NavMeshFinding {
        kind,
        polygon,
        from,
        to,
        link,
        position: Coordinates::of(fault.position),
        left: polygon.is_none().then_some(fault.left),
        reason: fault.barrier.kind.name(),
        size: fault.barrier.size,
        severity: Severity::Error.name(),
        what: what(fault),
        scenario: None,
    }
}

/// A sentence about a fault.
fn what(fault: &NavFault) -> String {
    let NavFault {
        part,
        barrier,
        left,
        ..
    } = fault;
    match (part, barrier.kind) {
        (NavPart::Polygon(_), BarrierKind::Wall) => {
            format!("{part}: no room to stand in its middle")
        }
        (NavPart::Polygon(_), _) => format!("{part}: no place to stand in its middle: {barrier}"),
        (_, BarrierKind::NoGround) if fault.script.is_none() => {
            format!("{part}: no ground at its start")
        }
        (_, BarrierKind::NoGround) => format!("{part}: no ground at its end"),
        (_, BarrierKind::NoJump) => format!("{part}: {barrier}: --jump"),
        _ => format!("{part}: {barrier}, {left:.2} m before its end"),
    }
}

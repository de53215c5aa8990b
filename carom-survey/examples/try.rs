//! scratch
use carom::Mesh;
use carom_survey::*;
use glam::Vec3;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let level = carom_level::open(
        std::path::Path::new(&a[1]),
        &carom_level::Options::default(),
    )
    .unwrap();
    let mesh: Mesh<Vec3> = level.mesh().unwrap();
    let spawn = Vec3::new(
        a[2].parse().unwrap(),
        a[3].parse().unwrap(),
        a[4].parse().unwrap(),
    );
    let options = Options {
        jump: a.get(5).map(|j| j.parse().unwrap()),
        ..Options::default()
    };
    let t = std::time::Instant::now();
    let s = Survey::new(&mesh, options).unwrap();
    let f = s.flood(spawn, |_| true);
    let f = match f {
        Ok(f) => f,
        Err(e) => {
            println!("{e}");
            return;
        }
    };
    println!(
        "{} places {} ways {} leaks {} restless {} stuck, {} ticks in {:.2}s = {:.2}M/s",
        f.places.len(),
        f.ways.len(),
        f.leaks.len(),
        f.restless.len(),
        f.stuck.len(),
        f.ticks,
        t.elapsed().as_secs_f64(),
        f.ticks as f64 / t.elapsed().as_secs_f64() / 1e6
    );
    let t = std::time::Instant::now();
    let r = s.reach(&f);
    println!(
        "{:.1} m2 in {:.1}s, cells say {:.1}; {:?}",
        r.area,
        t.elapsed().as_secs_f64(),
        r.places as f64 / 16.,
        r.floors
    );
    let t = std::time::Instant::now();
    let u = s.unreached(&f);
    println!(
        "{} unreached regions, {:.1} m2, in {:.1}s",
        u.len(),
        u.iter().map(|u| u.area).sum::<f64>(),
        t.elapsed().as_secs_f64()
    );
    for u in u.iter().take(8) {
        println!(
            "  {} {} {:?}",
            u.position,
            u.area,
            &u.triangles[..u.triangles.len().min(4)]
        )
    }
    for x in s.findings(&f) {
        println!(
            "{:?} {} {} script {}",
            x.kind,
            x.position,
            x.what,
            x.script.len()
        )
    }
}

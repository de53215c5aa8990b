//! Runs random sequences of public calls in processes of their own, and lists those that fail.
//!
//! ```sh
//! cargo run --release -p carom-sequences -- --count 1000000 --threads 2
//! cargo run --release -p carom-sequences -- --calls 4711   # one sequence, call by call
//! ```

use carom_sequences::{KINDS, Log, kind, max_allocated, run};
use std::env;
use std::io::{BufRead, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A sequence that takes longer is reported as slow, which on a busy machine is no fault.
const SLOW: Duration = Duration::from_secs(10);
/// One that takes this much longer hangs.
const LIMIT: Duration = Duration::from_secs(50);
/// The number of failed sequences of which calls are printed.
const PRINTED: usize = 5;
/// The last calls of a failed sequence that are printed.
const CALLS: usize = 12;

const HELP: &str = "carom-sequences: random sequences of public calls

  --count N     how many sequences (1000)
  --seed S      the number of the first (0)
  --only KIND   only kinds whose name begins so: world3, world2d, mover, crowd, swarm, table2, ...
  --threads T   how many processes at a time (1)
  --calls N     run sequence N alone and print its calls";

struct Options {
    count: u64,
    seed: u64,
    only: String,
    threads: u64,
    calls: Option<u64>,
    /// A process that runs sequences for another one.
    worker: bool,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        count: 1000,
        seed: 0,
        only: String::new(),
        threads: 1,
        calls: None,
        worker: false,
    };
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        if word == "--worker" {
            options.worker = true;
            continue;
        }
        let value = words.next().ok_or(HELP)?;
        let number = || value.parse().map_err(|_| format!("{word} takes a number"));
        match word.as_str() {
            "--count" => options.count = number()?,
            "--seed" => options.seed = number()?,
            "--only" => options.only = value,
            "--threads" => options.threads = number()?.max(1),
            "--calls" => options.calls = Some(number()?),
            _ => return Err(HELP.into()),
        }
    }
    if KINDS.iter().all(|kind| !kind.starts_with(&options.only)) {
        return Err(format!("no kind begins with {}", options.only));
    }
    Ok(options)
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    if let Some(number) = options.calls {
        eprintln!("{} {number}", kind(number));
        let start = Instant::now();
        run(number, Log::on());
        let bytes = max_allocated();
        eprintln!("no fault, {:?}, at most {bytes} bytes", start.elapsed());
        return ExitCode::SUCCESS;
    }
    if options.worker {
        work();
        return ExitCode::SUCCESS;
    }
    let (options, start) = (&options, Instant::now());
    let mut faults: Vec<Fault> = thread::scope(|scope| {
        let parts: Vec<_> = (0..options.threads)
            .map(|part| {
                let first = options.count * part / options.threads;
                let last = options.count * (part + 1) / options.threads;
                scope.spawn(move || supervise(options, first, last))
            })
            .collect();
        let joined = parts.into_iter().map(|part| part.join());
        joined
            .flat_map(|faults| faults.expect("a supervisor"))
            .collect()
    });
    faults.sort_by_key(|fault| fault.number);
    for fault in faults.iter().take(PRINTED) {
        println!("\n{} {}: {}", kind(fault.number), fault.number, fault.what);
        print_calls(fault.number);
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "\n{} sequences in {seconds:.1} s, {} faults",
        options.count,
        faults.len()
    );
    for fault in &faults {
        println!("{} {}: {}", kind(fault.number), fault.number, fault.what);
    }
    if faults.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The number of the sequence at this place among those wanted.
fn number(options: &Options, place: u64) -> u64 {
    let kinds = KINDS.len() as u64;
    let wanted: Vec<u64> = (options.seed..options.seed + kinds)
        .filter(|number| kind(*number).starts_with(&options.only))
        .collect();
    let round = place / wanted.len() as u64 * kinds;
    round + wanted[(place % wanted.len() as u64) as usize]
}

/// Runs the sequences whose numbers come in, and reports which are done and which fail.
fn work() {
    std::panic::set_hook(Box::new(|info| {
        let message = info.to_string().replace('\n', " ");
        let mut out = std::io::stdout().lock();
        let _ = writeln!(out, "fault {message}");
        let _ = out.flush();
    }));
    for line in std::io::stdin().lines() {
        let Some(number) = line.ok().and_then(|line| line.parse().ok()) else {
            return;
        };
        let _ = catch_unwind(AssertUnwindSafe(|| run(number, Log::off())));
        println!("done");
    }
}

struct Fault {
    number: u64,
    what: String,
}

/// A process that runs sequences.
struct Worker {
    child: Child,
    lines: Receiver<String>,
}

impl Worker {
    fn new() -> Self {
        let own = env::current_exe().expect("the path of this program");
        let mut child = Command::new(own)
            .arg("--worker")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a process");
        let out = child.stdout.take().expect("its output");
        let (send, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(out).lines() {
                let Ok(line) = line else {
                    break;
                };
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, lines }
    }

    fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the sequences of these places in processes, a new one after each that hangs or runs out of memory.
fn supervise(options: &Options, first: u64, last: u64) -> Vec<Fault> {
    /// The number of sequences handed out ahead of time.
    const AHEAD: u64 = 16;
    let mut faults: Vec<Fault> = Vec::new();
    let mut worker = Worker::new();
    let (mut place, mut sent) = (first, first);
    let mut told = Instant::now();
    while place < last {
        while sent < last.min(place + AHEAD) {
            let input = worker.child.stdin.as_mut().expect("its input");
            if writeln!(input, "{}", number(options, sent)).is_err() {
                break;
            }
            sent += 1;
        }
        let number = number(options, place);
        let mut line = worker.lines.recv_timeout(SLOW);
        if line == Err(RecvTimeoutError::Timeout) {
            eprintln!("{} {number} is slow", kind(number));
            line = worker.lines.recv_timeout(LIMIT);
        }
        let lost = match line {
            Ok(line) if line == "done" => {
                place += 1;
                None
            }
            Ok(what) => {
                eprintln!("{} {number}: {what}", kind(number));
                faults.push(Fault { number, what });
                None
            }
            Err(RecvTimeoutError::Timeout) => Some("hangs".into()),
            Err(RecvTimeoutError::Disconnected) => Some("the process ended: memory".into()),
        };
        if let Some(what) = lost {
            eprintln!("{} {number}: {what}", kind(number));
            worker.stop();
            faults.push(Fault { number, what });
            worker = Worker::new();
            place += 1;
            sent = place;
        }
        if told.elapsed() > Duration::from_secs(30) {
            told = Instant::now();
            eprintln!(
                "{} of {}, {} faults",
                place - first,
                last - first,
                faults.len()
            );
        }
    }
    worker.stop();
    faults
}

/// Runs a sequence once more in a process of its own, and prints its last calls.
fn print_calls(number: u64) {
    let own = env::current_exe().expect("the path of this program");
    let mut child = Command::new(own)
        .args(["--calls", &number.to_string()])
        .stderr(Stdio::piped())
        .spawn()
        .expect("a process");
    let lines = BufReader::new(child.stderr.take().expect("its calls"));
    let (send, received) = channel();
    thread::spawn(move || {
        for line in lines.lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                break;
            }
        }
    });
    let mut calls = Vec::new();
    while let Ok(line) = received.recv_timeout(LIMIT) {
        calls.push(line);
    }
    let _ = child.kill();
    let _ = child.wait();
    let first = calls.len().saturating_sub(CALLS);
    for call in &calls[first..] {
        let short: String = call.chars().take(1000).collect();
        println!("{short}");
    }
}

//! The programs in C and C++, with every compiler, plain and with sanitizers, and under valgrind.

mod programs;

use programs::{build, compilers, done, folder, installed, is_there, level, root, run};
use std::process::Command;

const SANITIZERS: [&str; 3] = [
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-fno-omit-frame-pointer",
];
/// What each function does.
const FUNCTIONS: [&str; 12] = [
    "functions.c",
    "abilities.c",
    "agent_abilities.c",
    "agents.c",
    "bodies.c",
    "surfaces.c",
    "worlds.c",
    "batches.c",
    "polygons.c",
    "billiards.c",
    "planar.c",
    "planar_worlds.c",
];
/// The errors of each function.
const MISUSE: [&str; 10] = [
    "misuse.c",
    "misuse_abilities.c",
    "misuse_agents.c",
    "misuse_bodies.c",
    "misuse_surfaces.c",
    "misuse_worlds.c",
    "misuse_batches.c",
    "misuse_polygons.c",
    "misuse_billiards.c",
    "misuse_planar.c",
];
/// Of plain structs, without a handle; those of a locomotion and of a ladder, too.
const PLAIN: [&str; 9] = [
    "carom_contacts_batch",
    "carom_root_motion_intent",
    "carom_air_jumps_allow",
    "carom_cut_jump",
    "carom_dash",
    "carom_dash_intent",
    "carom_path",
    "carom_water_intent",
    "carom_water_after",
];
const OTHERS: [&str; 3] = ["shapes.c", "threads.c", "hostile.c"];

#[test]
fn every_function_works_and_every_misuse_is_an_error() {
    for compiler in compilers() {
        for flags in [&[][..], &SANITIZERS] {
            for source in FUNCTIONS.into_iter().chain(MISUSE).chain(OTHERS) {
                let program = build(compiler, &[source], flags);
                assert_eq!(run(&program, &[]).lines().count(), 1, "{compiler} {source}");
            }
        }
    }
}

#[test]
fn every_compiler_gives_the_same_bits_with_and_without_sanitizers() {
    let mut printed = Vec::new();
    for compiler in compilers() {
        for flags in [&[][..], &SANITIZERS] {
            let of_3d = run(&build(compiler, &["same_bits.c"], flags), &[&level()]);
            let of_2d = run(&build(compiler, &["same_bits_planar.c"], flags), &[]);
            printed.push(of_3d + &of_2d);
        }
    }
    assert!(printed[0].lines().count() == 15, "{}", printed[0]);
    assert!(printed.iter().all(|text| *text == printed[0]));
}

/// Not `same_bits.c` and `shapes.c`: valgrind 3.19 does not know a form of the instruction `vmovq` in a kernel for AVX2.
#[test]
fn valgrind_finds_no_leak_and_no_invalid_access() {
    if !is_there("valgrind") {
        assert!(
            std::env::var_os("CAROM_ALL_COMPILERS").is_none(),
            "valgrind is missing"
        );
        return;
    }
    for source in MISUSE.into_iter().chain(["functions.c", "worlds.c"]) {
        let program = build(compilers()[0], &[source], &[]);
        done(
            Command::new("valgrind")
                .args(["--quiet", "--error-exitcode=9", "--leak-check=full"])
                .arg("--errors-for-leak-kinds=definite,indirect,possible")
                .arg(&program),
        );
    }
}

/// By the flags of pkg-config.
fn linked(compiler: &str, standard: &str, source: &str, is_static: bool) -> std::path::PathBuf {
    let kind = if is_static { "static" } else { "shared" };
    let stem = std::path::Path::new(source)
        .file_stem()
        .unwrap()
        .to_str()
        .unwrap();
    let program = folder().join(format!("{stem}-{compiler}-{kind}"));
    let prefix = installed();
    let config = |flags: &[&str]| {
        let mut command = Command::new("pkg-config");
        command.args(flags).arg("carom");
        let text = done(command.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")));
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let mut command = Command::new(compiler);
    command.args([standard, "-Wall", "-Wextra", "-Werror", "-O1", "-o"]);
    command
        .arg(&program)
        .arg(source)
        .args(config(&["--cflags"]));
    if is_static {
        command.arg(prefix.join("lib/libcarom.a"));
        let libraries = config(&["--libs-only-l", "--static"]);
        command.args(libraries.into_iter().filter(|flag| flag != "-lcarom"));
    } else {
        command.args(config(&["--libs"]));
        command.arg(format!("-Wl,-rpath,{}", prefix.join("lib").display()));
    }
    done(&mut command);
    program
}

/// The compiler of C++ beside this one of C.
fn in_cpp(compiler: &str) -> &'static str {
    if compiler == "gcc" { "g++" } else { "clang++" }
}

#[test]
fn the_programs_of_the_readme_print_what_the_readme_says() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let blocks = |language: &str| -> Vec<String> {
        let opening = format!("```{language}\n");
        let rests = readme.split(&opening).skip(1);
        let block = |rest: &str| rest.split_once("```").unwrap().0.to_owned();
        rests.map(block).collect()
    };
    let printed = blocks("text");
    let source = folder().join("readme.c");
    std::fs::write(&source, &blocks("c")[0]).unwrap();
    for compiler in compilers() {
        for is_static in [false, true] {
            let program = linked(compiler, "-std=c99", source.to_str().unwrap(), is_static);
            assert_eq!(run(&program, &[]), printed[0], "{compiler} {is_static}");
        }
    }
    let source = folder().join("readme.cpp");
    std::fs::write(&source, &blocks("cpp")[0]).unwrap();
    for compiler in compilers() {
        let compiler = in_cpp(compiler);
        let program = linked(compiler, "-std=c++17", source.to_str().unwrap(), false);
        assert_eq!(run(&program, &[]), printed[1], "{compiler}");
    }
    // The second block is of 2D, without a function around it.
    let of_2d = format!(
        "#include <carom.h>\n#include <stdio.h>\nint main(void) {{\n{}\
         printf(\"%.3f %.0f %.0f\\n\", hit.t, hit.normal.x, hit.normal.y);\nreturn 0;\n}}\n",
        blocks("c")[1]
    );
    let source = folder().join("readme_planar.c");
    std::fs::write(&source, of_2d).unwrap();
    let program = linked(compilers()[0], "-std=c99", source.to_str().unwrap(), false);
    assert_eq!(run(&program, &[]), "0.375 0 1\n");
}

#[test]
fn the_wrapper_and_the_example_in_cpp_work() {
    for compiler in compilers() {
        let compiler = in_cpp(compiler);
        for source in ["wrapper.cpp", "wrapper2d.cpp"] {
            run(&build(compiler, &[source], &SANITIZERS), &[]);
        }
        let example = root().join("examples/walk.cpp");
        let program = linked(compiler, "-std=c++17", example.to_str().unwrap(), false);
        assert!(run(&program, &[]).contains("5 s: at 4.43, 3.61, on the lift"));
    }
}

#[test]
fn the_example_for_cmake_builds() {
    if !is_there("cmake") {
        assert!(
            std::env::var_os("CAROM_ALL_COMPILERS").is_none(),
            "cmake is missing"
        );
        return;
    }
    let build = folder().join("cmake");
    let config = installed().join("lib/pkgconfig");
    let source = root().join("examples/cmake");
    let mut cmake = Command::new("cmake");
    done(
        cmake
            .arg("-S")
            .arg(source)
            .arg("-B")
            .arg(&build)
            .env("PKG_CONFIG_PATH", config),
    );
    done(Command::new("cmake").arg("--build").arg(&build));
    run(&build.join("walk"), &[]);
}

/// Where mono is installed, which CI does not do.
#[test]
fn the_example_in_c_sharp_works() {
    if !(is_there("mcs") && is_there("mono")) {
        println!("mono is not installed: the example in C# was not compiled");
        return;
    }
    let program = folder().join("example.exe");
    let source = root().join("examples/csharp/Program.cs");
    done(
        Command::new("mcs")
            .arg(format!("-out:{}", program.display()))
            .arg(source),
    );
    let mut mono = Command::new("mono");
    done(
        mono.arg(program)
            .env("LD_LIBRARY_PATH", installed().join("lib")),
    );
}

/// Each exported function is called in the tests of what it does, and each that can fail in those of misuse.
#[test]
fn the_programs_call_every_function() {
    let read = |name: &str| std::fs::read_to_string(root().join(name)).unwrap();
    let header = read("include/carom.h");
    let all = |names: &[&str]| {
        let texts = names.iter().map(|name| read(&format!("tests/c/{name}")));
        texts.collect::<String>()
    };
    let (functions, misuse) = (all(&FUNCTIONS), all(&MISUSE));
    let wrapper = read("include/carom.hpp") + &read("include/carom2d.hpp");
    let mut count = 0;
    for (at, _) in header.match_indices("\nenum CaromStatus carom") {
        let rest = &header[at + 18..];
        let name = rest.split('(').next().unwrap();
        assert!(
            functions.contains(&format!("{name}(")),
            "no program of what it does: {name}"
        );
        assert!(
            misuse.contains(&format!("{name}(")),
            "no program of its errors: {name}"
        );
        count += 1;
        let is_wrapped =
            wrapper.contains(&format!("{name}(")) || wrapper.contains(&format!("{name}>"));
        let is_plain = ["carom_locomotion", "carom_ladder", "carom2d_locomotion"]
            .iter()
            .any(|start| name.starts_with(start))
            || PLAIN.contains(&name);
        assert!(is_wrapped || is_plain, "carom.hpp: {name}");
    }
    assert!(count > 40, "{count}");
}

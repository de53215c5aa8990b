"""The command that comes with the wheel."""

import pathlib
import signal
import subprocess
import sys
import time

import carom

LEVELS = pathlib.Path(__file__).parents[3] / "data" / "levels"
CAROM = [sys.executable, "-m", "carom"]


def run(*arguments, cwd=None):
    return subprocess.run([*CAROM, *arguments], cwd=cwd, capture_output=True, text=True, timeout=300)


def test_the_module_and_the_script_are_the_command():
    version = run("--version")
    assert version.returncode == 0 and version.stdout.startswith("carom ")
    script = pathlib.Path(sys.executable).parent / "carom"
    if script.exists():
        assert subprocess.run([script, "--version"], capture_output=True, text=True).stdout == version.stdout


def test_statuses(tmp_path):
    assert run("--unknown").returncode == 2
    missing = run("info", "missing.obj", cwd=tmp_path)
    assert missing.returncode == 1 and "missing.obj: cannot be read" in missing.stderr
    floor = tmp_path / "floor.obj"
    floor.write_text("v 0 0 0\nv 0 0 8\nv 8 0 8\nv 8 0 0\nf 1 2 3 4\n")
    leak = run("survey", "floor.obj", "--no-pictures", cwd=tmp_path)
    assert leak.returncode == 3, leak.stderr
    assert carom.Report.load(tmp_path / "out" / "survey").findings[0].kind == "leak"
    walked = run("walk", "out/survey/findings/leak-001.json", cwd=tmp_path)
    assert walked.returncode == 0 and '"summary"' in walked.stdout.splitlines()[-1]


def test_queries_from_a_pipe():
    done = subprocess.run([*CAROM, "query"], input=b'{"id": 7}\n', capture_output=True, timeout=60)
    assert done.returncode == 1 and done.stdout.startswith(b'{"id":7,"error":')


def test_an_interrupt_ends_a_command():
    """A command that does not handle it: Python's own handler would wait for its end."""
    process = subprocess.Popen([*CAROM, "query"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=10) == -signal.SIGINT
    process.stdin.close()
    process.stdout.close()


def test_an_interrupt_saves_a_survey(tmp_path):
    process = subprocess.Popen(
        [*CAROM, "survey", str(LEVELS / "dungeon.obj"), "--cell", "0.1", "--no-pictures", "--threads", "1"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    )
    lines = iter(process.stderr.readline, "")
    assert any("spawn at" in line for line in lines)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    text = process.stderr.read()
    assert process.wait(timeout=240) == 1, text
    assert "stopping after this wave" in text and "--resume continues the search" in text
    assert (tmp_path / "out" / "survey" / "work" / "survey.json").is_file()

"""`lycee conform` against our own program: every case, in processes of its own."""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from lycee_cli.cases import Case, broken
from lycee_cli.conform import CASES, Report, chosen_cases, list_lines, run_ourselves
from lycee_cli.faults import CHECK, OK, Fault

from lycee_core import Catalogue
from lycee_net.channel import Role
from lycee_net.errors import CloseCode
from lycee_net.states import State

N_HOLES = 50
PAGE = (Path(__file__).parents[2] / "spec" / "protocol.md").read_text(encoding="utf-8")
SECTIONS = set(re.findall(r"^(?:- \*\*|## )(P\d+(?:\.\d+)?)", PAGE, re.MULTILINE))
LISTENING = "listening"


def run_lycee(*words: str, cwd: Path, seconds: float = 60) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "lycee_cli", *words],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds,
    )


def test_our_program_ends_every_case_as_the_spec_demands() -> None:
    lines: list[str] = []
    code = run_ourselves(CASES, Catalogue.starter(), lines.append)
    failed = [line for line in lines if not line.startswith(("ok ", "TAP ", "1.."))]
    assert failed == []
    assert code == OK


def test_a_case_that_expects_something_else_fails() -> None:
    (case,) = chosen_cases([601])
    assert case.ending == broken(CloseCode.PART)
    wrong = [
        dataclasses.replace(case, number=1, ending=broken(CloseCode.PICK)),
        dataclasses.replace(case, number=2, ending=broken(CloseCode.ENCODING)),
        dataclasses.replace(case, number=3, ending=dataclasses.replace(case.ending, exit=OK)),
        dataclasses.replace(case, number=4, ending=dataclasses.replace(case.ending, told="gold")),
        dataclasses.replace(case, number=5, options=("--deck", "no such deck")),
    ]
    lines: list[str] = []
    assert run_ourselves(wrong, Catalogue.starter(), lines.append) == CHECK
    assert [line[:6] for line in lines if line[:6] in {"not ok", "ok 1 -"}] == ["not ok"] * 5


def test_there_are_at_least_eighty_cases_with_numbers_of_their_own() -> None:
    assert len(CASES) >= 80
    assert len({case.number for case in CASES}) == len(CASES)
    assert [case.number for case in CASES] == sorted(case.number for case in CASES)
    assert {case.victim for case in CASES} == set(Role)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.number))
def test_a_case_names_its_section_its_holes_and_its_state(case: Case) -> None:
    assert case.spec in SECTIONS
    assert case.holes
    assert set(case.holes) <= set(range(1, N_HOLES + 1))
    assert case.state in {LISTENING, *State.__members__}
    assert list_lines([case])[0].startswith(f"{case.number} {case.spec}")


def test_results_come_in_the_order_of_the_cases() -> None:
    lines: list[str] = []
    first, second, third = CASES[:3]
    report = Report([first, second, third], lines.append)
    report.add(third, ["too late"])
    report.add(second, [])
    assert lines == ["TAP version 14", "1..3"]
    report.add(first, [])
    assert [line.split(" - ")[0] for line in lines[2:5]] == ["ok 1", "ok 2", "not ok 3"]
    assert "too late" in lines[5]
    assert report.code == CHECK


def test_a_number_that_no_case_has_is_a_fault() -> None:
    with pytest.raises(Fault, match="case 9999"):
        chosen_cases([601, 9999])


def test_the_command_lists_and_selects(tmp_path: Path) -> None:
    listed = run_lycee("conform", "--list", cwd=tmp_path)
    assert listed.returncode == OK
    assert len(listed.stdout.splitlines()) == len(CASES)
    done = run_lycee("conform", "--self", "--case", "303", "--case", "107", cwd=tmp_path)
    assert done.stdout.splitlines()[:2] == ["TAP version 14", "1..2"]
    assert [line.split(" - ")[0] for line in done.stdout.splitlines()[2:]] == ["ok 1", "ok 2"]
    assert (done.returncode, done.stderr) == (OK, "")


def test_a_host_behind_an_invite_is_attacked_up_to_the_first_case_that_ends_it(
    tmp_path: Path,
) -> None:
    words = ["host", "--deck", "harbour", "--bot", "greedy", "--home", str(tmp_path / "home")]
    host = subprocess.Popen(
        [sys.executable, "-m", "lycee_cli", *words, "--address", "127.0.0.1"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert host.stdout is not None
        invite = host.stdout.readline().strip()
        cases = ["--case", "107", "--case", "533", "--case", "601", "--case", "602"]
        done = run_lycee("conform", invite, *cases, cwd=tmp_path)
        told = [line for line in done.stdout.splitlines() if line.startswith("ok ")]
        assert [line.split()[4] for line in told] == ["107", "533", "601"]
        assert done.returncode == 6
        assert done.stderr == "lycee: case 602 needs a fresh invite\n"
    finally:
        host.kill()
        host.communicate()


def test_each_case_takes_the_next_invite(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "lycee_cli", "host", "--deck", "gale", "--bot", "random"]
    hosts = [
        subprocess.Popen(
            [*words, "--address", "127.0.0.1", "--home", str(tmp_path / str(number))],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        for number in range(2)
    ]
    try:
        invites = [host.stdout.readline() for host in hosts if host.stdout is not None]
        done = subprocess.run(
            [*words[:3], "conform", "-", "--case", "401", "--case", "681"],
            input="".join(invites),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert [line[:4] for line in done.stdout.splitlines()[2:]] == ["ok 1", "ok 2"]
        assert (done.returncode, done.stderr) == (OK, "")
    finally:
        for host in hosts:
            host.kill()
            host.communicate()


def test_a_guest_that_comes_is_attacked(tmp_path: Path) -> None:
    conform = subprocess.Popen(
        [sys.executable, "-m", "lycee_cli", "conform", "--listen", "--case", "504"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    )
    watch = threading.Timer(60, conform.kill)
    watch.start()
    try:
        assert conform.stdout is not None
        told = [conform.stdout.readline().strip() for _ in range(3)]
        words = ["join", told[2].removeprefix("# "), "--deck", "gale", "--bot", "greedy"]
        guest = run_lycee(*words, "--home", str(tmp_path / "home"), cwd=tmp_path)
        assert guest.returncode == 5
        rest, _ = conform.communicate()
        assert rest.startswith("ok 1 - case 504")
        assert conform.returncode == OK
    finally:
        watch.cancel()
        conform.kill()

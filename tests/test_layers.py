"""Imports go one way; the tables below say which.

A package is a list of lines. A module may import what stands on an earlier line; modules on one
line do not import each other. `import`, `from ... import`, `cimport` and `include` count, under
`if TYPE_CHECKING:` too. A module that stands on no line is an error: give it a place.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import lycee_core

ROOT = Path(__file__).parents[1]

LAYERS = {
    "lycee_core": [
        "errors",
        "built house parsed tomlpos opcodes vocabulary",
        "defs",
        "steps",
        "grammar phrases looks",
        "grammar_verbs reader shapes subjects codes",
        "references ref_nodes",
        "amounts selector_nodes",
        "filtering amount_nodes",
        "situations",
        "expressions",
        "listening",
        "nodes effects_base clauses",
        "operations effects_field effects_flow effects_zones effects_lasting"
        " effects_knowing effects_naming happenings",
        "effects_rules effects_costs terms card_fields",
        "effects_entering effects_permits effects_battle rows deeds card_reader",
        "effects_compiler deeds_moved traits",
        "ability_compiler loader flows",
        "program plain",
        "blob timing dependence sieves",
        "compile cards",
        "deck",
        "state",
        "registers hooks parting",
        "tokens",
        "agenda",
        "points reading faces digest facts pool start",
        "seen",
        "filters gathering doing",
        "selectors",
        "picking",
        "holding",
        "values",
        "lasting in_force",
        "counters",
        "triggers",
        "redirecting coming_true",
        "moves support",
        "changes worth permission",
        "costs",
        "gifts",
        "affording",
        "stepping",
        "replacing targeting places",
        "legality paying",
        "from_hand from_field",
        "gifting links",
        "target_picks which_cost declared",
        "choices verbs lasting_verbs battle_verbs field_moves zones",
        "knowing naming entering",
        "zone_verbs payment_verbs",
        "battle",
        "effects chain payment declare windows turn tax draws waiting",
        "using",
        "engine readout",
        "positions",
        "game",
        "present glimpse wording",
        "standing advice",
        "line_words",
        "line_reader",
        "view notation playout measure",
        "decision",
        "__init__",
    ],
    "lycee_net": [
        "errors ed25519 leaves nearby",
        "frames codec identity invite game",
        "messages facts",
        "quick commit channel replica",
        "records bindings",
        "journal",
        "deck states",
        "table",
        "draft audit greeting",
        "chain",
        "events hostile verify evidence resume clock",
        "archive watch",
        "side",
        "returning",
        "protocol",
        "match transport",
        "relink",
        "__init__",
    ],
    "lycee_cli": [
        "__init__",
        "faults refusals commands cards cards_basics checks scene deeds",
        "typed",
        "battles questions cards_lint cards_table standing",
        "narration cards_import",
        "arguments decks bots render",
        "series known",
        "sim",
        "round_robin",
        "drawing terminal players table",
        "session replay home verify addresses",
        "verdicts",
        "chair duel",
        "sitting",
        "peer",
        "resume",
        "cases",
        "demo lies attacks_link attacks_hello spawner strangers",
        "attacks_bytes attacks_cards attacks_steps attacks_ends attacks_resume",
        "attacks_time",
        "rig",
        "conform",
        "actions",
        "__main__",
        "forks",
    ],
}
FOLDERS = {"lycee_core": "lycee_core", "lycee_net": "lycee_net", "lycee_cli": "cli"}
SUFFIXES = {".py", ".pyi", ".pyx", ".pxd", ".pxi"}

# What each package may import from outside itself; the standard library is open to all but the
# core, which has no I/O, no clock, no randomness of its own and no network.
OUTSIDE = {
    "lycee_core": {"cython", "cpython", "libc"},
    "lycee_net": {"cpython", "cryptography", "cython", "libc", "nacl"},
    "lycee_cli": {"lycee_core", "lycee_net", "platformdirs", "prompt_toolkit", "rich", "trio"},
}
OUTSIDE_OF_ONE_MODULE = {
    "lycee_net.match": {"lycee_core"},
    "lycee_net.replica": {"lycee_core", "typing_extensions"},  # the latter in the stub alone
    "lycee_net.facts": {"lycee_core"},
    "lycee_net.transport": {"trio"},
    "lycee_net.relink": {"trio"},
}
CLOSED_TO_CORE = {
    "asyncio", "datetime", "random", "secrets", "select", "socket", "ssl", "subprocess",
    "threading", "time", "uuid",
}  # fmt: skip
HEAVY = (
    "dataclasses", "typing", "tomllib", "trio", "cryptography", "nacl", "rich", "prompt_toolkit",
)  # fmt: skip

CYTHON_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<origin>[.\w]+)[ \t]+c?import[ \t]+(?P<names>\([^)]*\)|[^\n#;]+)"
    r"|c?import[ \t]+(?P<modules>[^\n#;]+)"
    r"|include[ \t]+[\"'](?P<included>\w+)\.pxi[\"'])",
    re.MULTILINE,
)
CYTHON_TEXT = re.compile(r'"""(?:[^\\]|\\.)*?"""|' + r"'''(?:[^\\]|\\.)*?'''", re.DOTALL)


def module_files() -> list[tuple[str, str, Path]]:
    """Every source file of the packages, as package, module and path."""
    found = []
    for package, folder in FOLDERS.items():
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES and "__pycache__" not in path.parts:
                inside = path.relative_to(ROOT / folder).with_suffix("")
                found.append((package, ".".join(inside.parts), path))
    return found


def python_imports(text: str) -> list[tuple[str, list[str]]]:
    """The imports of Python source: origin (dots included) and names, no names for a plain one."""
    found: list[tuple[str, list[str]]] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found += [(alias.name, []) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            origin = "." * node.level + (node.module or "")
            found.append((origin, [alias.name for alias in node.names]))
    return found


def cython_imports(text: str) -> list[tuple[str, list[str]]]:
    """The same for Cython source, which the Python parser cannot read."""
    found: list[tuple[str, list[str]]] = []
    for match in CYTHON_IMPORT.finditer(CYTHON_TEXT.sub('""', text)):
        if match["origin"]:
            names = re.sub(r"#.*", "", match["names"]).strip("()\\ ").split(",")
            found.append((match["origin"], [name.split()[0] for name in names if name.strip()]))
        elif match["modules"]:
            found += [(name.split()[0], []) for name in match["modules"].split(",")]
        else:
            found.append((f".{match['included']}", []))
    return found


def imported_modules(package: str, module: str, path: Path, text: str) -> set[str]:
    """The absolute names a file imports; `from package import module` names the module."""
    is_python = path.suffix in {".py", ".pyi"}
    here = [package, *module.split(".")[:-1]]
    found = set()
    for origin, names in python_imports(text) if is_python else cython_imports(text):
        dots = len(origin) - len(origin.lstrip("."))
        base = [*here[: len(here) - dots + 1], *origin.lstrip(".").split(".")] if dots else [origin]
        name = ".".join(part for part in base if part)
        if name not in FOLDERS:
            found.add(name)
            continue
        modules = set(" ".join(LAYERS[name]).split())
        found |= {f"{name}.{one if one in modules else '__init__'}" for one in names}
        if not names:
            found.add(f"{name}.__init__")
    return found


def place(package: str, module: str) -> int:
    """The line of the table a module stands on."""
    for line, modules in enumerate(LAYERS[package]):
        if module in modules.split():
            return line
    raise AssertionError(f"{package}.{module} stands on no line of LAYERS in tests/test_layers.py")


def broken_rules(package: str, module: str, path: Path, text: str) -> list[str]:
    """What a file imports against the tables, one sentence each."""
    wrong = []
    open_to_it = OUTSIDE[package] | OUTSIDE_OF_ONE_MODULE.get(f"{package}.{module}", set())
    for name in sorted(imported_modules(package, module, path, text)):
        top, _, inner = name.partition(".")
        if top == package:
            if inner != module and place(package, inner) >= place(package, module):
                wrong.append(f"{package}.{module} imports {name}, which is not below it")
        elif top == "cli":
            wrong.append(f"{package}.{module} imports {name}: the installed name is lycee_cli")
        elif top in sys.stdlib_module_names:
            if package == "lycee_core" and top in CLOSED_TO_CORE:
                wrong.append(f"{package}.{module} imports {name}, which is closed to the core")
        elif top not in open_to_it:
            wrong.append(f"{package}.{module} imports {name}, which is not open to it")
    return wrong


@pytest.mark.parametrize(
    ("package", "module", "path"),
    [
        pytest.param(*found, id=f"{found[0]}.{found[1]}{found[2].suffix}")
        for found in module_files()
    ],
)
def test_a_module_imports_only_what_stands_below_it(package: str, module: str, path: Path) -> None:
    place(package, module)
    assert broken_rules(package, module, path, path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("package", "module", "suffix", "text"),
    [
        ("lycee_core", "state", ".pyx", "from .engine cimport advance"),
        ("lycee_core", "state", ".pxd", "from lycee_core.engine cimport (\n    advance,\n)"),
        ("lycee_core", "verbs", ".pyx", "from . cimport battle"),
        ("lycee_core", "effects", ".pyx", 'include "chain.pxi"'),
        ("lycee_core", "defs", ".pyx", "import random"),
        ("lycee_core", "defs", ".py", "import lycee_net"),
        ("lycee_core", "defs", ".py", "from lycee_core import GameState"),
        ("lycee_net", "frames", ".py", "if TYPE_CHECKING:\n    from .messages import Hello"),
        ("lycee_net", "protocol", ".py", "from lycee_core import Deck"),
        ("lycee_net", "match", ".py", "import trio"),
        ("lycee_cli", "bots", ".py", "from . import session"),
        ("lycee_cli", "bots", ".py", "from cli import commands"),
    ],
)
def test_an_import_against_the_tables_is_found(
    package: str, module: str, suffix: str, text: str
) -> None:
    assert len(broken_rules(package, module, Path(f"{module}{suffix}"), text)) == 1


def test_a_module_without_a_place_is_named() -> None:
    with pytest.raises(AssertionError, match=r"lycee_core\.surprise stands on no line"):
        place("lycee_core", "surprise")


def test_importing_the_core_loads_nothing_heavy() -> None:
    folder = Path(lycee_core.__file__).parents[1]
    program = (
        f"import sys; sys.path.insert(0, {str(folder)!r}); import lycee_core\n"
        f"print(*[name for name in {HEAVY!r} if name in sys.modules])"
    )
    # -S: the hooks of site-packages import some of these before our first line runs.
    command = [sys.executable, "-S", "-E", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []

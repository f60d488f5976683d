"""Coverage-guided fuzzing by hand: `python tests/fuzz/fuzz.py TARGET [libFuzzer options]`.

Needs `pip install atheris`, which the tests do not. Without a target it names them. What it finds
it writes to a file `crash-...` beside; put those bytes into `test_fuzz.FOUND`.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def main() -> None:
    """Fuzz one target until it is interrupted or fails."""
    atheris = importlib.import_module("atheris")  # by name: type checkers need not know it
    sys.path.insert(0, str(ROOT))
    with atheris.instrument_imports(include=["lycee_core", "lycee_net", "lycee_cli"]):
        from tests.fuzz.targets import TARGETS
    if len(sys.argv) < 2 or sys.argv[1] not in TARGETS:
        sys.exit(f"expected one of: {', '.join(TARGETS)}")
    target = TARGETS[sys.argv[1]]
    atheris.Setup([sys.argv[0], *sys.argv[2:]], target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

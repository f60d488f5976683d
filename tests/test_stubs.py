"""The stubs beside the compiled modules say what the modules have, no more and no less."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("lycee_core", "lycee_net")
# With these two Cython refuses to pickle a class that holds C values; they are not ours to declare.
PICKLE_GUARDS = r"lycee_(core|net)\..*__(reduce|setstate)_cython__"
# What a compiled module exports to other compiled modules.
C_EXPORTS = r"lycee_(core|net)\..*\.__pyx_capi__"


def modules(suffix: str) -> list[str]:
    """The modules that have a file of that kind."""
    return sorted(
        f"{package}.{path.stem}"
        for package in PACKAGES
        for path in (ROOT / package).glob(f"*{suffix}")
    )


def test_stubs_agree_with_the_compiled_modules(tmp_path: Path) -> None:
    allowed = tmp_path / "allowed.txt"
    allowed.write_text(f"{PICKLE_GUARDS}\n{C_EXPORTS}", encoding="utf-8")
    command = [sys.executable, "-m", "mypy.stubtest", *modules(".pyi")]
    command += ["--mypy-config-file", "pyproject.toml"]
    command += ["--allowlist", str(allowed), "--ignore-unused-allowlist"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_compiled_module_has_a_stub() -> None:
    assert set(modules(".pyx")) - set(modules(".pyi")) == set()

"""The stubs beside the compiled modules say what the modules have, no more and no less."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
# With these two Cython refuses to pickle a class that holds C values; they are not ours to declare.
PICKLE_GUARDS = r"lycee_core\..*__(reduce|setstate)_cython__"
# What a compiled module exports to other compiled modules.
C_EXPORTS = r"lycee_core\..*\.__pyx_capi__"


def test_stubs_agree_with_the_compiled_core(tmp_path: Path) -> None:
    allowed = tmp_path / "allowed.txt"
    allowed.write_text(f"{PICKLE_GUARDS}\n{C_EXPORTS}", encoding="utf-8")
    stubs = sorted(path.stem for path in (ROOT / "lycee_core").glob("*.pyi"))
    command = [sys.executable, "-m", "mypy.stubtest", *(f"lycee_core.{stem}" for stem in stubs)]
    command += ["--mypy-config-file", "pyproject.toml"]
    command += ["--allowlist", str(allowed), "--ignore-unused-allowlist"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_compiled_module_has_a_stub() -> None:
    sources = {path.stem for path in (ROOT / "lycee_core").glob("*.pyx")}
    stubs = {path.stem for path in (ROOT / "lycee_core").glob("*.pyi")}
    assert sources - stubs == set()

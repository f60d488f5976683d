"""The extension list and its switches, nothing else; metadata is in pyproject.toml.

Every `.pyx` of `lycee_core` and `lycee_net` is one extension. Without a switch this is the normal
build. One of these environment variables, set to anything but the empty string, changes it:

- LYCEE_TRACE: line tracing, so that coverage sees the `.pyx` files (C files lie beside them);
- LYCEE_SANITIZE: address and undefined-behaviour sanitizers;
- LYCEE_ANNOTATE: an HTML page a module that shows where Python objects are touched.

What to rebuild is decided by timestamps, which cannot see a switch: a build with a switch, and the
first one without after it, rebuilds everything. `build/mode` remembers which was the last.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

TRACE = bool(os.environ.get("LYCEE_TRACE"))
SANITIZE = bool(os.environ.get("LYCEE_SANITIZE"))
ANNOTATE = bool(os.environ.get("LYCEE_ANNOTATE"))
MODE = f"trace={TRACE} sanitize={SANITIZE} annotate={ANNOTATE}"
LAST_MODE = Path("build/mode")
FORCE = TRACE or SANITIZE or ANNOTATE
FORCE |= LAST_MODE.exists() and LAST_MODE.read_text(encoding="utf-8") != MODE
JOBS = 2 if sys.platform == "linux" else 0  # elsewhere child processes would run this file again

DIRECTIVES = {
    "language_level": 3,
    "embedsignature": False,  # signatures live in the stubs
    "autotestdict": False,  # else every module has a `__test__` that no stub mentions
    "cdivision": True,  # cells and tokens are never negative; no zero test that needs the GIL
    "linetrace": TRACE,
    "warn.unused": True,
    "warn.unused_result": True,
    "warn.maybe_uninitialized": True,
}

MACROS: list[tuple[str, str | None]] = []
COMPILE = ["-O3", "-Wall", "-Wextra"]
# What Cython's generated C always does: unused helpers and arguments, partly filled type tables.
COMPILE += ["-Wno-unused-function", "-Wno-unused-parameter", "-Wno-missing-field-initializers"]
COMPILE += ["-Wno-cast-function-type", "-Wno-sign-compare"]
LINK: list[str] = []

if TRACE:
    # Python 3.13 traces by sys.monitoring, which the coverage plugin does not understand.
    MACROS += [("CYTHON_TRACE_NOGIL", "1"), ("CYTHON_USE_SYS_MONITORING", "0")]
if SANITIZE:
    sanitizers = "-fsanitize=address,undefined"
    COMPILE += ["-O1", "-g", "-fno-omit-frame-pointer", sanitizers]
    LINK += [sanitizers]
if sys.platform == "win32":
    COMPILE, LINK = ["/O2"], []


def extensions() -> list[Extension]:
    """One extension for each Cython source, under its import name."""
    return [
        Extension(
            f"{package}.{source.stem}",
            [source.as_posix()],
            define_macros=MACROS,
            extra_compile_args=COMPILE,
            extra_link_args=LINK,
        )
        for package in ("lycee_core", "lycee_net")
        for source in sorted(Path(package).glob("*.pyx"))
    ]


LAST_MODE.parent.mkdir(exist_ok=True)
LAST_MODE.write_text(MODE, encoding="utf-8")
setup(
    ext_modules=cythonize(
        extensions(),
        compiler_directives=DIRECTIVES,
        build_dir=None if TRACE else "build/cython",
        annotate=ANNOTATE,
        force=FORCE,
        nthreads=JOBS,
    ),
    options={"build_ext": {"parallel": JOBS or None, "force": FORCE}},
)

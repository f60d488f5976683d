"""The Hypothesis profiles that every test shares: few examples by hand, many where CI is set."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# No clock fails a test: on a machine with other work a good example may take long to make.
UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", UNTIMED, max_examples=50)
settings.register_profile("ci", UNTIMED, max_examples=200, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "quick")

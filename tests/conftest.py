"""The Hypothesis profiles that every test shares: few examples by hand, many where CI is set."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("quick", max_examples=50, deadline=None)
settings.register_profile("ci", max_examples=200, deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "quick")

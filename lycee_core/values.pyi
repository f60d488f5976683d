"""Continuous effects. Nothing here is visible from Python."""

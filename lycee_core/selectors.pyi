"""Evaluates expressions and selectors of compiled cards. Nothing here is visible from Python."""

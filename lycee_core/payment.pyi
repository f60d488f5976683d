"""Costs in two steps: designated at declaration, paid at resolution (R5.14). Nothing here is visible from Python."""

"""The field: who stands where, and what happens when that changes. Nothing here is visible from Python."""

"""Whether a cost could be designated now, and by which rule it could not. Nothing here is visible from Python."""

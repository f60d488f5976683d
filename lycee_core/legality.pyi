"""The rules that refuse. Nothing here is visible from Python."""

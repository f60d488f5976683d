"""The chain: responses alternate, one pass closes it, the last link resolves first. Nothing here is visible from Python."""

"""Battle: the defender, the battle window, the comparisons, the damage. Nothing here is visible from Python."""

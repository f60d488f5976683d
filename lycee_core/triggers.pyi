"""Who hears what. Nothing here is visible from Python."""

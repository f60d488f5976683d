"""Can these cards pay that cost? Nothing here is visible from Python."""

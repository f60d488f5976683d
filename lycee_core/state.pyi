"""The zones of a game and the primitive facts about tokens. Nothing here is visible from Python."""

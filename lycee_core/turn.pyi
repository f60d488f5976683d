"""The course of a game: shuffle, deal, redraw, who starts; then turn after turn, phase after phase. Nothing here is visible from Python."""

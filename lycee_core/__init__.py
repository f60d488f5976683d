"""The rules of the game: state, declarations, effects, battle, without I/O, clock or network."""

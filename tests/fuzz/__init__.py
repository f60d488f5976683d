"""Fuzzing: what may come from outside, in bytes that nobody wrote."""

"""The speed goals as a table of ratios: `python -m tests.bench`."""

"""Making a declaration: the windows, and the questions that complete what was declared. Nothing here is visible from Python."""

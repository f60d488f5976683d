"""Effects: programs of operations, run one instruction at a time on the agenda. Nothing here is visible from Python."""

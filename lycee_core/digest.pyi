"""The public state as bytes, field by field, in the order of spec/state.md: what the digest covers. Nothing here is visible from Python."""

"""The engine: `pending`, `legal_decisions`, `apply`, `clone`, `digest`. Nothing here is visible from Python."""

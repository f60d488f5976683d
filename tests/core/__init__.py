"""Tests of the rules core, mirroring its modules."""

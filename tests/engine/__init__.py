"""The tests of the rules engine."""

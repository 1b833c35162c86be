"""Painting: pure functions from values to pictures of cells."""

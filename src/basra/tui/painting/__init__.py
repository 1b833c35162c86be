"""Painting: pure functions from values, a size and a theme to pictures made of cells."""

"""Matches kept: as text, in a database, in figures."""

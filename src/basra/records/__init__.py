"""Matches written down: as a value, as text, in a database, in figures."""

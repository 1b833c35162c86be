"""The history of a player: matches as text, in a database, and in statistics."""

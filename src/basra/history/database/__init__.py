"""The database of matches: connection, queries, integrity, files."""

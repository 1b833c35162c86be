"""The table in the terminal: the only package that draws with Textual.

How it thinks: every screen is one picture.  Pure functions paint it from values (`render`,
`sheets`, `panels`), one widget shows it and sends only what changed, and the screens turn keys
and clicks into plays.  The keys are one table (`keys`), colours and glyphs another (`themes`).
"""

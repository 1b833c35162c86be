"""The table in the terminal: the only package that draws with Textual.

Every screen is one picture.  Pure functions (`painting`) paint it from values, one widget (`board`)
shows it and sends only what changed, and `screens` turn keys and clicks into plays.  All keys are
in one table (`keymap`), all colours and glyphs in `themes`.
"""

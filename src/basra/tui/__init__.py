"""The table in the terminal: the only package that draws with Textual.

Every screen is one picture.  Pure functions in `painting` make it from values, one widget (`board`)
shows it and sends only what changed, and the screens turn keys and clicks into plays.  `app` holds
what screens share; `registry` lists the screens, `keymap` the keys, `themes` colours and glyphs.
"""

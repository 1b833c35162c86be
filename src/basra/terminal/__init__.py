"""The terminal: what it can show, how wide its glyphs are, and giving it back as it was."""

"""The terminal: its capabilities, the widths of its glyphs, and restoring it at the end."""

"""The plain table: the whole game in lines of text, for screen readers, files and poor terminals.

Each event is one line and each line a sentence, understood when heard from top to bottom.  Nothing
is overwritten, and no control character is ever written.
"""

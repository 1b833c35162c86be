"""The game in a browser.

How it thinks: textual-serve brings the terminal for the page and the words that a page and a game
exchange; what a stranger may ask of the machine is settled here, in front of it.  Every page that
is open has a process of its own (`games`), every visitor a folder of their own (`visitors`);
`places` says who is let in, `visits` how many at once, `server` joins them.

Law of this package: the server knows no game.  Only `served`, which runs in the process of a game,
imports the table; it alone writes there where the browser reads.
"""

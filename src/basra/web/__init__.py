"""The game in a browser, served over HTTP and WebSocket.

textual-serve brings the terminal for the page and the messages between a page and a game; what a
stranger may ask of the machine is decided here, in front of it.  Each open page has a process of
its own (`game_process`) and each visitor a folder of their own (`visitors`); `origins` says which
requests are let in, `capacity` how many pages may be open, and `server` joins them.

The server knows nothing of the game.  Only `child`, which runs in the process of a game, imports
the table.
"""

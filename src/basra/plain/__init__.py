"""The plain table: the whole game in lines of text.

Law of this package: what it writes makes sense read from top to bottom and heard instead of seen.
One event is one line, every line is a sentence, nothing moves back, and no character is there that
a terminal could take for an order.
"""

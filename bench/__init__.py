"""What is fast and how strong, measured: `make bench`, or `make bench ARGS=rounds` for a part.

Machines differ, and so does one machine from minute to minute; so every speed is a ratio to a loop
of plain Python that is timed beside it, in the same moment.
"""

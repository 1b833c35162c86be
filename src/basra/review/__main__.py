"""`python -m basra.review`: a worker process, started by the game itself."""

from __future__ import annotations

import signal
import sys

from basra.review.workers import serve

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started it decides when it ends
    for file in (sys.stdin, sys.stdout):
        if hasattr(file, "reconfigure"):
            file.reconfigure(encoding="utf-8")
    serve(sys.stdin, sys.stdout)

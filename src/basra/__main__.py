"""`python -m basra`: the same as the command `basra`."""

from __future__ import annotations

import sys

from basra.cli.main import main

if __name__ == "__main__":
    sys.exit(main())

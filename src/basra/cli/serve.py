"""`basra serve`: the game in a browser."""

from __future__ import annotations

import argparse
import os
import socket
import sys

from basra.cli.options import Commands, add_command
from basra.engine.errors import BasraError

LOOPBACK, PORT, MOST = "127.0.0.1", 8000, 8


class ExtraError(BasraError):
    """An optional part of the game is not installed."""


def add_serve(commands: Commands) -> None:
    """Add `basra serve`."""
    serve = add_command(
        commands,
        "serve",
        "let people play in a browser, each in a game of their own",
        "examples:\n"
        "  basra serve                     for browsers on this machine\n"
        "  basra serve --host 0.0.0.0      for everybody in the same network\n\n"
        "Ctrl+C ends it; matches are kept.  It needs pip install 'basra[web]'.\n",
    )
    serve.add_argument(
        "--host",
        metavar="ADDRESS",
        default=LOOPBACK,
        help=f"where to listen (default: {LOOPBACK}, which only this machine reaches)",
    )
    serve.add_argument(
        "--port",
        metavar="N",
        type=_port,
        default=PORT,
        help=f"the port (default: {PORT}; 0 for any that is free)",
    )
    serve.add_argument(
        "--max-sessions",
        metavar="N",
        type=_positive,
        default=MOST,
        help=f"games at the same time (default: {MOST})",
    )
    serve.add_argument(
        "--public-url",
        metavar="URL",
        default="",
        help="the address that visitors type, where another server passes requests on to this one",
    )
    serve.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    try:
        from basra.web.origins import ServedAddress, parse_public_url
        from basra.web.run import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("aiohttp", "textual_serve"):
            raise
        raise ExtraError(
            "to serve the game, install it with its extra web: pip install 'basra[web]'"
        ) from None
    public = parse_public_url(options.public_url) if options.public_url else ""
    name = socket.gethostname()
    address = ServedAddress(options.host, options.port, (name, f"{name}.local"), public)
    if not address.is_loopback:
        _warn(
            f"anybody who can reach {options.host} over the network can play here, "
            "and the connection is not encrypted"
        )
    run(address, options.max_sessions, os.environ, _print_url, _warn)
    return 0


def _print_url(url: str) -> None:
    print(url, flush=True)
    print("basra: Ctrl+C ends the games", file=sys.stderr)


def _warn(text: str) -> None:
    print(f"basra: warning: {text}", file=sys.stderr)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:6]) < 1 << 16):
        raise argparse.ArgumentTypeError(f"a port is a number up to 65535, not {text[:20]!r}")
    return int(text)


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text[:9]) <= 10_000):
        raise argparse.ArgumentTypeError(f"must be a positive whole number, not {text[:20]!r}")
    return int(text)

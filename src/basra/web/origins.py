"""Where the game is served, and which requests are meant for that place.

Law of this file: pure; headers come in as values.  A page of another site can make a browser send
requests here, and can give its own name an address of this machine; it can forge neither `Host`
nor `Origin`.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from basra.engine.errors import BasraError, quote

_PORTS = {"http": 80, "https": 443}


class ServingError(BasraError):
    """The game cannot be served as it was asked for."""


@dataclass(frozen=True, slots=True)
class Place:
    """An address at which the game is served, and the names it goes by."""

    host: str
    """The address or name that is listened at."""
    port: int
    names: tuple[str, ...] = ()
    """What the machine is called, where others may come in."""
    public: str = ""
    """The URL that visitors know it by, where another server stands in front."""

    @property
    def is_loopback(self) -> bool:
        """Whether nobody outside this machine can come in."""
        return _is_loopback(self.host)

    @property
    def is_secure(self) -> bool:
        """Whether visitors come in by HTTPS."""
        return self.public.startswith("https:")

    @property
    def url(self) -> str:
        """The URL to type into a browser on this machine.

        >>> Place("::1", 8000).url, Place("0.0.0.0", 80).url
        ('http://[::1]:8000/', 'http://127.0.0.1/')
        """
        address = _address(self.host)
        host = self.host
        if address is not None and address.is_unspecified:
            host = "127.0.0.1" if address.version == 4 else "::1"
        host = f"[{host}]" if ":" in host else host
        return f"http://{host}{'' if self.port == 80 else f':{self.port}'}/"

    def is_asked(self, host: str | None) -> bool:
        """Whether a request with this `Host` header is meant for this place.

        >>> place = Place("127.0.0.1", 8000)
        >>> place.is_asked("localhost:8000"), place.is_asked("evil.example:8000")
        (True, False)
        """
        asked = _split(f"http://{host}") if host else None
        if asked is None or asked.path or asked.query:
            return False
        if self.public and _origin(asked, "https") == _origin(_split(self.public), "https"):
            return True
        if (asked.port or 80) != self.port or not asked.hostname:
            return False
        if self.is_loopback:
            return _is_loopback(asked.hostname)
        known = {"localhost", self.host.lower(), *(name.lower() for name in self.names)}
        return asked.hostname in known or _address(asked.hostname) is not None

    def is_own(self, origin: str | None, host: str | None) -> bool:
        """Whether a request that names *origin*, if any, comes from a page of this place.

        >>> place = Place("127.0.0.1", 8000)
        >>> place.is_own("http://127.0.0.1:8000", "127.0.0.1:8000")
        True
        >>> place.is_own("http://evil.example", "127.0.0.1:8000"), place.is_own(None, "localhost")
        (False, True)
        """
        if origin is None:
            return True  # no browser leaves it out where a script of another site asks
        given = _split(origin)
        if given is None:
            return False
        own = {_origin(_split(f"http://{host}"))}
        if self.public:
            own.add(_origin(_split(self.public)))
        return _origin(given) in own - {None}


def public_url(text: str) -> str:
    """Return *text* as a public URL; raise `ServingError` where it is none."""
    url = _split(text)
    if url is None or url.scheme not in _PORTS or not url.hostname or url.query or url.fragment:
        raise ServingError(f"a public URL looks like https://example.org/basra/, not {quote(text)}")
    return text


def _is_loopback(host: str) -> bool:
    address = _address(host)
    return host.lower() == "localhost" if address is None else address.is_loopback


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _split(url: str) -> SplitResult | None:
    """The parts of *url*; ``None`` where it is none, or names a user."""
    try:
        parts = urlsplit(url)
        if parts.port == 0 or parts.username is not None or not url.isprintable():
            return None
    except ValueError:
        return None
    return parts if parts.hostname else None


def _origin(url: SplitResult | None, scheme: str = "") -> tuple[str, str | None, int] | None:
    """What browsers compare; under another *scheme*, with the port of that one left out."""
    if url is None or url.scheme not in _PORTS:
        return None
    return scheme or url.scheme, url.hostname, url.port or _PORTS[scheme or url.scheme]

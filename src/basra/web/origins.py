"""The address at which the game is served, and the `Host` and `Origin` headers it accepts.

A page of another site can make a browser send requests here, and can point its own name at this
machine; it can forge neither header.  All of it is pure; headers come in as values.
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
class ServedAddress:
    """An address at which the game is served, and the names it goes by."""

    host: str
    """The address or name to listen on."""
    port: int
    names: tuple[str, ...] = ()
    """The names of the machine, by which others may reach it."""
    public_url: str = ""
    """The URL for visitors, where a reverse proxy is in front."""

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can connect."""
        return _is_loopback(self.host)

    @property
    def is_secure(self) -> bool:
        """Whether visitors connect by HTTPS."""
        return self.public_url.startswith("https:")

    @property
    def url(self) -> str:
        """The URL for a browser on this machine.

        >>> ServedAddress("::1", 8000).url, ServedAddress("0.0.0.0", 80).url
        ('http://[::1]:8000/', 'http://127.0.0.1/')
        """
        address = _parse_ip(self.host)
        host = self.host
        if address is not None and address.is_unspecified:
            host = "127.0.0.1" if address.version == 4 else "::1"
        host = f"[{host}]" if ":" in host else host
        return f"http://{host}{'' if self.port == 80 else f':{self.port}'}/"

    def accepts_host(self, host: str | None) -> bool:
        """Whether a request with this `Host` header is for this address.

        >>> address = ServedAddress("127.0.0.1", 8000)
        >>> address.accepts_host("localhost:8000"), address.accepts_host("evil.example:8000")
        (True, False)
        """
        requested = _split_url(f"http://{host}") if host else None
        if requested is None or requested.path or requested.query:
            return False
        if self.public_url and _origin(requested, "https") == _origin(
            _split_url(self.public_url), "https"
        ):
            return True
        if (requested.port or 80) != self.port or not requested.hostname:
            return False
        if self.is_loopback:
            return _is_loopback(requested.hostname)
        names = {"localhost", self.host.lower(), *(name.lower() for name in self.names)}
        return requested.hostname in names or _parse_ip(requested.hostname) is not None

    def accepts_origin(self, origin: str | None, host: str | None) -> bool:
        """Whether a request to *host* with this `Origin`, if any, comes from a page served here.

        >>> address = ServedAddress("127.0.0.1", 8000)
        >>> address.accepts_origin("http://127.0.0.1:8000", "127.0.0.1:8000")
        True
        >>> address.accepts_origin("http://evil.example", "127.0.0.1:8000")
        False
        >>> address.accepts_origin(None, "localhost")
        True
        """
        if origin is None:
            return True  # browsers send it with every request of another site's script
        url = _split_url(origin)
        if url is None:
            return False
        own = {_origin(_split_url(f"http://{host}"))}
        if self.public_url:
            own.add(_origin(_split_url(self.public_url)))
        return _origin(url) in own - {None}


def parse_public_url(text: str) -> str:
    """Return *text*, a public URL; raise `ServingError` where it is none."""
    url = _split_url(text)
    if url is None or url.scheme not in _PORTS or not url.hostname or url.query or url.fragment:
        raise ServingError(f"a public URL looks like https://example.org/basra/, not {quote(text)}")
    return text


def _is_loopback(host: str) -> bool:
    address = _parse_ip(host)
    return host.lower() == "localhost" if address is None else address.is_loopback


def _parse_ip(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _split_url(url: str) -> SplitResult | None:
    """Return the parts of *url*, or ``None`` where it is invalid or has a user name."""
    try:
        parts = urlsplit(url)
        if parts.port == 0 or parts.username is not None or not url.isprintable():
            return None
    except ValueError:
        return None
    return parts if parts.hostname else None


def _origin(url: SplitResult | None, scheme: str = "") -> tuple[str, str | None, int] | None:
    """Return scheme, host and port, which browsers compare; *scheme* replaces that of the URL."""
    if url is None or url.scheme not in _PORTS:
        return None
    return scheme or url.scheme, url.hostname, url.port or _PORTS[scheme or url.scheme]

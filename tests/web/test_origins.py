"""Which requests a server accepts."""

from __future__ import annotations

import pytest

from basra.web.origins import ServedAddress, ServingError, parse_public_url

HOME = ServedAddress("127.0.0.1", 8000)
SIX = ServedAddress("::1", 8000)
OPEN = ServedAddress("0.0.0.0", 8000, ("kahira", "kahira.local"))
BEHIND = ServedAddress("127.0.0.1", 8000, public_url="https://play.example/basra/")


@pytest.mark.parametrize(
    ("address", "host"),
    [
        (HOME, "127.0.0.1:8000"),
        (HOME, "localhost:8000"),
        (HOME, "LOCALHOST:8000"),
        (HOME, "[::1]:8000"),
        (SIX, "[::1]:8000"),
        (ServedAddress("127.0.0.1", 80), "localhost"),
        (OPEN, "192.168.1.5:8000"),
        (OPEN, "[fe80::1]:8000"),
        (OPEN, "kahira:8000"),
        (OPEN, "Kahira.local:8000"),
        (OPEN, "localhost:8000"),
        (ServedAddress("table.lan", 8000), "table.lan:8000"),
        (BEHIND, "play.example"),
        (BEHIND, "play.example:443"),
        (BEHIND, "127.0.0.1:8000"),
    ],
)
def test_a_request_by_a_name_of_the_place_is_answered(address: ServedAddress, host: str) -> None:
    assert address.accepts_host(host)


@pytest.mark.parametrize(
    ("address", "host"),
    [
        *((address, None) for address in (HOME, OPEN, BEHIND)),
        *((address, "") for address in (HOME, OPEN, BEHIND)),
        *((address, "evil.example:8000") for address in (HOME, SIX, OPEN, BEHIND)),
        *((address, "localhost.evil.example:8000") for address in (HOME, OPEN)),
        *((address, "localhost:8001") for address in (HOME, OPEN)),
        *((address, "localhost") for address in (HOME, OPEN)),
        (HOME, "192.168.1.5:8000"),
        (HOME, "kahira:8000"),
        (HOME, "localhost:8000/x"),
        (HOME, "user@localhost:8000"),
        (HOME, "localhost:8000\t"),
        (HOME, "localhost:eight"),
        (HOME, "[::1:8000"),
        (HOME, "localhost:99999999"),
        (BEHIND, "play.example:8443"),
    ],
)
def test_a_request_by_another_name_is_refused(address: ServedAddress, host: str | None) -> None:
    assert not address.accepts_host(host)


@pytest.mark.parametrize(
    ("address", "origin", "host"),
    [
        (HOME, None, "localhost:8000"),
        (HOME, "http://localhost:8000", "localhost:8000"),
        (HOME, "http://[::1]:8000", "[::1]:8000"),
        (ServedAddress("127.0.0.1", 80), "http://localhost", "localhost:80"),
        (OPEN, "http://192.168.1.5:8000", "192.168.1.5:8000"),
        (BEHIND, "https://play.example", "play.example"),
        (BEHIND, "https://play.example", "127.0.0.1:8000"),
        (BEHIND, "http://127.0.0.1:8000", "127.0.0.1:8000"),
    ],
)
def test_a_page_of_the_place_may_ask(address: ServedAddress, origin: str | None, host: str) -> None:
    assert address.accepts_origin(origin, host)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("null", "localhost:8000"),
        ("", "localhost:8000"),
        ("http://evil.example", "localhost:8000"),
        ("http://localhost", "localhost:8000"),
        ("http://localhost:8001", "localhost:8000"),
        ("http://127.0.0.1:8000", "localhost:8000"),
        ("https://localhost:8000", "localhost:8000"),
        ("ftp://localhost:8000", "localhost:8000"),
        ("http://localhost:8000@evil.example", "localhost:8000"),
        ("file://", "localhost:8000"),
    ],
)
def test_a_page_of_another_place_may_not(origin: str, host: str) -> None:
    assert not HOME.accepts_origin(origin, host)
    assert not OPEN.accepts_origin(origin, host)


def test_behind_https_the_public_page_in_the_clear_is_foreign() -> None:
    assert not BEHIND.accepts_origin("http://play.example:8080", "127.0.0.1:8000")
    assert BEHIND.is_secure
    assert not HOME.is_secure


@pytest.mark.parametrize(
    ("host", "is_loopback"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.5", False),
        ("table.lan", False),
    ],
)
def test_only_what_nobody_else_reaches_is_loopback(host: str, is_loopback: bool) -> None:
    assert ServedAddress(host, 1).is_loopback is is_loopback


@pytest.mark.parametrize(
    "text",
    ["", "play.example", "ftp://play.example/", "https:///x", "https://a/?q=1", "https://a:x/"],
)
def test_what_is_no_public_url_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ServingError, match="looks like https://"):
        parse_public_url(text)


def test_a_public_url_is_taken_as_it_is() -> None:
    assert parse_public_url("https://play.example/basra/") == "https://play.example/basra/"

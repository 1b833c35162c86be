"""A real browser, driven by Selenium, and what it shows of the game.

The terminal of the page is drawn on a canvas, which holds no text; what is on it is read from the
messages that the page received.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyte
import pytest
from selenium import webdriver
from selenium.webdriver import ActionChains
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

PATIENCE = 60
"""Seconds that a busy machine may need for anything."""
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def missing() -> str:
    """What there is not of a browser and its driver, in words; nothing where both are there."""
    lacking = [
        name
        for name, path in (
            ("Chromium", _browser()),
            ("its driver (chromedriver)", shutil.which("chromedriver")),
        )
        if path is None
    ]
    return " and ".join(lacking)


def _browser() -> str | None:
    return next(filter(None, map(shutil.which, _BROWSERS)), None)


class Browser:
    """A browser with a store of cookies of its own, and the page it shows."""

    def __init__(self, driver: webdriver.Chrome, url: str) -> None:
        """Show *url* with *driver*."""
        self._driver = driver
        self._url = url
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)
        self._socket = ""
        self.asked: list[str] = []
        """Every URL that was asked for."""
        self.open()

    def open(self, url: str = "") -> None:
        """Go to the page of the game, or to another."""
        self._driver.get(url or self._url)

    def reload(self) -> None:
        """Load the page anew."""
        self._driver.refresh()

    def new_tab(self) -> str:
        """Open a tab, go there, and return what the one before it is called."""
        before = self._driver.current_window_handle
        self._driver.switch_to.new_window("tab")
        self.open()
        return before

    def close_tab(self, other: str) -> None:
        """Close this tab and go to an *other*."""
        self._driver.close()
        self._driver.switch_to.window(other)

    def press(self, *keys: str) -> None:
        """Press *keys*, one after another."""
        ActionChains(self._driver).send_keys(*keys).perform()

    def hold(self, modifier: str, key: str) -> None:
        """Press *key* while *modifier* is held."""
        ActionChains(self._driver).key_down(modifier).send_keys(key).key_up(modifier).perform()

    def click(self, text: str, *, below: str) -> None:
        """Click where *text* stands first under the line with *below*."""
        row = self.row_of(text, below=below)
        column = self.text.split("\n")[row].index(text) + len(text) / 2
        place = self._driver.find_element(By.CSS_SELECTOR, ".xterm-screen")
        x = place.size["width"] * (column / self._screen.columns - 0.5)
        y = place.size["height"] * ((row + 0.5) / self._screen.lines - 0.5)
        ActionChains(self._driver).move_to_element_with_offset(
            place, int(x), int(y)
        ).click().perform()

    def row_of(self, text: str, *, below: str) -> int:
        """The row in which *text* stands first under the line with *below*; -1 for none."""
        rows = self.text.split("\n")
        under = False
        for number, line in enumerate(rows):
            if under and text in line:
                return number
            under = under or below in line
        return -1

    @property
    def text(self) -> str:
        """What the terminal on the page shows."""
        self._read()
        return "\n".join(line.rstrip() for line in self._screen.display)

    @property
    def page(self) -> str:
        """The words on the page that are outside the terminal, as far as they can be seen."""
        return "\n".join(
            part.text for part in self._driver.find_elements(By.CLASS_NAME, "over") if part.text
        )

    @property
    def cookies(self) -> list[dict[str, Any]]:
        """The cookies of the page."""
        found: list[dict[str, Any]] = self._driver.get_cookies()
        return found

    def runs(self, script: str) -> Any:
        """Return what *script* returns on the page."""
        return self._driver.execute_script(script)

    def saves_into(self, folder: Path) -> None:
        """Let files that the page hands over arrive in *folder*."""
        behaviour = {"behavior": "allow", "downloadPath": str(folder)}
        self._driver.execute_cdp_cmd("Browser.setDownloadBehavior", behaviour)

    def shows(self, *texts: str) -> None:
        """Wait until one of *texts* is on the table."""
        self.until(
            lambda: any(text in self.text for text in texts),
            lambda: f"none of {texts} is on the table:\n{self.text}",
        )

    def says(self, text: str) -> None:
        """Wait until *text* is on the page around the table."""
        self.until(lambda: text in self.page, lambda: f"{text!r} is not on the page: {self.page}")

    def until(self, holds: Callable[[], bool], otherwise: Callable[[], str]) -> None:
        """Wait until something *holds*; fail with the words of *otherwise* where it never does."""
        assert self.comes(holds, PATIENCE), otherwise()

    def comes(self, holds: Callable[[], bool], seconds: float) -> bool:
        """Whether something *holds* within so many *seconds*."""
        stop = time.monotonic() + seconds
        while not holds():
            if time.monotonic() >= stop:
                return False
            time.sleep(0.05)
        return True

    def _read(self) -> None:
        """Take note of what the page has asked for and received."""
        entries: list[dict[str, str]] = self._driver.get_log("performance")  # type: ignore[no-untyped-call]
        for entry in entries:
            message = json.loads(entry["message"])["message"]
            params = message["params"]
            match message["method"]:
                case "Network.requestWillBeSent":
                    self.asked.append(params["request"]["url"])
                case "Network.webSocketCreated":
                    self.asked.append(params["url"])
                    self._socket = params["requestId"]
                    self._screen.reset()
                case "Network.webSocketFrameSent" if params["requestId"] == self._socket:
                    self._resize(params["response"]["payloadData"])
                case "Network.webSocketFrameReceived" if params["requestId"] == self._socket:
                    if params["response"]["opcode"] == 2:
                        self._stream.feed(base64.b64decode(params["response"]["payloadData"]))

    def _resize(self, sent: str) -> None:
        match json.loads(sent):
            case ["resize", {"width": width, "height": height}]:
                self._screen.resize(height, width)


@contextmanager
def browser(url: str) -> Iterator[Browser]:
    """Give a browser that shows *url*."""
    options = webdriver.ChromeOptions()
    options.binary_location = _browser() or ""
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--ignore-certificate-errors",
        "--window-size=1000,760",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
    service = Service(shutil.which("chromedriver"), log_output=os.devnull)
    driver = webdriver.Chrome(options=options, service=service)
    try:
        driver.set_page_load_timeout(PATIENCE)
        yield Browser(driver, url)
    finally:
        driver.quit()


needs_browser = pytest.mark.skipif(
    bool(missing()), reason=f"NO BROWSER, SO THE PAGE IS NOT TESTED: there is no {missing()}"
)

"""The documents are true: every rule has a test, examples run, links lead somewhere."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ("src", "tests", "docs", "bench", ".ci")

RULE = re.compile(r"^### (\d+\.\d+) ", re.MULTILINE)
MARK = re.compile(r"""@pytest\.mark\.rule\(["'](\d+\.\d+)["']\)""")
CITED = re.compile(r"\((?:rules? )?(\d\.\d+)(?:(?:, | and | to )(\d\.\d+))*\)")
FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)


def pages() -> list[Path]:
    """Return the Markdown pages of the project."""
    found = [*ROOT.glob("*.md")]
    for folder in SOURCE:
        found += (ROOT / folder).rglob("*.md")
    return sorted(found)


PAGES = {str(page.relative_to(ROOT)): page for page in pages()}


def read(*path: str) -> str:
    return ROOT.joinpath(*path).read_text(encoding="utf-8")


def without_code(text: str) -> str:
    """Return *text* without fenced blocks and code spans, whose brackets are no links."""
    return re.sub(r"`[^`\n]*`", "", FENCE.sub("", text))


def anchors(text: str) -> set[str]:
    """Return the anchors that the headings of a page have on the web."""
    plain = (re.sub(r"[`*]", "", heading).lower() for heading in HEADING.findall(text))
    return {re.sub(r"[^\w\- ]", "", heading).strip().replace(" ", "-") for heading in plain}


# ------------------------------------------------------------------- the rules


def test_every_rule_has_a_test_and_every_test_a_rule() -> None:
    rules = RULE.findall(read("docs", "rules.md"))
    assert len(rules) == len(set(rules)) >= 30
    assert set(MARK.findall(read("tests", "engine", "test_rules.py"))) == set(rules)


def test_every_paragraph_that_the_engine_cites_is_in_the_rule_book() -> None:
    rules = set(RULE.findall(read("docs", "rules.md")))
    cited: set[str] = set()
    for module in sorted((ROOT / "src" / "basra" / "engine").glob("*.py")):
        text = module.read_text(encoding="utf-8")
        found = re.findall(r"Refusal\(\s*[\"'](\d+\.\d+)[\"']", text)
        found += re.findall(r"\b(?:rule|rules|paragraph) (\d\.\d+)\b", text)
        for group in CITED.finditer(text):
            found += re.findall(r"\d\.\d+", group[0])
        assert set(found) <= rules, module.name
        cited.update(found)
    assert len(cited) >= 20


# ---------------------------------------------------------------- the examples


def examples() -> Iterator[tuple[str, str]]:
    """Yield the name and the joined sessions of every page that has any."""
    for name, page in PAGES.items():
        sessions = [
            body
            for language, body in FENCE.findall(page.read_text(encoding="utf-8"))
            if language == "pycon"
        ]
        if sessions:
            yield name, "\n".join(sessions)


def run(name: str, session: str) -> str:
    """Run *session* as a reader would type it and return what came out otherwise."""
    test = doctest.DocTestParser().get_doctest(session, {}, name, name, 0)
    assert test.examples, f"{name} has a session without a prompt"
    failures: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=failures.append)
    return "".join(failures)


@pytest.mark.parametrize(
    ("name", "session"), [pytest.param(name, text, id=name) for name, text in examples()]
)
def test_the_sessions_in_a_page_come_out_as_written(name: str, session: str) -> None:
    assert run(name, session) == ""


def test_the_readme_shows_a_session() -> None:
    assert "README.md" in dict(examples())


def test_a_session_that_comes_out_otherwise_is_found() -> None:
    assert "Expected:\n    3\nGot:\n    2" in run("page", ">>> 1 + 1\n3\n")


def test_every_prompt_stands_in_a_session_that_runs() -> None:
    for name, page in PAGES.items():
        for language, body in FENCE.findall(page.read_text(encoding="utf-8")):
            if re.search(r"^>>> ", body, re.MULTILINE):
                assert language == "pycon", f"{name}: {body.splitlines()[0]}"


# ------------------------------------------------------------------- the links


def leads_somewhere(link: str, page: Path) -> bool:
    """Whether *link* on *page* is to the web, or to a file of the project and a heading in it."""
    if re.match(r"[a-z]+:", link):
        return True
    path, _, anchor = unquote(link).partition("#")
    target = page.parent / path if path else page
    if not target.exists() or not target.resolve().is_relative_to(ROOT.resolve()):
        return False
    return not anchor or anchor in anchors(target.read_text(encoding="utf-8"))


def test_a_link_that_leads_nowhere_is_found() -> None:
    page = PAGES["README.md"]
    assert leads_somewhere("docs/rules.md#1-the-deal", page)
    assert leads_somewhere("https://example.org/", page)
    for link in ("docs/none.md", "#no-such-heading", "docs/rules.md#none", "../../etc/passwd"):
        assert not leads_somewhere(link, page)


@pytest.mark.parametrize("name", PAGES)
def test_every_link_to_a_file_leads_to_one(name: str) -> None:
    page = PAGES[name]
    links = LINK.findall(without_code(page.read_text(encoding="utf-8")))
    assert [link for link in links if not leads_somewhere(link, page)] == []


def test_the_readme_and_the_rule_book_are_among_the_pages() -> None:
    assert {"README.md", "CONTRIBUTING.md", "docs/rules.md", "docs/notation.md"} <= set(PAGES)
    assert LINK.findall(without_code(PAGES["README.md"].read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", PAGES)
def test_every_fence_is_closed(name: str) -> None:
    text = PAGES[name].read_text(encoding="utf-8")
    assert len(re.findall(r"^```", text, re.MULTILINE)) == 2 * len(FENCE.findall(text))

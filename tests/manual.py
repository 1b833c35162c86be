"""`python -m tests.manual`: write docs/basra.6, the manual page, from the parser of the command."""

from __future__ import annotations

import os
import re
from pathlib import Path

from argparse_manpage.manpage import Manpage

from basra import __version__
from basra.cli.main import build_parser

PAGE = Path(__file__).parents[1] / "docs" / "basra.6"
SECTIONS = {
    "EXIT STATUS": """\
0 when all went well, 1 when the game refuses or has failed, 2 when the command was wrong;
129, 130 or 143 when the terminal was closed, or a signal asked the game to go.""",
    "ENVIRONMENT": """\
.TP
\\fBBASRA_CONFIG_DIR\\fR, \\fBBASRA_DATA_DIR\\fR, \\fBBASRA_STATE_DIR\\fR
the folders of settings, of matches and of crash reports
.TP
\\fBBASRA_LOOK\\fR, \\fBBASRA_THEME\\fR, \\fBBASRA_PACE\\fR, ...
a setting for one run; every setting that has words for values has such a variable
.TP
\\fBNO_COLOR\\fR
no colour at all, where it is not empty""",
    "FILES": """\
.TP
.I ~/.config/basra/settings.toml
the settings
.TP
.I ~/.local/share/basra/matches.sqlite3
the matches
.TP
.I ~/.local/state/basra/crash\\-*.txt
reports of crashes; they are sent nowhere
.P
With XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_STATE_HOME set they are there.""",
}


def manual() -> str:
    """Return the manual page of the command."""
    os.environ["COLUMNS"] = "80"  # argparse breaks its lines for the terminal it is in
    page = Manpage(build_parser())
    page.date = ""
    page.section = 6
    page.manual = "Games Manual"
    page.source = f"basra {__version__}"
    page.description = "the Egyptian card game, in a terminal"
    for heading, text in SECTIONS.items():
        page.add_section(heading, ">", text)
    text = str(page).replace(".SH\nCOMMANDS\n", ".SH COMMANDS\n")
    text = re.sub(r"\.SH COMMENTS\nexamples:\n((?: .*\n)+)", r".SH EXAMPLES\n.nf\n\1.fi\n", text)
    return re.sub(r"[^\x00-\x7f]", lambda char: f"\\[u{ord(char[0]):04X}]", text)


if __name__ == "__main__":
    PAGE.write_text(manual(), encoding="utf-8", newline="\n")

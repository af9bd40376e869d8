# make season runs the main job on the sample. make test runs all tests but the long ones, make test-long runs those; .ci/run runs both.
# make test-nightly runs tests that take longer still, and properties with many new examples. .ci/nightly runs it on a schedule; also run it before a release.
# Each of them prepares .venv first if it does not exist.
# Every day: make test-changed runs the tests that a change reaches, and make fix corrects lint and format. Once per checkout: make hooks.
PYTHON ?= python3
BIN := .venv/bin
UV := .venv/bootstrap/bin/uv
FUZZ_SECONDS ?= 60
READY := .venv/ready
CLUSTER := .venv-cluster
TESTS := env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder
COMPILE := pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --upgrade --quiet

export DAGSTER_HOME := $(CURDIR)

.PHONY: shown messages checks-listed browser pictures setup season test test-changed test-long test-nightly lint types check fix hooks bench fuzz federation-review dev lock cluster lock-cluster sample deals clean

setup: $(READY)

season: $(READY)
	$(BIN)/barometer build

# Compiled modules are kept, whatever the container sets: two workers and a hundred started commands import the same modules.
test: $(READY)
	$(TESTS) -m "not long and not nightly"

# Runs the tests that reach what differs from BASE, by default the main branch. Another base: make test-changed BASE=HEAD
test-changed: $(READY)
	$(TESTS) -m "not long and not nightly" $$(PYTHONPATH=tests $(BIN)/python -m changed $(BASE))

test-long: $(READY)
	$(TESTS) -m "long and not nightly"

test-nightly: $(READY)
	$(TESTS) -m "nightly or hypothesis" --hypothesis-profile many

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/pyrefly check

check: lint types test-long test

fix: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The path is relative, because other work trees of the same clone share the hook but have a .venv of their own.
hooks: $(READY)
	$(BIN)/prek install --hook-command $(BIN)/prek

bench: $(READY)
	$(BIN)/python -m bench

# Gives every reader spoiled files, for FUZZ_SECONDS of processor time each: make fuzz FUZZ_SECONDS=600
fuzz: $(READY)
	POLARS_MAX_THREADS=1 $(BIN)/python -m bench.fuzz --seconds $(FUZZ_SECONDS)
	$(BIN)/python -m bench.fuzz.builds $(FUZZ_SECONDS)

# Writes what all clubs show together as a page that can be read without a network.
federation-review: $(READY)
	$(BIN)/python notebooks/as_page.py notebooks/federation_review.py build/federation_review.html

dev: $(READY)
	$(BIN)/dagster dev

sample: $(READY)
	$(BIN)/python -m pipelines.cli.simulate

# Solves the 2,000 deals from which made-up evenings are dealt. If you stop it, it goes on from there at the next start.
deals: $(READY)
	nice $(BIN)/python -m pipelines.tools.deal_store

lock: $(READY)
	$(UV) $(COMPILE) --extra deals --extra lake --extra live --extra notebooks --extra dev pyproject.toml -o requirements.lock

# Ray brings thirty packages that a single machine does not need. A package in both locks has the same version in both.
lock-cluster: $(READY)
	$(UV) $(COMPILE) --extra deals --extra lake --extra cluster --constraint requirements.lock pyproject.toml -o requirements-cluster.lock

# Builds a made-up federation on two Ray nodes and a Postgres, all on this machine; then once more, while a node is killed.
cluster: $(CLUSTER)/ready
	$(CLUSTER)/bin/python -m bench.cluster
	$(CLUSTER)/bin/python -m bench.cluster --kill

clean:
	rm -rf .venv .venv-cluster .browser .dagster reports reports-private data/warehouse data/bench

# Writes the output of commands into the guide, messages about mistakes into docs/mistakes.md, and all keys into docs/landing.md.
shown: $(READY)
	PYTHONPATH=tests $(BIN)/python -m guide
	PYTHONPATH=tests $(BIN)/python -m mistakes
	$(BIN)/python -m pipelines.tools.table_of_keys

# Gathers all texts for readers into the catalogues that somebody checked. Before a release: make messages ALL=--all
messages: $(READY)
	$(BIN)/python -m pipelines.tools.gather_messages $(ALL)

# Lists every check in docs/checks.md, with how often it fired (docs/checks.csv, which bench.findings_fired writes).
checks-listed: $(READY)
	$(BIN)/python -m pipelines.tools.list_checks

# Installs into .browser what the browser tests need besides node and Chromium. The tests run this themselves.
browser: $(READY)
	PYTHONPATH=tests $(BIN)/python -m browser.driver

# Draws the pictures of the sample and of the scale of the style sheet in docs/pictures; tests/browser/pictures.csv lists the pages and their widths.
pictures: $(READY)
	PYTHONPATH=tests $(BIN)/python -m browser.pictures

# A machine needs only Python and make: uv is installed from the registry into the project's own environment.
# Modules are compiled here once. Otherwise, with PYTHONDONTWRITEBYTECODE, as in many containers, each process would compile them.
$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15) and "Barometer needs Python 3.11, 3.12, 3.13 or 3.14; name one: make PYTHON=python3.11 $(MAKECMDGOALS)")'
	$(PYTHON) -m venv .venv
	$(PYTHON) -m venv .venv/bootstrap
	.venv/bootstrap/bin/python -m pip install --quiet --disable-pip-version-check 'uv>=0.9,<1'
	$(UV) pip sync --quiet --compile-bytecode --require-hashes --python $(BIN)/python requirements.lock
	$(UV) pip install --quiet --no-deps --python $(BIN)/python --editable .
	touch $(READY)
	@echo "Ready. To have lint, format and types checked before each commit: make hooks"

$(CLUSTER)/ready: requirements-cluster.lock $(READY)
	$(PYTHON) -m venv $(CLUSTER)
	$(UV) pip sync --quiet --compile-bytecode --require-hashes --python $(CLUSTER)/bin/python requirements-cluster.lock
	$(UV) pip install --quiet --no-deps --python $(CLUSTER)/bin/python --editable .
	touch $(CLUSTER)/ready

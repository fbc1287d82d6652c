# Two commands are enough: `make demo` and `make test`. Both set up a virtual environment first.
VENV ?= .venv
PYTEST_ARGS ?=
WORKERS ?= auto

BIN := $(VENV)/bin
# The first Python of at least 3.11 that can make virtual environments.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

.PHONY: help demo test test-slow test-long test-semantic test-models test-vendors lint bench build docs clean

help:
	@echo "make demo       audit the bundled example and say where the report is"
	@echo "make test       run the tests"
	@echo "make lint       Ruff, mypy, import contracts, spelling"
	@echo "make test-slow  run the tests that take long"
	@echo "make test-long  run all tests: a whole simulated year, 500 kills, many more examples"
	@echo "make test-semantic  run the tests with real embedding models (installs torch, 1.4 GB)"
	@echo "make test-vendors   run the tests with mem0, LangGraph, Chroma and OpenAI Agents (installs them, 0.7 GB)"
	@echo "make test-models    run the tests with real language models (builds a server, 15 CPU minutes)"
	@echo "make bench      run the benchmarks"
	@echo "make build      build the wheel into dist/"
	@echo "make docs       write the pages of docs/ that are generated"

demo: $(VENV)/.core
	@$(BIN)/auditor demo

test: $(VENV)/.dev
	$(BIN)/pytest -n $(WORKERS) -rs -m "not slow and not semantic and not models and not vendors" $(PYTEST_ARGS)

test-slow: $(VENV)/.dev
	$(BIN)/pytest -n $(WORKERS) -rs -m "slow and not semantic and not models and not vendors" $(PYTEST_ARGS)

test-long: $(VENV)/.dev
	AUDITOR_TESTS=long HYPOTHESIS_PROFILE=long $(BIN)/pytest -n $(WORKERS) -rs -m "not semantic and not models and not vendors" $(PYTEST_ARGS)

test-semantic: $(VENV)/.semantic
	$(BIN)/pytest -rs -m semantic tests/semantic $(PYTEST_ARGS)

test-models: $(VENV)/.dev
	PIP="$(abspath $(BIN))/python -m pip" tests/llm/build_server.sh
	env -u AUDITOR_NO_SKIP $(BIN)/pytest -rs -m models tests/llm $(PYTEST_ARGS)

# The packages live in an environment of their own: the auditor never imports what it audits.
test-vendors: $(VENV)/.dev $(VENV)-vendors/.installed
	AUDITOR_VENDORS="$(abspath $(VENV)-vendors)" AUDITOR_TESTS=long $(BIN)/pytest -rs -m vendors tests/real $(PYTEST_ARGS)

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/codespell auditor benchmarks docs jobs templates *.md

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks

build: $(VENV)/.dev
	$(BIN)/python -m build --wheel --outdir dist

docs: $(VENV)/.dev
	$(BIN)/python docs/generate.py

clean:
	rm -rf $(VENV) $(VENV)-vendors dist build auditor-demo

$(VENV)/.python:
	@test -n "$(PYTHON)" || { echo "make: no Python of at least 3.11 with venv was found;" \
		"on Debian or Ubuntu: apt-get install python3 python3-venv; or say make PYTHON=/path/to/python" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.core: $(VENV)/.python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.core
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group dev
	@touch $@

$(VENV)-vendors/.installed: tests/real/vendors.txt
	$(PYTHON) -m venv $(VENV)-vendors
	$(VENV)-vendors/bin/python -m pip install --quiet --disable-pip-version-check --requirement tests/real/vendors.txt
	@touch $@

# torch comes first and by itself: what sentence-transformers would choose is several times as large.
$(VENV)/.semantic: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --constraint constraints.txt torch==2.13.0
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group semantic
	@touch $@

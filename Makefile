# calledshot. Two commands for a fresh machine: `make demo` and `make test`.
# Needs python3 >= 3.11 with venv, and make; uses uv where it is present. PYTHON=/path/to/python chooses one.

VENV ?= .venv
SAMPLE ?= samples/spar
WORKERS ?= 2
BIN := $(VENV)/bin
CORE := $(VENV)/.calledshot-core
DEV := $(VENV)/.calledshot-dev
export PYTHON VENV

.DEFAULT_GOAL := help
.PHONY: help demo test lint bench soak servers clean

help:
	@echo 'make demo   set up the core and audit the sample spar'
	@echo 'make test   set up everything and run the tests'
	@echo 'make lint   ruff, mypy and the import layers'
	@echo 'make bench  speed and start-up, medians over repeats'
	@echo 'make soak   the long tests that make test leaves out'
	@echo 'make servers  install the servers that the live tests run against (Debian, as root)'
	@echo 'make clean  remove the environment and caches'

demo: $(CORE)
	@echo
	@echo '$$ calledshot audit $(SAMPLE)/*.txt --campaign $(SAMPLE)/campaign'
	@echo
	@# 1 means that the audit found errors in the log, which the sample is there to show.
	@$(BIN)/calledshot audit $(SAMPLE)/*.txt --campaign $(SAMPLE)/campaign || test $$? -eq 1
	@echo
	@echo 'That was $(SAMPLE). Next: $(BIN)/calledshot audit YOUR-LOG.txt'

test: $(DEV)
	$(BIN)/python -m pytest -m 'not soak' -rs -n $(WORKERS) --dist worksteal
	@echo "make test left out: the long runs marked soak (make soak), the speed measurements (make bench)."

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(DEV)
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/parse.py
	$(BIN)/python benchmarks/audit.py
	$(BIN)/python benchmarks/live.py

soak: $(DEV)
	$(BIN)/python -m pytest -m soak -rs

servers:
	@sh .ci/servers

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache benchmarks/data

$(CORE): pyproject.toml .ci/venv
	@sh .ci/venv core
	@touch $@

$(DEV): $(CORE)
	@sh .ci/venv dev
	@touch $@

# The few commands that people need. Each works from a fresh clone: .venv is made and filled when it must be.
SHELL := /bin/bash
PY := .venv/bin/python
RUN := .venv/.run.stamp
DEV := .venv/.dev.stamp
PIP := $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes
ARGS ?=

.PHONY: run test check bench bench-bots soak schema
.DEFAULT_GOAL := run

run: $(RUN)  ## serve everything on 127.0.0.1:$PORT (default 8000)
	@exec $(PY) manage.py serve $(ARGS)

test: $(DEV)  ## all tests; ARGS="-k name" for some
	@.ci/setup services
	@set -a; . var/test.env; set +a; exec $(PY) -m pytest -n 2 --dist worksteal $(ARGS)

check: $(DEV)  ## style, types, layers, migrations, the API's description
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-logo
	$(PY) manage.py makemigrations --check --dry-run
	@mkdir -p var
	$(PY) manage.py spectacular --validate --fail-on-warn --file var/openapi.yaml
	diff -u docs/openapi.yaml var/openapi.yaml

bench: $(DEV)  ## speed and load, with the machine's core count
	@$(PY) -m bench $(ARGS)

bench-bots: $(DEV)  ## levels of bots against each other, some hours; ARGS="--soak 10000", ARGS="--table master,apprentice,apprentice"
	@$(PY) -m bench.bots --games 1000 --slow 1000 $(ARGS)

soak: $(DEV)  ## a thousand kills and an evening of 250 tables; ARGS="kills --kills 200", ARGS="evening --minutes 5"
	@$(PY) -m soak $(ARGS)

schema: $(DEV)  ## write docs/openapi.yaml anew
	$(PY) manage.py spectacular --validate --fail-on-warn --file docs/openapi.yaml

$(PY):
	@.ci/setup python

$(RUN): requirements.lock | $(PY)
	$(PIP) -r requirements.lock
	@touch $@

$(DEV): requirements-dev.lock | $(PY)
	$(PIP) -r requirements-dev.lock
	@touch $@ $(RUN)

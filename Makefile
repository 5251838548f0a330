# Every chore by name. `make play` and `make test` set up all they need by themselves.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check install --quiet
WHEEL := build/wheel/built
DOCS := build/docs/index.html
SOURCES := $(shell find src -name '*.py' -o -name '*.toml' -o -name '*.h') setup.py pyproject.toml \
	$(shell find web -type f -not -path '*/node_modules/*' -not -path '*/fixtures/*')

.PHONY: help play test test-all test-long test-page test-pure test-compiled test-browser check rules bench bench-server bench-page strength soak golden lock hooks clean \
	page dist fixtures shots chromium docs gallery

help:
	@echo "make play    all three games in the browser, with people and bots"
	@echo "make test    everything once: both builds, server, environments, the page in a real browser"
	@echo "make test-all  that, and what takes longer"
	@echo "make test-browser  the page in a real browser alone"
	@echo "make check   style, types, imports, dialect, the page"
	@echo "make rules   clauses of the rules without a test"
	@echo "make bench   speed, side by side with other engines"
	@echo "make strength  how strong the bots are: docs/strength.md, an hour"
	@echo "make bench-server  how soon a server answers, and how much it bears"
	@echo "make bench-page  what the page costs in a browser"
	@echo "make soak    an hour of games while processes, disk, clock and database fail"
	@echo "make golden  rewrite the golden playthroughs"
	@echo "make lock    resolve the requirements again"
	@echo "make page    build the page into the package"
	@echo "make dist    build a source distribution and a wheel into dist"
	@echo "make shots   pictures of every screen, by day and by night, in six sizes"
	@echo "make docs    build the documentation site, which the server hands out at /docs"
	@echo "make gallery take the pictures of the documentation"
	@echo "make hooks   run the quick checks before every commit"

# The documentation is built while people play: the server hands it out as soon as it is there.
play: $(VENV)/installed
	@$(MAKE) --no-print-directory -s $(VENV)/documented >build/documented.log 2>&1 & \
		exec $(VENV)/bin/bedesten serve --browse

# Everything once, in a few minutes. The sources are tested while the engine compiles.
test:
	@$(MAKE) --no-print-directory -j3 chromium $(WHEEL) test-pure
	@$(MAKE) --no-print-directory $(VENV)/installed
	@$(MAKE) --no-print-directory test-page test-compiled test-browser

# What `make test` leaves out: the rest of the pure build, longer series, more sizes and seats.
test-long: $(VENV)/installed $(VENV)/dev chromium
	PYTHONPATH=src BEDESTEN_BUILD=pure $(PYTEST) -m 'not long' $(AROUND:%=--ignore=tests/%) $(RULES:%=--deselect=%)
	BEDESTEN_BUILD=installed $(PYTEST) -m long

test-all: test test-long

# Four processes on two cores: tests of servers, clocks and browsers mostly wait.
PYTEST := $(PY) -m pytest -q -n 4 --dist worksteal --durations 10 --durations-min 1

# Vitest for the page's logic; the browser's tests are in tests/page.
test-page: $(VENV)/installed
	$(PY) tools/build_page.py test

# Both builds run these. PYTHONPATH puts the sources before the installed, compiled package.
RULES := tests/rules tests/lessons tests/puzzles tests/kernel tests/test_golden.py tests/test_laws.py tests/test_positions.py tests/test_records.py
test-pure: $(VENV)/dev
	PYTHONPATH=src BEDESTEN_BUILD=pure $(PYTEST) -m 'not long' $(RULES)

# What stands around the engine is the same Python on both builds and is tested once.
AROUND := arena envs page server tables
test-compiled: $(VENV)/documented $(VENV)/dev
	BEDESTEN_BUILD=installed $(PYTEST) -m 'not long' --ignore=tests/page

# Whole games and every screen in a real browser. Games follow fair luck, which no test can choose, so
# what fails is tried once more; a test that hangs is ended after four minutes.
IN_BROWSER := BEDESTEN_BUILD=installed $(PYTEST) -o faulthandler_timeout=240 \
	-o faulthandler_exit_on_timeout=true -m 'not long' tests/page
test-browser: $(VENV)/installed $(VENV)/dev chromium
	$(IN_BROWSER) || $(IN_BROWSER) --last-failed

chromium:
	@for name in chromium chromium-browser google-chrome; do command -v $$name >/dev/null && exit; done; \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "Installing Chromium" \
		&& { apt-get -qq update && apt-get -qq -y --no-install-recommends install chromium; } >/dev/null 2>&1; } \
		|| echo "No Chromium here, and none may be installed: the page is not tested in a browser"

check: $(VENV)/dev
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/ruff check
	$(VENV)/bin/mypy
	PYTHONPATH=src $(VENV)/bin/lint-imports
	$(PY) tools/check_dialect.py
	PYTHONPATH=src $(PY) tools/wire_types.py --check
	$(PY) tools/build_page.py check

rules: $(VENV)/dev
	@PYTHONPATH=src $(PY) tools/clauses.py

bench-server: $(VENV)/installed $(VENV)/dev
	$(PY) benchmarks/serving.py latency
	$(PY) benchmarks/serving.py load
	$(PY) benchmarks/serving.py saturation
	$(PY) benchmarks/serving.py long
	$(PY) benchmarks/telling.py

bench-page: $(VENV)/installed $(VENV)/dev chromium
	$(PY) benchmarks/browser.py

bench: $(VENV)/installed $(VENV)/bench
	$(PY) benchmarks/run.py
	$(PY) benchmarks/environments.py
	$(PY) benchmarks/many_games.py

strength: $(VENV)/installed
	$(PY) tools/strength.py --jobs 2

soak: $(VENV)/installed $(VENV)/dev
	PYTHONPATH=tests $(PY) -m server.soak --minutes 60

golden: $(VENV)/dev
	PYTHONPATH=src:tests $(PY) tests/golden/playthrough.py --write

lock: $(VENV)/dev
	$(PIP) uv
	$(VENV)/bin/uv pip compile -q -U --universal --python-version 3.11 --generate-hashes --no-header \
		pyproject.toml --group build --group page -o requirements/play.txt
	$(VENV)/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
		--group build --group page -c requirements/play.txt -o requirements/build.txt
	$(VENV)/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
		pyproject.toml --group build --group page --group test --group check \
		-c requirements/play.txt -o requirements/dev.txt
	$(VENV)/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
		pyproject.toml --group bench -c requirements/play.txt -o requirements/bench.txt
	$(VENV)/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
		--group docs -c requirements/play.txt -o requirements/docs.txt
	$(PY) tools/build_page.py lock

page: $(VENV)/build
	$(PY) tools/build_page.py build

# A source distribution and a wheel, both with the page and the documentation inside.
dist: $(DOCS)
	@rm -rf src/bedesten/server/docs && cp -r $(dir $(DOCS)) src/bedesten/server/docs
	$(PY) -c 'from setuptools.build_meta import build_sdist; build_sdist("dist")' >/dev/null
	$(PY) -m pip --disable-pip-version-check wheel --quiet --no-deps --no-build-isolation -w dist .
	@rm -rf src/bedesten/server/docs

fixtures: $(VENV)/installed
	$(PY) tools/fixtures.py

shots: $(VENV)/installed $(VENV)/dev
	PYTHONPATH=tests $(PY) -m page.shots

docs: $(DOCS)

# The pictures that the documentation shows.
gallery: $(VENV)/installed $(VENV)/dev
	PYTHONPATH=tests $(PY) tools/gallery.py

hooks: $(VENV)/dev
	$(VENV)/bin/pre-commit install

clean:
	rm -rf build dist $(VENV) src/*.egg-info src/bedesten/server/page src/bedesten/server/docs web/node_modules web/fixtures

# -- what the chores stand on ------------------------------------------------

OR_SAY_WHY := || { $(PYTHON) tools/why_setup_failed.py; exit 1; }

$(VENV)/build: requirements/build.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' $(OR_SAY_WHY)
	@echo "Setting up: under a minute on two cores"
	@$(PYTHON) -m venv $(VENV) $(OR_SAY_WHY)
	@$(PIP) --require-hashes -r requirements/build.txt $(OR_SAY_WHY)
	@touch $@

$(VENV)/play: $(VENV)/build requirements/play.txt
	@$(PIP) --require-hashes -r requirements/play.txt $(OR_SAY_WHY)
	@touch $@

# The engine, compiled if there is a C compiler, and the page.
$(WHEEL): $(VENV)/build $(SOURCES)
	@rm -rf $(@D)
	$(PY) -m pip --disable-pip-version-check wheel --quiet --no-deps --no-build-isolation -w $(@D) .
	@touch $@

# What is needed to run is fetched while the wheel is built.
$(VENV)/installed: requirements/build.txt requirements/play.txt $(SOURCES)
	@$(MAKE) --no-print-directory -j2 $(VENV)/play $(WHEEL)
	$(PIP) --no-deps --force-reinstall $(dir $(WHEEL))*.whl
	@$(VENV)/bin/bedesten --version
	@$(PY) -c 'import bedesten; bedesten.COMPILED or print("Without a C compiler the engine is about 80 times slower. Install gcc, then run `make clean play`.")'
	@touch $@

# The documentation beside the installed server, moved there in one piece.
$(VENV)/documented: $(VENV)/installed $(DOCS)
	@for server in $(VENV)/lib/python*/site-packages/bedesten/server; do \
		rm -rf $$server/docs $$server/new && cp -r $(dir $(DOCS)) $$server/new && mv $$server/new $$server/docs; done
	@touch $@

$(VENV)/dev: $(VENV)/play requirements/dev.txt
	@$(PIP) --require-hashes -r requirements/dev.txt $(OR_SAY_WHY)
	@touch $@

$(DOCS): $(VENV)/docs zensical.toml $(SOURCES) $(shell find docs -type f)
	@mkdir -p build
	@$(VENV)/bin/zensical build --strict --clean >build/docs.log 2>&1 || { cat build/docs.log; exit 1; }
	@touch $@

$(VENV)/docs: $(VENV)/play requirements/docs.txt
	@$(PIP) --require-hashes -r requirements/docs.txt $(OR_SAY_WHY)
	@touch $@

$(VENV)/bench: $(VENV)/play requirements/bench.txt
	@$(PIP) --require-hashes -r requirements/bench.txt $(OR_SAY_WHY)
	@touch $@

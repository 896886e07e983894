# Every target does all the set-up that it needs; `make` alone says what there is.

.DEFAULT_GOAL := help
.PHONY: help run test test-long monkey bench format clean dist bundle bundle-smoke bundle-compare \
	catalogue licences workflows release-notes

# The virtual environment: .venv, or one of its own for an interpreter that PYTHON names.
export VENV := $(shell PYTHON='$(PYTHON)' tools/environment.sh folder 2>/dev/null)
python := $(VENV)/bin/python

# Qt wants a UTF-8 locale and says so where there is none.
utf8 := LC_ALL=C.UTF-8
have_locale := $(LC_ALL)$(LC_CTYPE)$(LANG)

# $(call stage,name,command): run one check and say how long it took, or stop and name it
define stage
	@printf '\n== %s\n' '$(1)'
	@start=$$(date +%s); $(2) || { printf '\nmake test stopped at: %s\n' '$(1)' >&2; exit 1; }; \
		printf '   %s: %d s\n' '$(1)' $$(($$(date +%s) - start))
endef

help:
	@echo 'make run        set up what is needed and open the window (ARGS="check deck.txt": a command)'
	@echo 'make test       set up what is needed and run every check (PYTHON=/path/to/python: with that one)'
	@echo 'make test-long  the same with every seed and every odd value (several times as long)'
	@echo 'make monkey     20,000 random clicks and keys at the window, by X events and by QTest, three seeds'
	@echo 'make bench      print the benchmarks (ONLY="cards.load": some of them)'
	@echo 'make format     format the code and fix what the linter can'
	@echo 'make dist       make wheel and sdist in dist/packages, check and try them'
	@echo 'make bundle     make the bundle in dist/bundle and its packages in dist/release, and try it'
	@echo 'make bundle-smoke    try the bundle in a bare Debian 12 (root, debootstrap)'
	@echo 'make bundle-compare  make the bundle twice and compare the files'
	@echo 'make catalogue  bring the newest published card data (DATA=folder: a copy that is there)'
	@echo 'make licences   collect the licences of the libraries anew'
	@echo 'make workflows  check the workflows of the forge'
	@echo 'make clean      remove everything that make made'

# Without a display the program works in the terminal and needs none of the window's libraries.
run:
	@tools/environment.sh run
	@$(python) tools/system_libraries.py --for xcb || [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ]
	@$(if $(have_locale),,$(utf8)) $(VENV)/bin/sevenplots $(ARGS)

# The files of the tests lie in memory where 4 GB are free: a test commits hundreds of times.
memory := $(shell [ "$$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $$4 }')" -gt 4000000 ] \
	2>/dev/null && echo /dev/shm)

# Three processes for two cores: the tests of the window wait for timers now and then.
workers := $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); echo $$((n + (n + 1) / 2)))

test-long: export LONG_TESTS := 1
test-long: test

# Tests start hundreds of processes: compiled modules are stored, where that is forbidden, too.
test: export PYTHONDONTWRITEBYTECODE :=
test: export LC_ALL := C.UTF-8
test: export PYTEST_DEBUG_TEMPROOT := $(memory)
test: export QT_QPA_PLATFORM := offscreen
test: began := $(shell date +%s)
test:
	$(call stage,set-up,tools/environment.sh test)
	$(call stage,system libraries,$(python) tools/system_libraries.py --for offscreen)
	$(call stage,database server,tools/postgres.sh)
	$(call stage,browser,tools/chromium.sh)
	$(call stage,format,$(python) -m ruff format --check .)
	$(call stage,lint,$(python) -m ruff check .)
	$(call stage,types,$(python) -m mypy)
	$(call stage,imports,$(VENV)/bin/lint-imports --no-logo)
	$(call stage,tests,$(python) -m pytest --numprocesses $(workers) --dist worksteal \
		--hypothesis-profile ci)
	$(call stage,smoke start of the window,tools/smoke.sh)
	@printf '\nAll checks passed, in %d s.\n' $$(($$(date +%s) - $(began)))

# ONLY="--by x --seeds 7 --actions 3000": some of it.
monkey: export LC_ALL := C.UTF-8
monkey:
	@tools/environment.sh test
	@$(python) tools/system_libraries.py --for xcb
	@for each in Xvfb:xvfb xdotool:xdotool openbox:openbox; do \
		command -v $${each%:*} >/dev/null \
			|| $(python) tools/system_libraries.py --package $${each#*:} || exit 1; \
	done
	@$(python) -m tools.monkey $(ONLY)

# As the program itself does (sevenplots.py), before numpy is imported.
test bench: export OPENBLAS_NUM_THREADS := 1
bench:
	@tools/environment.sh run
	@$(if $(have_locale),,$(utf8)) $(python) -m benchmarks $(ONLY)

dist:
	@tools/environment.sh run
	@$(python) -m tools.dist

bundle:
	@tools/environment.sh run
	@$(python) tools/system_libraries.py --for xcb
	@$(python) -m tools.bundle
	@tools/check_packages.sh
	@tools/smoke_bundle.sh dist/bundle/sevenplots/sevenplots

bundle-smoke:
	@tools/debian_chroot.sh

bundle-compare:
	@tools/environment.sh run
	@$(python) -m tools.bundle
	@rm -rf build/other-bundle && mkdir -p build && mv dist/bundle build/other-bundle
	@$(python) -m tools.bundle
	@$(python) -m tools.compare_bundles build/other-bundle/sevenplots dist/bundle/sevenplots

catalogue:
	@tools/environment.sh test
	@tools/newest_catalogue.sh $(DATA)

licences:
	@tools/environment.sh test
	@$(python) -m tools.licences

workflows:
	@tools/environment.sh run
	@$(python) -m tools.check_workflows

# TAG=v0.2.0: what CHANGELOG says of it, and the checksums of all that lies in dist/release.
release-notes:
	@tools/environment.sh run
	@mkdir -p dist/release
	@$(python) -m tools.release_notes $(TAG) >dist/notes.md
	@rm -f dist/release/SHA256SUMS*
	@cd dist/release && sha256sum * >../SHA256SUMS && mv ../SHA256SUMS .

format:
	@tools/environment.sh test
	@$(python) -m ruff check --fix-only --quiet .
	@$(python) -m ruff format .

clean:
	@rm -rf .venv .venv-* build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.import_linter_cache .mypy_worker.*
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

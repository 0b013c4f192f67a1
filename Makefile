# Every target works on a fresh Debian or Ubuntu with Swift: missing packages are installed first.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run programs c engine deb install uninstall cross test gate deep list lint docs bench fuzz hostile sanitize clean
MAKEFLAGS += --no-print-directory

export SWIFT_BACKTRACE := enable=no
# SwiftPM passes on the traits in the order of a set. In another order than before, everything is built again.
export SWIFT_DETERMINISTIC_HASHING := 1

# Jobs of the kernel lab, for `make lab`; all, if empty.
JOBS ?=
# Parts of a circle of checks, for `make gate` and `make deep`; all, if empty.
PARTS ?=
# Passed to the program by `make run`, for example: make run ARGS='--help'
ARGS ?=
# Passed to every build, so that nothing is built twice; CI adds that warnings are errors.
export SWIFT_FLAGS ?= $(shell scripts/flags.sh)
# Where `make install` puts the programs, and the prefix of every path that it writes.
PREFIX ?= /usr/local
DESTDIR ?=
# What `make deb` adds to the version.
REVISION ?= 1
# Uses the profiles of this checkout, unless a folder is given.
export CAIRN_PROFILES ?= $(CURDIR)/hw-profiles
# `make lab` exists only if its scripts do.
LAB := $(wildcard Tests/Lab/run)

help: ## say what can be made
	@sed -nE 's/^([a-z]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 16 $(if $(LAB),,| grep -v 'make lab')

run: ## build, and show the position of a plugged-in receiver, or of the simulator
	@scripts/install/install-deps.sh run
	@swift build --product cairn $(SWIFT_FLAGS)
	@exec env -u SWIFT_DETERMINISTIC_HASHING "$$(swift build --show-bin-path)/cairn" monitor $(ARGS)

programs: ## build cairn, cairnd, cairn-mqtt and hw-profile into .build/debug; `make install` builds optimized ones
	@scripts/install/install-deps.sh run
	@swift build --product cairn $(SWIFT_FLAGS)
	@swift build --product cairnd $(SWIFT_FLAGS)
	@swift build --product cairn-mqtt $(SWIFT_FLAGS)
	@swift build --product hw-profile $(SWIFT_FLAGS)

c: ## build libcairn-client, by which programs in C and C++ ask the daemon, into .build-c; needs no Swift
	@scripts/build/c-library.sh

engine: ## build libcairn, which has receivers of its own as well, for programs in C and C++, into .build-c-engine
	@scripts/install/install-deps.sh run
	@scripts/build/c-engine.sh

deb: ## make Debian packages in .build-deb; REVISION=2 makes an upgrade of those of 1
	@REVISION='$(REVISION)' scripts/build/deb.sh

install: ## install programs, profiles, rules, units and manual pages below PREFIX (/usr/local), for packages in DESTDIR
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/install/install.sh install

uninstall: ## remove what `make install` has installed
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/install/install.sh uninstall

cross: ## build libcairn-core for another processor into .build-cross; TARGET=aarch64, armv7 or x86_64
	@scripts/cross.sh '$(TARGET)'

test: ## build and run all tests but those of the deep circle
	@scripts/install/install-deps.sh test
	@scripts/check/run-tests.sh
	@scripts/check/negative-compile.sh
	@scripts/check/seeds.py

gate: ## what every change must pass, on what is here; CI does it in a clean clone
	@scripts/check/circle.py gate $(PARTS)

deep: ## everything that guards longer than a change can wait; PARTS='NAME...' runs some parts, which `make list` names
	@scripts/install/install-deps.sh test
	@scripts/check/circle.py deep $(PARTS)

list: ## the parts of both circles, with what each costs
	@scripts/check/circle.py list

lint: ## check formatting, layering, documentation comments and the number of public types
	@scripts/install/install-deps.sh test
	@scripts/check/format-lint.sh
	@scripts/check/layering.py
	@swift build $(SWIFT_FLAGS)
	@scripts/docs/undocumented.py
	@scripts/docs/public_types.py

docs: ## compile what the documentation shows, and make it as web pages
	@scripts/install/install-deps.sh test
	@swift build $(SWIFT_FLAGS)
	@scripts/docs/snippets.py
	@scripts/docs/docc.py

bench: ## count instructions and allocations, and compare with the thresholds
	@scripts/install/install-deps.sh test
	@if [ -x Benchmarks/run ]; then Benchmarks/run; else echo "there are no benchmarks yet"; fi

hostile: ## let hostile receivers, casters, files and readers loose on the program
	@scripts/install/install-deps.sh test
	@swift build -c release --product cairn $(SWIFT_FLAGS)
	@Tests/Hostile/run "$$(swift build -c release --show-bin-path)/cairn"
	@Tests/Hostile/soak --program "$$(swift build -c release --show-bin-path)/cairn" 20

sanitize: ## run all tests under the thread sanitizer
	@scripts/install/install-deps.sh test
	@scripts/check/sanitize-threads.sh

fuzz: ## feed each decoder what the fuzzer thinks of, for 20 seconds
	@scripts/check/fuzz.sh 20

ifneq ($(LAB),)
.PHONY: lab
lab: ## boot a real kernel in QEMU and test against it
	@scripts/install/install-deps.sh run
	@swift build -c release --product cairn $(SWIFT_FLAGS)
	@swift build -c release --product cairnd $(SWIFT_FLAGS)
	@$(LAB) $(JOBS)
endif

clean: ## remove everything that was built
	@rm -rf .build .build-* Examples/.build* Benchmarks/.build*

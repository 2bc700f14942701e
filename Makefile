# Two commands set up a fresh Debian 12 machine with Swift 6.3: `make run` and `make test`.
SHELL := /bin/bash
CONFIGURATION ?= debug
BUILD := .build/$(CONFIGURATION)
HOST := $(BUILD)/fieldhouse
# Decision 0015: what runs checked in every test is not checked again at each access.
FLAGS := $(if $(filter release,$(CONFIGURATION)),-Xswiftc -enforce-exclusivity=unchecked)
DEMO := data/demo

.PHONY: build flags run test lint bench guarantees guarantee-boards requirements corpus fuzz install-run install-test install-bench clean

build:
	@.ci/install build
	swift build -c $(CONFIGURATION) $(FLAGS) --product fieldhouse
	swift build -c $(CONFIGURATION) $(FLAGS) --product fieldhouse-pictures
	swift build -c $(CONFIGURATION) $(FLAGS) --product fieldhouse-supervisor
	swift build -c $(CONFIGURATION) $(FLAGS) --product SoccerPredictions
	swift build -c $(CONFIGURATION) $(FLAGS) --product FolfScoring
	swift build -c $(CONFIGURATION) $(FLAGS) --product TeamManagement
	swift build -c $(CONFIGURATION) $(FLAGS) --product FitnessChallenges
	swift build -c $(CONFIGURATION) $(FLAGS) --product WalkingClubs
	@.ci/stage $(BUILD)

# Starts the host on a past football season, played in a simulated clock: one minute a second. Of what was in its data
# folder the plugins that were installed stay.
run: install-run build
	@mkdir -p $(DEMO) && find $(DEMO) -mindepth 1 -maxdepth 1 ! -name plugins -exec rm -rf {} +
	@head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n' > $(DEMO)/console-token
	@echo "The season 2024/25 is played at one minute a second. Try the commands of README.md in another terminal."
	@.ci/demo $(DEMO) "http://$$(sed -n 's/.*--listen[ =]*\([^ ]*\).*/\1/p' <<<'$(ARGUMENTS)' | grep . || echo 127.0.0.1:8080)" &
	FIELDHOUSE_CONSOLE_TOKEN_FILE=$(DEMO)/console-token $(HOST) serve --data $(DEMO) \
	  --clock 2024-08-17T11:40:00Z --clock-rate 60 $(ARGUMENTS)

# What the compiler is told besides, for those who build more in the same way.
flags:
	@echo $(FLAGS)

test: install-test
	.ci/test

lint:
	.ci/requirements --check
	swift format lint --strict --recursive --parallel Package.swift Core Plugins Tests Benchmarks

# Measures everything; ARGUMENTS="compare BEFORE.json AFTER.json" puts two runs beside one another instead.
bench: install-bench
	.ci/bench $(ARGUMENTS)

# The boards against slow, obviously right oracles: more than 2,000,000 random operations, on every kind of index.
guarantee-boards: install-test
	.ci/guarantee-boards

# The tests behind the promises at full size, with progress (an hour or so); one alone: make guarantee-G1
guarantees: install-test
	@.ci/guarantees

guarantee-%: install-test
	@.ci/guarantees $*

# Which requirement ids the tests cover, which only partly and what is missing there, and which not.
requirements:
	@.ci/requirements $(ARGUMENTS)

# Runs the parsers and rules over a folder of real data: make corpus DATA=folder
corpus:
	@.ci/install build
	@.ci/corpus "$(DATA)"

# Lets libFuzzer think of files of activities, of each kind for ten minutes: make fuzz, or make fuzz ARGUMENTS="SECONDS FOLDER"
fuzz: build
	@.ci/fuzz $(ARGUMENTS)

install-run:
	@.ci/install run

install-test:
	@.ci/install test

install-bench:
	@.ci/install bench

clean:
	rm -rf .build .build-* data bench.json

# make test installs what the tests need (Debian packages, as root or with
# sudo), says exactly what is missing where it can't, and runs all tests.
GO ?= go

.PHONY: test race fresh cross facts size lint tidy build deps fuzz bench simulate chaos clean

# A missing tool fails these tests; plain "go test" skips what needs it.
test race chaos: export JUDGEMENT_TEST_TOOLS = required

test: deps
	$(GO) test -timeout 25m ./...

race: deps
	$(GO) test -race -timeout 25m ./...

# The tests in a fresh clone with empty module and build caches.
fresh:
	@.ci/fresh

# Everything that tests need from outside: packages, modules, schemas.
deps:
	@$(GO) mod download
	@.ci/deps
	@.ci/ooxml
	@.ci/openapi
	@.ci/manifests

lint:
	@.ci/lint

tidy:
	$(GO) mod tidy -diff

build:
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags "-s -w" -o judgement .

# Everything builds on other systems, tests included. Only Linux runs the tests
# that need its file systems, networks or a Postgres.
cross:
	GOOS=windows CGO_ENABLED=0 $(GO) vet ./...
	GOOS=windows CGO_ENABLED=0 $(GO) build -o /dev/null .
	GOOS=darwin CGO_ENABLED=0 $(GO) vet ./...
	GOOS=darwin CGO_ENABLED=0 $(GO) build -o /dev/null .

# Results against public data sets, which are not in the repository.
DATA ?= ../shared/data
facts:
	JUDGEMENT_TEST_FACTS=$(abspath $(DATA)) $(GO) test -count 1 -v -run '^TestSkating' ./report

# Lines of code per package.
size:
	@$(GO) run ./.ci/size

# Each fuzz target for a short while; FUZZTIME=5m for longer.
FUZZTIME ?= 10s
fuzz:
	@.ci/fuzz $(FUZZTIME)

# Simulated competitions: coverage of rank intervals, worth of the correction for
# severity, over many more rounds than in the tests.
SIMULATION_ROUNDS ?= 2000
simulate:
	SIMULATION_ROUNDS=$(SIMULATION_ROUNDS) $(GO) test -v -count=1 -run 'RankIntervals|SeverityBeats' ./internal/stat

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

# Workers, the server and the database are killed and stopped at random: so many
# reviews on Postgres, and a fifth of that on SQLite.
CHAOS_REVIEWS ?= 1000
chaos: deps
	CHAOS_REVIEWS=$(CHAOS_REVIEWS) $(GO) test ./cmd -run '^(TestChaos|TestCutOffWorker)$$' -v -count 1 -timeout 60m

clean:
	rm -rf judgement .ci/bin bench/out

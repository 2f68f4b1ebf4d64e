# make test installs what the tests need (Debian packages, as root or with sudo)
# and runs all tests. Without the right to install it names what is missing.
GO ?= go

.PHONY: test race fresh cross facts recorded size lint tidy build deps fuzz bench simulate evidence-rates chaos models samples pictures lighthouse module clean release-check wording

# A missing tool fails these tests; plain "go test" skips the tests that need it.
test race chaos: export JUDGEMENT_TEST_TOOLS = required

test: deps
	$(GO) test -timeout 25m ./...

# The race detector learns nothing of tests that kill or stop other processes, whose
# program is a build without it, nor of long work in one goroutine. Tests of documented
# commands and of pages in a browser run code that other tests run too. "make test" runs
# all tests.
OTHER_PROCESSES = TestChaos|TestCutOffWorker|TestFrozenWorker|TestHungWriter|TestKilledWorker|TestKilledChat|TestKilledAtEveryStep|TestKilledAtAnyMoment|TestKilledAnywhere|TestFullDisk|TestLockedDatabase
ONE_GOROUTINE = TestIntakeIsLinear|TestReadHTMLIsInProportion|TestReadOfficeRefuses|TestMutatedPDFs|TestMutatedWordFiles|TestThousandPages|TestHugeJSON|TestSets|TestDetection|TestBenign|TestBenignShort|TestBenignDocuments|TestRankIntervals.*|TestChosenPairsBeatRandomOnes|TestAlteredNeverProven
DOCUMENTED = TestContributing|TestDocsAsRoot|TestReadme|TestReadmeWithoutAModel|TestReadmePrice|TestOwnGuides|TestWorkspaceGuide|TestDataGuide|TestDocsCommands|TestManifests|TestLinters|TestAxe|TestTracesNameTheCode
race: deps
	$(GO) test -race -timeout 25m -skip '^($(OTHER_PROCESSES)|$(ONE_GOROUTINE)|$(DOCUMENTED))$$' ./...

# Runs the tests in a fresh clone with empty module and build caches.
fresh:
	@.ci/fresh

# Installs everything that tests need from outside: packages, modules, schemas.
deps:
	@$(GO) mod download
	@.ci/deps
	@.ci/ooxml
	@.ci/openapi
	@.ci/manifests
	@.ci/mcp

lint:
	@.ci/lint

tidy:
	$(GO) mod tidy -diff

build:
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags "-s -w" -o judgement .

# Builds everything for each system, with tests, and holds the size of the program.
# Only Linux runs the tests that need its file systems, its networks or Postgres.
cross:
	@.ci/cross

# Checks results against public and recorded data, which are not in the repository.
DATA ?= ../shared/data
facts:
	JUDGEMENT_TEST_FACTS=$(abspath $(DATA)) $(GO) test -tags facts -count 1 -v -run '^(TestSkating|TestAllObserved)' ./report ./internal/api

# Asks llama.cpp's own server and LiteLLM, with a small model, from packages of PyPI.
models:
	@.ci/models

# Imports, measures and aligns the recorded judges in DATA, and compares the figures
# with those that are expected: of sets.yaml in DATA if there is one, else of
# bench/recorded/sets.yaml. Of other sets, each in a folder or DATA itself, it prints the
# figures. PAGE=docs/validity.md also writes the page of them.
recorded: DATA = ../shared/data/recorded-judges
recorded:
	$(GO) run ./bench/recorded $(if $(PAGE),-page $(PAGE)) $(DATA)

# Makes the finished reports in examples/reports again. It needs poppler.
samples:
	@.ci/samples

# Computes the scanner's models of wording again (bench/wording/texts). It needs Python, zstd,
# the archive of Debian and PyPI.
wording:
	@.ci/wording

# Takes a picture of every page at 1440 and 390 pixels, in the dark and for print, and
# compares each with a small reference: make pictures PICTURES=/tmp/pictures. With
# UPDATE_GOLDEN=1 it writes the references.
PICTURES ?=
pictures:
	PICTURES=$(if $(PICTURES),$(abspath $(PICTURES))) $(GO) test -tags pictures -count 1 -v -run '^(TestPictures|TestDiffering)$$' ./internal/api

# Scores the report of 12 dimensions and 14 judges with Lighthouse: accessibility 100, and
# a performance of 90 in the median of five runs.
lighthouse:
	@.ci/lighthouse

# Makes and checks a release without publishing it (docs/release.md).
release-check:
	@.ci/release

# Rewrites the module path everywhere: make module MODULE=example.org/owner/judgement
MODULE ?=
module:
	@.ci/module "$(MODULE)"

# Lines of code per package.
size:
	@$(GO) run ./.ci/size

# Runs each fuzz target for a short time; FUZZTIME=5m for longer.
FUZZTIME ?= 10s
fuzz:
	@.ci/fuzz $(FUZZTIME)

# Simulates competitions, with many more rounds than in the tests: coverage of rank
# intervals, effect of the correction for severity.
SIMULATION_ROUNDS ?= 2000
simulate:
	SIMULATION_ROUNDS=$(SIMULATION_ROUNDS) $(GO) test -v -count=1 -timeout 2h -run 'RankIntervals|SeverityBeats' ./internal/stat

# Prints how many dishonest quotes are proven and how many honest ones are refused, of
# 20,000 each.
evidence-rates:
	JUDGEMENT_TEST_RATES=20000 $(GO) test -v -count 1 -run '^TestRates' ./internal/evidence

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

# Kills and stops workers, the server and the database at random, during this
# number of reviews on Postgres and a fifth of it on SQLite.
CHAOS_REVIEWS ?= 1000
chaos: deps
	CHAOS_REVIEWS=$(CHAOS_REVIEWS) $(GO) test ./cmd -run '^(TestChaos|TestCutOffWorker)$$' -v -count 1 -timeout 60m

clean:
	rm -rf judgement .ci/bin bench/out build dist

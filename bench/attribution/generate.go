//go:build unix

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
	"gopkg.in/yaml.v3"

	"judgement/internal/attribution"
	"judgement/internal/casefile"
	"judgement/internal/evidence"
	"judgement/panel"
	"judgement/report"
)

// benchDay is the day of all runs. The first question of each case is due by then.
const benchDay = "2024-04-10"

const (
	judges      = 5
	perJudge    = 4 // citations
	documentLen = 4 << 10
)

// generate writes the workspace without syncing, to be fast.
func generate(dir string, cases int) error {
	if err := os.MkdirAll(filepath.Join(dir, "scenes"), 0o755); err != nil {
		return err
	}
	var g errgroup.Group
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		g.Go(func() error {
			for n := w + 1; n <= cases; n += workers {
				if err := makeCase(dir, n); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return g.Wait()
}

// text is a document of whole sentences.
func text(rng *rand.Rand) (string, []string) {
	nouns := []string{"growers", "crates", "depots", "orders", "customers", "machines", "contracts", "visits"}
	var b strings.Builder
	var sentences []string
	for b.Len() < documentLen {
		s := fmt.Sprintf("In week %d the team counted %d %s and lost %d of them. ", rng.IntN(52)+1, rng.IntN(9000)+100, nouns[rng.IntN(len(nouns))], rng.IntN(90)+2)
		b.WriteString(s)
		sentences = append(sentences, strings.TrimSpace(s))
	}
	return b.String(), sentences
}

func makeCase(dir string, n int) error {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	id, brand := fmt.Sprintf("C-2024-%04d", n), fmt.Sprintf("b%d", n)
	own, reports := filepath.Join(dir, "cases", id), filepath.Join(dir, "reports", "demo-"+brand)
	document, sentences := text(rng)
	all := verdicts(document, sentences, rng)
	files := []file{
		{"document.txt", []byte(document)},
		{"plan.json", []byte(`{"schema":1,"key":"k","started_at":"2024-03-01T12:00:00Z","plan":{}}` + "\n")},
		{"verdicts.json", mustJSON(all)},
	}
	for i := range all {
		reply := mustJSON(all[i])
		files = append(files, file{"replies/" + sum(reply) + ".json", reply})
	}
	snapshot := []byte("# Report of " + brand + "\n\n" + strings.Repeat("Some words of a report. ", 150) + "\n")
	var marker struct {
		Schema    int       `json:"schema"`
		Version   int       `json:"version"`
		Key       string    `json:"key"`
		StartedAt time.Time `json:"started_at"`
		Date      string    `json:"date"`
		Files     []named   `json:"files"`
		Report    named     `json:"report"`
		Snapshots []named   `json:"snapshots"`
	}
	marker.Schema, marker.Version, marker.Key, marker.Date = 2, 1, "k", "2024-03-01"
	marker.Report = named{"versions/v1_2024-03-01.md", sum(snapshot)}
	marker.Snapshots = []named{{"versions/v1_2024-03-01.html", sum(snapshot)}, {"versions/v1_2024-03-01.pdf", sum(snapshot)}}
	for _, f := range files {
		marker.Files = append(marker.Files, named{f.path, sum(f.data)})
		if err := write(filepath.Join(own, "v1", f.path), f.data); err != nil {
			return err
		}
	}
	var info bytes.Buffer
	enc := yaml.NewEncoder(&info)
	enc.SetIndent(2) // as casefile writes it
	mark := mustJSON(marker)
	recorded := caseInfo(id, brand, rng)
	recorded.Versions = []casefile.Recorded{{Version: 1, SHA256: sum(mark)}}
	if err := enc.Encode(recorded); err != nil {
		return err
	}
	if n%10 != 0 { // the first question of nine cases in ten has an outcome
		if err := write(filepath.Join(own, "outcomes.jsonl"), outcome(rng)); err != nil {
			return err
		}
	}
	for path, data := range map[string][]byte{
		filepath.Join(own, "v1", "version.json"):                 mark,
		filepath.Join(reports, "versions", "v1_2024-03-01.html"): snapshot,
		filepath.Join(reports, "versions", "v1_2024-03-01.pdf"):  snapshot,
		filepath.Join(own, "case.yaml"):                          info.Bytes(),
		filepath.Join(reports, ".case.json"):                     fmt.Appendf(nil, `{"schema":1,"id":%q,"scene":"demo","brand":%q}`, id, brand),
		filepath.Join(reports, "versions", "v1_2024-03-01.md"):   snapshot,
	} {
		if err := write(path, data); err != nil {
			return err
		}
	}
	return nil
}

type file struct {
	path string
	data []byte
}

type named struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

func verdicts(document string, sentences []string, rng *rand.Rand) []report.Verdict {
	var out []report.Verdict
	for j := range judges {
		v := report.Verdict{Schema: 1, Judge: fmt.Sprintf("judge-%d", j), Outcome: "ok", Model: "m", Summary: "A summary in two sentences. This is the other one."}
		for l := range perJudge {
			quote := sentences[rng.IntN(len(sentences))]
			start := strings.Index(document, quote)
			c := report.Citation{Quote: quote, Status: string(evidence.Exact), Start: start, End: start + len(quote)}
			if j == 0 && l == 0 {
				c.Quote, c.Status = strings.ToUpper(quote), string(evidence.Normalised)
			}
			score := panel.PointsOf(rng.Int64N(101))
			v.Cells = append(v.Cells, report.LensVerdict{Lens: fmt.Sprintf("lens-%d", l), Max: panel.PointsOf(100), Score: &score, Comment: strings.Repeat("What decided the score. ", 8), Citations: []report.Citation{c}})
		}
		out = append(out, v)
	}
	return out
}

func caseInfo(id, brand string, rng *rand.Rand) casefile.Info {
	created := time.Date(2024, 3, 1, 12, 0, 0, 0, time.UTC)
	info := casefile.Info{Schema: 1, ID: id, Scene: "demo", Brand: brand, ReportFolder: "demo-" + brand, CreatedAt: created, LatestVersion: 1}
	for k, days := range []int{30, 90, 365} {
		cp := casefile.Checkpoint{
			ID: fmt.Sprintf("v1-%d", k+1), Question: fmt.Sprintf("Do at least %d growers take part by then, as the plan says?", rng.IntN(500)), Kind: casefile.Numeric,
			Rule: casefile.Rule{Op: ">=", Value: "100"}, Source: casefile.Source{Type: "manual"}, HorizonDays: days,
			Due: created.AddDate(0, 0, days).Format(time.DateOnly), GraceDays: 14, Version: 1, AcceptedAt: created,
		}
		for j := range judges {
			cp.Forecasts = append(cp.Forecasts, casefile.Forecast{
				Judge: fmt.Sprintf("judge-%d", j), SkillSHA256: sum([]byte{byte(j)}), Model: "m", P: float64(rng.IntN(101)) / 100,
			})
		}
		cp.LockSHA256 = cp.Seal(id)
		info.Checkpoints = append(info.Checkpoints, cp)
	}
	return info
}

// outcome is outcomes.jsonl of a case whose first question was decided.
func outcome(rng *rand.Rand) []byte {
	units := rng.IntN(200)
	state := attribution.IsFalsified
	if units >= 100 {
		state = attribution.IsConfirmed
	}
	return mustJSON(attribution.Outcome{
		Schema: 1, Seq: 1, ID: "o-1", At: time.Date(2024, 4, 2, 9, 0, 0, 0, time.UTC), Checkpoint: "v1-1",
		State: state, Value: fmt.Sprint(units), Source: "the yearly report", By: attribution.ByPerson,
	})
}

func write(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

func mustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // our own structs
	}
	return append(b, '\n')
}

func sum(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}

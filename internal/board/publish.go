package board

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/text"
	"judgement/panel"
	"judgement/report"
	"judgement/scene"
)

// Ranking is a scene's board as it is now.
type Ranking struct {
	Board   *report.Board
	Folder  string   // from the workspace
	Files   []string // that were written in Folder, report.md first; empty if nothing changed and none was missing
	Changed bool     // a new version was published
	// OtherPanel: the scene's panel has judged no submission yet, and the board is of those
	// that another one judged.
	OtherPanel bool
	// Unknown are the names in ranking.withdrawn of which there is no submission.
	Unknown []string
}

// Maker makes the board of a competition.
type Maker struct {
	Cases     *casefile.Cases
	Scene     *scene.Scene
	Panel     *panel.Panel // of the scene
	Renderers []format.Renderer
	Zone      *time.Location
	Now       func() time.Time
	// Correlation measures how far the judges' errors correlate, on labels; nil, or nil of
	// it: unknown.
	Correlation func([]Submission) *float64
	// Compare puts comparisons beside the scores; nil: there are none.
	Compare func(context.Context, *report.Board, []Submission) error
}

// Check returns fault.NoRanking for a scene that has none.
func (m *Maker) Check() error {
	if !m.Panel.OutputFormat.Ranks() {
		return fault.New(fault.NoRanking, nil, "scene", m.Scene.Slug, "detail", string(m.Panel.OutputFormat))
	}
	return nil
}

// Publish builds the board from the latest complete review of each case, and
// publishes its next version unless nothing changed: then it only writes missing
// report files again. It makes no call.
func (m *Maker) Publish(ctx context.Context) (*Ranking, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	folder := casefile.BoardFolder(m.Scene.Report.BrandPrefix)
	out := &Ranking{Folder: "reports/" + folder}
	err := m.Cases.UpdateBoard(ctx, folder, func(kept []byte, version int) (*casefile.BoardPublication, error) {
		last, err := m.last(kept, out.Folder)
		if err != nil {
			return nil, err
		}
		var subs []Submission
		if out.Board, subs, err = m.Scored(ctx); err != nil {
			return nil, err
		}
		if m.Compare != nil {
			if err := m.Compare(ctx, out.Board, subs); err != nil {
				return nil, err
			}
		}
		m.remark(out)
		if out.Changed = Compare(out.Board, last); !out.Changed {
			last.Judges, out.Board = out.Board.Judges, last
		}
		return m.publication(ctx, out, version)
	})
	if err != nil {
		return nil, fmt.Errorf("rank scene %s: %w", m.Scene.Slug, err)
	}
	return out, nil
}

// Scored builds the board by scores, and returns the submissions that it was built
// from. Version, date and changes are missing.
func (m *Maker) Scored(ctx context.Context) (*report.Board, []Submission, error) {
	hash, err := format.Hash(m.Panel)
	if err != nil {
		return nil, nil, err
	}
	subs, excluded, err := Collect(ctx, m.Cases, m.Scene.Slug, hash, m.Scene.Ranking.Withdrawn)
	if err != nil {
		return nil, nil, err
	}
	b := m.build(slices.Clone(subs), m.rules(subs), hash)
	b.Excluded = append(excluded, b.Excluded...)
	return b, subs, nil
}

// rules are those of the scene, with what is known of these submissions' judges.
func (m *Maker) rules(subs []Submission) Rules {
	r := m.Scene.Ranking
	rules := Rules{TieBreaks: r.TieBreaks, Trim: r.Trim, Severity: r.Severity, Language: report.Lang(m.Scene.Report.Language)}
	if m.Correlation != nil {
		rules.Correlation = m.Correlation(subs)
	}
	return rules
}

// build is Build with what the board says of its scene; hash is its panel's.
func (m *Maker) build(subs []Submission, rules Rules, hash string) *report.Board {
	b := Build(subs, rules)
	b.Scene, b.SceneName, b.PanelSHA256 = m.Scene.Slug, m.Scene.NameIn(string(b.Language)), cmp.Or(b.PanelSHA256, hash)
	return b
}

// remark fills in what a board's maker should know beside the board.
func (m *Maker) remark(out *Ranking) {
	b := out.Board
	hash, err := format.Hash(m.Panel)
	out.OtherPanel = err == nil && len(b.Entries) > 0 && b.PanelSHA256 != hash
	prefix := m.Scene.Report.BrandPrefix
	for _, w := range m.Scene.Ranking.Withdrawn {
		if !slices.ContainsFunc(b.Excluded, func(x report.Excluded) bool { return x.Brand == w || prefix+x.Brand == w }) {
			out.Unknown = append(out.Unknown, w)
		}
	}
}

// last reads the published board; nil if there is none.
func (m *Maker) last(kept []byte, folder string) (*report.Board, error) {
	if kept == nil {
		return nil, nil
	}
	var last report.Board
	err := json.Unmarshal(kept, &last)
	if err == nil {
		err = last.Check()
	}
	if err != nil {
		return nil, fault.New(fault.DamagedBoard, err, "folder", folder, "scene", m.Scene.Slug, "detail", err.Error())
	}
	if last.Scene != m.Scene.Slug {
		return nil, fault.New(fault.BoardOtherScene, nil, "folder", folder, "scene", last.Scene)
	}
	// Boards of older programs lack these.
	last.Flagged, last.SameText = append([]report.Flagged{}, last.Flagged...), append([]report.SameText{}, last.SameText...)
	return &last, nil
}

// publication is the next version of a board that changed. Of another it is the
// report files that it lacks, such as one that was lost or is asked for in another
// format; nil if it has all.
func (m *Maker) publication(ctx context.Context, out *Ranking, version int) (pub *casefile.BoardPublication, err error) {
	pub = &casefile.BoardPublication{}
	at := out.Board.At
	var there []string
	if out.Changed {
		at = m.Now()
		out.Board.Version, out.Board.Date, out.Board.At = version, at.In(m.Zone).Format(time.DateOnly), at.UTC().Truncate(time.Second)
		pub.Version, pub.Date = version, out.Board.Date
		pub.Record, err = text.JSON(out.Board, " ")
	} else {
		there, err = m.Cases.BoardFiles(ctx, casefile.BoardFolder(m.Scene.Report.BrandPrefix))
	}
	if err != nil {
		return nil, err
	}
	pub.Files, err = m.files(ctx, out.Board, at, there)
	if err != nil || len(pub.Files) == 0 {
		return nil, err
	}
	out.Files = format.FileNames(pub.Files)
	if out.Changed {
		pub.Snapshot, out.Files = pub.Files[0].Data, append(out.Files, "board.json")
	}
	return pub, nil
}

// files makes the board's report files, report.md first, except those that are
// there.
func (m *Maker) files(ctx context.Context, b *report.Board, at time.Time, there []string) (files []casefile.File, err error) {
	page := report.BoardPage(b)
	if !slices.Contains(there, "report.md") {
		files = append(files, casefile.File{Name: "report.md", Data: report.Markdown(page)})
	}
	for _, r := range m.Renderers {
		name := "report." + r.Format
		if slices.Contains(there, name) {
			continue
		}
		data, err := r.Render(ctx, page, at)
		if err != nil {
			return nil, fmt.Errorf("render the board as %s: %w", r.Format, err)
		}
		files = append(files, casefile.File{Name: name, Data: data})
	}
	return files, nil
}

// Placement is the place of a review in its competition.
type Placement struct {
	Folder  string `json:"folder"` // of the board, from the workspace
	Version int    `json:"version"`
	Changed bool   `json:"changed"` // the review made a new version of the board
	Rank    int    `json:"rank"`    // 0: not ranked
	Tied    bool   `json:"tied"`
	Of      int    `json:"of"` // submissions on the board
	// Reason says why the review is not ranked.
	Reason string `json:"reason,omitempty"`
	// NotComparable are others that are not compared with those on the board.
	NotComparable []NotComparable `json:"apart,omitempty"`
}

// NotComparable are submissions that were judged in another way than those on a
// board, and can't be compared with them.
type NotComparable struct {
	Reason string `json:"reason"` // report.ReasonOtherPanel or report.ReasonBaseline
	N      int    `json:"n"`
	Before bool   `json:"before"` // some of them were on the board before this one
}

// Placement finds a case on the board.
func (r *Ranking) Placement(id string) *Placement {
	b := r.Board
	out := &Placement{Folder: r.Folder, Version: b.Version, Changed: r.Changed, Of: len(b.Entries), NotComparable: r.NotComparable(id)}
	for _, e := range b.Entries {
		if e.Case == id {
			out.Rank, out.Tied = e.Rank, e.Tied
		}
	}
	for _, x := range b.Excluded {
		if x.Case == id {
			out.Reason = x.Reason
		}
	}
	return out
}

// NotComparable are the cases that were judged in another way than those on the
// board, except for the one with that id.
func (r *Ranking) NotComparable(id string) (out []NotComparable) {
	for _, reason := range []string{report.ReasonOtherPanel, report.ReasonBaseline} {
		n, before := r.Board.LeftOut(reason)
		for _, x := range r.Board.Excluded {
			if x.Case == id && x.Reason == reason {
				n--
			}
		}
		if n > 0 {
			out = append(out, NotComparable{reason, n, before})
		}
	}
	return out
}

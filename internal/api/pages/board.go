package pages

import (
	"cmp"
	"encoding/json"
	"net/http"

	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/report"
)

// boardBody is what a board's template gets.
type boardBody struct {
	Scene, Name string
	Public      bool
	Board       *report.Board
	Rows        []boardRow
	Damaged     bool
	Intervals   bool // some entry has an interval of its rank
}

type boardRow struct {
	report.BoardEntry
	Title   string
	Address string
	Groups  bool // the entry begins another group than the one before
}

// boardPage is GET /cases/boards/{scene}: the newest board with links to its cases.
func (p *Pages) boardPage(w http.ResponseWriter, r *http.Request) error {
	if err := p.admit(r, SeeLists); err != nil {
		return err
	}
	sc, err := p.sceneOf(r.PathValue("scene"))
	if err != nil || sc == nil {
		return cmp.Or[error](err, fault.NoPath)
	}
	lang := Language(r.Header)
	b := &boardBody{Scene: sc.Slug, Name: sc.NameIn(string(lang)), Public: sc.Board.Public}
	data, err := p.o.Cases.Board(r.Context(), casefile.BoardFolder(sc.Report.BrandPrefix))
	if err != nil {
		return err
	}
	if data != nil {
		var board report.Board
		if json.Unmarshal(data, &board) != nil || board.Check() != nil {
			b.Damaged = true
		} else {
			b.Board = &board
		}
	}
	if b.Board != nil {
		for i, e := range b.Board.Entries {
			row := boardRow{BoardEntry: e, Title: e.Name().First(), Address: casePath(e.Case, e.CaseVersion)}
			row.Groups = i > 0 && !sameGroup(e, b.Board.Entries[i-1])
			b.Rows = append(b.Rows, row)
			b.Intervals = b.Intervals || e.RankLo != nil
		}
	}
	return p.write(w, http.StatusOK, "board", p.view(r, lang, b.Name, b))
}

// sameGroup reports whether two entries are too close to call.
func sameGroup(a, b report.BoardEntry) bool {
	return a.Group != nil && b.Group != nil && *a.Group == *b.Group
}

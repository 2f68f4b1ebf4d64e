package label

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"time"

	"judgement/internal/align"
	"judgement/internal/board"
	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/study"
	"judgement/panel"
	"judgement/scene"
)

// Labels are the labels of a scene, with the documents that they are of.
type Labels struct {
	Scene *scene.Scene
	Panel *panel.Panel
	Rows  []Row

	workspace casefile.Storage
	cases     *casefile.Cases
}

// Open reads the labels of a scene. Those that the file must not have are
// fault.BadRows with the parameter stored.
func Open(ctx context.Context, workspace casefile.Storage, cases *casefile.Cases, s *scene.Scene, p *panel.Panel) (*Labels, error) {
	l := &Labels{Scene: s, Panel: p, workspace: workspace, cases: cases}
	return l, l.read(ctx)
}

func (l *Labels) read(ctx context.Context) error {
	data, err := l.workspace.Read(ctx, File(l.Scene.Slug))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if l.Rows, err = Decode(l.Scene.Slug, l.Panel, data); err != nil {
		return fault.New(fault.BadRows, err, "text", err.Error(), "stored", File(l.Scene.Slug))
	}
	return nil
}

// Hash names the labels in reports of what was made from them; empty: there are none.
func (l *Labels) Hash() string {
	if len(l.Rows) == 0 {
		return ""
	}
	return Hash(l.Scene.Slug, l.Rows)
}

// Study returns the submissions with what their judges said and the labels. unused
// counts the labels that are not used.
func (l *Labels) Study(ctx context.Context) (subs []board.Submission, set *study.Set, unused int, err error) {
	if subs, err = l.submissions(ctx); err != nil {
		return nil, nil, 0, err
	}
	set, unused, err = Set(subs, l.Rows)
	return subs, set, unused, err
}

// submissions are the documents that the scene's panel judged, or if there is none an
// earlier panel, with the models and skills that judged the latest of them.
func (l *Labels) submissions(ctx context.Context) ([]board.Submission, error) {
	hash, err := format.Hash(l.Panel)
	if err != nil {
		return nil, err
	}
	subs, _, err := board.Collect(ctx, l.cases, l.Scene.Slug, hash, nil)
	if err != nil || len(subs) == 0 {
		return subs, err
	}
	latest := voting(subs[len(subs)-1])
	return slices.DeleteFunc(subs, func(s board.Submission) bool { return !slices.Equal(voting(s), latest) }), nil
}

// Earlier reports whether the submissions were judged by an earlier panel than the scene
// has today. Then none was judged by today's.
func (l *Labels) Earlier(subs []board.Submission) (bool, error) {
	hash, err := format.Hash(l.Panel)
	return err == nil && len(subs) > 0 && subs[0].PanelSHA256 != hash, err
}

// voting are the judges that vote, as they judged.
func voting(s board.Submission) (out []align.Judge) {
	for _, j := range s.Judges {
		if s.Panel.Votes(j.Slug) {
			out = append(out, align.Judge{Judge: j.Slug, Model: j.Model, SkillSHA256: j.SkillSHA256})
		}
	}
	return out
}

// Import knows the scene's documents, and the scenes of other cases.
func (l *Labels) Import(ctx context.Context) (Import, error) {
	judged, _, err := board.Judged(ctx, l.cases, l.Scene.Slug, nil)
	if err != nil {
		return Import{}, err
	}
	im := Import{Scene: l.Scene.Slug, Panel: l.Panel}
	for _, s := range judged {
		im.Documents = append(im.Documents, Document{Case: s.Case, Brand: s.Brand, SHA256: s.Document, Source: s.Source})
	}
	elsewhere := map[string]string{}
	all, err := l.cases.Index(ctx, casefile.Filter{})
	if err != nil {
		return im, err
	}
	for _, e := range all {
		if e.Err == nil && e.Scene != l.Scene.Slug {
			elsewhere[e.ID], elsewhere[e.Brand] = e.Scene, e.Scene
		}
	}
	im.Elsewhere = func(name string) string { return elsewhere[name] }
	return im, nil
}

// Add writes rows into the scene's file, which another import may have changed, and
// returns how many are new. See Merge.
func (l *Labels) Add(ctx context.Context, added []Row, replace bool) (fresh int, err error) {
	unlock, err := casefile.WaitLock(ctx, l.workspace, ".judgement/labels-"+l.Scene.Slug+".lock")
	if err != nil {
		return 0, err
	}
	defer unlock()
	if err := l.read(ctx); err != nil {
		return 0, err
	}
	all, fresh, err := Merge(l.Rows, added, replace)
	if err != nil || fresh == 0 {
		return 0, err
	}
	l.Rows = all
	return fresh, l.workspace.Write(ctx, casefile.File{Name: File(l.Scene.Slug), Data: Encode(l.Scene.Slug, l.Rows)})
}

// Align fits the panel to the labels that Study returned, and writes the scene's
// alignment unless dry is set. A fit that proves no gain is fault.NoGain.
func (l *Labels) Align(ctx context.Context, subs []board.Submission, set *study.Set, day time.Time, dry bool) (*study.Alignment, error) {
	fit, err := set.Align()
	if err != nil || dry {
		return fit, err
	}
	f := align.New(fit)
	f.Scene, f.Date, f.PanelSHA256 = l.Scene.Slug, day.Format(time.DateOnly), subs[0].PanelSHA256
	f.LabelsSHA256, f.People, f.Judges = l.Hash(), len(People(l.Rows)), voting(subs[0])
	data, err := f.Encode()
	if err != nil {
		return nil, err
	}
	return fit, l.workspace.Write(ctx, casefile.File{Name: align.Path(l.Scene.Slug), Data: data})
}

// Aligned reports whether the scene has an alignment.
func (l *Labels) Aligned(ctx context.Context) bool {
	_, err := l.workspace.Read(ctx, align.Path(l.Scene.Slug))
	return !errors.Is(err, fs.ErrNotExist)
}

package queue

import (
	"bytes"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
)

// publish publishes a job's report without ending the job, as a worker does that
// is killed in between.
func (w *world) publish(t *testing.T, id string) {
	t.Helper()
	row, _, err := w.db.Job(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	j := row.Spec
	j.JobID, j.Unique, j.Data = id, true, []byte(kettle)
	p := w.pipeline(t)
	s, err := p.Open(j.SceneSlug)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Run(t.Context(), s, j, nil); err != nil {
		t.Fatal(err)
	}
}

// TestResultOfAnEarlierRun: a job whose worker died between publishing and the
// job's end has the same result as any other.
func TestResultOfAnEarlierRun(t *testing.T) {
	t.Parallel()
	both(t, 2, fakeserver.Options{}, func(t *testing.T, w *world) {
		m := w.files["scenes/m/scene.yaml"] // the presentation is not written, which is a warning
		m.Data = bytes.Replace(m.Data, []byte("report: {"), []byte("report: {theme: theme.yaml, "), 1)
		w.files["theme.yaml"] = &fstest.MapFile{Data: []byte("schema: 1\nlogo: 7\n")}
		for _, scene := range []string{"s", "m"} {
			twice, once := w.submitTo(t, scene, "twice"), w.submitTo(t, scene, "once")
			before := w.asked()
			w.publish(t, twice)
			asked := w.asked()
			s := w.work(t, WorkerOptions{})
			w.finish(t, once)
			w.finish(t, twice)
			s.stop()
			<-s.done
			if n := w.asked() - asked; n != asked-before {
				t.Errorf("scene %s: %d calls after the first report was published, want those of the other job", scene, n)
			}
			want, err := w.q.Result(t.Context(), once)
			if err != nil || len(want.Files) == 0 {
				t.Fatalf("scene %s: the result is %+v, %v", scene, want, err)
			}
			got, err := w.q.Result(t.Context(), twice)
			if err != nil {
				t.Fatal(err)
			}
			own := cmpopts.IgnoreFields(job.Result{}, "JobID", "Brand", "Report", "Reviews", "Outcome.CaseID", "Outcome.Folder", "Outcome.Texts", "Outcome.Total", "Outcome.Grade")
			if diff := cmp.Diff(want, got, own); diff != "" || got.Report == "" || len(got.Reviews) != 2 {
				t.Errorf("scene %s (-want +got):\n%s", scene, diff)
			}
		}
	})
}

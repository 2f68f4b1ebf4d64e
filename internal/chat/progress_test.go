package chat_test

import (
	"fmt"
	"testing"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/internal/jury"
)

// TestProgressTwice: events that come again change nothing.
func TestProgressTwice(t *testing.T) {
	var once, twice chat.Progress
	name := func(s string) string { return s }
	for _, e := range chattest.Events() {
		once.Add(e, name)
		twice.Add(e, name)
	}
	for _, e := range chattest.Events() {
		twice.Add(e, name)
	}
	if fmt.Sprint(once) != fmt.Sprint(twice) || once.Done != 1 || once.Judges[0].State != chat.StepDone || once.Judges[1].State != chat.StepRun {
		t.Errorf("%+v, then %+v", once, twice)
	}
	refused, j := jury.Refused, "plain-reader"
	once.Add(jury.Event{Seq: 9, Type: jury.JudgeFinished, Judge: &j, Outcome: &refused}, name)
	if once.Judges[1].State != chat.StepMiss {
		t.Errorf("a judge that refused is %s", once.Judges[1].State)
	}
}

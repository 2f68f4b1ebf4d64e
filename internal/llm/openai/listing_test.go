package openai

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestPagedList: all pages are read under either name of the place to go on from, and a
// server that sends the same page again ends the list.
func TestPagedList(t *testing.T) {
	for _, tt := range []struct {
		parameter     string
		models, calls int
	}{{"after_id", 3, 2}, {"after", 3, 2}, {"none", 2, 2}} {
		calls := 0
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			calls++
			if r.URL.Query().Get(tt.parameter) == "b" {
				fmt.Fprint(w, `{"data":[{"id":"c","max_model_len":8192}],"has_more":false}`)
				return
			}
			fmt.Fprint(w, `{"data":[{"id":"a"},{"id":"b"}],"has_more":true,"last_id":"b"}`)
		}))
		c, err := New(Options{BaseURL: s.URL + "/v1", Model: "c"})
		if err != nil {
			t.Fatal(err)
		}
		if got := c.list(t.Context(), ""); len(got.models) != tt.models || calls != tt.calls {
			t.Errorf("%s: %d models in %d calls: %v", tt.parameter, len(got.models), calls, got.models)
		}
		if got := c.Info("").Context; tt.models == 3 && got != 8192 {
			t.Errorf("%s: context %d", tt.parameter, got)
		}
		c.Close()
		s.Close()
	}
}

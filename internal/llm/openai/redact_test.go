package openai

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"judgement/internal/advice"
	"judgement/internal/fault"
)

// FuzzErrorBody: whatever a server answers, what is shown of it is one short
// line without the key.
func FuzzErrorBody(f *testing.F) {
	const key = "sk-0123456789"
	f.Add([]byte(`{"error":{"message":"bad key sk-0123456789","code":401}}`))
	f.Add([]byte(`[{"error":{"message":"quota","status":"RESOURCE_EXHAUSTED"}}]`))
	f.Add([]byte(`{"detail":[{"loc":["body",1,"response_format"],"msg":"field required"}]}`))
	f.Add([]byte("<html><title>502</title>sk-01\x0023456789</html>"))
	f.Add([]byte(`{"error":"sk-0123\u000056789 sk-0123456789"}`))
	clean := Options{APIKey: key}.redactor()
	f.Fuzz(func(t *testing.T, body []byte) {
		e := readError(body)
		for _, text := range []string{e.message, e.kind, e.code, e.param} {
			shown := clean.clean(text)
			if strings.Contains(shown, key) || utf8.RuneCountInString(shown) > maxShown || !utf8.ValidString(shown) {
				t.Errorf("%q", shown)
			}
			if i := strings.IndexFunc(shown, func(r rune) bool { return unicode.IsControl(r) }); i >= 0 {
				t.Errorf("control character in %q", shown)
			}
		}
		for _, status := range []int{400, 401, 404, 413, 422, 429, 500} {
			if code := classify(status, e, false); advice.Model(fault.New(code, nil)) == "" {
				t.Errorf("no advice for %s", string(code))
			}
			formatTurnedDown(status, e)
		}
	})
}

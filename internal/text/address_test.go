package text_test

import (
	"testing"

	"judgement/internal/text"
)

func TestAddress(t *testing.T) {
	tests := map[string]string{
		"http://127.0.0.1:8000/v1": "http://127.0.0.1:8000/v1",
		"https://r.openai.azure.com/openai/deployments/gpt-4o-mini-2024-07-18-prod?api-version=2024-10-21": "https://r.openai.azure.com/openai/deployments/gpt-4o-mini-2024-07-18-prod?api-version=2024-10-21",
		"http://user:hunter2@h/v1":              "http://xxxxx@h/v1",
		"ftp://hunter2@h/v1":                    "ftp://xxxxx@h/v1",
		"user:hunter2@h/v1":                     "xxxxx@h/v1",
		" http://u:hunter2@h/v1":                "xxxxx@h/v1",
		"http://h/v1?key=hunter2":               "http://h/v1?xxxxx",
		"http://h/v1?api-version=1&key=hunter2": "http://h/v1?xxxxx",
		"http://h/v1#hunter2":                   "http://h/v1#xxxxx",
		"http://h/sk-hunter2/v1":                "http://h/xxxxx/v1",
		"http://h/0123456789abcdef01234567/v1":  "http://h/xxxxx/v1",
		"http://h/%zz":                          "(not a URL)",
	}
	for in, want := range tests {
		if got := text.Address(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

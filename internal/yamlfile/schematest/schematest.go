// Package schematest holds JSON Schemas for editors to what loaders of YAML files
// refuse, in tests.
package schematest

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"
)

// Compile returns the JSON Schema in a file, ready to validate.
func Compile(t testing.TB, file string) *jsonschema.Schema {
	t.Helper()
	schema, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("file.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	out, err := c.Compile("file.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Check has a schema look at a YAML file: wrong says whether it must refuse it,
// noJSON that the file can't be said in JSON at all, so that no schema sees it.
func Check(t testing.TB, schema *jsonschema.Schema, text string, wrong, noJSON bool) {
	t.Helper()
	var v any
	if err := yaml.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(v)
	if (err != nil) != noJSON {
		t.Fatal(err)
	}
	if noJSON {
		return
	}
	file, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(file); (err != nil) != wrong {
		t.Errorf("schema says %v, want a refusal: %v", err, wrong)
	}
}

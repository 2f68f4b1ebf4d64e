package panel

import (
	_ "embed"
	"slices"
)

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema (2020-12) of a panel file. What spans several
// files or entries, such as a duplicate slug, is beyond it.
func Schema() []byte { return slices.Clone(schema) }

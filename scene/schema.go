package scene

import (
	_ "embed"
	"slices"
)

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema (2020-12) of a scene file. What needs another
// file, such as the anchor's, is beyond it.
func Schema() []byte { return slices.Clone(schema) }

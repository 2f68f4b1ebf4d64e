// Package yamlfile reads YAML files strictly: unknown keys, wrong types and
// duplicate keys are problems that name file, line, column and the nearest
// valid key, and all problems of a file come at once. Anchors, aliases, tags
// and several documents in a file are refused. It knows no rules of any one
// format: a loader asks a Map for its keys and adds its own problems.
package yamlfile

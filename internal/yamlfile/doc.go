// Package yamlfile reads YAML files strictly: unknown keys, wrong types and
// duplicate keys are problems that name file, line, column and the nearest
// valid key, and all problems of a file come at once. It knows no rules of any
// one format.
package yamlfile

package config

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// key is one setting, as the tags of its field describe it.
type key struct {
	name     string
	env      []string // its variables, strongest first; empty: only the file gives it
	secret   bool     // only its variable gives it, and nothing shows it
	fallback string
	valid    string // a|b, low..high, or the name of a form
	example  string // what to write for one that is not valid
	doc      string
	field    []int // in Settings
	typ      reflect.Type
}

// pricesKey names the one setting that is a table, which only the file gives.
const pricesKey = "llm.prices"

// keys is the one table of settings; it is never changed.
var keys = describe(reflect.TypeFor[Settings](), "", nil)

// describe lists the settings of a group.
func describe(group reflect.Type, prefix string, at []int) (out []key) {
	for i := range group.NumField() {
		f := group.Field(i)
		k := key{
			name: prefix + cmp.Or(f.Tag.Get("key"), strings.ToLower(f.Name)), fallback: f.Tag.Get("default"), valid: f.Tag.Get("valid"),
			example: f.Tag.Get("example"), doc: f.Tag.Get("doc"), field: append(slices.Clone(at), i), typ: f.Type, env: []string{},
		}
		if variable := f.Tag.Get("secret"); variable != "" {
			k.env, k.secret = []string{variable}, true
		} else if variables := f.Tag.Get("env"); variables != "" {
			k.env = strings.Split(variables, ",")
		}
		switch {
		case f.Type.Kind() == reflect.Struct:
			out = append(out, describe(f.Type, k.name+".", k.field)...)
		case k.doc != "":
			out = append(out, k)
		}
	}
	return out
}

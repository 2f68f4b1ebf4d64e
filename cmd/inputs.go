package cmd

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"judgement/internal/batch"
	"judgement/internal/casefile"
	"judgement/internal/terminal"
)

// input is a file to be judged.
type input struct {
	path  string
	given string // as the command line names it, for messages about paths
	name  string
	brand string
}

// stdinName is what standard input is called if a file has its name.
const stdinName = "standard input"

// inputs turns arguments into files with their brands. A folder means the
// documents in it, and - for standard input. Standard error says what is left out of
// a folder.
func (a *App) inputs(args []string, brand string) ([]input, error) {
	var out []input
	for _, arg := range args {
		if arg == "-" {
			if brand == "" || len(args) > 1 {
				return nil, usageError("give - alone, with --brand NAME", "standard input has no name to make a brand of")
			}
			out = append(out, input{path: arg, given: arg, name: stdinName})
			continue
		}
		info, err := os.Stat(a.Path(arg))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, usageError("check the path; it is looked up from "+a.Dir, "there is no file %s", arg)
		case err != nil:
			return nil, readFailure(arg, err)
		case !info.IsDir():
			if err := checkRegular(arg, info); err != nil {
				return nil, err
			}
			out = append(out, input{path: a.Path(arg), given: arg, name: filepath.Base(arg)})
			continue
		}
		names, leftOut, err := batch.Documents(a.Path(arg))
		if err != nil {
			return nil, readFailure(arg, err)
		}
		for _, line := range leftOut {
			fmt.Fprintln(a.Err, terminal.PlainLine(line))
		}
		if len(names) == 0 {
			return nil, usageError("put the documents directly into the folder", "there are no documents in %s", a.Path(arg))
		}
		for _, name := range names {
			out = append(out, input{path: filepath.Join(a.Path(arg), name), given: filepath.Join(arg, name), name: name})
		}
	}
	if brand != "" && len(out) > 1 {
		return nil, usageError("leave --brand out: each file's name becomes its brand", "--brand names one case, but there are %d files", len(out))
	}
	return out, brandInputs(out, brand, a.format == githubFormat)
}

// brandInputs gives each file its brand: the one given, else its name, with the folders
// before it if whole.
func brandInputs(list []input, brand string, whole bool) (err error) {
	seen := map[string]string{}
	var clashes []string
	for i := range list {
		b := brand
		if b == "" {
			name := list[i].name
			if whole {
				name = strings.ReplaceAll(path.Clean(filepath.ToSlash(list[i].given)), "/", "-")
			}
			b, err = casefile.BrandFromFile(name)
			if _, twice := seen[b]; whole && (err != nil || twice) { // no file of a pull request keeps others from being judged
				b, err = fmt.Sprintf("document-%x", sha256.Sum256([]byte(name)))[:len("document-")+12], nil
			}
		} else {
			err = casefile.CheckBrand(b)
		}
		if err != nil {
			return err
		}
		if other, twice := seen[b]; twice {
			if other == list[i].given {
				return usageError("name each file once", "%s is named twice", other)
			}
			clashes = append(clashes, fmt.Sprintf("%s and %s would both be the case %s", other, list[i].given, b))
			continue
		}
		seen[b], list[i].brand = list[i].given, b
	}
	switch len(clashes) {
	case 0:
		return nil
	case 1:
		return usageError("rename one of them, or take it out of this run and review it by itself with --brand NAME", "%s", clashes[0])
	}
	return usageError("rename one of each, or take it out of this run and review it by itself with --brand NAME", "%s", strings.Join(clashes, "; "))
}

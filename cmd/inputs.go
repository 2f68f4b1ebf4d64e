package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"judgement/internal/casefile"
)

// input is a file to be judged.
type input struct {
	path  string
	given string // as the command line names it, for messages about paths
	name  string
	brand string
}

// stdinName is what standard input is called where a file has its name.
const stdinName = "standard input"

// inputs turns arguments into files with their brands. A folder stands for the
// documents in it, and - for standard input. What is left out of a folder is told
// on standard error.
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
		path := arg
		if !filepath.IsAbs(path) {
			path = filepath.Join(a.Dir, path)
		}
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, usageError("check the path; it is looked up from "+a.Dir, "there is no file %s", arg)
		case err != nil:
			return nil, readFailure(arg, err)
		case info.IsDir():
			files, err := a.documentsIn(path, arg)
			if err != nil {
				return nil, err
			}
			out = append(out, files...)
		default:
			if err := checkRegular(arg, info); err != nil {
				return nil, err
			}
			out = append(out, input{path: path, given: arg, name: filepath.Base(path)})
		}
	}
	if brand != "" && len(out) > 1 {
		return nil, usageError("leave --brand out: each file's name becomes its brand", "--brand names one case, but there are %d files", len(out))
	}
	return out, brandInputs(out, brand)
}

// brandInputs gives each file its brand: the one given, else its name.
func brandInputs(list []input, brand string) error {
	seen := map[string]string{}
	for i := range list {
		b := brand
		if b == "" {
			var err error
			if b, err = casefile.BrandFromFile(list[i].name); err != nil {
				return err
			}
		} else if err := casefile.CheckBrand(b); err != nil {
			return err
		}
		if other, twice := seen[b]; twice {
			if other == list[i].given {
				return usageError("name each file once", "%s is named twice", other)
			}
			return usageError("rename one of them, or take it out of this run and review it by itself with --brand",
				"%s and %s would both be the case %s", other, list[i].given, b)
		}
		seen[b], list[i].brand = list[i].given, b
	}
	return nil
}

// documentsIn lists the documents that stand directly in a folder, by name:
// regular files without hidden ones, README.md, what programs leave beside
// documents, and files whose ending is that of no document. given is the folder
// as the command line names it.
func (a *App) documentsIn(dir, given string) ([]input, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, readFailure(dir, err)
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	var out []input
	for _, e := range entries {
		name := e.Name()
		switch {
		case leftBeside(name), strings.EqualFold(name, "README.md"):
		case e.IsDir():
			if n := filesIn(filepath.Join(dir, name)); n > 0 {
				fmt.Fprintf(a.Err, plural(n, "%d file(s) in %s/ %s left out: folders in a folder are not read\n"), n, plainLine(name), areOf(n))
			}
		case e.Type()&fs.ModeSymlink != 0:
			fmt.Fprintf(a.Err, "left out: %s (a link: name it by itself)\n", plainLine(name))
		case !e.Type().IsRegular():
			fmt.Fprintf(a.Err, "left out: %s (no regular file)\n", plainLine(name))
		case noDocument(name):
			fmt.Fprintf(a.Err, "left out: %s (no document)\n", plainLine(name))
		default:
			out = append(out, input{path: filepath.Join(dir, name), given: filepath.Join(given, name), name: name})
		}
	}
	if len(out) == 0 {
		return nil, usageError("put the documents directly into the folder", "there are no documents in %s", dir)
	}
	return out, nil
}

// areOf is the verb for n things.
func areOf(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// maxCounted bounds how far the files of a folder that is left out are counted.
const maxCounted = 100_000

// filesIn counts the files in a folder and below it that a batch might have
// meant. What can't be read is not counted.
func filesIn(dir string) int {
	n := 0
	// The function's only error ends the walk.
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case n >= maxCounted:
			return fs.SkipAll
		case err != nil:
			return nil
		case path != dir && leftBeside(e.Name()):
			if e.IsDir() {
				return fs.SkipDir
			}
		case !e.IsDir():
			n++
		}
		return nil
	})
	return n
}

// leftBeside reports whether a file is no document but what a program leaves
// beside them: hidden files, among them LibreOffice's locks, the owner files and
// unsaved copies of Microsoft Office, and what Windows and macOS know of a folder.
func leftBeside(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "~$") ||
		strings.HasPrefix(lower, "~wrl") && strings.HasSuffix(lower, ".tmp") ||
		lower == "thumbs.db" || lower == "desktop.ini" || lower == "__macosx"
}

// noDocument reports an ending that no document has which judges could read. An
// ending that nobody knows may be part of a name, as in "plan v1.2", and formats
// of documents that intake can't read are for it to refuse, with what to do.
func noDocument(name string) bool {
	ending := strings.TrimPrefix(strings.ToLower(filepath.Ext(name)), ".")
	return slices.Contains(strings.Fields(noDocuments), ending)
}

// noDocuments are endings: data and settings, tables, programs and their
// sources, pictures, sound and video, archives, fonts, and what programs keep.
const noDocuments = `
json jsonl ndjson geojson yaml yml toml ini cfg conf env xml xsd xsl lock properties plist
csv tsv xls xlsx xlsm ods numbers parquet sql db sqlite sqlite3 mdb
sh bash zsh fish bat cmd ps1 py pyc ipynb rb pl php lua js mjs cjs ts jsx tsx vue css scss go rs cc cpp hpp cs java class jar kt swift scala
exe dll so dylib bin msi apk app deb rpm iso dmg wasm
png jpg jpeg gif webp bmp tif tiff heic heif svg ico psd ai eps fig sketch drawio
mp3 m4a wav ogg oga flac aac wma mp4 m4v mov mkv webm avi wmv
zip gz tgz bz2 tbz xz txz zst 7z rar tar cab
ttf otf woff woff2
bak tmp temp swp crdownload url lnk ics vcf p7s asc sig pem crt`

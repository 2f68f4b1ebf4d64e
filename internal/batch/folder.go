package batch

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Documents lists the names of the documents directly in a folder, sorted: regular
// files without hidden ones, README.md, files that programs leave beside documents,
// and files whose ending no document has. leftOut has a line about each other entry
// that the user may have meant.
func Documents(dir string) (names, leftOut []string, err error) {
	entries, err := os.ReadDir(dir) // sorted
	for _, e := range entries {
		name, why := e.Name(), ""
		switch {
		case leftBeside(name), strings.EqualFold(name, "README.md"):
			continue
		case e.IsDir():
			switch n := filesIn(filepath.Join(dir, name)); n {
			case 0:
			case 1:
				leftOut = append(leftOut, fmt.Sprintf("1 file in %s/ is left out: folders in a folder are not read", name))
			default:
				leftOut = append(leftOut, fmt.Sprintf("%d files in %s/ are left out: folders in a folder are not read", n, name))
			}
			continue
		case e.Type()&fs.ModeSymlink != 0:
			why = "a link: name it by itself"
		case !e.Type().IsRegular():
			why = "no regular file"
		case slices.Contains(strings.Fields(noDocuments), strings.TrimPrefix(strings.ToLower(filepath.Ext(name)), ".")):
			why = "no document"
		default:
			names = append(names, name)
			continue
		}
		leftOut = append(leftOut, fmt.Sprintf("left out: %s (%s)", name, why))
	}
	return names, leftOut, err
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

// leftBeside reports whether a file is no document but one that a program leaves
// beside documents: hidden files, among them LibreOffice's locks, the owner files and
// unsaved copies of Microsoft Office, and what Windows and macOS know of a folder.
func leftBeside(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "~$") ||
		strings.HasPrefix(lower, "~wrl") && strings.HasSuffix(lower, ".tmp") ||
		lower == "thumbs.db" || lower == "desktop.ini" || lower == "__macosx"
}

// noDocuments are endings that no document has which judges could read. An unknown
// ending may be part of a name, as in "plan v1.2". Formats of documents that intake
// can't read are for it to refuse, with what to do. These are endings of data and
// settings, tables, programs and their sources, pictures, sound and video, archives,
// fonts, and what programs keep.
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

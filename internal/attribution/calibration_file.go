package attribution

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"judgement/internal/casefile"
	"judgement/report/html"
)

// Names of the calibration's files.
const (
	calibrationJSON = "cases/calibration.json"
	calibrationHTML = "cases/calibration.html"
)

// calibrate brings the calibration's files up to date.
func (r *run) calibrate(ctx context.Context, cases []*CaseInfo) error {
	c := calibration(cases)
	var err error
	if c.Names, err = r.names(ctx, c.Judges, cases); err != nil {
		return err
	}
	asJSON, err := encodeFile(c)
	if err != nil {
		return fmt.Errorf("encode the calibration: %w", err)
	}
	asHTML := html.Render(c.Page())
	var files []casefile.File
	for _, f := range []casefile.File{{Name: calibrationJSON, Data: asJSON}, {Name: calibrationHTML, Data: asHTML}} {
		was, err := casefile.ReadLimited(ctx, r.Storage, f.Name, maxOutcomes)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if !bytes.Equal(was, f.Data) {
			files = append(files, f)
		}
	}
	return r.Storage.Write(ctx, files...)
}

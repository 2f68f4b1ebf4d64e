package casefile

import (
	"context"
	"fmt"
)

// ReadReport returns a file of the case's report folder, by name from it, such
// as meeting-summary.md. A missing one is fs.ErrNotExist.
func (c *Case) ReadReport(ctx context.Context, name string) ([]byte, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	return c.cs.st.Read(ctx, "reports/"+c.Folder+"/"+name)
}

// WriteReport replaces a file of the case's report folder that can be made again
// from others, such as meeting-summary.pptx. Snapshots of versions are refused.
func (c *Case) WriteReport(ctx context.Context, name string, data []byte) error {
	if err := checkFiles([]File{{Name: name}}, map[string]bool{"report.md": true}, "versions/"); err != nil {
		return err
	}
	unlock, err := c.cs.lockFolder(ctx, c.Folder)
	if err != nil {
		return err
	}
	defer unlock()
	if err := c.cs.st.Write(ctx, File{Name: "reports/" + c.Folder + "/" + name, Data: data}); err != nil {
		return fmt.Errorf("write %s of case %s: %w", name, c.ID, err)
	}
	return nil
}

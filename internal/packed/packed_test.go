package packed_test

import (
	"testing"

	"github.com/klauspost/compress/zstd"

	"judgement/internal/packed"
)

func TestRead(t *testing.T) {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	file := w.EncodeAll([]byte("the mill, the mill, the mill"), nil)
	if got, err := packed.Read(file); err != nil || string(got) != "the mill, the mill, the mill" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := packed.Read(file[:len(file)-4]); err == nil {
		t.Error("a cut file is read")
	}
}

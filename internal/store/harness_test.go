package store_test

import (
	"os"
	"testing"

	"judgement/internal/database/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainInMemory(m)) }

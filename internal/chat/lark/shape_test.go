package lark

import (
	"reflect"
	"testing"

	larkcache "github.com/larksuite/oapi-sdk-go/v3/cache"
	"github.com/larksuite/oapi-sdk-go/v3/event/dispatcher"
	larkws "github.com/larksuite/oapi-sdk-go/v3/ws"
)

// TestShapes holds the shapes that are reached into to the SDK's own: the same
// fields of the same types at the same places.
func TestShapes(t *testing.T) {
	same(t, reflect.TypeFor[dispatcherShape](), reflect.TypeFor[dispatcher.EventDispatcher]())
	same(t, reflect.TypeFor[cacheShape](), reflect.TypeFor[larkcache.Cache]())
	cron, _ := reflect.TypeFor[larkcache.Cache]().FieldByName("cron")
	same(t, reflect.TypeFor[cronShape](), cron.Type.Elem())
	f, ok := reflect.TypeFor[larkws.Client]().FieldByName("cache")
	ours, _ := reflect.TypeFor[clientShape]().FieldByName("cache")
	if !ok || f.Offset != ours.Offset || f.Type != ours.Type {
		t.Errorf("larkws.Client keeps %v at %d, want %v at %d", f.Type, f.Offset, ours.Type, ours.Offset)
	}
}

func same(t *testing.T, ours, theirs reflect.Type) {
	t.Helper()
	if ours.NumField() != theirs.NumField() || ours.Size() != theirs.Size() {
		t.Fatalf("%v has %d fields in %d bytes, %v %d in %d", ours, ours.NumField(), ours.Size(), theirs, theirs.NumField(), theirs.Size())
	}
	for i := range ours.NumField() {
		a, b := ours.Field(i), theirs.Field(i)
		if a.Offset != b.Offset || a.Type.Kind() != b.Type.Kind() || a.Type.Kind() != reflect.Pointer && a.Type != b.Type {
			t.Errorf("field %d of %v is %s %v at %d, of %v %s %v at %d", i, ours, a.Name, a.Type, a.Offset, theirs, b.Name, b.Type, b.Offset)
		}
	}
}

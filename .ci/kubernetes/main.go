// Command kubernetes decodes manifests strictly into Kubernetes' own types. An
// unknown or duplicate field, a value of a wrong type and an object of an unknown
// kind are errors. It is a separate module, for tests, so that the program's module
// does not need those of Kubernetes.
package main

import (
	"bytes"
	"fmt"
	"os"

	apps "k8s.io/api/apps/v1"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

// object returns an empty object of a kind, or nil if the kind is unknown.
func object(kind meta.TypeMeta) any {
	switch kind.APIVersion + " " + kind.Kind {
	case "v1 ConfigMap":
		return &core.ConfigMap{}
	case "v1 Secret":
		return &core.Secret{}
	case "v1 Service":
		return &core.Service{}
	case "v1 PersistentVolumeClaim":
		return &core.PersistentVolumeClaim{}
	case "apps/v1 Deployment":
		return &apps.Deployment{}
	case "batch/v1 Job":
		return &batch.Job{}
	case "policy/v1 PodDisruptionBudget":
		return &policy.PodDisruptionBudget{}
	case "networking.k8s.io/v1 NetworkPolicy":
		return &networking.NetworkPolicy{}
	}
	return nil
}

func check(document []byte) error {
	var kind meta.TypeMeta
	if err := yaml.Unmarshal(document, &kind); err != nil {
		return err
	}
	o := object(kind)
	if o == nil {
		return fmt.Errorf("unknown kind %q of %q", kind.Kind, kind.APIVersion)
	}
	return yaml.UnmarshalStrict(document, o)
}

func main() {
	bad := false
	for _, name := range os.Args[1:] {
		data, err := os.ReadFile(name)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		for i, document := range bytes.Split(data, []byte("\n---\n")) {
			if err := check(document); err != nil {
				fmt.Printf("%s, document %d: %v\n", name, i+1, err)
				bad = true
			}
		}
	}
	if bad {
		os.Exit(1)
	}
}

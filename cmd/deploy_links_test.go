package cmd

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// unlinked lists what objects of the manifests name although it isn't there:
// labels that select nothing, volumes, claims and ports.
func unlinked(t *testing.T, files fstest.MapFS) (out []string) {
	t.Helper()
	type pod struct {
		labels map[string]any
		ports  map[string]bool // by name and number
	}
	var pods []pod
	claims := map[string]bool{}
	objects(t, files, func(file string, o map[string]any) {
		if o["kind"] == "PersistentVolumeClaim" {
			claims[fmt.Sprint(at(o, "metadata", "name"))] = true
		}
		template := at(o, "spec", "template")
		if template == nil {
			return
		}
		labels, _ := at(template, "metadata", "labels").(map[string]any)
		p := pod{labels, map[string]bool{}}
		volumes := map[string]bool{}
		for _, v := range list(at(template, "spec", "volumes")) {
			volumes[fmt.Sprint(at(v, "name"))] = true
		}
		for _, c := range list(at(template, "spec", "containers")) {
			for _, m := range list(at(c, "volumeMounts")) {
				if name := fmt.Sprint(at(m, "name")); !volumes[name] {
					out = append(out, file+": no volume "+name)
				}
			}
			for _, port := range list(at(c, "ports")) {
				p.ports[fmt.Sprint(at(port, "name"))], p.ports[fmt.Sprint(at(port, "containerPort"))] = true, true
			}
			if at(c, "securityContext", "readOnlyRootFilesystem") != true || at(template, "spec", "securityContext", "runAsNonRoot") != true {
				out = append(out, file+": it may write everywhere, or is root")
			}
		}
		pods = append(pods, p)
	})
	selected := func(selector any, ports ...string) bool {
		want, _ := selector.(map[string]any)
		for _, p := range pods {
			ok := len(want) > 0
			for k, v := range want {
				ok = ok && p.labels[k] == v
			}
			for _, port := range ports {
				ok = ok && p.ports[port]
			}
			if ok {
				return true
			}
		}
		return false
	}
	objects(t, files, func(file string, o map[string]any) {
		switch o["kind"] {
		case "Deployment", "PodDisruptionBudget":
			if !selected(at(o, "spec", "selector", "matchLabels")) {
				out = append(out, fmt.Sprint(file, ": the ", o["kind"], " selects no pod"))
			}
		case "Service":
			if port := fmt.Sprint(at(o, "spec", "ports", 0, "targetPort")); !selected(at(o, "spec", "selector"), port) {
				out = append(out, file+": the Service reaches no port "+port)
			}
		case "NetworkPolicy":
			for _, rule := range list(at(o, "spec", "ingress")) {
				for _, p := range list(at(rule, "ports")) {
					if port := fmt.Sprint(at(p, "port")); !selected(at(o, "spec", "podSelector", "matchLabels"), port) {
						out = append(out, file+": the policy lets in to no port "+port)
					}
				}
			}
		}
		for _, v := range list(at(o, "spec", "template", "spec", "volumes")) {
			if claim := at(v, "persistentVolumeClaim", "claimName"); claim != nil && !claims[fmt.Sprint(claim)] {
				out = append(out, fmt.Sprint(file, ": no claim ", claim))
			}
		}
	})
	return out
}

// TestManifestsFit: what the manifests name of each other is there.
func TestManifestsFit(t *testing.T) {
	for _, p := range unlinked(t, deployed(t)) {
		t.Error(p)
	}
	for _, bad := range [][4]string{
		{"kubernetes/serve.yaml", "  selector: {app.kubernetes.io/name: judgement,", "  selector: {app.kubernetes.io/name: judge,", "Service reaches"},
		{"kubernetes/serve.yaml", "targetPort: http", "targetPort: web", "port web"},
		{"kubernetes/worker.yaml", "matchLabels: {app.kubernetes.io/name: judgement, app.kubernetes.io/component: worker}", "matchLabels: {app.kubernetes.io/component: work}", "Deployment selects"},
		{"kubernetes/chat.yaml", "- name: tmp", "- name: temp", "no volume tmp"},
		{"kubernetes/chat.yaml", "readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false", "write everywhere"},
		{"kubernetes/workspace.yaml", "name: judgement-workspace", "name: judgement-files", "no claim"},
		{"kubernetes/network.yaml", "port: 9422", "port: 9432", "port 9432"},
	} {
		if said := strings.Join(unlinked(t, spoilt(t, bad[0], bad[1], bad[2])), "\n"); !strings.Contains(said, bad[3]) {
			t.Errorf("%s with %s: %q", bad[0], bad[2], said)
		}
	}
}

// Command fakemodel runs another command with a fake model server in its
// environment, for pictures and for trials of a whole panel without a model. The
// scores are computed from the prompts, so judges differ and a run can be repeated.
// They say nothing about the documents.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"judgement/internal/llm/fakeserver"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "fakemodel:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	options, model := fakeserver.Options{PromptCache: true}, "fake"
	if len(args) > 0 && args[0] == "-sample" {
		options.Responder, model, args = sample, "written replies, no model judged", args[1:]
	}
	if len(args) == 0 {
		return errors.New("usage: fakemodel [-sample] COMMAND [ARGUMENT…]")
	}
	s, err := fakeserver.New(options)
	if err != nil {
		return err
	}
	defer s.Close()
	c := exec.Command(args[0], args[1:]...)
	c.Env = append(os.Environ(), "OPENAI_BASE_URL="+s.URL(), "JUDGEMENT_LLM_MODEL="+model)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	return c.Run()
}

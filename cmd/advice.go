package cmd

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"judgement/internal/advice"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/report"
)

// What several pieces of advice say.
const (
	runAgain    = "run the same command again: what was answered is kept and not paid for twice"
	runDone     = "run the same command again: what is done is kept"
	runLonger   = "run the same command again to resume, with a longer --timeout: what was answered is kept"
	moreTime    = "give it more time, or restrict it with --case"
	listCases   = "cases are listed in the folder cases/, brands in reports/; --workspace names another workspace"
	shortBrand  = "use --brand with a short name such as acme-2 or 示例"
	writableDir = "make the folder writable for this user, or choose another with --workspace"
)

// worded is what the command line says of a fault inside err.
func worded(err error, f *fault.Error) *failure {
	out := &failure{exit: f.Code.Exit(), code: f.Code.Word(), text: err.Error(), fix: fixFor(f)}
	switch out.code {
	case "document", "write", "other_scene":
		out.text = f.Error() // which names the file
	case "no_quorum", "over_budget":
		if s, ok := spentOf(f); ok {
			out.text += "\n" + wordsFor(report.English).spent(spent(s.Usage, s.Cost))
		}
	}
	switch {
	case f.Code != fault.CheckStopped:
	case errors.Is(err, context.Canceled):
		out.text += ": interrupted"
		out.exit, out.code, out.fix = fault.ExitInterrupted, "interrupted", "run the same command again: what was written is whole"
	default:
		out.text += ": the time limit was over"
	}
	return out
}

// spent is the line about what judges cost that gave no result.
func (w wording) spent(used string) string { return w("spent on it: ", "已花费：") + used }

// spentOf is what was spent on judges that gave no result; ok is false if nothing was.
func spentOf(f *fault.Error) (s format.Spent, ok bool) {
	err := json.Unmarshal([]byte(f.Params["spent"]), &s)
	return s, err == nil
}

// then puts advice that a fault carries before what is to be done after it.
func then(f *fault.Error, next string) string {
	if fix := advice.Model(f); fix != "" {
		return fix + "; then " + next
	}
	return next
}

// noPrice says what to do if a limit in money can't be kept; other is what else the
// command can be limited by.
func (a *App) noPrice(err error, other string) error {
	f := fault.From(err)
	if f == nil || f.Code != fault.NoPrice {
		return err
	}
	fix := "give all prices of llm.prices in one currency"
	if model := f.Params["model"]; model != "" {
		fix = "add it to judgement.yaml in the workspace"
		if a.Workspace.Dir == "" {
			fix = "make a workspace with 'judgement init DIR' and add it to judgement.yaml there"
		}
		fix += ", such as: llm: {prices: [{model: " + model + ", input: 0.25, output: 2}]}"
	}
	return f.With("advice", fix+"; or "+other)
}

// fixFor is what a person at the command line can do about a fault; empty if its
// message says all. The package's test lists all codes with their advice.
func fixFor(f *fault.Error) string {
	if fix := f.Params["advice"]; fix != "" {
		return fix
	}
	switch f.Code {
	case fault.NoAnswers:
		return then(f, runAgain)
	case fault.NoUsable:
		return noUsableFix(f)
	case fault.Unfinished:
		return then(f, "run the same command again to resume: what was answered is kept")
	case fault.UnknownScene:
		if f.Params["detail"] == "" {
			return "add a scene with 'judgement add-scene'"
		}
	case fault.DamagedBoard:
		return fmt.Sprintf("move %[1]s/board.json away, such as to board.json.broken, and run 'judgement ranking %[2]s': the board is made again from the reviews, which are kept, and what is in versions/ stays",
			f.Params["folder"], f.Params["scene"])
	case fault.NotPairwise:
		return "write ranking: {mode: pairwise} into scenes/" + f.Params["scene"] + "/scene.yaml"
	case fault.DamagedCase:
		if fix := f.Params["fix"]; fix != "" {
			return fix
		}
	case fault.Changed:
		if id := f.Params["render"]; id != "" {
			return "'judgement report render " + id + " --out FOLDER' renders the report again: copy the named file from FOLDER to its place"
		}
	case fault.Refused:
		if cp := f.Params["accept"]; cp != "" {
			return "accept it first: 'judgement attribution accept " + f.Params["case"] + " " + cp + "'"
		}
	case fault.BadRows:
		return rowsFix(f)
	case fault.Brand:
		if better := f.Params["better"]; better != "" {
			return "use --brand " + better
		}
	case fault.DocumentTooLong:
		return tooLong(f)
	case fault.ModelSettings:
		return then(f, "'judgement doctor' checks it")
	}
	return cmp.Or(fixes[f.Code], advice.Model(f))
}

// abstainedFix is for judges who all say that they can't judge a document.
const abstainedFix = "look at the judges' reasons: asking again seldom helps; choose a scene whose judges can judge this document"

// noUsableFix is for a review without enough replies that can be used.
func noUsableFix(f *fault.Error) string {
	const other = "ask all judges again with --new-version, or choose another model with --model"
	switch {
	case f.Params["cause"] != "":
		return then(f, "run the same command again, or "+other)
	case f.Params["abstained"] != "":
		return abstainedFix + " with --scene, or another model with --model"
	case f.Params["again"] != "":
		return "run the same command again to ask those judges once more: replies that can be used are kept; or " + other
	}
	return other
}

// rowsFix is for labels that can't be used.
func rowsFix(f *fault.Error) string {
	switch {
	case f.Params["stored"] != "":
		return "correct the rows, or restore the file from a backup"
	case f.Params["differ"] != "":
		return "keep one value per person, document and lens; --replace lets the new ones count; nothing was written"
	}
	return ""
}

// tooLong is what to do about a prompt that does not fit.
func tooLong(f *fault.Error) string {
	fix := "a review is never split: "
	if advice.Shorter(f) {
		fix += "shorten the document, or "
	}
	return fix + advice.LargerContext + "; if the model takes more than that, set llm.context_tokens (JUDGEMENT_LLM_CONTEXT_TOKENS)"
}

// fixes has what to do about the faults of a code; it is never changed.
var fixes = map[fault.Code]string{
	fault.DocumentGone:        "submit the document again",
	fault.OverBudget:          "raise --max-tokens or --max-cost (see --plan) and run the command again: what was answered is kept and not paid for twice",
	fault.AttributionBusy:     "wait until it ends; the lock ends with its process",
	fault.AttributionClock:    "a dry run may be for any day; if the clock of an earlier run was wrong, remove that run's file from cases/.attribution/receipts",
	fault.CheckStopped:        moreTime,
	fault.CheckNotStarted:     moreTime,
	fault.CheckLate:           moreTime,
	fault.ModelUnnamed:        "set llm.model (JUDGEMENT_LLM_MODEL), name one with --model, or set a model for the judge in panel.yaml",
	fault.InvalidScene:        "fix the files named above; 'judgement smoke all' checks every scene",
	fault.BrandOfFile:         shortBrand,
	fault.BrandFolder:         shortBrand,
	fault.BrandPrefix:         "change report.brand_prefix in the scene's scene.yaml",
	fault.OtherScene:          "name another case with --brand, or give the scene a report.brand_prefix of its own",
	fault.BoardOtherScene:     "give one of the two scenes a report.brand_prefix of its own in its scene.yaml, then rank again; the reviews themselves are kept",
	fault.Busy:                "wait until it ends, or stop it (judgement jobs cancel), then run the same command again",
	fault.UnknownCase:         listCases,
	fault.AmbiguousCase:       listCases,
	fault.DamagedCase:         "fix the file, or restore it from a backup; the case.yaml of another case shows its keys",
	fault.DamagedPlan:         "compare again with 'judgement ranking SCENE --compare': what was answered is kept",
	fault.Publishing:          "run the command again in a moment",
	fault.UnknownVersion:      "leave --version out for the latest one; run the review again to finish one that was stopped",
	fault.NoRanking:           "name a scene whose panel.yaml has output_format: workshop_ranking",
	fault.TooMany:             "split the competition into several scenes",
	fault.Write:               "make sure that the file can be written, then " + runDone,
	fault.WriteFull:           "free some space and " + runDone,
	fault.WriteReadOnly:       "mount it for writing, or choose another folder with --workspace",
	fault.WriteDenied:         writableDir,
	fault.LockLost:            "run the same command again",
	fault.UnknownJob:          "'judgement jobs list' shows the jobs",
	fault.JobEnded:            "'judgement jobs show' says how it ended",
	fault.NotFailed:           "'judgement jobs show' says how it is; to have the document judged again, submit it again",
	fault.DatabaseLocked:      "wait for the other process to end, or end the one that hangs, then run the same command again",
	fault.DatabaseReadOnly:    "make the file and its folder writable for this user; a Postgres database must not be a standby (the primary's address belongs into database.url)",
	fault.DatabaseFull:        "free some space and " + runDone,
	fault.DatabaseNewer:       "install at least the version of judgement that it belongs to, or restore a backup from before the change",
	fault.DatabaseUnreachable: "check that Postgres runs and can be reached, and that database.url (JUDGEMENT_DATABASE_URL) is right, then " + runDone,
	fault.DatabaseRefused:     "check user, password, database name and rights in database.url (JUDGEMENT_DATABASE_URL)",
	fault.DatabaseDamaged:     "restore it from a backup (see 'judgement db backup'), or move it away to begin with an empty one",
	fault.DatabaseMismatch:    "if other programs keep tables in it, give judgement a database of its own; otherwise its record of the version is lost: restore it from a backup (see 'judgement db backup')",
	fault.DatabaseConflict:    "run the same command again",
	fault.Brand:               shortBrand,
	fault.UnknownScene:        "'judgement scene list' shows the scenes of the workspace; --workspace names another",
	fault.Exists:              "choose another slug, or edit the scene that is there",
	fault.InvalidPanel:        "correct the file, or the path; 'judgement panel resolve PATH' checks it again",
	fault.InvalidSkill:        "correct the file; 'judgement judge check' checks it strictly",
	fault.NotWritten:          "check that the folder is writable and the disk is not full",
	fault.NotEmpty:            "name a folder that is new or empty",
	fault.OtherContent:        "name an empty folder with --out: this one holds other cases, or a version that was changed by hand",
}

package cmd

import (
	"encoding/json"
	"fmt"

	"judgement/internal/fault"
	"judgement/internal/format"
)

// What several pieces of advice say.
const (
	runAgain    = "run the same command again: what was answered is kept and not paid for twice"
	runDone     = "run the same command again: what is done is kept"
	shortBrand  = "use --brand with a short name such as acme-2 or 示例"
	writableDir = "make the folder writable for this user, or choose another with --workspace"
)

// worded is what the command line says of a fault inside err: its exit code, its
// code for scripts and what to do.
func worded(err error, f *fault.Error) *failure {
	out := &failure{exit: f.Code.Exit(), code: f.Code.Word(), fix: advice(f), err: err}
	switch out.code {
	case "document", "write", "other_scene":
		out.err = f // which names the file
	case "no_quorum", "over_budget":
		if s := spentOn(f); s != "" {
			out.err = fmt.Errorf("%w\nspent on it: %s", err, s)
		}
	case "deadline":
		out.err = ended(err)
	case "changed":
		out.err = fmt.Errorf("what was published is no longer what it was: %w", err)
	}
	return out
}

// spentOn is what judges cost that were asked in vain; empty: nothing.
func spentOn(f *fault.Error) string {
	var s format.Spent
	if json.Unmarshal([]byte(f.Params["spent"]), &s) != nil {
		return ""
	}
	return spent(s.Usage, s.Cost)
}

// then puts advice that a fault carries before what is to be done after it.
func then(f *fault.Error, next string) string {
	if fix := f.Params["fix"]; fix != "" {
		return fix + "; then " + next
	}
	return next
}

// advice is what a person at the command line can do about a fault; empty if its
// message says all. The package's test lists all codes with their advice.
func advice(f *fault.Error) string {
	switch f.Code {
	case fault.DocumentGone:
		return "submit the document again"
	case fault.DocumentTooLong:
		return "shorten the document, or set llm.context_tokens (JUDGEMENT_LLM_CONTEXT_TOKENS) to what the model really takes"
	case fault.NoAnswers:
		return then(f, runAgain)
	case fault.NoUsable:
		const other = "ask everybody again with --new-version, or choose another model with --model"
		if f.Params["again"] != "" {
			return "run the same command again to ask those judges once more: replies that can be used are kept; or " + other
		}
		return other
	case fault.OverBudget:
		return "raise --max-tokens or --max-cost (see --plan) and run the command again: what was answered is kept and not paid for twice"
	case fault.Unfinished:
		return then(f, "run the same command again to resume: what was answered is kept")
	case fault.AttributionBusy:
		return "wait until it ends; the lock ends with its process"
	case fault.AttributionClock:
		return "a dry run may be for any day; if the clock of an earlier run was wrong, remove that run's file from cases/.attribution/receipts"
	case fault.CheckStopped, fault.CheckNotStarted, fault.CheckLate:
		return "give it more time, or restrict it with --case"
	case fault.UnknownScene:
		if f.Params["detail"] == "" {
			return "add a scene with 'judgement add-scene'"
		}
		return "'judgement scene list' shows the scenes of the workspace; --workspace names another"
	case fault.InvalidScene:
		return "fix the files named above; 'judgement smoke all' checks every scene"
	case fault.ModelUnnamed:
		return "set llm.model (JUDGEMENT_LLM_MODEL), name one with --model, or set a model for the judge in panel.yaml"
	case fault.ModelTransport, fault.ModelTimeout, fault.ModelRateLimit, fault.ModelQuota, fault.ModelCredentials, fault.ModelNotFound,
		fault.ModelBadRequest, fault.ModelTooLong, fault.ModelRefused, fault.ModelUnavailable, fault.ModelCancelled:
		if fix := f.Params["fix"]; fix != "" {
			return fix
		}
		return "'judgement doctor' says what is wrong with the model's settings"
	case fault.Crashed, fault.Attempts, fault.Payload, fault.Missed, fault.Failed, fault.Cancelled, fault.Refused:
		return f.Params["fix"]
	}
	if fix := storageAdvice(f); fix != "" {
		return fix
	}
	return databaseAdvice(f)
}

// storageAdvice is about cases and files.
func storageAdvice(f *fault.Error) string {
	switch f.Code {
	case fault.Brand:
		if better := f.Params["better"]; better != "" {
			return "use --brand " + better
		}
		return shortBrand
	case fault.BrandOfFile, fault.BrandFolder:
		return shortBrand
	case fault.BrandPrefix:
		return "change report.brand_prefix in the scene's scene.yaml"
	case fault.OtherScene:
		return "name another case with --brand, or give the scene a report.brand_prefix of its own"
	case fault.BoardOtherScene:
		return "give one of the two scenes a report.brand_prefix of its own in its scene.yaml, then rank again; the reviews themselves are kept"
	case fault.UnknownCase, fault.AmbiguousCase:
		return "cases are listed in the folder cases/, brands in reports/; --workspace names another workspace"
	case fault.DamagedCase:
		return "fix the file, or restore it from a backup; the case.yaml of another case shows its keys"
	case fault.Changed:
		return "restore the files that are named from a backup; 'judgement attribution check' looks at all cases"
	case fault.Publishing:
		return "run the command again in a moment"
	case fault.UnknownVersion:
		return "leave --version out for the latest one; run the review again to finish one that was stopped"
	case fault.DamagedBoard:
		return fmt.Sprintf("move %[1]s/board.json away, such as to board.json.broken, and run 'judgement ranking %[2]s': the board is made again from the reviews, which are kept, and what is in versions/ stays",
			f.Params["folder"], f.Params["scene"])
	case fault.NoRanking:
		return "name a scene whose panel.yaml has output_format: workshop_ranking"
	case fault.NotPairwise:
		return "write ranking: {mode: pairwise} into scenes/" + f.Params["scene"] + "/scene.yaml"
	case fault.TooMany:
		return "split the competition into several scenes"
	case fault.Write:
		return "make sure that the file can be written, then " + runDone
	case fault.WriteFull:
		return "free some space and " + runDone
	case fault.WriteReadOnly:
		return "mount it for writing, or choose another folder with --workspace"
	case fault.WriteDenied:
		return writableDir
	case fault.LockLost:
		return "run the same command again"
	case fault.UnknownJob:
		return "'judgement jobs list' shows the jobs"
	case fault.JobEnded:
		return "'judgement jobs show' says how it ended"
	case fault.NotFailed:
		return "'judgement jobs show' says how it is; to have the document judged again, submit it again"
	}
	return f.Params["fix"]
}

// databaseAdvice is about the database and what is kept in it.
func databaseAdvice(f *fault.Error) string {
	switch f.Code {
	case fault.DatabaseLocked:
		return "wait for the other process to end, or end the one that hangs, then run the same command again"
	case fault.DatabaseReadOnly:
		return "make the file and its folder writable for this user; a Postgres database must not be a standby (the primary's address belongs into database.url)"
	case fault.DatabaseFull:
		return "free some space and " + runDone
	case fault.DatabaseNewer:
		return "install at least the version of judgement that it belongs to, or restore a backup from before the change"
	case fault.DatabaseUnreachable:
		return "see to it that Postgres runs and can be reached, and that database.url (JUDGEMENT_DATABASE_URL) is right, then " + runDone
	case fault.DatabaseRefused:
		return "check user, password, database name and rights in database.url (JUDGEMENT_DATABASE_URL)"
	case fault.DatabaseDamaged:
		return "restore it from a backup (see 'judgement db backup'), or move it away to begin with an empty one"
	case fault.DatabaseMismatch:
		return "if other programs keep tables in it, give judgement a database of its own; otherwise its record of the version is lost: restore it from a backup (see 'judgement db backup')"
	case fault.DatabaseConflict:
		return "run the same command again"
	}
	return ""
}

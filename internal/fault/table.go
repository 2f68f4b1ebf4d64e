package fault

import (
	"maps"
	"slices"
	"strings"
)

// Exit codes of the command line.
const (
	ExitFailed      = 1
	ExitUsage       = 2 // wrong flags, arguments or settings
	ExitBelow       = 3 // a verdict or check is below the threshold
	ExitCredentials = 4 // credentials or model access
	ExitIncomplete  = 5 // deadline, budget, quorum
	ExitInterrupted = 130
)

// The codes of documents that can't be judged.
const (
	DocumentEmpty       Code = "document_empty"
	DocumentBlank       Code = "document_blank"
	DocumentShort       Code = "document_short"
	DocumentBinary      Code = "document_binary"
	DocumentTooLarge    Code = "document_too_large"
	DocumentEncoding    Code = "document_encoding"
	DocumentEncrypted   Code = "document_encrypted"
	DocumentScanned     Code = "document_scanned"
	DocumentUnsupported Code = "document_unsupported"
	DocumentMismatch    Code = "document_mismatch"
	DocumentDamaged     Code = "document_damaged"
	DocumentHostile     Code = "document_hostile"
	DocumentTimeout     Code = "document_timeout"
	DocumentGone        Code = "document_gone"     // no longer in the database
	DocumentTooLong     Code = "document_too_long" // for the model's context
)

// The codes of judging.
const (
	NoAnswers   Code = "no_answers"   // too few judges answered: calls failed, which may succeed later
	NoUsable    Code = "no_usable"    // too few judges answered: their replies can't be used
	OverBudget  Code = "over_budget"  // too few judges answered within the budget
	Unfinished  Code = "unfinished"   // the time ended while a failed call was to be tried again
	UnknownCase Code = "unknown_case" // also several of one name

	UnknownScene Code = "unknown_scene"
	InvalidScene Code = "invalid_scene"
)

// The codes of models that can't be used, by the kinds of package llm.
const (
	ModelTransport   Code = "model_transport"
	ModelTimeout     Code = "model_timeout"
	ModelRateLimit   Code = "model_rate_limit"
	ModelQuota       Code = "model_quota"
	ModelCredentials Code = "model_credentials"
	ModelNotFound    Code = "model_not_found"
	ModelUnnamed     Code = "model_unnamed" // nothing says which model a judge has
	ModelBadRequest  Code = "model_bad_request"
	ModelTooLong     Code = "model_too_long"
	ModelRefused     Code = "model_refused"
	ModelUnavailable Code = "model_unavailable"
	ModelCancelled   Code = "model_cancelled"
)

// The codes of cases and files.
const (
	Brand           Code = "brand"
	BrandOfFile     Code = "brand_of_file"
	BrandFolder     Code = "brand_folder"
	BrandPrefix     Code = "brand_prefix"
	OtherScene      Code = "other_scene"
	BoardOtherScene Code = "board_other_scene"
	AmbiguousCase   Code = "ambiguous_case"
	DamagedCase     Code = "damaged_case"
	Changed         Code = "changed"
	Publishing      Code = "publishing"
	UnknownVersion  Code = "unknown_version"
	DamagedBoard    Code = "damaged_board"
	NoRanking       Code = "no_ranking"   // the scene is no competition
	NotPairwise     Code = "not_pairwise" // the scene compares no submissions
	TooMany         Code = "too_many"     // documents to be compared
	Deck            Code = "deck"         // its Markdown can't be read
	Write           Code = "write"
	WriteFull       Code = "write_full"
	WriteReadOnly   Code = "write_read_only"
	WriteDenied     Code = "write_denied"
	LockLost        Code = "lock_lost"
)

// The codes of the database.
const (
	DatabaseLocked      Code = "database_locked"      // another process holds it, or its lock
	DatabaseReadOnly    Code = "database_read_only"   // it can't be written
	DatabaseFull        Code = "database_full"        // the disk, or a quota, is full
	DatabaseNewer       Code = "database_newer"       // a newer version of the program made it
	DatabaseUnreachable Code = "database_unreachable" // no connection, or it was lost
	DatabaseRefused     Code = "database_refused"     // user, password or rights
	DatabaseDamaged     Code = "database_damaged"     // not a database, or broken
	DatabaseMismatch    Code = "database_mismatch"    // its tables are not those of the version that it records
	DatabaseConflict    Code = "database_conflict"    // another transaction was in the way
	DatabaseTaken       Code = "database_taken"       // a name or number that is there already
	Database            Code = "database"             // anything else; the detail says it
)

// The codes of jobs.
const (
	Cancelled   Code = "cancelled"
	Crashed     Code = "crashed"
	Attempts    Code = "attempts" // River ended the job without this program's word
	Payload     Code = "payload"
	Missed      Code = "missed"
	Failed      Code = "failed" // anything else; the text says it
	UnknownJob  Code = "unknown_job"
	JobNotDone  Code = "job_not_done" // it runs, waits or failed: it has no result
	JobEnded    Code = "job_ended"    // it cannot be cancelled any more
	NotFailed   Code = "not_failed"   // only a failed job is retried
	KeyReused   Code = "key_reused"
	JobsAway    Code = "jobs_away" // such as: no database
	SceneBroken Code = "scene_broken"
)

// The codes of the attribution check.
const (
	AttributionBusy  Code = "attribution_busy"  // another run or command holds the lock
	AttributionClock Code = "attribution_clock" // the day of a real run is before an earlier one's, or has not come yet
	Refused          Code = "refused"           // a person's command is against the rules of checkpoints
	CheckStopped     Code = "check_stopped"     // its context ended
	CheckNotStarted  Code = "check_not_started" // in time, over HTTP
	CheckLate        Code = "check_late"        // not done in time, over HTTP
	NoWorkspace      Code = "no_workspace"      // the built-in workspace takes no real run
)

// The codes of the HTTP API and of boards.
const (
	NoPath         Code = "no_path"
	NoMethod       Code = "no_method"
	NoToken        Code = "no_token" // the server has none
	Unauthorized   Code = "unauthorized"
	BodyTooLarge   Code = "body_too_large"
	BodyUnreadable Code = "body_unreadable" // not UTF-8, or it breaks off
	NoJobs         Code = "no_jobs"         // the server has no job queue
	JobsRefused    Code = "jobs_refused"    // such as: no model is set
	UploadsBusy    Code = "uploads_busy"
	StreamsBusy    Code = "streams_busy"
	ClientLeft     Code = "client_left" // before it had its answer
	NoBoard        Code = "no_board"    // not public, or no such scene
	BoardAway      Code = "board_away"  // it can't be read just now
	ViewersFull    Code = "viewers_full"
	ServiceEnds    Code = "service_ends"
)

// The codes of what a process is built from, and of the command line.
const (
	Usage        Code = "usage"
	NoModel      Code = "no_model"
	NoBots       Code = "no_bots"
	NoScores     Code = "no_scores"
	NotEmpty     Code = "not_empty"
	OtherContent Code = "other_content" // of a file that never changes
	Deadline     Code = "deadline"
	Interrupted  Code = "interrupted"

	Abstained       Code = "abstained" // a judge that is tried says that it can't score
	BadRecord       Code = "bad_record"
	Batch           Code = "batch" // documents of a batch failed
	BelowThreshold  Code = "below_threshold"
	Busy            Code = "busy" // another process works on the same
	ChatCredentials Code = "chat_credentials"
	ChatMode        Code = "chat_mode"
	ChatToken       Code = "chat_token"
	Exists          Code = "exists"      // a scene of that name
	FileExists      Code = "file_exists" // a file is never replaced
	Incomplete      Code = "incomplete"  // comparisons are missing
	InvalidPanel    Code = "invalid_panel"
	InvalidSkill    Code = "invalid_skill"
	JobsFailed      Code = "jobs_failed" // of those that were watched
	Listen          Code = "listen"      // an address can't be opened
	ModelSettings   Code = "model_settings"
	NoChromium      Code = "no_chromium"
	NoDatabase      Code = "no_database"
	NoDeck          Code = "no_deck"
	NoFolder        Code = "no_folder" // for a backup
	NoPanel         Code = "no_panel"  // no such file
	NoPrice         Code = "no_price"
	NoRecords       Code = "no_records"
	NotWritten      Code = "not_written" // a folder or file of the command line
	OutputFolder    Code = "output_folder"
	Presentation    Code = "presentation" // its file can't be made
	Ranking         Code = "ranking"      // the board was not made after a review
	ReadFile        Code = "read_file"
	Scenes          Code = "scenes" // their folder can't be read
	Settings        Code = "settings"
	Template        Code = "template"   // of a new scene
	Unparsable      Code = "unparsable" // a judge that is tried gave no valid reply
	WebhookSecret   Code = "webhook_secret"
	Workspace       Code = "workspace" // it can't be opened
)

// StatusLeft is what log and metrics have of a client that went away while it
// waited: no client gets it, and it is no fault of the server.
const StatusLeft = 499

// entry is what the layers make of a code.
type entry struct {
	word   string // job reason and code for scripts; empty: the code itself
	status int    // HTTP status; 0: 500
	exit   int    // exit code of the command line
	retry  bool   // another attempt of a job may succeed
	says   string // in English, what happened and where; see says
}

const (
	ofDocument = "${name: }"
	quorum     = "no quorum for ${what}: ${have} of ${of} voting judges scored, at least ${need} are needed${misses}"
	database   = "${doing}: ${place}: "
)

// table has all codes and is never changed.
var table = map[Code]entry{
	DocumentEmpty:       {"document", 0, ExitFailed, false, ofDocument + "the file is empty${: detail}"},
	DocumentBlank:       {"document", 0, ExitFailed, false, ofDocument + "the document holds only white space${: detail}"},
	DocumentShort:       {"document", 0, ExitFailed, false, ofDocument + "the document is too short to be judged${: detail}"},
	DocumentBinary:      {"document", 0, ExitFailed, false, ofDocument + "the file is binary, not a document${: detail}"},
	DocumentTooLarge:    {"document", 413, ExitFailed, false, ofDocument + "the document is too large${: detail}"},
	DocumentEncoding:    {"document", 0, ExitFailed, false, ofDocument + "the text is in an unknown or broken encoding${: detail}"},
	DocumentEncrypted:   {"document", 0, ExitFailed, false, ofDocument + "the document is protected by a password${: detail}"},
	DocumentScanned:     {"document", 0, ExitFailed, false, ofDocument + "the document holds pictures of text, not text${: detail}"},
	DocumentUnsupported: {"document", 0, ExitFailed, false, ofDocument + "the format is not supported${: detail}"},
	DocumentMismatch:    {"document", 0, ExitFailed, false, ofDocument + "the file is not what its name says${: detail}"},
	DocumentDamaged:     {"document", 0, ExitFailed, false, ofDocument + "the document is damaged${: detail}"},
	DocumentHostile:     {"document", 0, ExitFailed, false, ofDocument + "the document breaks a safety limit${: detail}"},
	DocumentTimeout:     {"document", 0, ExitFailed, false, ofDocument + "reading the document took too long${: detail}"},
	DocumentGone:        {"document", 0, ExitFailed, false, "the document is no longer in the database"},
	DocumentTooLong:     {"too_long", 0, ExitFailed, false, "${where: }the document is too long: the prompt has about ${tokens} tokens, the model's context ${context}"},

	NoAnswers:  {"no_quorum", 0, ExitIncomplete, true, quorum},
	NoUsable:   {"no_quorum", 0, ExitIncomplete, false, quorum},
	OverBudget: {"", 0, ExitIncomplete, false, quorum},
	Unfinished: {"deadline", 0, ExitIncomplete, true, "${text}; the last failed call: ${last}"},

	UnknownScene: {"", 0, ExitUsage, false, "unknown scene${ scene}${: detail}"},
	InvalidScene: {"", 0, ExitFailed, false, "${text}"},

	ModelTransport:   {"transport", 0, ExitCredentials, true, "${text}"},
	ModelTimeout:     {"timeout", 0, ExitCredentials, true, "${text}"},
	ModelRateLimit:   {"rate_limit", 0, ExitCredentials, true, "${text}"},
	ModelQuota:       {"quota", 0, ExitCredentials, false, "${text}"},
	ModelCredentials: {"credentials", 0, ExitCredentials, false, "${text}"},
	ModelNotFound:    {"not_found", 0, ExitCredentials, false, "${text}"},
	ModelUnnamed:     {"not_found", 0, ExitCredentials, false, "no model is named for judge ${name}"},
	ModelBadRequest:  {"bad_request", 0, ExitCredentials, false, "${text}"},
	ModelTooLong:     {"too_long", 0, ExitCredentials, false, "${text}"},
	ModelRefused:     {"refused", 0, ExitCredentials, false, "${text}"},
	ModelUnavailable: {"unavailable", 0, ExitCredentials, false, "${text}"},
	ModelCancelled:   {"cancelled", 0, ExitCredentials, false, "${text}"},

	Brand:           {"usage", 422, ExitUsage, false, "brand ${brand}: ${problem}"},
	BrandOfFile:     {"usage", 422, ExitUsage, false, "brand ${brand} from file name ${file}: ${problem}"},
	BrandFolder:     {"usage", 0, ExitUsage, false, "report folder ${folder}: ${problem}"},
	BrandPrefix:     {"invalid_scene", 0, ExitFailed, false, "report.brand_prefix ${prefix}: ${problem}"},
	OtherScene:      {"", 0, ExitUsage, false, "the report folder belongs to another scene: ${folder} is of scene ${scene} (case ${case}), not ${asked}"},
	BoardOtherScene: {"other_scene", 0, ExitFailed, false, "the report folder belongs to another scene: ${folder} is of scene ${scene}"},
	UnknownCase:     {"", 422, ExitUsage, false, "${case: }no such case${: detail}"},
	AmbiguousCase:   {"unknown_case", 422, ExitUsage, false, "brand ${brand} has several cases, ${cases}"},
	DamagedCase:     {"", 0, ExitFailed, true, "${text}"},
	Changed:         {"", 0, ExitBelow, true, "${text}"},
	Publishing:      {"", 0, ExitFailed, true, "the version is being published"},
	UnknownVersion:  {"", 0, ExitUsage, true, "no such complete version${: detail}"},
	DamagedBoard:    {"", 0, ExitFailed, true, "${folder}/board.json is damaged: move it away, and the board is made again${: detail}"},
	NoRanking:       {"usage", 0, ExitUsage, false, "scene ${scene} has output_format ${detail} and no ranking"},
	NotPairwise:     {"usage", 0, ExitUsage, false, "scene ${scene} compares no submissions: its ranking.mode is scores"},
	Deck:            {"", 0, ExitFailed, true, "${where: }${text}"},
	TooMany:         {"usage", 0, ExitUsage, false, "${detail} documents can't be compared two at a time: ${limit} is the most"},

	Write:         {"", 0, ExitFailed, true, "write ${path}: ${detail}"},
	WriteFull:     {"write", 0, ExitFailed, true, "write ${path}: ${detail}"},
	WriteReadOnly: {"write", 0, ExitFailed, true, "write ${path}: ${detail}"},
	WriteDenied:   {"write", 0, ExitFailed, true, "write ${path}: ${detail}"},
	LockLost:      {"write", 0, ExitFailed, true, "another process has taken the lock over while the connection was lost"},

	DatabaseLocked:      {"", 0, ExitFailed, true, database + "another process holds its lock"},
	DatabaseReadOnly:    {"", 0, ExitFailed, true, database + "it can't be written"},
	DatabaseFull:        {"", 0, ExitFailed, true, database + "the disk is full"},
	DatabaseNewer:       {"", 0, ExitFailed, true, database + "${detail}"},
	DatabaseUnreachable: {"", 0, ExitFailed, true, database + "the database can't be reached${ (detail)}"},
	DatabaseRefused:     {"", 0, ExitFailed, true, database + "the database refused${ (detail)}"},
	DatabaseDamaged:     {"", 0, ExitFailed, true, database + "it is damaged or no database${ (detail)}"},
	DatabaseMismatch:    {"", 0, ExitFailed, true, database + "its tables are not those of its recorded version${ (detail)}"},
	DatabaseConflict:    {"", 0, ExitFailed, true, database + "${detail}"},
	DatabaseTaken:       {"", 0, ExitFailed, true, database + "${detail}"},
	Database:            {"", 0, ExitFailed, true, database + "${detail}"},

	Cancelled:   {"", 0, ExitFailed, false, "cancelled${ detail}"},
	Crashed:     {"", 0, ExitFailed, false, "its worker's process died twice while it ran this job alone: the document or the scene crashes the program, or needs more memory than there is"},
	Attempts:    {"", 0, ExitFailed, false, "stopped after all its attempts${: text}"},
	Payload:     {"", 0, ExitFailed, false, "${text}"},
	Missed:      {"", 0, ExitFailed, false, "the day ${day} was over before its run could be made"},
	Failed:      {"", 0, ExitFailed, true, "${text}"},
	UnknownJob:  {"", 404, ExitUsage, false, "there is no such job"},
	JobNotDone:  {"", 409, ExitFailed, false, "the job has no result${: text}"},
	JobEnded:    {"ended", 409, ExitFailed, false, "the job has ended"},
	NotFailed:   {"", 409, ExitFailed, false, "only a failed job can be tried again"},
	KeyReused:   {"", 422, ExitUsage, false, "the idempotency key is taken"},
	JobsAway:    {"", 503, ExitFailed, true, "jobs are out of reach"},
	SceneBroken: {"", 503, ExitFailed, true, "the scene can't be loaded"},

	AttributionBusy:  {"busy", 0, ExitFailed, true, "another attribution run or command is at work"},
	AttributionClock: {"clock", 0, ExitFailed, true, "no real run is possible for this day"},
	Refused:          {"", 0, ExitUsage, false, "${text}"},
	CheckStopped:     {"deadline", 0, ExitIncomplete, true, "the attribution check stopped after ${done} of ${total} cases${: detail}"},
	CheckNotStarted:  {"deadline", 504, ExitIncomplete, true, "the attribution check did not start within ${limit}: another one was running"},
	CheckLate:        {"deadline", 504, ExitIncomplete, true, "the attribution check did not finish within ${limit}${: counted}"},
	NoWorkspace:      {"", 422, ExitUsage, false, "the built-in workspace takes no real run"},

	NoPath:         {"", 404, 0, false, "no such path"},
	NoMethod:       {"", 405, 0, false, "the path has no such method"},
	NoToken:        {"", 503, 0, false, "SERVICE_API_TOKEN is not configured"},
	Unauthorized:   {"", 401, 0, false, "the bearer token is missing or wrong"},
	BodyTooLarge:   {"", 413, 0, false, "the request body is too large"},
	BodyUnreadable: {"", 400, 0, false, "there was an error parsing the body"},
	NoJobs:         {"", 503, 0, false, "the server has no job queue"},
	JobsRefused:    {"", 503, 0, false, "${text}"},
	UploadsBusy:    {"", 503, 0, true, "too many documents are being sent"},
	StreamsBusy:    {"", 503, 0, true, "too many event streams are open"},
	ClientLeft:     {"", StatusLeft, 0, false, "the client closed the connection before it had its answer"},
	NoBoard:        {"", 404, 0, false, "no public board"},
	BoardAway:      {"", 503, 0, true, "the board can't be shown"},
	ViewersFull:    {"", 503, 0, true, "too many viewers"},
	ServiceEnds:    {"", 503, 0, true, "the service ends"},

	// Their words and fixes are those of Refuse.
	Abstained:       {},
	BadRecord:       {exit: ExitCredentials},
	Batch:           {},
	BelowThreshold:  {exit: ExitBelow},
	Busy:            {},
	ChatCredentials: {exit: ExitCredentials},
	ChatMode:        {exit: ExitUsage},
	ChatToken:       {exit: ExitCredentials},
	Deadline:        {exit: ExitIncomplete},
	Exists:          {},
	FileExists:      {exit: ExitUsage},
	Incomplete:      {exit: ExitIncomplete},
	Interrupted:     {exit: ExitInterrupted},
	InvalidPanel:    {},
	InvalidSkill:    {},
	JobsFailed:      {},
	Listen:          {},
	ModelSettings:   {exit: ExitCredentials},
	NoBots:          {exit: ExitCredentials},
	NoChromium:      {exit: ExitUsage},
	NoDatabase:      {},
	NoDeck:          {},
	NoFolder:        {},
	NoModel:         {exit: ExitCredentials},
	NoPanel:         {word: "invalid_panel", exit: ExitUsage},
	NoPrice:         {exit: ExitUsage},
	NoRecords:       {exit: ExitCredentials},
	NoScores:        {exit: ExitUsage},
	NotEmpty:        {},
	NotWritten:      {word: "write"},
	OtherContent:    {},
	OutputFolder:    {},
	Presentation:    {},
	Ranking:         {},
	ReadFile:        {},
	Scenes:          {},
	Settings:        {exit: ExitUsage},
	Template:        {},
	Unparsable:      {},
	Usage:           {exit: ExitUsage},
	WebhookSecret:   {exit: ExitUsage},
	Workspace:       {exit: ExitUsage},
}

// Codes returns all codes, sorted.
func Codes() []Code { return slices.Sorted(maps.Keys(table)) }

// Known reports whether the table has the code.
func (c Code) Known() bool {
	_, known := table[c]
	return known
}

// Database reports whether the code is the database's.
func (c Code) Database() bool { return strings.HasPrefix(string(c), string(Database)) }

// Word is the code that scripts see of an error on the command line, and the reason
// that clients see of a failed job. Several codes may share one.
func (c Code) Word() string {
	if w := table[c].word; w != "" {
		return w
	}
	return string(c)
}

// Status is the HTTP status of an answer with the code: 500 if none is fixed.
func (c Code) Status() int {
	if s := table[c].status; s != 0 {
		return s
	}
	return 500
}

// Exit is the exit code of a command that ends with the code.
func (c Code) Exit() int {
	if e := table[c].exit; e != 0 {
		return e
	}
	return ExitFailed
}

// Final reports whether another attempt of a job that failed with the code would
// be in vain.
func (c Code) Final() bool { return !table[c].retry }

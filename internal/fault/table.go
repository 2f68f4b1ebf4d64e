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
	ExitBelow       = 3 // a verdict or check is below the threshold, or what is stored is damaged
	ExitCredentials = 4 // credentials or model access
	ExitIncomplete  = 5 // deadline, budget, quorum
	ExitInterrupted = 130
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
	quorum     = "no quorum for ${what}: ${have} of ${of} voting judges answered, at least ${need} are needed${misses}"
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
	DocumentTooLong:     {"too_long", 0, ExitFailed, false, "${where: }the document is too long: the prompt has about ${tokens} tokens${, of,} and the reply needs ${reply}, ${over} more than the model's context of ${context} tokens"},

	NoAnswers:  {"no_quorum", 0, ExitIncomplete, true, quorum},
	NoUsable:   {"no_quorum", 0, ExitIncomplete, false, quorum},
	OverBudget: {"", 0, ExitIncomplete, false, quorum},
	Unfinished: {"deadline", 0, ExitIncomplete, true, "${text}; the last failed call: ${last}"},

	UnknownScene: {"", 0, ExitUsage, false, "unknown scene${ scene}${: detail}"},
	InvalidScene: {"", 0, ExitFailed, false, "${text}"},

	ModelTransport:   {"transport", 0, ExitCredentials, true, "${text}"},
	ModelHost:        {"transport", 0, ExitCredentials, true, "${text}"},
	ModelConnect:     {"transport", 0, ExitCredentials, true, "${text}"},
	ModelCertificate: {"transport", 0, ExitCredentials, false, "${text}"},
	ModelProxy:       {"transport", 0, ExitCredentials, false, "${text}"},
	ModelScheme:      {"transport", 0, ExitCredentials, false, "${text}"},
	ModelAnswerSize:  {"transport", 0, ExitCredentials, true, "${text}"},
	ModelTimeout:     {"timeout", 0, ExitCredentials, true, "${text}"},
	ModelRateLimit:   {"rate_limit", 0, ExitCredentials, true, "${text}"},
	ModelQuota:       {"quota", 0, ExitCredentials, false, "${text}"},
	ModelCredentials: {"credentials", 0, ExitCredentials, false, "${text}"},
	ModelForbidden:   {"credentials", 0, ExitCredentials, false, "${text}"},
	ModelNoKey:       {"credentials", 0, ExitCredentials, false, "${text}"},
	ModelNotFound:    {"not_found", 0, ExitCredentials, false, "${text}"},
	ModelRedirect:    {"not_found", 0, ExitCredentials, false, "${text}"},
	ModelUnnamed:     {"not_found", 0, ExitCredentials, false, "no model is named for judge ${name}"},
	ModelBadRequest:  {"bad_request", 0, ExitCredentials, false, "${text}"},
	ModelFormats:     {"bad_request", 0, ExitCredentials, false, "${text}"},
	ModelReplyCut:    {"bad_request", 0, ExitCredentials, false, "${text}"},
	ModelNoJSON:      {"bad_request", 0, ExitCredentials, false, "${text}"},
	ModelTooLong:     {"too_long", 0, ExitCredentials, false, "${text}"},
	ModelMinuteLimit: {"too_long", 0, ExitCredentials, false, "${text}"},
	ModelTruncated:   {"too_long", 0, ExitCredentials, false, "${text}"},
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
	DamagedCase:     {"", 0, ExitBelow, true, "${text}"},
	Changed:         {"", 0, ExitBelow, true, "${text}"},
	Publishing:      {"", 0, ExitFailed, true, "the version is being published"},
	UnknownVersion:  {"", 0, ExitUsage, true, "no such complete version${: detail}"},
	DamagedBoard:    {"", 0, ExitFailed, true, "${folder}/board.json is damaged: move it away, and the board is made again${: detail}"},
	DamagedPlan:     {"", 0, ExitFailed, true, "the plan of the comparisons is damaged"},
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
	CheckStopped:     {"deadline", 0, ExitIncomplete, true, "the attribution check stopped after ${done} of ${total} cases"},
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
	NotAcceptable:  {"", 406, 0, false, "the version has no report in that media type"},
	NoLink:         {"", 404, 0, false, "the link is unknown, expired or withdrawn"},
	CrossSite:      {"", 403, 0, false, "the form is not from a page of this login"},
	NoBoard:        {"", 404, 0, false, "no public board"},
	BoardAway:      {"", 503, 0, true, "the board can't be shown"},
	ViewersFull:    {"", 503, 0, true, "too many viewers"},
	ServiceEnds:    {"", 503, 0, true, "the service ends"},

	// Their words and fixes are those of Refuse.
	Abstained:       {},
	BadRecord:       {exit: ExitCredentials},
	BadRows:         {"", 422, ExitFailed, false, "${text}"},
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
	NoPage:          {},
	NoDatabase:      {},
	NoDeck:          {},
	NoFolder:        {},
	NoGain:          {"", 0, ExitBelow, false, "${text}"},
	NoModel:         {exit: ExitCredentials},
	NoPanel:         {word: "invalid_panel", exit: ExitUsage, says: "${path}: there is no such file"},
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
	UnknownStudy:    {exit: ExitUsage},
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
// fail too.
func (c Code) Final() bool { return !table[c].retry }

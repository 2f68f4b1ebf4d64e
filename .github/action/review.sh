#!/usr/bin/env bash
# Reviews the changed documents of a pull request: annotations, job summary, one comment.
# Names, contents and replies are hostile: they are data in files and quoted variables,
# never code, and reach the log only while workflow commands are off.
set -euo pipefail
export LC_ALL=C
umask 077
work=$RUNNER_TEMP/judgement-action
docs=$work/documents summary=$work/summary.md repo=$GITHUB_API_URL/repos/$GITHUB_REPOSITORY
rm -rf "$docs" "$summary"
mkdir -p "$docs"
echo "Authorization: Bearer $TOKEN" >"$work/auth"
trap 'rm -f "$work/auth"' EXIT
unset TOKEN
export -n API_KEY # only the review gets it

api() { # address, further arguments of curl; leaves the status of the answer in a file
  : >"$work/answer"
  curl -sSf --retry 3 --max-time 120 -H @"$work/auth" -H 'X-GitHub-Api-Version: 2022-11-28' \
    -o "$work/answer" -w '%{http_code}' "${@:2}" -- "$1" >"$work/status" && cat "$work/answer"
}

refused() { # permission that the request needs: why GitHub did not do it
  local status
  status=$(cat "$work/status")
  case $status in
  401) echo "GitHub does not accept the input token (status 401)" ;;
  403 | 404) echo "the input token needs the permission $1 (status $status)" ;;
  000 | '') echo "GitHub did not answer: run the job again" ;;
  *) echo "GitHub answered with status $status: run the job again, and see the step's log if it stays" ;;
  esac
}

# The comment begins with a mark and is of our author: a comment of another person that
# begins with the same mark is left alone. The mark has a checksum of the input name, or
# of what tells one job from another, so that each job has its own comment.
key=$(cksum <<<"${NAME:-${GITHUB_WORKFLOW:-}/${GITHUB_JOB:-}/$FILES}" | tr ' ' -)
comment() { # always: post one if there is none; update: change the one there is; stopped: also if its scene is another
  local page=1 id='' mark="<!-- judgement $key "
  [ "$COMMENT" = true ] || return 0
  : >"$work/ours"
  while :; do
    api "$repo/issues/$number/comments?per_page=100&page=$page" >"$work/page" || return 1
    jq -c --arg mark "$mark" --arg author "$COMMENT_AUTHOR" \
      '.[] | select(.user.login == $author and (.body | startswith($mark)))' "$work/page" >>"$work/ours"
    [ "$(jq length "$work/page")" = 100 ] || break
    page=$((page + 1))
  done
  # If the scene is wrong, the old comment has another: it is ours if it is the only one,
  # and keeps its mark, so that the next run finds it.
  { read -r id; read -r mark; } < <(jq -rs --arg mark "$mark$SCENE -->" --arg how "$1" '
    (first(.[] | select(.body | startswith($mark))) // (if $how == "stopped" and length == 1 then .[0] else {} end))
    | .id // "", (.body // $mark | split("[\r\n]+"; null)[0])' "$work/ours")
  { echo "$mark"; cat "$summary"; } | jq -Rs '{body: .}' >"$work/body"
  if [ -n "$id" ]; then
    api "$repo/issues/comments/$id" -X PATCH --data-binary @"$work/body" >/dev/null
  elif [ "$1" = always ]; then
    api "$repo/issues/$number/comments" --retry 0 -X POST --data-binary @"$work/body" >/dev/null
  fi
}

end() { # outcome, exit code, how to comment
  cat "$summary" >>"$GITHUB_STEP_SUMMARY"
  echo "outcome=$1" >>"$GITHUB_OUTPUT"
  local permission="pull-requests: write"
  [ "${fork:-}" != true ] || permission+=", which GitHub does not give to pull requests of forks"
  comment "$3" || echo "::warning title=judgement::the comment was not written: $(refused "$permission")"
  exit "$2"
}

# plain is the beginning of a text as one line, without keys, control characters and backticks.
plain() {
  local text
  text=$(cat)
  [ -z "$API_KEY" ] || text=${text//"$API_KEY"/***}
  jq -Rrs 'gsub("[[:cntrl:]]+"; " ") | gsub("//[^/@ ]*@"; "//***@") | gsub("`"; "\u0027") | rtrimstr(" ") |
    if length > 600 then .[:600] + "…" else . end' <<<"$text"
}

stop() { # why, and a plain text that is not ours: a code span in the comment
  echo "::error title=judgement::$1${2:+: ${2//%/%25}}"
  echo "Not judged: $1${2:+: \`$2\`}" >"$summary"
  end failed 1 stopped
}

number=$(jq -r '.pull_request.number // empty' "$GITHUB_EVENT_PATH")
head=$(jq -r '.pull_request.head.sha // empty' "$GITHUB_EVENT_PATH")
fork=$(jq -r --arg repo "$GITHUB_REPOSITORY" '.pull_request.head.repo.full_name != $repo' "$GITHUB_EVENT_PATH")
if [ -z "$number" ]; then
  echo "::error title=judgement::run this action on pull_request: the event $GITHUB_EVENT_NAME has no pull request"
  echo outcome=failed >>"$GITHUB_OUTPUT"
  exit 2
fi
case ${COMMENT:-true} in
[Tt][Rr][Uu][Ee]) COMMENT=true ;;
[Ff][Aa][Ll][Ss][Ee]) COMMENT=false ;;
*) given=$COMMENT COMMENT=true; stop "the input comment has to be true or false" "$(plain <<<"$given")" ;;
esac
[[ $SCENE =~ ^[a-z0-9][a-z0-9-]*$ ]] || { given=$SCENE SCENE=invalid; stop "the input scene is no name of a scene" "$(plain <<<"$given")"; }
[[ $MAX_DOCUMENTS =~ ^[0-9]+$ ]] || stop "the input max-documents is no number"

wanted() { # path: the last pattern that matches decides
  local pattern match=1
  while read -r pattern; do
    case $pattern in
    '') ;;
    '!'*) [[ $1 != ${pattern#!} ]] || match=1 ;;
    *) [[ $1 != $pattern ]] || match=0 ;;
    esac
  done <<<"$FILES"
  return $match
}

# The contents are fetched as blobs: whatever is checked out, the documents are those of
# the pull request's head, and nothing of it is run.
paths=() shas=() page=1
while :; do
  api "$repo/pulls/$number/files?per_page=100&page=$page" >"$work/page" || stop "the list of changed files can't be read: $(refused "pull-requests: read")"
  while IFS= read -r -d '' path && IFS= read -r -d '' sha; do
    wanted "$path" || continue
    case /$path/ in
    *[[:cntrl:]]* | */../* | */./* | *//*) stop "the name of a changed document has characters that are not accepted" ;;
    esac
    [[ $sha =~ ^[0-9a-f]{40,64}$ ]] || stop "GitHub names no content of a changed document"
    paths+=("./$path") shas+=("$sha")
  done < <(jq -j '.[] | select(.status != "removed" and (.status != "renamed" or .changes > 0)) | .filename, "\u0000", .sha, "\u0000"' "$work/page")
  [ "$(jq length "$work/page")" = 100 ] || break
  page=$((page + 1))
done
if [ ${#paths[@]} = 0 ]; then
  echo "No document of this pull request is to be judged." >"$summary"
  end none 0 update
fi
[ ${#paths[@]} -le "$MAX_DOCUMENTS" ] || stop "${#paths[@]} documents changed, and max-documents is $MAX_DOCUMENTS"
if [ "$fork" = true ] && [ -z "$API_KEY" ] && { [ -z "$PROVIDER" ] || [ "$PROVIDER" = anthropic ]; }; then
  echo "::warning title=judgement::not judged: GitHub gives no secrets to pull requests of forks, so there is no key"
  echo "Not judged: GitHub gives no secrets to pull requests of forks." >"$summary"
  end skipped 0 update
fi
for i in "${!paths[@]}"; do
  file=$docs/${paths[i]}
  mkdir -p -- "${file%/*}"
  api "$repo/git/blobs/${shas[i]}" -H 'Accept: application/vnd.github.raw+json' >"$file" || stop "the content of a changed document can't be read: $(refused "contents: read")"
  [[ $(head -c 43 -- "$file" | tr -d '\0') != 'version https://git-lfs.github.com/spec/v1'* ]] || stop "a changed document is in Git LFS, which is not read"
done

if [ -n "$WORKSPACE" ]; then
  WORKSPACE=$GITHUB_WORKSPACE/$WORKSPACE
else
  WORKSPACE=$work/workspace
  [ -d "$WORKSPACE" ] || "$work/judgement" init "$WORKSPACE" >/dev/null
fi
echo "workspace=$WORKSPACE" >>"$GITHUB_OUTPUT"
# --fail-under also refuses to have the baseline judge because no model is set.
args=(review --workspace "$WORKSPACE" --scene "$SCENE" --output github --fail-under "${FAIL_UNDER:-0}")
[ -z "$PROVIDER" ] || args+=(--provider "$PROVIDER")
[ -z "$MAX_COST" ] || args+=(--max-cost "$MAX_COST")
[ -z "$REPORT_LANGUAGE" ] || args+=(--language "$REPORT_LANGUAGE")
review() { # in a process of its own, the only one that has the key
  [ -z "$MODEL" ] || export JUDGEMENT_LLM_MODEL=$MODEL
  if [ -n "$BASE_URL" ] && [ "$PROVIDER" = anthropic ]; then
    export ANTHROPIC_BASE_URL=$BASE_URL
  elif [ -n "$BASE_URL" ]; then
    export OPENAI_BASE_URL=$BASE_URL
  fi
  [ -z "$API_KEY" ] || export OPENAI_API_KEY=$API_KEY ANTHROPIC_API_KEY=$API_KEY
  cd "$docs"
  GITHUB_STEP_SUMMARY=$summary GITHUB_SHA=$head exec "$work/judgement" "${args[@]}" -- "${paths[@]}"
}
guard=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
code=0
echo "::stop-commands::$guard"
(review) 2>&1 >"$work/annotations" | tee "$work/log" || code=$?
echo "::$guard::"
cat "$work/annotations"
# An error is its message after "judgement: ", then what to do after an arrow.
[ -s "$summary" ] || stop "the review did not run (exit code $code)" \
  "$(awk '/^judgement: /{said = substr($0, 12); fix = ""} /^  → /{if (!fix) fix = substr($0, 2)} END{print said fix}' "$work/log" | plain)"
case $code in
0) end passed 0 always ;;
3) end below 3 always ;;
*) end failed "$code" always ;;
esac

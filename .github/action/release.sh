#!/usr/bin/env bash
# Unpacks the release of the action's tag into RUNNER_TEMP/judgement-action, if there is
# one for this system. Otherwise the action builds its own checkout.
set -euo pipefail
work=$RUNNER_TEMP/judgement-action
mkdir -p "$work"
end() {
  echo "found=$1" >>"$GITHUB_OUTPUT"
  echo "$2"
  exit 0
}

[[ $ACTION_REF =~ ^v[0-9]+[.][0-9]+[.][0-9]+ ]] || end false "no release tag: the program is built from the action's checkout"
case $RUNNER_OS-$RUNNER_ARCH in
Linux-X64) system=linux_amd64 ;;
Linux-ARM64) system=linux_arm64 ;;
macOS-X64) system=darwin_amd64 ;;
macOS-ARM64) system=darwin_arm64 ;;
*) end false "releases are not used on $RUNNER_OS-$RUNNER_ARCH: the program is built" ;;
esac
archive=judgement_${ACTION_REF#v}_$system.tar.gz

get() { # address, media type
  curl -sSfL --retry 3 --max-time 300 -H @<(echo "Authorization: Bearer $TOKEN") -H "Accept: $2" -- "$1"
}
get "$GITHUB_API_URL/repos/$ACTION_REPOSITORY/releases/tags/$ACTION_REF" application/vnd.github+json >"$work/release.json" ||
  end false "there is no release $ACTION_REF: the program is built from the action's checkout"
asset() { jq -r --arg name "$1" 'first(.assets[] | select(.name | endswith($name)) | .url) // empty' "$work/release.json"; }
program=$(asset "$archive") sums=$(asset checksums.txt)
[ -n "$program" ] && [ -n "$sums" ] || end false "release $ACTION_REF has no $archive: the program is built"

# A release that can't be verified is an error: nothing is built in its place.
get "$program" application/octet-stream >"$work/$archive"
get "$sums" application/octet-stream | grep -F "  $archive" >"$work/sums"
sha256=(sha256sum)
command -v sha256sum >/dev/null || sha256=(shasum -a 256)
(cd "$work" && "${sha256[@]}" -c sums)
tar -xzf "$work/$archive" -C "$work" judgement
end true "uses release $ACTION_REF"

#!/usr/bin/env bash
# deploy/release-notes.sh VERSION: prints what CHANGELOG.md says of that version, and fails where it says nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

notes=$(awk -v heading="## $1" '/^## / { inside = ($0 == heading || index($0, heading ",") == 1); next } inside' CHANGELOG.md)
[ -n "${notes//[[:space:]]/}" ] || { echo "CHANGELOG.md has no section \"## $1\"" >&2; exit 1; }
printf '%s\n' "$notes"

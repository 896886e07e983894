#!/bin/sh
# Makes a release of a forge from what lies in dist/release and dist/notes.md.
# Usage: tools/publish_release.sh TAG     (needs the program gh and its token)
set -eu
cd "$(dirname "$0")/.."
gh release create "$1" --verify-tag --title "Seven Plots ${1#v}" --notes-file dist/notes.md dist/release/*

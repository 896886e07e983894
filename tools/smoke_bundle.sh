#!/bin/sh
# Tries a bundle as it is, not the source: opens a deck, judges it, makes a PDF, deals hands, finds a change,
# backs up, and starts the window.
# Usage: tools/smoke_bundle.sh PROGRAM     (the program in the bundle's folder; needs no Python)
# The window is shown by Xvfb where there is one and no display.
set -eu

program=$1
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export SEVENPLOTS_HOME="$home/files" HOME="$home" LC_ALL=C.UTF-8

fail() {
    printf 'The bundle failed: %s\n' "$*" >&2
    exit 1
}

step() {
    printf '%s\n' "$1"
}

# $(status COMMAND…): its exit status; what it prints goes to the file "said".
status() {
    if "$@" >"$home/said" 2>&1; then echo 0; else echo $?; fi
}

wants() {
    wanted=$1
    shift
    found=$(status "$@")
    [ "$found" = "$wanted" ] || { cat "$home/said" >&2; fail "exit status $found of $*"; }
}

folder=$(dirname "$program")
deck=$(find "$folder/" -name family-duty-honor-wotn.json | head -n 1)
[ -n "$deck" ] || fail "there are no sample decks in $folder"

step "names its versions"
wants 0 "$program" --version
grep -q '^sevenplots [0-9]' "$home/said" || fail "no version"
grep -q '^catalogue of ' "$home/said" || fail "no catalogue"

step "opens a deck and judges it"
wants 0 "$program" check "$deck"
grep -q 'legal' "$home/said" || fail "no verdict"
wants 0 "$program" export "$deck" --to octgn --output "$home/deck.o8d"
wants 0 "$program" check "$home/deck.o8d"
printf 'House Stark\n3 Winterfell Steward\n' >"$home/few.txt"
wants 1 "$program" check "$home/few.txt"
grep -q 'draw.too-few' "$home/said" || fail "no problem of an illegal deck"

step "makes a PDF"
wants 0 "$program" export "$deck" --to sheet --output "$home/sheet.pdf"
[ "$(head -c 5 "$home/sheet.pdf")" = "%PDF-" ] || fail "no PDF"

step "deals hands"
wants 0 "$program" hands "$deck"
wants 0 "$program" goldfish "$deck" --seed 7

step "finds a change, in processes of its own"
wants 0 "$program" advise "$deck" --in 't:location cost:2' --top 1 --workers 2
grep -q 'The first:' "$home/said" || fail "no change"

step "finds a rule and a card"
wants 0 "$program" rule limited
wants 0 "$program" search 'winter x:stark|t:lady'

step "saves and backs up"
wants 0 "$program" backup "$home/library.backup"
[ -s "$home/library.backup" ] || fail "no backup"

step "starts the window with the deck"
screen=
if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}${QT_QPA_PLATFORM:-}" ]; then
    case $(uname) in
        Linux)
            command -v Xvfb >/dev/null || fail "there is neither a display nor Xvfb"
            Xvfb :97 -screen 0 1280x800x24 -nolisten tcp >"$home/xvfb" 2>&1 &
            screen=$!
            trap 'kill "$screen"; rm -rf "$home"' EXIT
            export DISPLAY=:97
            tries=50
            until [ -S /tmp/.X11-unix/X97 ] || [ $tries = 0 ]; do
                sleep 0.2
                tries=$((tries - 1))
            done
            ;;
    esac
fi
wants 0 "$program" --smoke "$home/deck.o8d"
if grep -qi 'traceback\|could not load\|went wrong' "$home/said"; then
    cat "$home/said" >&2
    fail "the window complained"
fi
printf 'The bundle works: %s\n' "$program"

#!/bin/sh
# Opens the window without a screen, lets it paint once and quits, with its files in a folder
# that is thrown away.
set -eu
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
SEVENPLOTS_HOME=$home XDG_CONFIG_HOME=$home QT_QPA_PLATFORM=offscreen "${VENV:-.venv}/bin/sevenplots" --smoke

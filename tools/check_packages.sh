#!/bin/sh
# Checks what the .deb holds for desktops, with what is installed of the tools that do so.
# Usage: tools/check_packages.sh
set -eu
cd "$(dirname "$0")/.."

share=build/debian/usr/share
deb=$(ls dist/release/sevenplots_*.deb)

# with TOOL COMMAND…: run the command where there is the tool
with() {
    tool=$1
    shift
    if command -v "$tool" >/dev/null; then
        printf '== %s\n' "$tool"
        "$@"
    else
        printf '== %s is not installed, so this was not checked\n' "$tool"
    fi
}

with desktop-file-validate desktop-file-validate "$share"/applications/*.desktop
with appstreamcli appstreamcli validate --no-net "$share"/metainfo/*.xml
with xmllint xmllint --noout "$share"/mime/packages/*.xml
with lintian lintian --allow-root --fail-on error "$deb"

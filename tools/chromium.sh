#!/bin/sh
# Installs Chromium for the tests of the pages for phones where there is none: on Debian, as root.
# Where it cannot be installed those tests say so and are skipped; nothing is started here.
set -eu
cd "$(dirname "$0")/.."

for each in chromium chromium-browser google-chrome; do
    command -v "$each" >/dev/null 2>&1 && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    "${VENV:-.venv}/bin/python" tools/system_libraries.py --package chromium && exit 0
fi
printf '%s\n' "There is no Chromium here; the tests that need one are skipped."

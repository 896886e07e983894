#!/bin/sh
# Installs a PostgreSQL server for the tests where there is none: on Debian, as root. Elsewhere
# the tests that need one say so and are skipped; nothing is started here.
set -eu
cd "$(dirname "$0")/.."

for each in /usr/lib/postgresql/*/bin/initdb; do
    [ ! -x "$each" ] || exit 0
done
command -v initdb >/dev/null 2>&1 && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    exec "${VENV:-.venv}/bin/python" tools/system_libraries.py --package postgresql
fi
printf '%s\n' "There is no PostgreSQL server here; the tests that need one are skipped."

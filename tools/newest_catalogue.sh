#!/bin/sh
# Brings the newest published card data and makes the catalogue of it, then runs the tests about it.
# Usage: tools/newest_catalogue.sh [FOLDER]     (a copy of the data that is there already)
set -eu
cd "$(dirname "$0")/.."

data=${1:-build/card-data}
if [ -z "${1:-}" ]; then
    rm -rf "$data"
    mkdir -p build
    git clone --quiet --depth 1 https://github.com/throneteki/throneteki-json-data "$data"
fi
"${VENV:-.venv}/bin/python" -m tools.import_catalogue --second "$data"
git --no-pager diff --stat -- resources
"${VENV:-.venv}/bin/python" -m pytest -q tests/unit/carddb/test_catalogue.py \
    tests/unit/library/test_library_opening.py

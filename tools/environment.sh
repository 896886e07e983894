#!/bin/sh
# Makes a virtual environment and installs the program into it; does nothing where that is done
# already. Its folder is .venv; an interpreter that PYTHON names has one of its own, .venv-3.11.2.
# Usage: tools/environment.sh run|test|folder     (PYTHON=/path/to/python; folder: only print it)
set -eu
cd "$(dirname "$0")/.."

extras=$1
here=$(pwd -P)
state="$(cat pyproject.toml constraints.txt | cksum) $here"

stop() {
    printf '%s\n' "$@" >&2
    exit 1
}

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

venv=.venv
if [ -n "${PYTHON:-}" ]; then
    new_enough "$PYTHON" || stop "Seven Plots needs Python 3.11 or newer; $PYTHON is not that."
    venv=.venv-$("$PYTHON" -c 'import platform; print(platform.python_version())')
fi
stamp=$venv/.installed
log=$venv/install.log
if [ "$extras" = folder ]; then
    printf '%s\n' "$venv"
    exit
fi

# Tells one interpreter from another, in a virtual environment or not.
identity() {
    "$1" -c 'import sys; print(sys.base_exec_prefix, sys.version)' 2>/dev/null
}

# An interpreter that is named is used, even where another one of its version was used before.
is_wanted() {
    [ -z "${PYTHON:-}" ] || [ "$(identity "$PYTHON")" = "$(identity "$venv/bin/python")" ]
}

is_done() {
    [ -x "$venv/bin/python" ] && [ -f "$stamp" ] && is_wanted || return 1
    case $(cat "$stamp") in
        "test $state" | "$extras $state") return 0 ;;
    esac
    return 1
}

can_make_venv() {
    "$1" -c 'import ensurepip, venv' >/dev/null 2>&1
}

# Sets `python`: the first that suits and can make virtual environments, else the first that suits.
find_python() {
    python=
    if [ -n "${PYTHON:-}" ]; then
        set -- "$PYTHON"
    else
        set -- python3 python3.14 python3.13 python3.12 python3.11 python
    fi
    for each; do
        new_enough "$each" || continue
        [ -n "$python" ] || python=$each
        if can_make_venv "$each"; then
            python=$each
            break
        fi
    done
    [ -n "$python" ] && return
    stop "Seven Plots needs Python 3.11 or newer, and there is none on the path." \
        "Install it, or name it: make $extras PYTHON=/path/to/python3.12"
}

# Debian keeps ensurepip in a package of its own.
complete_python() {
    can_make_venv "$python" && return
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    printf '%s\n' "Python $version here cannot make virtual environments yet."
    "$python" tools/system_libraries.py --package "python$version-venv" || exit 1
    can_make_venv "$python" || stop "Python $version still cannot make virtual environments."
}

# A virtual environment that was moved, interrupted or made by an older Python is made again.
is_sound() {
    new_enough "$venv/bin/python" && is_wanted && grep -qsF "$here/$venv/" "$venv/bin/pip" &&
        "$venv/bin/python" -m pip --version >/dev/null 2>&1
}

make_venv() {
    find_python
    complete_python
    printf '%s\n' "Making the virtual environment $venv (once)."
    if ! said=$("$python" -m venv --clear "$venv" 2>&1); then
        stop "The virtual environment could not be made:" "$(printf '%s\n' "$said" | tail -n 1)"
    fi
}

# uv installs the same libraries in a fraction of the time. It knows nothing of pip's settings: what
# it does not get (from a mirror that only pip is told of, say) is left to pip.
install_quickly() {
    [ "$extras" = test ] &&
        "$venv/bin/python" -m pip install --no-input --quiet --retries 0 -c constraints.txt uv &&
        "$venv/bin/uv" pip install --quiet --python "$venv/bin/python" -c constraints.txt -e "$target"
}

install_program() {
    export PIP_USER=0 PIP_DISABLE_PIP_VERSION_CHECK=1
    target=.
    [ "$extras" = run ] || target=".[$extras]"
    quiet=--quiet
    [ ! -t 1 ] || quiet=
    printf '%s\n' "Installing the libraries that the program needs, about 100 MB (once)."
    ! install_quickly >"$log" 2>&1 || return 0
    # $quiet is left unquoted: empty, it must be no argument at all.
    if ! "$venv/bin/python" -m pip install --no-input $quiet -c constraints.txt -e "$target" \
        2>"$log"; then
        if grep -q 'connection broken by' "$log"; then
            printf '%s\n' "The package index could not be reached; is there a network?" >&2
        else
            sed -n -e '/ERROR: Exception/d' -e 's/^ *ERROR: //p' "$log" | head -n 3 >&2
        fi
        stop "The libraries could not be installed. All that pip said is in $log."
    fi
}

is_done && exit 0
is_sound || make_venv
rm -f "$stamp"
install_program
printf '%s\n' "$extras $state" >"$stamp"

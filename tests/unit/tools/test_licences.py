"""The licences that the program shows are those of all that it needs."""

from __future__ import annotations

import json
from importlib.resources import files

from packaging.utils import canonicalize_name

from tools.licences import OTHERS, entry, needed_distributions

FOLDER = files("resources") / "licences"
ENTRIES = json.loads((FOLDER / "libraries.json").read_text("utf-8"))


def test_every_library_that_is_needed_is_in_the_list_and_no_other() -> None:
    others = {str(each["name"]) for each in OTHERS}
    listed = {canonicalize_name(each["name"]) for each in ENTRIES if each["name"] not in others}
    assert listed == {canonicalize_name(each.name) for each in needed_distributions()}
    assert others <= {each["name"] for each in ENTRIES}


def test_every_entry_has_the_text_of_its_licence() -> None:
    for each in ENTRIES:
        texts = [
            FOLDER.joinpath(*name.split("/")).read_text("utf-8") for name in each.get("files", ())
        ]
        assert len("".join([each.get("text", ""), *texts])) > 600, each["name"]
        assert each["licence"], each["name"]


def test_the_licences_are_those_that_are_installed() -> None:
    listed = {each["name"]: each["licence"] for each in ENTRIES}
    found = {each.name: entry(each)["licence"] for each in needed_distributions()}
    assert {name: listed[name] for name in found} == found


def test_qt_is_used_under_the_lgpl_alone() -> None:
    of_qt = [each for each in ENTRIES if each["name"] in {"Qt", "PySide6_Essentials", "shiboken6"}]
    assert len(of_qt) == 3
    for each in of_qt:
        assert each["licence"] == "LGPL-3.0-only"
        assert each["files"] == ["LGPL-3.txt", "GPL-3.txt"]

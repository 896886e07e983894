"""The fields of the changes, without a window."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop.widgets.changes.change_fields import ChangeFields
from goldfish.mulligan import PolicyKind


def test_the_mulligan_is_part_of_what_is_asked_and_takes_no_more_width(qtbot: QtBot) -> None:
    fields = ChangeFields()
    qtbot.addWidget(fields)
    policy, width = fields.policy, fields.minimumSizeHint().width()
    assert fields.values()["policy"] == "keep"
    for kind in (PolicyKind.POOR, PolicyKind.OPTIMAL):
        policy.kind.setCurrentIndex(policy.kind.findData(kind.value))
        assert fields.values()["policy"] == kind.value
        assert not fields.why_not
    policy.kind.setCurrentIndex(policy.kind.findData(PolicyKind.NEEDS.value))
    assert fields.why_not.startswith("Write what a hand must hold")
    policy.needs.setText(" k:lord ")
    assert fields.values()["policy"] == "needs:k:lord"
    assert not policy.needs.isHidden()
    assert fields.minimumSizeHint().width() <= width

"""Back and forward among what was read."""

from __future__ import annotations

from rulebook.reading_history import ReadingHistory


def test_back_and_forward_lead_along_the_way() -> None:
    history = ReadingHistory().visit("a").visit("b").visit("c")
    assert history.current == "c"
    assert not history.can_go_forward
    assert history.back().back().current == "a"
    assert not history.back().back().can_go_back
    assert history.back().forward().current == "c"
    assert history.back().back().back().current == "a"
    assert history.forward().current == "c"


def test_what_came_after_is_gone_once_another_way_is_taken() -> None:
    history = ReadingHistory().visit("a").visit("b").back().visit("c")
    assert history.places == ("a", "c")
    assert not history.can_go_forward


def test_the_same_place_is_visited_once() -> None:
    assert ReadingHistory().visit("a").visit("a").places == ("a",)


def test_what_is_passed_by_leaves_no_trace_but_the_last() -> None:
    history = ReadingHistory().visit("a").pass_by("b").pass_by("c").pass_by("d")
    assert history.places == ("a", "d")
    assert history.visit("e").places == ("a", "d", "e")


def test_what_was_passed_by_and_then_chosen_stays() -> None:
    history = ReadingHistory().visit("a").pass_by("b").visit("b").pass_by("c")
    assert history.places == ("a", "b", "c")


def test_nothing_was_read_at_first() -> None:
    history = ReadingHistory()
    assert history.current == ""
    assert not history.can_go_back
    assert history.back() == history
    assert history.pass_by("a").places == ("a",)


def test_the_oldest_places_are_forgotten() -> None:
    history = ReadingHistory()
    for number in range(500):
        history = history.visit(str(number))
    assert history.current == "499"
    assert len(history.places) == 200
    assert history.back().current == "498"

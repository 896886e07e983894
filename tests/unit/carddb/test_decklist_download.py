"""Published decks of ThronesDB, by number."""

from __future__ import annotations

import pytest
from pytest_httpserver import HTTPServer

from carddb.decklist_download import deck_number, published_deck
from core.download import AddressError
from core.errors import AppError, NetworkError


@pytest.mark.parametrize(
    "written",
    [
        "123",
        " #123 ",
        "https://thronesdb.com/decklist/view/123/wolves-of-winter-1.0",
        "thronesdb.com/decklist/view/123",
    ],
)
def test_a_deck_is_named_by_its_number_or_its_address(written: str) -> None:
    assert deck_number(written) == 123


@pytest.mark.parametrize(
    "written", ["", "wolves", "12 wolves", "https://elsewhere.org/decklist/view/123", "9" * 12]
)
def test_anything_else_is_refused_with_what_to_write(written: str) -> None:
    with pytest.raises(AppError, match="is not a deck of ThronesDB") as caught:
        deck_number(written)
    assert "number" in caught.value.hint


def test_a_private_deck_is_said_to_be_private() -> None:
    with pytest.raises(AppError, match="private deck"):
        deck_number("https://thronesdb.com/deck/view/0b2a")


def test_the_answer_is_returned_as_it_came(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/api/public/decklist/7.json").respond_with_data(b'{"slots": {}}')
    assert published_deck(7, httpserver.url_for("")) == b'{"slots": {}}'


def test_a_deck_that_is_not_there_says_what_to_do(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/api/public/decklist/7.json").respond_with_data("gone", 404)
    with pytest.raises(NetworkError) as caught:
        published_deck(7, httpserver.url_for(""))
    assert caught.value.hint


def test_plain_http_is_for_this_computer_alone() -> None:
    with pytest.raises(AddressError):
        published_deck(7, "http://thronesdb.com")

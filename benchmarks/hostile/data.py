"""Hostile JSON and tables."""

from __future__ import annotations

import json

from benchmarks.hostile.shapes import (
    LETTERS,
    LINES,
    Cases,
    HostileSource,
    by_deck,
    doubled_letter,
    filled,
    honest,
    numbered,
    titles,
)


def _full_decks(pair: str, many: int) -> HostileSource:
    """Return decks of so many codes, as many as fit."""
    deck = (
        '{"slots":{' + ",".join([pair.replace("{}", str(number)) for number in range(many)]) + "}},"
    )
    return filled(deck, "[", '{"slots":{}}]')


def _misspelt_codes(many: int) -> HostileSource:
    pairs = zip(range(many), titles(), strict=False)
    return json.dumps({"slots": {"01141": 1} | {doubled_letter(each, at): 1 for at, each in pairs}})


JSON: Cases = {
    "json/deep lists": lambda: "[" * LETTERS,
    "json/deep objects": lambda: '{"a":' * (LETTERS // 5),
    "json/deep slots": lambda: '{"slots":' + "[" * LETTERS,
    "json/deep but allowed": lambda: '{"slots":[' + ",".join(["[" * 900 + "]" * 900] * 5400) + "]}",
    "json/lists": lambda: filled("[],", '{"slots":[', "[]]}"),
    "json/lists of numbers": lambda: filled("[0],", '{"slots":[', "[]]}"),
    "json/outer lists": lambda: filled("[],", "[", "[]]"),
    "json/objects": lambda: filled("{},", '{"slots":[', "{}]}"),
    "json/huge number": lambda: '{"slots":{"01001":' + "9" * LETTERS + "}}",
    "json/numbers of 5000 digits": lambda: filled("9" * 5000 + ",", '{"slots":[', "1]}"),
    "json/huge exponent": lambda: '{"slots":{"01001":1e' + "9" * LETTERS + "}}",
    "json/long fraction": lambda: '{"slots":{"01001":1.' + "9" * LETTERS + "}}",
    "json/half of a fraction": lambda: '{"slots":{"1":9007199254740993.' + "0" * 9_000_000 + "1}}",
    "json/numbers": lambda: filled("1,", '{"slots":[', "1]}"),
    "json/fractions": lambda: filled("1.5,", '{"slots":[', "1]}"),
    "json/minus": lambda: "[" + "-" * LETTERS,
    "json/texts": lambda: filled('"\u20ac\u20ac",', '{"agendas":[', '""]}'),
    "json/codes": lambda: filled('"01141",', '{"agendas":[', '"01141"]}'),
    "json/agendas as object": lambda: (
        numbered('"{}":"01141"', 500_000, '{"agendas":{"a":""', ",") + "}}"
    ),
    "json/many keys": lambda: numbered('"{}":1', 900_000, '{"slots":{"01001":1', ",") + "}}",
    "json/same key": lambda: filled('"01141":1,', '{"slots":{', '"01141":1}}'),
    "json/keys of the deck": lambda: numbered('"{}":1', 900_000, '{"slots":{}', ",") + "}",
    "json/decks": lambda: filled('{"slots":{}},', "[", '{"slots":{}}]'),
    "json/decks below": lambda: filled('{"slots":{}},', '{"decks":[', '{"slots":{}}]}'),
    "json/decks below decks": lambda: filled(
        '{"decks":[', tail='{"slots":{}}' + "]}" * 1000, most=18_000
    ),
    "json/deck below deck": lambda: filled('{"deck":', tail='{"slots":{}}' + "}" * 900, most=9_000),
    "json/full decks": lambda: _full_decks('"01141":1', 4900),
    "json/full unknown decks": lambda: _full_decks('"Aria":1', 4900),
    "json/unknown names": lambda: (
        numbered('"Arya Strk ab{}c":1'.replace("{}", "{}"), 4900, '{"slots":{"01001":1', ",") + "}}"
    ),
    "json/misspelt codes": lambda: _misspelt_codes(4900),
    "json/plot decks": lambda: (
        '{"notes":"'
        + "a" * 4_000_000
        + '","slots":{},"plot_decks":['
        + ",".join(['{"01001":1}'] * 90_000)
        + "]}"
    ),
    "json/empty plot decks": lambda: (
        '{"notes":"'
        + "a" * 4_000_000
        + '","plot_decks":['
        + ",".join(["[]"] * 1_900_000)
        + '],"slots":{}}'
    ),
    "json/long text": lambda: '{"slots":{},"notes":"' + "a" * LETTERS + '"}',
    "json/long name": lambda: '{"slots":{},"name":"' + "a " * 4_900_000 + '"}',
    "json/long code": lambda: '{"slots":{"' + "a" * LETTERS + '":1}}',
    "json/long agendas": lambda: '{"agendas":["' + "\\u0041" * 1_600_000 + '"]}',
    "json/escapes": lambda: '{"slots":{},"notes":"' + "\\u00e9" * 1_600_000 + '"}',
    "json/long format": lambda: '{"slots":{},"format":"' + "a " * 4_900_000 + '"}',
    "json/long edition": lambda: '{"slots":{},"edition":"' + "a " * 4_900_000 + '"}',
    "json/long faction": lambda: '{"slots":{},"faction_code":"' + "(" * LETTERS + '"}',
    "json/long value": lambda: '{"slots":{"01001":"' + "a" * LETTERS + '"}}',
    "json/quotation marks": lambda: "[" + '"' * LETTERS,
    "json/lines": lambda: '{"slots":{' + "\n" * LINES + "}}",
    "json/blanks": lambda: "[" + " " * LETTERS,
    "json/blanks between": lambda: filled('{"slots":{}}' + " " * 5_000 + ",", "[", '{"slots":{}}]'),
    "json/spaced fields": lambda: filled('\\"players\\" ', '{"slots":{},"notes":"', '"}'),
    "json/fields with blanks": lambda: (
        '{"slots":{},"notes":"' + '\\"slots\\"' + " " * 9_000_000 + '"}'
    ),
    "json/honest decks": lambda: honest("json", 700),
}

TABLES: Cases = {
    "csv/rows": lambda: numbered("1,a{},,"),
    "csv/rows of titles": lambda: numbered("1,Ice,,Core Set"),
    "csv/rows of codes": lambda: numbered("1,,01141,"),
    "csv/rows with bad counts": lambda: numbered("{}x{},Ice,01141,"),
    "csv/rows of decks": lambda: numbered("d{},1,Ice", LINES, "deck,count,name"),
    "csv/few decks": lambda: by_deck("d{},1,Ice", "deck,count,name"),
    "csv/few decks unknown": lambda: by_deck("d{},1,ab cd {0}", "deck,count,name"),
    "csv/all columns": lambda: by_deck(
        "d{},deck,1,01141,Ice,Core,1,plot", "deck,part,count,code,name,pack,number,type"
    ),
    "csv/tabs": lambda: numbered("1\ta{}", LINES, "count\tname"),
    "csv/no heading": lambda: numbered("1;a{}", LINES),
    "csv/open quotation mark": lambda: 'count,name\n1,"' + "a\n" * (LINES - 5),
    "csv/quotation marks": lambda: filled('"a,', "count,name\n"),
    "csv/doubled marks": lambda: filled('"', "count,name\n1,"),
    "csv/marks by line": lambda: filled('1,"\n', "count,name\n", most=4 * LINES),
    "csv/one row": lambda: "count,name\n" + "ab," * (LETTERS // 3),
    "csv/one row of nothing": lambda: "count,name\n" + "," * LETTERS,
    "csv/one row of letters": lambda: "count,name\n" + "\u20ac\u20ac," * (LETTERS // 3),
    "csv/one heading row": lambda: "count,name," + "ab," * (LETTERS // 3 - 10) + "\n1,Ice",
    "csv/rows of nothing": lambda: "count,name\n" + ("," * 32 + "\n") * (LETTERS // 33),
    "csv/long cells": lambda: filled("1," + "a" * 130_000 + "\n", "count,name\n"),
    "csv/too long a cell": lambda: "count,name\n1," + "a" * LETTERS,
    "csv/huge counts": lambda: filled("9" * 5000 + ",Ice\n", "count,name\n"),
    "csv/huge codes": lambda: filled("1," + "9" * 5000 + "\n", "count,code\n"),
    "csv/counts of blanks": lambda: filled(" " * 5000 + "x,Ice\n", "count,name\n"),
    "csv/cells of lines": lambda: filled(
        '1,"' + "a\n" * 9 + '"\n', "count,name\n", most=24 * 29_000
    ),
    "csv/notes": lambda: numbered("notes,,{}", LINES, "part,count,name"),
    "csv/plot decks": lambda: numbered("plot deck 9,{},Ice", 4900, "part,count,name"),
    "csv/misspelt": lambda: (
        "count,name\n"
        + "\n".join(
            f"1,{doubled_letter(title, at)}"
            for at, title in zip(range(4900), titles(), strict=False)
        )
    ),
    "csv/honest decks": lambda: honest("csv", 700),
}

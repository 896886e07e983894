"""Hostile files of OCTGN."""

from __future__ import annotations

from benchmarks.hostile.shapes import LETTERS, LINES, Cases, doubled_letter, filled, titles

_XML = '<deck game="30c200c9-6c98-49a4-a293-106c06295c05">'
MARKUP: Cases = {
    "xml/comments": lambda: filled("<!---->", _XML, "</deck>"),
    "xml/one comment": lambda: filled("a ", _XML + "<!--", "--></deck>"),
    "xml/attributes": lambda: "<deck " + " ".join(f'a{n}="1"' for n in range(700_000)) + "/>",
    "xml/many attributes": lambda: filled(
        "<card " + " ".join(f'a{n}=""' for n in range(2000)) + "/>", _XML, "</deck>"
    ),
    "xml/elements": lambda: filled("<a/>", _XML, "</deck>"),
    "xml/elements and ends": lambda: filled("<a></a>", _XML, "</deck>"),
    "xml/names of elements": lambda: (
        _XML + "".join(f"<a{n}/>" for n in range(1_000_000)) + "</deck>"
    ),
    "xml/deep": lambda: _XML + "<a>" * (LETTERS // 3),
    "xml/sections": lambda: filled('<section name="a"/>', _XML, "</deck>"),
    "xml/known sections": lambda: filled('<section name="Plots"/>', _XML, "</deck>"),
    "xml/cards": lambda: filled("<card/>", _XML, "</deck>"),
    "xml/misspelt cards": lambda: (
        _XML
        + "".join(
            f"<card>{doubled_letter(t, n).replace('&', '')}</card>"
            for n, t in zip(range(4900), titles(), strict=False)
        )
        + "</deck>"
    ),
    "xml/huge counts": lambda: filled(f'<card qty="{"9" * 5000}"/>', _XML, "</deck>"),
    "xml/instructions": lambda: filled("<?a b?>", _XML, "</deck>"),
    "xml/one instruction": lambda: filled("a ", _XML + "<?a ", "?></deck>"),
    "xml/entities": lambda: filled("&eacute;", _XML, "</deck>"),
    "xml/known entities": lambda: filled("&amp;", _XML + "<notes>", "</notes></deck>"),
    "xml/numbered entities": lambda: filled("&#9;", _XML, "</deck>"),
    "xml/bare ampersands": lambda: filled("&", _XML, "</deck>"),
    "xml/few ampersands": lambda: filled("a" * 1000 + "&", _XML, "</deck>"),
    "xml/entity of digits": lambda: _XML + "&#" + "9" * LETTERS + ";</deck>",
    "xml/repaired and broken": lambda: filled("a" * 2000 + "&", _XML, "</dek>"),
    "xml/text": lambda: filled("a", _XML, "</deck>"),
    "xml/lines": lambda: filled("\n", _XML, "</deck>", most=LINES),
    "xml/notes": lambda: filled("a\n", _XML + "<notes>", "</notes></deck>", most=2 * LINES),
    "xml/notes of ampersands": lambda: filled("&lt;", _XML + "<notes>", "</notes></deck>"),
    "xml/data": lambda: filled("<![CDATA[a]]>", _XML + "<notes>", "</notes></deck>"),
    "xml/data by lines": lambda: filled("]", _XML + "<notes><![CDATA[", "]]></notes></deck>"),
    "xml/document type": lambda: '<!DOCTYPE a [<!ENTITY b "' + "c" * 9_000_000 + '">]><deck/>',
    "xml/declaration": lambda: "<?xml" + " a" * (LETTERS // 2 - 10),
    "xml/comment before": lambda: "<!--" + "-" * LETTERS,
    "xml/brackets": lambda: "<deck" + "<" * LETTERS,
    "xml/web page": lambda: "<!--" + "a" * 400 + "-->" + " " * LETTERS,
    "xml/tags of 19 KB": lambda: filled(f'<a b="{"c" * 19_000}"/>', _XML, "</deck>"),
    "xml/cards with long names": lambda: filled("<card>" + "a " * 999 + "</card>", _XML, "</deck>"),
}

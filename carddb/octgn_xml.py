"""Parse the XML of OCTGN's sets and decks, which is not trusted."""

from __future__ import annotations

import re
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import Locator

from defusedxml import DefusedXmlException  # type: ignore[import-untyped]
from defusedxml.sax import parseString  # type: ignore[import-untyped]
from typing_extensions import override

DEEPEST = 20
_DECLARATION = re.compile(r"\s*<\?xml\b[^>]{0,500}\?>")


class XmlDeclarationError(Exception):
    """The XML declares a document type or entities."""


class XmlSyntaxError(Exception):
    """The XML is broken in a line; the message is a sentence for the user."""

    def __init__(self, error: SAXParseException) -> None:
        self.line = error.getLineNumber()
        place = f"line {self.line}, column {(error.getColumnNumber() or 0) + 1}"
        super().__init__(f"The XML cannot be read at {place}: {error.getMessage()}.")


class OctgnHandler(ContentHandler):
    """A handler that knows the line in which its parser is."""

    def __init__(self) -> None:
        super().__init__()
        self._locator: Locator | None = None

    @override
    def setDocumentLocator(self, locator: Locator) -> None:
        self._locator = locator

    @property
    def parsed_line(self) -> int:
        return (self._locator.getLineNumber() if self._locator else None) or 1


def without_declaration(text: str) -> str:
    """Return XML without its declaration, which may name an encoding; lines stay as they are."""
    declared = _DECLARATION.match(text)
    return "\n" * declared[0].count("\n") + text[declared.end() :] if declared else text


def parse_octgn(text: str, handler: OctgnHandler) -> None:
    try:
        parseString(text.encode("utf-8", "replace"), handler, forbid_dtd=True)
    except DefusedXmlException:
        raise XmlDeclarationError from None
    except SAXParseException as error:
        raise XmlSyntaxError(error) from None

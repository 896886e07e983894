"""A deck sheet as HTML for the clipboard: tables with their styles, nothing from outside."""

from __future__ import annotations

from html import escape

from carddb.terms import Edition
from decks.sheet import EDITIONS, DeckSheet, SheetLine, SheetRuling, SheetSection

_PAGE = "font-family:Inter,Helvetica,Arial,sans-serif;font-size:10pt;color:#000;background:#fff"
_TABLE = "border-collapse:collapse;width:100%;margin:0 0 12pt 0"
_LABEL = "font-size:8pt;color:#4a4a4a;text-align:left;font-weight:normal;padding:2pt 12pt 2pt 0"
_VALUE = "font-weight:600;text-align:left;padding:2pt 0"
_HEADING = "text-align:left;border-bottom:1pt solid #000;padding:2pt 0"
_COUNT = "text-align:right;border-bottom:1pt solid #000;padding:2pt 0"
_ROW = "border-bottom:0.5pt solid #b4b4b4;padding:2pt 0"
_FIGURES = "font-variant-numeric:tabular-nums;text-align:right;width:2em"
_QUIET = "color:#4a4a4a;font-size:9pt;text-align:right"


def sheet_html(sheet: DeckSheet) -> str:
    """Return a fragment of HTML with the contents of the PDF, without the judge's box."""
    parts = [
        f'<div style="{_PAGE}">',
        f'<h1 style="font-size:14pt;margin:0 0 6pt 0">{escape(sheet.name) or "Deck list"}</h1>',
        _facts(sheet),
        _ruling(sheet.ruling) if sheet.ruling else "",
        _totals(sheet),
        *map(_section, sheet.sections),
        "</div>",
    ]
    return "\n".join(filter(None, parts)) + "\n"


def _facts(sheet: DeckSheet) -> str:
    event, ruling = sheet.event, sheet.ruling
    agendas = "<br>".join(escape(agenda_text(line)) for line in sheet.agendas)
    facts = (
        ("Player", escape(event.player)),
        ("Event", escape(event.event)),
        ("Date", escape(event.day)),
        ("Edition", EDITIONS[sheet.edition]),
        ("Format", escape(format_text(sheet))),
        ("Players", str(sheet.players or "")),
        ("Restricted list", escape(ruling.list_name or "none") if ruling else ""),
        ("House" if sheet.edition is Edition.FIRST else "Faction", escape(sheet.faction)),
        ("Agendas" if len(sheet.agendas) > 1 else "Agenda", agendas or "none"),
    )
    rows = "\n".join(
        f'<tr><th style="{_LABEL}">{label}</th><td style="{_VALUE}">{value}</td></tr>'
        for label, value in facts
        if value
    )
    return f'<table style="{_TABLE};width:auto">\n{rows}\n</table>'


def _ruling(ruling: SheetRuling) -> str:
    verdict = "✓ Legal" if ruling.legal else "✗ Not legal"
    basis = escape(" ".join(ruling_basis(ruling)))
    line = f'<p style="margin:0 0 6pt 0"><b>{verdict}</b> {basis}</p>'
    reasons = [*ruling.reasons, *(f"Warning: {each}" for each in ruling.warnings)]
    if not reasons:
        return line
    items = "".join(f"<li>{escape(reason)}</li>" for reason in reasons)
    return f'{line}\n<ul style="margin:0 0 6pt 0">{items}</ul>'


def _totals(sheet: DeckSheet) -> str:
    numbers = " · ".join(f"{count} {escape(label)}" for count, label in sheet.totals + sheet.parts)
    return f'<p style="margin:0 0 12pt 0">{numbers}</p>'


def _section(section: SheetSection) -> str:
    rows = "\n".join(map(_row, section.lines))
    heading = (
        f'<tr><th colspan="2" style="{_HEADING}">{escape(section.title)}</th>'
        f'<th colspan="2" style="{_COUNT}">{section.copies}</th></tr>'
    )
    return f'<table style="{_TABLE}">\n{heading}\n{rows}\n</table>'


def _row(line: SheetLine) -> str:
    return (
        f'<tr><td style="{_ROW};{_FIGURES};text-align:left"><b>{line.copies}</b></td>'
        f'<td style="{_ROW}">{escape(line.name)}</td>'
        f'<td style="{_ROW};{_QUIET}">{escape(line.product)}</td>'
        f'<td style="{_ROW};{_QUIET};{_FIGURES}">{line.number}</td></tr>'
    )


def agenda_text(line: SheetLine) -> str:
    """Return an agenda with its printing."""
    return f"{line.name} ({line.product} {line.number})"


def format_text(sheet: DeckSheet) -> str:
    """Return the name of the format, which begins with a capital letter."""
    return sheet.format[:1].upper() + sheet.format[1:]


def ruling_basis(ruling: SheetRuling) -> list[str]:
    """Return the list and the day that a deck was judged under."""
    under = f"under {ruling.list_name}" if ruling.list_name else "under no list"
    return [under, f"on {ruling.day}"] if ruling.day else [under]

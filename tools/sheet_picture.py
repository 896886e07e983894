"""Makes docs/screenshots/sheet-a4.png, the picture of a finished deck sheet; no screen needed."""

from __future__ import annotations

import os
import sys
from datetime import date
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
sys.path.insert(0, str(Path(__file__).parent.parent))

from PySide6.QtGui import QGuiApplication

from carddb import catalogue
from carddb.terms import Edition
from decks.deck_reader import read_decks
from decks.sheet import SheetEvent, written_day
from desktop.pdf.sheet_pdf import sheet_picture
from validators.conditions import Requested
from validators.judge import Judge
from validators.judged_sheet import judged_sheet

TARGET = Path(__file__).parent.parent / "docs" / "screenshots" / "sheet-a4.png"
DECK = "Wolves of Winter (WotN)"
DAY = date(2026, 11, 20)


def main() -> None:
    """Make the picture."""
    app = QGuiApplication(sys.argv[:1])
    pools = catalogue.pools()
    sample = next(each for each in catalogue.sample_decks() if each.name == DECK)
    (reading,) = read_decks(sample.text, pools, name=sample.name)
    event = SheetEvent(event="Winterfell Open", day=written_day(DAY))
    judge = Judge(pools[Edition.SECOND])
    sheet = judged_sheet(reading, judge, Requested(date=DAY), DAY, event)
    sheet_picture(sheet).save(str(TARGET), quality=0)
    app.shutdown()


if __name__ == "__main__":
    main()

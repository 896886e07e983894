"""PySide reads no source of the modules that are imported.

To find out whether a module switches on one of PySide's own features, which none does here, PySide
reads the source of each module that is imported after it, and Python keeps all these lines. That
takes 45 ms of a start and 30 MB. Modules of pydantic cannot even be imported after PySide6.
"""

from __future__ import annotations

from importlib import import_module

_CHECK = "_mod_uses_pyside"


def skip_source_checks() -> None:
    """Tell PySide that no module uses its features; another PySide may have no such check."""
    try:
        import_module("PySide6")  # without it there is no such module
        feature = import_module("shibokensupport.feature")
    except ImportError:
        return
    if hasattr(feature, _CHECK):
        setattr(feature, _CHECK, lambda _module: False)

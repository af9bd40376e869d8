"""Open a page in a browser, if the user has a screen."""

import os
import sys
import webbrowser
from pathlib import Path


def open_page(page: Path) -> bool:
    """Open a page in a browser; return whether that worked."""
    return has_screen() and webbrowser.open(page.resolve().as_uri())


def has_screen() -> bool:
    """Return whether a browser can be shown. Without a screen, a browser for text would take over the terminal."""
    is_shown = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(is_shown) and "SSH_CONNECTION" not in os.environ

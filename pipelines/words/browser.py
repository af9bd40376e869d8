"""Open a page in a browser, if the user has a screen."""

import os
import sys
import webbrowser
from pathlib import Path


def open_page(page: Path) -> bool:
    """Open a page in a browser; return whether that worked."""
    # Without a screen, a browser for text would take over the terminal.
    has_screen = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(has_screen) and "SSH_CONNECTION" not in os.environ and webbrowser.open(page.resolve().as_uri())

"""Opens a page in a browser, where somebody sits at a screen."""

import os
import sys
import webbrowser
from pathlib import Path


def open_page(page: Path) -> bool:
    """Open a page in a browser; return whether that could be done."""
    return _has_screen() and webbrowser.open(page.resolve().as_uri())


def _has_screen() -> bool:
    """Whether somebody may see a window; elsewhere a browser that works in text would take the terminal."""
    if "SSH_CONNECTION" in os.environ:
        return False
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))

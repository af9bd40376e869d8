"""The progress of long work, as it is reported to the user who waits."""

from collections.abc import Callable

from transforms.messages import gettext

Progress = Callable[[str, int, int], None]
"""Called with (what is being done, how many are done, how many there are)."""


def drawing_pages() -> str:
    """What is being done while pages are drawn."""
    return gettext("drawing the pages")

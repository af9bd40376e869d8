"""Why the system refused something, in its own words: those that people meet are in the catalogues too."""

from transforms.tables.messages import Message, gettext_noop

SAID = (
    gettext_noop("No such file or directory"),
    gettext_noop("Permission denied"),
    gettext_noop("Operation not permitted"),
    gettext_noop("Is a directory"),
    gettext_noop("Not a directory"),
    gettext_noop("Directory not empty"),
    gettext_noop("File exists"),
    gettext_noop("File name too long"),
    gettext_noop("Read-only file system"),
    gettext_noop("Device or resource busy"),
    gettext_noop("Input/output error"),
    gettext_noop("Too many open files"),
)
"""What Linux, macOS and the C library of Windows say; what Windows says itself is in its own language."""


def why(error: OSError) -> Message:
    """Why, in the language that is spoken, or in the system's own words where nobody translated them."""
    return Message(error.strerror or str(error) or type(error).__name__)

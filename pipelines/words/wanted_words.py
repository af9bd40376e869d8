"""What should stand in a cell that is not understood, in the language that is spoken: `wanted` of its kind."""

import re

from transforms.messages import gettext, gettext_noop

_PUT_TOGETHER = (
    gettext_noop("a whole number, 0 or more"),
    gettext_noop("imps or point_a_board; leave it empty where no teams play"),
)
"""Those that no module has as one text; `pipelines/intake/readers/cells.py` has the others."""

_WITH_GAPS = (
    (r"a whole number from (?P<least>\S+) to (?P<most>\S+)", gettext_noop("a whole number from {least} to {most}")),
    (r"a number from (?P<least>\S+) to (?P<most>\S+)", gettext_noop("a number from {least} to {most}")),
    (r"one of (?P<words>.*)", gettext_noop("one of {words}")),
    (r"a name or number of at most (?P<most>\d+) letters", gettext_noop("a name or number of at most {most} letters")),
)


def wanted(text: str) -> str:
    """`wanted` of a kind of cells in the language that is spoken; in English where nobody translated it."""
    for form, said in _WITH_GAPS:
        if found := re.fullmatch(form, text):
            return gettext(said, **found.groupdict())
    return gettext(text)

"""`--absent`: the one number of a movement that nobody takes."""

import re
from collections.abc import Sequence

from pipelines.machine.errors import UnusableError

_BETWEEN = re.compile(r"[\s,;+]+")


def number_left_empty(given: Sequence[str] | None) -> int | None:
    """The number, from what stands behind each `--absent`; None where none is given.

    Raises:
        UnusableError: it is no number, or there are several.
    """
    words = [word for text in given or () for word in _BETWEEN.split(text) if word]
    if len(words) > 1:
        raise UnusableError(
            "--absent {words}: one number at most stays empty; where two pairs are missing, play with a table"
            " less, and where three are, so and with one --absent",
            words=", ".join(words),
        )
    if given and not (words and words[0].isdecimal() and int(words[0])):
        raise UnusableError("--absent {given}: write the number of a pair, as --absent 3", given=" ".join(given))
    return int(words[0]) if words else None

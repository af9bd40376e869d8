"""A result line that is another than was published, in words: `420, now −50`; published since, `420 became −50`."""

from pipelines.words.ruling_words import line_in_words
from transforms.messages import gettext


def change_said(published: str | None, now: str | None) -> str:
    """What a line said, as `published.changed_results` has it, and what it says now; None: there is no line."""
    if published is None:
        return gettext("new, {now}", now=_said(now))
    if now is None:
        return gettext("{was}, now gone", was=_said(published))
    return gettext("{was}, now {now}", was=_said(published), now=_said(now))


def correction_said(published: str | None, now: str | None) -> str:
    """As `change_said`, of a line that was published again since."""
    if published is None:
        return gettext("added: {now}", now=_said(now))
    if now is None:
        return gettext("{was}, taken out", was=_said(published))
    return gettext("{was} became {now}", was=_said(published), now=_said(now))


def _said(line: str | None) -> str:
    return line_in_words(line or "") or gettext("no result")

"""Sentences that a template makes of parts: punctuation outside of any message, beside one."""

import re

_SAID = re.compile(
    r"\{% ?-?\s*trans\b.*?endtrans\s*-?%\}|\{\{-?\s*n?p?gettext\(.*?\)\s*-?\}\}|\{\{-?\s*_\(.*?\)\s*-?\}\}", re.DOTALL
)
_TITLE = re.compile(r"\{% block title %\}.*?\{% endblock %\}", re.DOTALL)
_BETWEEN = r"(?:<[^>]*>|\{%[^%]*%\}|\s)*"
_MESSAGE = "\N{OBJECT REPLACEMENT CHARACTER}"
_GLUE = re.compile(rf"{_MESSAGE}{_BETWEEN}[.,;:](?!\w)|(?<![\w&])[.,;:]{_BETWEEN}{_MESSAGE}")


def glue(source: str) -> list[str]:
    """The places of a template where a sign of a sentence joins a message to something else."""
    text = _SAID.sub(_MESSAGE, _TITLE.sub("", re.sub(r"\{#.*?#\}", "", source, flags=re.DOTALL)))
    return [found[0] for found in _GLUE.finditer(text)]

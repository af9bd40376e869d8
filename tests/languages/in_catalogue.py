"""What the catalogue of a language holds."""

from babel.messages.catalog import Message

from pipelines.tools.gather_messages import catalogue
from pipelines.words.languages import catalogue_file


def in_catalogue(language: str) -> list[Message]:
    """The messages of the catalogue of a language."""
    return [message for message in catalogue(catalogue_file(language), language) if message.id]


def forms(texts: str | tuple[str, ...] | list[str] | None) -> list[str]:
    """A message or translation as a list: one text, or one for each form of the plural."""
    return [texts or ""] if texts is None or isinstance(texts, str) else list(texts)

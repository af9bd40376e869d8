"""What is wrong with the arguments of a command, without the words of the library that reads them."""

import re

from typer.exceptions import TyperException


def in_plain_words(message: str) -> str:
    """What the library says of an argument, in plain words and with the mend."""
    for words, plain in _PLAIN:
        message = re.sub(words, plain, message)
    return message.rstrip(".")


def where_to_look(error: TyperException) -> str:
    """The help of the command that was typed, behind what is wrong with it; and an example, where a word is missing."""
    message, typed, words = error.format_message(), getattr(error, "ctx", None), list[str]()
    example = str(typed.command.epilog or "").removeprefix("Example: ") if typed is not None else ""
    as_in = f": write it, as in {example}" if example and message.startswith("Missing") else ""
    while typed is not None and typed.parent is not None:
        words, typed = [typed.info_name, *words], typed.parent
    return f"{as_in}{' See' if message.endswith('?') else '; see'} {' '.join(['barometer', *words, '--help'])}"


_PLAIN = (
    (r"Value error, ", ""),
    (r"Input should be a valid integer, unable to parse string as an integer", "write a whole number"),
    (r"Input should be a valid number, unable to parse string as a number", "write a number"),
    (r"Input should be greater than or equal to", "write a number from"),
    (r"Input should be less than or equal to", "write a number to"),
    (r"^Missing (?:argument|option) '(.*)'", r"\1 is missing"),
    (r"('.*') does not match the formats '%Y-%m-%d'", r"\1: write dates as 2025-12-31"),
    (r"Got unexpected extra argument\(s\) \((.*)\)", r"\1: one word too many; put a path with blanks between quotes"),
)

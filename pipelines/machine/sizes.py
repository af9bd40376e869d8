"""Numbers and sizes in bytes as people write them: `60`, `256 MB`."""

import re

from pipelines.machine.errors import UnusableError

_UNITS = {"": 1, "KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000}
_NUMBER = re.compile(r"([1-9][0-9]{0,14})\s*([KMG]B)?", re.ASCII | re.IGNORECASE)


def number_within(name: str, text: str, bounds: tuple[int, int], *, of_bytes: bool) -> int:
    """Return what `number_of` returns, if it is within these bounds; else raise `UnusableError`."""
    number = number_of(name, text)
    least, most = bounds
    if not least <= number <= most:
        said = [in_bytes(bound) if of_bytes else str(bound) for bound in bounds]
        raise UnusableError(
            "{key} = {text!r}: write a number from {least} to {most}, or unset it",
            key=name,
            text=text,
            least=said[0],
            most=said[1],
        )
    return number


def number_of(name: str, text: str) -> int:
    """Return the number or size in bytes of the setting `name`, such as `60` or `256 MB`; it must be above 0."""
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        raise UnusableError(
            "{key} = {text!r}: write a number above 0, such as 60, or a size, such as 256 MB", key=name, text=text
        )
    number, unit = found.groups(default="")
    return int(number) * _UNITS[unit.upper()]


def in_bytes(size: int) -> str:
    """Return a number of bytes as text, such as `256 MB`."""
    unit = next((name for name in ("GB", "MB", "KB") if size % _UNITS[name] == 0 and size >= _UNITS[name]), "bytes")
    return f"{size // _UNITS.get(unit, 1)} {unit}"

"""The key `vp_table` of `[scoring]`: a scale of victory points in a file next to competition.toml."""

import re
from pathlib import Path

from pydantic import ValidationInfo

from pipelines.machine.files import bytes_of
from transforms.bridge.imps import fault_of, table_of
from transforms.tables.messages import Message

_MOST_BYTES = 100_000
_FILE = re.compile(r"[^/\\:\n]{1,200}\.csv", re.IGNORECASE)


def table_named(name: str | None, info: ValidationInfo) -> str | None:
    """Return the table in this file, with commas between its cells; a text of several lines stays as it is.

    Raises:
        ValueError: there is no such file, or it holds no scale of victory points; the message says what is wrong.
    """
    if name is None or "\n" in name:
        return name
    folder = (info.context or {}).get("folder")
    if folder is None or not _FILE.fullmatch(name):
        raise ValueError(Message("write the name of a CSV file next to this one"))
    text = _text_of(folder, folder / name)
    try:
        table = table_of(text)
    except ValueError:
        raise ValueError(
            Message(
                "not a table of numbers with a column margin or percentage, a column vp, and optionally a column boards"
            )
        ) from None
    if fault := fault_of(table):
        raise ValueError(fault)
    return text


def _text_of(folder: Path, file: Path) -> str:
    try:
        if file.resolve().parent != folder.resolve():
            raise ValueError(Message("the file is a link; put the file itself next to this one"))
        text = bytes_of(file, _MOST_BYTES).decode("utf-8-sig")
    except FileNotFoundError:
        raise ValueError(Message("there is no such file; put it next to this one, or correct its name")) from None
    except OSError as wrong:
        reason = wrong.strerror or "too large"
        raise ValueError(Message("the file cannot be read ({reason})", reason=reason)) from None
    except UnicodeDecodeError:
        raise ValueError(Message("the file is not UTF-8 text; save it as UTF-8")) from None
    if ";" in text.partition("\n")[0] or "\t" in text.partition("\n")[0]:
        text = text.replace(",", ".").replace(";", ",").replace("\t", ",")
    lines = (",".join(cell.strip() for cell in line.lower().split(",")) for line in text.splitlines())
    return "\n".join(line for line in lines if line.strip(",")) + "\n"

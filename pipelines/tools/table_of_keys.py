"""`python -m pipelines.tools.table_of_keys`: write all keys of club.toml and competition.toml to docs/landing.md."""

import datetime as dt
import json
import types
from collections.abc import Iterator
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from pipelines.machine.paths import PACKAGES
from pipelines.settings.changing import NAME, is_rule_of_season, known_keys
from pipelines.settings.section import Section
from pipelines.warehouse.column_words import key_words

PAGE = PACKAGES / "docs" / "landing.md"
BEGIN, END = "<!-- make shown writes this table -->\n", "<!-- end of the table -->\n"


class Key(NamedTuple):
    """A key that users may write, and the section that declares it."""

    path: str
    section: type[Section]
    name: str

    @property
    def field(self) -> FieldInfo:
        """The type, default and limits of the key."""
        return self.section.model_fields[self.name]


def keys() -> Iterator[Key]:
    """Yield all keys in the order of the files, but not keys of inline tables or of a season's own rules."""
    for path, section in known_keys().items():
        if not is_rule_of_season(path):
            yield Key(path.replace(f".{NAME}.", "."), section, path.rpartition(".")[2])


def table() -> str:
    """Return the table of all keys, in Markdown."""
    rows = ["| key | usual | allowed | what it says |", "|---|---|---|---|"]
    for key in keys():
        words = key_words(key.section, key.name).partition(" One of: ")[0]
        rows.append(f"| `{key.path}` | {_usual(key.field)} | {_allowed(key.field)} | {words} |")
    return "\n".join([*rows, ""])


def with_table(page: str) -> str:
    """Return the page with the present table in place of the old one."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}"


def _usual(field: FieldInfo) -> str:
    usual = None if field.is_required() else field.get_default(call_default_factory=True)
    return "" if usual is None or usual in ([], {}) else f"`{json.dumps(usual)}`"


def _allowed(field: FieldInfo) -> str:
    is_choice = get_origin(field.annotation) in (Union, types.UnionType)
    kinds = get_args(field.annotation) if is_choice else (field.annotation,)
    limits = {name: getattr(limit, name) for limit in field.metadata for name in _RANGE if hasattr(limit, name)}
    if limits:
        return " ".join(f"{_RANGE[name]} {limit}" for name, limit in limits.items())
    return " or ".join(filter(None, map(_of_kind, kinds)))


def _of_kind(kind: Any) -> str:
    kind = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    if get_origin(kind) is Literal:
        return ", ".join(f"`{word}`" for word in get_args(kind))
    parts = [part for part in (kind, *get_args(kind)) if isinstance(part, type) and issubclass(part, Section)]
    if parts:
        return "with " + ", ".join(f"`{name}`" for name in parts[0].model_fields)
    return _KINDS.get(get_origin(kind) or kind, "")


_RANGE = {"ge": "from", "gt": "above", "le": "to", "lt": "below"}
_KINDS = {
    **{bool: "`true`, `false`", int: "a number", float: "a number", dt.date: "a day"},
    **{str: "words", list: "a list", dict: "names and lists"},
}

if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

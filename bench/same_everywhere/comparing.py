"""Find what differs between two builds of a corpus: tables, findings, pages and exit status."""

from pathlib import Path

import polars as pl

from bench.same_everywhere.builds import Build

VOLATILE: dict[str, tuple[str, ...]] = {
    "raw.files": ("ingested_at", "modified_at", "findings"),
    "ratings.published": ("published_at",),
    "operations.builds": ("started_at", "finished_at", "landing", "code_sha256", "reports"),
    "operations.file_history": ("first_seen_at", "superseded_at"),
    "operations.steps": ("inputs_sha256", "code_sha256", "table_name", "pages", "club", "build"),
    "operations.groups": ("bytes",),
}
"""By table, the columns that hold times, places or versions of the code, or that count findings."""
VOLATILE_FILES = (".build", ".manifest")
"""The names of files of the site that hold versions of the code."""
_ROW = ["club", "competition", "file_id", "line_no", "field", "value"]
_LINE = ["club", "competition", "file_id", "line_no"]
_FIRST = 5
"""How many of the rows that differ are shown."""
Lines = list[str]


def tables_that_differ(before: dict[str, pl.DataFrame], after: dict[str, pl.DataFrame]) -> tuple[Lines, Lines]:
    """Return what differs, table by table; and what only the later build has, which is no fault."""
    differs: Lines = [f"table {name}: not there any more" for name in before if name not in after]
    new: Lines = [f"table {name}: new, {len(after[name])} rows" for name in after if name not in before]
    for name, whole in before.items():
        if name not in after or _is_of_findings(whole):
            continue
        rows, others = (each.drop(VOLATILE.get(name, ()), strict=False) for each in (whole, after[name]))
        new += [f"table {name}: column {column} is new" for column in others.columns if column not in rows.columns]
        differs += [f"table {name}: no column {column}" for column in rows.columns if column not in others.columns]
        both = [column for column in rows.columns if column in others.columns]
        differs += _rows_that_differ(name, rows.select(both), others.select(both))
    return differs, new


def _rows_that_differ(name: str, rows: pl.DataFrame, others: pl.DataFrame) -> Lines:
    if rows.schema != others.schema:
        kinds = [
            f"{c} {rows.schema[c]} -> {others.schema[c]}" for c in rows.columns if rows.schema[c] != others.schema[c]
        ]
        return [f"table {name}: other types: {', '.join(kinds)}"]
    if not rows.columns or rows.equals(others):
        return []
    counted = [each.group_by(pl.all()).len("number of such rows") for each in (rows, others)]
    gone, come = (
        one.join(other, on=one.columns, how="anti", nulls_equal=True).sort(pl.all())
        for one, other in (counted, reversed(counted))
    )
    if gone.is_empty() and come.is_empty():
        return [f"table {name}: the same {len(rows)} rows in another order"]
    columns = [c for c in rows.columns if len(rows) == len(others) and not rows[c].equals(others[c])]
    at = f" in {', '.join(columns)}" if columns else ""
    head = f"table {name}: {len(rows)} rows before, {len(others)} after; {len(gone)} gone, {len(come)} new{at}"
    return [head, *(f"    - {row}" for row in _shown(gone)), *(f"    + {row}" for row in _shown(come))]


def _shown(rows: pl.DataFrame, most: int = _FIRST) -> Lines:
    return [
        ", ".join(f"{name}={str(value)[:80]}" for name, value in row.items() if value is not None)
        for row in rows.head(most).to_dicts()
    ]


# --- findings -----------------------------------------------------------------------------------


def _is_of_findings(rows: pl.DataFrame) -> bool:
    return {*_ROW, "code", "severity"} <= set(rows.columns)


def findings_of(tables: dict[str, pl.DataFrame]) -> pl.DataFrame:
    """Return each finding once: row, `severity`, `code`, `arguments`, `message`; `stays`: a table has its line."""
    kinds = {**dict.fromkeys([*_ROW, "severity", "code", "arguments", "message"], pl.String), "line_no": pl.Int64}
    found = [
        rows.select(pl.col(name).cast(kind) for name, kind in kinds.items())
        for rows in tables.values()
        if _is_of_findings(rows)
    ]
    lines = [
        rows.select(pl.col(_LINE).exclude("line_no").cast(pl.String), pl.col("line_no").cast(pl.Int64))
        for rows in tables.values()
        if set(_LINE) <= set(rows.columns) and not _is_of_findings(rows)
    ]
    if not found:
        return pl.DataFrame(schema={**kinds, "stays": pl.Boolean})
    in_tables = pl.concat(lines).select(_LINE).drop_nulls().unique().with_columns(stays=True)
    every = pl.concat(found).unique(maintain_order=True)
    return every.join(in_tables, on=_LINE, how="left", maintain_order="left").with_columns(
        pl.col("stays").fill_null(value=False)
    )


class Findings:
    """The findings of two builds, compared row by row."""

    def __init__(self, before: pl.DataFrame, after: pl.DataFrame) -> None:
        """Match findings by row, and the remaining ones by line, if they have a line."""
        gone = before.join(after, on=_ROW, how="anti", nulls_equal=True)
        come = after.join(before, on=_ROW, how="anti", nulls_equal=True)
        has_line = pl.col("line_no").is_not_null() & pl.col("file_id").is_not_null()
        self.lost = gone.join(after.filter(has_line), on=_LINE, how="anti").sort(["code", *_ROW])
        """Rows with a finding before, but none now."""
        self.new = come.join(before.filter(has_line), on=_LINE, how="anti").sort(["code", *_ROW])
        elsewhere = gone.join(after.filter(has_line), on=_LINE, how="semi")
        self.codes = _codes(before, after, _ROW)
        """Other codes on the same row: `before`, `after`, `rows`."""
        self.fields = _codes(elsewhere, after.join(elsewhere, on=_LINE, how="semi"), _LINE)
        """The same for findings on the same line whose field or value differs."""
        said = [each.group_by(_ROW).agg(pl.col("severity", "stays").unique().sort()) for each in (before, after)]
        same = said[0].join(said[1], on=_ROW, nulls_equal=True, suffix="_after")
        self.severity = same.filter(pl.col("severity") != pl.col("severity_after")).sort(_ROW)
        self.stays = same.filter(pl.col("stays") != pl.col("stays_after")).sort(_ROW)
        """Rows that were left out before and are in a table now, or the other way round."""
        self.families = (
            _families(before, "before")
            .join(_families(after, "after"), on="family", how="full", coalesce=True)
            .fill_null(0)
            .filter(pl.col("before") != pl.col("after"))
            .sort("family")
        )

    @property
    def is_worse(self) -> bool:
        """Whether a row lost its finding, has one of another severity, or is left out of tables only in one build."""
        return bool(len(self.lost) + len(self.severity) + len(self.stays))

    def report(self, most: int) -> Lines:
        """Return lines that say what differs."""
        lines: Lines = []
        for head, rows in (
            ("lost: {} findings on rows found before and not now", self.lost),
            ("new: {} findings on rows not found before", self.new),
            ("other severity: {} rows", self.severity),
            ("left out before and in a table now, or the other way round: {} rows", self.stays),
        ):
            if len(rows):
                shown = rows.drop("arguments", "message", strict=False)
                lines += [head.format(len(rows)), *(f"    {row}" for row in _shown(shown, most))]
        for head, codes in (
            ("same row, other code", self.codes),
            ("same line, other field or value", self.fields),
        ):
            if len(codes):
                lines += [f"{head}:", *(f"    {b or '(none)'} -> {a or '(no other)'}, {n}" for b, a, n in codes.rows())]
        if len(self.families):
            lines += ["by family, before -> after:", *(f"    {f}: {b} -> {a}" for f, b, a in self.families.rows())]
        return lines


def _families(findings: pl.DataFrame, name: str) -> pl.DataFrame:
    return findings.group_by(family=pl.col("code").str.split(".").list.first()).agg(pl.len().alias(name))


def _codes(before: pl.DataFrame, after: pl.DataFrame, row: list[str]) -> pl.DataFrame:
    """Return which codes rows lost and got from one build to the other, and for how many rows: for rows in both."""
    said = [each.group_by(row).agg(codes=pl.col("code").unique()) for each in (before, after)]
    both = said[0].join(said[1], on=row, nulls_equal=True, suffix="_after")
    only = both.select(
        before=pl.col("codes").list.set_difference("codes_after").list.sort().list.join(" + "),
        after=pl.col("codes_after").list.set_difference("codes").list.sort().list.join(" + "),
    )
    changed = only.filter((pl.col("before") != "") | (pl.col("after") != ""))
    return changed.group_by("before", "after").len("rows").sort("before", "after")


# --- pages --------------------------------------------------------------------------------------


def pages_that_differ(before: dict[str, Path], after: dict[str, Path], most: int) -> Lines:
    """Return which files of the sites differ, each with the first place where it does."""
    names = {name for name in [*before, *after] if Path(name).name not in VOLATILE_FILES}
    lines: Lines = []
    for name in sorted(names):
        if name not in after:
            lines.append(f"page {name}: not there any more")
        elif name not in before:
            lines.append(f"page {name}: new")
        elif (one := before[name].read_bytes()) != (other := after[name].read_bytes()):
            lines.append(f"page {name}: {_first_difference(one, other)}")
    rest = len(lines) - most
    return [*lines[:most], f"… and {rest} pages more"] if rest > 0 else lines


def _first_difference(one: bytes, other: bytes) -> str:
    place = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    line = one[:place].count(b"\n") + 1
    was, now = (text[max(place - 30, 0) : place + 50].decode(errors="replace") for text in (one, other))
    return f"line {line}, byte {place}: {was!r} -> {now!r}"


def compared(before: Build, after: Build, *, with_pages: bool, most: int) -> tuple[bool, Lines, pl.DataFrame]:
    """Return whether two builds are the same, lines on what differs, and other codes: `before`, `after`, `rows`."""
    tables, others = before.tables(), after.tables()
    differs, new = tables_that_differ(tables, others)
    findings = Findings(findings_of(tables), findings_of(others))
    pages = pages_that_differ(before.pages(), after.pages(), most) if with_pages else []
    if before.status != after.status:
        differs.insert(0, f"exit status {before.status} before, {after.status} after")
    is_same = not (differs or pages or findings.is_worse)
    return is_same, [*differs, *new, *findings.report(most), *pages], pl.concat([findings.codes, findings.fields])

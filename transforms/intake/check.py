"""Declare and run checks. A check is a function that returns the rows of tables that break a condition.

All checks of one stage read the same tables, except that a row left out by one check is not reported by later ones.
Between stages, other steps derive tables from the remaining rows.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeVar

import dataframely as dy
import polars as pl

from transforms.intake.consequences import MANY
from transforms.intake.findings import PLACE, Column, error_on
from transforms.tables.finding_words import gaps_of
from transforms.tables.messages import VARIANT, name_of_sentence
from transforms.tables.schemas import CLUB, SESSION, Findings, Rows, Stated
from transforms.tables.shared import in_shape, types_of

Offenders = Callable[..., Rows]
F = TypeVar("F", bound=Offenders)
Lines = TypeVar("Lines", pl.DataFrame, pl.LazyFrame)
Severity = Literal["error", "warning"]
Fate = Literal["stays", "left out"]
Judged = tuple[dict[str, pl.DataFrame], dy.LazyFrame[Findings]]

ROW = "row"
"""The column with the number of a row within its table. Checks that leave rows out must return this column."""
MOST_APART = 20
"""If a file has more rows than this for a check with `merged`, the check makes a single finding of them."""
_ROWS_NAMED = 5
_NOTHING = "–"
"""The text for a placeholder if the row has no value, such as the declarer of a passed-out board."""
_IN_COLUMN = {"session": "session_id", "player": "player_id"}
"""The column for each placeholder that does not have the name of a column."""
_FILE = (*CLUB, "file_id")
DOUBTED = "doubted"
"""The name of the table that `judged` adds, with rows of `Stated`: the doubts about sessions that checks declare."""


@dataclass(frozen=True, kw_only=True)
class Check:
    """A condition, and the sentences about rows that break it. The arguments of `check` explain the fields."""

    code: str
    variant: str
    """The variant of a row that does not name one; empty if the code has only one sentence."""
    stage: str
    on: str
    """The table to whose rows the findings belong. The check does not run if this table is empty."""
    reads: Mapping[str, str]
    says: Mapping[str, str]
    """The sentences with placeholders, by variant."""
    offenders: Offenders
    """The function that returns the rows that break the condition."""
    severity: Severity
    row: Fate
    field: Column | Mapping[str, Column]
    value: Column | Mapping[str, Column] | None
    one_per: tuple[str, ...]
    merged: bool
    suspects: pl.Expr | None
    doubts: Mapping[str, Column]
    gaps: Mapping[str, Column]

    @property
    def name(self) -> str:
        """The name of the function that returns the rows."""
        return getattr(self.offenders, "__name__", "check")

    @property
    def sentences(self) -> dict[str, str]:
        """The sentences, by their names in the catalogues of translations."""
        return {name_of_sentence(self.code, variant): text for variant, text in self.says.items()}

    def has_to_run(self, tables: Mapping[str, pl.DataFrame]) -> bool:
        """Return whether the table of the check has a row that may break the condition."""
        rows = tables[self.on]
        return not rows.is_empty() and (self.suspects is None or bool(rows.select(self.suspects.any()).item()))

    def findings(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Return `Findings` about the rows that the check returned."""
        parts = self._merged(rows).partition_by(VARIANT, "is_merged", as_dict=True, maintain_order=True)
        found = [self._said(part.lazy(), str(variant), bool(merged)) for (variant, merged), part in parts.items()]
        return pl.concat([Findings.create_empty(lazy=True), *found]).collect()

    def _merged(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Return the rows that become findings, with their variant. A row that is merged represents several rows."""
        given = pl.col(VARIANT).replace("", self.variant) if VARIANT in rows.columns else pl.lit(self.variant)
        rows = rows.with_columns(given.alias(VARIANT), is_merged=pl.lit(value=False))
        if self.one_per:
            rows = _first_of_each(rows, self.one_per)
        if self.merged:
            is_many = pl.len().over(*_FILE, VARIANT) > MOST_APART
            many = rows.filter(is_many).sort(*_FILE, "line_no", maintain_order=True)
            name = pl.concat_str(VARIANT, pl.lit(f" {MANY}")).str.strip_chars()
            as_one = _first_of_each(many, (*_FILE, VARIANT)).with_columns(name.alias(VARIANT), is_merged=True)
            rows = pl.concat([rows.filter(~is_many), as_one], how="diagonal")
        is_known = pl.col(VARIANT).is_in(list(self.says))
        return rows.with_columns(pl.when(is_known).then(VARIANT).otherwise(pl.lit(self.variant)).alias(VARIANT))

    def _said(self, rows: pl.LazyFrame, variant: str, merged: bool) -> dy.LazyFrame[Findings]:
        sentence = self.says[variant]
        if merged and "{others}" not in sentence:
            sentence += " ({lines} such rows; the next: {others})"
        there = rows.collect_schema()
        usual = {gap: column for gap, column in _IN_COLUMN.items() if gap not in there}
        gaps = {gap: self.gaps.get(gap, usual.get(gap, gap)) for gap in gaps_of(sentence)}
        columns = {gap: pl.col(of) if isinstance(of, str) else of for gap, of in gaps.items()}
        filled = {gap: column.cast(pl.String).fill_null(_NOTHING) for gap, column in columns.items()}
        further = {gap: self.gaps[gap] for gap in sorted(self.gaps.keys() - gaps.keys())}
        field = self.field.get(variant, self.field.get("", "")) if isinstance(self.field, Mapping) else self.field
        value = self.value.get(variant, self.value.get("")) if isinstance(self.value, Mapping) else self.value
        severity = pl.col("severity") if "severity" in there else self.severity
        code = name_of_sentence(self.code, variant)
        return error_on(rows, code, sentence, field=field, value=value, severity=severity, **filled, **further)


_SAID: dict[Offenders, Mapping[str, str]] = {}
CHECKS: dict[str, Check] = {}
"""All checks by declared name, in the order of their declarations."""


def check(
    name: str,
    /,
    *,
    field: Column | Mapping[str, Column],
    stage: str = "",
    value: Column | Mapping[str, Column] | None = None,
    severity: Severity | None = None,
    row: Fate = "stays",
    one_per: Iterable[str] = (),
    merged: bool = False,
    suspects: pl.Expr | None = None,
    reads: Mapping[str, str] | None = None,
    doubts: Mapping[str, Column] | None = None,
    **gaps: Column,
) -> Callable[[F], F]:
    """Declare the decorated function as a check of the tables that its parameters name; `says` gives its sentences.

    Args:
        name: the code of the finding; `code/variant` if several checks share the code.
        field: the column or key that is wrong; or a mapping from variant to column.
        stage: when the check runs. The default is the name of the first table, to whose rows the findings belong.
        value: the wrong value, if it is not in the column `field`; or a mapping from variant to value.
        severity: the severity of the findings, unless the rows have a column `severity`; by default an error if the row
            is left out, else a warning.
        row: what happens to the row; later checks of the stage do not report a row that is left out.
        one_per: columns; rows that are equal in these columns make one finding, with the number of rows in `lines`.
        merged: whether more than `MOST_APART` rows of a file make one finding.
        suspects: the check does not run if this holds for no row of its first table; cheaper than the check itself.
        reads: the table of each parameter of the function, if the parameters are not named after tables.
        doubts: the kind of doubt (of `STATED`) that the rows cast on their sessions, with the number in each row; pages
            mark such a session, and its findings stay, until its setting `accept_at_most` covers the number.
        gaps: the column or expression for each placeholder that is not named after a column, and further
            arguments of the finding.
    """
    code, _, own = name.partition("/")

    def declare(offenders: F) -> F:
        tables = reads or {name: name for name in inspect.signature(offenders).parameters}
        on = next(iter(tables.values()))
        taken = {sentence for one in CHECKS.values() for sentence in one.sentences}
        declared = Check(
            code=code,
            variant=own,
            stage=stage or on,
            on=on,
            reads=tables,
            says={
                own if not variant else f"{own} {MANY}".strip() if variant == MANY else variant: text
                for variant, text in _SAID.pop(offenders).items()
            },
            offenders=offenders,
            severity=severity or ("error" if row == "left out" else "warning"),
            row=row,
            field=field,
            value=value,
            one_per=tuple(one_per),
            merged=merged,
            suspects=suspects,
            doubts=doubts or {},
            gaps=gaps,
        )
        if name in CHECKS or taken & declared.sentences.keys():
            raise ValueError(f"two checks have the code {name}")
        CHECKS[name] = declared
        return offenders

    return declare


of_evenings = partial(check, stage="evenings")


def says(sentence: str = "", /, **variants: str) -> Callable[[F], F]:
    """Give a check its sentences, which explain what is wrong and how to fix it.

    Each placeholder in a sentence is filled from the column of the same name. `sentence` is for rows without a variant.
    Each of `variants` is for rows with its name in the column `variant`. The variant `many` is for many rows of a
    `merged` check; its placeholders include `lines` and `others`.
    """

    def with_sentences(offenders: F) -> F:
        _SAID[offenders] = {**({"": sentence} if sentence else {}), **variants}
        return offenders

    return with_sentences


def which(otherwise: str | None = None, /, **cases: Column) -> pl.Expr:
    """Return the variant of a row: the name of the first case that holds, or `otherwise` if no case holds."""
    first = (pl.when(holds).then(pl.lit(name)) for name, holds in cases.items())
    return pl.coalesce(*first, pl.lit(otherwise, pl.String)).alias(VARIANT)


def in_variants(rows: Mapping[str, Lines]) -> Lines:
    """Join the rows of all variants into one table, and add the name of its variant to each row."""
    named = [some.with_columns(pl.lit(variant).alias(VARIANT)) for variant, some in rows.items()]
    return pl.concat(named, how="diagonal")


def first_of(rows: Lines, key: Iterable[str]) -> Lines:
    """Return the first row of each key, in order of file and line."""
    in_order = rows.sort(*PLACE, nulls_last=True, maintain_order=True)
    return in_order.unique([*key], keep="first", maintain_order=True)


def judged(stage: str, tables: Mapping[str, Rows]) -> Judged:
    """Run the checks of a stage, and return the tables that they read, minus the rows to leave out, and `Findings`.

    `DOUBTED` is among the returned tables, and keeps its rows from `tables`. If `tables` has `settings`, findings that
    the settings accept are dropped. A table whose rows are reported must have the columns club, competition, `file_id`
    and `line_no`.
    """
    checks = [one for one in CHECKS.values() if one.stage == stage]
    names = list(dict.fromkeys(name for one in checks for name in one.reads.values()))
    at_hand = dict(zip(names, collected(tables[name] for name in names), strict=True))
    asked = [one for one in checks if one.has_to_run(at_hand)]
    losing = {one.on for one in asked if one.row == "left out"}
    at_hand |= {name: at_hand[name].with_row_index(ROW) for name in losing}
    plans = [one.offenders(**{name: at_hand[table].lazy() for name, table in one.reads.items()}) for one in asked]
    lost = {name: at_hand[name].select(ROW).clear() for name in losing}
    findings = [pl.DataFrame(schema=types_of(Findings))]
    doubted = [tables[DOUBTED].lazy().collect() if DOUBTED in tables else pl.DataFrame(schema=types_of(Stated))]
    for one, found in zip(asked, collected(plans), strict=True):
        rows = found
        if one.on in lost and ROW in rows.columns:
            rows = rows.join(lost[one.on], on=ROW, how="anti", maintain_order="left")
        if rows.is_empty():
            continue
        if one.row == "left out":
            lost[one.on] = pl.concat([lost[one.on], rows.select(ROW).unique()])
        for what, number in one.doubts.items():
            in_row = pl.col(number) if isinstance(number, str) else number
            rows = rows.with_columns(doubtful=in_row.cast(pl.Int32))
            doubted.append(_doubted(rows, what))
            rows = _not_accepted(rows, what, tables.get("settings"))
        findings.append(one.findings(rows))
    for name, gone in lost.items():
        kept = at_hand[name].join(gone, on=ROW, how="anti", maintain_order="left") if len(gone) else at_hand[name]
        at_hand[name] = kept.drop(ROW)
    at_hand[DOUBTED] = pl.concat(doubted)
    return at_hand, in_shape(Findings, pl.concat(findings).lazy())


def _doubted(rows: pl.DataFrame, what: str) -> pl.DataFrame:
    doubtful = rows.filter(pl.col("doubtful") > 0).with_columns(session_id=pl.coalesce("^counted_id$", "session_id"))
    of_files = doubtful.group_by(*SESSION, "file_id", maintain_order=True)
    counted = of_files.agg(value=pl.col("doubtful").sum(), what=pl.lit(what), line_no=pl.col("line_no").min())
    return counted.select(pl.col(name).cast(dtype) for name, dtype in types_of(Stated).items())


def _not_accepted(rows: pl.DataFrame, what: str, settings: Rows | None) -> pl.DataFrame:
    if settings is None:
        return rows
    most = pl.col("accept_at_most").str.json_path_match(f"$.{what}").cast(pl.Float64).max()
    accepting = settings.lazy().drop_nulls(["accept", "session_id"])
    given = accepting.group_by(*CLUB, "session_id").agg(at_most=most).collect()
    in_all = pl.col("doubtful").sum().over(SESSION)
    with_most = rows.join(given, on=[*CLUB, "session_id"], how="left", maintain_order="left")
    return with_most.remove((pl.col("doubtful") > 0) & (in_all <= pl.col("at_most"))).drop("at_most")


def collected(tables: Iterable[Rows]) -> list[pl.DataFrame]:
    """Return the tables as data frames. Lazy tables are computed together."""
    given = list(tables)
    made = iter(pl.collect_all([rows for rows in given if isinstance(rows, pl.LazyFrame)]))
    return [next(made) if isinstance(rows, pl.LazyFrame) else rows for rows in given]


def _first_of_each(rows: pl.DataFrame, key: tuple[str, ...]) -> pl.DataFrame:
    """Return the first row of each key, with `lines`, the number of its rows, and `others`, the next line numbers."""
    others = pl.col("line_no").slice(1, _ROWS_NAMED).cast(pl.String).str.join(", ")
    rest = pl.exclude(*key, "lines", "others")
    return rows.group_by(key, maintain_order=True).agg(rest.first(), lines=pl.len(), others=others)

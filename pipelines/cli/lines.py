"""The lines of the next session, from the rankings in the warehouse and the pairs present: printed, or as a page."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl
import typer

from pipelines.cli.attendance import BETWEEN_NAMES, People, Present, pairs_present
from pipelines.cli.terminal.files import refuse_to_write_over
from pipelines.cli.terminal.options import in_range
from pipelines.cli.terminal.output import Format, print_rows, say
from pipelines.cli.terminal.selection import one_competition, one_season
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Place
from pipelines.warehouse import Warehouse
from pipelines.words.words import counted
from transforms.privacy.hidden_people import A_MEMBER, hidden_people
from transforms.rankings.line_assignment import line_assignment
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.messages import gettext, ngettext
from transforms.tables.schemas import COMPETITION, Competitions, PlayerRankings, Players, SeasonPartnerships
from transforms.tables.shared import in_shape

_MOST_LINES = 26
IDS = ("player_id", "partner_id", "third_id")
"""Of a pair or trio; the third is null for a pair."""


def next_lines(
    path: Place,
    competition: str,
    attendance: Path,
    *,
    season: str | None = None,
    sizes: Sequence[int] | None = None,
    lines: int | None = None,
    guests: Collection[str] = (),
) -> pl.DataFrame:
    """The pairs present (a file as `pairs_present` reads it) with the line of each, the strongest pair first.

    Args:
        path: the warehouse.
        competition: its id, its name, or `club/competition`.
        attendance: the file.
        season: its name; None: the latest.
        sizes: how many pairs each line takes, the highest line first.
        lines: the number of lines where `sizes` is None; None: as many as the competition has.
        guests: names of people who are not in the warehouse; they have the substitute ranking.

    Returns:
        (line, place, pair, ranking, player_id, partner_id, third_id, any_two), in order of place; `pair` has the names
        of those who sit down; all three of a trio that the file names as a whole, `any_two`.
    """
    with Warehouse(path, read_only=True) as warehouse:
        rules = in_shape(Competitions, one_competition(warehouse.read("raw.competitions"), competition))
        club, competition_id, name = one_season(rules, season)
        of = {"club": club, "competition": competition_id}
        players, rankings = warehouse.table(Players, **of), warehouse.table(PlayerRankings, **of)
        partnerships = warehouse.table(SeasonPartnerships, **of, season=name)
    people = People(players, rankings["player_id"], guests)
    pairs = list(pairs_present(attendance, people, partnerships, trios=True))
    if lines is not None:
        in_range("--lines", lines, 1, min(_MOST_LINES, len(pairs)))
        rules = in_shape(Competitions, rules.with_columns(lines=pl.lit(lines, pl.Int32)))
    _check_sizes(sizes, len(pairs), attendance)
    present = pl.DataFrame(
        [(club, competition_id, name, *pair) for pair in pairs],
        schema={**dict.fromkeys((*COMPETITION, *Present._fields), pl.String), "any_two": pl.Boolean},
        orient="row",
    )
    assigned = line_assignment(present, rankings, partnerships, players, rules, sizes=sizes).collect()
    listed = assigned.join(present.select("player_id", "any_two"), on="player_id", maintain_order="left")
    return listed.with_columns(pair=who_sit_down(people.names)).select(
        "line", "place", "pair", "ranking", *IDS, "any_two"
    )


def who_sit_down(names: Mapping[str, str]) -> pl.Expr:
    """The names of a pair, or of all three of a trio of which any two may sit down; `names` are by id."""
    third = pl.when("any_two").then("third_id").alias("third_id")
    people = [one.replace(names) for one in (pl.col("player_id"), pl.col("partner_id"), third)]
    return pl.concat_str(people, separator=BETWEEN_NAMES, ignore_nulls=True)


def sizes_of(words: str) -> list[int]:
    """The sizes of lines in a text such as `14,12,10`."""
    sizes = [part.strip() for part in words.split(",")]
    if not all(size.isdecimal() and int(size) > 0 for size in sizes) or len(sizes) > _MOST_LINES:
        raise UnusableError(
            "--sizes {words}: write how many pairs each line takes, the highest first, as 14,12,10", words=words
        )
    return [int(size) for size in sizes]


def print_assigned(assigned: pl.DataFrame, output: Format) -> None:
    """Print the lines of `next_lines`, each a table for people, with remarks on lines of one pair and on trios."""
    if alone := with_one_pair(assigned):
        say(alone)
    if output is not Format.TABLE:
        print_rows(assigned.drop("any_two"), output, title="")
        return
    for (line,), pairs in assigned.group_by("line", maintain_order=True):
        title = gettext("Line {line}, {pairs}", line=line, pairs=counted(len(pairs), "pair"))
        print_rows(pairs.select("place", "pair", "ranking"), output, title)
    if assigned["third_id"].count():
        typer.echo(
            gettext("A trio counts with two thirds of the sum of its three rankings, whichever two of them play.")
        )


def with_one_pair(assigned: pl.DataFrame) -> str:
    """What to say of lines with one pair, which has nobody to play against; empty where there are none."""
    alone = assigned.filter(pl.len().over("line") == 1)["line"].unique().sort()
    if alone.is_empty():
        return ""
    return ngettext(
        "Line {line} has one pair, which has nobody to play against: make fewer lines, or other sizes.",
        "Lines {line} have one pair each, which has nobody to play against: make fewer lines, or other sizes.",
        alone.len(),
        line=", ".join(alone),
    )


def with_sit_outs(assigned: pl.DataFrame) -> str:
    """What to say of lines with an odd number of pairs; empty where no other sizes leave fewer of them."""
    sizes = assigned.group_by("line", maintain_order=True).len()
    odd = sizes.filter(pl.col("len") % 2 == 1)["line"]
    each, larger = divmod(assigned.height // 2, sizes.height)
    fewest = [2 * (each + (line < larger)) for line in range(sizes.height)]
    fewest[larger] += assigned.height % 2
    if len(odd) <= assigned.height % 2 or min(fewest) == 0:
        return ""
    return gettext(
        "Lines {lines} have an odd number of pairs, so in each of them a pair sits out every round: --sizes {sizes}"
        " leaves fewer.",
        lines=", ".join(odd),
        sizes=",".join(map(str, fewest)),
    )


def _check_sizes(sizes: Sequence[int] | None, present: int, attendance: Path) -> None:
    if sizes is not None and sum(sizes) != present:
        raise UnusableError(
            "--sizes {sizes}: they take {sum} pairs, and {attendance} has {present}; give sizes that make as many",
            sizes=",".join(map(str, sizes)),
            sum=sum(sizes),
            attendance=attendance,
            present=present,
        )


_OURS = "Barometer lines"


class Heading(NamedTuple):
    """Of which competition the lines are, and the name under which each of its players is shown, by id."""

    title: str
    names: dict[str, str]


def heading(path: Place, competition: str, season: str | None, assigned: pl.DataFrame) -> Heading:
    """That of the competition and season which `next_lines` takes, and of whom it assigned."""
    with Warehouse(path, read_only=True) as warehouse:
        rules = in_shape(Competitions, one_competition(warehouse.read("raw.competitions"), competition))
        players, people = map(warehouse.read_all_seasons, ("raw.players", "raw.people"))
    club, competition_id, name = one_season(rules, season)
    present = pl.concat(assigned[one].alias("player_id") for one in IDS).drop_nulls().unique()
    ids = present.to_frame().with_columns(
        club=pl.lit(club),
        competition=pl.lit(competition_id),
        file_id=pl.lit(None, pl.String),
        line_no=pl.lit(None, pl.Int64),
    )
    hidden = hidden_people(players, people, ids).filter(club=club)["player_id"]
    known = players.filter(club=club, competition=competition_id).select("player_id", pl.coalesce("name", "player_id"))
    names = dict(known.iter_rows()) | dict.fromkeys(hidden, gettext(A_MEMBER))
    row = rules.filter(season=name).row(0, named=True)
    return Heading(f"{row['competition_name']}, {row['club_name']}, {name}", names)


def write_lines(assigned: pl.DataFrame, heading: Heading, page: Path, *, replaces: bool = False) -> None:
    """Write the lines of `next_lines` to the file `page`; earlier ones in that file are replaced."""
    from pipelines.reports.html import write_page  # not at the top: lines alone are printed without it

    refuse_to_write_over([page], replaces=replaces, kind=_OURS)
    shown = assigned.with_columns(to_decimals(pl.col("ranking")), pair=who_sit_down(heading.names))
    lines = [(line, pairs.to_dicts()) for (line,), pairs in shown.group_by("line", maintain_order=True)]
    has_trios = bool(assigned["third_id"].count())
    write_page(page, "lines.html", title=heading.title, lines=lines, has_trios=has_trios)

"""Assign the pairs present to the lines of the next session, by the rankings in the warehouse, and show the lines."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import dataframely as dy
import polars as pl
import typer

from pipelines.cli.terminal.files import lines_of_csv, placed, refuse_to_write_over
from pipelines.cli.terminal.options import in_range
from pipelines.cli.terminal.output import Format, print_rows, say
from pipelines.cli.terminal.selection import one_competition, one_season
from pipelines.intake.readers.landing_tables import PAIR, PARTNER, PLAYER
from pipelines.machine import clock
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Place
from pipelines.warehouse import Warehouse
from pipelines.words.plain_text import between_quotes
from pipelines.words.suggestions import nearest, some
from pipelines.words.words import counted
from transforms.privacy.hidden_people import A_MEMBER, hidden_people
from transforms.rankings.line_assignment import line_assignment, with_thirds
from transforms.strength.evenings import evenings_with_rules
from transforms.strength.tonight import tonight
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.messages import Message, gettext, gettext_noop, ngettext
from transforms.tables.schemas import (
    COMPETITION,
    Competitions,
    Entries,
    PlayerRankings,
    Players,
    SeasonPartnerships,
    SessionResults,
    Sessions,
)
from transforms.tables.shared import in_shape

_MOST_LINES = 26
IDS = ("player_id", "partner_id", "third_id")
"""The columns with the ids of the players of a pair or trio. A pair has no third."""


FORECAST = ("expected", "low", "high", "chance")
"""The columns of what may be expected of a pair tonight, in percent."""


class SoFar(NamedTuple):
    """What the warehouse knows about a competition before its next session."""

    of: tuple[str, str, str]
    """The club, the competition, and the season to which the session belongs."""
    rules: dy.DataFrame[Competitions]
    players: dy.DataFrame[Players]
    rankings: dy.DataFrame[PlayerRankings]
    partnerships: dy.DataFrame[SeasonPartnerships]
    evenings: pl.DataFrame
    """The rows of `evenings_with_rules`, which strengths come from."""

    def people(self, guests: Collection[str] = ()) -> "People":
        """Return the people whom an attendance list may name."""
        return People(self.players, self.rankings["player_id"], guests)


def so_far(warehouse: Warehouse, competition: str, season: str | None = None) -> SoFar:
    """Return what is known about a competition, named as on the command line, before its next session."""
    rules = in_shape(Competitions, one_competition(warehouse.read("raw.competitions"), competition))
    club, competition_id, name = one_season(rules, season)
    of = {"club": club, "competition": competition_id}
    players, rankings = warehouse.table(Players, **of), warehouse.table(PlayerRankings, **of)
    partnerships = warehouse.table(SeasonPartnerships, **of, season=name)
    results, entries = warehouse.table(SessionResults, **of), warehouse.table(Entries, **of)
    evenings = evenings_with_rules(results, entries, warehouse.table(Sessions, **of), rules)
    return SoFar((club, competition_id, name), rules, players, rankings, partnerships, evenings)


def next_lines(
    path: Place,
    competition: str,
    attendance: Path,
    *,
    season: str | None,
    sizes: Sequence[int] | None,
    lines: int | None,
    guests: Collection[str],
    by_strength: bool = False,
) -> pl.DataFrame:
    """Return the pairs that a CSV file names (see `pairs_present`), as `in_lines` does."""
    with Warehouse(path, read_only=True) as warehouse:
        known = so_far(warehouse, competition, season)
    people = known.people(guests)
    pairs = list(pairs_present(attendance, people, known.partnerships, trios=True))
    _refuse(lines, sizes, len(pairs), attendance)
    return in_lines(known, pairs, people.names, sizes=sizes, lines=lines, by_strength=by_strength)


def in_lines(
    known: SoFar,
    pairs: "Sequence[Present]",
    names: Mapping[str, str],
    *,
    sizes: Sequence[int] | None = None,
    lines: int | None = None,
    by_strength: bool = False,
    boards: int | None = None,
) -> pl.DataFrame:
    """Return the pairs present, each with its line, the strongest pair first, by ranking or `by_strength`.

    Nobody may be in two pairs. `sizes` has the number of pairs in each line, the highest line first. Without it, there
    are `lines` lines, by default as many as the competition has. The columns are line, rank, pair (`names` by id),
    ranking, player_id, partner_id, third_id, any_two (true for a trio, of which any two players may sit down), and what
    may be expected of the pair in its line over so many `boards`: expected, low, high and chance, all in percent.
    """
    rules = known.rules
    if lines is not None:
        rules = in_shape(Competitions, rules.with_columns(lines=pl.lit(lines, pl.Int32)))
    present = pl.DataFrame(
        [(*known.of, *pair) for pair in pairs],
        schema={**dict.fromkeys((*COMPETITION, *Present._fields), pl.String), "any_two": pl.Boolean},
        orient="row",
    )
    if by_strength:
        whole = with_thirds(present.lazy(), known.partnerships).with_columns(line=pl.lit("A")).collect()
        present = whole.drop("line", "third_id").with_columns(strength=_expected(known, whole)["expected"])
    assigned = line_assignment(present, known.rankings, known.partnerships, known.players, rules, sizes=sizes).collect()
    listed = assigned.join(present.select("player_id", "any_two"), on="player_id", maintain_order="left")
    listed = listed.select("line", "rank", _who_sit_down(names), "ranking", *IDS, "any_two")
    return listed.hstack(_expected(known, listed, boards))


def _expected(known: SoFar, pairs: pl.DataFrame, boards: int | None = None) -> pl.DataFrame:
    """Return what may be expected tonight of pairs (line, `IDS`, any_two): expected, low, high and chance, in percent.

    A third player counts only if any two of the three may play.
    """
    players = pl.concat_list("player_id", "partner_id", pl.when("any_two").then("third_id")).list.drop_nulls()
    numbered = pairs.select("line", players=players).with_row_index("number")
    rules = known.rules.filter(season=known.of[-1])
    found = tonight(known.evenings, rules, numbered, clock.today(), boards)
    return found.with_columns(pl.col("chance") * 100)


def _who_sit_down(names: Mapping[str, str]) -> pl.Expr:
    """Return the names of the players who may sit down: two, or all three of a trio if any two of them may play."""
    people = (pl.col("player_id"), pl.col("partner_id"), pl.when("any_two").then("third_id"))
    named = [one.replace(names) for one in people]
    return pl.concat_str(named, separator=BETWEEN_NAMES, ignore_nulls=True).alias("pair")


def sizes_of(words: str) -> list[int]:
    """Return the sizes of lines that a text such as `14,12,10` states."""
    sizes = [part.strip() for part in words.split(",")]
    if not all(size.isdecimal() and int(size) > 0 for size in sizes) or len(sizes) > _MOST_LINES:
        raise UnusableError(
            "--sizes {words}: write the number of pairs in each line, the highest line first, such as 14,12,10",
            words=words,
        )
    return [int(size) for size in sizes]


def print_assigned(assigned: pl.DataFrame, output: Format, *, by_strength: bool = False) -> None:
    """Print the lines of `next_lines`, in the format `table` as one table per line."""
    alone = assigned.filter(pl.len().over("line") == 1)["line"].unique().sort()
    if len(alone):
        only_one = ngettext(
            "Line {line} has one pair, which has nobody to play against: make fewer lines, or choose other sizes.",
            "Lines {line} have one pair each, which has nobody to play against: make fewer lines, or choose other"
            " sizes.",
            len(alone),
            line=", ".join(alone),
        )
        say(only_one)
    if output is not Format.TABLE:
        print_rows(assigned.drop("any_two").with_columns(to_decimals(pl.col(FORECAST), 1)), output, title="")
        return
    for (line,), pairs in assigned.group_by("line", maintain_order=True):
        title = gettext("Line {line}, {pairs}", line=line, pairs=counted(len(pairs), "pair"))
        forecast = (to_decimals(pl.col(FORECAST[:-1]), 1), to_decimals(pl.col("chance"), 0).cast(pl.Int32))
        expected = forecast if by_strength else ()
        print_rows(pairs.select("rank", "pair", "ranking", *expected), output, title)
    if assigned["third_id"].count():
        of_trios = gettext_noop(
            "The ranking of a trio is two thirds of the sum of its players' rankings, whichever two of them play."
        )
        typer.echo(gettext(of_trios))


def with_sit_outs(assigned: pl.DataFrame) -> str:
    """Return a sentence on lines with an odd number of pairs; "" if no other sizes give fewer such lines."""
    odd, fewest = fewer_sit_outs(assigned)
    if not fewest:
        return ""
    nobody = gettext_noop(
        "Lines {lines} have an odd number of pairs, so in each of them a pair sits out every round. With "
        "--sizes {sizes}, nobody sits out."
    )
    fewer = gettext_noop(
        "Lines {lines} have an odd number of pairs, so in each of them a pair sits out every round. With "
        "--sizes {sizes}, fewer pairs sit out."
    )
    sentence = fewer if assigned.height % 2 else nobody
    return gettext(sentence, lines=", ".join(odd), sizes=",".join(map(str, fewest)))


def fewer_sit_outs(assigned: pl.DataFrame) -> tuple[list[str], list[int]]:
    """Return the lines with an odd number of pairs, and sizes with fewer such lines; no sizes if there are none."""
    sizes = assigned.group_by("line", maintain_order=True).len()
    odd = sizes.filter(pl.col("len") % 2 == 1)["line"].to_list()
    each, larger = divmod(assigned.height // 2, sizes.height)
    fewest = [2 * (each + (line < larger)) for line in range(sizes.height)]
    fewest[larger] += assigned.height % 2
    return odd, [] if len(odd) <= assigned.height % 2 or min(fewest) == 0 else fewest


def _refuse(lines: int | None, sizes: Sequence[int] | None, present: int, attendance: Path) -> None:
    gaps = {"attendance": attendance, "present": present}
    if lines is not None and present < lines <= _MOST_LINES:
        too_few = gettext_noop(
            "--lines {lines}: {attendance} has {present} pairs, too few for this number of lines; the most "
            "possible is {most}"
        )
        raise UnusableError(too_few, lines=lines, most=max(1, present // 2), **gaps)
    in_range("--lines", lines, 1, _MOST_LINES)
    if sizes is not None and sum(sizes) != present:
        other_sum = gettext_noop(
            "--sizes {sizes}: these sizes add up to {sum} pairs, but {attendance} has {present}; give sizes "
            "that add up to that number"
        )
        raise UnusableError(other_sum, sizes=",".join(map(str, sizes)), sum=sum(sizes), **gaps)


Heading = tuple[str, dict[str, str]]
"""The title of the competition, and by id the name that is shown for each of its players."""


def heading(path: Place, competition: str, season: str | None, assigned: pl.DataFrame) -> Heading:
    """Return the heading for the lines of `next_lines`."""
    with Warehouse(path, read_only=True) as warehouse:
        rules = in_shape(Competitions, one_competition(warehouse.read("raw.competitions"), competition))
        players, people = map(warehouse.read_all_seasons, ("raw.players", "raw.people"))
    club, competition_id, name = one_season(rules, season)
    present = pl.concat(assigned[one].alias("player_id") for one in IDS).drop_nulls().unique()
    nowhere = {"file_id": pl.lit(None, pl.String), "line_no": pl.lit(None, pl.Int64)}
    ids = present.to_frame().with_columns(club=pl.lit(club), competition=pl.lit(competition_id), **nowhere)
    hidden = hidden_people(players, people, ids).filter(club=club)["player_id"]
    known = players.filter(club=club, competition=competition_id).select("player_id", pl.coalesce("name", "player_id"))
    names = dict(known.iter_rows()) | dict.fromkeys(hidden, gettext(A_MEMBER))
    row = rules.filter(season=name).row(0, named=True)
    return f"{row['competition_name']}, {row['club_name']}, {name}", names


def write_lines(assigned: pl.DataFrame, heading: Heading, page: Path, *, replaces: bool = False) -> None:
    """Write the lines of `next_lines` to the file `page`, in place of any earlier lines there."""
    from pipelines.reports.html import write_page  # not at the top: printed lines do not need it

    refuse_to_write_over([page], replaces=replaces, kind="Barometer lines")
    title, names = heading
    shown = assigned.with_columns(to_decimals(pl.col("ranking")), _who_sit_down(names))
    lines = [(line, pairs.to_dicts()) for (line,), pairs in shown.group_by("line", maintain_order=True)]
    has_trios = bool(assigned["third_id"].count())
    write_page(page, "lines.html", title=title, lines=lines, has_trios=has_trios)


BETWEEN_NAMES = " & "


class People:
    """The people whom an attendance list may name: known players, everybody who `played`, and `guests`."""

    def __init__(self, players: pl.DataFrame, played: Iterable[str], guests: Collection[str]) -> None:
        known = players.select("player_id", name=pl.coalesce("name", "player_id"))
        self.names: dict[str, str] = {player: player for player in played} | dict(known.iter_rows())
        self._by_name: defaultdict[str, list[str]] = defaultdict(list)
        for player, name in sorted(self.names.items()):
            self._by_name[_plain(name)].append(player)
        for guest in guests:
            if "," in guest:
                raise UnusableError(
                    "{guest}: write each guest separately, with the first name before the surname: --guest "
                    "NAME --guest NAME",
                    guest=guest,
                )
            self._by_name.setdefault(_plain(guest), [guest])

    def one(self, word: str) -> str:
        """Return the id of the person with this id or name; raise UnusableError unless it is exactly one person."""
        found = self.called(word)
        if len(found) == 1:
            return found[0]
        found = found or self.partly_called(word)
        several = gettext_noop(
            "{word}: this may be {found}; write the number or the whole name, or add --guest {quoted} for a new player"
        )
        nobody = gettext_noop(
            "{word}: there is no such player{near}; write a number or a name, or for a new player add --guest {quoted}"
        )
        named = some([f"{self.names[player]} ({player})" for player in sorted(found)])
        near = nearest(word, {*self.names, *self.names.values()})
        sentence = several if found else nobody
        raise UnusableError(sentence, word=word, quoted=between_quotes(word), found=named, near=near)

    def called(self, word: str) -> list[str]:
        """Return the ids of the people with this id or whole name."""
        return [word] if word in self.names else self._by_name.get(_plain(word), [])

    def partly_called(self, word: str) -> list[str]:
        """Return the ids of the people whose names have all of these words, and others."""
        wanted = set(_plain(word).split())
        return [one for one, name in self.names.items() if wanted and wanted < set(_plain(name).split())]


class Present(NamedTuple):
    """Two players who are present, and the id of their pair if it has one. With `any_two`, they are two of a trio."""

    player_id: str
    partner_id: str
    partnership_id: str | None = None
    any_two: bool = False


def pairs_present(
    attendance: Path, people: People, partnerships: pl.DataFrame, *, trios: bool = False
) -> Iterator[Present]:
    """Yield every pair present, in the order of a CSV file with a row per pair.

    A row has `player_id` and `partner_id` (ids or names), or `pair` (the id of one of `partnerships`, or names such as
    `Ann - Bob`), or both. With `trios`, a row may name a trio without saying which two of its players play.
    """
    grouped = partnerships.sort("player_id").group_by("partnership_id", maintain_order=True).agg("player_id")
    members: dict[str, list[str]] = dict(grouped.iter_rows())
    seated: dict[str, int] = {}
    columns: list[str] = []
    for line_no, cells in lines_of_csv(attendance, Message("attendance list")):
        with placed(attendance, line_no):
            if line_no == 1:
                columns = _columns(cells)
                continue
            if not any(cells):
                continue
            pair, taken = _pair(_named_in(cells, columns), people, members, trios=trios)
            for player in taken:
                if player in seated:
                    name = people.names.get(player, player)
                    sentence = gettext_noop("{name}: this player is also on line {line_no}; keep one of these lines")
                    raise UnusableError(sentence, name=name, line_no=seated[player])
                seated[player] = line_no
        yield pair
    if not seated:
        raise UnusableError(
            "{attendance}: this file names nobody; write a row for each pair present", attendance=attendance
        )


def _columns(cells: list[str]) -> list[str]:
    columns = [cell.lower().replace(" ", "_") for cell in cells]
    has_player, has_partner, has_pair = (not known.isdisjoint(columns) for known in map(set, (PLAYER, PARTNER, PAIR)))
    if not (has_player and has_partner) and not has_pair:
        sentence = gettext_noop("{columns}: the first line must name the columns player_id and partner_id, or pair")
        raise UnusableError(sentence, columns=", ".join(cells) or gettext("nothing"))
    return columns


def _named_in(cells: list[str], columns: list[str]) -> list[str]:
    if surplus := [cell for cell in cells[len(columns) :] if cell]:
        sentence = gettext_noop(
            "{surplus}: these cells are beyond the last column; write at most {count} cells, as on line 1"
        )
        raise UnusableError(sentence, surplus=some(surplus), count=len(columns))
    of = dict(zip(columns, cells, strict=False))
    return [next(filter(None, map(of.get, known)), "") for known in (PLAYER, PARTNER, PAIR)]


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def _pair(
    named: list[str], people: People, members: Mapping[str, list[str]], *, trios: bool
) -> tuple[Present, Sequence[str]]:
    *names, pair = named
    if any(names) and not all(names):
        raise UnusableError(
            "{who}: the partner is missing; write two players in each row, with a comma between them",
            who="".join(names),
        )
    if not any(named):
        raise UnusableError("the row names neither two players nor a pair; fill in player_id and partner_id, or pair")
    if not any(names) and pair not in members:
        names = re.split(r"\s+[-\u2013&+/]\s+", pair)
    if all(names) and len(names) > 1:
        ids = [people.one(name) for name in names]
        trios_named = [trio for trio, players in members.items() if players == sorted(ids)]
        if len(ids) == 2:
            if ids[0] == ids[1]:
                name = people.names.get(ids[0], ids[0])
                raise UnusableError("{name}: this player is named twice in one row; name the partner", name=name)
            return Present(ids[0], ids[1], pair if {*ids} <= {*members.get(pair, ())} else None), ids
        pair = trios_named[0] if len(trios_named) == 1 else pair
    if pair not in members:
        sentence = gettext_noop(
            "{pair}: the season has no such pair{near}; write its two players instead, under player_id and "
            "partner_id or in the form {example}"
        )
        raise UnusableError(sentence, pair=pair, near=nearest(pair, members), example=f"Ann{BETWEEN_NAMES}Bob")
    players = members[pair]
    if len(players) != 2 and not trios:
        raise UnusableError(
            "{pair}: the players of this trio are {members}; write the two who play under player_id and partner_id",
            pair=pair,
            members=", ".join(people.names.get(player, player) for player in players),
        )
    return Present(players[0], players[1], pair, any_two=len(players) > 2), players

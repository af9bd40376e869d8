"""Explain a player's published numbers from the warehouse: rankings, and ratings with their games."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from itertools import compress
from typing import Any, NamedTuple

import polars as pl
from rich.console import Group, RenderableType
from rich.padding import Padding

from pipelines.cli.terminal.selection import one_competition, one_player, session_named
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Place
from pipelines.reports.pages.rating_words import change_by_norms, flags_in_words, method_name, number, worked_out
from pipelines.settings.ratings import rating_table
from pipelines.warehouse import Warehouse
from pipelines.words.deal_words import direction_said, formula_said, result_said, ruling_said
from pipelines.words.desk_words import number_said
from pipelines.words.headings import heading
from pipelines.words.plain_text import short, shown
from pipelines.words.suggestions import some
from pipelines.words.terminal import console, table, text, titled
from pipelines.words.words import (
    counted,
    decided_said,
    entrant_kind,
    estimate,
    field_name,
    fixed,
    numbered_entrant,
    scoring_name,
    spoken_date,
    unit,
)
from transforms.bridge.sessions import PARTNERS
from transforms.explanation.player import (
    TABLES,
    Board,
    Earned,
    EventPlace,
    Explanation,
    Explanations,
    Session,
    Source,
    Step,
    WithoutPlayer,
)
from transforms.ratings.shown import rated_people, rated_seasons
from transforms.strength.shown import strength_sessions_shown
from transforms.tables.messages import gettext, gettext_noop, ngettext
from transforms.tables.schemas import CLUB, COMPETITION, Entries, Forecasts, SessionStrengths, Tables
from transforms.tables.shared import in_shape
from transforms.tables.steps import step_of

_TABLES = (
    *("raw.players", "raw.files", "raw.games", "raw.rating_seasons"),
    *("ratings.elo", "ratings.lists", "ratings.games", "ratings.corrections"),
)
_MOST_GAMES = 10
_KEPT = (
    *("club", "competition", "season", "system", "list_date", "player_id", "name", "rating_before", "method", "games"),
    *("points", "norm", "performance", "k", "change", "rating", "played", "flags", "edition"),
)

Row = dict[str, Any]


class ExplainedRating(NamedTuple):
    """The rating of a player on a list, with the games of that list's season, the latest first."""

    row: Row
    """A row of `report.rating_seasons`."""
    games: list[Row]

    def for_programs(self) -> Row:
        """Return the numbers that lead to the rating, its formula, and its games."""
        kept = {name: self.row[name] for name in _KEPT}
        return {**kept, "formula": worked_out(self.row).formula or None, "of_games": self.games}


def _explained_ratings(
    warehouse: Warehouse, rules: pl.DataFrame, player_id: str, season: str | None
) -> Iterator[ExplainedRating]:
    for of in rules.select(CLUB).unique().sort(CLUB).iter_rows(named=True):
        lists = warehouse.read_of("ratings.elo", **of, player_id=player_id)
        lists = lists if season is None else lists.filter(season=season)
        if not lists.is_empty():
            tables = {name: warehouse.read_of(name, **of) for name in _TABLES}
            yield _explained(tables, player_id, lists["list_date"].max())


def _explained(tables: Tables, player_id: str, day: object) -> ExplainedRating:
    paths = tables["raw.files"].select("file_id", file="path")
    read_in = tables["raw.games"].join(paths, on="file_id", how="left")
    read_in = read_in.select("game_id", pl.coalesce("file", "file_id").alias("file"), "line_no")
    of = {"player_id": player_id, "list_date": day}
    people = step_of(rated_people).computed(tables)
    (seasons,) = step_of(rated_seasons).computed({**tables, **people, "rating_table": rating_table()}).values()
    last_named = seasons.sort("list_date", "season", "system").unique("player_id", keep="last")
    names = last_named.select(opponent_id="player_id", opponent="name")
    games = (
        tables["ratings.games"]
        .filter(**of)
        .join(names, on="opponent_id", how="left")
        .join(read_in, on="game_id", how="left")
        .sort("date", "game_id", descending=True)
        .select(
            *("date", "event", "opponent_id", pl.coalesce("opponent", "opponent_id").alias("opponent")),
            *("opponent_rating", "difference", "expected", "norm", "points", "counted", "file", "line_no"),
        )
    )
    return ExplainedRating(seasons.filter(**of).row(0, named=True), games.to_dicts())


def _in_words(rating: ExplainedRating) -> Iterator[str]:
    row, of = rating.row, worked_out(rating.row)
    yield gettext("Rating on the list of {day}: {rating}", day=row["list_date"], rating=_or_none(row["rating"]))
    yield gettext("Rules: {edition}", edition=row["edition"])
    yield from filter(None, (of.formula, of.note))
    if row["method"] == "norm":
        yield from change_by_norms(row)
    elif row["method"]:
        yield gettext("Rated by {method}", method=method_name(row))
    yield from (f"{flag}: {words}" for flag, words in flags_in_words(row))


def _games(rating: ExplainedRating) -> RenderableType:
    games, many = rating.games[:_MOST_GAMES], len(rating.games)
    files = {game["file"] for game in games}
    cells = {
        "date": [str(game["date"]) for game in games],
        "against": [game["opponent"] for game in games],
        "rating": [_or_none(game["opponent_rating"]) for game in games],
        "expected": ["" if game["norm"] is None else number(game["norm"]) for game in games],
        "points": [number(game["points"]) for game in games],
    }
    if rating.row["method"] != "performance":
        cells["counts"] = [gettext("yes") if game["counted"] else gettext("no") for game in games]
    read: list[RenderableType] = []
    if len(files) > 1:
        cells["where"] = [_place(Source(game["file"], game["line_no"])) if game["file"] else "" for game in games]
    elif file := files.pop():
        read = [text(gettext("Read from {file}", file=file))]
        cells["line of file"] = [shown(game["line_no"]) for game in games]
    words = [heading(name) for name in ("date", "against", "counts", "where")]
    listed = table([*map(heading, cells)], zip(*cells.values(), strict=True), words, _NARROWEST_WORDS)
    title = gettext("The games of this list, the latest first")
    if many > _MOST_GAMES:
        title = gettext("The last {number} of {of} games of this list, the latest first", number=_MOST_GAMES, of=many)
    return titled(title, Group(*read, listed))


def _or_none(value: int | None) -> str:
    return gettext("none") if value is None else str(value)


class Explained(NamedTuple):
    """The explanations of a player's rankings and ratings, one per competition, and strengths by (club, competition).

    A strength has strength, sd, sessions, boards and since of `strength.players`; `of_sessions`, the player's rows of
    `report.strength_sessions` in that season, has the last session at its end.
    """

    rankings: list[Explanation]
    ratings: list[ExplainedRating]
    strengths: dict[tuple[str, str], Row]


def explain(
    path: Place, player: str, competition: str | None = None, season: str | None = None, session: str | None = None
) -> Explained:
    """Explain the rankings and ratings of a player in each competition, by default in the latest season played."""
    with Warehouse(path, read_only=True) as warehouse:
        rules = warehouse.read("raw.competitions")
        if competition is not None:
            rules = one_competition(rules, competition)
        known = (warehouse.read(name).select(*CLUB, "player_id", "name") for name in ("raw.players", "ratings.lists"))
        people = pl.concat(known).unique(maintain_order=True).join(rules, on=CLUB, how="semi")
        club, player_id = one_player(people, player)
        rules = rules.filter(club=club)
        ranked = warehouse.read_of("rankings.player_rankings", player_id=player_id)
        played = rules.join(ranked, on=COMPETITION, how="semi").sort("club", "competition", "start", "season")
        ratings = [*_explained_ratings(warehouse, rules, player_id, season)] if session is None else []
        explanations, strengths = list[Explanation](), dict[tuple[str, str], Row]()
        for of in _chosen_seasons(played, player, season, is_rated=bool(ratings)):
            tables = {name: warehouse.read_of(name, **of) for name in TABLES}
            if (explanation := Explanations(tables, player_id).of(**of, player_id=player_id)) is not None:
                explanations.append(explanation)
            if (strength := _strength(warehouse, of, player_id)) is not None:
                strengths[of["club"], of["competition"]] = strength
    if session is not None:
        return Explained(_of_session(explanations, session), ratings, {})
    return Explained(explanations, ratings, strengths)


def _strength(warehouse: Warehouse, of: dict[str, str], player_id: str) -> Row | None:
    """Return the strength of a player in a season, in the form of `Explained`; None if there is none."""
    players, sessions = (
        warehouse.read_of(name, **of, player_id=player_id) for name in ("strength.players", "strength.sessions")
    )
    forecasts, entries = warehouse.table(Forecasts, **of), warehouse.table(Entries, **of)
    own = strength_sessions_shown(in_shape(SessionStrengths, sessions), forecasts, entries).collect().to_dicts()
    rows = players.select("strength", "sd", "sessions", "boards", "since").to_dicts()
    return {**rows[0], "of_sessions": own} if rows else None


def as_json(explained: Explained) -> str:
    """Return JSON: a list with an object per competition. Without a ranking, an object has only ids and `rating`."""
    ratings = {(rating.row["club"], rating.row["competition"]): rating.for_programs() for rating in explained.ratings}
    listed: list[dict[str, object]] = [
        {
            **asdict(one),
            "rating": ratings.pop((one.club, one.competition), None),
            "strength": explained.strengths.get((one.club, one.competition)),
        }
        for one in explained.rankings
    ]
    listed += [
        {"club": club, "competition": competition, "player_id": rating["player_id"], "rating": rating}
        for (club, competition), rating in ratings.items()
    ]
    return json.dumps(listed, default=str, ensure_ascii=False, indent=2)


def _chosen_seasons(played: pl.DataFrame, player: str, season: str | None, *, is_rated: bool) -> list[dict[str, str]]:
    found = played if season is None else played.filter(season=season)
    if found.is_empty() and not is_rated:
        if played.is_empty():
            raise UnusableError(
                "{player} has not played a session that counts, so there is nothing to explain yet", player=player
            )
        known = some(played["season"].unique().sort().to_list())
        sentence = gettext_noop("--season {season}: {player} did not play in that season, but in these: {known}")
        raise UnusableError(sentence, season=season, player=player, known=known)
    return found.group_by(CLUB, maintain_order=True).last().select(COMPETITION).to_dicts()


def _of_session(explanations: list[Explanation], session_id: str) -> list[Explanation]:
    known = [played.session_id for of in explanations for played in (*of.sessions, *of.earned)]
    found = list[Explanation]()
    wanted = session_named(session_id, known)
    for of in explanations:
        sessions = tuple(played for played in of.sessions if played.session_id == wanted)
        earned = tuple(one for one in of.earned if one.session_id == wanted)
        if sessions or earned:
            found.append(replace(of, sessions=sessions, earned=earned))
    if not found:
        sentence = gettext_noop(
            "--session {session_id}: the player did not play in that session, but in these: {known}. For a "
            "session of an earlier season, add --season"
        )
        raise UnusableError(sentence, session_id=session_id, known=some(known))
    return found


_UNITS = {
    **{"points": gettext_noop("points"), "percent_of_top": gettext_noop("% of a top")},
    "percent": gettext_noop("% of the maximum"),
}
_OF_MATCHES = (
    *(gettext_noop("round"), gettext_noop("against"), gettext_noop("boards")),
    *("IMPs", gettext_noop("points"), gettext_noop("of 20")),
)
_ALL_SCORES = gettext_noop("all scores")
_OF_BOARDS = (
    *(gettext_noop("board"), gettext_noop("sat"), gettext_noop("against"), gettext_noop("result")),
    *(gettext_noop("score"), _ALL_SCORES, gettext_noop("points"), gettext_noop("how"), gettext_noop("line")),
)
_IN_WORDS = ("sat", "result", _ALL_SCORES, "how")
_WIDE, _NARROWEST_WORDS = 120, 8
"""The narrowest terminal that gets all scores of a board, and the least width of a column of words, in characters."""


def print_explained(explained: Explained, *, sessions_only: bool = False) -> None:
    """Print rankings, the boards that count and ratings. With `sessions_only`, print the boards of every session."""
    out = console()
    for explanation in explained.rankings:
        for part in _parts(explanation, sessions_only=sessions_only, with_others=out.width >= _WIDE):
            out.print(part, "")
        for one in filter(None, [explained.strengths.get((explanation.club, explanation.competition))]):
            out.print(titled(gettext("Strength"), text("\n".join(_strength_said(one)))), "")
    for rating in explained.ratings:
        row = rating.row
        lines = "\n".join([f"{row['club']}/{row['competition']}, {row['season']}", *_in_words(rating)])
        out.print(titled(_named(row["name"], row["player_id"]), text(lines)), "")
        if rating.games:
            out.print(_games(rating), "")


def _strength_said(of: Row) -> Iterator[str]:
    *earlier, last = of["of_sessions"]
    strength, low, high = (estimate(last[name], "matchpoints") for name in ("strength", "low", "high"))
    gaps = {"sessions": counted(of["sessions"], "session"), "since": spoken_date(of["since"])}
    known = gettext_noop("{strength} %, with a band from {low} to {high} %, from {sessions} since {since}")
    yield gettext(known, strength=strength, low=low, high=high, **gaps)
    if last["expected"] is not None:
        played = {"expected": fixed(last["expected"], 1), "score": fixed(last["score"]), "after": strength}
        played |= {"day": spoken_date(last["date"])}
        if earlier:
            moved = gettext_noop(
                "On {day}, {expected} % was expected and {score} % was scored: from {before} to {after} %"
            )
            yield gettext(moved, before=estimate(earlier[-1]["strength"], "matchpoints"), **played)
        else:
            yield gettext("On {day}, {expected} % was expected and {score} % was scored: {after} %", **played)


def _named(name: str, player_id: str) -> str:
    return name if name == player_id else f"{name} ({player_id})"


def _parts(explanation: Explanation, *, sessions_only: bool, with_others: bool) -> Iterator[RenderableType]:
    of = text(f"{explanation.club_name}, {explanation.competition_name}, {explanation.season}")
    yield titled(_named(explanation.name, explanation.player_id), of)
    if not sessions_only:
        after = f" {gettext('after {day}', day=spoken_date(explanation.after))}"
        others = (explanation.change, explanation.substitute, explanation.individual, *explanation.pairs)
        yield _steps([(explanation.ranking, after), *((step, "") for step in others)])
        yield _season(explanation)
        if explanation.events:
            yield _events(explanation.events)
    for one in explanation.earned if sessions_only else ():
        said = Group(_steps([(one.points, "")]), text(f"[{_place(one.source)}]"))
        yield titled(_of_day(one), said)
    for session in explanation.sessions:
        if session.in_window or sessions_only:
            yield from _session(session, with_others=with_others)


def _season(explanation: Explanation) -> RenderableType:
    sessions = explanation.sessions
    units = {unit(session.scoring) for session in sessions}
    in_one_unit = len(units) == 1
    above = f"\n{units.pop()}" if in_one_unit else ""
    earned = explanation.earned
    rows = [[str(one.date), one.session_id, "", "", shown(one.points.value), _counts_for(one)] for one in earned]
    for session in sessions:
        score = shown(session.score.value) + ("" if in_one_unit else f"\n{unit(session.scoring)}")
        points = shown(session.points.value)
        rows.append([str(session.date), session.session_id, _seat(session), score, points, _counts_for(session)])
    for row in explanation.without_player:
        names = " & ".join(row.played)
        who = gettext("{names} stood in", names=names) if row.stood_in else gettext("{names} played", names=names)
        counts_for = f"{gettext('pairs') if row.counts else gettext('nothing')}: {who}"
        rows.append([str(row.date), row.session_id, _seat(row), "", shown(row.points), counts_for])
    words = [gettext("date"), gettext("session"), gettext("counts for")]
    headings = [*words[:2], gettext("seat"), gettext("score") + above, gettext("ranking\npoints"), words[2]]
    in_order = sorted(rows, key=lambda row: row[:2], reverse=True)
    return titled(gettext("Sessions of the season"), table(headings, in_order, words, _NARROWEST_WORDS))


def _counts_for(session: Session | Earned) -> str:
    for_pairs = isinstance(session, Session) and session.counts_for_pairs
    counts = {gettext("ranking"): session.in_window, gettext("individual"): session.counts, gettext("pairs"): for_pairs}
    return ", ".join(place for place, is_so in counts.items() if is_so) or gettext("nothing")


def _events(events: Sequence[EventPlace]) -> RenderableType:
    headings = [gettext("event"), gettext("rank"), gettext("score"), gettext("points"), gettext("sessions")]
    more = [any(getattr(event, name) is not None for event in events) for name in ("due", "decided_by")]
    rows = []
    for event in events:
        rank = "–" if event.rank is None else gettext("{rank} of {of}", rank=event.rank, of=event.entrants)
        score = f"{shown(event.score)} {unit(event.scoring)}"
        cells = [event.event, rank, score, shown(event.points), shown(event.sessions)]
        tie = decided_said(event.decided_by) if event.decided_by else ""
        rows.append([*cells, *compress((shown(event.due), tie), more)])
    headings += compress((gettext("for missed"), gettext("tie")), more)
    return titled(gettext("Events"), table(headings, rows, [gettext("event"), gettext("tie")], _NARROWEST_WORDS))


def _of_day(one: Session | Earned) -> str:
    return gettext("{day}, session {session}", day=spoken_date(one.date), session=one.session_id)


def _seat(sat: Session | WithoutPlayer) -> str:
    return f"{sat.line} {number_said(sat.entrant)}"


def _session(session: Session, *, with_others: bool) -> Iterator[RenderableType]:
    number = f"{session.line if '+' in session.field else ''}{number_said(session.entrant)}"
    is_individual = any(PARTNERS in board.opponent for board in session.boards)
    kind = entrant_kind(session.scoring, [1 if is_individual else 2])
    said = [field_name(session.field), numbered_entrant(kind, number)]
    if session.partners:
        said.append(gettext("with {partners}", partners=", ".join(session.partners)))
    if session.substitutes_for:
        said.append(gettext("in place of {name}", name=session.substitutes_for))
    if session.rounds:
        played = ", ".join(session.rounds)
        said.append(ngettext("played round {rounds}", "played rounds {rounds}", len(session.rounds), rounds=played))
    seat, title = ", ".join([*said, scoring_name(session.scoring)]), _of_day(session)
    yield titled(f"{title}: {session.title}" if session.title else title, text(f"{seat} [{_place(session.source)}]"))
    rank = "" if session.rank is None else f", {gettext('rank {rank} of {of}', rank=session.rank, of=session.entrants)}"
    steps = [step for step in (session.points, session.strength) if step is not None]
    of_unit, score = f", {unit(session.scoring)}", session.score
    own: list[tuple[Step, str]] = []
    if session.own_score is not None:
        own, score = [(session.own_score, of_unit)], replace(score, what=gettext("score of the team"))
    yield _steps([*((step, "") for step in steps), *own, (score, f"{of_unit}{rank}")])
    for one in session.adjustments:
        why = f": {one.reason}" if one.reason else ""
        amount = f"{short(one.amount)} {gettext(_UNITS[one.unit])}"
        said = gettext("Adjustment by the director: {amount}", amount=amount)
        yield text(f"{said}{why} [{_place(one.source)}]")
    if session.matches:
        names = ("round", "opponent", "boards", "imps", "points", "score")
        rows = ([shown(getattr(match, name)) for name in names] for match in session.matches)
        yield titled(gettext("Matches"), table([gettext(name) for name in _OF_MATCHES], rows, []))
        of_opponent = gettext_noop("strength of {opponent}, the opponent in round {round}")
        yield _steps(
            (replace(match.strength, what=gettext(of_opponent, opponent=match.opponent, round=match.round)), "")
            for match in session.matches
        )
    for file in dict.fromkeys(board.source.file for board in session.boards):
        of_file = [board for board in session.boards if board.source.file == file]
        yield _boards(file, of_file, with_others=with_others)


def _steps(steps: Iterable[tuple[Step, str]]) -> RenderableType:
    lines: list[RenderableType] = []
    for step, behind in steps:
        lines.append(text(f"{step.what[:1].upper()}{step.what[1:]}{behind}  {shown(step.value)}", "bold"))
        lines.append(Padding(text(_made(step)), (0, 0, 0, 3), expand=False))
    return Padding(Group(*lines), (0, 0, 0, 1), expand=False)


def _made(step: Step) -> str:
    """Return a formula with its result, `100 - 40 / 11 × 3 = 89.09, rounded to 89`, with its meaning below."""
    made = step.value if step.before_rounding is None else step.before_rounding
    rounded = "" if made == step.value else f", {gettext('rounded to {value}', value=short(step.value))}"
    formula = step.formula and f"{formula_said(step.formula)} = {shown(made)}{rounded}"
    return "\n".join(line for line in (formula, step.how) if line)


def _boards(file: str, boards: Iterable[Board], *, with_others: bool) -> RenderableType:
    rows = (
        [
            *(str(board.board), direction_said(board.direction), number_said(board.opponent)),
            *(result_said(shown(board.result)), shown(board.score)),
            *([ruling_said(shown(board.others))] if with_others else []),
            *(short(board.points), formula_said(ruling_said(board.how)), shown(board.source.line_no)),
        ]
        for board in boards
    )
    headings = [gettext(name) for name in _OF_BOARDS if with_others or name != _ALL_SCORES]
    words = [gettext(name) for name in _IN_WORDS]
    return titled(gettext("Boards, read from {file}", file=file), table(headings, rows, words, _NARROWEST_WORDS))


def _place(source: Source) -> str:
    return source.file if source.line_no is None else f"{source.file}:{source.line_no}"

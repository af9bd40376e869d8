r"""Who played whom, and how it ended: the tags over the games of a PGN (chess) or PDN (draughts) file.

A game is a few tags, `[White "Wiersma, Harm"]`, and then the moves, which are passed over with their comments
(`{}`, or `;` up to the end of the line), variations and `%` lines. In a value `\"` is a quote and `\\` a backslash.
A game is a win, a draw or a loss, on the scale of 1 point (`1-0`, `1/2-1/2`, `0-1`) or of 2 (`2-0`, `1-1`, `0-2`, and
those of the tournaments that part a game more finely: `1 1/2-1/2`, `1.02-0.98`); `*` is a game without a result.

Sources: PGN specification and implementation guide (1994), sections 8.1 and 8.2; PDN 3.0, "PDN tags" and "GameType".
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

import polars as pl

from pipelines.readers.cells import kind_of
from pipelines.readers.reading import Finding, Sheets
from transforms.tables import LANDING

_OF_BRIDGE = (
    "Deal",
    "Dealer",
    "Vulnerable",
    "Declarer",
    "Contract",
    "Scoring",
    "ScoreTable",
    "TotalScoreTable",
    "North",
)
"""Tags that no board game has: a file with one of them is PBN."""
_DRAUGHTS = re.compile(
    r'\[GameType[ \t]+"(?P<type>[0-9]{1,9})|\[Result[ \t]+"(?:2-0|1-1|0-2)"|^[ \t]*1\.[ \t]*[0-9]',
    re.MULTILINE,
)
_ENOUGH = 2**20
"""Letters of a file that tell what game it is."""
_TYPES_OF_DRAUGHTS = range(20, 50)
"""GameType: 0 to 19 are kinds of chess, 50 is Othello."""
_TYPES_OF_OTHER_GAMES = 50
"""GameType: this and beyond are neither chess nor draughts."""

_TAG = r'\[[ \t]*\w+[ \t]+"(?:[^"\\\n]|\\[^\n])*"[ \t]*\]'
_TAG_WITH_BARE_QUOTES = r'\[[ \t]*\w+[ \t]+"(?:[^"\[\n]|"[" \t]*[^"\[\] \t\n])*"+[ \t]*\]'
"""A quote in it that does not end the value is followed by something other than `]`; a `[` would be the next tag."""
_ANY_TAG = rf"(?:{_TAG}|{_TAG_WITH_BARE_QUOTES})"
_TAGS = rf"^[ \t]*((?:{_ANY_TAG}[ \t]*)+)"
_NEARLY_A_TAG = r"^[ \t]*\[[ \t]*([A-Za-z]\w*)"
_NO_MOVES = r"^[ \t]*(?:[;%].*|\{[^}]*\}[ \t]*)?$"
_MAY_HIDE_TAGS = r"\{[^}]*\n[ \t]*\[[ \t]*[A-Za-z]"
_BROKEN_TAG = r'\[[ \t]*[A-Za-z]\w*[ \t]+"[^\n]*'
_COMMENT = re.compile(
    rf"(?P<other>{_ANY_TAG}|{_BROKEN_TAG}|;[^\n]*|^%[^\n]*)|\{{[^}}]*(?P<closed>\}}|\Z)", re.MULTILINE
)
_HIDDEN_TAG = re.compile(rf"^[ \t]*{_TAG}", re.MULTILINE)

_SIDE_AT_TABLE = re.compile(r'^[ \t]*\[(?:[^\n]*\[)?[ \t]*(?:White|Black)[ \t]+"', re.MULTILINE)

_IDS = ("fideid", "fmjdid", "kndbid", "id")
"""What a tag with the number of a player ends in, after White or Black: the first that is given counts."""
_USED = (
    *("white", "black", "result", "date", "utcdate", "event", "round", "gametype", "termination"),
    *(f"{side}{number}" for number in _IDS for side in ("white", "black")),
)
_TAGS_WRITTEN = {
    **{tag: tag.capitalize() for tag in ("white", "black", "date", "result", "termination")},
    "gametype": "GameType",
}
_NOT_PLAYED = ("unplayed", "not played")
_UNKNOWN = ("", "?", "-", "*")
_SIDE = r"(?:([0-9])?(1/2)|([0-9](?:[.,][0-9]{1,2})?))"
_RESULT = rf"^{_SIDE}-{_SIDE}$"
_LINES_NAMED = 20


def is_pdn(text: str) -> bool:
    """Whether these are games of draughts, by their GameType, else by their results or the numbers of their squares."""
    if not _is_games(text):
        return False
    found = _DRAUGHTS.search(text, 0, _ENOUGH)
    return found is not None and (found["type"] is None or int(found["type"]) in _TYPES_OF_DRAUGHTS)


def is_pgn(text: str) -> bool:
    """Whether these are games of two players with tags over them, as in chess."""
    return _is_games(text)


def read(text: str, file_id: str) -> Sheets:
    """Read the games of one file, and the players in them.

    A game is known by the file and its number there. A player is known by the number in a tag as WhiteFideId, however
    the name is written, or else by name; more names for one number are told. Games without two players, a day and a
    result are left out, and told, and so are games of other kinds and those that were not played.
    """
    shown, hidden = _without_comments(text)
    tags, odd = _tags(shown)
    games, twice = _games(tags)
    told = games.pipe(_with_points).pipe(_with_date)
    usable = pl.all_horizontal(rule.holds for rule in _RULES)
    people, spellings = _people(told.filter(usable))
    sheet = told.filter(usable).select(
        line_no="line_no",
        game_id=pl.format("{}#{}", pl.lit(file_id), "game"),
        date="date",
        event=_known("event"),
        player_id=people.filter(entrant="white")["player_id"],
        opponent_id=people.filter(entrant="black")["player_id"],
        points="points",
        opponent_points="opponent_points",
    )
    left_out = [finding for rule in _RULES for finding in _folded(told.filter(~rule.holds), rule)]
    findings = [*hidden, *odd, *twice, *left_out, *spellings, *_told_before(told.filter(usable))]
    return Sheets(
        {"games": sheet, "players": people.unique("player_id", keep="first", maintain_order=True)},
        findings
        if findings or not sheet.is_empty()
        else [Finding(None, "error", None, None, "no game with tags in this file: export it again")],
    )


def _is_games(text: str) -> bool:
    named = ("[White" in text or "[Black" in text) and _SIDE_AT_TABLE.search(text) is not None
    return named and not any(text.startswith(f"[{tag} ") or f"\n[{tag} " in text for tag in _OF_BRIDGE)


# --- from text to tags --------------------------------------------------------------------------


def _without_comments(text: str) -> tuple[str, list[Finding]]:
    """The text without the comments that hold what looks like tags; the lines stay as many."""
    if not pl.Series([text]).str.contains(_MAY_HIDE_TAGS).item():
        return text, []
    findings: list[Finding] = []
    parts: list[str] = []
    done, line_no = 0, 1
    for comment in _COMMENT.finditer(text):
        if comment["other"] is not None:
            continue
        hides = _HIDDEN_TAG.search(comment[0])
        if hides is None:
            continue
        start, end = comment.span()
        line_no += text.count("\n", done, start)
        closed = comment["closed"] == "}"
        message = (
            "this comment holds lines that look like the tags of a game, which are not read: end it before them with }"
            if closed
            else "this comment has no end; what follows is read as games: end it with }"
        )
        findings.append(Finding(line_no, "warning", "comment", comment[0][:80].split("\n")[0], message))
        parts.append(text[done:start])
        parts.append("\n" * comment[0].count("\n") if closed else comment[0])
        line_no += comment[0].count("\n")
        done = end
    return "".join([*parts, text[done:]]), findings


def _tags(text: str) -> tuple[pl.DataFrame, list[Finding]]:
    """`game`, `line_no`, `name` (in small letters), `written` (as it stands), `value`: a row each tag, in order."""
    lines = (
        pl.LazyFrame({"text": [text]})
        .select(pl.col("text").str.split("\n"))
        .explode("text")
        .with_row_index("line_no", offset=1)
        .with_columns(nearly=pl.col("text").str.extract(_NEARLY_A_TAG))
        # A section of tags ends with the first line of moves.
        .with_columns(
            section=(pl.col("nearly").is_null() & ~pl.col("text").str.contains(_NO_MOVES)).cum_sum(),
            block=pl.col("nearly").is_null().cum_sum(),
        )
        .filter(pl.col("nearly").is_not_null())
        .with_columns(tags=pl.col("text").str.extract(_TAGS))
        .collect()
    )
    message = 'not a tag, so it is passed over: write it as [White "Name"]'
    odd = lines.filter(pl.col("tags").is_null(), pl.col("nearly").str.to_lowercase().is_in(_USED))
    findings = _one_a_tag(
        odd.select("line_no", written="nearly", value=pl.col("text").str.strip_chars()), "error", message
    )
    written = pl.col("tag").str.extract(r"^\[[ \t]*(\w+)")
    value = pl.col("tag").str.extract(r'(?s)^\[[ \t]*\w+[ \t]+"(.*)"[ \t]*\]$').str.replace_all(r"\\([\\\"])", "$1")
    tags = (
        lines.lazy()
        .filter(pl.col("tags").is_not_null())
        .select("line_no", "section", "block", tag=pl.col("tags").str.extract_all(_ANY_TAG))
        .explode("tag")
        .with_columns(written=written, value=value.str.strip_chars())
        .with_columns(name=pl.col("written").str.to_lowercase())
        .pipe(_with_game)
        .select("game", "line_no", "name", "written", "value")
        .collect()
    )
    return tags, findings


def _with_game(tags: pl.LazyFrame) -> pl.LazyFrame:
    """Number the games from 1. Where games have no moves, one begins where a tag that it must have comes again.

    That is so at the first tag of a section, and at all tags together that stand before a line without tags or before
    the first of them comes again: a game may lack the tag with which the game before it began.
    """
    of_section = pl.col("name") == pl.col("name").first().over("section")
    of_block = pl.col("name") == pl.col("name").first().over("block")
    starts = of_section | of_block | (pl.col("block") != pl.col("block").shift())
    numbered = tags.with_columns(
        part=starts.fill_null(value=True).cum_sum(),
        parts_games=of_section | pl.col("name").is_in(_USED),
    )
    # Most sections have moves behind them and are one part: there is nothing to count in these.
    several = pl.col("part").min().over("section") < pl.col("part").max().over("section")
    nth_of_part = (
        numbered.filter(several)
        .filter("parts_games")
        .unique(["part", "name"], keep="first", maintain_order=True)
        .select("part", nth=pl.int_range(1, pl.len() + 1).over("section", "name"))
        .group_by("part")
        .agg(pl.col("nth").max())
    )
    return (
        numbered.join(nth_of_part, on="part", how="left", maintain_order="left")
        .with_columns(nth=pl.col("nth").fill_null(1).cum_max().over("section"))
        .with_columns(game=pl.struct("section", "nth").rle_id() + 1)
    )


# --- from tags to games -------------------------------------------------------------------------


class _Rule(NamedTuple):
    """What a game must have; else it is left out, with a finding at the tag."""

    tag: str
    holds: pl.Expr
    severity: str
    message: str


def _known(tag: str) -> pl.Expr:
    """The value of a tag, null for one that says that it is not known."""
    return pl.when(~pl.col(tag).is_in(_UNKNOWN)).then(tag)


_RULES = (
    _Rule(
        "gametype",
        (pl.col("gametype").str.extract("^([0-9]{1,9})").cast(pl.Int64) < _TYPES_OF_OTHER_GAMES).fill_null(value=True),
        "error",
        "neither chess nor draughts, so the game is left out: write 0 for chess, 20 for draughts, if it is one of them",
    ),
    _Rule("white", _known("white").is_not_null(), "error", "the game is left out: name the player of White"),
    _Rule("black", _known("black").is_not_null(), "error", "the game is left out: name the player of Black"),
    _Rule(
        "date",
        pl.col("date").is_not_null(),
        "error",
        "the game is left out, since its day is not known: write it as 2015.06.27",
    ),
    _Rule(
        "result",
        (_known("result").is_not_null() & pl.col("points").is_not_null()) | _known("result").is_null(),
        "error",
        "not what a game worth 1 or 2 points brings, so it is left out: write 1-0, 1/2-1/2, 0-1, 2-0, 1-1 or 0-2",
    ),
    _Rule("result", _known("result").is_not_null(), "warning", "the game has no result, so it is left out: add it"),
    _Rule(
        "termination",
        ~pl.col("termination").str.to_lowercase().is_in(_NOT_PLAYED).fill_null(value=False),
        "warning",
        "a game that was not played is not rated, so it is left out: take this tag out if it was played",
    ),
)


def _games(tags: pl.DataFrame) -> tuple[pl.DataFrame, list[Finding]]:
    """A row each game: `game`, `line_no`, the value of each tag that is used, and its line as `line of` the tag."""
    used = tags.filter(pl.col("name").is_in(_USED))
    again = used.filter(~pl.struct("game", "name").is_first_distinct())
    message = (
        "the game has this tag twice, and the first counts: take one of them out, or part the games by their moves"
    )
    findings = _one_a_tag(again, "warning", message)
    of_tag = {tag: pl.col("name") == tag for tag in _USED}
    games = (
        used.lazy()
        .group_by("game", maintain_order=True)
        .agg(
            pl.col("line_no").min(),
            *(pl.col("value").filter(is_it).first().alias(tag) for tag, is_it in of_tag.items()),
            *(pl.col("line_no").filter(is_it).first().alias(f"line of {tag}") for tag, is_it in of_tag.items()),
        )
        .collect()
    )
    return games, findings


def _with_points(games: pl.DataFrame) -> pl.DataFrame:
    """`points` and `opponent_points` of 2, as text; null where the result is none of a game worth 1 or 2."""
    plain = (
        pl.col("result")
        .str.replace_all(r"\s", "")
        .str.replace_all("½", "1/2")
        .str.replace_all("[\u2010-\u2015\u2212]", "-")
    )

    def hundredths(first: int) -> pl.Expr:
        whole, half, number = (plain.str.extract(_RESULT, first + part) for part in range(3))
        with_half = pl.when(half.is_not_null()).then(100 * whole.fill_null("0").cast(pl.Int64) + 50)
        decimal = number.str.replace(",", ".", literal=True).cast(pl.Float64)
        return pl.coalesce(with_half, (100 * decimal).round().cast(pl.Int64))

    one, other = hundredths(1), hundredths(4)
    scale = pl.when(one + other == 200).then(1).when(one + other == 100).then(2)
    return games.with_columns(
        points=(one * scale / 100).round(2).cast(pl.String),
        opponent_points=(other * scale / 100).round(2).cast(pl.String),
    )


def _with_date(games: pl.DataFrame) -> pl.DataFrame:
    """`date` as a day; null where it is not known to the day."""
    day = kind_of("date", LANDING["games"].columns()["date"]).value
    return games.with_columns(
        **{"date as written": pl.col("date")}, date=pl.coalesce(day(pl.col("date")), day(pl.col("utcdate")))
    )


def _people(games: pl.DataFrame) -> tuple[pl.DataFrame, list[Finding]]:
    """Two rows a game: who sat there, with `player_id`, the number that the file gives this name anywhere, or the name.

    Two who play each other are two, so a number that both have is the id of neither.
    """
    sides = pl.concat(
        games.select(
            "game",
            "line_no",
            entrant=pl.lit(side),
            name=side,
            number=pl.coalesce(_number(f"{side}{tag}") for tag in _IDS),
            line_of_name=f"line of {side}",
        )
        for side in ("white", "black")
    )
    given = pl.col("number").drop_nulls()
    only = pl.when(given.n_unique() == 1).then(given.first()).over("name")
    is_number = pl.col("name").is_in(sides["number"].drop_nulls().unique().implode())
    numbered = sides.with_columns(
        number=pl.coalesce("number", only, pl.when(is_number).then("name")),
    ).with_columns(
        names=pl.col("name").n_unique().over("number"),
        meet=(pl.col("name").n_unique() > 1).over("game", "number"),
    )
    of_neither = pl.col("meet").any().over("number")
    people = numbered.with_columns(
        player_id=pl.when(pl.col("number").is_not_null() & ~of_neither).then("number").otherwise("name"),
    )
    doubtful = people.filter(pl.col("number").is_not_null(), pl.col("names") > 1)
    return people.select("game", "entrant", "player_id", "name", line_no="line_of_name"), list(_spellings(doubtful))


def _number(tag: str) -> pl.Expr:
    """The number of a player; null where it is not known, as 0."""
    return pl.when(pl.col(tag).str.contains("[1-9A-Za-z]")).then(tag)


def _spellings(people: pl.DataFrame) -> Iterable[Finding]:
    """What was made of a number with more than one name: one finding a number."""
    found = (
        people.sort("line_of_name")
        .unique(["number", "name"], keep="first", maintain_order=True)
        .group_by("number", maintain_order=True)
        .agg("line_of_name", "name", is_one=(pl.col("player_id") == pl.col("number")).all())
    )
    for number, lines, names, is_one in found.iter_rows():
        taken = (
            "they are read as one player: give each a number of their own if they are not"
            if is_one
            else "but there are two who play each other, so they go by their names: mend the number"
        )
        also = "; ".join(name[:80] for name in names[1 : _LINES_NAMED + 1])
        message = f"number {number[:80]} is that of {names[0][:80]} (line {lines[0]}) too; {taken}"
        yield Finding(lines[1], "warning", "White, Black", also[:80], message + _and_on("names", lines[1:]))


def _folded(games: pl.DataFrame, rule: _Rule) -> Iterable[Finding]:
    """What is wrong with these games: one finding for all with the same value in the tag."""
    value = "date as written" if rule.tag == "date" else rule.tag
    found = (
        games.select(line_no=pl.coalesce(f"line of {rule.tag}", "line_no"), value=value)
        .group_by("value", maintain_order=True)
        .agg("line_no")
    )
    for written, lines in found.iter_rows():
        message = rule.message + _and_on("games", lines)
        yield Finding(lines[0], rule.severity, _TAGS_WRITTEN[rule.tag], written and written[:80], message)


def _one_a_tag(found: pl.DataFrame, severity: str, message: str) -> list[Finding]:
    """What is wrong with tags, `line_no`, `written`, `value`: one finding for all with the same tag."""
    tags = (
        found.group_by(pl.col("written").str.to_lowercase().alias("name"), maintain_order=True)
        .agg("line_no", pl.col("written", "value").first())
        .select("line_no", "written", "value")
    )
    return [
        Finding(lines[0], severity, written, value[:80], message + _and_on("lines", lines))
        for lines, written, value in tags.iter_rows()
    ]


def _and_on(what: str, lines: list[int]) -> str:
    """How many there are and where, after the first."""
    if len(lines) == 1:
        return ""
    others = ", ".join(map(str, lines[1 : _LINES_NAMED + 1]))
    return f" ({len(lines)} such {what}; the next: {others})"


def _told_before(games: pl.DataFrame) -> Iterable[Finding]:
    """Games of the same two on the same day in the same round of an event: they stay, and are told."""
    found = (
        games.filter(_known("round").is_not_null())
        .group_by("white", "black", "date", "event", "round", maintain_order=True)
        .agg("line_no")
        .filter(pl.col("line_no").list.len() > 1)
    )
    for white, black, lines in found.select("white", "black", "line_no").iter_rows():
        message = f"these two meet in the same round on line {lines[0]} too: take one out if it is the same game"
        yield Finding(lines[1], "warning", "White, Black", f"{white}, {black}"[:80], message)

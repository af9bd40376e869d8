r"""The players and results of games: the tags above the games of a PGN (chess) or PDN (draughts) file.

The moves are skipped, together with their comments (`{}`, or `;` up to the end of the line), variations and `%` lines.
In a value, `\"` is a quote and `\\` is a backslash. A game is worth 1 point (`1-0`, `1/2-1/2`, `0-1`) or 2 points
(`2-0`, `1-1`, `0-2`), which some tournaments divide more finely: `1 1/2-1/2`, `1.02-0.98`. Sources: PGN specification
and implementation guide (1994), sections 8.1 and 8.2; PDN 3.0, "PDN tags" and "GameType".
"""

import re
from collections.abc import Iterator

import polars as pl

from pipelines.intake.readers.cells import kind_of
from pipelines.intake.readers.reading import LINES_NAMED, Finding, Sheets, error, on_lines, on_rows, warning
from transforms.tables.phrases import phrase
from transforms.tables.schemas import LANDING

_OF_BRIDGE = (
    *("Deal", "Dealer", "Vulnerable", "Declarer", "Contract", "Scoring", "North"),
    *("ScoreTable", "TotalScoreTable"),
)
_DRAUGHTS = re.compile(
    r'\[GameType[ \t]+"(?P<type>[0-9]{1,9})|\[Result[ \t]+"(?:2-0|1-1|0-2)"|^[ \t]*1\.[ \t]*[0-9]', re.MULTILINE
)
_ENOUGH = 2**20
_TYPES_OF_DRAUGHTS = range(20, 50)
"""Values of the tag GameType that mean draughts. 0 to 19 mean chess, and 50 and above other games."""

_SIDE_AT_TABLE = re.compile(r'^[ \t]*\[(?:[^\n]*\[)?[ \t]*(?:White|Black)[ \t]+"', re.MULTILINE)

_NOT_PLAYED = r"forfeit|default|abandon|walk-?over|unplayed|not played"
_LOST_ON_TIME = "time forfeit"
_NO_RESULT_OF_PLAY = r"^(?:[0-]\s*[-/:]\s*[0-]|[+-]{1,2}\s*[/:-]\s*[+-]{1,2}|[01]\s*-\s*[01]\s*FF?|[+-]{2,3})$"
"""Matches the result of a game that nobody played: `0-0`, `+/-`, `+--`, `1-0 FF`."""
_UNKNOWN = ("", "?", "-", "*")
_SIDE = r"(?:([0-9])?(1/2)|([0-9](?:[.,][0-9]{1,2})?))"
_RESULT = rf"^{_SIDE}-{_SIDE}$"


def is_pdn(text: str) -> bool:
    """Return whether these are games of draughts, judged by GameType, results, or moves with numbers of squares."""
    if not is_pgn(text):
        return False
    found = _DRAUGHTS.search(text, 0, _ENOUGH)
    return found is not None and (found["type"] is None or int(found["type"]) in _TYPES_OF_DRAUGHTS)


def read(text: str, file_id: str) -> Sheets:
    """Read the games of one file, and their players.

    The id of a game is the file id with the number of the game. The id of a player is a number, such as WhiteFideId, or
    else the name. Findings report games that are left out because they break one of `_RULES`.
    """
    shown, hidden = without_comments(text)
    tags, odd = tags_of(shown)
    games, twice = _games(tags)
    day = kind_of("date", LANDING["games"].columns()["date"]).value
    dates = {"date as written": pl.col("date"), "date": pl.coalesce(day(pl.col("date")), day(pl.col("utcdate")))}
    texts = _texts(games, shown)
    games, copies = _once(games, texts)
    typed = games.pipe(_with_points).pipe(_with_walk_overs, texts).with_columns(**dates)
    usable = pl.all_horizontal(holds for _, holds in _RULES.values())
    people, doubtful = _people(typed.filter(usable))
    sheet = typed.filter(usable).select(
        line_no="line_no",
        game_id=phrase("{}#{}", pl.lit(file_id), "game"),
        date="date",
        event=_known("event"),
        player_id=people.filter(entrant="white")["player_id"],
        opponent_id=people.filter(entrant="black")["player_id"],
        points="points",
        opponent_points="opponent_points",
    )
    left_out: list[Finding] = []
    for code, (tag, holds) in _RULES.items():
        name = tag.lower()
        lost = typed.filter(~holds).select(
            line_no=pl.coalesce(f"line of {name}", "line_no"),
            value="date as written" if name == "date" else name,
            written=pl.lit(tag),
        )
        severity = "warning" if code in ("games.left_out/result", "games.left_out/not_played") else "error"
        left_out += _for_each("written" if code == "games.left_out/not_played" else "value", lost, code, severity)
    findings = [*hidden, *odd, *twice, *copies, *left_out, *_spellings(doubtful), *_same_meetings(typed.filter(usable))]
    if not findings and sheet.is_empty():
        findings.append(error("games.left_out/all"))
    return Sheets({"games": sheet, "players": people.unique("player_id", keep="first", maintain_order=True)}, findings)


def is_pgn(text: str) -> bool:
    """Return whether these are games of two players with tags above them, as in chess."""
    named = ("[White" in text or "[Black" in text) and _SIDE_AT_TABLE.search(text) is not None
    return named and not any(text.startswith(f"[{tag} ") or f"\n[{tag} " in text for tag in _OF_BRIDGE)


_FIFTH_MOVE = r"(?m)^[^\[\n]*\b5\.+\s*[0-9A-Za-z]"
"""Matches a game of five moves or more. Shorter games of one day may be alike and still be two games."""


def _texts(games: pl.DataFrame, text: str) -> pl.DataFrame:
    """Return (game, text): the lines of each game that are not blank, with its tags."""
    starts = games.select("line_no", "game").sort("line_no")
    return (
        pl.DataFrame({"text": text.split("\n")})
        .with_row_index("line_no", offset=1)
        .with_columns(pl.col("line_no").cast(starts.schema["line_no"]), pl.col("text").str.strip_chars())
        .filter(pl.col("text") != "")
        .join_asof(starts, on="line_no")
        .group_by("game")
        .agg(pl.col("text").str.join("\n"))
    )


def _once(games: pl.DataFrame, texts: pl.DataFrame) -> tuple[pl.DataFrame, list[Finding]]:
    texts = texts.filter(pl.col("text").str.contains(_FIFTH_MOVE))
    with_text = games.join(texts, on="game", maintain_order="left").sort("line_no")
    again = with_text.filter(~pl.col("text").is_first_distinct())
    first = with_text.unique("text", keep="first").select("text", first="line_no")
    lines = again.join(first, on="text", maintain_order="left")
    findings = [] if lines.is_empty() else [
        on_rows("games.left_out/again", lines, field="Event", value=lines["event"][0], severity="warning",
                line=lines["first"][0])
    ]  # fmt: skip
    return games.join(again, on="game", how="anti", maintain_order="left"), findings


_A_MOVE = r"\b[0-9]{1,3}\s*\.+\s*[0-9A-Za-z]|\b[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]\b|\bO-O\b"


def _with_walk_overs(games: pl.DataFrame, texts: pl.DataFrame) -> pl.DataFrame:
    """Add `walk_over`: a tag or the result says so, or the game has no moves although others of the file have moves."""
    of_moves = pl.col("text").str.replace_all(rf"{_ANY_TAG}|(?m:^[%;].*$)|\{{[^}}]*\}}", "")
    moves = texts.select("game", moves=of_moves.str.contains(_A_MOVE))
    ended = pl.col("termination").str.to_lowercase().str.replace_all(_LOST_ON_TIME, "").str.contains(_NOT_PLAYED)
    by_result = pl.col("result").str.to_uppercase().str.contains(_NO_RESULT_OF_PLAY)
    without_moves = ~pl.col("moves") & pl.col("moves").any() & _known("result").is_not_null()
    return games.join(moves, on="game", how="left", maintain_order="left").with_columns(
        walk_over=pl.any_horizontal(said.fill_null(value=False) for said in (ended, by_result, without_moves))
    )


def _known(tag: str) -> pl.Expr:
    return pl.when(~pl.col(tag).is_in(_UNKNOWN)).then(tag)


_KIND_OF_GAME = pl.col("gametype").str.extract("^([0-9]{1,9})").cast(pl.Int64).fill_null(0)
_RULES = {
    "games.left_out/other_game": ("GameType", _TYPES_OF_DRAUGHTS.stop > _KIND_OF_GAME),
    "games.left_out/white": ("White", _known("white").is_not_null()),
    "games.left_out/black": ("Black", _known("black").is_not_null()),
    "games.left_out/day": ("Date", pl.col("date").is_not_null()),
    "games.left_out/odd_result": (
        "Result",
        pl.col("points").is_not_null() | _known("result").is_null() | pl.col("walk_over"),
    ),
    "games.left_out/result": ("Result", _known("result").is_not_null()),
    "games.left_out/not_played": ("Result", ~pl.col("walk_over")),
}
"""By code of the finding: the tag to blame if a game is left out, and the condition that every game must meet."""


def _games(tags: pl.DataFrame) -> tuple[pl.DataFrame, list[Finding]]:
    used = tags.filter(pl.col("name").is_in(USED))
    again = used.filter(~pl.struct("game", "name").is_first_distinct())
    findings = _for_each("name", again, "games.passed_over/tag_twice", "warning")
    of_tag = {tag: pl.col("name") == tag for tag in USED}
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
    """Add `points` and `opponent_points` as numbers in text. Both are null if they do not sum to 2."""
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


def _people(games: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return two rows per game, one per player, with `player_id`; and the rows with a number that has several names."""
    # Two players who meet are different people, so a number that both have identifies neither.

    def number(tag: str) -> pl.Expr:
        return pl.when(pl.col(tag).str.contains("[1-9A-Za-z]")).then(tag)

    sides = pl.concat(
        games.select(
            "game",
            "line_no",
            entrant=pl.lit(side),
            name=side,
            number=pl.coalesce(number(f"{side}{tag}") for tag in IDS),
            line_of_name=f"line of {side}",
        )
        for side in ("white", "black")
    )
    given = pl.col("number").drop_nulls()
    only = pl.when(given.n_unique() == 1).then(given.first()).over("name")
    is_number = pl.col("name").is_in(sides["number"].drop_nulls().unique().implode())
    numbered = sides.with_columns(number=pl.coalesce("number", only, pl.when(is_number).then("name"))).with_columns(
        names=pl.col("name").n_unique().over("number"), meet=(pl.col("name").n_unique() > 1).over("game", "number")
    )
    of_neither = pl.col("meet").any().over("number")
    people = numbered.with_columns(
        player_id=pl.when(pl.col("number").is_not_null() & ~of_neither).then("number").otherwise("name")
    )
    doubtful = people.filter(pl.col("number").is_not_null(), pl.col("names") > 1)
    return people.select("game", "entrant", "player_id", "name", line_no="line_of_name"), doubtful


def _spellings(people: pl.DataFrame) -> Iterator[Finding]:
    found = (
        people.sort("line_of_name")
        .unique(["number", "name"], keep="first", maintain_order=True)
        .group_by("number", maintain_order=True)
        .agg("line_of_name", "name", is_one=(pl.col("player_id") == pl.col("number")).all())
    )
    for number, lines, names, is_one in found.iter_rows():
        also = "; ".join(name[:80] for name in names[1 : LINES_NAMED + 1])
        code = "games.doubtful/one_number" if is_one else "games.doubtful/number_of_two"
        gaps = {"number": number[:80], "name": names[0][:80], "line": lines[0]}
        yield _doubt(code, lines[1:], also, **gaps)


def _same_meetings(games: pl.DataFrame) -> Iterator[Finding]:
    found = (
        games.filter(_known("round").is_not_null())
        .group_by("white", "black", "date", "event", "round", maintain_order=True)
        .agg("line_no")
        .filter(pl.col("line_no").list.len() > 1)
    )
    for white, black, lines in found.select("white", "black", "line_no").iter_rows():
        yield _doubt("games.doubtful/met_twice", lines[1:], f"{white}, {black}", line=lines[0])


def _doubt(code: str, lines: list[int], value: str, **gaps: object) -> Finding:
    return on_lines(code, lines, field="White, Black", value=value, severity="warning", **gaps)


IDS = ("fideid", "fmjdid", "kndbid", "id")
"""The endings, after White or Black, of tags with a player's number. The first ending that is present counts."""
USED = (
    *("white", "black", "result", "date", "utcdate", "event", "round", "gametype", "termination"),
    *(f"{side}{number}" for number in IDS for side in ("white", "black")),
)

_TAG = r'\[[ \t]*\w+[ \t]+"(?:[^"\\\n]|\\[^\n])*"[ \t]*\]'
_TAG_WITH_BARE_QUOTES = r'\[[ \t]*\w+[ \t]+"(?:[^"\[\n]|"[" \t]*[^"\[\] \t\n])*"+[ \t]*\]'
"""A tag with quotes in its value that have no backslash before them. The value may not contain `]` or `[`."""
_ANY_TAG = rf"(?:{_TAG}|{_TAG_WITH_BARE_QUOTES})"
_TAGS = rf"^[ \t]*((?:{_ANY_TAG}[ \t]*)+)"
_NEARLY_A_TAG = r"^[ \t]*\[[ \t]*([A-Za-z]\w*)"
_NO_MOVES = r"^[ \t]*(?:[;%].*|\{[^}]*\}[ \t]*)?$"
_MAY_HIDE_TAGS = r"\{[^}]*\n[ \t]*\[[ \t]*[A-Za-z]"
_BROKEN_TAG = r'\[[ \t]*[A-Za-z]\w*[ \t]+"[^\n]*'
_COMMENT = re.compile(
    rf"(?P<other>{_ANY_TAG}|{_BROKEN_TAG}|;[^\n]*|^%[^\n]*)|\{{[^}}]*(?P<closed>\}}|\Z)", re.MULTILINE
)
_LOOKS_LIKE_A_TAG = re.compile(_NEARLY_A_TAG, re.MULTILINE)
_HIDDEN_TAG = re.compile(rf"^[ \t]*{_TAG}", re.MULTILINE)


def without_comments(text: str) -> tuple[str, list[Finding]]:
    """Return the text without comments that seem to hide tags, with the same line numbers; and findings on them."""
    if not pl.Series([text]).str.contains(_MAY_HIDE_TAGS).item():
        return text, []
    findings: list[Finding] = []
    parts: list[str] = []
    done, line_no = 0, 1
    for comment in _COMMENT.finditer(text):
        if comment["other"] is not None or _HIDDEN_TAG.search(comment[0]) is None:
            continue
        line_no += text.count("\n", done, comment.start())
        at = {"line_no": line_no, "field": "comment", "value": comment[0][:80].split("\n")[0]}
        parts.append(text[done : comment.start()])
        if comment["closed"]:
            lines = len(_LOOKS_LIKE_A_TAG.findall(comment[0]))
            findings.append(warning("games.passed_over/comment", **at, lines=lines))
            parts.append("\n" * comment[0].count("\n"))
        else:
            findings.append(warning("games.passed_over/open_comment", **at))
            parts.append(comment[0])
        line_no += comment[0].count("\n")
        done = comment.end()
    return "".join([*parts, text[done:]]), findings


def tags_of(text: str) -> tuple[pl.DataFrame, list[Finding]]:
    """Return the tags in order (game, line_no, name in small letters, written, value), and findings on odd tags."""
    lines = (
        pl.LazyFrame({"text": [text]})
        .select(pl.col("text").str.split("\n"))
        .explode("text")
        .with_row_index("line_no", offset=1)
        .with_columns(nearly=pl.col("text").str.extract(_NEARLY_A_TAG))
        # The first line of moves ends a section of tags.
        .with_columns(
            section=(pl.col("nearly").is_null() & ~pl.col("text").str.contains(_NO_MOVES)).cum_sum(),
            block=pl.col("nearly").is_null().cum_sum(),
        )
        .filter(pl.col("nearly").is_not_null())
        .with_columns(tags=pl.col("text").str.extract(_TAGS))
        .collect()
    )
    odd = lines.filter(pl.col("tags").is_null(), pl.col("nearly").str.to_lowercase().is_in(USED))
    odd_tags = odd.select("line_no", written="nearly", value=pl.col("text").str.strip_chars())
    findings = _for_each(pl.col("written").str.to_lowercase(), odd_tags, "games.passed_over/tag", "error")
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
    """Number the games from 1. Where no moves come between games, a repeated tag begins the next game.

    A section is the tags between two lines of moves; a block, those between two lines without tags. A part of a section
    begins with each block, and wherever the first tag of the section or of the block repeats. A part belongs to the
    n-th game of its section if one of its tags occurs there for the n-th time; the first tag alone is not enough, as a
    game may lack it.
    """
    of_section = pl.col("name") == pl.col("name").first().over("section")
    of_block = pl.col("name") == pl.col("name").first().over("block")
    starts = of_section | of_block | (pl.col("block") != pl.col("block").shift())
    numbered = tags.with_columns(
        part=starts.fill_null(value=True).cum_sum(), parts_games=of_section | pl.col("name").is_in(USED)
    )
    # Most sections precede moves and are one part, so nothing has to be counted.
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


def _for_each(by: str | pl.Expr, found: pl.DataFrame, code: str, severity: str) -> list[Finding]:
    shown = found.with_columns(pl.col("value").str.head(80))
    return [
        on_rows(code, rows, severity=severity, field=rows["written"][0], value=rows["value"][0])
        for _, rows in shown.group_by(by, maintain_order=True)
    ]

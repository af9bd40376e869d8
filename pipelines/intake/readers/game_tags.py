"""The tags above the games of a PGN or PDN file: from the text to one row per tag, with the number of its game."""

import re

import polars as pl

from pipelines.intake.readers.reading import Finding, on_lines, warning

IDS = ("fideid", "fmjdid", "kndbid", "id")
"""How a tag with the number of a player ends, after White or Black; the first one that is given counts."""
USED = (
    *("white", "black", "result", "date", "utcdate", "event", "round", "gametype", "termination"),
    *(f"{side}{number}" for number in IDS for side in ("white", "black")),
)

_TAG = r'\[[ \t]*\w+[ \t]+"(?:[^"\\\n]|\\[^\n])*"[ \t]*\]'
_TAG_WITH_BARE_QUOTES = r'\[[ \t]*\w+[ \t]+"(?:[^"\[\n]|"[" \t]*[^"\[\] \t\n])*"+[ \t]*\]'
"""A tag with plain quotes inside its value.

Such a quote is followed by something other than `]`, which would end the tag; a `[` would begin the next tag.
"""
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
    """The text without the comments that contain what looks like tags; the number of lines stays the same."""
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
            sentence = (
                "lines of this comment look like the tags of a game, and are not read (how many: {lines}): end it"
                " before them with }}"
            )
            lines = len(_LOOKS_LIKE_A_TAG.findall(comment[0]))
            findings.append(warning("games.passed_over/comment", sentence, **at, lines=lines))
            parts.append("\n" * comment[0].count("\n"))
        else:
            sentence = "this comment has no end; what follows is read as games: end it with }}"
            findings.append(warning("games.passed_over/open_comment", sentence, **at))
            parts.append(comment[0])
        line_no += comment[0].count("\n")
        done = comment.end()
    return "".join([*parts, text[done:]]), findings


def tags_of(text: str) -> tuple[pl.DataFrame, list[Finding]]:
    """One row per tag, in order: `game`, `line_no`, `name` (in small letters), `written` (as in the file), `value`."""
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
    sentence = 'not a tag, so it is passed over: write it as [White "Name"]'
    odd = lines.filter(pl.col("tags").is_null(), pl.col("nearly").str.to_lowercase().is_in(USED))
    odd_tags = odd.select("line_no", written="nearly", value=pl.col("text").str.strip_chars())
    findings = one_per_tag(odd_tags, "error", "games.passed_over/tag", sentence)
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
    """Number the games from 1. Where there are no moves between games, a tag that repeats begins the next game.

    The tags between two lines of moves are a section; those between two lines without tags are a block. A section is
    divided into parts: a part begins with a block, and where the first tag of the section or of the block repeats. A
    part belongs to game n of its section where one of its tags occurs for the n-th time in the section. All tags of a
    part are looked at, since a game may lack the tag with which the game before it began.
    """
    of_section = pl.col("name") == pl.col("name").first().over("section")
    of_block = pl.col("name") == pl.col("name").first().over("block")
    starts = of_section | of_block | (pl.col("block") != pl.col("block").shift())
    numbered = tags.with_columns(
        part=starts.fill_null(value=True).cum_sum(),
        parts_games=of_section | pl.col("name").is_in(USED),
    )
    # Most sections are followed by moves and are one part, so there is nothing to count in them.
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


def one_per_tag(found: pl.DataFrame, severity: str, code: str, sentence: str) -> list[Finding]:
    """The findings on these lines (`line_no`, `written`, `value`): one for all lines with the same tag."""
    tags = (
        found.group_by(pl.col("written").str.to_lowercase().alias("name"), maintain_order=True)
        .agg("line_no", pl.col("written", "value").first())
        .select("line_no", "written", "value")
    )
    return [
        on_lines(code, sentence, lines, len(lines), field=written, value=value[:80])._replace(severity=severity)
        for lines, written, value in tags.iter_rows()
    ]

"""The boards of an evening as markup: each deal with its double-dummy table and par, and the result at every table."""

import polars as pl

from pipelines.reports.content import Row, Season, by
from pipelines.reports.pages.hand_places import anchor, cards_page, numbered
from pipelines.reports.rows import is_given, joined, texts_joined, with_parts, written
from pipelines.reports.tables.columns import each, ruling_said
from pipelines.words import deal_words
from pipelines.words.words import balance, balances, dealt, field_name, points_name, seat, short, side_name
from transforms.tables.arithmetic.as_shown import aligned, in_short
from transforms.tables.finding_words import message_of
from transforms.tables.messages import gettext
from transforms.tables.phrases import phrase
from transforms.tables.report_of_deals import PAR
from transforms.tables.schemas import BOARD, SESSION, Tables

_ROWS = "hand_rows.html"
_SEATS = "NWES"  # in the order in which a diagram is read: from the top, left before right
_IN_DEAL = "NESW"
_HYPHEN = "\N{NON-BREAKING HYPHEN}"  # so that `E-W vulnerable` does not break in two within a narrow heading
_OF_EVENING = [*SESSION, "board"]
_SPACE = "\N{NO-BREAK SPACE}"


def boards_of_sessions(report: Tables) -> pl.DataFrame:
    """Return every board of every evening, in words and with its deals as markup, with an anchor and a link to it."""
    deals = report["evening_deals"]
    boards = with_parts(report["evening_boards"], joined(_deals(deals), deals, _OF_EVENING, "deals"))
    dealt_as = [
        (deal_words.dealt_as(dealer, vulnerable) if dealer else dealt(board)).replace("-", _HYPHEN)
        for board, dealer, vulnerable in boards.select("board", "dealer", "vulnerable").iter_rows()
    ]
    numbered = boards.with_columns(
        dealt=pl.Series(dealt_as, dtype=pl.String), anchor=phrase("board-{}", "board"), number="board"
    )
    return numbered.with_columns(written(_ROWS, "jump", numbered.select("anchor", "number")).alias("jump"))


def brought(in_imps: pl.Expr) -> pl.Expr:
    """Return the heading of the column of points on a board: matchpoints or IMPs."""
    return pl.when(in_imps).then(pl.lit(points_name("butler"))).otherwise(pl.lit(points_name("matchpoints")))


def _deals(hands: pl.DataFrame) -> pl.Series:
    of_seats = hands["deal"].str.strip_prefix("N:").str.split(" ")
    diagrams = [_diagram(of_seats.list.get(_IN_DEAL.index(sits)), sits) for sits in _SEATS]
    strains = ("nt", "s", "h", "d", "c")
    tables = [
        written(_ROWS, "tricks", hands.select(**{of: f"{sits.lower()}_{of}" for of in strains}), seat=seat(sits))
        for sits in _IN_DEAL
    ]
    par = [
        (None, "")
        if score is None
        else (deal_words.par_in_words(contracts, score), deal_words.best_in_words(score, (ns, of_ns), (ew, of_ew)))
        for score, contracts, ns, of_ns, ew, of_ew in hands.select(PAR).iter_rows()
    ]
    cells = hands.select(
        "several",
        known=pl.col("n_nt").is_not_null() & pl.col("par_score").is_not_null(),
        lines="lines",
        par=pl.Series([said for said, _ in par], dtype=pl.String),
        best=pl.Series([said for _, said in par], dtype=pl.String),
    ).with_columns(hands=_together(diagrams), tricks=_together(tables))
    return written(_ROWS, "deal", cells)


def _together(parts: list[pl.Series]) -> pl.Series:
    """Return the parts of each row joined into one, in the order of the list."""
    row = pl.int_range(pl.len())
    rows = pl.concat(part.alias("markup").to_frame().with_columns(row=row) for part in parts)
    return joined(rows["markup"], rows, ["row"])["markup"]


def _diagram(hand: pl.Series, sits: str) -> pl.Series:
    suits, letters = hand.str.split("."), deal_words.letters_of_cards()
    cells = pl.DataFrame(
        {
            name: suits.list.get(place).str.replace_many(letters).str.strip_chars("\N{THIN SPACE}").replace("", "–")
            for place, name in enumerate(("spades", "hearts", "diamonds", "clubs"))
        }
    )
    return written(_ROWS, "hand", cells, place=sits.lower(), seat=side_name(sits))


def with_results(boards: pl.DataFrame, lines: pl.DataFrame, report: Tables) -> pl.DataFrame:
    """Return `SESSION` and the markup of its boards, each with a table of results per field."""
    lines = with_parts(lines.with_row_index("number"), *(_seated(lines, side) for side in ("ns", "ew")))
    cells = lines.select(
        *("asked", "place", "ns_card", "ns_names", "ns_seated", "ew_card", "ew_names", "ew_seated", "contract", "read"),
        *(numbered(side).alias(side) for side in ("ns", "ew")),
        ns_two=pl.col("ns_two").is_not_null(),
        ew_two=pl.col("ew_two").is_not_null(),
        form="subfield",
        cards=cards_page("field"),
        score=in_short(pl.col("score")),
        ns_points=aligned(pl.col("ns_points"), pl.col("decimals")),
        ew_points=aligned(pl.col("ew_points"), pl.col("decimals")),
    )
    rows = written(_ROWS, "traveller", cells)
    travellers = joined(rows, lines, BOARD, "travellers")
    fields = with_parts(report["boards"], travellers, scores_of_boards(report["frequencies"]))
    of_fields = fields.select(
        *("travellers", "anchor", "balanced", "scores", "several"),
        line=each(fields["field"], field_name),
        **sums_of_boards(fields),
    )
    results = written(_ROWS, "results", of_fields)
    tables = joined(results, fields, _OF_EVENING, "tables")
    headings = fields.unique(_OF_EVENING, keep="first").select(*_OF_EVENING, brought=brought(pl.col("top").is_null()))
    table = with_parts(boards, tables, headings)
    of_boards = table.select(
        *("anchor", "number", "dealt", "deals", "brought", "tables", "before", "after"), dealt_to=is_given("deals")
    )
    return joined(written(_ROWS, "board", of_boards), table, SESSION)


def _seated(lines: pl.DataFrame, side: str) -> pl.DataFrame:
    two = lines.with_row_index("number").drop_nulls(f"{side}_two").explode(f"{side}_two", empty_as_null=False)
    two = two.select("number", "line", "field", pl.col(f"{side}_two").struct.unnest())
    cells = two.select(
        "names",
        last=pl.col("number") != pl.col("number").shift(-1, fill_value=lines.height),
        card=anchor(two, "listed"),
        number=numbered("entrant"),
        cards=cards_page("field"),
    )
    markup = written(_ROWS, "single", cells)
    return joined(markup, two, ["number"], f"{side}_seated")


def drawn_lines(lines: pl.DataFrame) -> pl.DataFrame:
    """Return `report.lines` with the contract as markup, anchors of scorecards, and the anchor of each row: `9-a-8`."""
    in_file = pl.when(pl.col("file_no").is_not_null()).then(phrase("{}:{}", "file_no", "line_no"))
    # No line breaks within `30 % of 4` or `EW −100`.
    ruled = (
        pl.concat_str(_contract(), ruling_said(pl.col("worth")), separator=" = ", ignore_nulls=True)
        .str.replace_all(" % ", f"{_SPACE}%{_SPACE}")
        .str.replace_all(rf"({gettext('of')}|{gettext('NS')}|{gettext('EW')}|=|\+) ", f"${{1}}{_SPACE}")
        .str.replace_all(rf"([ {_SPACE}])-(\d)", "${1}−${2}")
    )
    parts = pl.col("contract").str.extract_groups(f"^([1-7])([♥♦]{deal_words.TEXT_SIGN})(.*)$")
    level, sign, rest = (parts.struct.field(str(number)) for number in range(1, 4))
    contracts = lines.select(contract=ruled)
    cells = contracts.select("contract", red=level.is_not_null(), level=level, sign=sign, rest=rest)
    return lines.with_columns(
        contract=written(_ROWS, "contract", cells),
        place=phrase("{}-{}", "board", anchor(lines, "at")),
        read=in_file.otherwise(pl.col("line_no").cast(pl.String)),
        **{f"{side}_card": anchor(lines, f"{side}_card") for side in ("ns", "ew")},
    )


def _contract() -> pl.Expr:
    signs = {suit: sign + deal_words.TEXT_SIGN for suit, sign in deal_words.SUITS.items()}
    strain = pl.col("strain").replace(signs | {"N": deal_words.no_trump()})
    bid = pl.concat_str("level", strain, pl.col("doubled").str.replace_all("!", deal_words.DOUBLED, literal=True))
    declarer = pl.col("declarer").replace({letter: seat(letter) for letter in "NESW"})
    made = pl.col("made").fill_null("").str.replace("-", "−", literal=True)
    played = pl.concat_str(bid, pl.lit(_SPACE), declarer, pl.lit(_SPACE), made)
    return (
        pl.when(pl.col("level").is_not_null())
        .then(played.str.strip_chars())
        .when(pl.col("result") == "PASS")
        .then(pl.lit(gettext("passed out")))
        .otherwise(ruling_said(pl.col("result")))
    )


def control_sheets(season: Season) -> dict[str, Row]:
    """Return by session the number of `boards`, those `failing` to balance, the `files`, and `balance`, a sentence."""
    report = season.report
    read_in = report["control_sheet"].select("session_id", "file").drop_nulls().unique().sort("session_id", "file")
    files = {session: [row["file"] for row in rows] for session, rows in by(read_in, "session_id")}
    return {
        session: {
            "boards": len(boards),
            "failing": [(row["field"], row["board"], row["anchor"]) for row in boards if not row["balanced"]],
            "files": files.get(session, []),
            "balance": balances(boards),
        }
        for session, boards in by(report["boards"], "session_id")
    }


def sums_of_boards(boards: pl.DataFrame) -> dict[str, pl.Series]:
    """Return two columns of words for boards: `worth`, the top or datum, and `balance`, whether the points add up."""

    def worth(board: Row) -> str:
        if board["datum"] is not None:
            return gettext("datum {datum}", datum=short(board["datum"]))
        return "" if board["top"] is None else gettext("top {top}", top=short(board["top"]))

    rows = boards.select("results", "top", "datum", "ns_points", "ew_points", "balanced", "as_ruled").to_dicts()
    return {name: pl.Series(map(of, rows), dtype=pl.String) for name, of in (("worth", worth), ("balance", balance))}


def scores_of_boards(frequencies: pl.DataFrame) -> pl.DataFrame:
    """Return in words how often each score was made on each form of a `BOARD`, if any score occurs twice."""
    times = pl.when(pl.col("times") != 1).then(phrase(" ×{}", in_short(pl.col("times")))).otherwise(pl.lit(""))
    scores = frequencies.filter("often").select(
        *BOARD, "subfield", text=pl.concat_str(in_short(pl.col("score")), times)
    )
    of_forms = texts_joined(scores, [*BOARD, "subfield"], "text", ", ")
    said = {"form": pl.col("subfield"), "scores": pl.col("text")}
    of_form, of_all = message_of(gettext("scores of form {form}: {scores}"), said), gettext("scores: {scores}")
    is_alone = pl.col("subfield").fill_null("") == ""
    in_words = of_forms.with_columns(scores=pl.when(is_alone).then(message_of(of_all, said)).otherwise(of_form))
    return texts_joined(in_words, BOARD, "scores", " · ")

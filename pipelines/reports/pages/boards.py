"""The boards and scorecards of an evening as markup, with deals, par and all results; and the addresses of both."""

import polars as pl

from pipelines.reports.content import Row, by
from pipelines.reports.page_names import page_name
from pipelines.reports.rows import MARKUP, is_given, joined, texts_joined, with_parts, written
from pipelines.reports.tables.columns import each, formula, ruling_said, won
from pipelines.words import deal_words, words
from pipelines.words.lists import texts
from transforms.tables.arithmetic.as_shown import aligned, in_short, lines_of_field, number_said
from transforms.tables.arithmetic.rounding import quotient, to_decimals
from transforms.tables.finding_words import message_of
from transforms.tables.messages import gettext
from transforms.tables.phrases import phrase
from transforms.tables.report_of_deals import PAR
from transforms.tables.schemas import BOARD, ENTRANT, FIELD, SESSION, Tables
from transforms.tables.shared import natural

_PLACES = 3
_MOST = 5  # the most entrants shown of a list in which many share a place
_MOST_LISTS = 4
_ROWS = "hand_rows.html"
_SEATS = "NWES"  # the order in which a diagram is read: from the top, and from left to right
_IN_DEAL = "NESW"
_HYPHEN = "\N{NON-BREAKING HYPHEN}"  # keeps `E-W vulnerable` from breaking in two in a narrow heading
_OF_EVENING = [*SESSION, "board"]
_SPACE = "\N{NO-BREAK SPACE}"
_OF_LINE = ("asked", "contract", "possible", "place", "declares", "lost", "won", "usual", "makes", "gained")


def stem(field: str) -> str:
    """Return the beginning of the names of a field's pages: `a`, or `a-b` if lines are scored together."""
    return field.lower().replace("+", "-")


def card_at(table: pl.DataFrame) -> pl.Expr:
    """Return the address of each entrant's scorecard, relative to the folder `hands`; null if there is none."""
    session = pl.lit(each(table["session_id"], page_name))
    card = phrase("{}/{}-cards.html#{}", session, _stem(lines_of_field()), anchor(table, "entrant"))
    return pl.when("has_card").then(card)


def cards_page(field: str) -> pl.Expr:
    """Return for each value in a column of fields the name of its page of scorecards."""
    return phrase("{}-cards.html", _stem(pl.col(field)))


def _stem(field: pl.Expr) -> pl.Expr:
    return field.str.to_lowercase().str.replace_all("+", "-", literal=True)


def anchor(table: pl.DataFrame, entrant: str) -> pl.Expr:
    """Return the anchor of an entrant, such as `a-12`, on the page of scorecards."""
    return phrase("{}-{}", pl.col("line").str.to_lowercase(), pl.lit(each(table[entrant], page_name)))


def numbered(entrant: str) -> pl.Expr:
    """Return the number of an entrant, after the letter of the line if lines are scored together: `A7`."""
    number = number_said(pl.col(entrant))
    return pl.when(of_line()).then(phrase("{}{}", "line", number)).otherwise(number)


def of_line() -> pl.Expr:
    """Return whether a field has several lines, each with its own numbers."""
    return pl.col("field").str.contains("+", literal=True)


def people(lists: pl.Series, players: str) -> pl.Series:
    """Return each list of players, in the form of `named`, as `MARKUP`; `players` is the folder of their pages."""
    row = pl.int_range(pl.len())
    # Most lists of players occur many times and look the same each time.
    different = lists.alias("players").to_frame().unique(maintain_order=True).with_columns(number=row)
    seats = different.drop_nulls("players").explode("players", empty_as_null=False).unnest("players")
    is_last = pl.col("number") != pl.col("number").shift(-1, fill_value=-1)
    pages = each(seats["player_id"], page_name)
    cells = seats.select("linked", "name", "instead_of", page=pages, last=is_last)
    of_list = joined(written("macros.html", "among", cells, players=players), seats, ["number"])
    shown = with_parts(lists.alias("players").to_frame(), with_parts(different, of_list))
    return shown["markup"].cast(MARKUP)


def movements(luck: pl.DataFrame) -> pl.DataFrame:
    """Return the estimates of luck: `ENTRANT`, `movement` (a sentence), and `luck_at`, the address of the row."""
    known = luck.drop_nulls("movement")
    is_percent, gain = pl.col("scoring") == "matchpoints", pl.col("movement")
    units = pl.lit(each(known["scoring"], words.unit))
    in_percent, in_points = aligned(pl.col("level_score"), pl.lit(1)), won(pl.col("level_score"), pl.col("scoring"))
    level = pl.when(is_percent).then(in_percent).otherwise(in_points)
    decimals, error = pl.when(is_percent).then(1).otherwise(2), pl.col("movement_error")
    numbers = {"error": aligned(error, decimals), "level": level}
    gaps = {name: pl.concat_str(number, units, separator="\N{NO-BREAK SPACE}") for name, number in numbers.items()}
    gaps["gain"] = aligned(gain.abs(), decimals)
    neither = pl.lit(gettext("The movement neither helped nor harmed."))
    helped, harmed, chance = (
        message_of(sentence, gaps)
        for sentence in (
            gettext("The movement helped by {gain} ± {error}; with equal opposition, the score would be {level}."),
            gettext("The movement cost {gain} ± {error}; with equal opposition, the score would be {level}."),
            gettext("The movement made a difference of {gain} ± {error}: that is within chance."),
        )
    )
    return known.select(
        *ENTRANT,
        movement=pl.when(gain == 0)
        .then(neither)
        .when(gain.abs() <= error)
        .then(chance)
        .when(gain > 0)
        .then(helped)
        .otherwise(harmed),
        luck_at=phrase("{}.html#luck-{}", pl.lit(each(known["session_id"], page_name)), anchor(known, "entrant")),
    )


def last_movements(report: Tables, movements: pl.DataFrame) -> dict[str, Row]:
    """Return by player id the player's last estimate of luck: the row of `movements`, `day`, and `date` in words."""
    days = report["sessions"].select(*SESSION, day="date")
    seats = report["luck"].select(*ENTRANT, player_id=pl.col("players").list.eval(pl.element().struct["player_id"]))
    last = (
        with_parts(movements, days, seats)
        .explode("player_id", empty_as_null=False, keep_nulls=False)
        .sort("day", natural(pl.col("session_id")), "session_id", "player_id", "entrant")
        .unique("player_id", keep="last")
    )
    return {row["player_id"]: {**row, "date": words.spoken_date(row["day"])} for row in last.to_dicts()}


def first_three(report: Tables, session: pl.DataFrame) -> list[tuple[str, list[Row]]]:
    """Return the first three of each result list of a session. `card` is a scorecard's address from `hands`."""
    of_session = pl.col("session_id").is_in(session["session_id"].to_list())
    rank = pl.col("rank").str.strip_chars_end("=").cast(pl.Int64)
    first = report["list_rows"].filter(of_session, rank <= _PLACES)
    return [(field, rows[:_MOST]) for field, rows in by(first.with_columns(card=card_at(first)), "field")][:_MOST_LISTS]


def boards_of_sessions(report: Tables) -> pl.DataFrame:
    """Return all boards of all evenings, in words and with deals as markup, with an anchor and a link to each."""
    deals = report["evening_deals"]
    boards = with_parts(report["evening_boards"], joined(_deals(deals), deals, _OF_EVENING, "deals"))
    dealt_as = [
        (deal_words.dealt_as(dealer, vulnerable) if dealer else words.dealt(board)).replace("-", _HYPHEN)
        for board, dealer, vulnerable in boards.select("board", "dealer", "vulnerable").iter_rows()
    ]
    numbered = boards.with_columns(
        dealt=pl.Series(dealt_as, dtype=pl.String), anchor=phrase("board-{}", "board"), number="board"
    )
    return numbered.with_columns(written(_ROWS, "jump", numbered.select("anchor", "number")).alias("jump"))


def brought(in_imps: pl.Expr) -> pl.Expr:
    """Return the heading for the points on a board: matchpoints or IMPs."""
    imps, matchpoints = words.points_name("butler"), words.points_name("matchpoints")
    return pl.when(in_imps).then(pl.lit(imps)).otherwise(pl.lit(matchpoints))


def _deals(hands: pl.DataFrame) -> pl.Series:
    of_seats = hands["deal"].str.strip_prefix("N:").str.split(" ")
    diagrams = [_diagram(of_seats.list.get(_IN_DEAL.index(sits)), sits) for sits in _SEATS]
    strains = ("nt", "s", "h", "d", "c")
    tables = [
        written(_ROWS, "tricks", hands.select(**{of: f"{sits.lower()}_{of}" for of in strains}), seat=words.seat(sits))
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
    return written(_ROWS, "hand", cells, place=sits.lower(), seat=words.side_name(sits))


def with_results(boards: pl.DataFrame, lines: pl.DataFrame, report: Tables) -> pl.DataFrame:
    """Return by `SESSION` the markup of its boards, each with a table of results per field."""
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
        line=each(fields["field"], words.field_name),
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
    is_last = pl.col("number") != pl.col("number").shift(-1, fill_value=lines.height)
    card, number = anchor(two, "listed"), numbered("entrant")
    cells = two.select("names", last=is_last, card=card, number=number, cards=cards_page("field"))
    return joined(written(_ROWS, "single", cells), two, ["number"], f"{side}_seated")


def drawn_lines(lines: pl.DataFrame) -> pl.DataFrame:
    """Return the table `lines` with contracts as markup, anchors of scorecards, and an anchor per row: `9-a-8`."""
    in_file = pl.when(pl.col("file_no").is_not_null()).then(phrase("{}:{}", "file_no", "line_no"))
    # No line may break within `30 % of 4` or `EW −100`.
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
    declarer = pl.col("declarer").replace({letter: words.seat(letter) for letter in "NESW"})
    made = pl.col("made").fill_null("").str.replace("-", "−", literal=True)
    played = pl.concat_str(bid, pl.lit(_SPACE), declarer, pl.lit(_SPACE), made)
    return (
        pl.when(pl.col("level").is_not_null())
        .then(played.str.strip_chars())
        .when(pl.col("result") == "PASS")
        .then(pl.lit(gettext("passed out")))
        .otherwise(ruling_said(pl.col("result")))
    )


def control_sheets(report: Tables) -> dict[str, Row]:
    """Return by session the number of `boards`, the `failing` ones, the `files`, and a sentence on the `balance`."""
    read_in = report["control_sheet"].select("session_id", "file").drop_nulls().unique().sort("session_id", "file")
    files = {session: [row["file"] for row in rows] for session, rows in by(read_in, "session_id")}
    return {
        session: {
            "boards": len(boards),
            "failing": [(row["field"], row["board"], row["anchor"]) for row in boards if not row["balanced"]],
            "files": files.get(session, []),
            "balance": words.balances(boards),
        }
        for session, boards in by(report["boards"], "session_id")
    }


def sums_of_boards(boards: pl.DataFrame) -> dict[str, pl.Series]:
    """Return two texts per board: `worth`, its top or datum; and `balance`, whether its points add up."""

    def worth(board: Row) -> str:
        if board["datum"] is not None:
            return gettext("datum {datum}", datum=words.short(board["datum"]))
        return "" if board["top"] is None else gettext("top {top}", top=words.short(board["top"]))

    rows = boards.select("results", "top", "datum", "ns_points", "ew_points", "balanced", "as_ruled").to_dicts()
    return {
        name: pl.Series(map(of, rows), dtype=pl.String) for name, of in (("worth", worth), ("balance", words.balance))
    }


def scores_of_boards(frequencies: pl.DataFrame) -> pl.DataFrame:
    """Return texts with the scores on each form of a `BOARD`, and how often each occurs, if any occurs twice."""
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


def places(entrants: pl.Series) -> pl.Series:
    """Return the position of each entrant in the order of numbers."""
    different = sorted(entrants.unique(), key=words.in_number_order)
    return entrants.replace_strict(different, range(len(different)), return_dtype=pl.Int64)


def scorecards(report: Tables, lines: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """Return by `FIELD` as markup the `cards`, `card_list` (links to them) and `marks` (a legend)."""
    cards = with_parts(report["cards"], lines.select(*SESSION, "row", *_OF_LINE))
    declares = pl.col("sat").str.to_lowercase() == pl.col("declares")
    cards = cards.with_columns(
        why("best", declares), why("worst", declares), place=pl.coalesce("place", phrase("board-{}", "board"))
    )
    played = joined(written(_ROWS, "played", _boards(cards)), cards, ENTRANT, "played")
    rows = report["list_rows"].filter("has_card")
    entrants = with_parts(
        rows.with_columns(field=lines_of_field(), order=places(rows["entrant"])),
        played,
        *(_named(cards, mark) for mark in ("best", "worst")),
        movements(report["luck"]),
    ).sort(*FIELD, "line", "order")
    entrants = entrants.with_columns(
        anchor=anchor(entrants, "entrant"),
        number=numbered("entrant"),
        people=people(entrants["players"], "../../players/"),
    )
    marked = cards.drop_nulls("mark").select(FIELD).unique(maintain_order=True)
    signs = pl.lit(gettext("▲ next to a board: one of the best on the card; ▼: one of the worst."))
    return {
        "cards": joined(written(_ROWS, "card", _cards(entrants)), entrants, FIELD),
        "card_list": joined(written(_ROWS, "entry", entrants.select("anchor", "number", "names")), entrants, FIELD),
        "marks": marked.with_columns(written(_ROWS, "marks", marked.with_columns(words=signs).select("words"))),
    }


def _boards(cards: pl.DataFrame) -> pl.DataFrame:
    return cards.select(
        *("known", "asked", "place", "board", "opponents", "contract", "possible", "partner", "mark"),
        sat=pl.col("sat").replace_strict(
            {side: words.side_name(side) for side in ("NS", "EW")}, return_dtype=pl.String
        ),
        first="begins",
        of=pl.col("top").is_not_null(),
        score=in_short(pl.col("score")),
        mean=aligned(to_decimals(pl.col("mean"), 0), pl.lit(0)),
        share=aligned(pl.col("share"), pl.lit(1)),
        points=aligned(pl.col("points"), pl.col("decimals")),
        par=in_short(pl.col("par")),
    )


def _cards(entrants: pl.DataFrame) -> pl.DataFrame:
    share = quotient(100 * pl.col("total"), pl.col("tops"))

    def above(better: int, scored: int, scoring: str, of_top: bool) -> str:
        if scoring in ("imps", "point_a_board"):
            return ""
        boards = words.counted(scored, "board")
        if of_top:
            return gettext("better than 50 % on {number} of {boards}", number=better, boards=boards)
        return gettext("IMPs gained on {number} of {boards}", number=better, boards=boards)

    above_average = [above(*row) for row in entrants.select("above", "compared", "scoring", "of_top").iter_rows()]
    return entrants.select(
        *("known", "anchor", "number", "people", "entrants", "played", "best", "worst", "movement", "luck_at"),
        brought=brought(~pl.col("of_top")),
        of="of_top",
        has_people=is_given("people"),
        is_ranked=pl.col("rank").is_not_null(),
        score=won(pl.col("score"), pl.col("scoring")),
        unit=each(entrants["scoring"], words.unit),
        rank=each(entrants["rank"], words.place_said),
        total=aligned(pl.col("total"), pl.col("decimals")),
        total_share=aligned(to_decimals(pl.when(pl.col("tops") > 0).then(share), 1), pl.lit(1)),
        has_best=is_given("best"),
        has_worst=is_given("worst"),
        made_of=formula(pl.col("made_of")),
        above=pl.Series(above_average, dtype=pl.String),
    )


def _named(cards: pl.DataFrame, mark: str) -> pl.DataFrame:
    order = -pl.col("worth") if mark == "best" else pl.col("worth")
    of_mark = cards.filter(mark=mark).sort(*ENTRANT, order, "board")
    points, why = aligned(pl.col("points"), pl.col("decimals")), pl.col(f"why_{mark}")
    gaps = {"points": points, "top": in_short(pl.col("top")), "why": why}
    of_top = pl.when(pl.col("top").is_null()).then(points).otherwise(message_of(gettext("{points} of {top}"), gaps))
    with_why = pl.when(pl.col("top").is_null()).then(message_of(gettext("{points}: {why}"), gaps))
    with_why = with_why.otherwise(message_of(gettext("{points} of {top}: {why}"), gaps))
    brought = pl.when(why == "").then(of_top).otherwise(with_why)
    cells = of_mark.select("place", "board", brought=brought)
    return joined(written(_ROWS, "named", cells), of_mark, ENTRANT, mark)


def why(mark: str, declares: pl.Expr) -> pl.Expr:
    """Say why the declaring or defending side may have scored `best` or `worst`; "" if no reason is known."""
    is_best = mark == "best"
    own, of_opponents = ("won", "lost") if is_best else ("lost", "won")
    signs = {suit: sign + deal_words.TEXT_SIGN for suit, sign in deal_words.SUITS.items()} | {
        "N": deal_words.no_trump()
    }
    other = pl.col("makes").str.head(1) + pl.col("makes").str.tail(1).replace(signs)
    # If a side's contract went down, this is the contract that the side could have made instead.
    of_own = message_of(gettext("{contract} can be made"), {"contract": other})
    of_others = message_of(gettext("opponents could make {contract}"), {"contract": other})
    more = _tricks(gettext("1 trick more than double dummy"), gettext("{number} tricks more than double dummy"))
    fewer = _tricks(gettext("1 trick fewer than double dummy"), gettext("{number} tricks fewer than double dummy"))
    by_code = {
        "tricks": more if is_best else fewer,
        "strain": message_of(gettext("most played in {suit}"), {"suit": pl.col("usual").replace(signs)}),
        "makes": pl.when(declares).then(of_own).otherwise(of_others),
    }
    code = pl.when(declares).then(own).otherwise(of_opponents)
    known = pl.coalesce(pl.when(code == name).then(said) for name, said in by_code.items())
    by_own, by_others = (
        pl.col(column).replace_strict(
            {name: gettext(said) for name, said in texts(f"why {mark}, {column}").items()},
            default="",
            return_dtype=pl.String,
        )
        for column in (own, of_opponents)
    )
    otherwise = pl.when(~code.is_in([*by_code])).then(pl.when(declares).then(by_own).otherwise(by_others))
    return pl.coalesce(known, otherwise, pl.lit("")).alias(f"why_{mark}")


def _tricks(one: str, several: str) -> pl.Expr:
    number = pl.col("gained").abs()
    return pl.when(number == 1).then(pl.lit(one)).otherwise(message_of(several, {"number": number.cast(pl.String)}))

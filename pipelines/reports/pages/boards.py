"""The boards and scorecards of an evening, a page each: their contents as markup, and their addresses."""

import polars as pl

from pipelines.reports.content import Row, by
from pipelines.reports.page_names import page_name
from pipelines.reports.rows import MARKUP, is_given, joined, texts_joined, with_parts, written
from pipelines.reports.tables.columns import each, formula, ruling_said, won
from pipelines.words import deal_words, words
from pipelines.words.lists import texts
from pipelines.words.words import IN_CHANCE
from transforms.tables.arithmetic.as_shown import aligned, in_short, lines_of_field, number_said
from transforms.tables.arithmetic.rounding import quotient, to_decimals
from transforms.tables.finding_words import message_of
from transforms.tables.messages import gettext, pgettext
from transforms.tables.phrases import phrase
from transforms.tables.report_of_deals import PAR
from transforms.tables.schemas import BOARD, ENTRANT, FIELD, SESSION, Tables
from transforms.tables.shared import natural

VIEWER = "https://www.bridgebase.com/tools/handviewer.html"
"""The page outside the site that plays a deal again, if a reader follows the link."""

_PLACES = 3
_MOST = 5  # the most entrants shown of a list in which many share a place
_MOST_LISTS = 4
_ROWS = "hand_rows.html"
_SEATS = "NWES"  # the order in which a diagram is read: from the top, and from left to right
_IN_DEAL = "NESW"
_SEATS_BID = "WNES"  # the columns of an auction
_HYPHEN = "\N{NON-BREAKING HYPHEN}"  # keeps `E-W vulnerable` from breaking in two in a narrow heading
_OF_EVENING = [*SESSION, "board"]
_SPACE = "\N{NO-BREAK SPACE}"
_CARDS = {"A": 4, "K": 3, "Q": 2, "J": 1}  # high-card points
_VULNERABLE = {"none": "o", "ns": "n", "ew": "e", "both": "b"}  # as the address of `VIEWER` writes it
_STEP = 5  # the length of a bar on a scorecard is rounded to such a part of a hundred
_OF_LINE = ("asked", "contract", "possible", "place", "declares", "lost", "won", "usual", "makes", "gained")


def stem(field: str) -> str:
    """Return the beginning of the names of a field's pages: `a`, or `a-b` if lines are scored together."""
    return field.lower().replace("+", "-")


def card_at(table: pl.DataFrame) -> pl.Expr:
    """Return the address of each entrant's scorecard, relative to the folder `hands`; null if there is none."""
    session = pl.lit(each(table["session_id"], page_name))
    return pl.when("has_card").then(phrase("{}/card-{}.html", session, anchor(table, "entrant")))


def board_at(board: Row) -> str:
    """Return the address of a row of `boards`, in the folder of its session: `board-7.html#board-7-A`."""
    page = f"board-{board['board']}"
    return f"{page}.html" if board["anchor"] == page else f"{page}.html#{board['anchor']}"


def anchor(table: pl.DataFrame, entrant: str) -> pl.Expr:
    """Return the anchor of an entrant, such as `a-12`: in the list of scorecards, and in a row of a board."""
    return phrase("{}-{}", pl.col("line").str.to_lowercase(), pl.lit(each(table[entrant], page_name)))


def numbered(entrant: str) -> pl.Expr:
    """Return the number of an entrant, after the letter of the line if lines are scored together: `A7`."""
    number = number_said(pl.col(entrant))
    return pl.when(of_line()).then(phrase("{}{}", "line", number)).otherwise(number)


def of_line() -> pl.Expr:
    """Return whether a field has several lines, each with its own numbers."""
    return pl.col("field").str.contains("+", literal=True)


def people(lists: pl.Series, players: str, macro: str = "among") -> pl.Series:
    """Return each list of players, in the form of `named`, as `MARKUP`; `players` is the folder of their pages."""
    row = pl.int_range(pl.len())
    # Most lists of players occur many times and look the same each time.
    different = lists.alias("players").to_frame().unique(maintain_order=True).with_columns(number=row)
    seats = different.drop_nulls("players").explode("players", empty_as_null=False).unnest("players")
    is_last = pl.col("number") != pl.col("number").shift(-1, fill_value=-1)
    pages = each(seats["player_id"], page_name)
    cells = seats.select("linked", "name", "instead_of", page=pages, last=is_last)
    of_list = joined(written("macros.html", macro, cells, players=players), seats, ["number"])
    shown = with_parts(lists.alias("players").to_frame(), with_parts(different, of_list))
    return shown["markup"].cast(MARKUP)


def movements(luck: pl.DataFrame) -> pl.DataFrame:
    """Return the estimates of luck: `ENTRANT`, `movement` (a sentence), and `luck_at`, the address of the row."""
    known = luck.drop_nulls("movement")
    gain, error = pl.col("movement"), pl.col("movement_error")
    decimals = pl.when(scoring="matchpoints").then(1).otherwise(2)
    sign = pl.when(gain > 0).then(pl.lit("+")).otherwise(pl.lit("−"))
    size, margin = (aligned(of, decimals) for of in (gain.abs(), error))
    units = pl.lit(each(known["scoring"], words.unit))
    gaps = {"luck": phrase(f"{{}}{{}}{_SPACE}±{_SPACE}{{}}{_SPACE}{{}}", sign, size, margin, units)}
    within = message_of(gettext("Luck by the movement: {luck}, within what chance does."), gaps)
    beyond = message_of(gettext("Luck by the movement: {luck}, seldom by chance alone."), gaps)
    said = (
        pl.when(gain == 0)
        .then(pl.lit(gettext("The movement neither helped nor harmed.")))
        .when(gain.abs() <= IN_CHANCE * error)
        .then(within)
        .otherwise(beyond)
    )
    return known.select(
        *ENTRANT,
        movement=said,
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


def board_pages(report: Tables, lines: pl.DataFrame) -> pl.DataFrame:
    """Return a row per board of an evening: texts, and as markup the `steps` to others, the `body` and the `entry`."""
    deals = report["evening_deals"]
    par, best = _par_in_words(deals)
    drawn = joined(_deals(deals.with_columns(par=par, best=best)), deals, _OF_EVENING, "deals")
    pars = deals.select(*_OF_EVENING, "several", par=par).filter(~pl.col("several"), pl.col("par") != "")
    parts = (drawn, pars.drop("several"), _tables(lines, report), auctions_drawn(report["auctions"]))
    boards = with_parts(report["evening_boards"], *parts)
    dealt_as = [
        (deal_words.dealt_as(dealer, vulnerable) if dealer else words.dealt(board)).replace("-", _HYPHEN)
        for board, dealer, vulnerable in boards.select("board", "dealer", "vulnerable").iter_rows()
    ]
    boards = boards.with_columns(number="board", dealt_as=pl.Series(dealt_as, dtype=pl.String))
    par_said = phrase("{} {}", pl.lit(gettext("Par")), "par")
    of_body = boards.select(
        "deals", "auctions", "brought", "tables", has_deals=is_given("deals") | is_given("auctions")
    )
    return boards.select(
        *(*_OF_EVENING, "number", "dealt_as"),
        about=pl.when(pl.col("par").is_null()).then("dealt_as").otherwise(phrase("{}. {}", "dealt_as", par_said)),
        steps=written(_ROWS, "steps", boards.select("before", "after")),
        body=written(_ROWS, "board", of_body),
        entry=written(_ROWS, "board_entry", boards.select("number", "dealt_as", "par")),
    )


def brought(in_imps: pl.Expr) -> pl.Expr:
    """Return the heading for the points on a board: matchpoints or IMPs."""
    imps, matchpoints = words.points_name("butler"), words.points_name("matchpoints")
    return pl.when(in_imps).then(pl.lit(imps)).otherwise(pl.lit(matchpoints))


def _par_in_words(deals: pl.DataFrame) -> tuple[pl.Series, pl.Series]:
    said = [
        ("", "")
        if score is None
        else (deal_words.par_in_words(contracts, score), deal_words.best_in_words(score, (ns, of_ns), (ew, of_ew)))
        for score, contracts, ns, of_ns, ew, of_ew in deals.select(PAR).iter_rows()
    ]
    par, best = (pl.Series([words[place] for words in said], dtype=pl.String) for place in (0, 1))
    return par, best


def _deals(deals: pl.DataFrame) -> pl.Series:
    of_seats = deals["deal"].str.strip_prefix("N:").str.split(" ")
    hands = {seat: of_seats.list.get(place) for place, seat in enumerate(_IN_DEAL)}
    diagrams = [_diagram(hands[sits], sits, deals["dealer"] == sits) for sits in _SEATS]
    strains = ("nt", "s", "h", "d", "c")
    tables = [
        written(_ROWS, "tricks", deals.select(**{of: f"{sits.lower()}_{of}" for of in strains}), seat=words.seat(sits))
        for sits in _IN_DEAL
    ]
    vulnerable = pl.col("vulnerable")
    in_suits = (pl.lit(_in_suits(hand)) for hand in hands.values())
    cells = deals.select(
        *("several", "lines", "board", "par", "best"),
        known=pl.col("n_nt").is_not_null() & pl.col("par_score").is_not_null(),
        ns=vulnerable.is_in(["ns", "both"]),
        ew=vulnerable.is_in(["ew", "both"]),
        play=phrase(
            f"{VIEWER}?b={{}}&d={{}}&v={{}}&n={{}}&e={{}}&s={{}}&w={{}}",
            "board",
            pl.col("dealer").str.to_lowercase(),
            vulnerable.replace(_VULNERABLE),
            *in_suits,
        ),
    ).with_columns(hands=_together(diagrams), tricks=_together(tables))
    return written(_ROWS, "deal", cells)


def _in_suits(hand: pl.Series) -> pl.Series:
    """Return hands as `s85hT5dQJT86c9752`, from `85.T5.QJT86.9752`."""
    suits = hand.str.split(".").list
    return pl.select(phrase("s{}h{}d{}c{}", *(pl.lit(suits.get(place)) for place in range(4)))).to_series()


def _together(parts: list[pl.Series]) -> pl.Series:
    row = pl.int_range(pl.len())
    rows = pl.concat(part.alias("markup").to_frame().with_columns(row=row) for part in parts)
    return joined(rows["markup"], rows, ["row"])["markup"]


def _diagram(hand: pl.Series, sits: str, deals: pl.Series) -> pl.Series:
    suits, letters = hand.str.split("."), deal_words.letters_of_cards()
    cells = pl.DataFrame(
        {
            name: suits.list.get(place).str.replace_many(letters).str.strip_chars("\N{THIN SPACE}").replace("", "–")
            for place, name in enumerate(("spades", "hearts", "diamonds", "clubs"))
        }
    ).with_columns(deals=deals, points=sum(worth * hand.str.count_matches(card) for card, worth in _CARDS.items()))
    return written(_ROWS, "hand", cells, place=sits.lower(), seat=words.side_name(sits))


def _tables(lines: pl.DataFrame, report: Tables) -> pl.DataFrame:
    """Return by board of an evening the results at all tables as markup (`tables`), and what they `brought`."""
    lines = with_parts(lines.with_row_index("number"), *(_seated(lines, side) for side in ("ns", "ew")))
    cells = lines.select(
        *("asked", "place", "ns_names", "ns_seated", "ew_names", "ew_seated", "contract"),
        *("ns_card", "ew_card"),
        *(numbered(side).alias(side) for side in ("ns", "ew")),
        ns_two=pl.col("ns_two").is_not_null(),
        ew_two=pl.col("ew_two").is_not_null(),
        form="subfield",
        score=in_short(pl.col("score")),
        ns_points=aligned(pl.col("ns_points"), pl.col("decimals")),
        ew_points=aligned(pl.col("ew_points"), pl.col("decimals")),
    )
    rows = written(_ROWS, "traveller", cells)
    fields = with_parts(report["boards"], joined(rows, lines, BOARD, "travellers"))
    of_fields = fields.select(
        *("travellers", "anchor", "balanced", "several"),
        line=each(fields["field"], words.field_name),
        **sums_of_boards(fields),
    )
    tables = joined(written(_ROWS, "results", of_fields), fields, _OF_EVENING, "tables")
    headings = fields.unique(_OF_EVENING, keep="first").select(*_OF_EVENING, brought=brought(pl.col("top").is_null()))
    return with_parts(tables, headings)


def auctions_drawn(auctions: pl.DataFrame) -> pl.DataFrame:
    """Return by board of an evening the known auctions as markup, with a column for each seat, West first."""
    bids = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]
    said = {bid: deal_words.contract_said(bid) for bid in bids}
    said |= {"Pass": pgettext("call", "Pass"), "X": deal_words.DOUBLED, "XX": 2 * deal_words.DOUBLED}
    seats = {seat.lower(): words.seat(seat) for seat in _SEATS_BID}
    rows = written(_ROWS, "calls", auctions.select(pl.col(*seats).replace(said)))
    each_line = joined(rows, auctions, [*_OF_EVENING, "line", "ns", "ew", "file_id", "line_no"], "calls")
    cells = each_line.select("calls", ns=number_said(pl.col("ns")), ew=number_said(pl.col("ew")))
    return joined(written(_ROWS, "auction", cells, heads=seats), each_line, _OF_EVENING, "auctions")


def _linked(entrants: pl.DataFrame) -> pl.DataFrame:
    """Return by `ENTRANT` the names of the pages of its players who have one: `people`, such as `1001 1002`."""
    seats = entrants.select(*ENTRANT, "players").explode("players", empty_as_null=False, keep_nulls=False)
    seats = seats.unnest("players").filter("linked")
    return texts_joined(seats.with_columns(people=each(seats["player_id"], page_name)), ENTRANT, "people", " ")


def _seated(lines: pl.DataFrame, side: str) -> pl.DataFrame:
    two = lines.with_row_index("number").drop_nulls(f"{side}_two").explode(f"{side}_two", empty_as_null=False)
    two = two.select("number", "line", "field", pl.col(f"{side}_two").struct.unnest())
    is_last = pl.col("number") != pl.col("number").shift(-1, fill_value=lines.height)
    card, number = anchor(two, "listed"), numbered("entrant")
    cells = two.select("names", last=is_last, card=card, number=number)
    return joined(written(_ROWS, "single", cells), two, ["number"], f"{side}_seated")


def drawn_lines(lines: pl.DataFrame) -> pl.DataFrame:
    """Return the table `lines` with contracts as markup, anchors of scorecards, and an anchor per row: `a-8`."""
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
        place=anchor(lines, "at"),
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
            "failing": [(row["field"], row["board"], board_at(row)) for row in boards if not row["balanced"]],
            "files": files.get(session, []),
            "balance": words.balances(boards),
        }
        for session, boards in by(report["boards"], "session_id")
    }


def sums_of_boards(boards: pl.DataFrame) -> dict[str, pl.Series]:
    """Return two texts per board: `worth`, its top or datum; and `balance`, how its points add up if not as usual."""

    def worth(board: Row) -> str:
        if board["datum"] is not None:
            return gettext("datum {datum}", datum=words.short(board["datum"]))
        return "" if board["top"] is None else gettext("top {top}, the maximum", top=words.short(board["top"]))

    def balance(board: Row) -> str:
        return words.balance(board) if board["as_ruled"] or not board["balanced"] else ""

    rows = boards.select("results", "top", "datum", "ns_points", "ew_points", "balanced", "as_ruled").to_dicts()
    return {name: pl.Series(map(of, rows), dtype=pl.String) for name, of in (("worth", worth), ("balance", balance))}


def places(entrants: pl.Series) -> pl.Series:
    """Return the position of each entrant in the order of numbers."""
    different = sorted(entrants.unique(), key=words.in_number_order)
    return entrants.replace_strict(different, range(len(different)), return_dtype=pl.Int64)


def card_pages(report: Tables, lines: pl.DataFrame) -> pl.DataFrame:
    """Return a row per scorecard, by `FIELD`: texts, `people` as in `_linked`, and markup for its page and entry."""
    rows = report["list_rows"].filter("has_card")
    entrants = with_parts(
        rows.with_columns(field=lines_of_field(), order=places(rows["entrant"])),
        *_boards(with_parts(report["cards"], lines.select(*SESSION, "row", *_OF_LINE))),
        report["card_totals"],
        movements(report["luck"]),
        _linked(rows),
    ).sort(*FIELD, "line", "order")
    entrants = entrants.with_columns(
        anchor=anchor(entrants, "entrant"),
        number=numbered("entrant"),
        who=people(entrants["players"], "../../players/", "in_line"),
        score=won(pl.col("score"), pl.col("scoring")),
        unit=each(entrants["scoring"], words.unit),
    )
    steps = {
        f"{name}_{to}": pl.when(pl.all_horizontal(pl.col(FIELD) == pl.col(FIELD).shift(places))).then(
            pl.col(name).shift(places)
        )
        for to, places in (("before", 1), ("after", -1))
        for name in ("anchor", "number")
    }
    return entrants.select(
        *(*FIELD, "anchor", "number", "names", "people"),
        name=written(_ROWS, "name", entrants.select("number", "who")),
        steps=written(_ROWS, "card_steps", entrants.select(**steps)),
        body=written(_ROWS, "card", _cards(entrants)),
        entry=written(_ROWS, "card_entry", entrants.select("anchor", "number", "names", "score", "unit")),
    )


def _boards(cards: pl.DataFrame) -> list[pl.DataFrame]:
    """Return by `ENTRANT` the rows of the scorecard (`played`), the numbers of the `best`, links to the `worst`."""
    declares, mark = pl.col("sat").str.to_lowercase() == pl.col("declares"), pl.col("mark")
    reason = pl.coalesce(pl.when(mark == name).then(why(name, declares)) for name in ("best", "worst"))
    share, points, of_top = pl.col("share"), pl.col("points"), pl.col("top").is_not_null()
    bar = phrase("p{}", (share / _STEP + 0.5).floor().cast(pl.Int64))
    sign = pl.when(points > 0).then(pl.lit("good")).when(points < 0).then(pl.lit("bad"))
    cells = cards.select(
        *("known", "asked", "place", "board", "opponents", "contract", "possible", "partner", "mark"),
        sat=pl.col("sat").replace_strict({side: gettext(side) for side in ("NS", "EW")}, return_dtype=pl.String),
        first="begins",
        of=of_top,
        score=in_short(pl.col("score")),
        mean=aligned(to_decimals(pl.col("mean"), 0), pl.lit(0)),
        level=pl.when(of_top).then(bar).otherwise(sign),
        share=aligned(share, pl.lit(1)),
        points=aligned(points, pl.col("decimals")),
        par=in_short(pl.col("par")),
        why=reason,
        round_share=aligned(_share(pl.col("round_total"), pl.col("round_tops")), pl.lit(1)),
        round_total=aligned(pl.col("round_total"), pl.col("round_decimals")),
    )
    best = cards.filter(mark="best").sort("points", descending=True, maintain_order=True)
    worst = cards.filter(mark="worst").sort("points", maintain_order=True)
    links = worst.select("board", is_first=pl.struct(ENTRANT).is_first_distinct())
    return [
        joined(written(_ROWS, "played", cells), cards, ENTRANT, "played"),
        texts_joined(best.with_columns(best=pl.col("board").cast(pl.String)), ENTRANT, "best", ", "),
        joined(written(_ROWS, "board_link", links), worst, ENTRANT, "worst"),
    ]


def _share(points: pl.Expr, tops: pl.Expr) -> pl.Expr:
    return to_decimals(pl.when(tops > 0).then(quotient(100 * points, tops)), 1)


def _cards(entrants: pl.DataFrame) -> pl.DataFrame:

    def above(better: int, scored: int, scoring: str, of_top: bool) -> str:
        if scoring in ("imps", "point_a_board"):
            return ""
        boards = words.counted(scored, "board")
        if of_top:
            return gettext("better than 50 % on {number} of {boards}", number=better, boards=boards)
        return gettext("IMPs gained on {number} of {boards}", number=better, boards=boards)

    above_average = [above(*row) for row in entrants.select("above", "compared", "scoring", "of_top").iter_rows()]
    return entrants.select(
        *("known", "entrants", "played", "best", "worst", "movement", "luck_at", "score", "unit"),
        brought=brought(~pl.col("of_top")),
        of="of_top",
        is_ranked=pl.col("rank").is_not_null(),
        rank=each(entrants["rank"], words.place_said),
        total=aligned(pl.col("total"), pl.col("decimals")),
        total_share=aligned(_share(pl.col("total"), pl.col("tops")), pl.lit(1)),
        made_of=formula(pl.col("made_of")),
        above=pl.Series(above_average, dtype=pl.String),
    )


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

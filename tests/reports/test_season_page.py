"""The page of a season, as its club has it: which championships it shows, and of whom the next lines are."""

import datetime as dt
import re
from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest
from factories import Tables
from page_files import root_of, unnamed
from reports import downloaded
from reports.whole_site import write_site

from pipelines.words.words import change as words_of_change
from pipelines.words.words import fixed, moved, spoken_date
from transforms.rankings.championships import individual, individual_sessions, pair_sessions, pairs
from transforms.rankings.next_lines import next_lines, regular_lines, untold_lines
from transforms.tables.schemas import SESSION, Competitions


def drawn(tables: Tables, out: Path, **rules: object) -> Path:
    """The folder of the season of the first club, drawn under other rules."""
    club = tables["raw.competitions"]["club"][0]
    of_club = {
        name: table.filter(pl.col("club") == club) if "club" in table.columns else table
        for name, table in tables.items()
    }
    values = [pl.lit(value, dtype=Competitions.columns()[name].dtype).alias(name) for name, value in rules.items()]
    of_club["raw.competitions"] = of_club["raw.competitions"].with_columns(values)
    write_site(of_club, out)
    (folder,) = out.glob("*/*/2025-26")
    return folder


def text_of(page: Path) -> str:
    return " ".join("".join(root_of(page).itertext()).split())


class TestClubkampioenschap:
    """The source, "Clubkampioenschap": a club shows none, one or both of the championships on its site."""

    OF_INDIVIDUALS = (
        *("championships.individual.csv", "championships.individual_sessions.csv"),
        *("report.individual_championship.csv", "report.explained_championship.csv", "report.champions.csv"),
    )
    OF_PAIRS = ("championships.pairs.csv", "championships.pair_sessions.csv", "report.pairs_championship.csv")

    def test_both_are_shown_unless_a_club_says_otherwise(self, season: Tables, tmp_path: Path) -> None:
        folder = drawn(season, tmp_path)
        text = text_of(folder / "championships.html")
        assert "Individual championship" in text
        assert "Pairs championship" in text
        assert {*self.OF_INDIVIDUALS, *self.OF_PAIRS} <= downloaded.names(folder)
        player = text_of(min((folder / "players").glob("*.html")))
        assert player.count("Individual championship: ") == 2  # the next score that counts, and the sum
        assert player.count("Individual championship") == 3
        assert "pairs championship" in player

    def test_neither(self, season: Tables, tmp_path: Path) -> None:
        folder = drawn(season, tmp_path, individual_show=False, pairs_show=False)
        # A column keeps its name and what it is, though it is empty here.
        for page in (page for page in folder.rglob("*.html") if page.name != "columns.html"):
            text = text_of(page).lower().replace(season["raw.competitions"]["competition"][0], "")
            assert "champion" not in text, page
        assert not {*self.OF_INDIVIDUALS, *self.OF_PAIRS} & downloaded.names(folder)
        of_methods = downloaded.table(folder, "rankings.other_methods")
        assert of_methods["average"].is_null().all()
        assert of_methods["rank"].is_null().all()
        assert downloaded.table(folder, "report.pair_ranking")["together"].is_not_null().any()

    def test_pairs_only(self, season: Tables, tmp_path: Path) -> None:
        folder = drawn(season, tmp_path, individual_show=False)
        text = text_of(folder / "championships.html")
        assert "Individual championship" not in text
        assert "Pairs championship" in text
        assert not {*self.OF_INDIVIDUALS} & downloaded.names(folder)
        assert {*self.OF_PAIRS} <= downloaded.names(folder)

    def test_individuals_only(self, season: Tables, tmp_path: Path) -> None:
        folder = drawn(season, tmp_path, pairs_show=False)
        text = text_of(folder / "championships.html")
        assert "Individual championship" in text
        assert "Pairs championship" not in text
        assert not {*self.OF_PAIRS} & downloaded.names(folder)
        assert {*self.OF_INDIVIDUALS} <= downloaded.names(folder)

    def test_a_share_of_the_evenings_is_told_with_what_it_is_now(self, season: Tables, tmp_path: Path) -> None:
        """The source recommends 60%: of the four evenings of this season these are three."""
        rules = season["raw.competitions"].with_columns(individual_min_share=60.0, pairs_together_share=75.0)
        points, partnerships = season["rankings.ranking_points"], season["rankings.partnerships"]
        rules = Competitions.cast(rules)
        together = pair_sessions(points, season["raw.entries"], partnerships, rules)
        of_players = individual_sessions(points, rules)
        made = {
            "raw.competitions": rules,
            "championships.individual": individual(of_players, season["raw.players"], rules).collect(),
            "championships.pairs": pairs(together, partnerships, rules, points).collect(),
        }
        text = text_of(drawn(season | made, tmp_path) / "championships.html")
        assert "A player needs 60% of the days of play, which is 3 of the 4 played. Of those who play more" in text
        assert (
            "A pair needs 75% of the days of play, which is 3 of the 4 played. Where it has too few together, its"
            in text
        )
        assert "with a substitute for one of the two count too, 1 at most; any more of those do not." in text


def test_only_who_played_the_last_evening_has_a_change_and_everybody_has_places(season: Tables, tmp_path: Path) -> None:
    last = pl.col("session_id") == pl.col("session_id").sort_by("date").last().over("club")
    away = season["rankings.player_rankings"].filter(last)["player_id"].sort()[0]
    left_early = season["rankings.player_rankings"].filter(~(last & (pl.col("player_id") == away)))
    folder = drawn(season | {"rankings.player_rankings": left_early}, tmp_path)
    standing = downloaded.table(folder, "report.player_ranking")
    assert 0 < standing["in_last"].sum() < standing.height
    assert standing.filter(pl.col("player_id").cast(pl.String) == away)["change"].is_not_null().all()
    root = root_of(folder / "standing.html")
    rows = root.findall(".//{*}section[@id='ranking']//{*}tbody/{*}tr")
    for shown, row in zip(rows, standing.to_dicts(), strict=True):
        _, places, _, ranking, change, *_ = ("".join(cell.itertext()) for cell in shown)
        on_a_phone = [fixed(row["behind"])] if row["behind"] else []
        assert ranking.split() == [fixed(row["ranking"]), *on_a_phone]
        assert places == moved(row["places"])
        assert change == (words_of_change(row["change"]) if row["in_last"] else "")
        assert (", last on " in "".join(shown.itertext())) is not row["in_last"]
    first = root_of(folder / "index.html").findall(".//{*}section[@id='ranking']//{*}tbody/{*}tr")
    of_ten = standing.filter(standing["rank"].cast(pl.String).str.strip_suffix("=").cast(pl.Int64) <= 10)
    assert of_ten.height > 10
    assert [row.findtext("{*}td[2]") or "" for row in first] == [moved(n) for n in of_ten["places"]]
    club = standing["club"][0]
    latest = left_early.filter(club=club).sort("date", "session_id").group_by("player_id", maintain_order=True).last()
    exact = dict(latest.select("player_id", "ranking").iter_rows())
    rows_of_standing = standing.with_columns(pl.col("rank", "player_id").cast(pl.String)).to_dicts()
    for above, row in pairwise(rows_of_standing):
        if row["rank"] != above["rank"]:
            behind = exact[above["player_id"]] - exact[row["player_id"]]
            assert (row["next_above"], row["behind"]) == (above["name"], pytest.approx(behind, abs=0.010_001))
            assert f"{row['behind']:.2f}" == f"{above['ranking'] - row['ranking']:.2f}"


def test_after_the_first_evening_nothing_is_said_of_one_before(season: Tables, tmp_path: Path) -> None:
    first = season["raw.sessions"].sort("date")["session_id"][0]
    rankings = season["rankings.player_rankings"].filter(pl.col("session_id") == first)
    folder = drawn(season | {"rankings.player_rankings": rankings}, tmp_path)
    for page in (folder / "index.html", folder / "standing.html", tmp_path / "index.html"):
        text = text_of(page)
        assert "Moved: places up" not in text
        assert "After the first session, " in text
        assert not root_of(page).xpath("//*[local-name()='th'][.='Moved' or .='Change']")


def test_who_was_replaced_and_the_partner_read_their_own_line(season: Tables, tmp_path: Path) -> None:
    club = season["raw.competitions"]["club"][0]
    last = season["raw.sessions"].filter(club=club).sort("date")["session_id"][-1]
    entries = season["raw.entries"].filter(club=club, session_id=last)
    one, partner = entries.filter(pl.col("substitutes_for").is_null()).sort("line", "entrant")["player_id"][:2]
    guest = sorted(set(season["raw.players"].filter(club=club)["player_id"]) - set(entries["player_id"]))[0]
    is_one = pl.col("club").eq(club) & pl.col("session_id").eq(last) & pl.col("player_id").eq(one)
    replaced = season["raw.entries"].with_columns(
        player_id=pl.when(is_one).then(pl.lit(guest)).otherwise("player_id"),
        substitutes_for=pl.when(is_one).then(pl.lit(one)).otherwise("substitutes_for"),
    )
    given = replaced, season["raw.sessions"], season["rankings.player_rankings"], season["rankings.partnerships"]
    facts = {"players": season["raw.players"], "competitions": season["raw.competitions"]}
    lines = next_lines(*given, **facts).collect()
    own_lines = regular_lines(*given, **facts, as_seated=lines).collect()
    made = {"raw.entries": replaced, "rankings.next_lines": lines, "rankings.regular_lines": own_lines}
    folder = drawn(season | made, tmp_path)
    of_season = season["rankings.next_lines"].filter(club=club)
    (line, place) = (
        of_season.filter(pl.any_horizontal(pl.col("player_id", "partner_id") == one)).select("line", "place").row(0)
    )
    own = downloaded.table(folder, "report.regular_lines")
    assert (line, place) in own.select("line", "place").rows()
    for player in (one, partner):
        told = text_of(folder / "players" / f"{player}.html")
        assert f"{line}place {place}, if all who were replaced" in told.replace(" place", "place")
        assert "if all who were replaced come themselves; with" in told
    assert "If all who were replaced come themselves" in text_of(folder / "next.html")


def test_who_was_replaced_and_never_sat_down_is_named(season: Tables, tmp_path: Path) -> None:
    club = season["raw.competitions"]["club"][0]
    sessions = season["raw.sessions"].filter(club=club).sort("date")
    last, entries = sessions["session_id"][-1], season["raw.entries"].filter(club=club)
    seat = entries.filter(session_id=last).sort("line", "entrant").row(0, named=True)
    is_seat = pl.all_horizontal(pl.col(name) == seat[name] for name in ("club", "session_id", "player_id"))
    replaced = season["raw.entries"].with_columns(
        substitutes_for=pl.when(is_seat).then(pl.lit("Never Came")).otherwise("substitutes_for")
    )
    given = replaced, season["raw.sessions"], season["rankings.player_rankings"], season["rankings.partnerships"]
    facts = {"players": season["raw.players"], "competitions": season["raw.competitions"]}
    own_lines = regular_lines(*given, **facts, as_seated=season["rankings.next_lines"]).collect()
    drawn(season | {"raw.entries": replaced, "rankings.regular_lines": own_lines}, tmp_path)
    assert unnamed(tmp_path) == {}
    (page,) = tmp_path.rglob("next.html")
    assert "Never Came & " in text_of(page) or "& Never Came" in text_of(page)


def test_the_page_of_championships_says_how_far_the_season_is_and_guesses_nothing(
    season: Tables, tmp_path: Path
) -> None:
    first = pl.int_range(pl.len()) == 0
    waiting = season["championships.individual"].with_columns(
        eligible=~first & pl.col("eligible"),
        sessions_needed=pl.when(first).then(2).otherwise("sessions_needed").cast(pl.Int32),
    )
    made = season | {"championships.individual": waiting}
    ended = drawn(made, tmp_path / "ended", end=dt.date(2026, 6, 30)) / "championships.html"
    days = season["raw.sessions"].filter(club=season["raw.competitions"]["club"][0])["date"].sort()
    told = (
        f"So far 4 days of play, the last on {spoken_date(days[-1])}. "
        "The season runs until 30 June 2026; no further sessions are known."
    )
    assert told in text_of(ended)
    root = root_of(ended)
    groups = {
        "".join(body.find("{*}tr[@class='divider']").itertext()): [
            "".join(row.findall("{*}td")[-1].itertext()) for row in body.findall("{*}tr")[1:]
        ]
        for body in root.findall(".//{*}section[@id='championship']//{*}tbody")
    }
    assert set(groups["Qualified: they need nothing more"]) == {""}
    assert groups["Not (yet) qualified"][0] == "2"
    assert "0" not in groups["Not (yet) qualified"]
    told = root.xpath("//section[@id='championship']//tbody[@class='waiting']//small[@class='less']/text()")
    needed = [needs for needs in groups["Not (yet) qualified"] if needs not in ("", "–")]
    assert [re.findall(r"not yet eligible: needs (\d+) more", one) for one in told] == [[needs] for needs in needed]
    assert not root.xpath("//tbody[not(@class)]//small[@class='less'][contains(., 'needs')]")
    assert {cell.get("class") for cell in root.xpath("//section[@id='championship']//tr/*[position()=6]")} == {
        "number lacking"
    }, "a phone leaves the column out, and has the words"


def test_a_season_that_is_over_speaks_of_no_next_session(season: Tables, tmp_path: Path) -> None:
    first = pl.int_range(pl.len()) == 0
    waiting = season["championships.individual"].with_columns(
        eligible=~first & pl.col("eligible"),
        sessions_needed=pl.when(first).then(2).otherwise("sessions_needed").cast(pl.Int32),
    )
    rules, sessions = season["raw.competitions"], season["raw.sessions"]
    later = [pl.lit("2026-27").alias("season"), pl.lit(dt.date(2026, 9, 1)).alias("start")]
    made = season | {
        "championships.individual": waiting,
        "raw.competitions": pl.concat([rules, rules.with_columns(later)]),
        "raw.sessions": pl.concat([sessions, sessions.with_columns(pl.lit("2026-27").alias("season"))]),
    }
    folder = drawn(made, tmp_path)
    assert not (folder / "next.html").exists()
    championships = text_of(folder / "championships.html")
    assert "The season is over: 4 days of play, the last on" in championships
    assert "Not qualified" in championships
    who = waiting["player_id"][0]
    assert "not eligible: 2 sessions too few" in text_of(folder / "players" / f"{who}.html")
    running = ("so far", "Still needs", "(yet)", "not yet", "more session", "next time", "Next session", "still needs")
    pages = [folder / "index.html", folder / "championships.html", *folder.glob("players/*.html")]
    for page in pages:
        assert not [word for word in running if word in text_of(page)], page


class TestNextLines:
    """The source, "Paren": the pairs with the highest rankings play in the highest line."""

    def test_a_trio_stands_there_with_all_three(self, season: Tables, tmp_path: Path) -> None:
        trios = season["rankings.next_lines"].drop_nulls("third_id")
        club = season["raw.competitions"]["club"][0]
        of_three = trios.filter(club=club).row(0, named=True)
        names = dict(season["raw.players"].filter(club=club).select("player_id", "name").iter_rows())
        shown = downloaded.table(drawn(season, tmp_path), "report.next_lines")
        of_trio = shown.filter(place=of_three["place"]).row(0, named=True)
        assert of_trio["names"].split(" & ") == [
            names[of_three[column]] for column in ("player_id", "partner_id", "third_id")
        ]

    def test_where_all_play_in_one_line_the_page_speaks_of_their_order(self, season: Tables, tmp_path: Path) -> None:
        lines = season["rankings.next_lines"]
        one = season | {"rankings.next_lines": lines.with_columns(line=pl.lit("A"))}
        both = {"several": season, "one": one}
        folders = {name: drawn(made, tmp_path / name) for name, made in both.items()}
        several, alone = (text_of(folder / "next.html") for folder in folders.values())
        assert "Lines for the next session" in several
        assert "Line A, " in several
        assert "Order of the pairs for the next session" in alone
        assert "The pairs of the last session, the strongest first." in alone
        assert "Line A" not in alone
        comes = lines.filter(club=season["raw.competitions"]["club"][0])["player_id"][0]
        several, alone = (text_of(folder / "players" / f"{comes}.html") for folder in folders.values())
        assert "Line next time" in several
        assert "Place next time" in alone
        assert "In line " not in alone

    def test_teams_that_do_not_tell_their_pairs_are_named(self, season: Tables, tmp_path: Path) -> None:
        teams = season["raw.sessions"].with_columns(kind=pl.lit("teams"))
        nothing = {name: season[name].clear() for name in ("rankings.next_lines", "rankings.partnerships")}
        made = with_untold(season | nothing | {"raw.sessions": teams})
        text = text_of(drawn(made, tmp_path) / "next.html")
        last = spoken_date(last_day(season))
        assert "The lines of the next session cannot be told. " in text
        assert f"The files of 4 sessions, the last on {last}, do not say who is a pair." in text
        assert "Who sits with whom is not known of A 1, 2, 3" in text

    @pytest.mark.parametrize("line", [None, "A"])
    def test_where_an_evening_before_it_is_taken_the_page_says_so(
        self, season: Tables, tmp_path: Path, line: str | None
    ) -> None:
        kinds = pl.when(pl.col("date") == last_day(season)).then(pl.lit("teams")).otherwise("kind")
        made = {
            "raw.sessions": season["raw.sessions"].with_columns(kind=kinds),
            "rankings.partnerships": season["rankings.partnerships"].clear(),
            "rankings.next_lines": season["rankings.next_lines"].with_columns(line=pl.coalesce(pl.lit(line), "line")),
        }
        text = text_of(drawn(with_untold(season | made), tmp_path) / "next.html")
        assert "The last session does not tell who is a pair, so here are the pairs of " in text
        assert f"The files of {spoken_date(last_day(season))} do not say who is a pair." in text
        assert "Who sits with whom is not known of A 1" in text
        assert ("The strongest come first." in text) == (line == "A")
        assert ("The strongest play in the highest line." in text) == (line is None)
        assert "The pairs of the last session" not in text


def with_untold(tables: Tables) -> Tables:
    """The tables of a season with `rankings.untold_lines` as they make it."""
    told = untold_lines(tables["raw.entries"], tables["raw.sessions"], tables["rankings.partnerships"])
    return tables | {"rankings.untold_lines": told.collect()}


def last_day(season: Tables) -> dt.date:
    """The last evening of the first club."""
    return season["raw.sessions"].filter(club=season["raw.competitions"]["club"][0])["date"].max()


def test_a_championship_says_how_much_the_next_place_has_more_and_every_result_with_a_substitute(
    season: Tables, tmp_path: Path
) -> None:
    of_pairs = season["championships.pairs"].with_columns(
        with_substitute=pl.int_range(pl.len(), dtype=pl.Int32).mod(3),
        counted=pl.col("played"),
        dropped=pl.lit(0, season["championships.pairs"].schema["dropped"]),
    )
    assert of_pairs["rank"].drop_nulls().n_unique() > 2
    folder = drawn(season | {"championships.pairs": of_pairs}, tmp_path)
    root = root_of(folder / "championships.html")
    for section, table in (("championship", "individual_championship"), ("pairs-championship", "pairs_championship")):
        rows = downloaded.table(folder, f"report.{table}").with_columns(pl.col("rank").cast(pl.String)).to_dicts()
        cells = root.xpath("//*[@id=$at]//*[local-name()='tbody']/*[*[2]]", at=section)
        shown = [["".join(cell.itertext()) for cell in row] for row in cells]
        of_average = [row[2].split()[0] if row[2] else "" for row in shown]
        assert of_average == [fixed(row["average"]) or "" for row in rows]
        assert [" ".join(row[2].split()[1:]) for row in shown] == [fixed(row["behind"]) or "" for row in rows]
        found = 0
        for above, row in pairwise(rows):
            if not row["rank"]:
                assert row["behind"] is row["next_above"] is None
            elif row["rank"] != above["rank"]:
                assert fixed(row["behind"]) == fixed(above["average"] - row["average"])
                assert row["next_above"] == above["name" if "name" in row else "names"]
                found += 1
        assert found > 1
        assert rows[0]["behind"] is None
        if section == "pairs-championship":
            told = [f"{row['with_substitute']}, none counts" if row["with_substitute"] else "" for row in rows]
            assert [row[4] for row in shown] == told
            assert len(set(told)) == 3


def test_who_is_entered_and_played_no_board_did_not_come(season: Tables, tmp_path: Path) -> None:
    session = season["raw.sessions"].sort("date")["session_id"][0]
    club = season["raw.competitions"]["club"][0]
    of_session = (pl.col("club") == club) & (pl.col("session_id") == session)
    results, entries = season["scored.session_results"], season["raw.entries"]
    absent = {"entrant": "one", "rank": None, "score": None, "points": None, "maximum": None, "boards": 0}
    row = (
        results.filter(of_session)
        .head(1)
        .with_columns(pl.lit(value, results.schema[name]).alias(name) for name, value in absent.items())
    )
    seats = entries.filter(of_session).head(1).with_columns(entrant=pl.lit("one"))
    rest = entries.join(seats, on=[*SESSION, "player_id"], how="anti")
    made = {"scored.session_results": pl.concat([results, row]), "raw.entries": pl.concat([rest, seats])}
    told = {}
    for name, tables in {"before": season, "after": season | made}.items():
        folder = drawn(tables, tmp_path / name)
        told[name] = downloaded.table(folder, "report.sessions").filter(session_id=session).select("pairs", "players")
        for width in ("less", "more"):
            [*said] = root_of(folder / "sessions" / f"{session}.html").xpath(f"//small[contains(@class, '{width}')]")
            assert any("no result" in "".join(one.itertext()) for one in said) == (name == "after"), width
    assert told["after"]["pairs"].item() == told["before"]["pairs"].item()
    assert told["after"]["players"].item() == told["before"]["players"].item() - 1


def test_the_analysis_tells_errors_only_where_the_sessions_are_enough_for_any(season: Tables, tmp_path: Path) -> None:
    known = {"share_error": 0.016, "difference": -0.0123, "difference_error": 0.005}
    backtest = season["rankings.backtest"].with_columns(
        pl.when(pl.col("method") != "balanced").then(value).alias(name) for name, value in known.items()
    )
    few = text_of(drawn(season, tmp_path / "few") / "analysis.html")
    page = drawn({**season, "rankings.backtest": backtest}, tmp_path / "enough") / "analysis.html"
    enough = text_of(page)
    assert {error.get("class") for error in root_of(page).xpath("//td/small[contains(., '±')]")} == {"margin"}
    style = (tmp_path / "enough" / "style.css").read_text(encoding="utf-8")
    assert ".margin" not in "".join(re.findall(r"[^{}]*\{[^{}]*display: ?none[^{}]*\}", style)), (
        "it is seen at any width"
    )
    assert "± is the standard error" not in few
    assert "± is the standard error" in enough
    assert "± 1.6−1.23 ± 0.50" in enough
    assert all("and half of those with equal rankings" in text for text in (few, enough))

"""Who may be one person under two ids, and who may be two under one: for a director to decide, and never done here.

Two who ever sat in one session are two. Otherwise the names say how likely it is that two ids are one person, and then
the partners do: who changes an id keeps the partner.
"""

import polars as pl

from transforms.intake.people.names import bare_words, one_letter_off, same_name
from transforms.tables.messages import VARIANT
from transforms.tables.phrases import phrase
from transforms.tables.schemas import SESSION, Entries, Findings, Frame, People, Players, Sessions

_EVENINGS_WITH_PARTNER = 3
"""The fewest evenings with the same partner that say something by themselves."""
_SAME, _ALMOST, _ONE_OFF, _PARTNER = 4, 3, 2, 1
"""How much names say: the same, the same but for accents or order, one letter off, and nothing."""
_ID = ("club", "player_id")
_BOTH = ("club", "alias", "player_id")
_LINE = ("club", "alias", "player_id", "since", "until", "why")


def likely_people(
    players: Frame[Players],
    entries: Frame[Entries],
    sessions: Frame[Sessions],
    people: Frame[People],
    findings: Frame[Findings],
) -> pl.DataFrame:
    """Who may be one person or two, the best evidence first.

    The ids of all competitions of a club are taken together. An alias that `people` names already is left out.

    Returns:
        (club, kind, alias, player_id, name, other_name, since, until, why). `kind` is `one` where alias and player may
        be one person, and `two` where the alias may be a second person behind the id: then the days are those of the
        other name, and the player is the one id that has this name, or else the name itself. Where nothing can be
        written into `people`, the alias is null: of one id in two spellings, and of one id in two places.
    """
    known = players.lazy().group_by(_ID).agg(pl.col("name").drop_nulls().first()).collect()
    seats = entries.lazy().select("club", *SESSION[1:], "line", "entrant", "player_id").unique().collect()
    decided = people.lazy().select("club", player_id="alias").unique().collect()
    open_ids = known.join(decided, on=_ID, how="anti")
    partners = _partners(seats)
    found = (
        pl.concat([_alike(open_ids), _with_one_partner(open_ids, partners)])
        .group_by("club", "one", "other")
        .agg(pl.col("likeness").max())
        .pipe(_never_met, seats)
        .pipe(_with_evidence, partners, seats)
    )
    one = _as_lines(found, known)
    return pl.concat(
        [
            one,
            _second_spellings(findings, known),
            _second_names(findings, known, decided),
            _two_places(seats, sessions.lazy().collect(), known),
        ],
        how="diagonal",
    ).select("club", "kind", "alias", "player_id", "name", "other_name", "since", "until", "why")


def _partners(seats: pl.DataFrame) -> pl.DataFrame:
    """(club, player_id, partner, times, evenings): how often two sat for one entrant, and the first sat at all."""
    entrant = [*SESSION, "line", "entrant"]
    few = seats.filter(pl.len().over(entrant) <= 8)
    times = (
        few.join(few.select(*entrant, partner="player_id"), on=entrant)
        .filter(pl.col("player_id") != pl.col("partner"))
        .group_by(*_ID, "partner")
        .agg(times=pl.len())
    )
    evenings = seats.group_by(_ID).agg(evenings=pl.struct(SESSION).n_unique())
    return times.join(evenings, on=_ID)


def _alike(known: pl.DataFrame) -> pl.DataFrame:
    """(club, one, other, likeness) of ids whose names are alike; `one` is the first of the two."""
    named = known.with_columns(shown=pl.coalesce("name", "player_id")).with_columns(
        words=bare_words(pl.col("shown")), same=same_name(pl.col("shown"))
    )
    named = named.filter(pl.col("words").str.contains(r"\p{L}"))
    of_words = named.filter(pl.len().over("club", "words").is_between(2, 100))
    same = of_words.join(of_words, on=["club", "words"], suffix="_other").with_columns(
        likeness=pl.when(pl.col("same") == pl.col("same_other")).then(_SAME).otherwise(_ALMOST)
    )
    digits = named.with_columns(digits=pl.col("words").str.replace_all(r"\D", ""))
    near = one_letter_off(digits, digits, ["club", "digits"])
    off = (
        near.join(digits, on=["club", "digits", "words"])
        .join(digits, left_on=["club", "digits", "other_words"], right_on=["club", "digits", "words"], suffix="_other")
        .with_columns(likeness=pl.lit(_ONE_OFF))
    )
    pairs = pl.concat(
        [frame.select("club", one="player_id", other="player_id_other", likeness="likeness") for frame in (same, off)]
    )
    return pairs.filter(pl.col("one") < pl.col("other"))


def _with_one_partner(known: pl.DataFrame, partners: pl.DataFrame) -> pl.DataFrame:
    """(club, one, other, likeness) of ids with the same usual partner, of which one has no name."""
    usual = partners.filter(pl.col("times") >= _EVENINGS_WITH_PARTNER, 2 * pl.col("times") > pl.col("evenings")).join(
        known, on=_ID
    )
    without = usual.filter(~pl.coalesce("name", "player_id").str.contains(r"\p{L}"))
    return (
        without.join(usual, on=["club", "partner"], suffix="_other")
        .filter(pl.col("player_id") != pl.col("player_id_other"))
        .select(
            "club",
            one=pl.min_horizontal("player_id", "player_id_other"),
            other=pl.max_horizontal("player_id", "player_id_other"),
            likeness=pl.lit(_PARTNER),
        )
    )


def _never_met(pairs: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """The pairs of ids that never sat in one session."""
    sat = seats.select("club", "player_id", session=pl.struct(SESSION[1:])).unique()
    met = (
        pairs.join(sat, left_on=["club", "one"], right_on=_ID)
        .join(sat, left_on=["club", "other", "session"], right_on=[*_ID, "session"])
        .select("club", "one", "other")
        .unique()
    )
    return pairs.join(met, on=["club", "one", "other"], how="anti")


def _with_evidence(pairs: pl.DataFrame, partners: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """The pairs with the partner whom both have, how often each sat with him or her, and how often each sat down."""
    of = partners.select("club", "player_id", "partner", "times")
    shared = (
        pairs.join(of, left_on=["club", "one"], right_on=_ID)
        .join(of, left_on=["club", "other", "partner"], right_on=[*_ID, "partner"], suffix="_other")
        .with_columns(fewest=pl.min_horizontal("times", "times_other"))
        .sort("fewest", "partner", descending=[True, False])
        .group_by("club", "one", "other", maintain_order=True)
        .agg(pl.col("partner", "times", "times_other", "fewest").first())
    )
    evenings = seats.group_by(_ID).agg(evenings=pl.struct(SESSION).n_unique())
    return (
        pairs.join(shared, on=["club", "one", "other"], how="left")
        .join(evenings, left_on=["club", "one"], right_on=_ID, how="left")
        .join(evenings, left_on=["club", "other"], right_on=_ID, how="left", suffix="_other")
        .with_columns(pl.col("evenings", "evenings_other", "fewest").fill_null(0))
    )


def _as_lines(found: pl.DataFrame, known: pl.DataFrame) -> pl.DataFrame:
    """The pairs as lines of `people`: the person is the number rather than the name, then who sat down more often.

    An alias has one line, the best, so that all lines together hold; they cannot lead in a circle.
    """
    is_number, other_is_number = (~pl.col(name).str.contains(r"\p{L}") for name in ("one", "other"))
    keeps_other = pl.when(is_number == other_is_number).then(pl.col("evenings_other") > pl.col("evenings"))
    to_other = keeps_other.otherwise(other_is_number)
    names = known.select("club", "player_id", "name")
    why_names = (
        pl.when(pl.col("likeness") == _SAME)
        .then(pl.lit("the same name"))
        .when(pl.col("likeness") == _ALMOST)
        .then(pl.lit("the same name but for accents, order or signs"))
        .when(pl.col("likeness") == _ONE_OFF)
        .then(pl.lit("one letter off"))
        .otherwise(pl.lit("one of them without a name"))
    )
    why_partner = pl.when(pl.col("fewest") > 0).then(
        phrase(
            "; evenings with the same partner {}: {} and {}",
            pl.coalesce("partner_name", "partner"),
            *("times_of_alias", "times_of_player"),
        )
    )
    return (
        found.with_columns(
            alias=pl.when(to_other).then("one").otherwise("other"),
            player_id=pl.when(to_other).then("other").otherwise("one"),
            times_of_alias=pl.when(to_other).then("times").otherwise("times_other"),
            times_of_player=pl.when(to_other).then("times_other").otherwise("times"),
            evenings_of_alias=pl.when(to_other).then("evenings").otherwise("evenings_other"),
            evenings_of_player=pl.when(to_other).then("evenings_other").otherwise("evenings"),
        )
        .join(names, on=_ID, how="left")
        .join(names.select("club", alias="player_id", other_name="name"), on=["club", "alias"], how="left")
        .join(names.select("club", partner="player_id", partner_name="name"), on=["club", "partner"], how="left")
        .sort(
            pl.col("likeness") + pl.min_horizontal("fewest", 5),
            pl.col("evenings_of_alias"),
            *_BOTH,
            descending=[True, True, False, False, False],
        )
        .unique(["club", "alias"], keep="first", maintain_order=True)
        .with_columns(
            kind=pl.lit("one"),
            since=pl.lit(None, pl.Date),
            until=pl.lit(None, pl.Date),
            why=pl.concat_str(
                pl.lit("one person? "),
                why_names,
                why_partner.fill_null(""),
                phrase("; evenings: {} and {}, none together", "evenings_of_alias", "evenings_of_player"),
            ),
        )
        .select("kind", "name", "other_name", *_LINE)
    )


def _is_other_name(variant: str) -> pl.Expr:
    of_finding = pl.col("arguments").str.json_path_match(f"$.{VARIANT}").fill_null("")
    return (pl.col("code") == "players.other_name") & (of_finding == variant)


def _second_spellings(findings: Frame[Findings], known: pl.DataFrame) -> pl.DataFrame:
    """One id under which the files name one person in two spellings, which a table of players settles."""
    return (
        findings.lazy()
        .filter(_is_other_name("spelling"))
        .select("club", player_id=pl.col("arguments").str.json_path_match("$.player"), other_name="value")
        .unique()
        .collect()
        .join(known, on=_ID)
        .with_columns(
            kind=pl.lit("one"),
            why=phrase(
                "one person? {} is spelled {}, and here {}; a table players settles it",
                *("player_id", "name", "other_name"),
            ),
        )
        .sort(*_ID, "other_name")
    )


def _second_names(findings: Frame[Findings], known: pl.DataFrame, decided: pl.DataFrame) -> pl.DataFrame:
    """One id under which the files name two people: the other name as a person of its own, on the days of its files."""
    told = {name: pl.col("arguments").str.json_path_match(f"$.{name}") for name in ("player", "since", "until")}
    of_name = (
        known.with_columns(same=same_name(pl.col("name")))
        .drop_nulls("same")
        .filter(pl.len().over("club", "same") == 1)
        .select("club", "same", has_it="player_id")
    )
    return (
        findings.lazy()
        .filter(_is_other_name(""))
        .with_columns(**told)
        .group_by("club", alias="player", other_name="value")
        .agg(pl.col("since").min().str.to_date(strict=False), pl.col("until").max().str.to_date(strict=False))
        .collect()
        .join(decided.select("club", alias="player_id"), on=["club", "alias"], how="anti")
        .join(known.select("club", "name", alias="player_id"), on=["club", "alias"], how="left")
        .with_columns(same=same_name(pl.col("other_name")))
        .join(of_name, on=["club", "same"], how="left")
        .with_columns(
            kind=pl.lit("two"),
            player_id=pl.coalesce("has_it", "other_name"),
            why=phrase("two people? {} is named {}, and here {}", "alias", "name", "other_name"),
        )
        .select("kind", "name", "other_name", *_LINE)
        .sort(_BOTH)
    )


def _two_places(seats: pl.DataFrame, sessions: pl.DataFrame, known: pl.DataFrame) -> pl.DataFrame:
    """One id that sat down in two competitions of the club on one day, outside one event."""
    days = sessions.select(*SESSION, "date")
    on_day = (
        seats.join(days, on=SESSION)
        .group_by(*_ID, "date")
        .agg(pl.col("competition").unique().sort())
        .filter(pl.col("competition").list.len() > 1)
        .with_columns(where=pl.col("competition").list.join(", "))
        .group_by(*_ID, "where")
        .agg(days=pl.len(), first=pl.col("date").min())
        .join(known, on=_ID, how="left")
    )
    return on_day.sort("days", *_ID, descending=[True, False, False]).select(
        "club",
        "name",
        kind=pl.lit("two"),
        other_name="player_id",
        why=phrase("two people? sat down in {} on one day, first on {} ({} such days)", "where", "first", "days"),
    )

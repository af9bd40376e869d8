"""Find people who may be one person under two ids, or two people under one id, for a director to decide.

Two ids in the same session are two people. For other ids, the likelihood that they are one person depends
first on how similar their names are, and then on common partners.
"""

import polars as pl

from transforms.intake.findings import argument
from transforms.intake.people.names import bare_words, one_letter_off, same_name
from transforms.tables.messages import VARIANT
from transforms.tables.phrases import phrase
from transforms.tables.schemas import ENTRANT, SESSION, Entries, Findings, Frame, People, Players, Sessions

_EVENINGS_WITH_PARTNER = 3
_FEDERATION, _SAME, _ALMOST, _ONE_OFF, _PARTNER = 5, 4, 3, 2, 1
"""How strong the evidence is: one id is the federation number of the other; or the two names are the same, the same
except for accents or order, or one letter different; or the two only have a usual partner in common."""
_ID = ("club", "player_id")
_BOTH = ("club", "alias", "player_id")
_LINE = (*_BOTH, "since", "until", "why")
_LETTER = r"\p{L}"


def likely_people(
    players: Frame[Players],
    entries: Frame[Entries],
    sessions: Frame[Sessions],
    people: Frame[People],
    findings: Frame[Findings],
) -> pl.DataFrame:
    """Return ids that may be one person, and ids that may be two, over all competitions of a club, best evidence first.

    The columns are (club, kind, alias, player_id, name, other_name, since, until, why). If `kind` is `one`, `alias` and
    `player_id` may be one person. If it is `two`, `alias` may be the id of two people: `since` and `until` are the days
    of the other name, and `player_id` is the only id with this name, or else the name itself. `alias` is null if no
    line in `people` can settle the case: two spellings of one id, or one id in two places on one day.
    """
    known = players.lazy().group_by(_ID).agg(pl.col("name", "federation_id").drop_nulls().first()).collect()
    seats = entries.lazy().select(*ENTRANT, "player_id").unique().collect()
    decided = people.lazy().select("club", player_id="alias").unique().collect()
    open_ids = known.join(decided, on=_ID, how="anti")
    evenings = seats.group_by(_ID).agg(evenings=pl.struct(SESSION).n_unique())
    partners = _partners(seats).join(evenings, on=_ID)
    pairs = pl.concat([_by_federation(open_ids), _alike(open_ids), _with_one_partner(open_ids, partners)])
    sat = seats.select("club", "player_id", session=pl.struct(SESSION[1:])).unique()
    of_aliases = pairs.select(_BOTH).join(sat.rename({"player_id": "alias"}), on=["club", "alias"])
    met = of_aliases.join(sat, on=[*_ID, "session"], how="semi")
    found = pairs.join(met, on=_BOTH, how="anti").group_by(_BOTH).agg(pl.col("likeness").max())
    return pl.concat(
        [
            _as_lines(_with_evidence(found, partners, evenings), known),
            _second_spellings(findings, known),
            _second_names(findings, known, decided),
            _two_places(seats, sessions.lazy().collect(), known),
        ],
        how="diagonal",
    ).select("club", "kind", "alias", "player_id", "name", "other_name", "since", "until", "why")


def _partners(seats: pl.DataFrame) -> pl.DataFrame:
    few = seats.filter(pl.len().over(ENTRANT) <= 8)
    both = few.join(few.select(*ENTRANT, partner="player_id"), on=ENTRANT)
    return both.filter(pl.col("player_id") != pl.col("partner")).group_by(*_ID, "partner").agg(times=pl.len())


def _by_federation(known: pl.DataFrame) -> pl.DataFrame:
    numbers = known.drop_nulls("federation_id").select("club", "player_id", alias="federation_id")
    pairs = numbers.join(known.select("club", alias="player_id"), on=["club", "alias"])
    return pairs.filter(pl.col("alias") != pl.col("player_id")).select(*_BOTH, likeness=pl.lit(_FEDERATION))


def _alike(known: pl.DataFrame) -> pl.DataFrame:
    shown = pl.coalesce("name", "player_id")
    named = known.with_columns(words=bare_words(shown), same=same_name(shown))
    named = named.filter(pl.col("words").str.contains(_LETTER))
    aliases = named.rename({"player_id": "alias"})
    of_words = aliases.filter(pl.len().over("club", "words").is_between(2, 100))
    is_same = pl.col("same") == pl.col("same_player")
    same = of_words.join(named, on=["club", "words"], suffix="_player").with_columns(
        likeness=pl.when(is_same).then(_SAME).otherwise(_ALMOST)
    )
    digits = pl.col("words").str.replace_all(r"\D", "").alias("digits")
    ones, others = aliases.with_columns(digits), named.with_columns(digits)
    near = one_letter_off(ones, others, ["club", "digits"])
    off = (
        near.join(ones, on=["club", "digits", "words"])
        .join(others, left_on=["club", "digits", "other_words"], right_on=["club", "digits", "words"], suffix="_player")
        .with_columns(likeness=pl.lit(_ONE_OFF))
    )
    pairs = pl.concat(frame.select(*_BOTH, "likeness") for frame in (same, off))
    return pairs.filter(pl.col("alias") != pl.col("player_id"))


def _with_one_partner(known: pl.DataFrame, partners: pl.DataFrame) -> pl.DataFrame:
    is_usual = (pl.col("times") >= _EVENINGS_WITH_PARTNER) & (2 * pl.col("times") > pl.col("evenings"))
    usual = partners.filter(is_usual).join(known, on=_ID)
    aliases = usual.select("club", "partner", alias="player_id", alias_name="name")
    lacks_name = (
        ~pl.coalesce(*names).str.contains(_LETTER) for names in (("name", "player_id"), ("alias_name", "alias"))
    )
    return (
        usual.join(aliases, on=["club", "partner"])
        .filter(pl.col("alias") != pl.col("player_id"), pl.any_horizontal(lacks_name))
        .select(*_BOTH, likeness=pl.lit(_PARTNER))
    )


def _with_evidence(pairs: pl.DataFrame, partners: pl.DataFrame, evenings: pl.DataFrame) -> pl.DataFrame:
    of = partners.select("club", "partner", "player_id", times_of_player="times")
    of_alias = of.rename({"player_id": "alias", "times_of_player": "times_of_alias"})
    shared = (
        pairs.select(_BOTH)
        .join(of_alias, on=["club", "alias"])
        .join(of, on=[*_ID, "partner"])
        .with_columns(fewest=pl.min_horizontal("times_of_alias", "times_of_player"))
        .sort("fewest", "partner", descending=[True, False])
        .unique(_BOTH, keep="first", maintain_order=True)
    )
    return (
        pairs.join(shared, on=_BOTH, how="left")
        .join(
            evenings.select("club", alias="player_id", evenings_of_alias="evenings"), on=["club", "alias"], how="left"
        )
        .join(evenings.rename({"evenings": "evenings_of_player"}), on=_ID, how="left")
        .with_columns(pl.col("evenings_of_alias", "evenings_of_player", "fewest").fill_null(0))
    )


def _as_lines(found: pl.DataFrame, known: pl.DataFrame) -> pl.DataFrame:
    """Return lines of `people`, one per alias.

    If only one of two ids is a number, it is the person; else the id with more evenings is.
    """
    alias_is_number, is_number = (~pl.col(name).str.contains(_LETTER) for name in ("alias", "player_id"))
    more = pl.col("evenings_of_player").cast(pl.Int64) - pl.col("evenings_of_alias")
    sat_more = (more > 0) | ((more == 0) & (pl.col("player_id") < pl.col("alias")))
    by_name = pl.when(is_number == alias_is_number).then(sat_more).otherwise(is_number)
    is_person = (pl.col("likeness") == _FEDERATION) | by_name
    names = known.select("club", "player_id", "name")
    alike = {
        _FEDERATION: "the federation number of the other",
        _SAME: "the same name",
        _ALMOST: "the same name except for accents, order or signs",
        _ONE_OFF: "one letter off",
        _PARTNER: "one of them without a name",
    }
    partner = pl.coalesce("partner_name", "partner")
    with_partner = phrase(
        "; evenings with the same partner {}: {} and {}", partner, "times_of_alias", "times_of_player"
    )
    return (
        found.filter(is_person)
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
            why=pl.concat_str(
                pl.lit("one person? "),
                pl.col("likeness").replace_strict(alike, return_dtype=pl.String),
                pl.when(pl.col("fewest") > 0).then(with_partner).fill_null(""),
                phrase("; evenings: {} and {}, none together", "evenings_of_alias", "evenings_of_player"),
            ),
        )
        .select("kind", "name", "other_name", *_BOTH, "why")
    )


def _is_other_name(variant: str) -> pl.Expr:
    return (pl.col("code") == "players.other_name") & (argument(VARIANT).fill_null("") == variant)


def _second_spellings(findings: Frame[Findings], known: pl.DataFrame) -> pl.DataFrame:
    return (
        findings.lazy()
        .filter(_is_other_name("spelling"))
        .select("club", player_id=argument("player"), other_name="value")
        .unique()
        .collect()
        .join(known, on=_ID)
        .with_columns(
            kind=pl.lit("one"),
            why=phrase(
                "one person? {} is spelled {}, and here {}; "
                "to settle this, add the right name to a table players (player_id, name)",
                *("player_id", "name", "other_name"),
            ),
        )
        .sort(*_ID, "other_name")
    )


def _second_names(findings: Frame[Findings], known: pl.DataFrame, decided: pl.DataFrame) -> pl.DataFrame:
    """Return ids that the files use for two people, each with the second name and the days on which it is used."""
    of_name = (
        known.with_columns(same=same_name(pl.col("name")))
        .drop_nulls("same")
        .filter(pl.len().over("club", "same") == 1)
        .select("club", "same", has_it="player_id")
    )
    return (
        findings.lazy()
        .filter(_is_other_name(""))
        .group_by("club", alias=argument("player"), other_name="value")
        .agg(
            since=argument("since").min().str.to_date(strict=False),
            until=argument("until").max().str.to_date(strict=False),
        )
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
    on_day = (
        seats.join(sessions.select(*SESSION, "date"), on=SESSION)
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
        why=phrase("two people? they played in {} on one day, first on {} ({} such days)", "where", "first", "days"),
    )

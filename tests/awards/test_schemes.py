"""Every scheme: the numbers of its source, and what must hold in a field of any size."""

import polars as pl
import pytest
from awards import plain
from awards.events import COMPUTED, EVENT, event, field, points

from transforms.awards import SCHEMES, AwardError, awards, computed_scheme

SIZES = [*range(1, 41), 49, 50, 51, 52, 99, 100, 101, 199, 200, 201, 400, 401, 402, 450]


@pytest.mark.parametrize(
    ("size", "total", "awarded", "first", "last"),
    [
        (25, 694.4444, 17, (131.0315, 89.8307, 70.9670), 6.3560),
        (50, 1944.4444, 34, (247.2346, 172.1790, 138.3925), 4.2400),
        (51, 1989, 34, (226.5412, 162.7313, 133.2850), 8.9870),
        (100, 4444.4444, 67, (329.4904, 240.1860, 199.0555), 6.4575),
    ],
)
def test_ffb(size: int, total: float, awarded: int, first: tuple[float, ...], last: float) -> None:
    found = points("ffb", field(size))
    assert round(sum(found), 4) == total
    assert [round(each, 4) for each in found[:3]] == list(first)
    assert (round(found[awarded - 1], 4), found[awarded:]) == (last, [0] * (size - awarded))


@pytest.mark.parametrize(
    ("size", "first", "last"),
    [
        (25, (11.6104, 7.7153, 5.9412), 0.5531),
        (50, (15.8164, 10.7483, 8.4905), 0.5341),
        (51, (14.5786, 10.2245, 8.2352), 0.4495),
        (100, (18.8899, 13.4833, 11.0238), 0.4679),
    ],
)
def test_fsb(size: int, first: tuple[float, ...], last: float) -> None:
    found = points("fsb", field(size))
    half = -(-size // 2)
    assert [round(each, 4) for each in found[:3]] == list(first)
    assert (round(found[half - 1], 4), found[half:]) == (last, [0] * (size - half))


@pytest.mark.parametrize(
    ("size", "first"),
    [
        (25, (104.7952, 79.7263, 65.8111)),
        (50, (209.5903, 162.7745, 137.3449)),
        (51, (213.7821, 166.0964, 140.2063)),
        (100, (419.1807, 328.8709, 280.4126)),
    ],
)
def test_funbridge(size: int, first: tuple[float, ...]) -> None:
    found = points("funbridge", field(size))
    assert [round(each, 4) for each in found[:3]] == list(first)
    assert found[-1] > 0


@pytest.mark.parametrize(
    ("size", "first"),
    [(25, [19, 13, 10, 8, 6]), (50, [38, 25, 19, 15, 13]), (51, [39, 26, 20, 16, 13]), (100, [75, 50, 38, 30, 25])],
)
def test_nbf(size: int, first: list[int]) -> None:
    found = points("nbf", field(size))
    assert found[:5] == first
    assert found[size // 3 :] == [0] * (size - size // 3)


EBU_EXAMPLE = [70, 68, 66, 66, 64, 62, 62, 62, 60, 58, 56, 54, *range(53, 31, -1)]
IMPS = [1.5, 0, -0.5, -1]
SECTION_4 = [65, 64, 60, 53.33, 50.42, 48.75, 47.5, 46.67, 46.5, 46.25, 46, 39, 36]


@pytest.mark.parametrize(
    ("scheme", "scores", "worked_out"),
    [
        # Places 3 and 4 tie, and 6 to 8; the last two get 6 rather than 6 and 3.
        ("ebu", EBU_EXAMPLE, [36, 33, 30, 30, 24, 18, 18, 18, 12, 9, 6, 6, *[0] * 22]),
        # Of 7 entrants 9, 6 and 6 are awarded; who ties for the last award has 6 at least.
        ("ebu", [60, 60, 58, 56, 54, 52, 50], [9, 9, 6, 0, 0, 0, 0]),
        ("ebu", [60, 58, 56, 56, 56, 56, 50], [9, 6, 6, 6, 6, 6, 0]),
        ("aeb", [60, 58, 58, 52, 50, 45, 40, 37], [2.5, 1.75, 1.75, 1, 0.5, 0, 0, 0]),
        ("aeb", IMPS, [0, 0, 0, 0]),
        ("pzbs", range(20, 0, -1), [1.0, 0.8, 0.6, 0.4, 0.35, 0.3, 0.25, 0.2, 0.15, 0.1, *[0] * 10]),
        ("pzbs", range(5, 0, -1), [0.625, 0.425, 0.225, 0.1, 0]),
        ("pzbs", range(4, 0, -1), [0.6, 0.4, 0.2, 0.1]),
        ("pzbs", [1], [0.525]),
        ("club_points", SECTION_4, [52, 39, 26, 21, *[1] * 9]),
        # 26 and 20.8 make 23.4 each; 20.8 and 1 make 10.9.
        ("club_points", [65, 64, 60, 60, *range(50, 41, -1)], [52, 39, 23, 23, *[1] * 9]),
        ("club_points", [65, 64, 60, 55, 55, *range(50, 42, -1)], [52, 39, 26, 11, 11, *[1] * 8]),
    ],
)
def test_an_event_of_the_source(scheme: str, scores: list[float], worked_out: list[float]) -> None:
    assert points(scheme, event([*scores])) == worked_out


def test_aeb_average_may_be_told() -> None:
    """IMPs: the average is 0."""
    assert points("aeb", event(IMPS).with_columns(average=0.0)) == [1, 0.5, 0, 0]


def test_wbf_robot_bands() -> None:
    found = points("wbf_robot", field(60))
    assert found == [1500, 1200, 1050, 900, *[825] * 15, *[750] * 11, *[0] * 30]
    ends = [1, 2, 3, 4, 5, 19, 20, 39, 40, 59, 60, 79, 80, 99, 100, 119, 120, 139, 140, 159, 160, 179, 180, 200, 201]
    percents = [100, 80, 70, 60, 55, 55, 50, 50, 45, 45, 40, 40, 35, 35, 30, 30, 25, 25, 20, 20, 15, 15, 10, 10, 0]
    of_many = points("wbf_robot", field(500))
    assert [of_many[place - 1] for place in ends] == [15 * percent for percent in percents]


@pytest.mark.parametrize(
    ("size", "total", "winner", "awarded"), [(49, 92, 20, 9), (50, 212, 30, 14), (99, 212, 30, 14), (100, 382, 40, 19)]
)
def test_ebl_columns(size: int, total: int, winner: int, awarded: int) -> None:
    found = points("ebl", field(size))
    assert (sum(found), found[0], sum(each > 0 for each in found)) == (total, winner, awarded)
    assert found[1 : awarded + 1] == [*range(winner - 4, 0, -2), 0]


@pytest.mark.parametrize("scheme", COMPUTED)
def test_every_place_as_worked_out_the_long_way(scheme: str) -> None:
    fields = [field(size) for size in SIZES]
    made = awards(pl.concat(fields), [scheme], event=EVENT).collect()
    for each in fields:
        found = made.filter(event=each["event"][0])[scheme].to_list()
        assert found == pytest.approx(plain.awarded(scheme, each["score"].to_list()), rel=1e-12, abs=1e-12)


def test_ffb_and_fsb_give_out_their_totals() -> None:
    totals = {"ffb": plain.ffb_total, "fsb": plain.fsb_total}
    for sizes in (range(1, 1000), range(1000, 1500), range(1500, 2001)):
        made = awards(pl.concat(map(field, sizes)), list(totals), event=EVENT).collect()
        sums = made.group_by("event", maintain_order=True).agg(pl.col(list(totals)).sum())
        for scheme, total in totals.items():
            assert sums[scheme].to_list() == pytest.approx([float(total(size)) for size in sizes], rel=1e-9, abs=0)


@pytest.mark.long
def test_nbf_is_never_off_by_one() -> None:
    """Against thirty decimals: what is whole there is never pushed up."""
    sizes = range(1, 601)
    made = awards(pl.concat(map(field, sizes)), ["nbf"], event=EVENT).collect()
    by_event = made.group_by("event", maintain_order=True).agg("nbf")["nbf"].to_list()
    assert by_event == [plain.nbf(size) for size in sizes]


def test_every_scheme_says_who_awards_what_by_which_source() -> None:
    assert list(SCHEMES) == [
        *("funbridge", "ffb", "fsb", "ebu", "nbf", "wbf_robot", "ebl", "aeb", "pzbs", "club_points"),
        *("tbf", "fpb", "rbbf", "cbs", "acbl"),
    ]
    assert all(scheme.points and scheme.federation and scheme.source for scheme in SCHEMES.values())
    assert [name for name, scheme in SCHEMES.items() if scheme.needs_score] == ["aeb"]


@pytest.mark.parametrize(("name", "near"), [("clubpoints", "club_points"), ("FFB", "ffb"), ("wbf", "wbf_robot")])
def test_unknown_scheme_names_the_nearest(name: str, near: str) -> None:
    with pytest.raises(AwardError, match=f"{name}.*did you mean {near}"):
        computed_scheme(name)


def test_unknown_scheme_names_those_that_may_be_written() -> None:
    with pytest.raises(AwardError) as caught:
        computed_scheme("x")
    known = str(caught.value).split("write one of ")[1]
    assert [one.partition(" (")[0] for one in known.split(", ")] == COMPUTED
    assert "ffb (Fédération française de bridge), " in known


def test_a_scheme_of_the_federation_itself_has_no_rule() -> None:
    with pytest.raises(AwardError, match="'acbl': ACBL awards its Masterpoints itself: import"):
        points("acbl", field(4))


@pytest.mark.parametrize("scheme", ["funbridge", "ffb", "fsb", "ebu", "nbf", "wbf_robot", "ebl", "aeb", "pzbs"])
def test_by_rank_a_tie_has_what_the_best_of_it_has_alone(scheme: str) -> None:
    scores = [70.0, 65.0, 65.0, 65.0, 55.0, 55.0, 52.0, 45.0, 45.0, 40.0]
    alone = awards(event([score - 1e-4 * place for place, score in enumerate(scores)]), [scheme], event=EVENT)
    tied = awards(event(scores), [scheme], event=EVENT, ties="rank").collect()
    of_rank = alone.collect().select("rank", alone=scheme)
    assert tied[scheme].to_list() == tied.join(of_rank, on="rank", maintain_order="left")["alone"].to_list()

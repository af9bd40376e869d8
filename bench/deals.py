"""Measure solving and par next to bare endplay, builds with deals, and how declarers compare with double dummy.

`python -m bench.deals` solves random deals; with `--pbn FOLDER`, those of the files there, and checks them against the
double-dummy tables in the files. `--warehouse FILE` prints for a warehouse the tricks against double dummy by level.
`--build` builds the sample, all of whose deals are solved, and the same landing folder without deals.
"""

import argparse
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import polars as pl

from bench.taken import Taken, Taking
from pipelines.building.solving.solver import BATCH, solve
from pipelines.building.solving.store import Solved
from pipelines.intake.readers import read_file
from pipelines.machine.paths import SAMPLE
from pipelines.warehouse import Warehouse
from transforms.bridge.cards import CARDS, SUITS, cards_of, deal_of, from_north, ids_of
from transforms.bridge.tricks_as_digits import digits_of
from transforms.deals.par import par
from transforms.tables.deals import TABLE
from transforms.tables.schemas import SEATS, VULNERABLE, Deals, DoubleDummy
from transforms.tables.shared import in_shape


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200, help="how many deals")
    parser.add_argument("--pbn", type=Path, help="a folder with PBN files")
    parser.add_argument("--build", action="store_true", help="measure builds of the sample, and stop")
    parser.add_argument("--warehouse", type=Path, help="print what lines of this warehouse gain, and stop")
    arguments = parser.parse_args()
    if arguments.warehouse:
        of_lines(arguments.warehouse)
        return
    if arguments.build:
        of_builds()
        return
    given = of_files(arguments.pbn) if arguments.pbn else made_up(arguments.deals)
    deals = given.head(arguments.deals)
    ids = deals["deal_id"].to_list()
    with tempfile.TemporaryDirectory() as folder:
        store = Solved(Path(folder) / "deals.sqlite")
        bare, one_by_one = bare_batches(ids), bare_singly(ids[: max(1, len(ids) // 4)])
        ours = of_children(lambda: solve(ids, store, workers=1))
        tables = store.tables(ids)
    told = [
        ("endplay bare, batches", bare[0], len(ids)),
        ("endplay bare, one by one", *one_by_one),
        ("ours, one worker", ours, len(ids)),
    ]
    for name, took, count in told:
        print(f"deals {name:<24} {count:>5} tables: {took}, {count / took.processor:.2f} a second of a core")
    print(f"deals ours has {bare[0].processor / ours.processor:.1%} of the bare speed, by the processor")
    found = dict(tables.select("deal_id", digits_of()).iter_rows())
    print(f"deals equal to endplay bare: {sum(found[one] == digits for one, digits in bare[1].items())} of {len(ids)}")
    with_table = deals.filter(pl.col("double_dummy").is_not_null())
    same = sum(found[one] == digits for one, digits in with_table.select("deal_id", "double_dummy").iter_rows())
    print(f"deals equal to the tables in the files: {same} of {with_table.height}")
    of_par(tables)


def made_up(count: int) -> pl.DataFrame:
    """Return random deals, always the same ones."""
    chance = random.Random(1)  # noqa: S311 - no secret
    rows = []
    for _ in range(count):
        seat_of = dict(
            zip(chance.sample(CARDS, len(CARDS)), [seat for seat in range(4) for _ in range(13)], strict=True)
        )
        hands = (
            ".".join("".join(card[1] for card in CARDS if seat_of[card] == seat and card[0] == suit) for suit in SUITS)
            for seat in range(4)
        )
        rows.append("N:" + " ".join(hands))
    return _with_ids(pl.DataFrame({"deal": rows}).with_columns(double_dummy=pl.lit(None, pl.String)))


def of_files(folder: Path) -> pl.DataFrame:
    """Return the deals of all PBN files below a folder, first those that have a table."""
    paths = sorted(folder.rglob("*.pbn"))
    read = pl.concat(read_file(path, path.name).tables["deals"].select("deal", "double_dummy") for path in paths)
    print(f"deals in {len(paths)} files: {read.height}, with a table: {read['double_dummy'].count()}")
    whole = _with_ids(read.with_columns(from_north(pl.col("deal")).alias("deal")))
    print(f"deals of 52 cards, each once: {whole.height}")
    return whole.sort(pl.col("double_dummy").is_null(), maintain_order=True)


def _with_ids(deals: pl.DataFrame) -> pl.DataFrame:
    cards = cards_of(deals["deal"])
    whole = cards.group_by("row").agg(pl.col("card").n_unique(), pl.len()).filter(card=52, len=52)
    ids = ids_of(cards.join(whole, on="row", how="semi"))
    return deals.with_row_index("row").join(ids, on="row", maintain_order="left").unique("deal_id", maintain_order=True)


def bare_batches(ids: list[str]) -> tuple[Taken, dict[str, str]]:
    """Return the time that endplay takes in this process on one thread, and its tables."""
    import endplay._dds as dds
    from endplay.dds import calc_all_tables
    from endplay.types import Deal, Denom, Player

    dds.SetMaxThreads(1)
    deals = [Deal(deal_of(one)) for one in ids]
    with Taking() as taking:
        tables = [table for at in range(0, len(deals), BATCH) for table in calc_all_tables(deals[at : at + BATCH])[:]]
    strains = (Denom.nt, Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs)
    digits = [
        "".join(f"{table[seat, strain]:x}" for seat in Player.iter_order("NESW") for strain in strains)
        for table in tables
    ]
    return taking.taken, dict(zip(ids, digits, strict=True))


def bare_singly(ids: list[str]) -> tuple[Taken, int]:
    """Return the time that endplay takes for deals one by one, and how many deals there were."""
    from endplay.dds import calc_dd_table
    from endplay.types import Deal

    deals = [Deal(deal_of(one)) for one in ids]
    with Taking() as taking:
        for deal in deals:
            calc_dd_table(deal)
    return taking.taken, len(ids)


def of_children(work: Callable[[], object]) -> Taken:
    """Return the time that some work takes, including the processor time of the processes that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with Taking() as taking:
        work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Taken(taking.taken.seconds, taking.taken.processor + spent)


def of_par(tables: pl.DataFrame) -> None:
    """Compare our par with endplay's, for each dealer and vulnerability, and the time of both."""
    import endplay._dds as dds
    from endplay.dds import par as par_of_endplay
    from endplay.dds.ddtable import DDTable
    from endplay.types import Player, Vul

    place = {"club": "-", "competition": "-", "season": "-"}
    every = pl.DataFrame({"dealer": SEATS}).join(pl.DataFrame({"vulnerable": VULNERABLE}), how="cross")
    deals = tables.select("deal_id").join(every, how="cross").with_columns(pl.lit(v).alias(k) for k, v in place.items())
    given = tables.with_columns(*(pl.lit(v).alias(k) for k, v in place.items()), source=pl.lit("solved"))
    full = pl.concat([Deals.create_empty(), deals], how="diagonal")
    with Taking() as ours:
        made = par(in_shape(Deals, full), in_shape(DoubleDummy, given)).collect()
    numbers = {name: place for place, name in enumerate(("s", "h", "d", "c", "nt"))}
    found = {}
    for row in tables.iter_rows(named=True):
        table = dds.ddTableResults()
        for name in TABLE:
            table.resTable[numbers[name[2:]]]["nesw".index(name[0])] = row[name]
        found[row["deal_id"]] = DDTable(table)
    of_words = dict(zip(VULNERABLE, (Vul.none, Vul.ns, Vul.ew, Vul.both), strict=True))
    with Taking() as theirs:
        same = sum(
            par_of_endplay(found[deal_id], of_words[vulnerable], Player.find(dealer)).score == score
            for deal_id, dealer, vulnerable, score in made.select(
                "deal_id", "dealer", "vulnerable", "par_score"
            ).iter_rows()
        )
    print(f"deals par: {same} of {made.height} as endplay has it; ours {ours.taken}, endplay {theirs.taken}")


def of_builds(repeats: int = 3) -> None:
    """Print the processor time of builds of the sample, with its deals and without: the least of some runs."""
    took: dict[tuple[str, str], list[float]] = {}
    builds = {"everything anew": "--full", "nothing new": None, "an evening changed": None}
    with tempfile.TemporaryDirectory() as folder:
        places = {"with deals": Path(folder, "dealt"), "without": Path(folder, "plain")}
        for place in places.values():
            shutil.copytree(SAMPLE, place / "landing")
        for file in (places["without"] / "landing").rglob("deals.csv"):
            file.unlink()
        for turn in range(repeats + 1):
            for name, place in places.items():
                file = sorted((place / "landing").rglob("results.csv"))[-1]
                for what, option in builds.items():
                    if what == "an evening changed":
                        file.write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
                    taken = of_children(lambda place=place, option=option: _built(place, option))
                    took.setdefault((what, name), []).extend([taken.processor] if turn else [])
    for (what, name), seconds in sorted(took.items()):
        print(f"deals build of the sample, {what}, {name}: {min(seconds):.2f} s of the processor, {len(seconds)} times")


def _built(place: Path, option: str | None) -> None:
    made = ["--warehouse", str(place / "warehouse.duckdb"), "--reports", str(place / "reports")]
    landing, options = str(place / "landing"), [option] if option else []
    subprocess.run(
        [sys.executable, "-m", "pipelines", "build", landing, *made, *options], check=True, capture_output=True
    )


def of_lines(warehouse: Path) -> None:
    """Print how many tricks declarers take, against double dummy, by level."""
    with Warehouse(warehouse, read_only=True) as tables:
        lines = tables.read("deals.lines").filter(pl.col("gained").is_not_null())
    level = pl.col("contract").str.head(1)
    said = [
        pl.len().alias("lines"),
        pl.mean("tricks"),
        pl.mean("double_dummy_tricks"),
        pl.mean("gained"),
        pl.std("gained").alias("sd"),
    ]
    slams = pl.when(level.is_in(["6", "7"])).then(pl.lit("slams")).otherwise(pl.lit("below"))
    rows = [
        lines.select(pl.lit("all").alias("what"), *said),
        lines.group_by(what=level).agg(said).sort("what"),
        lines.group_by(what=slams).agg(said).sort("what"),
    ]
    for row in pl.concat(rows).iter_rows(named=True):
        print(
            "deals "
            + ", ".join(f"{key} {value:.3f}" if isinstance(value, float) else f"{value}" for key, value in row.items())
        )


if __name__ == "__main__":
    main()

"""Check whether a file's results reveal its rules: try each file that publishes results under each wrong profile.

    python -m bench.wrong_rules [FOLDER]

Each file is a competition of its own. Its rules are found if they give as many of its values as the rules of its own
program do. The bench prints each file and profile, with the rules that were found; counts per folder; and the seconds
for looking at a folder and for proposing its rules, which `barometer new` adds.
"""

import datetime as dt
import sys
import time
from pathlib import Path

import polars as pl

from bench.same_everywhere.corpora import REAL_DATA
from pipelines.cli.new.looking import look_at
from pipelines.cli.new.proposing import proposal_of
from pipelines.intake.landing.raw_tables import read_loose
from pipelines.intake.readers.recognise import PROGRAM, read_with_origin
from pipelines.settings.competition import Settings
from pipelines.settings.scoring import profile_of, profile_table, scoring_profiles
from pipelines.settings.seasons import Season
from transforms.official.rules_search import Evidence, better_rules
from transforms.tables.filling import filled
from transforms.tables.schemas import COMPETITION, Competitions

_SEASON = {"name": "all", "start": dt.date.min, "end": dt.date.max}


def evidence_of(files: list[Path]) -> Evidence:
    """Return the tables of the files, each as a competition of its own."""
    settings = Settings(season=[Season.model_validate(_SEASON)])
    read = [{"competition": file.name, "tables": read_loose(file, settings)} for file in files]
    tables = {
        name: pl.concat(
            one["tables"][name].with_columns(competition=pl.lit(one["competition"])).select(one["tables"][name].columns)
            for one in read
        )
        for name in Evidence._fields
    }
    return Evidence(**tables)


def agreeing(found: Evidence, profile: pl.Expr) -> pl.DataFrame:
    """Return what `better_rules` finds if the files have the rules of this profile."""
    keys = found.competitions.lazy().select(COMPETITION).collect().with_columns(profile=profile)
    rules = keys.join(profile_table(), on="profile", how="left", maintain_order="left")
    return better_rules(found._replace(competitions=filled(Competitions, rules)), profile_table())


def main() -> None:
    """Print which rules are found, and how long a proposal takes."""
    root = Path(sys.argv[1]) if sys.argv[1:] else REAL_DATA
    files = sorted(file for file in root.rglob("*") if file.suffix in (".pbn", ".xml"))
    if not files:
        sys.exit(f"{root}: there are no PBN or XML files; name a folder that has some")
    programs = {file.name: read_with_origin(file.read_bytes(), file.name).origin.get(PROGRAM) for file in files}
    right_of = {name: profile_of(program or "") for name, program in programs.items()}
    known = [file for file in files if right_of[file.name]]
    found = evidence_of(known)
    right = pl.col("competition").replace_strict(right_of, return_dtype=pl.String)
    most = agreeing(found, right).filter(variant="given").select("competition", most="equal")
    of_file = {"folder": pl.col("competition").replace_strict({file.name: file.parent.name for file in files})}
    outcomes = []
    for wrong in scoring_profiles():
        began = time.perf_counter()
        tried = agreeing(found, pl.lit(wrong)).filter(right != wrong)
        print(f"{wrong}: {time.perf_counter() - began:.1f} s for {tried['competition'].n_unique()} files")
        totals = tried.filter(variant="given").select("competition", now="equal")
        best = tried.filter(pl.col("variant") != "given").unique("competition", keep="first", maintain_order=True)
        gained = best.select("competition", "keys", gained=pl.col("equal") - pl.col("before"))
        outcomes.append(
            totals.join(gained, on="competition", how="left")
            .join(most, on="competition")
            .with_columns(right=right, wrong=pl.lit(wrong), **of_file)
            .with_columns(named=pl.col("now") + pl.col("gained").fill_null(0) >= pl.col("most"))
        )
    each = pl.concat(outcomes).sort("folder", "competition", "wrong")
    with pl.Config(tbl_rows=-1, tbl_cols=-1, fmt_str_lengths=80, tbl_width_chars=160, fmt_table_cell_list_len=5):
        print(each.select("competition", "right", "wrong", "keys", "now", "gained", "most", "named"))
        print(each.group_by("folder").agg(pl.col("named").sum(), of=pl.len()).sort("folder"))
    for folder in (root / "pbn" / "spiren", root / "usebio"):
        if folder.is_dir():
            began = time.perf_counter()
            seen = look_at(folder)
            looked = time.perf_counter()
            proposal = proposal_of(seen, ("club", "evening"), Path.home(), dt.date.today())
            seconds = f"{looked - began:.1f} s to look, {time.perf_counter() - looked:.1f} s to propose"
            print(f"{folder.name}: {seconds} {proposal.profile.value} ({proposal.profile.in_words})")


if __name__ == "__main__":
    main()

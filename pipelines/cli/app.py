"""The commands: each reads its arguments, makes one call and prints the result.

Exit status: 0 done; 1 done, but with findings of severity error or with boards that do not balance; 2 unusable input or
arguments, with a line that says what is wrong, where, and how to mend it; 130 or 143 ended by SIGINT or SIGTERM. Output
for machines goes to standard output, progress and messages to standard error. Each command imports only what it needs,
so that a small command starts fast.
"""

import sys
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from typer.exceptions import TyperException

from pipelines.cli import app_deals as cli_deals
from pipelines.cli import app_records as cli_records
from pipelines.cli import app_start as cli_start
from pipelines.cli.balance.commands import app as balance
from pipelines.cli.movement.command import movement
from pipelines.cli.score.parts import Part
from pipelines.cli.terminal import arguments
from pipelines.cli.terminal.exit_status import DONE, DONE_WITH_ERRORS, UNUSABLE, explained, say
from pipelines.cli.terminal.help_texts import Commands
from pipelines.cli.terminal.options import (
    CompetitionArgument,
    FormatOption,
    LandingArgument,
    LanguageOption,
    ReplaceOption,
    ReportsToWrite,
    SeasonOption,
    WarehouseOption,
    WarehouseToWrite,
)
from pipelines.cli.terminal.printed import Format, print_csv, print_json, print_rows
from pipelines.cli.terminal.table_format import TableFormat
from pipelines.machine import stopping
from pipelines.machine.files import apply_umask
from pipelines.machine.paths import Paths, keep_caches_out_of_packages, place_of, warehouse_named
from pipelines.words.languages import ENGLISH, make_usual, speak_as_the_machine, speaking
from pipelines.words.progress_bar import progress_bar
from pipelines.words.streams import make_printable
from transforms.messages import gettext, ngettext

if TYPE_CHECKING:
    import polars as pl


app = Commands(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    epilog="Example: barometer demo",
    context_settings={"help_option_names": ["-h", "--help"], "token_normalize_func": str.lower},
)

app.add_typer(cli_start.app)
app.add_typer(balance, name="balance")
app.add_typer(cli_records.app)
app.add_typer(cli_deals.app, name="deals")
app.command(epilog="Example: barometer movement --tables 11 --rounds 8 --boards 24 --absent 3")(movement)


class Explained(StrEnum):
    """How an explanation is printed."""

    TABLE = "table"
    JSON = "json"


def main() -> None:
    """Run a command; an error, also one in the arguments, is shown in one line, without a traceback."""
    stopping.run(run)


def run() -> object:
    """Run a command; return its exit status."""
    keep_caches_out_of_packages()
    make_printable()
    speak_as_the_machine()
    try:
        with explained():
            apply_umask()
            status = app(standalone_mode=False)
            sys.stdout.flush()
            return status
    except TyperException as error:
        if message := arguments.told(error):
            say(f"barometer: {message}")
        return UNUSABLE
    except typer.Exit as ended:
        return ended.exit_code
    except typer.Abort:
        return UNUSABLE


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"barometer {version('barometer')}")
        raise typer.Exit


@app.callback()
def everything(
    *,
    version: Annotated[  # noqa: ARG001 - its callback prints it
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version, and stop.")
    ] = False,
    language: LanguageOption = None,
) -> None:
    """From raw bridge results to what a club publishes, and why each number is what it is."""
    make_usual(language)


@app.command(epilog="Example: barometer build results/tuesday")
def build(
    landing: LandingArgument = None,
    warehouse: WarehouseToWrite = None,
    reports: ReportsToWrite = None,
    season: Annotated[str | None, typer.Option(help="Build this season only.")] = None,
    *,
    full: Annotated[bool, typer.Option("--full", help="Build everything anew, whatever changed.")] = False,
    memory: Annotated[str, typer.Option(help="Memory for the clubs that are computed together.")] = "2GB",
    language: LanguageOption = None,
) -> None:
    """Build everything, or what changed since the last build."""
    from pipelines.cli.build import build as build_all
    from pipelines.cli.findings import findings_command
    from pipelines.cli.terminal.which_landing import (
        refuse_a_second_set,
        refuse_to_replace,
        refuse_to_replace_pages,
        which_landing,
    )
    from pipelines.machine.sizes import number_of

    with explained():
        make_usual(language)
        usual = Paths.from_environment()
        named = place_of(warehouse) if warehouse else usual.warehouse
        budget = number_of("--memory", memory)
        folder, why = which_landing(landing, replace(usual, warehouse=named, reports=reports or usual.reports))
        if why:
            say(why)
        paths = Paths(folder, named, reports or usual.reports)
        refuse_a_second_set(folder, paths, is_named=warehouse is not None)
        refuse_to_replace(folder, paths, is_named=warehouse is not None)
        refuse_to_replace_pages(folder, paths, is_named=reports is not None)
        with progress_bar() as progress:
            outcome = build_all(paths, season, progress, full=full, memory=budget, say=say)
    if outcome.up_to_date:
        say(gettext("Nothing changed since the last build."))
    errors = _say_findings(outcome.findings, findings_command(warehouse))
    typer.echo(gettext("Report: {page}", page=outcome.index))
    raise typer.Exit(DONE_WITH_ERRORS if errors else DONE)


@app.command(epilog="Example: barometer check results/tuesday")
def check(
    landing: LandingArgument = None,
    warehouse: WarehouseOption = None,
) -> None:
    """Read everything, build nothing, and print every finding: the same words once, with every place."""
    from pipelines.cli.findings import counted, errors_in, findings_of_landing, grouped, known_to_a_build
    from pipelines.cli.terminal.which_landing import which_landing

    with explained():
        paths = replace(Paths.from_environment(), warehouse=warehouse_named(warehouse))
        folder, why = which_landing(landing, paths)
        if why:
            say(why)
        known = known_to_a_build(folder, paths, is_named=warehouse is not None)
        with progress_bar() as progress:
            found = findings_of_landing(folder, progress, known)
    for line in grouped(found):
        typer.echo(line)
    say(gettext("{findings}; nothing is built.", findings=counted(found)))
    raise typer.Exit(DONE_WITH_ERRORS if errors_in(found) else DONE)


@app.command(epilog="Example: barometer findings --format csv")
def findings(
    club: Annotated[str | None, typer.Option(help="The id of a club; all where it is not given.")] = None,
    warehouse: WarehouseOption = None,
    output: Annotated[Format, typer.Option("--format", help="How to print them.")] = Format.TABLE,
) -> None:
    """Print all findings of the last build."""
    from pipelines.cli.findings import at_a_glance, counted, findings_of_last_build

    with explained():
        found = findings_of_last_build(warehouse_named(warehouse), club)
    print_rows(at_a_glance(found) if output is Format.TABLE else found, output, title=counted(found))


@app.command(epilog="Example: barometer score evening.pbn --show results")
def score(
    file: Annotated[Path, typer.Argument(help="A result file of any supported format, or a folder of them.")],
    profile: Annotated[
        str | None,
        typer.Option(help="The scoring rules: those of the folder's competition.toml, or else fonteintje."),
    ] = None,
    output: FormatOption = Format.TABLE,
    show: Annotated[Part | None, typer.Option(help="One part only.")] = None,
) -> None:
    """Score one file, without a warehouse: result lists and control sheet.

    Which program wrote the file is not taken into account: name its rules with --profile.
    """
    from pipelines.cli.score.score import quick_score

    with explained():
        scored = quick_score(file, profile)
    match output:
        case Format.CSV:
            print_csv(scored.for_machines(show or Part.RESULTS))
        case Format.JSON:
            print_json(scored.for_machines(show).write_json() if show else scored.as_json())
        case Format.TABLE:
            from pipelines.cli.score.printing import print_sheets

            print_sheets(scored, show)
    imbalances = scored.imbalances()
    for board in imbalances:
        say(gettext("error: {what}", what=board))
    errors = _say_findings(scored.findings)
    raise typer.Exit(DONE_WITH_ERRORS if errors or imbalances else DONE)


@app.command(epilog="Example: barometer explain Jaworek")
def explain(
    player: Annotated[str, typer.Argument(help="An id, a name, or a part of a name.")],
    *,
    competition: Annotated[
        str | None, typer.Option(help="Its id, its name, or CLUB/COMPETITION; all where it is not given.")
    ] = None,
    season: SeasonOption = None,
    session: Annotated[str | None, typer.Option(help="One session, in or out of the window, with its boards.")] = None,
    warehouse: WarehouseOption = None,
    output: Annotated[Explained, typer.Option("--format", help="How to print it.")] = Explained.TABLE,
) -> None:
    """Say where a ranking or a rating comes from: sessions, points, scores, boards, games, down to lines of files."""
    from pipelines.cli.explain.explain import as_json
    from pipelines.cli.explain.explain import explain as explain_player

    with explained(), speaking(ENGLISH if output is Explained.JSON else None):
        explained_player = explain_player(warehouse_named(warehouse), player, competition, season, session)
        as_printed = as_json(explained_player) if output is Explained.JSON else ""
    if output is Explained.JSON:
        print_json(as_printed)
        return
    from pipelines.cli.explain.printing import print_explanation, print_rating

    for explanation in explained_player.rankings:
        print_explanation(explanation, sessions_only=session is not None)
    for rating in explained_player.ratings:
        print_rating(rating)


@app.command(epilog="Example: barometer awards ffb results.csv")
def awards(
    scheme: Annotated[str, typer.Argument(help="ffb, fsb, ebu, nbf, … as docs/awards.md names them.")],
    results: Annotated[
        Path, typer.Argument(help="CSV, a row an entrant: entrant, and rank, score (a percentage) or both.")
    ],
    *,
    whole_points: Annotated[
        bool, typer.Option("--whole-points", help="Whole points that keep the total: of funbridge, ffb and fsb.")
    ] = False,
    ties: Annotated[
        Literal["mean", "rank"], typer.Option(help="Who ties has the mean of the places shared, or the best of them.")
    ] = "mean",
    output: FormatOption = Format.TABLE,
) -> None:
    """Award federation points for one result list, without a warehouse."""
    from pipelines.cli.awards import at_a_glance, awards_of_file
    from pipelines.words.words import counted

    with explained():
        made = awards_of_file(results, scheme, whole_points=whole_points, ties=ties)
    if output is Format.TABLE:
        print_rows(at_a_glance(made), output, title=f"{scheme}, {counted(made.height, 'entrant')}")
    else:
        print_rows(made, output, title="")


@app.command(epilog="Example: barometer lines tuesday-evening present.csv --lines 2")
def lines(
    competition: CompetitionArgument,
    attendance: Annotated[
        Path,
        typer.Argument(help="CSV, a row a pair or trio: player_id and partner_id (ids or names), or pair."),
    ],
    *,
    sizes: Annotated[str | None, typer.Option(help="Pairs in each line, the highest first: 14,12,10.")] = None,
    number: Annotated[int | None, typer.Option("--lines", help="How many lines, of equal size.")] = None,
    guest: Annotated[list[str] | None, typer.Option(help="A name that is new to the club; may be repeated.")] = None,
    season: SeasonOption = None,
    warehouse: WarehouseOption = None,
    output: FormatOption = Format.TABLE,
    page: Annotated[
        Path | None, typer.Option(help="An HTML file to write it to as well, to print or to pin up.")
    ] = None,
    replaces: ReplaceOption = False,
) -> None:
    """Assign the pairs and trios present to lines, the strongest to the highest."""
    from pipelines.cli.lines import next_lines, print_assigned, sizes_of, with_sit_outs

    with explained():
        if sizes is not None and number is not None:
            raise typer.BadParameter(gettext("--sizes says how many lines there are: leave out --lines"))
        assigned = next_lines(
            warehouse_named(warehouse),
            competition,
            attendance,
            season=season,
            sizes=None if sizes is None else sizes_of(sizes),
            lines=number,
            guests=guest or (),
        )
        if page is not None:
            from pipelines.cli.lines_page import heading, write_lines

            above = heading(warehouse_named(warehouse), competition, season, assigned)
            write_lines(assigned, above, page, replaces=replaces)
            say(gettext("Page: {page}", page=page))
    print_assigned(assigned, output)
    if sizes is None and (sit_out := with_sit_outs(assigned)):
        say(sit_out)


@app.command(epilog="Example: barometer compare tuesday-evening --set ranking.method=place")
def compare(
    competition: CompetitionArgument,
    *,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="A rule of competition.toml and its value, ranking.method=place; may be repeated."),
    ] = None,
    season: Annotated[str | None, typer.Option(help="The latest played where it is not given.")] = None,
    warehouse: WarehouseOption = None,
    output: Annotated[
        Format, typer.Option("--format", help="How to print it; as CSV each row names its table.")
    ] = Format.TABLE,
    page: Annotated[Path | None, typer.Option(help="An HTML file to write it to as well, chart and all.")] = None,
    replaces: ReplaceOption = False,
) -> None:
    """Show a season under other rules beside today's: who moves, which lines change, who would be champion."""
    from pipelines.cli.compare.compare import compare as compare_seasons

    with explained():
        compared = compare_seasons(warehouse_named(warehouse), competition, settings or (), season)
        if page is not None:
            from pipelines.cli.compare.page import write_comparison

            write_comparison(compared, page, replaces=replaces)
            say(gettext("Page: {page}", page=page))
    match output:
        case Format.CSV:
            print_csv(compared.as_rows())
        case Format.JSON:
            print_json(compared.as_json())
        case Format.TABLE:
            from pipelines.cli.compare.printing import print_comparison

            print_comparison(compared)


@app.command(epilog="Example: barometer audit")
def audit(
    warehouse: WarehouseOption = None,
    output: Annotated[Format, typer.Option("--format", help="How to print the differences.")] = Format.TABLE,
) -> None:
    """Compare what was built with the results that the files themselves publish."""
    from pipelines.cli.audit import at_a_glance, shares_at_a_glance
    from pipelines.cli.audit import audit as audit_warehouse

    with explained():
        compared = audit_warehouse(warehouse_named(warehouse))
    differences = compared.differences
    if output is Format.TABLE:
        if compared.shares.is_empty():
            say(gettext("The files have no results of their own, so there is nothing to compare."))
            return
        print_rows(
            shares_at_a_glance(compared.shares),
            output,
            title=gettext("How many of the files' own results are the same"),
        )
        differences = at_a_glance(differences)
        if differences.is_empty():
            say(gettext("All of them are the same."))
            return
    print_rows(differences, output, title=gettext("Where they differ, and why"))


@app.command(epilog="Example: barometer people --format csv")
def people(
    *,
    club: Annotated[str | None, typer.Option(help="Its id; all clubs where it is not given.")] = None,
    warehouse: WarehouseOption = None,
    output: Annotated[
        Format, typer.Option("--format", help="How to print it; as CSV the lines for the people.csv of the club.")
    ] = Format.TABLE,
) -> None:
    """Who may be one person under two ids, or two under one: copy the lines that are right into people.csv."""
    from pipelines.cli.people import as_lines, at_a_glance
    from pipelines.cli.people import people as likely

    with explained():
        found = likely(warehouse_named(warehouse), club)
        as_printed = {Format.CSV: as_lines, Format.TABLE: at_a_glance}
        rows = as_printed[output](found) if output in as_printed else found
    how_many = ngettext("{number} line", "{number} lines", found.height)
    print_rows(rows, output, title=gettext("Who may be one person or two, {lines}", lines=how_many))


@app.command(epilog="Example: barometer simulate landing --clubs 2 --sessions 10")
def simulate(
    out: Annotated[Path, typer.Argument(help="The landing folder to make.")],
    clubs: Annotated[int, typer.Option(min=1, help="How many clubs.")] = 1,
    sessions: Annotated[int, typer.Option(min=1, help="How many sessions a club plays.")] = 30,
    seed: Annotated[int, typer.Option(min=0, help="The same seed makes the same federation.")] = 1,
    *,
    pairs: Annotated[int, typer.Option(min=1, help="How many partnerships a club has.")] = 28,
    boards: Annotated[int, typer.Option(min=1, help="How many boards a session has.")] = 24,
    output: Annotated[TableFormat, typer.Option("--format", help="Of the files.")] = TableFormat.CSV,
) -> None:
    """Make up a federation as a landing folder."""
    from pipelines.cli.simulate import simulate_landing

    with explained():
        simulate_landing(out, clubs, sessions, seed, pairs=pairs, boards=boards, file_format=output)
    typer.echo(gettext("Landing folder: {folder}", folder=out))


def _say_findings(findings: "pl.DataFrame", shows_all: str | None = None) -> int:
    """Say the first findings on standard error; return how many errors there are."""
    from pipelines.cli.findings import say_first

    return say_first(findings, shows_all)


if __name__ == "__main__":
    main()

"""The commands: each reads its arguments, makes one call and prints the result.

Exit status: 0 means done; 1 means done, but with findings of severity error or with boards that do not balance, or
stopped before publishing; 2 means unusable input or arguments, with a line that says what is wrong, where, and how to
correct it; 130 or 143 means ended by SIGINT or SIGTERM. Output for machines goes to standard output; progress and
messages go to standard error. Each command imports only what it needs, so that a small command starts fast.
"""

import os
import sys
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

import typer
from typer import Argument, Option
from typer.exceptions import TyperException

from pipelines.cli.balance.commands import app as balance
from pipelines.cli.movement.command import movement
from pipelines.cli.terminal import options
from pipelines.cli.terminal.help_texts import Commands, what_is_wrong
from pipelines.cli.terminal.output import (
    DONE,
    DONE_WITH_ERRORS,
    UNUSABLE,
    Format,
    explained,
    print_as,
    print_json,
    print_rows,
    print_text,
    say,
)
from pipelines.machine import stopping
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import apply_umask
from pipelines.machine.paths import Paths, keep_caches_out_of_packages, place_of, warehouse_named
from pipelines.words.languages import ENGLISH, make_usual, speak_as_the_machine, speaking
from pipelines.words.languages.numbers import grouped
from pipelines.words.progress import progress_bar
from pipelines.words.streams import make_printable
from transforms.tables.messages import Message, gettext, gettext_noop, ngettext

if TYPE_CHECKING:
    from pipelines.cli.build import Outcome

app = Commands(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    epilog="Example: barometer demo",
    context_settings={"help_option_names": ["-h", "--help"], "token_normalize_func": str.lower},
)


def main() -> None:
    """Run a command, and end with its exit status."""
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
        if message := what_is_wrong(error):
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
        bool, Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    language: options.LanguageOption = None,
) -> None:
    """Turn raw bridge results into what a club publishes, and explain every number."""
    make_usual(language)


@app.command(epilog="Example: barometer new results/tuesday")
def new(
    folder: Annotated[Path | None, Argument()] = None,
    *,
    builds: Annotated[bool, Option("--build/--no-build")] = True,
    look: options.LookOption = True,
    warehouse: options.WarehouseToWrite = None,
    reports: options.ReportsToWrite = None,
) -> None:
    """Begin with your own files: look at a folder, write a competition.toml for it, and build its pages.

    The files stay where they are, and an existing competition.toml stays as it is.
    """
    from pipelines.cli.build import build as build_all
    from pipelines.cli.new import new as beginning
    from pipelines.cli.terminal.which_landing import own_command
    from pipelines.words.plain_text import to_type

    folder, paths, pages_are_named = folder or Path.cwd(), _places(warehouse, reports), reports is not None
    with progress_bar() as progress:
        found = beginning.look_and_propose(folder, progress)
    _print_lines(beginning.what_is_there(found.seen))
    if os.path.lexists(found.settings):
        _print_lines(beginning.what_is_set(found, paths, pages_are_named=pages_are_named))
        return
    _print_lines(beginning.what_is_proposed(found.proposal))
    typer.echo(gettext("Written: {file}", file=beginning.write(found)))
    landing, why = beginning.landing_to_build(folder, paths, pages_are_named=pages_are_named)
    _say_all(why)
    errors = found.seen.errors
    if builds and landing is not None:
        with progress_bar() as progress:
            outcome = build_all(replace(paths, landing=landing), None, progress, say=say)
        errors = _say_what_was_built(outcome, warehouse, look=look)
    again = own_command(folder)
    if landing is not None:
        again = to_type("build", landing, warehouse=paths.warehouse, reports=paths.reports)
    words = gettext_noop(
        "Fix anything in competition.toml that is wrong. After each evening, add its file and run: {command}"
    )
    say(gettext(words, command=again))
    _end(errors)


def _places(warehouse: str | None, reports: Path | None = None) -> Paths:
    usual = Paths.from_environment()
    named = place_of(warehouse) if warehouse else usual.warehouse
    return replace(usual, warehouse=named, reports=reports or usual.reports)


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        typer.echo(line)


def _say_all(lines: Iterable[str]) -> None:
    for line in lines:
        say(line)


def _end(errors: int) -> NoReturn:
    raise typer.Exit(DONE_WITH_ERRORS if errors else DONE)


def _say_what_was_built(outcome: "Outcome", warehouse: object, *, look: bool = False) -> int:
    from pipelines.cli.findings import say_first
    from pipelines.words.browser import open_page
    from pipelines.words.plain_text import to_type

    if outcome.up_to_date:
        say(gettext("Nothing changed since the last build."))
    errors = say_first(outcome.findings, to_type("findings", warehouse=warehouse), outcome.before)
    typer.echo(gettext("Report: {page}", page=outcome.index))
    if look:
        open_page(outcome.index)
    return errors


@app.command(epilog="Example: barometer demo")
def demo(folder: Annotated[Path, Argument()] = Path("barometer-demo"), *, look: options.LookOption = True) -> None:
    """Build a made-up season, to see what a club gets. Its files are next to its pages: look at and change them."""
    from pipelines.cli.build import build_demo, places_of_demo

    with progress_bar() as progress:
        outcome = build_demo(folder, progress, say)
    errors = _say_what_was_built(outcome, places_of_demo(folder).warehouse, look=look)
    say(gettext("The files of the demo are in {folder}: change one, and run this again.", folder=folder / "landing"))
    _end(errors)


@app.command("open", epilog="Example: barometer open")
def look_at(folder: Annotated[Path | None, Argument()] = None, *, warehouse: options.WarehouseOption = None) -> None:
    """Open the pages of the last build in a browser. Without a screen, print where they are."""
    from pipelines.cli.build import page_of, page_of_last_build
    from pipelines.words.browser import open_page

    place = warehouse_named(warehouse)
    page = page_of_last_build(place) if folder is None else page_of(folder, place)
    typer.echo(gettext("Report: {page}", page=page))
    if not open_page(page):
        say(gettext("There is no screen here: open this file in a browser."))


@app.command(epilog="Example: barometer desk")
def desk(
    landing: options.LandingArgument = None,
    warehouse: options.WarehouseToWrite = None,
    reports: options.ReportsToWrite = None,
    *,
    port: Annotated[int, Option(min=0, max=65_535)] = 0,
    look: options.LookOption = True,
    language: options.LanguageOption = None,
) -> None:
    """Keep your club's results in a browser: drop files, answer questions, publish. Ctrl-C ends the desk."""
    from pipelines.cli.desk.serving import serve

    make_usual(language)
    serve(landing, _places(warehouse, reports), port=port, look=look, say=say)


@app.command(epilog="Example: barometer build results/tuesday")
def build(
    landing: options.LandingArgument = None,
    warehouse: options.WarehouseToWrite = None,
    reports: options.ReportsToWrite = None,
    season: str | None = None,
    *,
    full: Annotated[bool, Option("--full")] = False,
    memory: str = "2GB",
    language: options.LanguageOption = None,
) -> None:
    """Build everything, or what changed since the last build."""
    from pipelines.cli.build import build as build_all
    from pipelines.cli.terminal.which_landing import refuse_to_replace, refuse_to_replace_pages, which_landing
    from pipelines.machine.environment import number_of

    make_usual(language)
    paths, budget = _places(warehouse, reports), number_of("--memory", memory)
    folder = which_landing(landing, paths, say)
    paths = replace(paths, landing=folder)
    refuse_to_replace(folder, paths, is_named=warehouse is not None)
    refuse_to_replace_pages(folder, paths, is_named=reports is not None)
    with progress_bar() as progress:
        outcome = build_all(paths, season, progress, full=full, memory=budget, say=say)
    _end(_say_what_was_built(outcome, warehouse))


@app.command(epilog="Example: barometer check results/tuesday")
def check(landing: options.LandingArgument = None, warehouse: options.WarehouseOption = None) -> None:
    """Read all files without building anything, and print every finding: each message once, with all its places."""
    from pipelines.cli.check import findings_of_landing, known_to_a_build
    from pipelines.cli.findings import counted, errors_in, grouped
    from pipelines.cli.terminal.which_landing import which_landing

    paths = _places(warehouse)
    folder = which_landing(landing, paths, say)
    known = known_to_a_build(folder, paths, is_named=warehouse is not None)
    with progress_bar() as progress:
        found = findings_of_landing(folder, progress, known)
    _print_lines(grouped(found))
    say(gettext("{findings}; nothing was built.", findings=counted(found)))
    _end(errors_in(found))


@app.command(epilog="Example: barometer findings --format csv")
def findings(
    club: options.ClubOption = None,
    warehouse: options.WarehouseOption = None,
    output: options.FormatOption = Format.TABLE,
) -> None:
    """Print all findings of the last build."""
    from pipelines.cli.check import findings_of_last_build
    from pipelines.cli.findings import at_a_glance, counted

    found = findings_of_last_build(warehouse_named(warehouse), club)
    print_rows(found, output, counted(found), at_a_glance)


@app.command(epilog="Example: barometer score evening.pbn --show results")
def score(
    file: Path,
    profile: str | None = None,
    output: options.FormatOption = Format.TABLE,
    show: options.Part | None = None,
) -> None:
    """Score one file without a warehouse, and print its result lists and control sheet.

    The rules do not depend on the program that wrote the file: name them with --profile.
    """
    from pipelines.cli.findings import say_first
    from pipelines.cli.score import print_sheets, quick_score

    scored = quick_score(file, profile)
    print_as(
        output,
        table=lambda: print_sheets(scored, show),
        csv=lambda: scored.for_machines(show or "results"),
        json=lambda: scored.for_machines(show).write_json() if show else scored.as_json(),
    )
    imbalances = scored.imbalances()
    _say_all(gettext("error: {what}", what=board) for board in imbalances)
    errors = say_first(scored.findings)
    _end(errors + len(imbalances))


@app.command(epilog="Example: barometer validate evening.pbn")
def validate(file: Path) -> None:
    """Print everything that is wrong in a file of results or a data set of movements; exit status 1 if it has errors.

    It may have any format that a build reads. Its result lists are compared with the results that follow from it.
    """
    from pipelines.cli.balance.commands import verify
    from pipelines.cli.findings import counted, errors_in, grouped
    from pipelines.cli.score import read_loosely

    if file.is_file():
        with file.open("rb") as opened:
            if b'"barometer-movements"' in opened.read(200):
                verify(file)
    read = read_loosely(file)
    found = read.findings
    _print_lines(grouped(found))
    sessions = ngettext("{number} session", "{number} sessions", read.raw["sessions"].height)
    lines = ngettext("{number} result line", "{number} result lines", read.raw["results"].height)
    say(gettext("{sessions}, {lines}: {findings}.", sessions=sessions, lines=lines, findings=counted(found)))
    _end(errors_in(found))


@app.command(epilog="Example: barometer live results/tuesday evening.bws")
def live(
    folder: Path,
    source: Annotated[str | None, Argument()] = None,
    *,
    ends: Annotated[bool, Option("--end")] = False,
    page: Annotated[Path | None, Option()] = None,
    warehouse: options.WarehouseToWrite = None,
    reports: options.ReportsToWrite = None,
) -> None:
    """Follow an evening while it is played: keep a provisional page up to date. With --end, build the evening's page.

    Nothing provisional counts: builds leave the evening out until it ends. Ctrl-C only stops the page.
    """
    from pipelines.cli.live import live as evening
    from pipelines.cli.terminal.which_landing import landing_of, refuse_to_replace, refuse_to_replace_pages

    paths = _places(warehouse, reports)
    if not ends:
        evening.follow(folder, source, page, paths, say)
        return
    paths = replace(paths, landing=landing_of(folder, paths))
    refuse_to_replace(paths.landing, paths, is_named=warehouse is not None)
    refuse_to_replace_pages(paths.landing, paths, is_named=reports is not None)
    with progress_bar() as progress:
        outcome = evening.end(folder, page, paths, progress, say)
    _end(_say_what_was_built(outcome, warehouse))


@app.command(epilog="Example: barometer explain Jaworek")
def explain(
    player: str,
    *,
    competition: options.CompetitionOption = None,
    season: options.SeasonOption = None,
    session: str | None = None,
    warehouse: options.WarehouseOption = None,
    output: Annotated[Literal["table", "json"], Option("--format")] = "table",
) -> None:
    """Explain a player's ranking or rating: sessions, points, scores, boards, games, down to the lines of files."""
    from pipelines.cli import explain as explaining

    with speaking(ENGLISH if output == "json" else None):
        found = explaining.explain(warehouse_named(warehouse), player, competition, season, session)
        if output == "json":
            print_json(explaining.as_json(found))
        else:
            explaining.print_explained(found, sessions_only=session is not None)


@app.command(epilog="Example: barometer awards ffb results.csv")
def awards(
    scheme: str,
    results: Path,
    *,
    whole_points: Annotated[bool, Option("--whole-points")] = False,
    ties: Literal["mean", "rank"] = "mean",
    output: options.FormatOption = Format.TABLE,
) -> None:
    """Award federation points for one result list, without a warehouse."""
    from pipelines.cli.awards import at_a_glance, awards_of_file
    from pipelines.words.words import counted

    made = awards_of_file(results, scheme, whole_points=whole_points, ties=ties)
    title = f"{scheme}, {counted(made.height, 'entrant')}"
    print_rows(made, output, title, at_a_glance)


@app.command(epilog="Example: barometer lines tuesday-evening present.csv --lines 2")
def lines(
    competition: options.CompetitionArgument,
    attendance: Path,
    *,
    sizes: str | None = None,
    number: Annotated[int | None, Option("--lines")] = None,
    guest: list[str] | None = None,
    by: Literal["ranking", "strength"] = "ranking",
    season: options.SeasonOption = None,
    warehouse: options.WarehouseOption = None,
    output: options.FormatOption = Format.TABLE,
    page: options.PageOption = None,
    replaces: options.ReplaceOption = False,
) -> None:
    """Assign the pairs and trios present to lines, the strongest to the highest line."""
    from pipelines.cli import lines as assigning

    if sizes is not None and number is not None:
        raise typer.BadParameter(gettext("--sizes already gives the number of lines: leave out --lines"))
    path, each = warehouse_named(warehouse), None if sizes is None else assigning.sizes_of(sizes)
    assigned = assigning.next_lines(
        path,
        competition,
        attendance,
        season=season,
        sizes=each,
        lines=number,
        guests=guest or (),
        by_strength=by == "strength",
    )
    if page is not None:
        above = assigning.heading(path, competition, season, assigned)
        assigning.write_lines(assigned, above, page, replaces=replaces)
        say(gettext("Page: {page}", page=page))
    assigning.print_assigned(assigned, output, by_strength=by == "strength")
    if sizes is None and (sit_out := assigning.with_sit_outs(assigned)):
        say(sit_out)


@app.command(epilog="Example: barometer compare tuesday-evening --set ranking.method=place")
def compare(
    competition: options.CompetitionArgument,
    *,
    settings: Annotated[list[str] | None, Option("--set")] = None,
    season: options.SeasonOption = None,
    warehouse: options.WarehouseOption = None,
    output: options.FormatOption = Format.TABLE,
    page: options.PageOption = None,
    replaces: options.ReplaceOption = False,
) -> None:
    """Compare a season with the same season under other rules: who moves, which lines change, who would be champion."""
    from pipelines.cli import compare as comparing

    compared = comparing.compare(warehouse_named(warehouse), competition, settings or (), season)
    if page is not None:
        comparing.write_comparison(compared, page, replaces=replaces)
        say(gettext("Page: {page}", page=page))
    print_as(output, table=lambda: comparing.print_comparison(compared), csv=compared.as_rows, json=compared.as_json)


_RUN_IN = 15  # that of `transforms.strength`, which takes long to import


@app.command(epilog="Example: barometer contest tuesday-evening --run-in 1")
def contest(
    competition: Annotated[str | None, Argument()] = None,
    *,
    settings: Annotated[list[str] | None, Option("--set")] = None,
    windows: Annotated[bool, Option("--windows")] = False,
    fits: Annotated[bool, Option("--fit")] = False,
    run_in: Annotated[int, Option(min=1)] = _RUN_IN,
    warehouse: options.WarehouseOption = None,
    output: options.FormatOption = Format.TABLE,
    page: options.PageOption = None,
    replaces: options.ReplaceOption = False,
) -> None:
    """Judge rating systems by how well they would have predicted the evenings played."""
    from pipelines.cli import contest as contesting

    if fits:
        if competition or settings or windows or page or replaces or run_in != _RUN_IN or output is not Format.TABLE:
            raise UnusableError("--fit is for all evenings of a warehouse: it goes with --warehouse, and nothing else")
        typer.echo(contesting.fit(warehouse_named(warehouse)))
        return
    found = contesting.contest(warehouse_named(warehouse), competition, settings or (), windows=windows, run_in=run_in)
    if page is not None:
        contesting.write_contest(found, page, replaces=replaces)
        say(gettext("Page: {page}", page=page))
    print_as(output, table=lambda: contesting.print_contest(found), csv=lambda: found.rows, json=found.as_json)


@app.command(
    "set", epilog="Example: barometer set ranking.method place", context_settings={"ignore_unknown_options": True}
)
def change_setting(
    key: str,
    value: Annotated[str | None, Argument()] = None,
    competition: Annotated[str | None, Argument()] = None,
    *,
    warehouse: options.WarehouseOption = None,
) -> None:
    """Change one setting in competition.toml or club.toml. Remarks and layout are kept; a wrong value is refused."""
    from pipelines.cli.setting import change

    _print_lines(change(key, value, competition, _places(warehouse)))


@app.command(epilog="Example: barometer audit")
def audit(warehouse: options.WarehouseOption = None, output: options.FormatOption = Format.TABLE) -> None:
    """Compare Barometer's results with those that the files themselves give."""
    from pipelines.cli import audit as auditing

    shares, differences, better = auditing.audit(warehouse_named(warehouse))
    if output is Format.TABLE:
        if shares.is_empty():
            say(gettext("The files have no results of their own, so there is nothing to compare."))
            return
        title = gettext("How many results in the files are the same as Barometer's")
        print_rows(auditing.shares_at_a_glance(shares), output, title)
        if differences.is_empty():
            say(gettext("All of them are the same as Barometer's."))
            return
        if not better.is_empty():
            print_rows(
                auditing.better_at_a_glance(better), output, gettext("Rules that reproduce more of these results")
            )
    print_rows(differences, output, gettext("Where results differ, and why"), auditing.at_a_glance)


@app.command(epilog="Example: barometer people --format csv")
def people(
    *,
    club: options.ClubOption = None,
    federation: Annotated[bool, Option("--federation")] = False,
    warehouse: options.WarehouseOption = None,
    output: Annotated[Format, Option("--format")] = Format.TABLE,
) -> None:
    """List people who may have two ids, and ids that two people may share. Copy the right lines into people.csv."""
    from pipelines.cli import people as likely

    if federation:
        rows = likely.of_all_clubs(warehouse_named(warehouse))
        toml = likely.for_federation_toml(rows)
        print_as(output, table=lambda: _say_all(toml), csv=lambda: rows, json=rows.write_json)
        return
    found = likely.people(warehouse_named(warehouse), club)
    title = gettext("Possible duplicates, {lines}", lines=ngettext("{number} line", "{number} lines", found.height))
    print_rows(likely.as_lines(found) if output is Format.CSV else found, output, title, likely.at_a_glance)


@app.command(epilog="Example: barometer ratings --on 2026-06-01")
def ratings(
    competition: Annotated[str | None, Argument(help=options.THE_ONLY_ONE)] = None,
    *,
    on: Annotated[datetime | None, Option(formats=["%Y-%m-%d"])] = None,
    kind: Annotated[Literal["ranking", "alphabetical"], Option("--list")] = "ranking",
    publish: Annotated[bool, Option("--publish")] = False,
    warehouse: options.WarehouseOption = None,
    output: options.FormatOption = Format.TABLE,
) -> None:
    """Print a yearly rating list, or an interim list within a season. On request, record it as published."""
    from pipelines.cli import ratings as yearly

    path, day = warehouse_named(warehouse), on and on.date()
    if publish:
        say(yearly.publish(path, competition, day, say))
    listing = yearly.ratings(path, competition, day, kind)
    _say_all(gettext("warning: {what}", what=warning) for warning in listing.warnings)
    print_rows(listing.at_a_glance() if output is Format.TABLE else listing.rows, output, listing.title)


@app.command(epilog="Example: barometer rules fide --on 2026-01-01")
def rules(
    name: Annotated[str | None, Argument()] = None,
    *,
    on: Annotated[datetime | None, Option(formats=["%Y-%m-%d"])] = None,
    output: options.FormatOption = Format.TABLE,
) -> None:
    """List the scoring profiles, rating systems and schemes of points, by edition, with sources and what changed."""
    from pipelines.cli import rules as editions

    title = gettext("Rules in use")
    print_rows(editions.rules(name, on and on.date()), output, title, editions.at_a_glance)


@app.command(epilog="Example: barometer publish site")
def publish(
    target: Annotated[str | None, Argument()] = None,
    *,
    warehouse: options.WarehouseOption = None,
    reports: Path | None = None,
    only: str | None = None,
    replaces: Annotated[bool, Option("--replace")] = False,
    accepts: Annotated[str | None, Option("--accept", metavar="REASON")] = None,
    build: Annotated[int | None, Option("--build", metavar="NUMBER")] = None,
    is_trial: Annotated[bool, Option("--dry-run")] = False,
    season_end: Annotated[bool, Option("--season-end")] = False,
) -> None:
    """Record the results of the last build as published, and copy the public site to a folder if you name one."""
    from pipelines.building.brake import BrakeError
    from pipelines.cli.publish.publish import publish as publish_all
    from pipelines.cli.publish.site_copy import Server

    how: dict[str, Any] = {"reports": reports, "only": only, "replaces": replaces, "accepts": accepts, "build": build}
    if season_end:
        from pipelines.cli.publish.season_end import publish_season_end

        ended = publish_season_end(warehouse_named(warehouse), target, **how, is_trial=is_trial, say=say)
        _say_all(ended.said() or [gettext("No season or rating list is waiting to be published.")])
        raise typer.Exit(DONE_WITH_ERRORS if ended.left.clubs else 0)
    try:
        # If ssh may ask for a password, no progress bar is shown.
        with nullcontext() if target and Server.named(target) else progress_bar(gettext("publishing")):
            said = publish_all(warehouse_named(warehouse), target, **how, is_trial=is_trial, say=say)
    except BrakeError as stopped:
        _say_all(map(str, stopped.args))
        raise typer.Exit(DONE_WITH_ERRORS) from None
    _say_all(said)


@app.command(epilog="Example: barometer alerts")
def alerts(*, warehouse: options.WarehouseOption = None) -> None:
    """Send what is wrong, and what is well again, to the command or address in BAROMETER_TELL; each is sent once."""
    from pipelines.cli.alerts import send_alerts

    sent = send_alerts(warehouse_named(warehouse))
    _say_all(sent.said)
    raise typer.Exit(0 if sent.is_well else DONE_WITH_ERRORS)


@app.command(epilog="Example: barometer history 2025-09-02")
def history(
    wanted: Annotated[str, Argument(metavar="SESSION|PLAYER")],
    *,
    kind: Annotated[Literal["session", "player"] | None, Option("--as")] = None,
    competition: options.CompetitionOption = None,
    season: str | None = None,
    warehouse: options.WarehouseOption = None,
    output: options.FormatOption = Format.TABLE,
) -> None:
    """Print what was published and when, and what differs now: since when, and because of which file."""
    from pipelines.cli.history import history as published_of

    with speaking(None if output is Format.TABLE else ENGLISH):
        found = published_of(warehouse_named(warehouse), wanted, kind, competition, season)
    _say_all(gettext("warning: {what}", what=warning) for warning in found.warnings)
    print_rows(found.at_a_glance() if output is Format.TABLE else found.for_programs(), output, found.title)


@app.command(epilog="Example: barometer export 2025-09-02 --format usebio --out evening.xml")
def export(
    wanted: Annotated[str | None, Argument(metavar="[SESSION]")] = None,
    *,
    form: Annotated[Literal["usebio", "pbn", "json", "svg", "png", "pdf"], Option("--format")],
    out: Path | None = None,
    competition: Annotated[str | None, Option(help=options.THE_ONLY_ONE)] = None,
    season: str | None = None,
    charge: str | None = None,
    club_number: str | None = None,
    replaces: options.ReplaceOption = False,
    warehouse: options.WarehouseOption = None,
) -> None:
    """Write the results of a session or a season for other programs, or its charts, with everybody's name."""
    from pipelines.cli import export as exporting

    is_one = wanted is not None or form == "json"
    if form in ("svg", "png", "pdf"):
        if is_one or out is None:
            raise UnusableError("charts are those of a season, a file each: name no session, and add --out FOLDER")
        files = exporting.charts(warehouse_named(warehouse), form, competition, season)
    else:
        if not is_one and out is None:
            sentence = gettext_noop(
                "a season in {form} has one file per session, so a folder is needed: add --out FOLDER"
            )
            raise UnusableError(sentence, form=form)
        submission = exporting.submission(form, charge, club_number)
        files = exporting.export(warehouse_named(warehouse), wanted, form, competition, season, submission=submission)
        if submission and (warning := exporting.unknown_to_federation(files)):
            say(str(warning))
    if out is None:
        print_text(b"".join(files.values()).decode())
    else:
        exporting.put(files, out, form, is_one=is_one, replaces=replaces, say=say)


@app.command(epilog="Example: barometer tidy --days 7")
def tidy(*, days: Annotated[int, Option(min=1)] = 7, warehouse: options.WarehouseOption = None) -> None:
    """Delete the old files of a lake, and merge its small files. Others can read the lake meanwhile."""
    from pipelines.cli.tidy import tidy as tidy_warehouse

    with progress_bar(gettext("tidying")):
        said = tidy_warehouse(warehouse_named(warehouse), days, say=say)
    _say_all(said)


@app.command(epilog="Example: barometer rescue")
def rescue(warehouse: options.WarehouseOption = None) -> None:
    """Recover the record of what was published, from a damaged warehouse or the copy of the last publication."""
    from pipelines.cli.rescue import rescue as rescue_record

    with progress_bar(gettext("rescuing")):
        said = rescue_record(warehouse_named(warehouse), say=say)
    _say_all(said)


@app.command(epilog="Example: barometer simulate landing --clubs 2 --sessions 10")
def simulate(
    out: Path,
    clubs: Annotated[int, Option(min=1)] = 1,
    sessions: Annotated[int, Option(min=1)] = 30,
    seed: Annotated[int, Option(min=0)] = 1,
    *,
    pairs: Annotated[int, Option(min=1)] = 28,
    boards: Annotated[int, Option(min=1)] = 24,
    output: Annotated[options.TableFormat, Option("--format")] = "csv",
    shared: Annotated[float, Option(min=0, max=0.25)] = 0,
    renamed: Annotated[float, Option(min=0, max=1)] = 0,
    simultaneous: Annotated[int, Option(min=0)] = 0,
    between: Annotated[bool, Option("--between")] = False,
    dirt: Annotated[float, Option(min=0, max=1)] = 0,
) -> None:
    """Make up the results of a federation, and write them as a landing folder."""
    from pipelines.cli.simulate import simulate_landing
    from transforms.simulate import Together

    together = Together(shared, renamed, simultaneous, between)
    sizes = {"pairs": pairs, "boards": boards}
    simulate_landing(out, clubs, sessions, seed, **sizes, file_format=output, together=together, dirt=dirt)
    typer.echo(gettext("Landing folder: {folder}", folder=out))


app.command(epilog="Example: barometer movement --tables 11 --rounds 8 --boards 24 --absent 3")(movement)
app.add_typer(balance, name="balance")

deals = Commands(
    no_args_is_help=True,
    help="Compute double-dummy tables of the deals that were played.",
    epilog="Example: barometer deals solve",
)


@deals.command(epilog="Example: barometer deals solve --workers 2")
def solve(
    *,
    workers: Annotated[int | None, Option(min=1, max=1000)] = None,
    warehouse: options.WarehouseOption = None,
    verify: Annotated[bool, Option("--verify")] = False,
) -> None:
    """Solve the deals that have no double-dummy table yet. You can stop at any time and go on later."""
    from pipelines.building.solving.solver import solve_deals
    from pipelines.words.words import counted

    stopping.leaves(Message("the deals solved so far are kept; to go on from here, run: barometer deals solve"))
    with progress_bar() as progress:
        done = solve_deals(warehouse_named(warehouse), workers, progress, say, verify=verify)
    counts = {"deals": counted(done.here, "deal"), "left": grouped(done.wanted - done.known)}
    sentence = gettext_noop("{deals} solved, {left} left. Solved and waiting for the next build: {known}.")
    say(gettext(sentence, **counts, known=grouped(done.known)))


app.add_typer(deals, name="deals")


if __name__ == "__main__":
    main()

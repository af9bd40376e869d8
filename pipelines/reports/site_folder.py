"""Check that the folder of the site can be written to, and holds no files of others."""

import shutil
import tempfile
from pathlib import Path

from pipelines.intake.landing.our_pages import OF_SITE
from pipelines.intake.readers.recognise import RESULT_SUFFIXES
from pipelines.machine.errors import UnusableError, why
from pipelines.reports.manifests import competitions_in
from pipelines.reports.page_names import FEDERATION_PAGE
from transforms.intake.findings import SETTINGS
from transforms.tables.messages import gettext_noop

_ASIDE = ".writing-"
_DEPTHS = ("*", "*/*", "*/*/*", "*/*/*/*")  # how deep in a landing folder files may lie


def check_site(out: Path) -> None:
    """Make the folder of the site. UnusableError: we cannot write to it, or it holds others' files."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        refuse_others(out)
        for left_by_a_crash in out.glob(f"{_ASIDE}*"):
            shutil.rmtree(left_by_a_crash)
        tempfile.TemporaryDirectory(prefix=_ASIDE, dir=out).cleanup()
    except OSError as error:
        said = gettext_noop(
            "{out}: the pages cannot be written there ({strerror}); name a folder that you can write to"
        )
        raise UnusableError(said, out=out, strerror=why(error)) from error


def refuse_others(site: Path) -> None:
    """Raise UnusableError if the home page is not ours, or if a folder without our pages holds result files."""
    for name in ("index.html", FEDERATION_PAGE):
        if (site / name).exists() and OF_SITE not in (site / name).read_bytes():
            sentence = gettext_noop(
                "{site}: the {name} in this folder was not made by Barometer and would be overwritten; "
                "name a new or an empty folder"
            )
            raise UnusableError(sentence, site=site, name=name)
    has_pages = (site / "index.html").exists() or competitions_in(site)
    files = (path for depth in _DEPTHS for path in site.glob(depth))
    if not has_pages and any(path.name == SETTINGS or path.suffix.lower() in RESULT_SUFFIXES for path in files):
        said = gettext_noop(
            "{site}: this folder contains files that Barometer did not make, so no pages are written "
            "there; name a new or an empty folder with --reports"
        )
        raise UnusableError(said, site=site)

"""Draw charts in the house style, as SVG with real text. Matplotlib is loaded late, because that takes a second."""

import io
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pipelines.reports.charts.paths import HEIGHT, WIDTH
from pipelines.reports.files import Files
from pipelines.reports.html import as_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

ACCENT, MIDDLE, PALE, FAINT, PAPER = "#1f6f54", "#44866b", "#76998a", "#d5dbd7", "#fdfdfb"

_STYLE = Path(__file__).parent / "barometer.mplstyle"
_PIXELS_AN_INCH = 96
_LONGEST = 20


class Chart(NamedTuple):
    """A drawing, its title, which states the main result, and a description for readers who cannot see it."""

    svg: str
    title: str
    description: str
    height: int = HEIGHT
    legend: Sequence["Key"] = ()
    """The keys that the drawing itself does not have, because pages have them below it."""
    figure: "Figure | None" = None
    """The figure of a drawing by matplotlib."""


class Key(NamedTuple):
    """What a mark of a chart means: `-`, `--` and `:` are lines, `|` is a thick line, `o` a dot and `s` a block."""

    text: str
    colour: str
    mark: str = "-"


Drawing = partial[Chart | None]  # in the house style; None for an empty chart; equal arguments give equal charts


@contextmanager
def house_style() -> Iterator[None]:
    """Use the house style for everything drawn inside this context."""
    import matplotlib as mpl

    with mpl.rc_context(fname=_STYLE), warnings.catch_warnings():
        # Readers see text in a font of their own, so a letter that the measuring font lacks does no harm.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font", category=UserWarning)
        yield


def blank_figure(height: int = HEIGHT) -> "Figure":
    """Return an empty figure, about as wide as a phone and `height` CSS pixels high."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH / _PIXELS_AN_INCH, height / _PIXELS_AN_INCH))
    FigureCanvasSVG(figure)
    return figure


def blank_axes() -> "Axes":
    """Return axes in a figure of the default size, with room below and to the left for labels."""
    figure = blank_figure()
    figure.subplots_adjust(left=0.13, right=0.96, top=0.97, bottom=0.18)
    return figure.add_subplot()


def printable(name: str) -> str:
    """Return a name as a label: cut if too long, without characters that XML forbids or that reverse the text."""
    shown = "".join(sign for sign in name if sign.isprintable())
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"


def svg_of(axes: "Axes") -> str:
    """Return the drawing as SVG, with the font of the reader's system. Matplotlib measured a wider font."""
    drawn = io.StringIO()
    axes.figure.canvas.print_figure(drawn, format="svg", metadata={"Date": None, "Creator": None})
    return in_font_of_reader(drawn.getvalue())


def in_font_of_reader(svg: str) -> str:
    """Name the font of the reader's system in a drawing by matplotlib."""
    return svg.replace("'DejaVu Sans'", "system-ui, sans-serif")


def keys_of(legend: Sequence[Key]) -> "list[Line2D]":
    """Return the handles of a legend of a figure."""
    from matplotlib.lines import Line2D

    looks: dict[str, dict[str, Any]] = {
        "o": {"marker": "o", "linestyle": "none"},
        "s": {"marker": "s", "linestyle": "none", "markersize": 7},
        "|": {"linewidth": 6, "solid_capstyle": "butt"},
    }
    return [
        Line2D([], [], color=key.colour, label=key.text, **looks.get(key.mark, {"linestyle": key.mark}))
        for key in legend
    ]


def kept(drawings: Mapping[str, Drawing], files: Files, suffix: str = ".svg") -> dict[str, Chart]:
    """Draw each chart whose inputs changed; return titles and descriptions by name. Empty charts are left out."""

    def drawn(drawing: Drawing) -> tuple[bytes, list[Any]] | None:
        with house_style():
            chart = drawing()
        return (as_file(chart.svg), [chart.title, chart.description, chart.height]) if chart else None

    charts = ((name, files.drawn(f"{name}{suffix}", of.args, partial(drawn, of))) for name, of in drawings.items())
    return {name: Chart("", *words) for name, words in charts if words}

"""Charts that stand alone, for a report or a newspaper: with title and legend in the file, as SVG, PNG or PDF."""

import io
import re
from collections.abc import Iterator
from textwrap import fill
from typing import TYPE_CHECKING, Any, Literal

from lxml import etree

from pipelines.reports.charts.drawing import Chart, blank_figure, house_style, in_font_of_reader, keys_of
from pipelines.reports.charts.paths import SOFT, WIDTH

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.path import Path

Picture = Literal["svg", "png", "pdf"]

_DOTS_AN_INCH = 300
_POINTS_A_PIXEL = 0.75
_TITLE_WIDTH, _ABOUT_WIDTH, _LEGEND_WIDTH = 48, 60, 46  # letters
_LINE = 20  # pixels
_OF_TITLE: dict[str, Any] = {"fontsize": 10.5, "fontweight": "bold"}
_STEP = re.compile(r"[MLHVhvz]|-?[0-9.]+")
_NOTHING = 0.1  # the length of a line that shows as a dot, by its round ends


def alone(chart: Chart, form: Picture, about: str = "") -> bytes:
    """Return a chart as a file of its own, on white. Above it are its title, what it is `about`, and its legend."""
    with house_style():
        figure = chart.figure or figure_of(chart)
        above = 8  # pixels
        if chart.legend:
            handles = keys_of(chart.legend)
            is_short = sum(len(key.text) for key in chart.legend) <= _LEGEND_WIDTH
            columns = {"ncols": len(handles) if is_short else 1}
            figure.legend(handles=handles, loc="lower left", bbox_to_anchor=(0.01, 1 + above / chart.height), **columns)
            above += _LINE * (1 if is_short else len(handles))
        of_about: dict[str, Any] = {"color": SOFT}
        words = ((fill(about, _ABOUT_WIDTH), of_about), (fill(chart.title, _TITLE_WIDTH), _OF_TITLE))
        for text, look in words if about else words[1:]:
            figure.text(0.01, 1 + above / chart.height, text, va="bottom", **look)
            above += _LINE * (text.count("\n") + 1)
        drawn = io.BytesIO()
        metadata = {"svg": {"Date": None, "Creator": None}, "pdf": {"CreationDate": None}, "png": {}}[form]
        how = {"bbox_inches": "tight", "pad_inches": 0.12, "facecolor": "white", "metadata": metadata}
        figure.savefig(drawn, format=form, dpi=_DOTS_AN_INCH if form == "png" else "figure", **how)
    return in_font_of_reader(drawn.getvalue().decode()).encode() if form == "svg" else drawn.getvalue()


def figure_of(chart: Chart) -> "Figure":
    """Return a figure with the shapes of a drawing of `paths`."""
    from matplotlib import patches

    figure = blank_figure(chart.height)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, WIDTH), ylim=(chart.height, 0))
    axes.set_axis_off()
    for shape, own in _shapes(etree.fromstring(chart.svg.encode())):
        look: dict[str, Any] = {
            "facecolor": own["fill"],
            "edgecolor": own.get("stroke", "none"),
            "linewidth": float(own.get("stroke-width", 1)) * _POINTS_A_PIXEL,
            "capstyle": own.get("stroke-linecap", "butt"),
            "snap": False,
        }
        if shape == "text":
            x, y = float(own["x"]), float(own["y"])
            is_turned = own.get("transform") == "rotate(-90)"
            axes.text(
                *((y, -x) if is_turned else (x, y)),
                own["text"],
                color=own["fill"],
                fontsize=float(own["font-size"]) * _POINTS_A_PIXEL,
                ha={"start": "left", "middle": "center", "end": "right"}[own.get("text-anchor", "start")],
                rotation=90 if is_turned else 0,
                rotation_mode="anchor",
            )
        elif shape == "circle":
            axes.add_patch(patches.Circle((float(own["cx"]), float(own["cy"])), float(own["r"]), **look))
        else:
            axes.add_patch(patches.PathPatch(_path_of(own["d"] if shape == "path" else f"M{own['points']}"), **look))
    return figure


def _shapes(element: Any, inherited: dict[str, str] | None = None) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the name and the attributes of each shape, with those of the groups around it."""
    own = {**(inherited or {}), **element.attrib}
    name = etree.QName(element).localname
    if name not in ("svg", "g"):
        yield name, {**own, "text": element.text or ""}
    for child in element:
        yield from _shapes(child, own)


def _path_of(steps: str) -> "Path":
    from matplotlib.path import Path

    spots, codes, command, x, y = list[tuple[float, float]](), list[Any](), "M", 0.0, 0.0
    found = iter(_STEP.findall(steps))
    for step in found:
        if step.isalpha():
            command = step
            if step == "z":
                spots.append((x, y))
                codes.append(Path.CLOSEPOLY)
            continue
        number = float(step)
        if command in "ML":
            x, y = number, float(next(found))
        elif command in "Hh":
            x = number if command == "H" else x + (number or _NOTHING)
        else:
            y = number if command == "V" else y + number
        spots.append((x, y))
        codes.append(Path.MOVETO if command == "M" else Path.LINETO)
        command = "L" if command == "M" else command
    return Path(spots, codes)

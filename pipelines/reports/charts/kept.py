"""Charts that are drawn only where what they show differs from the last time."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from pipelines.reports.charts.drawing import Chart, Drawing
from pipelines.reports.files import Files
from pipelines.reports.html import as_file


def kept(drawings: Mapping[str, Drawing], files: Files, suffix: str = ".svg") -> dict[str, Chart]:
    """Name -> what pages say about the chart, written to the file of that name; those that are empty are left out."""
    charts = {
        name: files.drawn(f"{name}{suffix}", drawing.inputs, partial(_as_file, drawing))
        for name, drawing in drawings.items()
    }
    return {name: Chart("", *told) for name, told in charts.items() if told}


def _as_file(drawing: Drawing) -> tuple[bytes, list[Any]] | None:
    chart = drawing.chart()
    return (as_file(chart.svg), list(chart[1:])) if chart else None

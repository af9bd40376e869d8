"""Charts as their modules draw them."""

from collections.abc import Mapping

from pipelines.reports.charts.drawing import Chart, Drawing


def drawn(drawings: Mapping[str, Drawing]) -> dict[str, Chart]:
    """Name -> chart, without those that would be empty."""
    return {name: chart for name, drawing in drawings.items() if (chart := drawing.chart())}

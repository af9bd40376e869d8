"""Charts as SVG, one module per subject, all in the style of `barometer.mplstyle`."""

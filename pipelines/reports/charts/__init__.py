"""Charts as SVG, a module a subject, all in the style of `barometer.mplstyle`."""

"""Dagster and the command `barometer`: when numbers are computed, from which files, and where they are written.

`transforms` defines the numbers themselves.
"""

import os

# How long polars keeps freed memory for its next frames; it reads this once, when it is loaded. With the default, half
# a second, getting the memory back from the system, page by page, took a seventh of the processor's time.
os.environ.setdefault("_RJEM_MALLOC_CONF", "dirty_decay_ms:10000")

"""Dagster and the command `barometer`: when numbers are computed, from which files, and where they are written.

`transforms` defines the numbers themselves.
"""

import os

# polars reads this once, when it is loaded: how long it keeps freed memory for its next frames. The default is half a
# second. Getting the memory back from the system, page by page, took a seventh of the processor's time.
os.environ.setdefault("_RJEM_MALLOC_CONF", "dirty_decay_ms:10000")

"""Dagster and the command `barometer`: when numbers are computed, from which files, and where they are written.

`transforms` defines the numbers themselves.
"""

import os

# How long polars keeps freed memory for its next frames; it reads this once, when it is loaded. With the default, half
# a second, getting the memory back from the system, page by page, took a seventh of the processor's time.
os.environ.setdefault("_RJEM_MALLOC_CONF", "dirty_decay_ms:10000")

# Threads of numpy's matrix products; OpenBLAS reads this once, when it is loaded. A second thread of a product of the
# size of ours waits longer than it works: it took the processor sixteen times as long.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

"""All waiting times, in seconds unless noted. Two can be set by an environment variable; change the others here.

The limit for reading a file is BAROMETER_READ_SECONDS (`pipelines/intake/landing/limits.py`), 60 by default.
"""

# --- for other builds, and servers ------------------------------------------------------------

OTHER_BUILD = 600.0
"""How long a build waits for each other build, and a publication for each other publication."""
BETWEEN_TRIES = 0.5
"""The pause between two attempts to get a lock, and the wait before its holder is named."""
LOST_SERVER = 300.0
"""How long a run that waits for its turn keeps trying to reach a server that has stopped answering."""
SILENT_SERVER = {"keepalives_idle": 15, "keepalives_interval": 5, "keepalives_count": 3}
"""When Postgres and its clients probe a silent machine: after 15 s, then every 5 s, three times. By default they wait
for hours."""
NO_ANSWER_MS = 30_000
"""The time in milliseconds after which Postgres and its clients give up on a connection that does not answer."""
SENDING = 60.0
"""How long `barometer publish` waits while a build removes the files that a killed publication left."""
RETRIES_OF_RUN, BETWEEN_RETRIES = 5, 60
"""The number of times that a Dagster run retries a stage, and the pause before each retry."""
OTHER_WRITER_TRIES, OTHER_WRITER_PAUSE, LONGEST_PAUSE = 100, 0.05, 2.0
"""While others write to a lake, a writer tries `OTHER_WRITER_TRIES` times. `OTHER_WRITER_PAUSE` is its first pause,
and `LONGEST_PAUSE` its longest."""
DEALS_WRITER, DEALS_READER = 60.0, 5.0
"""How long a writer of the file of solved deals waits for another writer, and how long a reader waits."""

# --- for files --------------------------------------------------------------------------------

FILE_TRIES, FILE_PAUSE = 40, 0.05
"""How often to try to replace a file that a program has open for a moment on Windows, and the pause in between."""
WAREHOUSE_TRIES = 600
"""How often to try to replace the warehouse while a program reads it: with `FILE_PAUSE`, for half a minute."""
KILLED_BUILD = 86_400.0
"""The age at which what a killed build left in a lake (a folder with no journal or living process) is removed."""

# --- for processes of our own -----------------------------------------------------------------

DRAWER_LOOK, DRAWER_SILENCE = 0.2, 600
"""A process that draws pages is checked every `DRAWER_LOOK` seconds, and counts as stuck after `DRAWER_SILENCE` seconds
without a sign of life. A club takes at most a minute."""
READER_START, READER_LOOK, READER_GRACE = 120, 0.2, 5
"""A process that reads files has `READER_START` seconds to start, and is checked every `READER_LOOK` seconds.
`READER_GRACE` seconds after the limit of a file, it ends itself."""
SEARCH_LOOK, SEARCH_STOP = 0.1, 1.0
"""A search for a movement is checked every `SEARCH_LOOK` seconds. After Ctrl-C, it has `SEARCH_STOP` seconds to arrange
the best matchings in rounds."""
MESSAGE_COMMAND = 30
"""The time limit for the command in BAROMETER_TELL."""

# --- for an end -------------------------------------------------------------------------------

TO_CLEAN_UP = 1.5
"""How long the main thread may take to clean up after a signal. After that, its process is ended at once."""
NO_PROGRESS = 1_800
"""How long a build may go without progress, unless BAROMETER_NO_PROGRESS_SECONDS sets another limit."""
WATCHER = {"look": 0.1, "unheard": 3.0, "stacks": 0.5, "end": 2.0}
"""The process that watches a build checks it every `look` seconds. A signal counts as ignored after `unheard` seconds.
If it stands still, its threads have `stacks` seconds to print where they are, and it has `end` seconds to stop."""

# --- for readers ------------------------------------------------------------------------------

BETWEEN_LINES = 10.0
"""The pause between two progress lines when the output is a file or a pipe."""
LATE_PAGES = 86_400
"""The time within which the pages of a club must show a new file; after that, the Dagster check warns."""

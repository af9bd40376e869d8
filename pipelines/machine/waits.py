"""All waiting times, in seconds unless noted. BAROMETER_NO_PROGRESS_SECONDS sets `NO_PROGRESS`; change others here.

The limit for reading a file is BAROMETER_READ_SECONDS (`pipelines/intake/landing/limits.py`), 60 by default.
"""

# --- for other builds, and servers ------------------------------------------------------------

OTHER_BUILD = 600.0
"""How long a build or publication waits for each of the others."""
BETWEEN_TRIES = 0.5
"""The pause between two attempts to get a lock. A process that holds the lock longer is named to the user."""
LOST_SERVER = 300.0
"""How long a run that waits for its turn keeps trying to reach a server that has stopped answering."""
SILENT_SERVER = {"keepalives_idle": 15, "keepalives_interval": 5, "keepalives_count": 3}
"""When Postgres and its clients probe a silent machine: after 15 s, then every 5 s, three times. By default, they wait
for hours."""
NO_ANSWER_MS = 30_000
"""The time in milliseconds after which Postgres and its clients give up on a connection that does not answer."""
RETRIES_OF_RUN, BETWEEN_RETRIES = 5, 60
"""How often a Dagster run retries a stage, and the pause before each retry."""
OTHER_WRITER_TRIES, OTHER_WRITER_PAUSE, LONGEST_PAUSE = 100, 0.05, 2.0
"""How often a writer tries to write to a lake while others do, its first pause between tries, and its longest pause."""
DEALS_WRITER, DEALS_READER = 60.0, 5.0
"""How long a writer of the file of solved deals waits for another writer, and how long a reader waits."""

# --- for an evening that is being played ------------------------------------------------------

LOOK_AT_SOURCE, RELOAD_PAGE = 0.5, 3
"""How long `barometer live` pauses between two looks at its source, and browsers before they ask for the page again."""
BEFORE_FEWER = 2.0
"""How long a source must stay the same before fewer results than before count. A file may just be half-written."""
SILENT_CONNECTOR = 4.0
"""How long a Data Connector may take to answer. Its client tries five times."""

# --- for files --------------------------------------------------------------------------------

FILE_TRIES, FILE_PAUSE = 40, 0.05
"""How often to try to replace a file that a program on Windows has open for a moment, and the pause between tries."""
WAREHOUSE_TRIES = 600
"""How often to try to replace the warehouse while a program reads it: with `FILE_PAUSE`, for half a minute."""
KILLED_BUILD = 86_400.0
"""The age at which a folder of a killed build in a lake is removed, if it has no journal and no living process."""

# --- for processes of our own -----------------------------------------------------------------

DRAWER_LOOK, DRAWER_SILENCE = 0.2, 600
"""A process that draws pages is checked every `DRAWER_LOOK` seconds. It counts as stuck if it completes no club in
`DRAWER_SILENCE` seconds; a club takes at most a minute."""
READER_START, READER_LOOK, READER_GRACE = 120, 0.2, 5
"""A process that reads files has `READER_START` seconds to start, and is checked every `READER_LOOK` seconds. It ends
itself `READER_GRACE` seconds after the limit for a file."""
SEARCH_LOOK, SEARCH_STOP = 0.1, 1.0
"""A search for a movement is checked every `SEARCH_LOOK` seconds. After Ctrl-C, it has `SEARCH_STOP` seconds to arrange
the best matchings in rounds."""
MESSAGE_COMMAND = 30
"""The time limit for the command in BAROMETER_TELL."""

# --- for an end -------------------------------------------------------------------------------

TO_CLEAN_UP = 1.5
"""How long the main thread may clean up after a signal. After that, its process is ended at once."""
NO_PROGRESS = 1_800
"""How long a build may go without progress, unless BAROMETER_NO_PROGRESS_SECONDS sets another limit."""
WATCHER = {"look": 0.1, "unheard": 3.0, "stacks": 0.5, "end": 6.0}
"""The process that watches a build checks it every `look` seconds. A signal counts as ignored after `unheard` seconds.
A build without progress has `stacks` seconds to print where its threads are, and `end` seconds to stop."""

# --- for readers ------------------------------------------------------------------------------

BETWEEN_LINES = 10.0
"""The pause between two progress lines if the output goes to a file or a pipe."""
LATE_PAGES = 86_400
"""How soon a club's pages must show a new file; if they do not, the Dagster check warns."""

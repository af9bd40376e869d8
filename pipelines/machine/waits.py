"""Every wait, in seconds unless noted. Two have an environment variable; change all others here.

Reading a file has the limit BAROMETER_READ_SECONDS (`pipelines/intake/landing/limits.py`): 60.
"""

from pipelines.machine.environment import NO_PROGRESS_SECONDS, number_in

# --- for other builds, and servers ------------------------------------------------------------

OTHER_BUILD = 600.0
"""How long a build waits for another build, and a publication for another publication, from when that began."""
BETWEEN_TRIES = 0.5
"""Between two tries for a lock, and before the holder is named."""
LOST_SERVER = 300.0
"""How long a server that answered before may be gone while a run waits for its turn."""
SILENT_SERVER = {"keepalives_idle": 15, "keepalives_interval": 5, "keepalives_count": 3}
"""Postgres and its clients probe a silent machine after 15 s, every 5 s, three times; by default, after two hours."""
NO_ANSWER_MS = 30_000
"""Milliseconds until Postgres and its clients give up a connection where nobody answers."""
SENDING = 60.0
"""How long `barometer publish` waits for a build that removes what a killed sending left."""
RETRIES_OF_RUN, BETWEEN_RETRIES = 5, 60
"""How often a Dagster run tries each stage again, and the pause in between."""
OTHER_WRITER_TRIES, OTHER_WRITER_PAUSE, LONGEST_PAUSE = 100, 0.05, 2.0
"""Tries to write to a lake if another writer was first, and the pauses between them: the first, and the longest."""
DEALS_WRITER, DEALS_READER = 60.0, 5.0
"""How long a writer of the file of solved deals waits for another writer, and a reader before it goes on without."""

# --- for files --------------------------------------------------------------------------------

FILE_TRIES, FILE_PAUSE = 40, 0.05
"""Tries to replace a file on Windows that a reader or virus scanner has open for a moment, and the pauses."""
WAREHOUSE_TRIES = 600
"""Tries to replace the warehouse while another program reads it, with the same pauses: half a minute."""
KILLED_BUILD = 86_400.0
"""A build's folder in a lake without a journal, which no process claims, is removed after a day."""

# --- for processes of our own -----------------------------------------------------------------

DRAWER_LOOK, DRAWER_SILENCE = 0.2, 600
"""Pause between looks at a process that draws pages, and its longest silence: a club takes seconds, or a minute."""
READER_START, READER_LOOK, READER_GRACE = 120, 0.2, 5
"""For a process that reads files: until it is ready; between looks; until a late one ends by itself."""
SEARCH_LOOK, SEARCH_STOP = 0.1, 1.0
"""Between looks at a search for a movement, and how long Ctrl-C leaves it to put its best matchings into rounds."""
MESSAGE_COMMAND = 30
"""For the command that BAROMETER_TELL names."""

# --- for an end -------------------------------------------------------------------------------

TO_CLEAN_UP = 1.5
"""How long the main thread may take to end after a signal; then its process ends at once."""
NO_PROGRESS = 1_800
"""A build without progress ends after this time, unless BAROMETER_NO_PROGRESS_SECONDS sets another."""
WATCHER = {"look": 0.5, "unheard": 3.0, "stacks": 0.5, "end": 2.0}
"""For the process that watches a build: between looks; until it decides that nobody hears a signal; until the
threads have reported where they are; until a build that was asked to end has ended.
"""

# --- for readers ------------------------------------------------------------------------------

BETWEEN_LINES = 10.0
"""Between two lines of progress in a file or a pipe."""
LATE_PAGES = 86_400
"""The pages of a club show a file within a day, or the Dagster check warns."""


def longest_without_progress() -> int:
    """Return how many seconds a build may go without progress."""
    return number_in(NO_PROGRESS_SECONDS) or NO_PROGRESS

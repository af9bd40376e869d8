"""Every wait, in seconds where nothing else is said. Two have a variable in the environment; all others change here.

A file that is read has BAROMETER_READ_SECONDS (`pipelines/intake/landing/limits.py`): 60.
"""

from pipelines.machine.environment import NO_PROGRESS_SECONDS, number_in

# --- for other builds, and servers ------------------------------------------------------------

OTHER_BUILD = 600.0
"""A build waits so long for another build, and a publication for another publication, from when that began."""
BETWEEN_TRIES = 0.5
"""Between two tries for a lock, and before whoever waits is named."""
LOST_SERVER = 300.0
"""A server that answered before, and is gone, may be away for so long while a run waits for its turn."""
SILENT_SERVER = {"keepalives_idle": 15, "keepalives_interval": 5, "keepalives_count": 3}
"""Postgres and its clients ask a silent machine after 15 s, every 5 s, three times: by themselves after two hours."""
NO_ANSWER_MS = 30_000
"""Milliseconds until both give up a connection on which nobody answers."""
SENDING = 60.0
"""`barometer publish` waits for a build that removes what a killed sending left."""
RETRIES_OF_RUN, BETWEEN_RETRIES = 5, 60
"""A run of Dagster tries each stage so often again, with so long in between."""
OTHER_WRITER_TRIES, OTHER_WRITER_PAUSE, LONGEST_PAUSE = 100, 0.05, 2.0
"""Tries of what another writer of a lake came before, and the pauses between them: the first, and the longest."""
DEALS_WRITER, DEALS_READER = 60.0, 5.0
"""How long a writer of the file of solved deals waits for another one, and a reader: a build goes on without them."""

# --- for files --------------------------------------------------------------------------------

FILE_TRIES, FILE_PAUSE = 40, 0.05
"""Tries to replace a file on Windows, where a reader or a search for viruses has it open for a moment; the pauses."""
WAREHOUSE_TRIES = 600
"""Tries to replace the warehouse while somebody reads it, with the same pauses: half a minute."""
KILLED_BUILD = 86_400.0
"""A folder of a build of a lake that has no journal, and that no process claims, is removed after a day."""

# --- for processes of our own -----------------------------------------------------------------

DRAWER_LOOK, DRAWER_SILENCE = 0.2, 600
"""Between two looks at a process that draws pages, and its longest silence: a club takes a few seconds, or a minute."""
READER_START, READER_LOOK, READER_GRACE = 120, 0.2, 5
"""For a process that reads files: until it is ready; between two looks; until it ends by itself, where it is late."""
SEARCH_LOOK, SEARCH_STOP = 0.1, 1.0
"""Between two looks at a search for a movement, and what Ctrl-C leaves it to put its best matchings into rounds."""
MESSAGE_COMMAND = 30
"""For the command that BAROMETER_TELL names."""

# --- for an end -------------------------------------------------------------------------------

TO_CLEAN_UP = 1.5
"""The main thread has so long to end after a signal; then its process ends at once."""
NO_PROGRESS = 1_800
"""A build without progress ends after so long, unless BAROMETER_NO_PROGRESS_SECONDS says otherwise."""
WATCHER = {"look": 0.5, "unheard": 3.0, "stacks": 0.5, "end": 2.0}
"""For the process that watches a build: between two looks; until nobody hears a signal; until the threads have said
where they are; until a build that was asked to end has ended."""

# --- for readers ------------------------------------------------------------------------------

BETWEEN_LINES = 10.0
"""Between two lines of progress in a file or a pipe."""
LATE_PAGES = 86_400
"""The pages of a club show a file within a day, or the check of Dagster warns."""


def longest_without_progress() -> int:
    """Seconds for which a build may make no progress."""
    return number_in(NO_PROGRESS_SECONDS) or NO_PROGRESS

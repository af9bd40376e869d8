"""What kind of file is this? By its content, never by its name."""

from pathlib import Path, PurePosixPath

from pipelines.readers import pbn, usebio
from pipelines.readers.reading import Reading, Sheets, reading


def read_file(path: Path, file_id: str) -> Reading:
    """Read one result file of any supported format.

    Args:
        path: the file.
        file_id: how it is named in the tables: its path from the competition folder. A file that is one
            session has this as its session id, without the suffix.

    Content that cannot be used is told in the findings, never raised.

    Raises:
        OSError: the file itself cannot be opened.
    """
    data = path.read_bytes()
    session_id = PurePosixPath(file_id).with_suffix("").as_posix()
    if usebio.is_usebio(data):
        return reading("usebio", usebio.read(data, session_id), file_id)
    text = _decoded(data)
    if pbn.is_pbn(text):
        return reading("pbn", pbn.read(text, session_id), file_id)
    return reading("unknown", Sheets({}, []), file_id)


def _decoded(data: bytes) -> str:
    """UTF-8 with or without byte order mark, else Latin-1; lines end in a line feed."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")

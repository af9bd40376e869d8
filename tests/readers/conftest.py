"""Reading a file whose content stands in the test."""

from pathlib import Path

import pytest
from result_files import Read

from pipelines.intake.readers import Reading, read_file


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Read:
    """Write the content to a file and read it; the name says nothing to the reader."""
    folder = tmp_path_factory.mktemp("landing")

    def read_content(content: str | bytes, name: str = "evening.txt") -> Reading:
        path: Path = folder / "file"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return read_file(path, name)

    return read_content

"""Which code and reference data compute the numbers: what they computed may be kept while they are the same."""

import hashlib
from functools import cache

from pipelines.paths import PROJECT

_COMPUTING = ("pipelines", "transforms", "data/reference")


@cache
def code_sha256() -> str:
    """One sha256 over every source and reference file."""
    files = sorted(
        path
        for folder in _COMPUTING
        for path in (PROJECT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    )
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.relative_to(PROJECT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()

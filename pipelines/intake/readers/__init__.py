"""Read result files of any supported format into raw tables. Each format has a module, and is recognised by content.

A reader opens only the file that it is given, and never fails on bad content. What cannot be used becomes a finding,
and the rest of the file is still read.
"""

from pipelines.intake.readers.reading import Reading
from pipelines.intake.readers.recognise import RESULT_SUFFIXES, read_bytes, read_file

__all__ = ["RESULT_SUFFIXES", "Reading", "read_bytes", "read_file"]

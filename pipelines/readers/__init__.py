"""Result files of any supported format to raw tables: one module a format, recognised by content.

A reader opens the one file it is given and nothing else, and never fails on bad content: what cannot be
used becomes a finding, and the rest of the file still comes in.
"""

from pipelines.readers.reading import Reading
from pipelines.readers.recognise import RESULT_SUFFIXES, read_file

__all__ = ["RESULT_SUFFIXES", "Reading", "read_file"]

"""Read result files of all supported formats into raw tables. The content of a file, not its name, shows its format.

Each format has a module. A reader opens only the file that it is given, and never fails on bad content: an unusable
part becomes a finding, and the rest of the file is read.
"""

from pipelines.intake.readers.reading import Reading
from pipelines.intake.readers.recognise import RESULT_SUFFIXES, read_bytes, read_file

__all__ = ["RESULT_SUFFIXES", "Reading", "read_bytes", "read_file"]

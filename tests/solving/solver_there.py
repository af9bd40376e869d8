"""The mark of tests that need endplay: Python 3.14 has none yet; on any other Python they fail if it is missing."""

import sys

import pytest

needs_endplay = pytest.mark.skipif(sys.version_info >= (3, 14), reason="endplay has no wheel for Python 3.14 yet")

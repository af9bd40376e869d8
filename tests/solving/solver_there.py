"""Tests that compare with endplay, or solve deals, are skipped where it is not installed: it is an extra, `deals`."""

from importlib.util import find_spec

import pytest

needs_endplay = pytest.mark.skipif(
    find_spec("endplay") is None, reason="endplay is not installed: the extra deals, not yet for Python 3.14"
)

"""What no process of ours imports: libraries that another one takes up only because they happen to be installed."""

import sys
from typing import cast

_FOR_OTHERS = ("sqlalchemy", "pyarrow.dataset")
"""Dataframely takes up the first, which is there for Dagster; DuckDB the second, and pandas with it, to look through
streams of Arrow that we insert whole. To import them takes two thirds of a second."""


def leave_out_what_is_for_others() -> None:
    """Have our libraries do without.

    For a process that will never import Dagster: nothing in it can import these after this.
    """
    cast("dict[str, object]", sys.modules).update(dict.fromkeys(_FOR_OTHERS))

"""What no process of ours imports: a library that another one takes up only because it happens to be installed."""

import sys
from typing import cast


def leave_out_sqlalchemy() -> None:
    """Have dataframely do without: it is there for Dagster, and to import it takes a sixth of a second.

    For a process that will never import Dagster: nothing in it can import sqlalchemy after this.
    """
    cast("dict[str, object]", sys.modules)["sqlalchemy"] = None

"""Names in a PBN file that are surely one, by the rule of the whole house."""

from collections.abc import Iterable

import polars as pl

from transforms.intake.people.names import same_name


def spellings(names: Iterable[str]) -> dict[str, str]:
    """Each name -> what all its spellings share; case, blanks and the Unicode form make no other name."""
    written = pl.DataFrame({"name": list(dict.fromkeys(names))}, schema={"name": pl.String})
    return dict(written.select("name", same=same_name(pl.col("name"))).rows())

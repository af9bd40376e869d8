"""Raw: what a director says of single sessions in competition.toml."""

import dataframely as dy

from transforms.tables.shared import InClub, usual, warehouse_table

SETTLED = r"^([A-Z])\s+([0-9]{1,4})\s+(\S+)$"
"""How a result is named: line, board and a pair, as `A 3 12`."""


@warehouse_table("raw.session_settings")
class SessionSettings(InClub):
    """One row per `[[session]]` of competition.toml: what a director says of one session."""

    place = dy.Int32(primary_key=True, min=1)
    """The first `[[session]]` of the file is 1."""
    session_id = dy.String(nullable=True)
    """The id under which the session counts, also where it is named by its files; null where they give no session."""
    files = dy.List(dy.String())
    """The files, from the folder of the competition, that are this one session; empty where its id names it."""
    date = dy.Date(nullable=True)
    together = dy.String(nullable=True)
    """The lines scored as one field, `A+C`, whatever the files say; null: as the files say."""
    supersedes = dy.List(dy.String())
    """Sessions or files that this session replaces."""
    keep_both = dy.Bool(metadata=usual(False))
    """Whether the session counts even though another looks like the same evening."""
    accept = dy.String(nullable=True)
    """Why official results of this session may differ from ours; null: nobody has said so."""
    accept_at_most = dy.String(nullable=True)
    """How many values of a kind may differ or be missing: `{"boards": 1}`; null: any may differ, none be missing."""
    settled = dy.List(dy.String(), nullable=True)
    """Results that the director has looked at and that are right: line, board and a pair, as `A 3 12`."""

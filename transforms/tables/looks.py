"""Looks: how the pages of a club look, beside what they say."""

import dataframely as dy

from transforms.tables.shared import InClub, one_of, warehouse_table

_COLOUR = "^#[0-9a-f]{6}$"


@warehouse_table("raw.looks")
class Looks(InClub):
    """One row per competition of a club that has a mark or a colour: `[page]` of club.toml."""

    colour = dy.String(nullable=True, regex=_COLOUR, description="That of links on light pages, `#rrggbb`.")
    colour_in_the_dark = dy.String(nullable=True, regex=_COLOUR, description="That of links on dark pages.")
    mark_format = one_of("png", "jpg", "svg", nullable=True, description="What kind of picture the mark is.")
    mark = dy.String(nullable=True, description="The bytes of the picture, in base64.")

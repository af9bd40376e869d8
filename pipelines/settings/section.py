"""The base class of every part of competition.toml and of the reference data."""

from pydantic import BaseModel, ConfigDict

from pipelines.paths import DATA

REFERENCE = DATA / "reference"


class Section(BaseModel):
    """A part of a TOML file; unknown keys and values of another type are errors."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

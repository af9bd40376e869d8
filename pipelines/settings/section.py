"""What every part of competition.toml and of the reference data keeps to."""

from pydantic import BaseModel, ConfigDict

from pipelines.paths import DATA

REFERENCE = DATA / "reference"


class Section(BaseModel):
    """A part of a TOML file: no key beyond those named, no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

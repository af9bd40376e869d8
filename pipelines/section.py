"""What every part of competition.toml and of the reference data keeps to."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict

REFERENCE = Path(__file__).resolve().parents[1] / "data" / "reference"


class Section(BaseModel):
    """A part of a TOML file: no key beyond those named, no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

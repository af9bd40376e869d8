"""The made-up federation, dealt from the store that comes with the code."""

from functools import partial

from pipelines.cli.simulate import stored_deals
from transforms import simulate as made_up

simulate = partial(made_up.simulate, store=stored_deals())
parts = partial(made_up.parts, store=stored_deals())

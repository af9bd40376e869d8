"""How the tests run: a property takes the time it takes, on a busy machine too."""

from hypothesis import settings

settings.register_profile("house", deadline=None)
settings.load_profile("house")

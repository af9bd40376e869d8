"""What a page says of what made it: by this ours are told from those of others."""

GENERATOR = b'<meta name="generator" content="'
"""Before the name of the maker."""
OF_BAROMETER = GENERATOR + b"Barometer"
"""In each page that a build, or a command, made."""
OF_SITE = OF_BAROMETER + b'"/>'
OF_DESK = OF_BAROMETER + b', for the director"/>'

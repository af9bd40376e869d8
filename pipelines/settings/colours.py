"""A club's colour, made as dark or as light as text must be to be read by everybody."""

ON_LIGHT = ("#fdfdfb", "#f2f5f1")
"""What text stands on: `--paper` and `--band` of style.css."""
ON_DARK = ("#151a19", "#1e2623")
"""The same where the reader's machine is dark."""
CONTRAST = 4.5
"""The least contrast of text with its ground (WCAG 2.2, success criterion 1.4.3)."""

_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)


def on_light(colour: str) -> str:
    """The colour, if it can be read on light pages; else as much darker as it must be. `#rrggbb`, as what is given."""
    return _readable(colour, ON_LIGHT, _BLACK)


def on_dark(colour: str) -> str:
    """The colour, if it can be read on dark pages; else as much lighter as it must be. `#rrggbb`, as what is given."""
    return _readable(colour, ON_DARK, _WHITE)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours `#rrggbb`, from 1 to 21, as WCAG 2.2 defines it."""
    darker, lighter = sorted((_luminance(_parts(one)), _luminance(_parts(other))))
    return (lighter + 0.05) / (darker + 0.05)


def _readable(colour: str, grounds: tuple[str, ...], towards: tuple[int, int, int]) -> str:
    """The first mixture with black or white, in steps of a hundredth, that has enough contrast with all grounds."""
    mixtures = (_mixed(_parts(colour), towards, hundredths) for hundredths in range(101))
    return next(mixed for mixed in mixtures if all(contrast(mixed, ground) >= CONTRAST for ground in grounds))


def _mixed(colour: tuple[int, ...], towards: tuple[int, int, int], hundredths: int) -> str:
    parts = zip(colour, towards, strict=True)
    return "#" + "".join(f"{round((one * (100 - hundredths) + other * hundredths) / 100):02x}" for one, other in parts)


def _parts(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def _luminance(parts: tuple[int, ...]) -> float:
    linear = [_linear(part / 255) for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

"""Messages in templates: `{% trans %}` with placeholders written `{name}`, as in all other messages."""

import re
from typing import Any

from jinja2 import Environment
from jinja2.ext import InternationalizationExtension
from jinja2.parser import Parser
from markupsafe import Markup, escape

from pipelines.words.languages import is_checked, language
from transforms.tables.messages import spoken

_GAP = re.compile(r"%\((\w+)\)s")


class Messages(InternationalizationExtension):
    """The Jinja extension for messages. Placeholders are written as for `gettext`, and several spaces count as one."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        environment.newstyle_gettext = True  # pyrefly: ignore[missing-attribute] - the base class gave it
        environment.globals.update(_functions())

    def _parse_block(self, parser: Parser, allow_pluralize: bool) -> tuple[list[str], str]:  # pyrefly: ignore[missing-override-decorator]
        names, text = super()._parse_block(parser, allow_pluralize)
        return names, _GAP.sub(r"{\1}", text).replace("%%", "%")


def _functions() -> dict[str, Any]:
    return {
        "gettext": _gettext,
        "ngettext": lambda one, many, number, /, **gaps: _filled(
            spoken().ngettext(one, many, number), {"number": number, **gaps}
        ),
        "pgettext": lambda context, message, /, **gaps: _filled(spoken().pgettext(context, message), gaps),
        "_": _gettext,
        "language": language,
        "is_checked": lambda: is_checked(language()),
    }


def _gettext(message: str, /, **gaps: object) -> Markup:
    return _filled(spoken().gettext(message), gaps)


def _filled(message: str, gaps: dict[str, object]) -> Markup:
    # Does the same as `Markup.format_map` if placeholders are plain names, at a tenth of the cost.
    text = message.format_map({name: escape(gap) for name, gap in gaps.items()}) if gaps else message
    return Markup(text)  # noqa: S704 - our own, and the texts in the gaps are escaped

"""Schemes whose federation awards the points itself: they arrive as a file."""

from transforms.awards.scheme import Scheme
from transforms.tables.messages import gettext_noop

SOURCE = "Funbridge, How federation points are calculated: awarded by the federation directly"

TBF = Scheme("tbf", gettext_noop("Masterpoints"), "TBF", SOURCE)
FPB = Scheme("fpb", gettext_noop("Experience Points"), "FPB", SOURCE)
RBBF = Scheme("rbbf", gettext_noop("Expert Points"), "RBBF", SOURCE)
CBS = Scheme("cbs", gettext_noop("Master Points"), "ČBS", SOURCE)
ACBL = Scheme("acbl", gettext_noop("Masterpoints"), "ACBL", SOURCE)

"""Schemes whose federation awards the points itself: they arrive as a file."""

from transforms.awards.scheme import Scheme

SOURCE = "Funbridge, How federation points are calculated: awarded by the federation directly"

TBF = Scheme("tbf", "Masterpoints", "TBF", SOURCE)
FPB = Scheme("fpb", "Experience Points", "FPB", SOURCE)
RBBF = Scheme("rbbf", "Expert Points", "RBBF", SOURCE)
CBS = Scheme("cbs", "Master Points", "ČBS", SOURCE)
ACBL = Scheme("acbl", "Masterpoints", "ACBL", SOURCE)

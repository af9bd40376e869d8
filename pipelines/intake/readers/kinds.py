"""How the kinds of sessions are called in findings of every reader."""

HOW_SCORED = {
    "pairs": "at matchpoints",
    "butler": "by Butler",
    "cross_imp": "by cross-IMPs",
    "teams": "as matches of teams",
}
"""Kind -> how its boards are scored, in words."""

"""An evening whose deal is still to be solved."""

from pathlib import Path

from pipelines.machine.paths import Paths

DEAL = "N:KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632"
SETTINGS = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'


def landing(folder: Path, *clubs: str) -> Paths:
    """A landing folder in which each club played one board, whose deal has no table."""
    for club in clubs:
        place = folder / "landing" / club / "evening"
        place.mkdir(parents=True)
        (place / "competition.toml").write_text(SETTINGS)
        (place / "sessions.csv").write_text("session_id,date,kind\n1,2025-09-02,pairs\n")
        (place / "results.csv").write_text(
            "session_id,line,board,ns,ew,contract,declarer,tricks\n1,A,1,1,2,3H,S,9\n1,A,1,3,4,3H,S,2\n"
        )
        (place / "deals.csv").write_text(f"session_id,board,deal\n1,1,{DEAL}\n")
    return Paths(folder / "landing", folder / "warehouse.duckdb", folder / "reports")

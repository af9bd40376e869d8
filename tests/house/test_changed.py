"""Which tests a change reaches, and which command runs the others."""

from pathlib import Path

from changed import reached

FILES = {
    "pipelines/__init__.py": "",
    "pipelines/__main__.py": "from pipelines.cli.app import main",
    "pipelines/cli/app.py": "def main():\n    from pipelines.reports import site",
    "pipelines/reports/__init__.py": "",
    "pipelines/reports/site.py": "from transforms.scoring import butler",
    "transforms/scoring/butler.py": "import transforms.tables",
    "transforms/tables.py": "",
    "transforms/alone.py": "",
    "tests/made.py": "from transforms.tables.schemas import Results",
    "tests/cli/test_main.py": 'command = ["barometer", "build"]',
    "tests/cli/test_patched.py": "patched.setattr('transforms.alone.SECONDS', 1)",
    "tests/house/test_rooms.py": "",
    "tests/reports/conftest.py": "from pipelines.reports import site",
    "tests/reports/test_site.py": "ASKED = 'docs/pages.md'",
    "tests/scoring/test_butler.py": "from transforms.scoring.butler import butler",
    "tests/scoring/test_twin.py": "from made import made",
}


REACHED: dict[str, list[str]] = {
    "README.md": [],
    "transforms/alone.py": ["cli/test_patched"],
    "pipelines/cli/app.py": ["cli/test_main"],
    "pipelines/reports/__init__.py": ["cli/test_main", "reports/test_site"],
    "pipelines/reports/templates/page.html": ["cli/test_main", "reports/test_site"],
    "transforms/scoring/butler.py": ["cli/test_main", "reports/test_site", "scoring/test_butler"],
    "transforms/scoring/gone.py": [],
    "tests/made.py": ["scoring/test_twin"],
    "tests/scoring/test_twin.py": ["scoring/test_twin"],
    "docs/pages.md": ["reports/test_site"],
    "docs/the pages.md": [],
}


def test_a_change_reaches_what_imports_it_however_far_away(tmp_path: Path) -> None:
    for name, source in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(source, encoding="utf-8")
    for changed, tests in REACHED.items():
        assert reached([changed], tmp_path) == ["tests/house/", *(f"tests/{name}.py" for name in tests)]
    for changed in ("tests/conftest.py", "pyproject.toml", "data/sample/a.csv"):
        assert reached(["README.md", changed], tmp_path) == ["tests"], "all tests rest on it"

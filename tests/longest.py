"""Which files of tests take longest."""

LONGEST = {
    "warehouse/test_lake.py": 75,
    "building/test_hidden_while_another_fails.py": 75,
    "cli/test_build.py": 75,
    "mistakes/test_mistakes.py": 72,
    "browser/test_pages.py": 70,
    "guide/test_guide.py": 65,
    "strangers/test_strangers.py": 48,
    "house/test_dagster_builds.py": 42,
    "fuzz/test_fuzz.py": 40,
    "building/test_kills_and_readers.py": 38,
    "building/test_clubs_come_and_go.py": 38,
    "warehouse/test_lake_lock.py": 40,
    "warehouse/test_recorded_by_an_older_version.py": 38,
    "test_notebooks.py": 38,
    "solving/test_solved_in_builds.py": 32,
    "building/test_drawer.py": 32,
    "cli/test_publish_beside_builds.py": 29,
    "landing/test_workers.py": 25,
    "warehouse/test_runs_that_wait.py": 60,
}
"""The files of tests that take longest, and about how many seconds (`--durations 0`): they begin first.

One that takes 25 s and more belongs here; a figure need only be about right.
"""

"""Which files of tests take longest."""

LONGEST = {
    "building/test_hidden_while_another_fails.py": 65,
    "cli/test_build.py": 65,
    "browser/test_pages.py": 60,
    "mistakes/test_mistakes.py": 45,
    "strangers/test_strangers.py": 45,
    "house/test_dagster_builds.py": 42,
    "warehouse/test_runs_that_wait.py": 40,
    "fuzz/test_fuzz.py": 40,
    "building/test_kills_and_readers.py": 38,
    "building/test_clubs_come_and_go.py": 38,
    "building/test_drawer.py": 32,
    "solving/test_solved_in_builds.py": 32,
    "test_notebooks.py": 30,
    "guide/test_guide.py": 25,
    "cli/test_publish_command.py": 25,
    "landing/test_workers.py": 25,
    "warehouse/test_lake.py": 25,
    "warehouse/test_lake_lock.py": 25,
}
"""The files of tests that take longest, and about how many seconds (`--durations 0`): they begin first.

One that takes 25 s and more belongs here; a figure need only be about right.
"""

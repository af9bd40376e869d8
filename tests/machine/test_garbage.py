"""What Python looks through for what nobody needs any more."""

import gc

from pipelines.machine.garbage import lasting_left_alone


def test_what_is_there_is_left_alone_and_what_comes_later_is_not() -> None:
    before = gc.get_freeze_count()
    with lasting_left_alone():
        assert gc.get_freeze_count() > 10_000
        later: list[object] = [object()]
        assert any(found is later for found in gc.get_objects())
    assert gc.get_freeze_count() <= before

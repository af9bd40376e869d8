"""The command of another process of this Python that runs code of ours, wherever it is started."""

import json
import sys
from pathlib import Path

_SAME_MODULES = "import json, sys; sys.path[:] = json.loads(sys.argv.pop()); "


def another_python(code: str, *arguments: str) -> list[str]:
    """The command that runs this code with the modules of this process, and none from the working folder.

    Not `multiprocessing`: that would run the main module of this process again, whether or not it is guarded.

    Args:
        code: what to run.
        arguments: what it finds in `sys.argv` from 1 on.
    """
    here = json.dumps([str(Path(folder or ".").resolve()) for folder in sys.path])
    return [sys.executable, "-P", "-c", _SAME_MODULES + code, *arguments, here]

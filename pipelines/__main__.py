"""Where `barometer` and `python -m pipelines` start: signals are heard before anything takes long to import."""

from pipelines import stopping


def main() -> None:
    """Run a command, and exit with its status."""
    stopping.run(_command)


def _command() -> object:
    from pipelines.cli import run

    return run()


if __name__ == "__main__":
    main()

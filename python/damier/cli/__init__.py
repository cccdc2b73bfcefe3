"""The command line: ``damier``, ``damier play``, ``damier perft``, ``damier show``, ``damier games``."""

import sys

__all__ = ["main"]


def main() -> None:
    """Runs the command line on ``sys.argv`` and exits."""
    try:
        from damier.cli.app import app
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("typer", "rich"):
            raise
        print(f"damier: the command line needs {error.name}: pip install 'damier[cli]'", file=sys.stderr)
        sys.exit(2)
    app(prog_name="damier")

"""Names of the server's own for what it keeps: what a client says never becomes a path otherwise."""

import re
import secrets
from typing import Final

ID: Final = re.compile(r"[a-z0-9]{12}", re.ASCII)
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789"


def new_id() -> str:
    """Twelve letters and digits that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(12))

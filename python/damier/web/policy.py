"""What a page of this server may do (Content-Security-Policy): run the scripts that come from it, and no others."""

from __future__ import annotations

import base64
import hashlib


def policy(*styles: str) -> str:
    """The policy of a document in which nothing but these style sheets stands beside its text."""
    hashes = "".join(
        f" 'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'" for style in styles
    )
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self'{hashes}; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )

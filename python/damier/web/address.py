"""Where other machines find this server, as text and as a QR code for a telephone."""

from __future__ import annotations

import io
import ipaddress
import socket
from typing import Final

EVERYWHERE: Final = {"0.0.0.0": (socket.AF_INET, "192.0.2.1"), "::": (socket.AF_INET6, "2001:db8::1")}
"""Hosts that mean every address of this machine, and an address elsewhere that tells which one others see. Both are
reserved for documentation (RFC 5737, RFC 3849): nothing is ever sent there.
"""


def reachable(host: str, port: int) -> str | None:
    """The address that another machine may open; `None` where only this machine can."""
    if host in EVERYWHERE:
        found = _own_address(*EVERYWHERE[host])
        if found is None:
            return None
        host = found
    try:
        if ipaddress.ip_address(host).is_loopback:
            return None
    except ValueError:
        if host == "localhost":
            return None
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def qr_svg(text: str) -> bytes:
    """A text as a QR code, dark on light whatever the page looks like: cameras want it so."""
    import segno

    out = io.BytesIO()
    segno.make(text, micro=False).save(
        out,
        kind="svg",
        scale=8,
        border=3,
        dark="#1b1512",
        light="#ffffff",
        xmldecl=False,
        svgclass=None,
        lineclass=None,
    )
    return out.getvalue()


def qr_terminal(text: str) -> str:
    """A text as a QR code of half blocks, for a terminal."""
    import segno

    out = io.StringIO()
    segno.make(text, micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()


def _own_address(family: socket.AddressFamily, elsewhere: str) -> str | None:
    """The address of this machine on the way to another one."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as way:
            way.connect((elsewhere, 9))  # a datagram socket only looks up the way
            found = str(way.getsockname()[0])
    except OSError:
        return None
    return None if ipaddress.ip_address(found).is_loopback else found

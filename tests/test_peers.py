"""Other draughts packages, installed in environments of their own: run with ``-m peers`` (needs the network once)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[1] / "tools" / "compare_peers.py"


@pytest.mark.peers
def test_no_peer_is_right_where_we_are_wrong() -> None:
    done = subprocess.run([sys.executable, TOOL, "--positions", "200"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr

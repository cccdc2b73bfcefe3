"""Lets the tests import their neighbours (`oracle`, `positions`) whatever the import mode."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

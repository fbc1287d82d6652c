"""Makes the imitations importable: tests are collected with importlib, which adds no path."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

"""``python -m auditor.bench FILE [--json] [--predictions OUT]``."""

import sys

from auditor.bench.running import main

sys.exit(main(sys.argv[1:]))

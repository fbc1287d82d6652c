"""Tell one night and kill this process at the N-th call that it makes on the way from findings to the receiver.

usage: killed_telling.py N FOLDER URL

A profile function sees each call in the modules of ``auditor.alerts``, into SQLite and into sockets; SIGKILL
leaves no chance to clean up. Prints how many calls there were when it ends by itself.
"""

import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from alert_nights import FakeClock, Nights, finding

from auditor import alerts

WATCHED = str(Path(alerts.__file__).parent)


def main() -> None:
    deadly, folder, url = int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    seen = 0

    def watch(frame, event, argument):
        nonlocal seen
        if event not in ("call", "c_call", "return") or not frame.f_code.co_filename.startswith(WATCHED):
            return
        seen += 1
        if seen == deadly:
            os.kill(os.getpid(), signal.SIGKILL)

    nights = Nights(folder, FakeClock()).channel(f"{url}/first", "first").channel(f"{url}/second", "second")
    sys.setprofile(watch)
    nights.night(finding("one"), finding("two"))
    sys.setprofile(None)
    sys.stdout.write(f"{seen}\n")


if __name__ == "__main__":
    main()

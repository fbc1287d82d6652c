"""Run the command line and kill this process at the N-th time that it touches the file system.

usage: killed_at.py N ARGUMENT…

An audit hook sees each file opened for writing, each rename, each removal and each database that is opened;
SIGKILL leaves no chance to clean up. Prints how many there were when the run ends by itself.
"""

import os
import signal
import sys

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def main() -> None:
    deadly, arguments = int(sys.argv[1]), sys.argv[2:]
    seen = 0

    def watch(event: str, details: tuple[object, ...]) -> None:
        nonlocal seen
        writing = event == "open" and isinstance(details[2], int) and details[2] & WRITING
        if not (writing or event in ("os.rename", "os.remove", "os.mkdir", "sqlite3.connect")):
            return
        if writing and str(details[0]).startswith("/dev/"):
            return
        seen += 1
        if seen == deadly:
            os.kill(os.getpid(), signal.SIGKILL)

    from auditor.cli import main as auditor

    sys.argv = ["auditor", *arguments]
    sys.addaudithook(watch)
    try:
        auditor()
    finally:
        sys.stderr.write(f"{seen}\n")


if __name__ == "__main__":
    main()

"""Run the command line and kill this process at the N-th time that it touches the file system.

usage: killed_at.py N ARGUMENT…

An audit hook sees each file opened for writing, each rename, each removal, each database that is opened and
each connection; SIGKILL leaves no chance to clean up. Prints how many there were when the run ends by itself.
N with a point is a time instead: after so many seconds the kernel ends this process, wherever it is.
"""

import os
import signal
import sys

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def main() -> None:
    deadly, arguments = float(sys.argv[1]), sys.argv[2:]
    timed = "." in sys.argv[1]
    seen = 0

    def watch(event: str, details: tuple[object, ...]) -> None:
        nonlocal seen
        writing = event == "open" and isinstance(details[2], int) and details[2] & WRITING
        if not (
            writing or event in ("os.rename", "os.remove", "os.mkdir", "sqlite3.connect", "socket.connect")
        ):
            return
        if writing and str(details[0]).startswith("/dev/"):
            return
        seen += 1
        if seen == deadly and not timed:
            os.kill(os.getpid(), signal.SIGKILL)

    from auditor.cli import main as auditor

    sys.argv = ["auditor", *arguments]
    sys.addaudithook(watch)
    if timed:
        signal.setitimer(signal.ITIMER_REAL, deadly)  # SIGALRM is not handled, so that it ends the process
    try:
        auditor()
    finally:
        sys.stderr.write(f"{seen}\n")


if __name__ == "__main__":
    main()

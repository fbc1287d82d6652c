"""The honest endpoint as a process of its own, which SIGKILL ends in the middle of an answer.

usage: mortal_endpoint.py CALL SHARE

Prints its port. Dies in its CALL-th answer, after that SHARE of it was sent; a negative CALL lets it live.
"""

import os
import signal
import sys
import threading

from endpoints import Endpoint


class Mortal(Endpoint):
    """Counts its answers, and dies in one of them."""

    def __init__(self, call, share):
        self.left, self.share = call, share
        super().__init__()

    def _answer(self, path, body):
        status, headers, content = super()._answer(path, body)
        self.left -= 1
        if self.left != -1:
            return status, headers, content
        if not self.share:
            die()
        threading.Timer(0.05, die).start()
        return (
            status,
            headers | {"Content-Length": str(len(content))},
            content[: int(self.share * len(content))],
        )


def die():
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    mortal = Mortal(int(sys.argv[1]), float(sys.argv[2]))
    sys.stdout.write(f"{mortal.port}\n")
    sys.stdout.flush()
    sys.stdin.read()  # until whoever started it is gone

"""Breaks the N-th write to a disk: an audit hook sees each file that is opened for it, moved or removed."""

import os
import sys

_WRITE = os.O_WRONLY | os.O_RDWR
_EVENTS = ("os.rename", "os.remove", "os.mkdir", "sqlite3.connect")


class PowerCutError(BaseException):
    """The power went: nothing that is under way comes to an end."""


class Faults:
    """One hook for the whole process, which a test arms; it cannot be taken out again."""

    def __init__(self):
        self._left, self._fault, self._folder, self._lasting = 0, None, "", False
        sys.addaudithook(self._watch)

    def after(self, writes, fault, folder="", *, lasting=False):
        """Raise ``fault`` at the write number ``writes`` below ``folder``, and if ``lasting`` at all later ones."""
        self._left, self._fault, self._folder, self._lasting = writes, fault, str(folder), lasting

    def off(self):
        """Let everything through; whether the fault was met."""
        met = self._fault is None or self._left <= 0
        self._fault = None
        return met

    def _watch(self, event, details):
        if self._fault is None or event not in ("open", *_EVENTS):
            return
        if event == "open" and not (isinstance(details[2], int) and details[2] & _WRITE):
            return
        place = str(details[0])
        if place.startswith("/dev/") or not place.startswith(self._folder):
            return
        self._left -= 1
        if self._left <= 0:
            fault = self._fault
            if not self._lasting:
                self._fault = None
            raise fault


FAULTS = Faults()

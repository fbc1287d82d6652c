"""What is wrong with an entry or a store whatever happened to it."""

from auditor.verdicts.notes.collecting import collect_notes

__all__ = ["collect_notes"]

"""Every sentence of the report that does not come from a finding, in plain English."""

from auditor.records import Finding, Label

_PARTS = 2  # of a path: more is where it happens to lie on one machine
LABELS = {
    Label.CONTRADICTION: "Contradiction",
    Label.HALLUCINATION: "Hallucination",
    Label.STALE: "Stale",
    Label.SAFE: "Safe",
    Label.EXPANSION: "Expansion",
}
BANDS = {"act": "act on it", "look": "please look"}
CHANGES = {
    "added": "added",
    "removed": "removed",
    "changed": "changed",
    "unchanged": "unchanged, but due",
}
# Why a finding has its label: the row of the decision table in words, by kind (docs/labels.md).
ROWS = {
    "guard_weakened": "Only metadata moved: it is trusted more or longer, and nobody entitled confirmed it.",
    "unexplained_loss": "Something was lost: nobody asked for it, it had not expired, nothing replaces it.",
    "disputed": "The user and a system of record disagree about it.",
    "contradicts_user": "The user said something that cannot be true together with it.",
    "contradicts_record": "A system of record says something that cannot be true together with it.",
    "cross_entry": "Another memory in the same store cannot be true together with it.",
    "misattribution": "What was said belongs to somebody else, or somebody else said it.",
    "agent_invention": "The conversations are there, and only the agent itself said it.",
    "unsupported": "The conversations are there, and nobody said it.",
    "unexplained_overwrite": "The old value was replaced, and no conversation explains it.",
    "expired": "Its own end date has passed, or the event that it waits for has happened.",
    "not_forgotten": "The user asked to forget it, and it is still there.",
    "not_refreshed": "Something newer was said that cannot be true together with what it still holds.",
    "relative_time": "It speaks of a time such as “tomorrow” that has passed since it was written.",
}
# What to do about it, by kind, where the finding brings no advice of its own.
ADVICE = {
    "guard_weakened": "Put the old expiry or source back, or have the user confirm the memory.",
    "unexplained_loss": "Restore the memory from last night's snapshot unless somebody wanted it gone.",
    "disputed": "Ask the user, then correct whichever of the two is wrong.",
    "contradicts_user": "Set the memory to what the user said.",
    "contradicts_record": "Set the memory to what the record says.",
    "cross_entry": "Decide which of the two memories is right and remove the other.",
    "misattribution": "Hang the memory on the right person, or remove it.",
    "agent_invention": "Remove the memory, or have the user confirm it.",
    "unsupported": "Remove the memory, or have the user confirm it.",
    "unexplained_overwrite": "Find out who wrote it; restore the old value if nobody can say.",
    "expired": "Remove the memory, or have it confirmed with a new end date.",
    "not_forgotten": "Remove the memory and whatever was derived from it.",
    "not_refreshed": "Take over the newer value, or remove the memory.",
    "relative_time": "Replace the relative time by a date, or remove the memory.",
}
# What to do about a serious note, by kind.
NOTE_ADVICE = {
    "secret": "Change the credential, then remove it from the memory and from what holds copies of it.",
    "injected_instruction": "Remove the memory, and look at what the agent has done since it was written.",
    "mass_deletion": "Compare with last night's snapshot, and restore what nobody wanted gone.",
    "unreadable": "Repair the store or put a copy back; nothing is known about it until then.",
}
KINDS = {
    "equivalent": "same meaning in other words or another form",
    "metadata_only": "only metadata moved",
    "state": "a reading or state, expected to move",
    "moved": "only changed places",
    "duplicate": "says what another memory says",
    "forgotten_on_request": "removed because the user asked",
    "expired_cleanup": "removed after it had expired",
    "superseded": "replaced by something newer",
    "user_update": "changed as the user or a record said",
    "verified": "new, and the user or a record said it",
    "unverified": "new, with no conversation to check it against",
}
SCORES = {
    "health": ("Health", "mean of the scores that were measured"),
    "p1": ("Retention (P1)", "what the conversations spoke of and the memory still holds"),
    "p2": ("No hallucination (P2)", "judged memories that nobody made up"),
    "p3": ("No contradiction (P3)", "judged memories that are in no conflict"),
}
SPEAKERS = {
    "user": "User",
    "agent": "Agent",
    "tool": "Tool",
    "system": "System",
    "document": "Document",
    "unknown": "Speaker unknown",
}
UNREAD = (
    "Nothing is known about it tonight, and nothing counts as deleted. The last snapshot is kept, and the"
    " next night is compared with it."
)
NO_OWNER = "whoever the agent serves: the memory names nobody in particular."
DECIDE = "Look at it and decide."
# How one cause of many findings is named, and where to look then.
CAUSES = {
    "conversation": "Look at this conversation first: what went wrong in it went wrong in all of these.",
    "batch": "These memories were written at one time: look at what wrote then.",
    "agent": "These memories were written by one agent: look at what changed in that version.",
}
PARTIAL = "What is missing tonight does not count as deleted."
# What became of findings since the last night, by the ledger's counts.
LIVES = {
    "findings.new": "new",
    "findings.reopened": "reopened",
    "findings.still_open": "open from earlier nights",
    "findings.mended": "mended",
    "findings.decided": "decided before",
}
# The worst that a night came to.
WORST = {
    "unread": "a store could not be read",
    "contradiction": "contradictions",
    "hallucination": "hallucinations",
    "stale": "stale memories",
    "warning": "a warning",
    "partial": "read in part",
    "quiet": "quiet",
}
PLURALS = {"contradiction": "Contradictions", "hallucination": "Hallucinations", "stale": "Stale memories"}
STATUSES = {"ok": "read", "unreadable": "not read", "partial": "read in part", "passed over": "passed over"}
SIGNS = (
    "In the calendar a number counts the memories that needed eyes; ✓ is a quiet night, ! a warning only,"
    " … a store read in part, ? a store that could not be read."
)
PRECISION = (
    "By what was decided in these stores: an alarm counts as right when its memory was mended or the finding"
    " accepted, and as false when somebody called it a false alarm. What is still open does not count."
)
WEEK = "A finding is listed on the night when it came, or when something about it changed."
LIFE = "A night on which nothing new was found out about this memory is not listed."
FIND = "By name. The search of your browser finds words in what each memory says or said last."
WORDS = (
    "Every word of what the memories say, and said last before that, and of their names. "
    "A memory leads to its life, or to the report of the night that saw it last."
)
NOT_MEASURED = "not measured"
STATES = {
    "open": "open",
    "reopened": "reopened",
    "accepted": "accepted",
    "false_alarm": "marked as a false alarm",
    "context_dependent": "right in its context",
    "resolved": "resolved",
}


def reason(finding: Finding) -> str:
    """The finding's own sentence, or the general one of its kind where it has none."""
    if finding.reason and finding.reason != finding.kind:
        return finding.reason
    general = ROWS.get(finding.kind) or KINDS.get(finding.kind) or kind_words(finding.kind)
    return general[0].upper() + general[1:]


def step(advice: str) -> str:
    """``advice`` without the commands at its end, which stand on the card by themselves."""
    return advice.split(" See `auditor", 1)[0]


def short_path(path: str) -> str:
    """The end of ``path`` that tells it apart for a person: its file and the folder around it."""
    parts = path.split("/")
    return path if len(parts) <= _PARTS else "/".join(("…", *parts[-_PARTS:]))


def kind_words(kind: str) -> str:
    """``kind`` as a person says it."""
    return kind.replace("_", " ")


def counted(number: int, one: str, many: str) -> str:
    """``number`` with the noun that goes with it: "1 memory", "41 memories"."""
    return f"{number:,} {one if number == 1 else many}"


def memories(number: int) -> str:
    """How many memories."""
    return counted(number, "memory", "memories")

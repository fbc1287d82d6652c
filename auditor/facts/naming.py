"""What users call themselves: an entry about "Tamsin" is about the user who said "I'm Tamsin"."""

import re
from collections.abc import Sequence

from auditor.facts.lexicon import plain, words
from auditor.records import Speaker, Transcript

_NAME = r"[A-ZÀ-ÞŁŚŽŠČ][^\W\d_]+(?:[ '’-][A-ZÀ-ÞŁŚŽŠČ][^\W\d_]+){0,2}"
_INTRODUCED = re.compile(
    r"(?:^|[.!?,;:–—-]\s*|\b(?i:and|hi|hello|hey|morning|hola|hallo|bonjour)\s+)"
    rf"(?:(?i:my (?:full |first )?name(?:['’]s| is)|(?:please )?call me|ich hei(?:ß|ss)e|mein name ist|"
    rf"me llamo|mi nombre es|je m['’]appelle|mon nom est) (?P<told>{_NAME})"
    rf"|(?i:i['’]m|i am|ich bin|soy|je suis) (?P<short>{_NAME})"
    r"(?=\s*(?:$|[.!?,;]|(?i:and|und|y|et|from|here)\b))"
    rf"|(?i:this is) (?P<here>{_NAME})(?=\s+(?i:from|here|speaking|calling)\b))",
)
_LONGEST = 4_000  # people introduce themselves at the beginning of what they say


def own_names(transcripts: Sequence[Transcript]) -> frozenset[str]:
    """The names, as written, under which the user of ``transcripts`` introduces themselves.

    Conversations in which several named users speak tell nothing, for nobody knows whose memory it is.
    """
    found: set[str] = set()
    for transcript in transcripts:
        users = [turn for turn in transcript.turns if turn.speaker is Speaker.USER and not turn.recalled]
        if len({turn.name for turn in users if turn.name}) > 1:
            continue
        for turn in users:
            found |= {match[match.lastgroup or 0] for match in _INTRODUCED.finditer(turn.text[:_LONGEST])}
    return frozenset(name for name in found if not _is_no_name(name))


def _is_no_name(name: str) -> bool:
    return any(word in words("subjects", "never_names") for word in plain(name).split())

"""Whose fact a memory entry states, and whether a fact may speak about it."""

import re
from collections.abc import Mapping

from auditor.facts.lexicon import lists, plain
from auditor.facts.subjects import (
    AGENT,
    SOMEBODY,
    THING,
    USER,
    Scene,
    names_in,
    person_in,
    possessed,
    relations,
    stated_subject,
)
from auditor.records import Json


def same_subject(a: str, b: str) -> bool:
    """Whether two subjects can be the same; "" fits any, since nothing is known about it.

    "colleague dana" fits "dana" and "colleague", but "dana smith" not "dana jones", and "sam's brother" not
    "brother", who is the user's.
    """
    if THING in {a, b} or a == b:
        return True
    if USER in {a, b} or AGENT in {a, b}:
        return False
    owner_a, parts_a = _parts(a)
    owner_b, parts_b = _parts(b)
    return owner_a == owner_b and (parts_a <= parts_b or parts_b <= parts_a)


def _parts(subject: str) -> tuple[str, frozenset[str]]:
    owner, _, rest = subject.rpartition("'s ")
    return owner, frozenset(rest.replace(".", "").split()) - _TITLES


_TITLES = frozenset({"mr", "mrs", "ms", "dr", "prof", "herr", "frau"})


def subject_of_entry(text: str, key: str = "", meta: Mapping[str, Json] | None = None) -> str:
    """Whose fact a memory entry states, in the words of ``Fact.subject``; "user" where nothing else shows.

    ``text`` is the entry's value as text; ``key`` may name the person ("brother_job", "contact_petra").
    """
    scope = str((meta or {}).get("namespace") or "")
    for place in (_key_subject(key), _key_subject(scope) if "/" not in scope else ""):
        if place:
            return place
    stated = _SELF.sub(_as_first_person, text)
    lowered = plain(stated)
    headed = _HEADED.match(stated)
    if headed:
        return plain(headed.group("name"))
    if lowered.startswith(("i ", "my ")):
        owned = possessed().match(lowered)
        return (person_in(owned, stated) or USER) if owned else USER
    subject = stated_subject(stated, Scene(names=names_in(stated)))
    return subject if subject not in {AGENT, THING, SOMEBODY} else USER


_HEADED = re.compile(
    r"(?P<name>(?:Mr|Mrs|Ms|Miss|Dr|Prof|Herr|Frau|Mme)\.? [A-ZÀ-Þ][\w'’-]+)(?: \([^)]*\))?: "
)
_SELF = re.compile(
    r"^\W*(?:[Tt]he )?(?i:user|patient(?:in)?|customer|client|candidate|student|member|guest|caller|"
    r"usuari[oa]|paciente|nutzer(?:in)?|"
    r"benutzer(?:in)?|utilisat(?:eur|rice)|用户|用戶|ユーザー|患者)"
    r"(?P<own>['’]s)?(?:は|の|的|(?![\w-]))(?! [A-ZÀ-Þ])"
)


def _as_first_person(match: re.Match[str]) -> str:
    return "my" if match.group("own") else "I"


_OPAQUE = re.compile(r"\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{8,})\b", re.IGNORECASE)
_KEY_WORD = re.compile(r"[a-zà-ÿ\u3040-\u9fff]+(?:-[a-z]+)*", re.IGNORECASE)


def _key_subject(key: str) -> str:
    """The relation that a key names: "brother_job" → "brother"."""
    key = _OPAQUE.sub(" ", key)
    parts = [
        plain(part) for part in _KEY_WORD.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key).replace("_", " "))
    ]
    for part in parts:
        relation = relations().get(part, "")
        if relation and relation in _FAMILY:
            return relation
    return ""


_FAMILY = frozenset(lists("subjects")["in_keys"])


def concerns(subject: str, text: str, key: str = "", meta: Mapping[str, Json] | None = None) -> bool:
    """Whether a fact about ``subject`` may speak for or against the entry (``text``, ``key``, ``meta``).

    So it does when both are about the same one, or when an entry of the user's names whom the fact is about
    ("User has a dog called Biscuit" and "Biscuit's my dog", also "My dog Rex is ill").
    """
    stated = subject_of_entry(text, key, meta)
    if same_subject(subject, stated) or (subject == SOMEBODY and stated != USER):
        return True
    if stated != USER or subject in {USER, AGENT, SOMEBODY}:
        return False
    owner, parts = _parts(subject)
    words = re.findall(r"[\w-]+", plain(f"{text} {key.replace('_', ' ')}"))
    said = {relations().get(word) or relations().get(word.removesuffix("s"), word) for word in words}
    named = parts <= said or bool(parts & said & relations().keys())
    return named and (not owner or owner in said)

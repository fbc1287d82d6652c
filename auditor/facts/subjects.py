"""Whose fact a clause states.

A subject is "user", "agent", "" (a thing, or nobody in particular), or the words that name a person: a name
in lower case ("petra lindqvist"), a relation of the user's ("brother", "colleague dana"), or a relation of
somebody else's ("sam's brother"). Relation words of all known languages are mapped to one English word.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from auditor.facts.lexicon import lists, plain, without_lead_in, words

USER = "user"
AGENT = "agent"
THING = ""
SOMEBODY = "somebody"
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_CAPITALISED = r"[A-ZÀ-ÖØ-ÞŁŚŽŠČ][^\W\d_]*(?:['’-][^\W\d_]+)*(?<=[^\W\d_]{2})(?![\w-])"
_NAME = re.compile(
    rf"(?:(?:Mr|Mrs|Ms|Dr|Prof|Herr|Frau|Señora?|Mme)\.? )?{_CAPITALISED}(?: (?:de |van |von |"
    rf"della )?{_CAPITALISED}){{0,2}}"
)


@cache
def relations() -> Mapping[str, str]:
    """Relation words of all languages, each with its English one: "hermana" → "sister"."""
    return {form: word for word, forms in lists("subjects")["relations"].items() for form in forms}


@cache
def _relation_forms(*, cjk: bool) -> str:
    forms = [form for form in relations() if bool(_CJK.search(form)) is cjk]
    return "|".join(sorted(map(re.escape, forms), key=len, reverse=True))


@cache
def possessed() -> re.Pattern[str]:
    """What finds "my best friend", "our neighbour's", "Sam's brother", with the relation as a group."""
    owners = "|".join(words("subjects", "possessives"))
    return re.compile(
        rf"(?<![\w'])(?:(?P<mine>{owners}|a|one of my|one of our|some of my|the)|"
        rf"(?P<owner>[\w-]+)'s(?! (?:my|our|a|the|an)\b)) "
        rf"(?P<what>(?:[\w'-]+ ){{0,2}}?)(?P<relation>{_relation_forms(cjk=False)})(?P<of>'s)?(?![\w'-])"
    )


@cache
def _possessed_cjk() -> re.Pattern[str]:
    relation = _relation_forms(cjk=True)
    return re.compile(
        rf"(?:我的?|私の|僕の|うちの|我家)(?P<mine>{relation})|(?P<other>{relation})(?=[のはが是在也])"
    )


@dataclass(slots=True)
class Scene:
    """What subject finding remembers while it reads one transcript.

    ``names`` are the words (lower case) known to be names there; ``third`` is the person last spoken of.
    """

    names: frozenset[str] = frozenset()
    third: str = ""
    speaker: str = USER
    listener: str = AGENT


def subject_of(text: str, scene: Scene) -> str:
    """Whose fact the clause ``text`` states; updates ``scene.third``."""
    subject = stated_subject(text, scene)
    if subject not in {USER, AGENT, THING, SOMEBODY, scene.speaker}:
        scene.third = subject
    elif subject == scene.speaker:
        scene.third = _mentioned(text) or scene.third
    return subject


def _mentioned(text: str) -> str:
    """The relation that a clause about the speaker mentions: "I'm meeting my brother"."""
    found = possessed().search(plain(text))
    return person_in(found, text) if found and found.group("mine") not in {"a", "the"} else ""


def stated_subject(text: str, scene: Scene) -> str:
    """As ``subject_of``, without remembering the person found."""
    lowered = without_lead_in(plain(text))
    if _CJK.search(lowered):
        return _cjk_subject(lowered, scene)
    verbatim = text[len(text) - len(lowered) :]
    opening = _opening_subject(verbatim, lowered, scene)
    if opening is not None:
        return opening
    found = possessed().search(lowered)
    if found and not _is_first_person(lowered.replace(found.group(), " ")):
        person = person_in(found, verbatim)
        if person:
            return person
    if _is_first_person(lowered):
        return scene.speaker
    if _SECOND.search(lowered):
        return scene.listener
    _note_receiver(verbatim, scene)
    return THING


_WE_TWO = re.compile(r"(?:and|&|y|und|et) (?:i|me|ich|yo|moi)\b")


def _opening_subject(verbatim: str, lowered: str, scene: Scene) -> str | None:
    """The subject that stands at the front of the clause, or None where none can be told."""
    if _ACTS_ON_ME.search(lowered):
        return scene.speaker
    member = _ONE_OF_MINE.match(verbatim)
    if member:
        return plain(member.group("name"))
    first = lowered.partition(" ")[0].strip(",.!:")
    by_pronoun = _pronoun_subject(first, scene)
    if by_pronoun is not None:
        return by_pronoun
    owned = possessed().match(lowered)
    if owned:
        together = _WE_TWO.match(lowered[owned.end() :].strip())
        person = scene.speaker if together else person_in(owned, verbatim)
        if person:
            return person
    ours = _OUR_NAME.match(verbatim)
    if ours and plain(ours["name"]) not in _never() and _FINITE_NEXT.match(lowered[ours.end() :]):
        return plain(ours["name"])
    stranger = _STRANGER.match(lowered)
    if stranger:
        return stranger.group("relation") or SOMEBODY
    return (
        scene.speaker
        if first in words("subjects", "possessives")
        else _name_at_start(verbatim, lowered, scene)
    )


def _pronoun_subject(first: str, scene: Scene) -> str | None:
    """Whom the first word of a clause means: "I", "she", or nobody at all as in "sold the car"."""
    if first in lists("clauses")["dropped_subject"] and scene.speaker != AGENT:
        return scene.speaker
    if first in _FIRST and first not in words("subjects", "possessives"):
        return scene.speaker
    if first in words("subjects", "third_person"):
        return scene.third or SOMEBODY
    return scene.third if first in words("subjects", "third_plural") else None


_ACTS_ON_ME = re.compile(
    r"\b(?:gave|offered|prescribed|increased|raised|lowered|changed|moved|switched|put|assigned|"
    r"promoted|diagnosed|approved|extended|"
    r"cancell?ed|rescheduled|booked|sent|made|let|allowed|set|reduced|cut|confirmed|accepted|rejected|"
    r"hired|fired|fixed|upgraded)"
    r" (?:me|my|us|our)\b"
)
_ONE_OF_MINE = re.compile(rf"(?i:one of (?:my|our) [\w-]+(?: [\w-]+)?),? (?P<name>{_NAME.pattern})")
_OUR_NAME = re.compile(rf"(?i:our) (?P<name>{_CAPITALISED})(?=\s+[a-z])")
_FIRST = words("subjects", "first_person")
_FIRST_PERSON = re.compile(
    r"(?<![\w'])(?:" + "|".join(sorted(map(re.escape, _FIRST), key=len, reverse=True)) + r")(?!\w)"
)
_SECOND = re.compile(
    r"(?<![\w'])(?:"
    + "|".join(sorted(map(re.escape, words("subjects", "second_person")), key=len, reverse=True))
    + r")(?!\w)"
)
_STRANGER = re.compile(
    r"(?:some|the|a|an|this|that|another) (?:guy|man|woman|girl|boy|person|people|bloke|lady|chap|"
    r"fellow|kid)\b(?: (?P<relation>next door)| (?:on|in|at|from|who|i)\b)?"
    r"|(?:someone|somebody|everyone|everybody|nobody|people)\b"
)


def _is_first_person(lowered: str) -> bool:
    return _FIRST_PERSON.search(lowered) is not None


def _imperative(lowered: str) -> bool:
    return _COMMAND.match(lowered) is not None


_COMMAND = re.compile(r"(?:" + "|".join(map(re.escape, lists("clauses")["imperatives"])) + r")(?![\w'])")


def person_in(found: re.Match[str], verbatim: str) -> str:
    """The subject that a possessed relation names, or "" where it is none ("the child seat")."""
    relation = relations()[found.group("relation")]
    rest = verbatim[found.end() :]
    english = found.group("owner") or found.group("mine") in _ENGLISH
    if english and not found.group("of") and _COMPOUND.match(rest) and not _PERSONAL_VERB.match(plain(rest)):
        return ""  # "my student permit", "the child seat"
    if found.group("mine") in {"a", "the"} and (
        relation in _BY_TRADE or not _PERSONAL_VERB.match(plain(rest))
    ):
        return ""
    name = _NAME.match(rest.lstrip(" ,("))
    called = _CALLED.match(rest)
    named = called.group("name") if called else name.group() if name and not called else ""
    if named and plain(named) in _never():
        named = ""
    owner = found.group("owner")
    if owner:
        return "" if owner in _CONTRACTED else f"{owner}'s {relation}"
    what = found.group("what").strip()
    kept = what if relation in _SPECIFIC else ""
    return " ".join(part for part in (kept, relation, plain(named)) if part)


_ENGLISH = frozenset({"my", "our", "a", "the", "one of my", "one of our", "some of my"})
_CONTRACTED = frozenset(
    {
        "it",
        "that",
        "there",
        "he",
        "she",
        "what",
        "who",
        "let",
        "here",
        "today",
        "tomorrow",
        "where",
        "how",
        "one",
    }
)
_IRREGULAR = (
    "taught|went|came|got|gave|ate|drank|slept|wrote|lost|won|broke|fell|felt|found|grew|held|kept|left|made|met|paid|ran|sang|sat|"
    "sold|spent|stood|took|thought|told|wore|bought|brought|began|chose|drove|flew|knew|hurt|quit|put|set|cut|read|let|became"
)
_COMPOUND = re.compile(
    r" (?!(?:and|or|who|in|on|at|for|from|with|to|of|about|too|also|now|can|will|would|could|should|"
    r"must|may|might|did|does|do|"
    r"were|are|is|was|has|had|have|just|only|always|never|still|says?|not|as|because|when|if|but|so|"
    r"than|that|lives?|works?|"
    rf"called|named|{_IRREGULAR})\b)[a-z]+(?<!ed)(?<!s)(?<!ing)\b"
)
_SPECIFIC = frozenset({"teacher", "doctor"})
_BY_TRADE = frozenset(
    {
        "doctor",
        "lawyer",
        "teacher",
        "client",
        "guest",
        "assistant",
        "employee",
        "babysitter",
        "landlord",
        "student",
    }
)
_CALLED = re.compile(
    rf"\s*(?:'s name is|is called|is named|heißt|se llama|s'appelle|called|named|"
    rf",? ?whose name is) (?P<name>{_NAME.pattern})"
)
_PERSONAL_VERB = re.compile(
    r"\s*,?\s*(?:"
    + "|".join(map(re.escape, lists("subjects")["name_verbs"]))
    + r"|is|was|are|of mine|next door)\b"
)


@cache
def _never() -> frozenset[str]:
    return words("subjects", "never_names")


def _name_at_start(verbatim: str, lowered: str, scene: Scene) -> str | None:
    match = _NAME.match(verbatim)
    if not match:
        return None
    name = re.sub(r"['’]s?$", "", match.group())
    head = plain(name)
    parts = head.split()
    if any(part in _never() for part in parts) or parts[0] in relations() or _imperative(head):
        return None
    rest = lowered[len(name) :]
    mine = _IS_MY.match(rest)
    if mine:
        return f"{relations()[mine.group('relation')]} {head}"
    if rest.startswith("'s "):
        return head
    known = scene.names
    if len(parts) > 1 and known.intersection(parts[1:]) and parts[0].endswith("ed"):
        return None  # "Added Dana's number": a verb stands before the name
    if len(parts) > 1 or parts[0] in known:
        return head if _FINITE_NEXT.match(rest) else None
    return head if _PERSON_PREDICATE.match(rest) else None


_FINITE_NEXT = re.compile(
    r" (?!(?:and|or|in|on|at|of|for|with|from|to|by|then|now|too|again|please|here|there|next|first|"
    r"only)\b)[a-z]|,? who "
)
_PERSON_PREDICATE = re.compile(
    r"\s*(?:says|said|told|thinks|works|worked|lives|lived|wants|likes|loves|hates|prefers|plays|"
    r"moved|speaks|studies|teaches|"
    r"drives|owns|married|started|left|joined|replied|claims|knows|handed|stands in|takes|is (?:my|"
    r"our|the|head|allergic|vegan|"
    r"vegetarian|coming|ill|sick|away|on|(?:a|an) \w+(?:er|or|ist|ian|ant|ent|nurse|cook|pilot|vet|"
    r"boss|lawyer|chef))|'s (?:my|our))\b"
)
_IS_MY = re.compile(
    rf"(?:'s|\s+is|\s+was)\s+(?:my|our|"
    rf"the)\s+(?:[\w-]+ )?(?P<relation>{_relation_forms(cjk=False)})(?![\w-])"
)
_IS_NAMED = re.compile(rf"\b(?:is|are|is now|is called|called|named) (?P<name>{_NAME.pattern})$")
_GIVEN = re.compile(
    rf"\b(?:[Ss]end|[Gg]ive|[Tt]ell|[Oo]ffer|[Ss]hip|[Bb]ill|[Cc]harge|"
    rf"[Qq]uote) (?P<name>{_NAME.pattern}) (?:a|an|the|that|my)\b"
)


def _note_receiver(verbatim: str, scene: Scene) -> None:
    """Remembers whom something is to be sent or told, as the one that "they" means next."""
    given = _GIVEN.search(verbatim) or _IS_NAMED.search(verbatim)
    if given and plain(given.group("name")) not in _never():
        scene.third = plain(given.group("name"))


def _cjk_subject(lowered: str, scene: Scene) -> str:
    found = _possessed_cjk().search(lowered)
    if found:
        return relations()[found.group("mine") or found.group("other")]
    if any(word in lowered for word in words("subjects", "first_person_cjk")):
        return scene.speaker
    if any(word in lowered for word in ("您", "你", "お客様", "あなた")):
        return scene.listener
    if any(word in lowered for word in ("他", "她", "彼")):
        return scene.third or SOMEBODY
    return THING


# ---- Names that a transcript knows -------------------------------------------------------

_INSIDE = re.compile(rf"(?<=[a-zà-ÿ,;] )(?!I\b)({_NAME.pattern})")


def names_in(text: str) -> frozenset[str]:
    """The words (lower case) that stand capitalised inside sentences: names, in languages such as English."""
    found = (plain(re.sub(r"['’]s?$", "", m.group(1))).split() for m in _INSIDE.finditer(text))
    return frozenset(word for name in found if name[0] not in _never() for word in name)

"""Whose fact a clause or a memory entry states.

A subject is "user", "agent", "" (a thing, or nobody in particular), or the words that name a person: a name in
lower case ("petra lindqvist"), a relation of the user's ("brother", "colleague dana"), or a relation of
somebody else's ("sam's brother"). Relation words of all known languages are mapped to one English word.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

from auditor.facts.lexicon import lists, plain, without_lead_in, words
from auditor.records import Json

USER = "user"
AGENT = "agent"
THING = ""
SOMEBODY = "somebody"
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_CAPITALISED = r"[A-ZÀ-ÖØ-ÞŁŚŽŠČ][^\W\d_]*(?:['’-][^\W\d_]+)*(?<=[^\W\d_]{2})(?![\w-])"
_NAME = re.compile(
    rf"(?:(?:Mr|Mrs|Ms|Dr|Prof|Herr|Frau|Señora?|Mme)\.? )?{_CAPITALISED}(?: (?:de |van |von |della )?{_CAPITALISED}){{0,2}}"
)


@cache
def _relations() -> Mapping[str, str]:
    return {form: word for word, forms in lists("subjects")["relations"].items() for form in forms}


@cache
def _relation_forms(*, cjk: bool) -> str:
    forms = [form for form in _relations() if bool(_CJK.search(form)) is cjk]
    return "|".join(sorted(map(re.escape, forms), key=len, reverse=True))


@cache
def _possessed() -> re.Pattern[str]:
    """ "my best friend", "our neighbour's", "Sam's brother", with the relation as a group."""
    owners = "|".join(words("subjects", "possessives"))
    return re.compile(
        rf"(?<![\w'])(?:(?P<mine>{owners}|a|one of my|one of our|some of my|the)|(?P<owner>[\w-]+)'s(?! (?:my|our|a|the|an)\b)) "
        rf"(?P<what>(?:[\w'-]+ ){{0,2}}?)(?P<relation>{_relation_forms(cjk=False)})(?P<of>'s)?(?![\w'-])"
    )


@cache
def _possessed_cjk() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<mine>我的?|私の|僕の|うちの|我家)?(?P<relation>{_relation_forms(cjk=True)})(?:的|の|は|が|是|在|也|想|喜欢|今年|每天)"
    )


@dataclass(slots=True)
class Scene:
    """What subject finding remembers while it reads one transcript.

    ``names`` are the capitalised words known to be names there; ``third`` is the person last spoken of.
    """

    names: Collection[str] = ()
    third: str = ""
    speaker: str = USER
    listener: str = AGENT


def subject_of(text: str, scene: Scene) -> str:
    """Whose fact the clause ``text`` states; updates ``scene.third``."""
    subject = _subject(text, scene)
    if subject not in {USER, AGENT, THING, SOMEBODY, scene.speaker}:
        scene.third = subject
    return subject


def _subject(text: str, scene: Scene) -> str:
    lowered = without_lead_in(plain(text))
    if _CJK.search(lowered):
        return _cjk_subject(lowered, scene)
    verbatim = text[len(text) - len(lowered) :]
    opening = _opening_subject(verbatim, lowered, scene)
    if opening is not None:
        return opening
    found = _possessed().search(lowered)
    if found and not _is_first_person(lowered.replace(found.group(), " ")):
        person = _person(found, verbatim)
        if person:
            return person
    if _is_first_person(lowered):
        return scene.speaker
    if _SECOND.search(lowered):
        return scene.listener
    named = _named_inside(verbatim, scene)
    return named if named and not _imperative(lowered) else THING


_ARTICLES = r"(?:the |a |an |this |that |some |both |all )?"
_WE_TWO = re.compile(r"(?:and|&|y|und|et) (?:i|me|ich|yo|moi)\b")


def _opening_subject(verbatim: str, lowered: str, scene: Scene) -> str | None:
    """The subject that stands at the front of the clause, or None where none can be told."""
    first = lowered.split(None, 1)[0].strip(",.!:") if lowered.split() else ""
    if _ACTS_ON_ME.search(lowered):
        return scene.speaker
    member = _ONE_OF_MINE.match(verbatim)
    if member:
        return plain(member.group("name"))
    if first in _FIRST and first not in words("subjects", "possessives"):
        return scene.speaker
    if first in words("subjects", "third_person") or first in words("subjects", "third_plural"):
        plural_nobody = first in words("subjects", "third_plural") and not scene.third
        return THING if plural_nobody else scene.third or SOMEBODY
    owned = _possessed().match(lowered)
    if owned:
        if _WE_TWO.match(lowered[owned.end() :].strip()):
            return scene.speaker
        person = _person(owned, verbatim)
        if person:
            return person
    stranger = _STRANGER.match(lowered)
    if stranger:
        return stranger.group("relation") or SOMEBODY
    if first in words("subjects", "possessives"):
        return scene.speaker
    return _name_at_start(verbatim, lowered, scene)


_ACTS_ON_ME = re.compile(
    r"\b(?:gave|offered|prescribed|increased|raised|lowered|changed|moved|switched|put|assigned|promoted|diagnosed|approved|extended|"
    r"cancell?ed|rescheduled|booked|sent|made|let|allowed|set|reduced|cut|confirmed|accepted|rejected|hired|fired|fixed|upgraded)"
    r" (?:me|my|us|our)\b"
)
_ONE_OF_MINE = re.compile(rf"(?i:one of (?:my|our) [\w-]+(?: [\w-]+)?),? (?P<name>{_NAME.pattern})")
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
    r"(?:some|the|a|an|this|that|another) (?:guy|man|woman|girl|boy|person|people|bloke|lady|chap|fellow|kid)\b(?: (?P<relation>next door)| (?:on|in|at|from|who|i)\b)?"
    r"|(?:someone|somebody|everyone|everybody|nobody|people)\b"
)


def _is_first_person(lowered: str) -> bool:
    return _FIRST_PERSON.search(lowered) is not None


def _imperative(lowered: str) -> bool:
    return _COMMAND.match(lowered) is not None


_COMMAND = re.compile(r"(?:" + "|".join(map(re.escape, lists("clauses")["imperatives"])) + r")(?![\w'])")


def _person(found: re.Match[str], verbatim: str) -> str:
    """The subject that a possessed relation names, or "" where it is none ("the child seat")."""
    relation = _relations()[found.group("relation")]
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
    if owner and owner not in {
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
    }:
        return f"{owner}'s {relation}"
    what = found.group("what").strip()
    kept = what if relation in _SPECIFIC else ""
    return " ".join(part for part in (kept, relation, plain(named)) if part)


_ENGLISH = frozenset({"my", "our", "a", "the", "one of my", "one of our", "some of my"})
_COMPOUND = re.compile(
    r" (?!(?:and|or|who|in|on|at|for|from|with|to|of|about|too|also|now|can|will|would|could|should|must|may|might|did|does|do|were|are|is|was|has|had|"
    r"have|just|only|always|never|still|says?|not|as|because|when|if|but|so|than|that|lives?|works?|called|named)\b)[a-z]+(?<!ed)(?<!s)(?<!ing)\b"
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
    rf"\s*(?:'s name is|is called|is named|heißt|se llama|s'appelle|called|named|,? ?whose name is) (?P<name>{_NAME.pattern})"
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
    if any(part in _never() for part in parts) or parts[0] in _relations() or _imperative(head):
        return None
    rest = lowered[len(name) :]
    mine = _IS_MY.match(rest)
    if mine:
        return f"{_relations()[mine.group('relation')]} {head}"
    if rest.startswith("'s "):
        return head
    known = {word for name in scene.names for word in plain(name).split()}
    if len(parts) > 1 and known.intersection(parts[1:]) and parts[0] not in known:
        return None  # "Added Dana's number": a verb stands before the name
    if len(parts) > 1 or parts[0] in known:
        return head if _FINITE_NEXT.match(rest) else None
    return head if _PERSON_PREDICATE.match(rest) else None


_FINITE_NEXT = re.compile(
    r" (?:who |also |just |still |now |never |always |really )*(?:is|was|has|had|will|would|can|could|does|did|isn't|wasn't|\w+[^s]s|\w+ed|"
    r"went|got|took|gave|made|left|sent|said|told|bought|came|want|knows?)\b|,? who "
)
_PERSON_PREDICATE = re.compile(
    r"\s*(?:says|said|told|thinks|works|worked|lives|lived|wants|likes|loves|hates|prefers|plays|moved|speaks|studies|teaches|"
    r"drives|owns|married|started|left|joined|replied|claims|knows|handed|stands in|takes|is (?:my|our|the|head|allergic|vegan|"
    r"vegetarian|coming|ill|sick|away|on|(?:a|an) \w+(?:er|or|ist|ian|ant|ent|nurse|cook|pilot|vet|boss|lawyer|chef))|'s (?:my|our))\b"
)
_IS_MY = re.compile(
    rf"(?:'s|\s+is|\s+was)\s+(?:my|our|the)\s+(?:[\w-]+ )?(?P<relation>{_relation_forms(cjk=False)})(?![\w-])"
)
_GIVEN = re.compile(
    rf"\b(?:[Ss]end|[Gg]ive|[Tt]ell|[Oo]ffer|[Ss]hip|[Bb]ill|[Cc]harge|[Qq]uote) (?P<name>{_NAME.pattern}) (?:a|an|the|that|my)\b"
)


def _named_inside(verbatim: str, scene: Scene) -> str:
    given = _GIVEN.search(verbatim)
    if given and plain(given.group("name")) not in _never():
        scene.third = plain(given.group("name"))
    return ""


def _cjk_subject(lowered: str, scene: Scene) -> str:
    found = _possessed_cjk().search(lowered)
    if found:
        return _relations()[found.group("relation")]
    if any(word in lowered for word in words("subjects", "first_person_cjk")):
        return scene.speaker
    if any(word in lowered for word in ("您", "你", "お客様", "あなた")):
        return scene.listener
    if any(word in lowered for word in ("他", "她", "彼")):
        return scene.third or SOMEBODY
    return THING


# ---- Names that a transcript knows -------------------------------------------------------

_INSIDE = re.compile(rf"(?<=[a-zà-ÿ,;] )(?!I\b)({_NAME.pattern})")


def names_in(text: str) -> set[str]:
    """The capitalised words inside sentences of ``text``, which are names in languages such as English."""
    found = {re.sub(r"['’]s?$", "", m.group(1)) for m in _INSIDE.finditer(text)}
    return {name for name in found if plain(name).split()[0] not in _never()}


# ---- Entries, and comparing --------------------------------------------------------------


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
    if lowered.startswith(("i ", "my ")):
        owned = _possessed().match(lowered)
        return (_person(owned, stated) or USER) if owned else USER
    subject = _subject(stated, Scene(names=names_in(stated)))
    return subject if subject not in {AGENT, THING, SOMEBODY} else USER


_SELF = re.compile(
    r"^\W*(?:[Tt]he )?(?i:user|patient(?:in)?|customer|client|candidate|student|member|guest|caller|usuari[oa]|paciente|nutzer(?:in)?|"
    r"benutzer(?:in)?|utilisat(?:eur|rice)|用户|用戶|ユーザー|患者)(?P<own>['’]s)?(?:は|の|的|(?![\w-]))(?! [A-ZÀ-Þ])"
)


def _as_first_person(match: re.Match[str]) -> str:
    return "my" if match.group("own") else "I"


_KEY_WORD = re.compile(r"[a-zà-ÿ\u3040-\u9fff]+(?:-[a-z]+)*", re.IGNORECASE)


def _key_subject(key: str) -> str:
    """The relation that a key names: "brother_job" → "brother"."""
    parts = [
        plain(part) for part in _KEY_WORD.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key).replace("_", " "))
    ]
    for part in parts:
        relation = _relations().get(part, "")
        if relation and relation in _FAMILY:
            return relation
    return ""


_FAMILY = frozenset(
    "mother father parents brother sister siblings wife husband spouse partner girlfriend boyfriend fiancé ex son daughter "
    "child grandmother grandfather grandson granddaughter uncle aunt cousin nephew niece friend neighbour roommate colleague "
    "boss manager mother-in-law father-in-law brother-in-law sister-in-law landlord dog cat".split()
)


def concerns(subject: str, text: str, key: str = "", meta: Mapping[str, Json] | None = None) -> bool:
    """Whether a fact about ``subject`` may speak for or against the entry (``text``, ``key``, ``meta``).

    So it does when both are about the same one, or when the entry names whom the fact is about ("User has a
    dog called Biscuit" and "Biscuit's my dog").
    """
    if same_subject(subject, subject_of_entry(text, key, meta)):
        return True
    if subject in {USER, AGENT, SOMEBODY}:
        return False
    owner, parts = _parts(subject)
    said = {
        _relations().get(word, word)
        for word in re.findall(r"[\w-]+", plain(f"{text} {key.replace('_', ' ')}"))
    }
    return parts <= said and (not owner or owner in said)

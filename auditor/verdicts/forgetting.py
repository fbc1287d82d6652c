"""What users asked to be forgotten, and which entries that concerns."""

import re
from collections.abc import Sequence

from auditor.facts import ForgetRequest
from auditor.funnel.candidates import value_terms
from auditor.funnel.interface import Statement
from auditor.funnel.meanings import broader, concept
from auditor.funnel.statements import light, statement
from auditor.values.tokens import stem
from auditor.verdicts.lexicon import words
from auditor.verdicts.setting import Setting

_SAYS_NOTHING = frozenset(concept(stem(word)) for word in words("says nothing"))
_KEPT_TELLING = frozenset(stem(word) for word in ("old", "former", "previous", "earlier"))
_MOST = 0.75
_OF_WHAT_IS_GONE = 0.6
_FEW = 10


def request_for(
    entry: Statement, setting: Setting, owner: str | None, *, gone: bool = False
) -> ForgetRequest | None:
    """The latest request to forget what ``entry`` says, or None; what is ``gone`` need not be called old."""
    for request in reversed(setting.forget_requests(owner)):
        if concerns(request, entry, setting, gone=gone):
            return request
    return None


def concerns(request: ForgetRequest, entry: Statement, setting: Setting, *, gone: bool = False) -> bool:
    """Whether ``request`` speaks of what ``entry`` says."""
    if any(_mostly_in(_terms(kept), entry) for kept in request.kept):
        return False
    if request.everything:
        return True
    asked, names = asked_terms(request), _named_in(request)
    asked, needed = (asked - _KEPT_TELLING, _OF_WHAT_IS_GONE) if gone else (asked, _MOST)
    if names:
        return names <= entry.heard and (_all_about(request) or _mostly_in(asked, entry, needed))
    return _mostly_in(asked, entry, needed) or _by_name(asked, entry, setting)


def _named_in(request: ForgetRequest) -> frozenset[str]:
    what = statement(request.what)
    return what.names | (statement(request.fact.quote).names & what.own_terms)


def _all_about(request: ForgetRequest) -> bool:
    """Whether all about somebody is to go: what a request adds ("name, birthday, the lot") limits nothing."""
    return _ALL_ABOUT.search(request.fact.quote) is not None


_ALL_ABOUT = re.compile(
    r"\b(?:everything|all|anything|whatever|alles|todo|tout)\b.{0,20}\b(?:about|on|über|sobre|sur)\b",
    re.IGNORECASE,
)


def wanted_gone(lost: Statement, setting: Setting, owner: str | None) -> ForgetRequest | None:
    """The latest request that covers the part ``lost`` of an entry, or None."""
    telling = (lost.terms | lost.denied) - light()
    for request in reversed(setting.forget_requests(owner)):
        asked = _wider(asked_terms(request) | _terms(request.fact.quote))
        if telling and telling <= asked:
            return request
    return None


def asked_terms(request: ForgetRequest) -> frozenset[str]:
    """The terms that say what is to be forgotten; those of the talk before where it only points."""
    named = _terms(request.what)
    if not named and _OWNED.match(request.what):
        named = statement(request.what).terms - _SAYS_NOTHING
    return named or _terms(request.fact.text) or _terms(request.fact.context)


# "his number": said of somebody, a word that else says little tells enough
_OWNED = re.compile(r"(?:his|her|their|my|our) \w+", re.IGNORECASE)


def _terms(text: str) -> frozenset[str]:
    one = statement(text)
    spoken = one.terms | one.denied | frozenset(value_terms(one.values)) | (_KEPT_TELLING & set(one.spoken))
    return spoken - (_SAYS_NOTHING - _KEPT_TELLING) - (light() - _KEPT_TELLING)


def _mostly_in(asked: frozenset[str], entry: Statement, needed: float = _MOST) -> bool:
    if not asked:
        return False
    held = entry.all_terms | entry.names | frozenset(value_terms(entry.values)) | frozenset(entry.spoken)
    held = _wider(held) | {concept(stem(value.kind.value)) for value in entry.values}  # "the phone number"
    return len(asked & held) >= needed * len(asked)


def _by_name(asked: frozenset[str], entry: Statement, setting: Setting) -> bool:
    """Whether another entry tells the name of whom the request speaks ("my ex", who is called Lorcan)."""
    if not asked or not entry.names or not statement(" ".join(sorted(asked))).persons:
        return False
    return any(
        asked <= _wider(other.all_terms) and other.names & entry.names for other in _about(asked, setting)
    )


def _about(asked: frozenset[str], setting: Setting) -> Sequence[Statement]:
    gone = [one for _, one in setting.gone.near(statement(" ".join(sorted(asked))))]
    held = [setting.stated(entry) for entry in setting.case.entries.mentioning(asked, _FEW)]
    return [*gone, *held]


def _wider(terms: frozenset[str]) -> frozenset[str]:
    return terms.union(*(broader(term) for term in terms))

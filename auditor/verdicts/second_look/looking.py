"""Gathers the features of one would-be alarm and puts them to the model of its group."""

from auditor.funnel.candidates import search_terms
from auditor.funnel.relevance import share_in
from auditor.records import ALARMS, Entry, Relation
from auditor.verdicts.happening import Happening
from auditor.verdicts.identity import subject_of
from auditor.verdicts.newness import Newness
from auditor.verdicts.rivals import may_be_rivals
from auditor.verdicts.second_look.claims import Content, content_of
from auditor.verdicts.second_look.episodes import episode_features
from auditor.verdicts.second_look.features import Features, evidence_features, talk_features
from auditor.verdicts.second_look.model import likelihood
from auditor.verdicts.second_look.stretch import longest_stretch
from auditor.verdicts.second_look.talk import talk_of
from auditor.verdicts.setting import Setting
from auditor.verdicts.standing import Standing
from auditor.verdicts.table import Row

_BY_RULE_ALONE = frozenset(
    {
        "expired",
        "cross_entry",
        "not_forgotten",
        "relative_time",
        "guard_weakened",
        "unexplained_overwrite",
        "unverified",
        "equivalent",
        "metadata_only",
        "state",
        "moved",
        "duplicate",
        "expired_cleanup",
    }
)
_AGAINST = "contradicts_user"
# Read off cross-validation over the four sets of nights: 43 of 52 right alarms and 42 of 79 false ones stay,
# and 17 of 20 right and 18 of 33 false ones. A missed one of these costs more than a false one.
_AGAINST_FROM = 0.4
_GONE_FROM = 0.3
_NEVER_HIDDEN = frozenset({"allergy"})
_NEAR = 12
_MEANT_ANOTHER = 0.15  # 1 of 8 such alarms was right on the scenarios and nights of training/
_LONG_TALK = 13  # turns of one conversation; on shorter ones the rules are right as they are,
_LONG_STRETCH = (
    6  # and where fewer turns in a row are about the store: what is chatted around them is no talk
)


def second_look(row: Row, case: Happening | Standing, newness: Newness | None, own: float) -> float | None:
    """How likely the alarm of ``row`` is right, in [0, 1]; None where the second look has nothing to say.

    ``own`` is the confidence that the rules give it. One of an allergy, and a number whose digits were
    shuffled, are always shown: nobody forgives a missed allergy. A memory that is gone as a whole, and one
    that the user's own words contradict, are shown already where they are less likely right than not.
    """
    if row.label not in ALARMS:
        return None
    talk = talk_of(case.setting, case.owner)
    if talk.longest < _LONG_TALK or longest_stretch(talk, case.setting) < _LONG_STRETCH:
        return None
    if case.setting.stated(case.entry).concepts & _NEVER_HIDDEN:
        return None
    if isinstance(case, Standing) and row.kind in {"not_refreshed", "disputed"} and _meant_another(case):
        return _MEANT_ANOTHER
    if row.kind == "unsupported" and isinstance(case, Happening) and _content(case).garbled:
        return None
    looked = features_of(row, case, newness, own)
    if looked is None:
        return None
    likely = likelihood(*looked)
    shown = likely >= _shown_from(row, case)
    return max(likely, case.setting.case.policy.look_band) if shown else likely


def _shown_from(row: Row, case: Happening | Standing) -> float:
    """The likelihood from which an alarm is shown although it is below the look band."""
    if row.kind == _AGAINST:
        return _AGAINST_FROM
    gone = row.kind == "unexplained_loss" and isinstance(case, Happening) and case.removed
    return _GONE_FROM if gone else 1.0


def features_of(
    row: Row, case: Happening | Standing, newness: Newness | None, own: float
) -> tuple[str, Features] | None:
    """The group of a finding and its features, or None where rules alone decide."""
    if row.kind in _BY_RULE_ALONE or isinstance(case, Standing):
        return None
    group = "loss" if newness is None else "against" if row.kind == _AGAINST else "new"
    return group, _changed(row, case, newness, own)


def _content(case: Happening) -> Content:
    return content_of(case.change.before, case.change.after)


def _common(row: Row, content: Content, own: float) -> Features:
    amount, moment, name = content.shapes
    return {
        "bias": 1.0,
        "own": own,
        f"kind_{row.kind}": 1.0,
        "plain_on": float(content.plain and content.positive),
        "plain_off": float(content.plain and not content.positive),
        "amount": float(amount),
        "moment": float(moment),
        "name": float(name),
        "keyed": float(bool(content.topic)),
        "few": 1.0 / max(1, len(content.new)),
    }


def _changed(row: Row, case: Happening, newness: Newness | None, own: float) -> Features:
    setting, content = case.setting, _content(case)
    subject = subject_of(case.entry, setting.aliases)
    found = _common(row, content, own)
    found["added"] = float(case.added)
    found["removed"] = float(case.removed)
    looked_for = _turned(content) if newness is None else content
    talk = talk_of(setting, case.owner)
    found |= talk_features(looked_for, talk, subject) | episode_features(looked_for, talk, subject)
    found["elsewhere"] = _elsewhere(looked_for, case.entry, setting)
    if newness is not None:
        backing = newness.backing
        reasons = {order: one.confidence for order, one in backing.reasons.items()}
        against = (*backing.user_against, *backing.record_against)
        found |= evidence_features(against, reasons, content, subject)
        found["rule_others"] = float(bool(backing.others_for))
        found["rule_agent"] = float(bool(backing.agent_for))
        found["rule_for"] = float(bool(backing.user_for or backing.record_for))
    return found


def _turned(content: Content) -> Content:
    """A loss as a content to be looked for: what is gone."""
    return Content(
        content.old,
        content.new,
        content.topic,
        content.old_values,
        content.values,
        not content.old,
        content.positive,
    )


def _elsewhere(content: Content, entry: Entry, setting: Setting) -> float:
    """The largest share of the content that one other entry holds tonight."""
    best = 0.0
    for other in setting.case.entries.mentioning(content.new, _NEAR):
        if other.key != entry.key and content.new:
            best = max(best, share_in(content.new, search_terms(setting.stated(other))))
    return best


def _meant_another(case: Standing) -> bool:
    """Whether the clause that seems to overtake a memory fits another one better that changed tonight.

    One that cannot be true beside it does not count: where it was added, the memory is what it overtook.
    """
    if not case.overtakers:
        return False
    said = max(case.overtakers, key=lambda one: case.backing.reasons[one.order].confidence)
    spoken = said.statement.heard | said.statement.denied
    content = content_of(None, case.entry)
    mine = share_in(spoken, content.new | content.topic)
    return any(
        case.setting.is_new(other.key) and share_in(spoken, search_terms(case.setting.stated(other))) > mine
        for other in case.setting.case.entries.mentioning(search_terms(said.statement), _NEAR)
        if other.key != case.entry.key and not _overtakes(case, other)
    )


def _overtakes(case: Standing, other: Entry) -> bool:
    """Whether ``other`` speaks of what the entry speaks of, and both cannot be true."""
    setting = case.setting
    judgement = setting.judge.relation(setting.stated(case.entry), setting.stated(other))
    return judgement.relation is Relation.CONFLICT and may_be_rivals(case.entry, other, judgement)

"""Whether content that is new stood elsewhere last night, and whether what is gone stands elsewhere now."""

from auditor.funnel.candidates import search_terms
from auditor.funnel.interface import Statement
from auditor.records import Entry
from auditor.verdicts.relocations import contains, covered_together, is_part, says_all
from auditor.verdicts.setting import Setting

_NEARBY = 12


def stood_elsewhere(one: Statement, key: str, setting: Setting) -> bool:
    """Whether one or several entries besides ``key`` said ``one`` last night and no longer do."""
    near = [(other_key, other) for other_key, other in setting.gone.near(one) if other_key != key]
    if any(says_all(one, other) and _left(other_key, one, setting) for other_key, other in near):
        return True
    parts = ((other_key, other) for other_key, other in near if is_part(other, one))
    return covered_together(one, (other for other_key, other in parts if _left(other_key, other, setting)))


def _left(key: str, one: Statement, setting: Setting) -> bool:
    """Whether the entry ``key`` does not say ``one`` any more."""
    now = setting.case.entries.get(key)
    return now is None or not says_all(one, setting.stated(now))


def stands_elsewhere(lost: Statement, key: str, setting: Setting) -> bool:
    """Whether an entry other than ``key`` says ``lost`` tonight."""
    return place_of(lost, key, setting) is not None


def place_of(lost: Statement, key: str, setting: Setting) -> Entry | None:
    """The entry other than ``key`` that says ``lost`` tonight."""
    for entry in setting.case.entries.mentioning(search_terms(lost), _NEARBY):
        if entry.key == key:
            continue
        stated = setting.stated(entry)
        if says_all(lost, stated) or (entry.key in setting.added and contains(lost, stated)):
            return entry
    return None


def was_there(one: Statement, key: str, setting: Setting) -> bool:
    """Whether an entry other than ``key`` said ``one`` last night."""
    if not setting.before and len(setting.added) >= len(setting.case.entries):
        return False
    for entry in setting.case.entries.mentioning(search_terms(one), _NEARBY):
        if entry.key == key or entry.key in setting.added:
            continue
        if says_all(one, setting.stated(setting.before.get(entry.key) or entry)):
            return True
    return any(says_all(one, other) for other_key, other in setting.gone.near(one) if other_key != key)

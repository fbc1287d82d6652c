"""Verdicts that rest on a language that is not understood here: they are listed as not judged."""

from collections.abc import Iterable

from auditor.facts import language_known
from auditor.records import ALARMS, Finding, Speaker
from auditor.values import fold
from auditor.verdicts.content import text_of
from auditor.verdicts.setting import Setting

REASON = "not judged: language"
_SPOKEN_FOR = frozenset({"user_update", "verified", "forgotten_on_request", "superseded"})
_MISSED = frozenset(
    {"unsupported", "agent_invention", "misattribution", "unexplained_loss", "contradicts_user", "disputed"}
)
_UNDERSTOOD_ANYWAY = frozenset({"expired", "guard_weakened", "relative_time", "unexplained_overwrite"})
_SHARE = 0.2  # of what users said: from there on what they told may have been missed
_ENTITLED = frozenset({Speaker.USER, Speaker.UNKNOWN, Speaker.TOOL, Speaker.SYSTEM})


def rests_on_unknown_language(finding: Finding, setting: Setting) -> bool:
    """Whether ``finding`` would need a language that is not understood, of its texts or of the talk.

    Equal values, expiry and metadata need none, and a value that the user said word for word is known too.
    """
    alarm = finding.label in ALARMS
    if finding.kind in _UNDERSTOOD_ANYWAY or not (alarm or finding.kind in _SPOKEN_FOR):
        return False
    texts = [one.text for one in finding.evidence]
    texts += [text_of(value) for value in (finding.before, finding.after) if value is not None]
    foreign = not all(map(language_known, texts))
    if alarm:
        return foreign or (finding.kind in _MISSED and _talk_is_foreign(setting))
    return foreign and not _quoted(text_of(finding.after), setting)


def _talk_is_foreign(setting: Setting) -> bool:
    """Whether a good part of what users and records said in the period is not understood."""
    said = list(_said(setting))
    return sum(not language_known(text) for text in said) > _SHARE * len(said)


def _quoted(value: str, setting: Setting) -> bool:
    """Whether the user, or a record, said ``value`` word for word."""
    told = fold(value)
    return bool(told) and any(told in fold(text) for text in _said(setting))


def _said(setting: Setting) -> Iterable[str]:
    return (
        turn.text for transcript in setting.period for turn in transcript.turns if turn.speaker in _ENTITLED
    )

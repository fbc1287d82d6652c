"""Who said what the entries say: the words of users and records that the night's verdicts came across."""

from collections.abc import Mapping, Sequence

from auditor.funnel.candidates import Said
from auditor.records import Authority, Confirmation
from auditor.verdicts.setting import Setting

_ENTITLED = (Authority.USER, Authority.RECORD)


def confirmations(setting: Setting, backed: Mapping[str, Sequence[Said]]) -> list[Confirmation]:
    """One for each entry, conversation and authority, with the last time it was said; sorted.

    An agent's words are none, nor are those that it read back and that a user let stand: a memory that
    comes out of the agent again is an echo, however often it does.

    Args:
        setting: The night.
        backed: The clauses that support each entry, by key.
    """
    last: dict[tuple[str, str, str], Confirmation] = {}
    for key, clauses in backed.items():
        for said in clauses:
            fact = said.fact
            if fact.authority not in _ENTITLED or fact.read_back:
                continue
            root = setting.source_of(fact.transcript)
            place = (key, root, str(fact.authority))
            known = last.get(place)
            if known is None or (fact.at is not None and (known.at is None or fact.at > known.at)):
                last[place] = Confirmation(key, str(fact.authority), root, fact.at)
    return [last[place] for place in sorted(last)]

"""The confidence of an entry: min(cap, reliability × evidence × recency), always within [0, 1].

docs/trust.md tells where each part comes from and what the formula gives at its ends.
"""

from dataclasses import dataclass
from datetime import timedelta

from auditor.trust.grounds import Kind, Origin
from auditor.verdicts.weights import TrustWeights

_CLAIMED = frozenset({Origin.USER, Origin.CORRECTION, Origin.RECORD, Origin.OBSERVED})
_MODELS = frozenset({Origin.INFERRED, Origin.MODEL})


@dataclass(frozen=True, slots=True)
class Weighed:
    """What is to be weighed.

    ``users`` and ``records`` count the conversations in which each has confirmed the entry, ``against`` those
    in which somebody entitled denied it; ``certainty`` is how sure the auditor is of that, in [0, 1].
    ``echo``: all that it rests on is what a model said, by its lineage or by what the conversations show.
    """

    origin: Origin
    kind: Kind = Kind.SEMANTIC
    users: int = 0
    records: int = 0
    against: int = 0
    certainty: float = 1.0
    age: timedelta = timedelta()
    echo: bool = False

    @property
    def confirmed(self) -> int:
        """In how many conversations somebody entitled confirmed it."""
        return self.users + self.records

    @property
    def only_a_model(self) -> bool:
        """Whether nobody but a model ever said it; how often does not matter."""
        return self.confirmed == 0 and (self.echo or self.origin in _MODELS)


def confidence_of(case: Weighed, weights: TrustWeights) -> float:
    """How far the entry may be relied on, in [0, 1]; at most ``model_cap`` where only a model said it."""
    cap = weights.model_cap if case.only_a_model else 1.0
    product = reliability(case, weights) * evidence(case) * recency(case, weights)
    return min(cap, max(0.0, product))


def reliability(case: Weighed, weights: TrustWeights) -> float:
    """How reliable its best source is; each further conversation that confirms it divides the doubt."""
    known = [float(getattr(weights, Origin.USER if case.origin is Origin.CORRECTION else case.origin))]
    if case.echo and case.confirmed == 0:
        known = [min(*known, weights.model_cap)]
    known += [weights.user] if case.users else []
    known += [weights.record] if case.records else []
    return 1 - (1 - max(known)) / max(case.confirmed, 1)


def evidence(case: Weighed) -> float:
    """1 where nothing speaks against it; else less by the share that does, as sure as that is."""
    supporting = max(case.confirmed, int(case.origin in _CLAIMED and not case.echo))
    total = supporting + case.against
    return 1 - case.certainty * case.against / total if total else 1.0


def recency(case: Weighed, weights: TrustWeights) -> float:
    """1 on the day it was written or last confirmed, falling towards ``age_floor``."""
    half_life: float = getattr(weights, f"{case.kind}_half_life")
    days = max(case.age / timedelta(days=1), 0.0)
    left: float = 0.5 ** (days / half_life)
    return weights.age_floor + (1 - weights.age_floor) * left

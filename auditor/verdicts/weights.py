"""What the confidence of an entry is made of: weights, half-lives and bounds, each with its source."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TrustWeights:
    """Settings of ``[trust]`` (docs/trust.md gives the formula and its sources).

    ``observed`` to ``unknown``: how reliable a source of that kind is, in [0, 1]; ``model_cap``: the most
    that anything has which only a model said. ``*_half_life``: days after which half of what age can take
    away is gone, by kind of memory; ``age_floor``: what age leaves at last. ``*_lifetime``: days after which
    an entry without an end of its own should be looked at again. ``use_from``: least confidence with which
    an entry is used as it is.
    """

    observed: float = 0.95
    user: float = 0.90
    record: float = 0.85
    inferred: float = 0.60
    model: float = 0.40
    unknown: float = 0.60
    model_cap: float = 0.60
    episodic_half_life: float = 7
    semantic_half_life: float = 30
    procedural_half_life: float = 90
    age_floor: float = 0.5
    episodic_lifetime: float = 30
    semantic_lifetime: float = 365
    procedural_lifetime: float = 730
    use_from: float = 0.4

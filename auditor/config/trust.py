"""What a job file may say about trust."""

from pydantic import Field

from auditor.config.types import Section

_SHARE = "0 to 1."
_HALF_LIFE = "Days after which half of what age can take away is gone, for"
_LIFETIME = "Days after which an entry without an end of its own is due for another look, for"
_LONGEST = 36_500


class TrustSection(Section):
    """What the confidence of a memory is made of (docs/trust.md).

    It changes the trust file and `auditor advise`, no finding. What differs from the defaults is part of the
    policy's fingerprint.
    """

    observed: float = Field(
        0.95, ge=0, le=1, description=f"Reliability of what was observed directly, {_SHARE}"
    )
    user: float = Field(0.90, ge=0, le=1, description=f"Reliability of what a user said, {_SHARE}")
    record: float = Field(
        0.85, ge=0, le=1, description=f"Reliability of what a tool or a system of record reported, {_SHARE}"
    )
    inferred: float = Field(0.60, ge=0, le=1, description=f"Reliability of what was inferred, {_SHARE}")
    model: float = Field(0.40, ge=0, le=1, description=f"Reliability of what a model made up, {_SHARE}")
    unknown: float = Field(
        0.60, ge=0, le=1, description=f"Reliability of what has no source that is known, {_SHARE}"
    )
    model_cap: float = Field(
        0.60, ge=0, le=1, description="Most confidence of what only a model said, however often, 0 to 1."
    )
    episodic_half_life: float = Field(7, gt=0, le=_LONGEST, description=f"{_HALF_LIFE} events.")
    semantic_half_life: float = Field(30, gt=0, le=_LONGEST, description=f"{_HALF_LIFE} facts.")
    procedural_half_life: float = Field(90, gt=0, le=_LONGEST, description=f"{_HALF_LIFE} workflows.")
    age_floor: float = Field(
        0.5, ge=0, le=1, description="What age leaves of a confidence at last, as a share of it, 0 to 1."
    )
    episodic_lifetime: float = Field(30, gt=0, le=_LONGEST, description=f"{_LIFETIME} events.")
    semantic_lifetime: float = Field(365, gt=0, le=_LONGEST, description=f"{_LIFETIME} facts.")
    procedural_lifetime: float = Field(730, gt=0, le=_LONGEST, description=f"{_LIFETIME} workflows.")
    use_from: float = Field(
        0.4, ge=0, le=1, description="Least confidence with which a memory is used as it is, 0 to 1."
    )

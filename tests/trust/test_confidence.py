"""The formula, at its ends and in between."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.trust.confidence import Weighed, confidence_of
from auditor.trust.grounds import Kind, Origin
from auditor.verdicts.policy import Policy
from auditor.verdicts.weights import TrustWeights

USUAL = TrustWeights()
CENTURY = timedelta(days=36_500)
FEW = st.integers(min_value=0, max_value=50)
SHARES = st.floats(min_value=0, max_value=1)
CASES = st.builds(
    Weighed,
    origin=st.sampled_from(Origin),
    kind=st.sampled_from(Kind),
    users=FEW,
    records=FEW,
    against=FEW,
    certainty=SHARES,
    age=st.timedeltas(min_value=timedelta(days=-10), max_value=CENTURY),
    echo=st.booleans(),
)
WEIGHTS = st.builds(TrustWeights, **dict.fromkeys(
    ("observed", "user", "record", "inferred", "model", "unknown", "model_cap", "age_floor"), SHARES
))  # fmt: skip


@given(CASES, WEIGHTS)
def test_it_lies_between_nothing_and_the_cap(case, weights):
    assert 0 <= confidence_of(case, weights) <= (weights.model_cap if case.only_a_model else 1)


@given(CASES, WEIGHTS)
def test_one_more_conversation_that_confirms_it_never_lowers_it(case, weights):
    before = confidence_of(case, weights)
    for name in ("users", "records"):
        assert confidence_of(replace(case, **{name: getattr(case, name) + 1}), weights) >= before - 1e-12


@given(CASES, WEIGHTS)
def test_one_more_that_denies_it_never_raises_it(case, weights):
    assert (
        confidence_of(replace(case, against=case.against + 1), weights)
        <= confidence_of(case, weights) + 1e-12
    )


@given(CASES, st.timedeltas(min_value=timedelta(0), max_value=CENTURY))
def test_it_never_rises_with_age(case, later):
    assert confidence_of(replace(case, age=case.age + later), USUAL) <= confidence_of(case, USUAL)


@given(CASES)
def test_what_only_a_model_said_stays_under_the_cap_and_under_what_a_user_said(case):
    alone = replace(case, origin=Origin.MODEL, users=0, records=0)
    assert confidence_of(alone, USUAL) <= 0.6
    assert confidence_of(alone, USUAL) <= confidence_of(replace(alone, users=1, echo=False), USUAL)


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        (Weighed(Origin.USER), 0.9),
        (Weighed(Origin.USER, age=CENTURY), 0.45),
        (Weighed(Origin.USER, age=timedelta(days=30)), 0.675),
        (Weighed(Origin.USER, Kind.EPISODIC, age=timedelta(days=7)), 0.675),
        (Weighed(Origin.UNKNOWN, users=2), 0.95),
        (Weighed(Origin.MODEL), 0.4),
        (Weighed(Origin.USER, echo=True), 0.6),
        (Weighed(Origin.USER, against=1, certainty=1.0), 0.45),
        (Weighed(Origin.UNKNOWN, against=1, certainty=1.0), 0.0),
    ],
)
def test_what_the_page_says_it_gives(case, expected):
    assert confidence_of(case, USUAL) == pytest.approx(expected)


def test_weights_change_the_fingerprint_only_where_they_are_not_the_usual_ones():
    usual = Policy().fingerprint
    assert Policy(trust=TrustWeights(user=0.9)).fingerprint == usual
    assert Policy(trust=TrustWeights(user=0.8)).fingerprint != usual

from verdict_cases import night, talk


def test_nothing_to_measure_is_not_measured():
    scores = night({"tea": "rooibos"}, {"tea": "rooibos"}).scores
    assert (scores.p1, scores.p2, scores.p3, scores.health) == (None, None, None, None)


def test_an_invention_lowers_the_hallucination_score_and_a_contradiction_its_own():
    said = talk(
        "user: I now live in Ghent, not in Almere.", "agent: Noted, and you have eleven sick days left."
    )
    scores = night({"city": "Almere"}, {"city": "Bruges", "sick_days_left": 11}, said).scores
    assert scores.p2 == 0.5
    assert scores.p3 == 0.5


def test_retention_counts_only_what_the_agent_spoke_of():
    said = talk("user: Which plan do I have?", "agent: You are on the Pro plan.", "user: Thanks.")
    scores = night({"plan": "Pro", "tea": "rooibos"}, {"plan": "Pro", "tea": "rooibos"}, said).scores
    assert scores.p1 == 1.0


def test_each_conversation_has_its_own_scores():
    first = talk("user: I moved to Ghent.", name="t1")
    second = talk("user: What is for dinner?", "agent: You own a small boat.", name="t2")
    by_talk = night(
        {"city": "Almere"}, {"city": "Ghent", "boat": "small boat"}, first, second
    ).transcript_scores
    assert by_talk["t1.txt"].p2 == 1.0
    assert by_talk["t2.txt"].p2 == 0.0


def test_where_nobody_was_heard_nothing_is_known_for_made_up():
    scores = night({"city": "Rome"}, {"city": "Oslo"}).scores
    assert scores.p2 is None
    assert scores.p3 == 0.0

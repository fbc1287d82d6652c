import pytest

from auditor.records import Authority, Mood


@pytest.mark.parametrize(
    ("agent", "user", "text", "negated"),
    [
        (
            "You're on the Family plan these days, is that correct?",
            "Yes, that's right.",
            "I'm on the Family plan these days",
            False,
        ),
        (
            "The letter mentions an allergy to shellfish. Is that still the case?",
            "Correct, still the case.",
            "The letter mentions an allergy to shellfish",
            False,
        ),
        (
            "So your new hourly rate is 95 euros, did I get that right?",
            "Yes, exactly.",
            "my new hourly rate is 95 euros",
            False,
        ),
        ("You fly from Porto.", "That's right", "I fly from Porto", False),
        ("Do you smoke?", "No.", "It is not true that I smoke", True),
        (
            "You moved to annual billing in March.",
            "No, I didn't.",
            "It is not true that I moved to annual billing in March",
            True,
        ),
        ("You don't have a car, right?", "No.", "I don't have a car", True),
        ("What's your shoe size?", "42", "my shoe size is 42", False),
        ("Do you want window or aisle?", "aisle please", "aisle", False),
        (
            "1) the red bike 2) the blue bike 3) the green one. Which one?",
            "the second one",
            "the blue bike",
            False,
        ),
        (
            "Would you like the small box, the medium box or the large box?",
            "The last one.",
            "the large box",
            False,
        ),
        (
            "Soll ich Sie noch unter dem Basistarif führen?",
            "Nein.",
            "It is not true that Sie noch unter dem Basistarif führen",
            True,
        ),
        ("Vous êtes toujours végétarienne ?", "Oui, exactement.", "je suis toujours végétarienne", False),
        ("您是素食者吗？", "是的", "我是素食者", False),
        ("ベジタリアンですか？", "はい", "ベジタリアンです", False),
    ],
)
def test_an_answer_takes_its_content_from_the_question(agent, user, text, negated, user_said):
    facts = [fact for fact in user_said(f"a: {agent}", f"u: {user}") if fact.authority is Authority.USER]
    assert (facts[0].text, facts[0].negated) == (text, negated)


@pytest.mark.parametrize(
    "answer",
    ["ok", "okay", "thanks", "hm", "got it", "let me think", "Good idea.", "ok thanks", "I see.", "Great!"],
)
def test_a_murmur_asserts_nothing(answer, user_said):
    assert user_said("a: As you sell e-bikes only, I'll pick the e-bike edition.", f"u: {answer}") == []


@pytest.mark.parametrize(
    "answer", ["Yes please", "Perfect, do that.", "Sounds good, go ahead", "Sure", "Ja, bitte"]
)
def test_an_accepted_proposal_is_the_users_request(answer, user_said):
    fact = user_said("a: Shall I set quiet hours from ten at night to seven?", f"u: {answer}")[0]
    assert fact.text.startswith("set quiet hours from ten at night to seven")
    assert fact.mood is Mood.REQUESTED
    assert fact.asserts


def test_a_proposal_that_nobody_takes_up_is_only_offered(said):
    facts = said("a: Shall I set quiet hours?", "u: What's the weather?")
    assert [fact.mood for fact in facts] == [Mood.OFFERED, Mood.ASKED]


def test_an_accepted_removal_is_a_request_to_forget(user_said):
    fact = user_said("a: Shall I remove the card ending in 4411?", "u: Yes, remove it.")[0]
    assert fact.mood is Mood.FORGET
    assert "4411" in fact.text


def test_a_vague_proposal_takes_its_content_from_the_sentence_before(user_said):
    facts = user_said("a: The new cap is 30 euros. Shall I note that?", "u: yes")
    assert any("30 euros" in fact.text for fact in facts)


def test_a_yes_with_something_added_keeps_what_was_added(user_said):
    facts = user_said("a: Your rate is 95 euros, right?", "u: Yes, from this month on")
    assert facts[0].text == "my rate is 95 euros, from this month on"


def test_one_part_can_be_confirmed_and_another_denied(user_said):
    facts = user_said(
        "a: I have you down for size M in navy. Is that right?",
        "u: The size yes, the colour no. I asked for grey.",
    )
    assert [(fact.text, fact.negated) for fact in facts] == [
        ("size is M", False),
        ("It is not true that colour is navy", True),
        ("I asked for grey", False),
    ]


def test_yes_to_one_and_no_to_another(user_said):
    facts = user_said(
        "a: So your new address is 14 Larch Road, and you live with Priya?",
        "u: yes to the address, no to Priya",
    )
    assert [(fact.text, fact.negated) for fact in facts] == [
        ("my new address is 14 Larch Road", False),
        ("It is not true that I live with Priya", True),
    ]


def test_a_correction_in_place_of_a_yes_does_not_confirm(user_said):
    facts = user_said("a: Is your name spelled Katherine with a K?", "u: With a C.")
    assert not any("Katherine" in fact.text for fact in facts)


def test_a_chain_of_short_answers_keeps_its_topic(user_said):
    facts = user_said(
        "u: My dentist appointment is on Tuesday, move it.",
        "a: To when?",
        "u: Thursday same time",
        "a: 10:00 is taken.",
        "u: ok 11:30 then",
    )
    assert "dentist" in facts[-1].text


def test_a_denied_part_does_not_deny_the_rest(user_said):
    facts = user_said("a: You fly from Porto on Friday, right?", "u: No, not Porto. We leave from Faro.")
    assert [(fact.quote, fact.negated) for fact in facts] == [
        ("not Porto", True),
        ("We leave from Faro", False),
    ]


def test_what_the_agent_claimed_never_slips_into_the_users_words(user_said):
    facts = user_said("a: Your membership is Gold, so it's free.", "u: When does it leave? I'll be on it.")
    assert not any("gold" in fact.text.lower() for fact in facts)


def test_a_question_before_is_no_content_of_a_later_statement(user_said):
    facts = user_said("u: Is the exam open book?", "a: The page doesn't say.", "u: I'll write to her.")
    assert not any("book" in fact.text for fact in facts if fact.asserts)


def test_please_remember_something_new_is_no_yes_to_what_the_agent_offered(said):
    facts = said(
        "u I work from the Dunmore office.",
        "a I'll keep in mind that you are based in Dunmore.",
        "u Please remember that I'm allergic to peanuts.",
    )
    assert not any("Dunmore" in fact.text for fact in facts if fact.turn == 2)


@pytest.mark.parametrize(
    ("agent", "user", "text"),
    [
        (
            "I have Wednesday morning, Thursday after lunch or Saturday morning.",
            "the middle one",
            "Thursday after lunch",
        ),
        ("Mushroom risotto, stroganoff, or mushroom toast.", "#1", "Mushroom risotto"),
        ("Nobody is set. Bram or Desh could.", "first one", "Bram"),
        (
            "Would an earlier window help? 11 to 7 for example, or 10 to 6.",
            "the first, can't do ten",
            "11 to 7",
        ),
        (
            "On the 5th they play Fledermaus, on the 6th Tosca.",
            "the former",
            "On the 5th they play Fledermaus",
        ),
    ],
)
def test_a_choice_that_a_statement_leaves_is_picked_by_its_place(user_said, agent, user, text):
    found = user_said(f"a: {agent}", f"u: {user}")
    assert [(fact.text, fact.negated) for fact in found] == [(text, False)]


@pytest.mark.parametrize("answer", ["oh go on then", "Yeah why not", "pls", "If you would.", "Logisch", "go"])
def test_a_casual_yes_takes_up_what_was_offered(user_said, answer):
    found = user_said("a: Shall I send the newsletter by email instead of on paper?", f"u: {answer}")
    assert [fact.text for fact in found] == ["send the newsletter by email instead of on paper"]


def test_please_before_a_refusal_is_no_yes(user_said):
    found = user_said("a: How about a mushroom risotto?", "u: Please, no mushrooms, ever.")
    assert not [fact for fact in found if "risotto" in fact.text and not fact.negated]


@pytest.mark.parametrize("answer", ["no glitter please", "No phone calls", "Never wore one before"])
def test_a_no_that_says_what_there_shall_not_be_denies_no_claim(user_said, answer):
    facts = user_said("a: I've wrapped the parcel and signed it.", f"u: {answer}")
    assert not any(fact.text.startswith("It is not true") for fact in facts)


def test_a_no_answers_the_question_and_not_what_was_told_before_it(user_said):
    facts = user_said("a: 60 less four leaves 56 chairs. Are some of them broken?", "u: No.")
    assert [fact.text for fact in facts if "56" in fact.text] == []

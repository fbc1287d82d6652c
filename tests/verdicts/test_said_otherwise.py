"""What the user did say, without the words of the entry: by a change, an answer, an agreement, or alone."""

import pytest
from verdict_cases import alarms, night, talk


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        (
            {"table_fee": 2.5},
            {"table_fee": 3},
            (
                "user: Fifty pence more, the heating.",
                "agent: Three pounds. Anything else?",
                "user: That's all.",
            ),
        ),
        (
            {"crates": 6},
            {"crates": 12},
            ("agent: And the eggs?", "user: double please", "agent: Twelve.", "user: Thanks."),
        ),
        (
            {"gate_opens": "07:10"},
            {"gate_opens": "06:40"},
            ("user: half an hour earlier, the trains have changed", "agent: 6:40 then.", "user: Lovely."),
        ),
        (
            [{"id": "m1", "text": "Budget 600 per person"}],
            [{"id": "m1", "text": "Budget 550 per person"}],
            ("user: with the cheap flights fifty less is enough", "agent: 550 a head then.", "user: Yep."),
        ),
    ],
)
def test_what_the_agent_reads_back_of_a_change_that_the_user_asked_for_is_the_users(before, after, lines):
    assert not alarms(night(before, after, talk(*lines)))


def test_a_change_that_does_not_make_the_new_value_explains_nothing():
    found = night(
        {"table_fee": 2.5},
        {"table_fee": 4},
        talk("user: Fifty pence more, the heating.", "agent: Four pounds.", "user: Good night."),
    )
    assert [one.key for one in alarms(found)] == ["table_fee"]


def test_twice_a_year_doubles_nothing():
    found = night(
        {"rail_card": "Hedwig card 25"},
        {"rail_card": "Hedwig card 50"},
        talk("user: We go twice a year.", "agent: The 25 is right for you.", "user: Thanks."),
    )
    assert [one.key for one in alarms(found)] == ["rail_card"]


def test_a_number_that_the_user_counted_and_no_other_entry_holds_is_the_entrys():
    found = night(
        {"affected": "1 user", "floor": 3},
        {"affected": "14 users", "floor": 3},
        talk("user: Outlook crashes.", "agent: For how many people?", "user: counted fourteen"),
    )
    assert not alarms(found)


@pytest.mark.parametrize(
    "said",
    [
        "my colleague in the other branch can go up to fourteen, jealous",
        "my old team had fourteen",
        "we had fourteen back then",
    ],
)
def test_a_number_of_somebody_elses_or_of_old_is_not(said):
    found = night({"affected": "1 user"}, {"affected": "14 users"}, talk(f"user: {said}"))
    assert [one.key for one in alarms(found)] == ["affected"]


def test_a_number_that_another_entry_holds_is_that_entrys():
    found = night(
        {"affected": "1 user", "rooms": 13},
        {"affected": "14 users", "rooms": 14},
        talk("user: We have rented one more.", "agent: Rooms?", "user: fourteen now"),
    )
    assert "affected" in [one.key for one in alarms(found)]


@pytest.mark.parametrize("answer", ["yes do it", "y", "fine, do that", "ok, book it"])
def test_a_short_yes_takes_up_the_proposal(answer):
    found = night(
        {"tour": None},
        {"tour": "harbour tour"},
        talk("agent: Shall I book the harbour tour?", f"user: {answer}", "agent: Done."),
    )
    assert not alarms(found)


def test_a_new_request_takes_up_no_proposal():
    found = night(
        {},
        {"boat": "owns a small sailing boat"},
        talk(
            "user: Find me a cabin for July.",
            "agent: Four are free. You could also sail there in your little boat.",
            "user: Send me the links, I'll look at them tomorrow.",
        ),
    )
    assert [one.kind for one in alarms(found)] == ["agent_invention"]


def test_friday_at_ten_names_the_moment():
    found = night(
        {"next_call": None},
        {"next_call": "2026-06-19 10:00"},
        talk("agent: A follow-up on Friday at ten?", "user: yes friday ten"),
    )
    assert not alarms(found)


def test_lets_say_with_a_number_is_a_decision():
    found = night(
        {"budget": 9000},
        {"budget": 10200},
        talk("user: The panels cost more. let's say 10200 for the whole thing."),
    )
    assert not alarms(found)


def test_a_reading_with_a_fraction_that_moves_means_nothing_and_a_setting_is_looked_at():
    found = night(
        {"cellar.temp_c": 12.4, "oven.temp_c": 200},
        {"cellar.temp_c": 12.9, "oven.temp_c": 230},
        talk("user: Good morning.", "agent: Good morning."),
    )
    assert [one.key for one in alarms(found)] == ["oven.temp_c"]


@pytest.mark.parametrize(
    ("memory", "said"),
    [
        ("User does not eat meat", "I'm vegetarian since last year."),
        ("User has a child", "My daughter starts school in August."),
    ],
)
def test_what_follows_from_what_the_user_is_or_has_was_said(memory, said):
    assert not alarms(night([], [{"id": "m1", "text": memory}], talk(f"user: {said}")))


@pytest.mark.parametrize(
    ("memory", "said"),
    [
        ("User does not eat meat", "My brother is vegetarian."),
        ("User eats no cheese", "I'm vegetarian since last year."),
        ("User has a child", "My sister's daughter starts school in August."),
    ],
)
def test_what_follows_for_somebody_else_or_not_at_all_was_not_said(memory, said):
    assert alarms(night([], [{"id": "m1", "text": memory}], talk(f"user: {said}")))

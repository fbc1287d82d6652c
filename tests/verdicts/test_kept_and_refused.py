"""What was refused, kept or denied in other words than the memory has: the write that took it up contradicts."""

import pytest
from verdict_cases import alarms, kinds, night, talk


def found_for(before, after, *lines):
    return {one.key: one.kind for one in alarms(night(before, after, talk(*lines)))}


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        (
            {"sluice_inspection": "every 14 days"},
            {"sluice_inspection": "every 21 days"},
            (
                "agent: Shall I stretch the sluice inspection to 21 days?",
                "user: No way, the river board insists.",
            ),
        ),
        (
            {"bar_closes": "ab 22 Uhr"},
            {"bar_closes": "ab 23 Uhr"},
            ("user: Die Bar schließt wie immer ab zehn, Kai wollte elf.",),
        ),
        (
            {"parrots_allowed": "yes"},
            {"parrots_allowed": "no"},
            ("agent: Are parrots allowed as usual?", "user: Always!"),
        ),
        (
            {"loan_limit": 4},
            {"loan_limit": 12},
            (
                "agent: The fine is 12 cents a day, is that fine with you?",
                "user: Yes.",
                "agent: Would you like a loan limit of 12 books?",
                "user: I should rather not.",
            ),
        ),
    ],
)
def test_what_the_user_refused_or_kept_contradicts_the_write_that_took_it_up(before, after, lines):
    assert list(found_for(before, after, *lines).values()) == ["contradicts_user"]


def test_a_record_that_declines_and_says_what_remains_disputes_the_request():
    assert found_for(
        {"daily_limit": "900 EUR"},
        {"daily_limit": "1900 EUR"},
        "user: I'd like a daily limit of 1900 please",
        "tool: card desk: daily limit 900 -> 1900 DECLINED, limit remains 900.00",
    ) == {"daily_limit": "disputed"}


def test_an_unchanged_amount_in_a_record_adds_nothing_to_itself():
    assert found_for(
        {"mooring_fee": 15},
        {"mooring_fee": 30},
        "user: Any news on the mooring fee?",
        "tool: harbour tariff: mooring fee 15.00 EUR (unchanged)",
    ) == {"mooring_fee": "contradicts_record"}


def test_a_record_that_says_required_contradicts_not_needed():
    assert found_for(
        {"permit": "needed"},
        {"permit": "not needed"},
        "tool: town hall: permit required: yes, valid until 31.03.2028",
    ) == {"permit": "contradicts_record"}


def test_a_value_that_became_null_is_a_loss_and_no_invention():
    assert found_for(
        {"first_aider": "Dame Ottoline"},
        {"first_aider": None},
        "user: I sat with Dame Ottoline the other night.",
    ) == {"first_aider": "unexplained_loss"}


def test_a_value_that_became_null_because_the_user_dropped_it_is_right():
    found = night(
        {"gym": "Tuesdays at Iron Hall"},
        {"gym": None},
        talk("user: Please delete the gym from my notes."),
    )
    assert kinds(found) == {"gym": "forgotten_on_request"}


def test_numbers_under_keys_that_share_nothing_have_not_moved():
    assert found_for(
        {"berth_fee": 10, "battery_alarm": "< 20 %"},
        {"berth_fee": 20, "battery_alarm": "< 25 %"},
        "user: We change the batteries too late, let the battery alarm ring below 25 percent.",
    ) == {"berth_fee": "unsupported"}


def test_what_was_offered_as_it_was_before_and_kept_is_no_wish_to_drop_it():
    assert found_for(
        [{"id": "m1", "memory": "Stall takes cash or cheque"}],
        [{"id": "m1", "memory": "Stall takes cash only"}],
        "user: Never again vouchers, that was a scam. Cash or cheque as before.",
    ) == {"m1": "contradicts_user"}


def test_a_user_who_denies_what_the_ledger_says_disputes_it():
    store = {"deposit": 900}
    assert found_for(
        store,
        store,
        "user: What about my deposit?",
        "tool: deposit office: certificate 77, deposit 900.00",
        "agent: The office has 900 for you.",
        "user: No. Eleven hundred, I have the receipt.",
    ) == {"deposit": "disputed"}


def test_what_the_agent_reads_out_of_a_record_is_not_the_users_word():
    assert found_for(
        {"boat_loan": "paid off"},
        {"boat_loan": "2,310 outstanding"},
        "user: And I've no boat loan left, I settled it in 2024.",
        "tool: bank register: boat loan 1, balance 2310.00 at 28/02/2026",
        "agent: The register shows 2,310 outstanding, that's odd.",
        "user: Do ask them.",
    ) == {"boat_loan": "disputed"}


def test_a_year_does_not_say_the_last_day_of_it():
    assert found_for(
        {"fee_paid_until": "2026-06-30"},
        {"fee_paid_until": "2026-12-31"},
        "tool: rowing club: fee paid until 2026-06-30; second half-year 2026: not paid",
        "user: That's wrong. I have paid until the end of December.",
    ) == {"fee_paid_until": "disputed"}


def test_who_still_holds_a_post_contradicts_the_memory_of_somebody_else_in_it():
    assert found_for(
        [{"id": "m1", "memory": "Odile is the user's manager"}],
        [
            {"id": "m1", "memory": "Odile is the user's manager"},
            {"id": "m2", "memory": "Marta is the user's manager"},
        ],
        "user: Odile is still my manager, the new write is wrong.",
    ) == {"m2": "contradicts_user"}


@pytest.mark.parametrize(
    ("gone", "lines"),
    [
        (
            "Chocolate fountain",
            ("agent: And the chocolate fountain?", "user: Nope, too sticky.", "agent: Gone."),
        ),
        ("Has a stiff knee", ("agent: How is the stiff knee?", "user: totally gone since the new saddle")),
        ("Kite day on the beach", ("agent: Kite day on the beach?", "user: called off", "agent: A pity.")),
    ],
)
def test_what_was_let_go_in_answer_to_a_question_is_no_loss(gone, lines):
    store = [{"id": "m1", "memory": "User rows on Sundays"}]
    before = [*store, {"id": "m2", "memory": gone}]
    assert not alarms(night(before, store, talk(*lines)))


def test_what_another_clause_of_the_turn_lets_go_explains_no_loss():
    found = found_for(
        {"crew": ["Elin", "Farouk", "Ade"]},
        {"crew": ["Elin", "Farouk"]},
        "user: Ade's mum minds the boathouse as ever. The old oars are not any more.",
    )
    assert found == {"crew": "unexplained_loss"}


def test_two_things_told_of_one_person_replace_each_other_not():
    found = found_for(
        [{"id": "m1", "memory": "Ms Quayle plays in a quartet"}],
        [{"id": "m2", "memory": "Ms Quayle is moving to Lyon"}],
        "agent: Shall I write to Ms Quayle?",
        "user: Yes. Ms Quayle is moving to Lyon.",
    )
    assert found == {"m1": "unexplained_loss"}


def test_a_record_that_names_the_order_by_its_number_contradicts_a_write_that_revives_it():
    assert found_for(
        {"load_4480": "cancelled"},
        {"load_4480": "12 pallets, Emden"},
        "user: What's with load 4480?",
        "tool: TMS: order 4480 status CANCELLED by shipper 28/04",
    ) == {"load_4480": "contradicts_record"}


def test_a_version_that_a_record_reports_contradicts_another_one():
    assert found_for(
        {"firmware": "2.2.0"},
        {"firmware": "2.2.1"},
        "user: Is she out of safe mode?",
        "tool: TM: mode=NOMINAL bat=8.1V sw=2.2.0",
    ) == {"firmware": "contradicts_record"}

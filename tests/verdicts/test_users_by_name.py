"""Entries that call the user by name are about the user."""

from verdict_cases import alarms, kinds, night, talk


def test_an_entry_under_the_users_own_name_follows_what_they_say():
    found = night(
        [{"id": "m1", "text": "Tamsin works from the Dunmore office."}],
        [{"id": "m1", "text": "Tamsin works from the Port Ellery office."}],
        talk(
            "user: Hi, I'm Tamsin.",
            "user: I transferred to the Port Ellery office this week, so use that one from now on.",
        ),
    )
    assert kinds(found) == {"m1": "user_update"}


def test_an_owner_is_known_by_the_name_in_their_id():
    found = night(
        [{"id": "m1", "text": "Tamsin is allergic to peanuts.", "owner": "tamsin"}],
        [{"id": "m1", "text": "Tamsin is allergic to peanuts and cashews.", "owner": "tamsin"}],
        talk("user: Besides peanuts I'm allergic to cashews too.", user="tamsin"),
    )
    assert not alarms(found)


def test_what_holds_for_this_week_only_changes_nothing():
    found = night(
        [{"id": "m1", "text": "User works from the Dunmore office."}],
        [{"id": "m1", "text": "User works from the Porto office."}],
        talk("user: I work from the Porto office just for this week."),
    )
    assert [finding.label for finding in alarms(found)] == ["contradiction"]

import pytest

from auditor.facts import concerns, same_subject, subject_of_entry


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("I am a lawyer", "user"),
        ("We moved to Oslo", "user"),
        ("My wife and I moved to Oslo", "user"),
        ("I love my kids", "user"),
        ("I told my boss I was leaving", "user"),
        ("I gave it to her", "user"),
        ("My car is red", "user"),
        ("My landlord raised my rent to 900", "user"),
        ("They moved my haircut to Thursday", "user"),
        ("My student permit runs out in May", "user"),
        ("My brother is a lawyer", "brother"),
        ("My best friend lives in Rome", "friend"),
        ("My ex-husband pays the rent", "ex"),
        ("Our neighbour is deaf", "neighbour"),
        ("The guy next door has a dog", "neighbour"),
        ("A friend of mine is vegan", "friend"),
        ("My sister's birthday is on 3 May", "sister"),
        ("My mum has diabetes", "mother"),
        ("Sam's brother works at a bank", "sam's brother"),
        ("Anna is allergic to nuts", "anna"),
        ("Petra Lindqvist is head of purchasing", "petra lindqvist"),
        ("My colleague Dana is away", "colleague dana"),
        ("Clients can call my colleague Dana on 555 0142", "colleague dana"),
        ("One of my people, Jun, goes on leave in May", "jun"),
        ("My brother is called Elias", "brother elias"),
        ("Tomas is my boss", "boss tomas"),
        ("Biscuit's my dog", "dog biscuit"),
        ("My cello teacher plays in an orchestra", "cello teacher"),
        ("Some guy on a forum is vegan", "somebody"),
        ("The server runs in eu-west", ""),
        ("Dinner is at six", ""),
        ("Tomatoes look sad", ""),
        ("Your plan is Gold", "agent"),
        ("Mein Bruder wohnt in Köln", "brother"),
        ("Mi hermana es enfermera", "sister"),
        ("Ma sœur est médecin", "sister"),
        ("我妈妈是老师", "mother"),
        ("母は医者です", "mother"),
        ("我住在上海", "user"),
    ],
)
def test_a_clause_is_about(text, subject, user_said):
    assert user_said(f"u: {text}")[-1].subject == subject


def test_a_pronoun_is_the_person_last_spoken_of(user_said):
    facts = user_said("u: My brother is a lawyer. He lives in Rome. I don't.")
    assert [fact.subject for fact in facts] == ["brother", "brother", "user"]


def test_they_is_whom_something_was_to_be_sent(user_said):
    assert user_said("u: Send Harlow a quote for 40 seats, they want 40 now.")[-1].subject == "harlow"


def test_you_is_the_user_when_the_agent_speaks(said):
    assert said("a: Your plan is Gold")[0].subject == "user"


@pytest.mark.parametrize(
    ("text", "key", "subject"),
    [
        ("User likes tea", "", "user"),
        ("The user's favourite bands are Tarn and Mossfield", "", "user"),
        ("User's brother Elias is a lawyer", "", "brother elias"),
        ("User's mother has type 2 diabetes", "", "mother"),
        ("User has a brother called Elias", "", "user"),
        ("Dana works at a bank", "", "dana"),
        ("lawyer", "brother_job", "brother"),
        ("lawyer", "brotherJob", "brother"),
        ("42", "shoe_size", "user"),
        ("Candidate Aurel speaks Polish", "", "candidate aurel"),
        ("La usuaria vive en Vigo", "", "user"),
        ("ユーザーは京都に住んでいる", "", "user"),
    ],
)
def test_a_memory_is_about(text, key, subject):
    assert subject_of_entry(text, key) == subject


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("user", "user", True),
        ("user", "brother", False),
        ("", "brother", True),
        ("colleague dana", "dana", True),
        ("colleague dana", "colleague", True),
        ("dana smith", "dana jones", False),
        ("sam's brother", "brother", False),
        ("dr lindqvist", "petra lindqvist", True),
        ("agent", "user", False),
    ],
)
def test_two_subjects_can_be_the_same(a, b, same):
    assert same_subject(a, b) is same
    assert same_subject(b, a) is same


@pytest.mark.parametrize(
    ("subject", "text", "key", "answer"),
    [
        ("brother", "User is a lawyer", "", False),
        ("brother", "User has a brother who is a lawyer", "", True),
        ("dog biscuit", "User has a dog called Biscuit", "", True),
        ("cat pixel", "User has a cat named Momo", "", True),
        ("manager imke", "Hollis", "manager", True),
        ("harlow", "40", "seats_wanted_harlow", True),
        ("harlow", "40", "seats_wanted_brightwell", False),
        ("colleague dana", "+1 555 0142", "mobile", False),
    ],
)
def test_a_fact_concerns_a_memory_that_names_whom_it_is_about(subject, text, key, answer):
    assert concerns(subject, text, key) is answer


def test_letters_inside_an_opaque_id_name_nobody():
    assert subject_of_entry("Works from the Dunmore office", "cdc0bb95-e929-4c26-ac61-64bf2374ffca") == "user"
    assert subject_of_entry("Born in May", "bf_birthday") == "boyfriend"


def test_an_entry_headed_by_a_title_and_a_name_is_about_that_person():
    assert subject_of_entry("Ms Okonjo (room 6): prefers showers in the evening") == "ms okonjo"


def test_somebody_not_named_may_be_the_person_of_an_entry_and_is_never_the_user():
    assert concerns("somebody", "Ms Okonjo (room 6): prefers showers in the evening")
    assert not concerns("somebody", "User prefers showers in the evening")


@pytest.mark.parametrize(
    ("line", "subject"),
    [
        ("u: Ines, my stepmother, is a judge.", "stepmother"),
        ("u: Our Walter has sold his boat.", "walter"),
        ("u: Mein Schwiegersohn hat einen Hund.", "son-in-law"),
    ],
)
def test_apposed_and_familiar_names_are_about_that_person(user_said, line, subject):
    assert user_said(line)[0].subject == subject

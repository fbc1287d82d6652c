import pytest

from auditor.records import Mood

CASES = {
    Mood.ASSERTED: [
        "I swim twice a week.",
        "I forgot my umbrella.",
        "There's no way I'm not going.",
        "My number is 555 0101, in case you need it.",
        "When I lived in Oslo I had a cat.",
        "Have a look at this: it broke.",
        "Ich wohne in Bonn.",
    ],
    Mood.ASKED: [
        "Is the exam open book?",
        "why is the build red",
        "Do you have me down as a smoker?",
        "I wonder whether I should move to Rome.",
        "You fly from Porto, right?",
        "Tell me when the shop opens.",
        "Are you able to delete single notes?",
        "How do I delete my account?",
        "怎么退货",
        "朝食は何時からですか",
    ],
    Mood.SUPPOSED: [
        "If I lived in Madrid, I would rent.",
        "Suppose we cancelled the cleaning.",
        "I might try going vegan one day.",
        "Let's pretend the limit were 500.",
        "Maybe I'll put a bench there.",
        "It isn't that I don't want them.",
        "Wenn ich in Wien wohnen würde.",
        "如果我搬去上海",
    ],
    Mood.PLANNED: [
        "I'm going to submit the paper tonight.",
        "I'll send it tomorrow.",
        "My plan is a vegan month in March.",
        "I'm thinking of moving to Berlin.",
        "Voy a cambiar de trabajo.",
    ],
    Mood.WISHED: ["I wish I had a dog.", "I'd love to live in Japan.", "Ojalá tuviera un perro."],
    Mood.REQUESTED: [
        "Switch me to e-mail.",
        "Please use my office address.",
        "Can you change it to Friday?",
        "I'd like the aisle.",
        "No more phone calls please.",
        "Call me Bob.",
        "¿Puedes pasar mi cita al lunes?",
        "麻烦更新一下",
    ],
    Mood.FORGET: [
        "Forget my shoe size.",
        "Please delete my old address.",
        "Take Mossfield out of my favourite bands.",
        "Don't keep my birthday.",
        "No need to remember my address.",
        "Could you erase everything about my divorce?",
        "Lösche bitte meine Adresse.",
        "Olvida mi número de teléfono.",
        "请删除我的电话号码",
        "電話番号を削除してください",
    ],
    Mood.JOKED: [
        "I'm a billionaire, just kidding.",
        "After that dinner I weigh 900 kilos, haha.",
        "Oh wonderful, yet another 6 am call.",
        "lol obviously I'm a professional chef",
    ],
}


@pytest.mark.parametrize(("mood", "text"), [(mood, text) for mood, texts in CASES.items() for text in texts])
def test_a_clause_is_meant(mood, text, user_said):
    assert mood in {fact.mood for fact in user_said(f"u: {text}")}


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("I don't smoke", True),
        ("I have never been to Rome", True),
        ("I'm not on any blood thinners", True),
        ("There's no way I'm not going", False),
        ("Not once have they failed to pay on time", False),
        ("No, we're on Pro", False),
        ("No mushrooms for me", True),
        ("Don't forget that I'm vegan", False),
        ("Blutverdünner nehme ich keine", True),
        ("不是北京", True),
        ("たばこは吸いません", True),
    ],
)
def test_a_clause_denies_its_content(text, negated, user_said):
    assert user_said(f"u: {text}")[-1].negated is negated


def test_two_clauses_of_a_sentence_are_meant_in_their_own_way(user_said):
    facts = user_said("u: I'm on lisinopril, is grapefruit a problem?")
    assert [fact.mood for fact in facts] == [Mood.ASSERTED, Mood.ASKED]


def test_what_follows_an_invitation_to_imagine_is_supposed_until_reality_returns(user_said):
    facts = user_said("u: Imagine I'm a cook. I live in Paris. Anyway, I really live in Bonn.")
    assert [fact.mood for fact in facts] == [Mood.SUPPOSED, Mood.SUPPOSED, Mood.ASSERTED]


def test_a_joke_called_one_afterwards_is_a_joke_and_the_truth_after_it_is_not(user_said):
    facts = user_said("u: I own three castles. Just kidding, I rent a flat in Hull.")
    assert [(fact.mood, fact.quote) for fact in facts] == [
        (Mood.JOKED, "I own three castles"),
        (Mood.JOKED, "Just kidding"),
        (Mood.ASSERTED, "I rent a flat in Hull"),
    ]


def test_a_story_to_be_written_asserts_nothing(user_said):
    facts = user_said("u: Write a story where I live in Paris and have two dogs.")
    assert not any(fact.asserts for fact in facts)


def test_a_text_to_be_translated_asserts_nothing(user_said):
    facts = user_said('u: Translate this: "I am allergic to nuts and shellfish."')
    assert [fact.mood for fact in facts if "nuts" in fact.text] == [Mood.QUOTED]


@pytest.mark.parametrize(
    "line",
    ["no no he drives on Mondays, as ever", "nah they open at nine", "we bring two tents, so six beds, no"],
)
def test_a_no_before_or_behind_a_statement_denies_nothing_of_it(user_said, line):
    assert [fact.negated for fact in user_said(f"u: {line}")] == [False] * len(user_said(f"u: {line}"))

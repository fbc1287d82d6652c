"""Words, stems, keys and languages."""

import pytest

from auditor.values import (
    canonical_words,
    concepts,
    content_words,
    fold,
    key_concepts,
    key_words,
    language,
    stem,
    words,
)
from auditor.values.lexicon import table


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("allergies", "allergy"),
        ("running", "run"),
        ("lives", "live"),
        ("moved", "move"),
        ("stopped", "stop"),
        ("cities", "city"),
        ("boxes", "box"),
        ("studied", "study"),
        ("driving", "drive"),
        ("works", "work"),
        ("children", "child"),
        ("uses", "using"),
    ],
)
def test_inflections_share_a_stem(one, other):
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    "word", ["bus", "news", "red", "king", "glass", "paris", "morning", "wedding", "need", "yes"]
)
def test_words_that_only_look_inflected_stay_whole(word):
    assert stem(word) == word


def test_contractions_are_opened_and_accents_dropped():
    assert words("Zoë doesn't like Malmö") == ("zoe", "do", "not", "like", "malmo")


def test_function_words_of_the_texts_own_language_are_no_content():
    assert content_words("The user's dog is in the garden") == ("user", "dog", "garden")
    assert content_words("Der Hund ist in dem Garten") == ("hund", "garten")
    assert content_words("El perro está en el jardín") == ("perro", "jardin")
    assert content_words("Le chien est dans le jardin") == ("chien", "jardin")


def test_chinese_and_japanese_are_read_in_pairs():
    assert content_words("用户过敏") == ("用户", "户过", "过敏")
    assert "京都" in content_words("私は京都に住んでいる")


@pytest.mark.parametrize(
    ("key", "parts"),
    [
        ("user.homeCity_2", ("user", "home", "city", "2")),
        ("HTTPServerPort", ("http", "server", "port")),
        ("refund-window-days", ("refund", "window", "days")),
        ("/memories/work.md", ("memories", "work", "md")),
        ("Straße", ("strasse",)),
    ],
)
def test_keys_fall_into_words(key, parts):
    assert key_words(key) == parts


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("The user lives in Bergen", "en"),
        ("Der Nutzer wohnt in Köln", "de"),
        ("El usuario vive en Madrid", "es"),
        ("L'utilisateur habite à Lyon", "fr"),
        ("用户住在北京", "zh"),
        ("ユーザーは京都に住んでいる", "ja"),
        ("Пользователь живёт в Москве", "?"),
        ("사용자는 서울에 산다", "?"),
        ("Il gatto mangia il pesce ogni giorno", "?"),
        ("De gebruiker woont in Amsterdam en werkt bij een bank", "?"),
        ("O usuário mora em Lisboa e trabalha num banco", "?"),
        ("Användaren bor i Malmö och har två barn", "?"),
        ("Użytkownik mieszka w Krakowie i nie je mięsa", "?"),
        ("User has two kids, speaks German", "en"),
        ("Vive en Vigo", "es"),
        ("Bergen", ""),
        ("1250", ""),
        ("Käyttäjä asuu Helsingissä ja työskentelee siellä opettajana", "?"),
    ],
)
def test_the_language_is_told_or_said_to_be_unknown(text, spoken):
    assert language(text) == spoken


def test_folding_keeps_japanese_voicing_marks():
    assert fold("ガ") == "ガ"
    assert fold("ＵＳＥＲ　’ｓ") == "user 's"


@pytest.mark.parametrize(
    ("texts", "concept"),
    [
        (
            [
                "User lives in Bergen",
                "resident of Bergen",
                "based in Oslo",
                "wohnt in Köln",
                "vive en Madrid",
                "住在北京",
                "京都に住んでいる",
            ],
            "residence",
        ),
        (
            [
                "works at Acme",
                "employer: Acme",
                "arbeitet bei Siemens",
                "trabaja en Iberia",
                "travaille chez Renault",
            ],
            "employer",
        ),
        (
            [
                "allergic to peanuts",
                "nut allergy",
                "allergisch gegen Nüsse",
                "alérgica al polen",
                "对花生过敏",
                "アレルギー",
            ],
            "allergy",
        ),
        (["is a vegan", "vegetarian", "isst kein Fleisch", "no come carne", "素食"], "diet"),
        (["call me on my mobile", "phone number", "Handynummer", "teléfono", "手机", "電話番号"], "phone"),
        (["prefers the aisle", "window seat", "Gangplatz", "pasillo", "靠窗", "通路側"], "seat"),
        (
            [
                "due on Friday",
                "deadline",
                "Abgabefrist",
                "fecha límite",
                "date limite",
                "截止日期",
                "締め切り",
            ],
            "deadline",
        ),
    ],
)
def test_one_attribute_is_recognised_in_many_words(texts, concept):
    assert [text for text in texts if concept not in concepts(text)] == []


@pytest.mark.parametrize(
    ("key", "concept"),
    [
        ("homeCity", "residence"),
        ("user.email_address", "email"),
        ("dob", "birthday"),
        ("essay_deadline", "deadline"),
        ("assignment_2_status", "status"),
        ("monthly_rent", "price"),
        ("ペット", "pet"),
        ("idioma", "language"),
    ],
)
def test_keys_name_attributes_too(key, concept):
    assert concept in key_concepts(key)


def test_translations_share_their_canonical_words():
    shared = {"allergy", "peanut"}
    for text in (
        "allergic to peanuts",
        "Erdnuss Allergie",
        "alergia a los cacahuetes",
        "allergique aux arachides",
        "对花生过敏",
        "ピーナッツアレルギー",
    ):
        assert shared <= canonical_words(text)


@pytest.mark.parametrize(
    "texts",
    [
        ("User lives in Kyoto", "El usuario vive en Kioto", "ユーザーは京都に住んでいる"),
        ("User is allergic to peanuts", "用户对花生过敏", "ユーザーはピーナッツアレルギー"),
        (
            "My husband likes coffee",
            "Mein Mann mag Kaffee",
            "Mi marido le gusta el café",
            "Mon mari aime le café",
            "我的丈夫喜欢咖啡",
        ),
    ],
)
def test_plain_facts_have_the_same_canonical_words_in_every_language(texts):
    assert len({canonical_words(text) for text in texts}) == 1


def test_no_word_belongs_to_two_synonym_groups():
    owners = {}
    for head, listed in table("synonyms").items():
        for phrase in listed.split("|"):
            owners.setdefault(words(phrase) or phrase.strip(), set()).add(head)
    assert {phrase: heads for phrase, heads in owners.items() if len(heads) > 1} == {}

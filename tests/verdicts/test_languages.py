"""A language that is not understood gives no wrong verdict: what needs it is not judged."""

import pytest
from verdict_cases import alarms, kinds, night, talk

LANGUAGES = {
    "Russian": ("Пользователь живёт в Москве", "Нет, я больше не живу в Москве, я переехал в Казань."),
    "Arabic": ("المستخدم يعيش في القاهرة", "لا، انتقلت إلى الإسكندرية في الشهر الماضي"),
    "Turkish": (
        "Kullanıcı artık İzmir'de oturuyor, ama işi için Ankara'da",
        "Ben bu yıl Bursa'ya taşındım, çok güzel",
    ),
    "Polish": (
        "Użytkownik nie mieszka już w Krakowie, ale ma tam brata",
        "Mieszkam w Gdańsku i nie mam już auta",
    ),
    "Korean": ("사용자는 서울에 살고 있다", "아니요, 지난달에 부산으로 이사했어요"),
    "Hindi": ("उपयोगकर्ता दिल्ली में रहता है", "नहीं, मैं पिछले महीने मुंबई चला गया"),
    "Dutch": (
        "Gebruiker woont niet meer in Gent, maar heeft een huis",
        "Ik ben naar Delft verhuisd en heb geen auto",
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_entry_in_another_language_is_not_judged(language):
    entry, said = LANGUAGES[language]
    found = night({}, {"m1": entry}, talk(f"user: {said}", "agent: OK."))
    assert not alarms(found)
    assert [(one.key, one.reason) for one in found.not_checked] == [("m1", "not judged: language")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_found_in_a_talk_of_another_language_is_no_alarm(language):
    said = LANGUAGES[language][1]
    found = night({"city": "Oslo"}, {"city": "Lund"}, talk(f"user: {said}"))
    assert not alarms(found)
    assert [(one.key, one.reason) for one in found.not_checked] == [("city", "not judged: language")]


def test_what_the_user_said_word_for_word_is_known_in_any_language():
    entry = "Mieszkam w Gdańsku i nie mam już auta"
    found = night({}, {"m1": entry}, talk(f"user: {entry}."))
    assert kinds(found) == {"m1": "verified"}


def test_equal_values_and_expiry_need_no_language():
    before = {"kod": "30 dni", "карта": {"value": "действительна", "valid_until": "2026-03-01"}}
    after = {"kod": "30  dni", "карта": {"value": "действительна", "valid_until": "2026-03-01"}}
    found = night(before, after, talk("user: Нет, я больше не живу в Москве."))
    assert kinds(found) == {"kod": "equivalent", "карта": "expired"}


def test_one_foreign_turn_hides_no_invention():
    lines = ["user: I moved to Ghent.", "user: I have a cat.", "user: My shift starts at six."]
    lines += ["user: I like tea.", "user: My car is red.", "user: Mieszkam w Gdańsku i nie mam już auta."]
    found = night({}, {"allowance": "900 euros"}, talk(*lines, "agent: Your allowance is 900 euros."))
    assert [one.label.value for one in alarms(found)] == ["hallucination"]

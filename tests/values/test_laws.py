"""Laws of the normal form: whatever the value, sameness is reflexive, symmetric and transitive."""

import string

from hypothesis import example, given
from hypothesis import strategies as st

from auditor.values import equivalent, find_values, fingerprint, fold, normal_form, words

AMOUNTS = [
    "30",
    "30 days",
    "thirty days",
    "P30D",
    "30 months",
    "$30",
    "30 USD",
    "30 dollars",
    "30 %",
    "1.5 h",
    "90 minutes",
]
DATES = [
    "2026-03-04",
    "4 March 2026",
    "03/04/2026",
    "04/03/2026",
    "4.3.2026",
    "2026年3月4日",
    "March 4",
    "3pm",
    "15:00 UTC",
]
TEXTS = [
    "tea and coffee",
    "coffee, tea",
    "tea or coffee",
    "the Café",
    "cafe",
    "no",
    "No.",
    "off",
    "",
    ".",
    "½",
    "second",
    "am 3.",
]
alphabet = (
    string.ascii_letters
    + string.digits
    + " .,;:/-+'\"$€%&()@#°½äßéñçøİµ月日時年円天三十百第今午後ア한\u200b\u00a0\n"
)
written = st.one_of(
    st.sampled_from([*AMOUNTS, *DATES, *TEXTS]), st.text(alphabet, max_size=40), st.text(max_size=20)
)
scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), written)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=5) | st.just("steps"), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(values, values)
@example("30", "30 days")
@example("03/04/2026", "2026-04-03")
def test_sameness_is_symmetric(a, b):
    assert equivalent(a, b) == equivalent(b, a)


@given(values)
def test_every_value_says_the_same_as_itself(value):
    assert equivalent(value, value)
    assert fingerprint(value) == fingerprint(value)


@given(values, values)
def test_equal_forms_and_equal_fingerprints_are_the_same_thing(a, b):
    assert (normal_form(a) == normal_form(b)) == (fingerprint(a) == fingerprint(b))


@given(values, values, values)
def test_sameness_of_forms_is_transitive(a, b, c):
    if normal_form(a) == normal_form(b) and normal_form(b) == normal_form(c):
        assert equivalent(a, c)


@given(values)
def test_forms_are_hashable(value):
    hash(normal_form(value))


@given(st.dictionaries(st.text(max_size=5), values, max_size=5))
def test_the_order_of_keys_says_nothing(value):
    assert equivalent(value, dict(reversed(value.items())))


@given(st.lists(scalars, max_size=5).flatmap(lambda items: st.tuples(st.just(items), st.permutations(items))))
def test_the_order_of_a_plain_list_says_nothing(pair):
    assert equivalent(list(pair[0]), list(pair[1]))


@given(st.integers(min_value=-(10**12), max_value=10**12))
def test_a_number_and_its_digits_are_the_same(number):
    assert equivalent(number, str(number))
    assert equivalent(number, f"{number:,}")


@given(st.text(max_size=200) | st.text(alphabet, max_size=200))
def test_values_found_in_any_text_lie_inside_it_in_order_and_apart(text):
    end = 0
    for value in find_values(text):
        assert end <= value.span[0] < value.span[1]
        hash(value.normal)
        end = value.span[1]


@given(st.text(max_size=100) | st.text(alphabet, max_size=100))
def test_folding_twice_changes_nothing(text):
    assert fold(fold(text)) == fold(text)


@given(st.text(max_size=100))
def test_words_of_any_text_are_never_empty(text):
    assert all(words(text))

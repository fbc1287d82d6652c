import subprocess
import sys

import pytest

from auditor.ledger import Ledger
from auditor.ledger import answers as answers_of_ledger
from auditor.models.embedders import LazyEmbedder, embedder_of
from auditor.models.interface import ModelError
from auditor.models.relatedness import Relatedness

WORDS = ("bread", "oven", "train", "station")


class Counting:
    """An embedder of four words, one dimension each."""

    identity = "counting:4"

    def __init__(self, error=None):
        self.asked, self.error = [], error

    def vectors(self, texts):
        if self.error:
            raise self.error
        self.asked += texts
        rows = [[float(word in text) for word in WORDS] for text in texts]
        return [[value / max(1.0, sum(row)) ** 0.5 for value in row] for row in rows]


def test_each_text_is_embedded_once_and_remembered_across_nights(tmp_path):
    texts = ["bread from the oven", "the train", "bread from the oven"]
    for _ in range(2):
        with Ledger(tmp_path / "ledger.sqlite") as ledger:
            embedder = Counting()
            related = Relatedness(embedder, ledger.answers)
            assert related.between(texts[0], texts[2]) == pytest.approx(1)
            assert related.between(texts[0], texts[1]) == 0
    assert embedder.asked == []


def test_vectors_of_another_model_are_not_used(tmp_path):
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        Relatedness(Counting(), ledger.answers).prepare(["bread"])
        other = Counting()
        other.identity = "counting:other"
        Relatedness(other, ledger.answers).prepare(["bread"])
    assert other.asked == ["bread"]


def test_the_nearest_texts_are_found_the_closest_last():
    related = Relatedness(Counting())
    among = ["the train", "bread", "bread in the oven at the station"]
    (near, last) = related.nearest("bread oven", among, 2)
    assert (last[1], near[1]) == (2, 1)
    assert last[0] > near[0] > 0
    assert related.nearest("bread", [], 2) == []


def test_an_embedder_that_fails_relates_nothing_and_says_why():
    related = Relatedness(Counting(ModelError("no weights")))
    assert related.between("bread", "bread") == 0
    assert related.nearest("bread", ["bread"], 2) == []
    assert related.problem == "no weights"


def test_the_static_embedder_finds_what_is_related_without_a_network():
    related = Relatedness(embedder_of("static"))
    close = related.between(
        "I work as a nurse in a hospital", "The user's job is in a clinic, caring for patients"
    )
    far = related.between("I work as a nurse in a hospital", "The train to Ghent leaves at nine")
    assert not related.problem
    assert close > far + 0.2


@pytest.mark.parametrize("kind", ["onnx", "sentence-transformers"])
def test_a_model_that_is_not_here_says_how_to_get_it(kind, monkeypatch, tmp_path):
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    with pytest.raises(
        ModelError, match=r"`hf download example/none` fetches it|pip install 'memory-auditor"
    ):
        embedder_of(kind, "example/none").vectors(["x"])


def test_a_folder_without_a_model_says_what_it_should_hold(tmp_path):
    with pytest.raises(ModelError, match=r"tokenizer\.json"):
        embedder_of("onnx", str(tmp_path)).vectors(["x"])


@pytest.mark.parametrize(
    "encode",
    [
        lambda texts: [[float("nan")]] * len(texts),
        lambda texts: [],
        lambda texts: [["x"]] * len(texts),
        lambda texts: 1 / 0,
    ],
)
def test_a_model_that_goes_wrong_relates_nothing_and_costs_no_night(encode):
    related = Relatedness(LazyEmbedder("bad:1", lambda: encode))
    assert related.nearest("bread", ["bread", "train"], 1) == []
    assert related.problem.startswith("bad:1 ")


def test_a_ledger_keeps_only_the_newest_vectors(tmp_path, monkeypatch):
    monkeypatch.setattr(answers_of_ledger, "_MOST_VECTORS", 3)
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        for number in range(5):
            ledger.answers.remember_vectors({f"k{number}": b"v"})
        assert sorted(ledger.answers.vectors([f"k{number}" for number in range(5)])) == ["k2", "k3", "k4"]


def test_no_embedder_is_none():
    assert embedder_of("none") is None


def test_nothing_heavy_is_imported_where_no_model_is_named():
    code = (
        "import sys, auditor.runs, auditor.cli.run, auditor.cli.judge, auditor.runs.advising\n"
        "heavy = {'torch', 'sentence_transformers', 'ollama', 'onnxruntime', 'wordllama', 'numpy', 'tokenizers'}\n"
        "sys.exit(', '.join(sorted(heavy & set(sys.modules))) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")

"""Embedders that run inside the auditor, each loaded when it is first asked, from this machine if told so."""

import os
from collections.abc import Callable, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from auditor.models.interface import Embedder, ModelError, Vector

MINILM = "sentence-transformers/all-MiniLM-L6-v2"
_BATCH = 64
_LONGEST = 256  # tokens: what all-MiniLM-L6-v2 was trained for
_LONGEST_TEXT = 4_000  # characters; more than 256 tokens of any language


class LazyEmbedder:
    """An embedder that is loaded by ``load`` with its first texts."""

    def __init__(self, identity: str, load: Callable[[], Callable[[Sequence[str]], Any]]) -> None:
        self.identity = identity
        self._load = load
        self._encode: Callable[[Sequence[str]], Any] | None = None

    def vectors(self, texts: Sequence[str]) -> Sequence[Vector]:
        """One vector of unit length a text.

        Raises:
            ModelError: The model cannot be loaded.
        """
        if self._encode is None:
            self._encode = self._load()
        try:
            rows = self._encode([text[:_LONGEST_TEXT] or " " for text in texts])
            found = [list(map(float, row)) for row in rows]
        except Exception as error:
            raise ModelError(f"{self.identity} failed ({type(error).__name__})") from error
        if len(found) != len(texts) or not all(isfinite(value) for row in found for value in row):
            raise ModelError(f"{self.identity} gave vectors that cannot be used")
        return found


def embedder_of(kind: str, model: str = "", *, offline: bool = True) -> Embedder | None:
    """The embedder that a job's ``[semantic]`` names, or None for "none"."""
    if kind == "none":
        return None
    load = {"static": _static, "onnx": _onnx, "sentence-transformers": _sentence_transformers}[kind]
    name = model or ("wordllama" if kind == "static" else MINILM)
    return LazyEmbedder(f"{kind}:{name}", lambda: load(model, offline=offline))


def not_installed(extra: str) -> ModelError:
    """What to say where the libraries of ``extra`` are missing."""
    return ModelError(f"not installed; pip install 'memory-auditor[{extra}]'")


def not_here(name: str) -> ModelError:
    """What to say where the model ``name`` is not on this machine."""
    return ModelError(
        f"{name} is not on this machine; `hf download {name}` fetches it, or name a folder that holds it"
    )


# ---- Static: wordllama -------------------------------------------------------------------


def _static(model: str, *, offline: bool) -> Callable[[Sequence[str]], Any]:
    try:
        import wordllama  # noqa: PLC0415 - heavy
    except ImportError:
        raise not_installed("semantic-light") from None
    try:
        # The weights lie in the package itself; this is where version 0.4 finds its tokenizer beside them.
        folder = Path(model) if model else Path(wordllama.__file__).parent
        loaded = wordllama.WordLlama.load(cache_dir=folder, disable_download=offline)
    except Exception as error:  # noqa: BLE001 - the library raises what its own libraries do
        raise ModelError(f"wordllama cannot be loaded ({type(error).__name__})") from None
    return lambda texts: loaded.embed(list(texts), norm=True)


# ---- ONNX: a sentence transformer without torch ------------------------------------------


def _onnx(model: str, *, offline: bool) -> Callable[[Sequence[str]], Any]:
    try:
        import numpy as np  # noqa: PLC0415 - heavy
        import onnxruntime  # noqa: PLC0415 - heavy
        from tokenizers import Tokenizer  # noqa: PLC0415 - heavy
    except ImportError:
        raise not_installed("semantic-light") from None
    weights, tokens = _onnx_files(_folder_of(model or MINILM, offline=offline))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = max(1, (os.cpu_count() or 2) // 2)  # a nightly job shares its machine
    try:
        session = onnxruntime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])
        tokenizer = Tokenizer.from_file(str(tokens))
    except Exception as error:  # noqa: BLE001 - the runtime raises its own, undeclared errors
        raise ModelError(f"{weights.name} cannot be loaded ({type(error).__name__})") from None
    tokenizer.enable_truncation(_LONGEST)
    tokenizer.enable_padding()
    wanted = {one.name for one in session.get_inputs()}

    def encode(texts: Sequence[str]) -> Any:
        rows: list[Any] = [None] * len(texts)
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))  # little padding
        for start in range(0, len(order), _BATCH):
            places = order[start : start + _BATCH]
            tokens = tokenizer.encode_batch([texts[place] for place in places])
            mask = np.array([one.attention_mask for one in tokens], dtype=np.int64)
            given = {
                "input_ids": np.array([one.ids for one in tokens], dtype=np.int64),
                "attention_mask": mask,
                "token_type_ids": np.zeros_like(mask),
            }
            hidden = session.run(None, {name: given[name] for name in given if name in wanted})[0]
            weight = mask[:, :, None].astype(hidden.dtype)
            mean = (hidden * weight).sum(1) / np.maximum(weight.sum(1), 1)
            unit = mean / np.maximum(np.linalg.norm(mean, axis=1, keepdims=True), 1e-12)
            for place, row in zip(places, unit, strict=True):
                rows[place] = row
        return rows

    return encode


def _folder_of(model: str, *, offline: bool) -> Path:
    """The folder of ``model``: itself, or where the hub's library keeps it."""
    if Path(model).is_dir():
        return Path(model)
    try:
        from huggingface_hub import snapshot_download  # noqa: PLC0415 - heavy

        files = ["onnx/model.onnx", "tokenizer.json"]
        return Path(snapshot_download(model, allow_patterns=files, local_files_only=offline))
    except Exception:  # noqa: BLE001 - the hub's library raises what its HTTP library does
        raise not_here(model) from None


def _onnx_files(folder: Path) -> tuple[Path, Path]:
    """The weights and the tokenizer in ``folder``."""
    weights = [*sorted(folder.glob("*.onnx")), *sorted(folder.glob("onnx/*.onnx"))]
    tokens = folder / "tokenizer.json"
    if not weights or not tokens.exists():
        raise ModelError(f"{folder} should hold tokenizer.json and a model in ONNX form")
    plain = [one for one in weights if one.name == "model.onnx"]
    return (plain or weights)[0], tokens


# ---- sentence-transformers ---------------------------------------------------------------


def _sentence_transformers(model: str, *, offline: bool) -> Callable[[Sequence[str]], Any]:
    if offline:
        os.environ.setdefault("HF_HUB_OFFLINE", "1")  # read when the library is imported
    try:
        from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - heavy
    except ImportError:
        raise not_installed("semantic") from None
    name = model or MINILM
    try:
        loaded = SentenceTransformer(name, device="cpu", local_files_only=offline)
    except Exception:  # noqa: BLE001 - the library raises what its own libraries do
        raise not_here(name) from None
    return lambda texts: loaded.encode(
        list(texts), batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False
    )

"""How related two texts are, by an embedder whose vectors outlive the night."""

import hashlib
from array import array
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from auditor.models.interface import Embedder, ModelError

_HELD = 20_000  # vectors in memory: 30 MB of 384 numbers


class VectorMemory(Protocol):
    """Where vectors outlive the night."""

    def vectors(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """The vectors remembered under ``keys``, as they were written."""

    def remember_vectors(self, vectors: Mapping[str, bytes]) -> None:
        """Remember vectors by key."""


class Relatedness:
    """Cosine similarities of texts; each text is embedded once and remembered under its hash and the model.

    After the embedder has failed, nothing is related, and ``problem`` says why.
    """

    def __init__(self, embedder: Embedder, memory: VectorMemory | None = None) -> None:
        self.name = embedder.identity
        self.problem = ""
        self._embedder = embedder
        self._memory = memory
        self._held: dict[str, array[float]] = {}
        self._matrix: tuple[Sequence[str], Any] | None = None

    def between(self, one: str, other: str) -> float:
        """The cosine similarity of two texts in [-1, 1]; 0 where there is no embedder."""
        self.prepare([one, other])
        if self.problem:
            return 0.0
        return sum(map(float.__mul__, self._held[one], self._held[other]))

    def nearest(self, text: str, among: Sequence[str], limit: int) -> list[tuple[float, int]]:
        """The ``limit`` texts ``among`` others that are closest to ``text``: (cosine, place), closest last.

        An exact matrix product: 50,000 vectors take 20 MB a hundred dimensions and milliseconds.
        """
        if not among:
            return []
        matrix = self._matrix_of(among)
        self.prepare([text])
        if self.problem:
            return []
        import numpy as np  # noqa: PLC0415 - heavy, and there wherever an embedder is

        cosines = matrix @ np.array(self._held[text], dtype=np.float32)
        best = np.argsort(cosines, kind="stable")[-limit:]
        return [(float(cosines[place]), int(place)) for place in best]

    def _matrix_of(self, texts: Sequence[str]) -> Any:
        """The vectors of ``texts``, one a row; made once for one sequence."""
        if self._matrix is None or self._matrix[0] is not texts:
            self.prepare(texts)
            if self.problem:
                return None
            import numpy as np  # noqa: PLC0415 - heavy, and there wherever an embedder is

            self._matrix = texts, np.array([self._held[one] for one in texts], dtype=np.float32)
        return self._matrix[1]

    def prepare(self, texts: Sequence[str]) -> None:
        """Embed all of ``texts`` that were not embedded before, in one go."""
        if len(self._held) > _HELD:
            self._held.clear()
        missing = [text for text in dict.fromkeys(texts) if text not in self._held]
        if not missing or self.problem:
            return
        keys = {text: self._key(text) for text in missing}
        known = self._memory.vectors(list(keys.values())) if self._memory else {}
        for text, key in keys.items():
            if key in known:
                self._held[text] = array("f", known[key])
        new = [text for text in missing if text not in self._held]
        if new:
            self._embed(new, keys)

    def _embed(self, texts: Sequence[str], keys: Mapping[str, str]) -> None:
        try:
            vectors = self._embedder.vectors(texts)
        except ModelError as error:
            self.problem = str(error)
            return
        found = {text: array("f", vector) for text, vector in zip(texts, vectors, strict=True)}
        self._held |= found
        if self._memory:
            self._memory.remember_vectors({keys[text]: vector.tobytes() for text, vector in found.items()})

    def _key(self, text: str) -> str:
        return hashlib.sha256(f"{self.name}\x00{text}".encode()).hexdigest()

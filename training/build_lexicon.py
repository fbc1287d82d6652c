"""Makes ``auditor/funnel/data/lexicon.json`` from the database files of WordNet 3.0.

    python training/build_lexicon.py /usr/share/wordnet

The files come with Debian's package ``wordnet-base``. Of the common words (those that WordNet's tagged
texts use) it keeps the first senses, what each sense is a kind of, what each word's opposites are, and which
words are derived from one another. Words are stems, as ``auditor.values.stem`` makes them.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import orjson

from auditor.values import stem

_TARGET = Path(__file__).parents[1] / "auditor" / "funnel" / "data" / "lexicon.json"
_PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
_FEWEST_USES = 1
_MOST_SENSES = 4
_SHARE_OF_USES = 0.08
_MOST_KINDS = 8
_KIND_OF = {"n": ("@",), "v": ("@",), "a": ("&",), "r": ()}
_STEPS_UP = {"n": 5, "v": 2, "a": 1, "r": 0}


@dataclass
class Sense:
    """One set of synonyms: ``above`` are the sets that it is a kind of."""

    part: str
    lemmas: list[str]
    above: list[str] = field(default_factory=list)
    opposites: list[tuple[str, str]] = field(default_factory=list)
    kin: list[tuple[str, str, int, int]] = field(default_factory=list)


def main(folder: Path) -> None:
    """Reads the database in ``folder`` and writes the lexicon."""
    senses = {key: sense for part, name in _PARTS.items() for key, sense in _senses(folder, part, name)}
    by_lemma = {(part, lemma): keys for part in _PARTS for lemma, keys in _index(folder, part)}
    uses = _uses(folder)
    words: dict[str, set[str]] = defaultdict(set)
    for (part, lemma), keys in by_lemma.items():
        total = sum(uses[lemma, part, number] for number in range(1, len(keys) + 1))
        if "_" in lemma or not lemma.isalpha() or total < _FEWEST_USES:
            continue
        for number, key in enumerate(keys[:_MOST_SENSES], 1):
            if number == 1 or uses[lemma, part, number] >= max(2, _SHARE_OF_USES * total):
                words[stem(lemma)].add(key)
    _write(folder, by_lemma, words, senses)


def _senses(folder: Path, part: str, name: str) -> Iterator[tuple[str, Sense]]:
    for line in (folder / f"data.{name}").read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            continue
        cells = line.split(" | ")[0].split()
        count = int(cells[3], 16)
        lemmas = [cells[4 + 2 * at].split("(")[0].lower() for at in range(count)]
        sense = Sense(part, lemmas)
        at = 4 + 2 * count
        for _ in range(int(cells[at])):
            symbol, offset, target, numbers = cells[at + 1 : at + 5]
            at += 4
            other = f"{'a' if target == 's' else target}{offset}"
            ours, theirs = (int(half, base=16) for half in (numbers[:2], numbers[2:]))
            if symbol in _KIND_OF[part]:
                sense.above.append(other)
            elif symbol == "!" and ours:
                sense.opposites.append((lemmas[ours - 1], f"{other}/{theirs}"))
            elif symbol == "+" and ours:
                sense.kin.append((lemmas[ours - 1], other, ours, theirs))
        yield f"{part}{cells[0]}", sense


def _index(folder: Path, part: str) -> Iterator[tuple[str, list[str]]]:
    for line in (folder / f"index.{_PARTS[part]}").read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            cells = line.split()
            yield cells[0], [f"{part}{offset}" for offset in cells[-int(cells[2]) :]]


def _uses(folder: Path) -> Counter[tuple[str, str, int]]:
    counts: Counter[tuple[str, str, int]] = Counter()
    parts = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
    for line in (folder / "cntlist.rev").read_text(encoding="utf-8").splitlines():
        key, number, times = line.split()
        lemma, rest = key.split("%")
        counts[lemma, parts[rest[0]], int(number)] += int(times)
    return counts


def _write(
    folder: Path,
    by_lemma: dict[tuple[str, str], list[str]],
    words: dict[str, set[str]],
    senses: dict[str, Sense],
) -> None:
    kept: dict[str, int] = {}
    for key in sorted(key for keys in words.values() for key in keys):
        _keep(key, senses, kept, _STEPS_UP[senses[key].part])
    also = _further(by_lemma, words, kept)
    lexicon = {
        "irregular": _irregular(folder, words),
        "also": {word: " ".join(map(str, sorted(more))) for word, more in sorted(also.items())},
        "words": {
            word: " ".join(str(kept[key]) for key in sorted(keys)) for word, keys in sorted(words.items())
        },
        "above": [
            " ".join(str(kept[up]) for up in senses[key].above if up in kept)
            for key in sorted(kept, key=lambda one: kept[one])
        ],
        "opposites": sorted(_opposites(words, senses)),
        "kin": sorted(_kin(words, senses)),
    }
    _TARGET.write_bytes(orjson.dumps(lexicon) + b"\n")
    print(len(words), "words,", len(kept), "senses,", _TARGET.stat().st_size, "bytes")


def _keep(key: str, senses: dict[str, Sense], kept: dict[str, int], steps: int) -> None:
    kept.setdefault(key, len(kept))
    if steps:
        for up in senses[key].above:
            if up in senses:
                _keep(up, senses, kept, steps - 1)


def _further(
    by_lemma: dict[tuple[str, str], list[str]], words: dict[str, set[str]], kept: dict[str, int]
) -> dict[str, set[int]]:
    """The rarer senses under which a word still names a kind of something ("instrument" for a guitar)."""
    found: dict[str, set[int]] = defaultdict(set)
    for (_, lemma), keys in by_lemma.items():
        word = stem(lemma) if lemma.isalpha() else ""
        more = {kept[key] for key in keys[:_MOST_KINDS] if key in kept} - {
            kept[key] for key in words.get(word, ())
        }
        if word in words and more:
            found[word] |= more
    return found


def _irregular(folder: Path, words: dict[str, set[str]]) -> dict[str, str]:
    """Stem of an irregular form to the stem of its base ("caught" to "catch")."""
    found: dict[str, str] = {}
    for name in ("verb", "noun", "adj"):
        for line in (folder / f"{name}.exc").read_text(encoding="utf-8").splitlines():
            form, base = (stem(word) for word in line.split()[:2])
            if base in words and form != base:
                found.setdefault(form, base)
    return dict(sorted(found.items()))


def _opposites(words: dict[str, set[str]], senses: dict[str, Sense]) -> Iterator[str]:
    seen = set()
    for keys in words.values():
        for sense in (senses[key] for key in sorted(keys)):
            for lemma, target in sense.opposites:
                other, number = target.split("/")
                pair = tuple(sorted((stem(lemma), stem(senses[other].lemmas[int(number) - 1]))))
                if pair not in seen and set(pair) <= words.keys() and pair[0] != pair[1]:
                    seen.add(pair)
                    yield " ".join(pair)


def _kin(words: dict[str, set[str]], senses: dict[str, Sense]) -> Iterator[str]:
    seen = set()
    for keys in words.values():
        for sense in (senses[key] for key in sorted(keys)):
            for lemma, other, _, number in sense.kin:
                if other not in senses or not number:
                    continue
                pair = tuple(sorted((stem(lemma), stem(senses[other].lemmas[number - 1]))))
                if pair not in seen and set(pair) <= words.keys() and pair[0] != pair[1]:
                    seen.add(pair)
                    yield " ".join(pair)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""Long conversations cut where people went away, so that each part falls into the night it belongs to."""

from dataclasses import replace
from datetime import timedelta

from auditor.records import Transcript, Turn

PAUSE = timedelta(hours=6)


def sittings(transcript: Transcript) -> list[Transcript]:
    """``transcript`` in parts between which nobody spoke for ``PAUSE``.

    The first part keeps the id, the others are called ``id#2``, ``id#3``, …: a part keeps its name as the
    conversation grows. One without such a pause, or without times, is returned as it is.
    """
    parts: list[list[Turn]] = [[]]
    last = None
    for turn in transcript.turns:
        if turn.at and last and turn.at - last >= PAUSE:
            parts.append([])
        last = turn.at or last
        parts[-1].append(turn)
    if len(parts) == 1:
        return [transcript]
    return [_part(transcript, number, turns) for number, turns in enumerate(parts, start=1)]


def _part(transcript: Transcript, number: int, turns: list[Turn]) -> Transcript:
    at = next((turn.at for turn in turns if turn.at), transcript.at)
    numbered = [replace(turn, index=index) for index, turn in enumerate(turns)]
    name = transcript.id if number == 1 else f"{transcript.id}#{number}"
    return replace(transcript, id=name, turns=numbered, at=at)

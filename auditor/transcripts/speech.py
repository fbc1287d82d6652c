"""Recorded calls as conversations: speech recognition, one speaker a channel where there are two."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Protocol

from auditor.errors import TranscriptUnreadableError
from auditor.records import Speaker, Transcript, Turn
from auditor.times import moment_of

AUDIO_SUFFIXES = (".wav", ".mp3", ".m4a", ".ogg", ".oga", ".opus", ".flac", ".webm")
MODEL_VARIABLE = "AUDITOR_SPEECH_MODEL"
USUAL_MODEL = "base"
MAX_AUDIO_BYTES = 1024**3
_INSTALL = "install it with: pip install 'memory-auditor[voice]'"
_DAY = re.compile(r"(?<!\d)(\d{4}-\d\d-\d\d)(?!\d)")
_PAUSE = 1.5  # seconds; what one speaker says with a shorter pause between is one turn


@dataclass(frozen=True, slots=True)
class Segment:
    """Some words; ``start`` and ``end`` in seconds from the beginning."""

    start: float
    end: float
    text: str


class Recogniser(Protocol):
    """What turns sound into words."""

    def channels(self, path: Path) -> Sequence[Sequence[Segment]]:
        """The words of each channel of the recording at ``path``, in order.

        Raises:
            TranscriptUnreadableError: It cannot be read, or the recogniser is not there.
        """


class FasterWhisper:
    """faster-whisper with a model by name (fetched once by that library) or in a local folder."""

    def __init__(self, model: str = "", language: str | None = None) -> None:
        self._name = model or os.environ.get(MODEL_VARIABLE) or USUAL_MODEL
        self._language = language

    def channels(self, path: Path) -> Sequence[Sequence[Segment]]:
        """The words of each channel."""
        try:
            from faster_whisper import WhisperModel, decode_audio  # noqa: PLC0415  # an extra, and slow
        except ImportError as error:
            raise TranscriptUnreadableError(
                f"{path}: is speech, which needs faster-whisper; {_INSTALL}"
            ) from error
        try:
            local = Path(self._name).is_dir()
            model = WhisperModel(self._name, device="cpu", compute_type="int8", local_files_only=local)
            left, right = decode_audio(str(path), split_stereo=True)
            sounds = [left] if (left == right).all() else [left, right]
            heard = [model.transcribe(sound, language=self._language, vad_filter=True)[0] for sound in sounds]
            return [[Segment(part.start, part.end, part.text.strip()) for part in parts] for parts in heard]
        except Exception as error:  # each of its libraries has errors of its own
            reason = f"{type(error).__name__}: {error}".partition("\n")[0]
            raise TranscriptUnreadableError(
                f"{path}: its speech could not be recognised ({reason})"
            ) from error


def recorded(
    path: Path,
    recogniser: Recogniser,
    speakers: Sequence[Speaker] = (Speaker.USER, Speaker.AGENT),
    zone: tzinfo = UTC,
) -> Transcript:
    """The call at ``path``: with two channels each has its speaker, with one nobody knows who speaks.

    It began on the day that its name tells, else when the file was finished less its length.

    Raises:
        TranscriptUnreadableError: It cannot be read.
    """
    try:
        size, written = path.stat().st_size, datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except OSError as error:
        raise TranscriptUnreadableError(f"{path}: cannot be read ({error.strerror})") from error
    if not 0 < size <= MAX_AUDIO_BYTES:
        raise TranscriptUnreadableError(f"{path}: has {size} bytes; a recording has 1 to {MAX_AUDIO_BYTES}")
    channels = recogniser.channels(path)
    known = len(channels) > 1
    said = sorted(
        (segment.start, segment.end, segment.text, speakers[number] if known else Speaker.UNKNOWN)
        for number, segments in enumerate(channels[: len(speakers)])
        for segment in segments
        if segment.text
    )
    length = max((end for _, end, _, _ in said), default=0.0)
    day = _DAY.search(path.stem)
    began = moment_of(day[1], zone) if day else written - timedelta(seconds=length)
    turns = [
        Turn(speaker, text, index, began + timedelta(seconds=start) if began else None)
        for index, (start, text, speaker) in enumerate(_joined(said))
    ]
    return Transcript(path.stem, turns, began, source=str(path))


def _joined(said: Sequence[tuple[float, float, str, Speaker]]) -> list[tuple[float, str, Speaker]]:
    """Segments as turns: one speaker's segments without a pause between are one."""
    turns: list[tuple[float, str, Speaker]] = []
    ended = 0.0
    for start, end, text, speaker in said:
        if turns and turns[-1][2] is speaker and start - ended < _PAUSE:
            turns[-1] = (turns[-1][0], f"{turns[-1][1]} {text}", speaker)
        else:
            turns.append((start, text, speaker))
        ended = end
    return turns


def is_audio(path: Path) -> bool:
    """Whether a file is a recording by its name, and not written down beside it yet."""
    return path.suffix.lower() in AUDIO_SUFFIXES and not written_down(path).exists()


def written_down(path: Path) -> Path:
    """Where ``auditor transcribe`` writes what was said in the recording at ``path``."""
    return path.with_name(f"{path.name}.jsonl")

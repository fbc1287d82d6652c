"""The box "would this be admitted?": a conversation and a memory, and what the gate says to them."""

from auditor.errors import AuditorError
from auditor.gate import Decision, Verdict, check
from auditor.reports import words
from auditor.reports.cards import KEY
from auditor.reports.document import Button, Card, Document, Field, Form, Node, Quote, Section, Tone, plain
from auditor.reports.shown import one_line, shown
from auditor.web.live import PLACES

_TONES = {Verdict.STORE: Tone.GOOD, Verdict.REJECT: Tone.ALARM, Verdict.REVIEW: Tone.LOOK}
_VERDICTS = {
    Verdict.STORE: "It would be stored.",
    Verdict.REJECT: "It would be rejected.",
    Verdict.REVIEW: "Somebody would be asked.",
}
_ABOUT = (
    "A conversation, one line a turn (“User: …”, “Agent: …”), and a memory that an agent would make of it."
    " Nothing of it is kept."
)


def asked(conversation: str, memory: str) -> Decision:
    """Whether ``memory`` may be stored on the word of ``conversation``.

    Raises:
        TranscriptUnreadableError: The conversation is no text.
    """
    return check(conversation, memory)


def gate_document(subject: str, token: str, conversation: str = "", memory: str = "") -> Document:
    """The page with the box and, where something was asked, the answer."""
    answer: tuple[Node, ...] = ()
    verdict, tone = "Would this be admitted?", Tone.NEUTRAL
    if memory.strip():
        try:
            decision = asked(conversation, memory)
        except AuditorError as error:
            answer = (Section("answer", "Answer", (_problem(str(error)),)),)
        else:
            verdict, tone = _VERDICTS[decision.verdict], _TONES[decision.verdict]
            answer = (Section("answer", "Why", (_card(decision, memory),)),)
    fields = (
        Field("conversation", "Conversation", "area", conversation),
        Field("memory", "Memory", "text", memory),
    )
    form = Form("/gate", token, (Button("ask", "1", "Ask"),), fields, "gate-")
    return Document(
        verdict=verdict,
        tone=tone,
        subject=one_line(subject, KEY),
        facts=(plain(_ABOUT),),
        children=(*answer, Section("box", "Try it", (form,))),
        foot=(),
        index="/index.html",
        forms=True,
        places=PLACES,
    )


def _problem(text: str) -> Node:
    return Card("", plain("The conversation could not be read"), ("Not read",), Tone.BROKEN, (), plain(text))


def _card(decision: Decision, memory: str) -> Card:
    quotes = tuple(
        Quote(
            words.SPEAKERS.get(span.speaker, one_line(span.speaker, KEY)),
            plain(shown(span.text, 400)),
            plain(f"turn {span.turn + 1}" if span.turn is not None else ""),
        )
        for span in decision.evidence
    )
    return Card(
        anchor="",
        title=plain(one_line(memory, KEY)),
        badges=(decision.verdict, words.kind_words(decision.kind), f"{decision.confidence:.0%} sure"),
        tone=_TONES[decision.verdict],
        children=quotes,
        lead=plain(shown(decision.reason, 400)),
    )

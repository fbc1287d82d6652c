"""What the user's talk is about at each point, so that "make it the 14th" can stand alone."""

import re
from dataclasses import dataclass, field

from auditor.facts.anaphora import needs_topic, points_back, with_topic
from auditor.facts.clauses import Clause, has_finite_verb
from auditor.facts.corrections import withdraws
from auditor.facts.languages import content_words
from auditor.facts.lexicon import lists, plain
from auditor.facts.offers import Form, Offer

_OWN_CLAUSES = 2
_OBJECT_WORDS = 2
_NAMED = re.compile(
    r"[A-ZÀ-Þ][\w'’-]+(?: (?:(?:of|the|do|da|de|di|del|la|le) )?[A-ZÀ-Þ][\w'’-]+)+"
    r"|(?<=[a-z,] )[A-ZÀ-Þ][\w'’-]+"
)
_ADOPTING = re.compile(
    r"(?:put|add|book|take|order|reserve|use|choose|schedule|make|get|buy) (?:that|it|this|them|those)\b"
)


@dataclass(slots=True)
class Topics:
    """The user's own statements of late, by turn, and what stands just before in the sentence."""

    said: list[tuple[int, str]] = field(default_factory=list)
    refused: bool = False
    previous: Clause | None = None

    def begin(self) -> None:
        """A new turn of the user's begins."""
        self.refused = False
        self.previous = None

    def complete(self, turn: int, clause: Clause, offer: Offer | None) -> str:
        """The clause with the topic that it leaves out.

        That is in words that the user asserted, or what the user takes up of the agent's proposal by
        pointing at it. Nothing else gets into it: what was claimed or asked before must not become the
        user's assertion.
        """
        heading = self._heading(clause)
        if not needs_topic(clause.text):
            return with_topic(clause.text, heading) if heading else clause.text
        own = [said for index, said in self.said[-_OWN_CLAUSES:] if index == turn]
        if not own or not has_finite_verb(clause.text):
            own = [said for _, said in self.said[-1:]]
        return with_topic(clause.text, " / ".join([*own, heading, self._taken_up(clause, offer)]))

    def _heading(self, clause: Clause) -> str:
        """What the sentence names before its statement: "for trips: it is …", "my laptop, that's a Mac"."""
        before = self.previous
        if before is None or before.sentence != clause.sentence:
            return ""
        if clause.lead == ":" and not has_finite_verb(before.text):
            return before.text
        if clause.lead == "," and clause.end == "?" and _EXPLAINING.match(plain(clause.text)):
            return " ".join(content_words(before.text)[-_OBJECT_WORDS:])
        return ""

    def _taken_up(self, clause: Clause, offer: Offer | None) -> str:
        if offer is None or self.refused or not points_back(clause.text):
            return ""
        if offer.form is Form.PROPOSAL:
            named = [w for w in content_words(offer.said) if w not in lists("clauses")["imperatives"]]
            return " ".join(named[-_OBJECT_WORDS:])
        if offer.form is Form.CLAIM and _ADOPTING.search(plain(clause.text)):
            return " ".join(_NAMED.findall(offer.said))
        return ""

    def remember(self, turn: int, clause: Clause, text: str, *, asserted: bool, refused: bool) -> None:
        """Keeps what was said for the clauses after it; what takes something back renews that topic."""
        self.previous = clause
        self.refused = self.refused or refused
        if withdraws(clause.text):
            self.said.extend([(turn, said) for _, said in self.said[-1:]])
        elif asserted and not refused:
            self.said.append((turn, text))


_EXPLAINING = re.compile(r"(?:that's|that is|which is|it's|it is)\b")

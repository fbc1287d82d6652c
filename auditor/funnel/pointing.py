"""Clauses that say of "it" what was named just before: "Our sync moved, it's Thursdays at ten now"."""

import re
from dataclasses import replace

from auditor.funnel.candidates import Said
from auditor.funnel.interface import Statement
from auditor.funnel.statements import light, terms_of

_IT_IS = re.compile(
    r"\W*(?:and |but |so )?(?:it|that|this)(?:['’]s| is|['’]ll be| will be| moves| starts)\b", re.IGNORECASE
)
_CLEARLY = 2  # terms: one may be shared by chance


def meant(said: Said, about: Statement) -> Statement | None:
    """The clause with what its "it" stands for, where that is what ``about`` speaks of; None elsewhere."""
    fact = said.fact
    if not said.statement.values or not _IT_IS.match(fact.quote):
        return None
    named = terms_of(fact.text.replace(fact.quote, "")) - light()
    if len(named & about.all_terms) < _CLEARLY:
        return None
    return replace(said.statement, terms=said.statement.terms | named)

"""Notes that the text of an entry gives by itself."""

import re
from collections.abc import Iterator

from auditor.facts import instructions_in
from auditor.records import Entry
from auditor.values.secrets import holds_secret
from auditor.verdicts.content import leaves, text_of

_TO_AN_ASSISTANT = re.compile(
    r"\b(?:ignore|disregard|forget) (?:all |any )?(?:previous|prior|earlier|your"
    r"|the above) (?:instructions?|rules?|prompts?)\b"
    r"|\b(?:always|never) (?:recommend|mention|suggest|tell|say|reveal|answer|promote|send|forward)\b.{0,160}"
    r"\b(?:do not|don't|never|without) (?:tell|telling|mention|mentioning|inform|informing|let)\b"
    r"|\b(?:do not|don't|never) (?:tell|mention|inform|reveal|disclose)\b.{0,60}\b(?:user"
    r"|customer|traveller|guest|owner|it|this|them)\b"
    r"|\b(?:assistants?|auditors?|ai agents?|language models?|llms?) (?:must|should|shall|have to|are to)\b"
    r"|\b(?:note|message) (?:to|for) (?:the )?(?:\w+ )?(?:auditor|assistants?|ai)\b"
    r"|\bif you are an? (?:auditor|ai|assistant)\b"
    r"|\blabel (?:every|all|each|it|this|them)\b.{0,40}\b(?:as )?(?:safe|hallucination|contradiction|stale)\b"
    r"|\"(?:user_confirmed|label)\"\s*:",
    re.IGNORECASE | re.DOTALL,
)
_ORDER = re.compile(
    r"\bwhen(?:ever)? (?:asked|the user asks|you are asked)\b.{0,80}"
    r"\b(?:forward|send|post|transfer|upload|reveal|say|reply|answer|recommend)\b",
    re.IGNORECASE | re.DOTALL,
)
_ASSISTANT_HINTS = (
    *("ignore", "disregard", "forget", "always", "never", "do not", "don't", "assistant", "auditor"),
    *("ai agent", "language model", "llm", "note ", "message ", "if you are a", "label", "user_confirmed"),
)
"""Of which one stands in every such text: looking for them first is faster than looking for the whole."""
_PROMPT = re.compile(
    r"\btriple backticks\b|\byou are (?:a|an) (?:helpful|ai|personal|expert)\b|\b(?:new"
    r"|following|extracted) facts? (?:are|is) (?:given|listed|provided)\b"
    r"|\b(?:respond|reply|answer|return|output) (?:only )?(?:in|with|as) (?:valid )?json\b"
    r"|\bhere are (?:some|a few) (?:few-shot )?examples?\b"
    r"|\b(?:extract|summarise|summarize) (?:the )?(?:facts|memories|preferences"
    r"|key points) from\b|<\|(?:im_start|system|user)\|>|\bsystem prompt\b",
    re.IGNORECASE,
)
_PROMPT_HINTS = (
    *(
        "triple backticks",
        "you are a",
        "fact",
        "json",
        "here are",
        "extract",
        "summari",
        "<|",
        "system prompt",
    ),
)
_PLACEHOLDER = re.compile(
    r"^\W*(?:\[?\s*(?:\.{3}|…)?\s*(?:the )?rest (?:of (?:the|this) \w+ )?(?:is |remains |stays )?"
    r"(?:unchanged|the same|as before)\b.*"
    r"|\.{3}|…|todo|tbd|xxx+|lorem ipsum\b.*|placeholder|<[^<>]{1,40}>|\{\{[^{}]{1,40}\}\}"
    r"|\[(?:insert|your|unchanged|omitted)\b[^\]]*\]"
    r"|(?:existing|previous|remaining|other) (?:content|entries|lines|notes) (?:unchanged"
    r"|omitted|truncated|here)\.?|\(?no changes?\)?|(?:todo|tbd|fixme)\b.{0,60}|null|undefined|nan)\W*$"
    r"|[\[<{](?:user[_ ]?)?(?:name|date|city|address|email|phone|value|user|insert [\w ]{1,30})[\]>}]"
    r"|\byyyy-mm-dd\b|\b(?:john|jane) doe\b|\b123 (?:main|example) st(?:reet)?\b",
    re.IGNORECASE | re.DOTALL,
)
_EPHEMERAL = re.compile(
    r"^\W*(?:the )?(?:user|customer|client|patient)\s+(?:is )?(?:asked|asking|wants? to know"
    r"|wanted to know|inquired|said (?:hi|hello|thanks|thank you)|greeted|thanked"
    r"|is (?:currently )?(?:typing|waiting|online|testing))\b",
    re.IGNORECASE,
)


def text_notes(entry: Entry) -> Iterator[tuple[str, str]]:
    """(kind, reason) of what the text of ``entry`` shows by itself."""
    text = text_of(entry.value)
    if any(
        holds_secret(leaf.text, leaf.path[-1] if leaf.path else entry.key) for leaf in leaves(entry.value)
    ):
        yield (
            "secret",
            "It holds a credential; memory is no place for one. It is masked wherever it is shown.",
        )
    lowered = text.lower()
    told = any(hint in lowered for hint in _ASSISTANT_HINTS) and _TO_AN_ASSISTANT.search(text)
    if told or ("when" in lowered and _ORDER.search(text)) or instructions_in(text):
        yield "injected_instruction", "It speaks to the assistant or the auditor instead of telling a fact."
    if any(hint in lowered for hint in _PROMPT_HINTS) and _PROMPT.search(text):
        yield "prompt_text", "It looks like a piece of a prompt, not like something about anybody."
    if _PLACEHOLDER.search(text):
        yield "placeholder", "A placeholder stands where content should be."
    if _EPHEMERAL.match(text):
        yield "ephemeral", "It tells of one moment in a conversation, not of anything worth keeping."

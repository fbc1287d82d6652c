"""Whether the user takes up what the agent offered or claimed."""

import re


def proposes(quote: str) -> bool:
    """Whether a clause of the agent's offers or suggests something."""
    return _PROPOSES.search(quote) is not None


def takes_up(answer: str, *, offered: bool) -> bool:
    """Whether the user's ``answer`` (verbatim) is a plain yes to an offer (else to a claim).

    A claim takes a clearer yes than an offer: "great" does not confirm it.
    """
    if _NO.search(answer):
        return False
    yes = _YES if offered else _CONFIRMS
    return yes.search(answer) is not None or (offered and _TAKES.search(answer) is not None)


_PROPOSES = re.compile(
    r"^try\b|\b(?:could|can|would you|i'd|shall|should|suggest|propose|recommend|offer"
    r"|(?:we|i) (?:also )?have|there(?:'s| is)|(?:is|are) (?:still )?(?:free|available|possible)"
    r"|instead of|costs?|comes to|\d+ (?:a|per) (?:day|week|month|year|head|person|piece)"
    r"|könnte\w*|hätte\w*|soll\w*|schlage|empfehle"
    r"|podría\w*|puede\w*|tengo|propongo|recomiend\w*"
    r"|pourrai\w*|peut|propose|recommande)\b|可以|建议|ましょう|できます|なら",
    re.IGNORECASE,
)
_YES = re.compile(
    r"\b(?:yes|yeah|yea|yep|yup|aye|sure|please do|do (?:that|it)|exactly|correct|great|perfect"
    r"|sounds (?:good|great|fine)|that(?:'ll| will)? (?:works?|do)|works for me|right|deal"
    r"|go (?:on|for|ahead)|let's(?! (?:see|hope|wait|think|not))|i'll take|we'll take|will do"
    r"|put (?:it|that|me|us) (?:in|down)|sign me up|book it|add it|in you go|with pleasure|why not"
    r"|ja|genau|gerne?|klingt gut|nehmen wir|machen wir|mach das|passt"
    r"|sí|claro|perfecto|vale|venga|añádel[oa]|de acuerdo"
    r"|oui|d'accord|parfait|volontiers|on prend|bien sûr)\b|好|对|是的|行|可以|はい|お願い|それで",
    re.IGNORECASE,
)
_TAKES = re.compile(
    r"(?:^|[;.,!] ?)(?:(?:ok|okay|fine|great|please|then|so|and|alright|well|oh)\b,? ?)*(?:do )?"
    r"(?:take|put|give|ask|move|add|file|claim|book|order|use|switch|change|make|quote|install|get"
    r"|include|enter|set|send) (?:it|that|this|them|those|me|us|him|her|one)\b"
    r"(?=\W*$|[;.,!]| (?:to|on|in|for|down|up|then|please|at|as|from|off|with|there|now|too)\b)"
    r"|\bi'll have (?:it|that|one|the)\b|\bthat(?:'s|s) (?:the thing|my (?:one|favourite)|it then)\b"
    r"|\b(?:put|sign) (?:me|us|him|her|them|(?:my|his|her|their) names?) (?:down|up|on)\b|\bdying to\b",
    re.IGNORECASE,
)
_CONFIRMS = re.compile(
    r"^\W*(?:(?:oh|ah|ok|okay|and),? )?(?:yes|yeah|yea|yep|yup|aye|exactly|correct"
    r"|(?:that's |that is )?right|do (?:that|it)|ja|genau|richtig|stimmt|sí|exacto|eso"
    r"|oui|c'est ça|voilà|tout à fait|exact)\b|^\W*(?:对|是的|嗯|没错|はい|そうです)",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\b(?:no|not|nope|nah|don't|won't|can't|never|nein|nicht|rather|instead|non|pas|but|think|see|maybe"
    r"|perhaps|later|if|hm+|vielleicht|später|quizás?|luego|peut-être|plus tard)\b|n't\b|\?"
    r"|不|再说|いいえ|考え",
    re.IGNORECASE,
)

"""Trust over time: how far each entry may be relied on tonight, and what an agent should do with it.

``grounds`` reads what an entry says of itself, ``history`` what the nights have learned about it,
``confidence`` is the formula, ``table`` the decision table, and ``trusting`` puts them together
(docs/trust.md).
"""

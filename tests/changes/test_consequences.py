"""A relation that went because its entity went is no loss of its own."""

from auditor.changes.consequences import without_consequences
from auditor.changes.memory_index import MemoryEntryIndex
from auditor.records import Change, ChangeKind, Entry
from auditor.verdicts.described import describe

RULE = Entry("Oriel|Approves invoices", "Approves invoices", {"namespace": "Oriel"})
LIKES = Entry("Oriel|Likes tea", "Likes tea", {"namespace": "Oriel"})
ABOUT = {"namespace": "Oriel", "relation": True, "from": "Oriel", "to": "Ada"}
RELATION = Entry("Oriel|approves_for|Ada", "Oriel approves for Ada", ABOUT)


def removed(*entries):
    return [Change(ChangeKind.REMOVED, entry.key, entry, None) for entry in entries]


def left(changes, *tonight):
    return [change.key for change in without_consequences(changes, MemoryEntryIndex(tonight, describe))]


def test_the_relation_of_an_entity_that_is_gone_goes_with_it():
    assert left(removed(RULE, RELATION)) == [RULE.key]


def test_a_relation_that_alone_is_gone_is_a_loss():
    assert left(removed(RELATION), RULE) == [RELATION.key]


def test_a_relation_that_goes_while_its_entity_stays_is_a_loss():
    assert left(removed(RULE, RELATION), LIKES) == [RULE.key, RELATION.key]

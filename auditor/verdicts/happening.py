"""Step 1 of the table: what happened to one entry. Each condition is an attribute."""

from collections.abc import Sequence
from functools import cached_property

from auditor.funnel.candidates import Said
from auditor.funnel.evidence import backing_of, claim_of
from auditor.funnel.statements import statement, with_topic
from auditor.records import Change, ChangeKind, Entry
from auditor.verdicts.delta import Delta, NewContent, contents, delta
from auditor.verdicts.guards import ends_at, weakened_guards
from auditor.verdicts.identity import owner_of
from auditor.verdicts.losses import Losses
from auditor.verdicts.setting import Setting
from auditor.verdicts.states import is_state
from auditor.verdicts.whereabouts import place_of, stands_elsewhere, stood_elsewhere, was_there


class Happening:
    """One change in its setting."""

    def __init__(self, setting: Setting, change: Change) -> None:
        """Looks at ``change``, which has a side at least."""
        self.setting = setting
        self.change = change
        entry = change.after or change.before
        assert entry is not None
        self.entry: Entry = entry
        self.owner = owner_of(entry)

    @property
    def added(self) -> bool:
        """The entry is new."""
        return self.change.kind is ChangeKind.ADDED

    @property
    def removed(self) -> bool:
        """The entry is gone."""
        return self.change.kind is ChangeKind.REMOVED

    @property
    def changed(self) -> bool:
        """The entry was there on both nights, perhaps under another key."""
        return self.change.kind is ChangeKind.CHANGED

    @cached_property
    def delta(self) -> Delta:
        """What is newly asserted and what no longer is."""
        before, after = self.change.before, self.change.after
        aliases = self.setting.aliases_for(self.entry)
        if before is not None and after is not None:
            return delta(before, after, self.setting.judge, aliases)
        if after is not None:
            return Delta(news=contents(after, aliases))
        assert before is not None
        return Delta(lost=[content.whole for content in contents(before, aliases)])

    @cached_property
    def losses(self) -> Losses:
        """What is gone."""
        return Losses(self.setting, self.change.before, self.change.key, self.delta.lost)

    # ---- The same, or only its metadata --------------------------------------------------

    @property
    def only_metadata(self) -> bool:
        """The value is untouched."""
        before, after = self.change.before, self.change.after
        return before is not None and after is not None and before.value == after.value

    @property
    def same_value(self) -> bool:
        """The value reads differently and says the same."""
        return not self.only_metadata and self.delta.same

    @property
    def paraphrased(self) -> bool:
        """The same in other words."""
        return self.delta.paraphrased

    @property
    def altered(self) -> bool:
        """The value says something else than last night."""
        return self.changed and not (self.delta.same or self.delta.paraphrased)

    @cached_property
    def weakened(self) -> Sequence[str]:
        """The metadata fields that moved so that the entry is trusted more or longer."""
        before, after = self.change.before, self.change.after
        if before is None or after is None:
            return ()
        return weakened_guards(before, after, self.setting.case.zone)

    @cached_property
    def guard_weakened(self) -> bool:
        """The entry is trusted more or longer and nobody entitled said so."""
        return bool(self.weakened) and self.renewal is None

    @cached_property
    def renewal(self) -> Said | None:
        """Who renewed the entry, or None: its new end, or else its content, must have been said."""
        before, after = self.change.before, self.change.after
        assert before is not None
        assert after is not None
        new = self.setting.stated(after)
        moved = [
            name for name in ("expires_at", "valid_until") if before.meta.get(name) != after.meta.get(name)
        ]
        if moved:
            end = after.meta.get(moved[0])
            if not isinstance(end, str):
                return None
            new = with_topic(statement(end), new.topic | new.terms)
        backing = backing_of(
            claim_of(new, self.setting.subject_of(after)), self.setting.book(self.owner), self.setting.judge
        )
        said = [*backing.user_for, *backing.record_for]
        return said[-1] if said else None

    @property
    def is_state(self) -> bool:
        """A state or reading, which is expected to move."""
        before, after = self.change.before, self.change.after
        if before is None or after is None:
            return False
        return is_state(before, after, self.setting.case.policy.state_keys)

    # ---- Moved or copied -----------------------------------------------------------------

    @cached_property
    def relocated(self) -> Sequence[NewContent]:
        """The new contents that stood in another entry last night which no longer says them."""
        return [
            content
            for content in self.delta.news
            if stood_elsewhere(content.whole if self.added else content.new, self.change.key, self.setting)
        ]

    @cached_property
    def content_moved(self) -> bool:
        """All that is new came from elsewhere, and all that is gone is elsewhere now."""
        if self.delta.same or self.delta.paraphrased or self.only_metadata:
            return False
        if len(self.relocated) < len(self.delta.news):
            return False
        return all(stands_elsewhere(lost, self.change.key, self.setting) for lost in self.delta.lost)

    @cached_property
    def new_place(self) -> Entry | None:
        """The entry that holds now what is gone from this one."""
        return next(
            (place for lost in self.delta.lost if (place := place_of(lost, self.change.key, self.setting))),
            None,
        )

    @cached_property
    def duplicates(self) -> bool:
        """An entry that was there already says all of it."""
        news = self.delta.news
        return bool(news) and all(was_there(one.whole, self.change.key, self.setting) for one in news)

    # ---- Gone ----------------------------------------------------------------------------

    @property
    def says_less(self) -> bool:
        """Something is gone and nothing new stands in its place."""
        return self.removed or (self.changed and bool(self.delta.lost) and not self.delta.news)

    @property
    def withdrawn(self) -> bool:
        """The user asked for it, or said that it does not hold and nothing took its place."""
        return self.losses.withdrawn

    @property
    def had_expired(self) -> bool:
        """Its own end had passed."""
        before = self.change.before
        end = ends_at(before, self.setting.case.zone) if before is not None else None
        return end is not None and end <= self.setting.case.at

    @property
    def replaced_by_newer(self) -> bool:
        """Something newer that the user or a record asserted is held by another entry."""
        return self.losses.replaced_by_newer

    @property
    def told_to_keep(self) -> bool:
        """The user said that it still holds."""
        return self.losses.told_to_keep

    @property
    def unexplained(self) -> bool:
        """Something is gone that moved nowhere and that nobody wanted gone."""
        return bool(self.losses.unexplained)

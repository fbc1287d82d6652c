"""One store's ledger: what was found when, what people decided about it, and how the nights went."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from auditor.errors import UsageError
from auditor.ledger import decisions, schema, trust
from auditor.ledger.answers import LedgerAnswers
from auditor.ledger.decisions import DECISIONS, Decision
from auditor.ledger.discipline import kept, with_since
from auditor.ledger.forgetting import Traces, findings_about, forget_in
from auditor.ledger.interface import Anchor, Recorded, Run, RunSummary
from auditor.ledger.lifecycle import Known, Step, steps_of_night, with_known_ids
from auditor.ledger.recorded import recorded_night
from auditor.ledger.rows import history, known_before, run_of, summary_of, text_of, write_event, write_night
from auditor.records import Judgement, Relation, StoreAudit
from auditor.times import Clock, SystemClock, rfc3339
from auditor.trust.history import History, after, learned

_EVER = 2**62


class Ledger:
    """The ledger at ``path``, made where there is none. Use it as a context manager or ``close`` it.

    Every method is one transaction: after a kill at any point the file holds the night before or after.

    Raises:
        LedgerError: the file is damaged or of a newer version.
    """

    def __init__(self, path: Path, clock: Clock | None = None) -> None:
        self.path = path
        self._clock = clock or SystemClock()
        self._connection = schema.connect(path)
        self.answers = LedgerAnswers(self._connection, self._clock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    # ---- Nights --------------------------------------------------------------------------

    def open_run(
        self, window: str, at: datetime, anchor: Anchor, policy: str = "", command: str = "run"
    ) -> Run:
        """The night that audits snapshot ``window``; the same one when it is opened again.

        Args:
            window: Id of tonight's snapshot.
            at: The audit's time.
            anchor: The head of the store's chain of snapshots.
            policy: Fingerprint of the policy.
            command: The verb that the user gave.
        """
        with self._transaction() as connection:
            row = connection.execute("SELECT * FROM runs WHERE window = ?", (window,)).fetchone()
            newer = connection.execute(
                "SELECT min(id) FROM runs WHERE window != ? AND (id > ? OR (? AND audited_at > ?))",
                (window, row["id"] if row else _EVER, row is None, rfc3339(at)),
            ).fetchone()[0]
            if row is not None:
                return run_of(row, at, replay=newer is not None)
            count, seal = decisions.head(connection)
            if newer is not None:
                return Run(int(newer), window, at, replay=True, decisions=count, decisions_hash=seal)
            cursor = connection.execute(
                "INSERT INTO runs (window, audited_at, command, started_at, status, counts, scores, policy,"
                " manifest, chain, decisions, decisions_hash, reports)"
                " VALUES (?, ?, ?, ?, 'running', '{}', '{}', ?, ?, ?, ?, ?, '{}')",
                (
                    window,
                    rfc3339(at),
                    command,
                    rfc3339(self._clock.now()),
                    policy,
                    anchor.manifest,
                    anchor.chain,
                    count,
                    seal,
                ),
            )
            return Run(
                int(cursor.lastrowid or 0), window, at, replay=False, decisions=count, decisions_hash=seal
            )

    def record(self, run: Run, audit: StoreAudit) -> Recorded:
        """What tonight's findings mean beside the earlier ones; written down unless ``run`` is a replay."""
        with self._transaction() as connection:
            known = known_before(self._connection, run.id)
            audit = with_known_ids(audit, known)
            steps = steps_of_night(known, audit, run.at)
            before = trust.history_before(connection, run.id)
            night = learned(before, audit, run.at)
            if not run.replay:
                write_night(connection, run, steps)
                trust.write_learned(connection, run.id, night, run.at)
            past = history(connection, run.id)
            right = trust.contexts(connection, known, {step.finding.id: step.state for step in steps})
            discipline = with_since(audit.discipline, connection, run.id, run.at)
        audit = replace(audit, history=past, discipline=discipline)
        recorded = recorded_night(audit, known, steps, run.at)
        return replace(recorded, history=replace(after(before, night, run.at), contexts=right))

    def finish_run(self, run: Run, audit: StoreAudit, reports: Mapping[str, str] | None = None) -> None:
        """Close the night: its status, counts, scores and the paths of its reports by format."""
        if run.replay:
            return
        with self._transaction() as connection:
            connection.execute(
                "UPDATE runs SET finished_at = ?, status = ?, reason = ?, counts = ?, scores = ?,"
                " reports = ?, discipline = ? WHERE id = ?",
                (
                    rfc3339(self._clock.now()),
                    audit.status,
                    audit.reason,
                    text_of(dict(audit.counts) | {"entries": audit.entries}),
                    text_of(asdict(audit.scores)),
                    text_of(dict(reports or {})),
                    text_of(kept(audit.discipline)),
                    run.id,
                ),
            )

    def runs(self) -> list[RunSummary]:
        """All nights, oldest first."""
        return [summary_of(row) for row in self._connection.execute("SELECT * FROM runs ORDER BY id")]

    def anchor(self) -> Anchor | None:
        """The head of the chain of snapshots as the last finished night wrote it down."""
        row = self._connection.execute(
            "SELECT chain, manifest FROM runs WHERE finished_at IS NOT NULL ORDER BY id DESC LIMIT 1"
        ).fetchone()
        return Anchor(int(row["chain"]), str(row["manifest"])) if row else None

    # ---- Findings ------------------------------------------------------------------------

    def as_of(self, run: Run) -> dict[str, Known]:
        """All findings by id as they stood when ``run`` began: no later night, no later decision."""
        return known_before(self._connection, run.id)

    def trust_history(self) -> History:
        """What all nights have learned about the entries, and where people decided that they are right."""
        known = known_before(self._connection, _EVER)
        right = trust.contexts(self._connection, known, {})
        return replace(trust.history_before(self._connection, _EVER), contexts=right)

    def findings(self, *, open_only: bool = False) -> list[Known]:
        """What is known now, by finding id."""
        return [item for item in known_before(self._connection, _EVER).values() if item.open or not open_only]

    def finding(self, finding_id: str) -> Known:
        """The one finding whose id is or begins with ``finding_id``.

        Raises:
            UsageError: there is none, or more than one.
        """
        known = known_before(self._connection, _EVER)
        matches = [name for name in known if name.startswith(finding_id)] if finding_id else []
        if finding_id in known:
            matches = [finding_id]
        if len(matches) != 1:
            found = "no finding has this id" if not matches else f"{len(matches)} findings begin with it"
            raise UsageError(f"{finding_id}: {found}; auditor findings lists them")
        return known[matches[0]]

    def decide(self, decision: Decision) -> Known:
        """Write down what a person decided about a finding and return it as it stands now.

        ``decision.finding`` may be the beginning of an id; the time is filled in here.

        Raises:
            UsageError: the finding or the decision is not known.
        """
        if decision.decision not in DECISIONS:
            raise UsageError(f"{decision.decision}: not a decision; one of {', '.join(DECISIONS)}")
        known, now = self.finding(decision.finding), self._clock.now()
        decision = replace(decision, finding=known.finding.id, at=now)
        why = decision.note or decision.context or f"{decision.decision} by {decision.who}"
        step = Step(known.finding, DECISIONS[decision.decision], why, recorded=True, decided=True)
        with self._transaction() as connection:
            decisions.append(connection, decision)
            run = connection.execute("SELECT max(id) FROM runs").fetchone()[0]
            write_event(connection, int(run), step, now, decision.until)
        return self.finding(known.finding.id)

    def decisions(self, finding_id: str | None = None) -> list[Decision]:
        """The decision log, or the part of it about one finding, oldest first."""
        return decisions.read(self._connection, finding_id)

    def log_problems(self) -> list[str]:
        """What shows that the decision log was changed, cut or rebuilt; empty when it is whole."""
        anchors = {
            int(row["decisions"]): str(row["decisions_hash"])
            for row in self._connection.execute("SELECT decisions, decisions_hash FROM runs")
        }
        return decisions.problems(self._connection, anchors)

    def findings_about(self, traces: Traces) -> list[str]:
        """The ids of a person's findings."""
        return findings_about(self._connection, traces)

    def forget(self, traces: Traces) -> None:
        """Remove a person's findings and what others quote of them.

        Decisions stay, with what people wrote in them: their log is sealed line by line.
        """
        self._connection.execute("PRAGMA secure_delete = ON")
        with self._transaction() as connection:
            forget_in(connection, traces)
        self._connection.execute("VACUUM")

    # ---- Judgements ----------------------------------------------------------------------

    def judgement(self, key: str) -> Judgement | None:
        """The judgement remembered under ``key`` (a hash of the judge, its settings and the question)."""
        row = self._connection.execute("SELECT * FROM judgements WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        return Judgement(Relation(row["relation"]), row["confidence"], row["stage"], row["reason"])

    def remember_judgement(self, key: str, judgement: Judgement) -> None:
        """Remember ``judgement``; the first one under a key stays."""
        with self._transaction() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO judgements VALUES (?, ?, ?, ?, ?, ?)",
                (
                    key,
                    judgement.relation,
                    judgement.confidence,
                    judgement.stage,
                    judgement.reason,
                    rfc3339(self._clock.now()),
                ),
            )

    # ---- Inside --------------------------------------------------------------------------

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield self._connection
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

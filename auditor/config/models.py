"""What a job file may say. The descriptions below are also docs/job-file.md and the error texts."""

import re
from pathlib import Path
from typing import Any, Literal, Self
from zoneinfo import ZoneInfo

from pydantic import Field, PrivateAttr, SecretStr, field_validator, model_validator
from pydantic_core import PydanticKnownError

from auditor.config.alerts import AlertSection, PingSection, WatchdogSection
from auditor.config.semantic import LlmSection, SemanticSection
from auditor.config.trust import TrustSection
from auditor.config.types import Locale, Name, PathBeside, SecretFile, Section, Zone
from auditor.folders import Folders

FailOn = Literal["stale", "hallucination", "contradiction", "never"]
Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
WEEK: tuple[Weekday, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

_NOWHERE = object()


class JobSection(Section):
    """The job itself."""

    name: Name = Field(
        description="Name of the job and of its folder under the reports: letters, digits, `.`, `_`, `-`."
    )
    zone: Zone = Field(
        "UTC",
        description="Time zone in which days begin and end, and in which times without an offset are read.",
    )
    locale: Locale = Field(
        "",
        description="Locale of dates in reports, such as `de` or `en_GB`; needs `memory-auditor[locale]`. "
        "Default: ISO 8601. JSON, CSV and file names keep ISO 8601 in any case.",
    )
    state: PathBeside | None = Field(
        None,
        description="Working folder that holds `snapshots/` and `reports/`. "
        "Default: the job file's folder, or the one above when that is called `jobs`.",
    )
    fail_on: FailOn = Field(
        "stale",
        description="Lowest label that makes the exit code 1: `stale`, `hallucination`, `contradiction`, "
        "or `never`. `--fail-on` overrides it.",
    )


class StoreSection(Section):
    """One memory store; repeat the table for each. A store is only ever read."""

    name: Name = Field(description="Unique name of the store and of its folder under `snapshots/`.")
    path: PathBeside | None = Field(None, description="File or folder that holds the memory.")
    url: SecretStr | None = Field(
        None,
        description="Instead of `path`: a database server's URL, such as `${MEMORY_URL}` with "
        "`postgresql://user:password@host/name`. A secret: never shown whole.",
    )
    url_file: SecretFile | None = Field(None, description="File that holds the URL instead.")
    kind: str | None = Field(
        None,
        description="Store kind; `auditor config check` answers a wrong one with those there are. "
        "Default: recognised by content.",
    )
    transcripts: tuple[PathBeside, ...] = Field(
        (), description="Files and folders with the conversations that belong to this store."
    )
    options: dict[str, Any] = Field(
        default_factory=dict,
        description="What the adapter of that kind understands, such as `table`; see below.",
    )
    critical_keys: tuple[str, ...] = Field((), description="Added to the policy's, for this store only.")
    state_keys: tuple[str, ...] = Field((), description="Added to the policy's, for this store only.")
    written_by_people: tuple[str, ...] = Field((), description="Added to the policy's, for this store only.")

    @model_validator(mode="before")
    @classmethod
    def _some_place(cls, given: Any) -> Any:
        nowhere = isinstance(given, dict) and not given.keys() & {"path", "url", "url_file"}
        return given | {"path": _NOWHERE} if nowhere else given

    @field_validator("path", mode="before")
    @classmethod
    def _not_nowhere(cls, path: Any) -> Any:
        if path is _NOWHERE:
            raise PydanticKnownError("missing")
        return path

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        if sum(place is not None for place in (self.path, self.url, self.url_file)) > 1:
            raise ValueError("should have one of path, url and url_file")
        return self

    @property
    def database(self) -> str | None:
        """The URL of the database server that holds the memory, or None where it is a path."""
        secret = self.url or self.url_file
        return secret.get_secret_value() if secret is not None else None

    @property
    def place(self) -> Path:
        """The path of the memory; for a database server its URL without the secret part."""
        if self.path is not None:
            return self.path
        return Path(re.sub(r"//[^@/]*@", "//", self.database or ""))


class PolicySection(Section):
    """How changes are judged. Its fingerprint stands in each report."""

    name: Name = Field("default", description="Name of the policy, shown in reports.")
    critical_keys: tuple[str, ...] = Field(
        (), description="Words in a key or value that make any alarm on it critical, such as `allergy`."
    )
    state_keys: tuple[str, ...] = Field(
        (), description="Glob patterns of keys that hold states or readings, which are expected to move."
    )
    written_by_people: tuple[str, ...] = Field(
        (), description="Glob patterns of keys or files that people write: their changes are not the agent's."
    )
    act_band: float = Field(
        0.75, ge=0, le=1, description="Confidence from which a finding says *act on it*, 0 to 1."
    )
    look_band: float = Field(
        0.5,
        ge=0,
        le=1,
        description="Confidence from which a finding says *please look*; below it the entry is *not judged*.",
    )
    quiet_limit: int = Field(
        10_000, ge=0, description="How many safe and expansion findings are listed one by one in the JSON."
    )
    first_compared: int = Field(
        10_000,
        ge=0,
        description="How many entries of a first audit are compared with one another; later nights compare "
        "what changes.",
    )
    reaudit: float = Field(
        100,
        ge=0,
        description="How many unchanged entries a night, or which share of them (below 1), are held against "
        "all conversations that are kept; 0 for none.",
    )

    @model_validator(mode="after")
    def _bands_in_order(self) -> Self:
        if self.look_band > self.act_band:
            raise ValueError("look_band should not be above act_band")
        return self


class ScheduleSection(Section):
    """When the job is meant to run, whatever starts it (docs/schedule.md).

    With this table a night is audited once: a second start before the next due time says so and does nothing.
    """

    at: str = Field(
        "03:10",
        pattern=r"^([01]\d|2[0-3]):[0-5]\d$",
        description="Time of day in the job's zone, `HH:MM`; after 03:00 no clock change skips it.",
    )
    days: tuple[Weekday, ...] = Field(WEEK, description="Days of the week on which it runs: `mon` to `sun`.")
    catch_up: int = Field(
        31,
        ge=1,
        description="How many nights whose audit was cut short the next run completes, the oldest first. "
        "Where there are more, the oldest are passed over and named in the first report after them.",
    )
    misfire_hours: float = Field(
        6, gt=0, description="For `auditor schedule`: how many hours late a night may still be started."
    )


class RetentionSection(Section):
    """Which snapshots and reports are worth keeping (docs/retention.md).

    Nothing is deleted unless `auditor prune` is started.
    """

    keep_last: int | None = Field(None, ge=1, description="The newest N.")
    keep_daily: int | None = Field(None, ge=0, description="The last one of each of the newest N days.")
    keep_weekly: int | None = Field(None, ge=0, description="The last one of each of the newest N weeks.")
    keep_monthly: int | None = Field(None, ge=0, description="The last one of each of the newest N months.")
    keep_yearly: int | None = Field(None, ge=0, description="The last one of each of the newest N years.")


class BudgetsSection(Section):
    """How much a night may cost. What a budget leaves out is counted as not checked."""

    max_pairs: int | None = Field(
        None, ge=1, description="Most pairs of statements that may be judged for one store in one night."
    )
    max_minutes: float | None = Field(None, gt=0, description="Longest that one store's night may take.")


class LintSection(Section):
    """How memories are kept, as a folded part of each report (docs/lint.md)."""

    most: int = Field(
        10_000,
        ge=0,
        description="How many memories of a store a night looks at; a larger one is left to `auditor lint`, "
        "and 0 turns it off.",
    )
    alert: bool = Field(
        default=False,
        description="Whether a note of the lint keeps the severity of its rule, so that it can alert; else "
        "it is low.",
    )


class MetricsSection(Section):
    """Metrics of each run for Prometheus (docs/metrics.md)."""

    textfile: PathBeside | None = Field(
        None,
        description="File for node_exporter's textfile collector, ending in `.prom`; written by each run. "
        "Its folder has to be there.",
    )


class ReportsSection(Section):
    """Where the reports go."""

    folder: PathBeside | None = Field(
        None, description="Folder of the reports. Default: `reports/` in the working folder."
    )
    trust_file: bool = Field(
        True, description="Whether each night writes `trust.json` (docs/trust.md), a line for each memory."
    )
    templates: PathBeside | None = Field(
        None, description="Folder with templates of your own, used before the built-in ones."
    )


class Job(Section):
    """A whole job file, validated; every path in it is absolute."""

    job: JobSection
    stores: tuple[StoreSection, ...]
    policy: PolicySection = PolicySection()
    trust: TrustSection = TrustSection()
    schedule: ScheduleSection = ScheduleSection()
    alerts: tuple[AlertSection, ...] = ()
    ping: PingSection = PingSection()
    watchdog: WatchdogSection = WatchdogSection()
    retention: RetentionSection = RetentionSection()
    budgets: BudgetsSection = BudgetsSection()
    semantic: SemanticSection = SemanticSection()
    llm: LlmSection = LlmSection()
    reports: ReportsSection = ReportsSection()
    metrics: MetricsSection = MetricsSection()
    lint: LintSection = LintSection()

    _file: Path = PrivateAttr(default=Path())
    _all_stores: tuple[str, ...] = PrivateAttr(default=())

    def model_post_init(self, context: Any, /) -> None:
        """Remember which file this came from, and which stores it names."""
        if context:
            self._file = context["file"]
        self._all_stores = tuple(store.name for store in self.stores)

    @property
    def name(self) -> str:
        """The job's name."""
        return self.job.name

    @property
    def file(self) -> Path:
        """The job file, absolute."""
        return self._file

    @property
    def has_windows(self) -> bool:
        """Whether the job file says when the job runs, so that each night is audited once."""
        return "schedule" in self.model_fields_set

    @property
    def all_stores(self) -> tuple[str, ...]:
        """The names of the stores in the job file, also of those that this job was cut down by."""
        return self._all_stores

    @property
    def zone(self) -> ZoneInfo:
        """The zone in which the job's days begin and end."""
        return ZoneInfo(self.job.zone)

    @property
    def state(self) -> Path:
        """The working folder, which holds ``snapshots/`` and by default ``reports/``."""
        folder = self._file.parent
        return self.job.state or (folder.parent if folder.name == "jobs" else folder)

    @property
    def folders(self) -> Folders:
        """Where this job keeps its snapshots, ledgers and reports."""
        return Folders(self.state, self.reports.folder)

    def with_state(self, folder: Path) -> Self:
        """This job with everything it writes under ``folder``."""
        place = folder.absolute()
        return self.model_copy(
            update={
                "job": self.job.model_copy(update={"state": place}),
                "reports": self.reports.model_copy(update={"folder": None}),
            }
        )

    def with_stores(self, *names: str) -> Self:
        """This job with only the stores that are called so."""
        return self.model_copy(
            update={"stores": tuple(store for store in self.stores if store.name in names)}
        )

    def policy_for(self, store: StoreSection) -> dict[str, Any]:
        """The keyword arguments of ``auditor.verdicts.policy.Policy`` for one store."""
        settings = self.policy.model_dump()
        for added in ("critical_keys", "state_keys", "written_by_people"):
            settings[added] += getattr(store, added)
        return settings

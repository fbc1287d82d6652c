"""Job files: TOML in, one validated ``Job`` or one error that lists everything wrong with it."""

from auditor.config.environment import unknown_names
from auditor.config.loading import load_job
from auditor.config.models import Job, StoreSection

__all__ = ["Job", "StoreSection", "load_job", "unknown_names"]

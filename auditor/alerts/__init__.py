"""Alerts: whoever should know hears it, once, also when the night, the network or the receiver fails."""

from auditor.alerts.delivering import Ports
from auditor.alerts.interface import Alerting, Delivery
from auditor.alerts.telling import alerting_of, flush, tell, tell_failure, tell_success, with_delivery

__all__ = [
    "Alerting",
    "Delivery",
    "Ports",
    "alerting_of",
    "flush",
    "tell",
    "tell_failure",
    "tell_success",
    "with_delivery",
]

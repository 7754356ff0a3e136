"""Tables: everybody who acts on one, one after another, and everybody who hears of it."""

from muscade.server.tables.acting import RETRY_AFTER
from muscade.server.tables.audience import LAGS_EVERY
from muscade.server.tables.services import Services, Subscriber
from muscade.server.tables.table import Table

__all__ = ["LAGS_EVERY", "RETRY_AFTER", "Services", "Subscriber", "Table"]

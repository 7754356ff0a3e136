"""Logs for people at a terminal, and JSON for machines elsewhere. They never hold secrets or cards."""

from __future__ import annotations

import logging
import sys
import traceback
from types import TracebackType
from typing import Any, Literal

import structlog

LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


def configure_logs(
    form: Literal["auto", "json", "text"] = "auto",
    level: Literal["debug", "info", "warning", "error"] = "info",
) -> None:
    as_text = sys.stderr.isatty() if form == "auto" else form == "text"
    renderer: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
        if as_text
        else structlog.processors.JSONRenderer(default=str)
    )
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        name_faults,
    ]
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    # uvicorn and the libraries speak through the standard library.
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.ExtraAdder(allow=[]), *shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    logging.basicConfig(handlers=[handler], level=max(LEVELS[level], logging.WARNING), force=True)


def name_faults(_logger: Any, _method: str, event: Any) -> Any:
    """An exception becomes its kind and where it happened, and no more: its words and values may be cards."""
    found = event.pop("exc_info", None)
    event.pop("exc_text", None)
    if found is True:
        found = sys.exc_info()
    if isinstance(found, tuple):
        found = found[1]
    if isinstance(found, BaseException):
        event["error"] = type(found).__name__
        event["traceback"] = places(found.__traceback__)
        cause = found.__cause__ or (None if found.__suppress_context__ else found.__context__)
        if cause is not None:
            event["because"] = {"error": type(cause).__name__, "traceback": places(cause.__traceback__)}
    return event


def places(found: TracebackType | None) -> list[str]:
    """Where it came through, the innermost last."""
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(found)]

"""What a row holds: `docs/records.md` says it for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from muscade.core import MuscadeError

if TYPE_CHECKING:
    import pyarrow as pa

SCHEMA_VERSION = 1
"""Goes up whenever somebody who reads the columns would have to read them otherwise."""
MARK = b"muscade.records"
"""Under this name a file's metadata has the version of its columns."""

HEADER = ("game", "law", "seats", "options", "seed", "commitment", "part", "numbers", "origin")
"""Columns that say the same in every row of a record."""
EVENT = ("record", "event", "seat", "move", "at")
"""Columns that differ; with the header they are the record itself, and the rest follows from them."""


class DataError(MuscadeError):
    """Records that cannot be written as data, or data that are no records."""


def need_arrow() -> None:
    """Say which extra brings it, if it is not there."""
    try:
        import pyarrow.parquet  # noqa: F401 - only to see whether it is there
    except ImportError:
        raise DataError(
            "Records as data need pyarrow: install muscade[data].",
            "Les parties en tableaux demandent pyarrow : installez muscade[data].",
        ) from None


def schema() -> pa.Schema:
    """The columns in order, marked with their version."""
    import pyarrow as pa

    text, small, number = pa.string(), pa.int8(), pa.int32()
    columns = [
        ("record", number),
        ("event", number),
        ("game", text),
        ("law", pa.int16()),
        ("seats", small),
        ("options", text),
        ("seed", text),
        ("commitment", text),
        ("part", text),
        ("numbers", pa.list_(text)),
        ("origin", text),
        ("seat", small),
        ("move", text),
        ("at", pa.timestamp("ms", tz="UTC")),
        ("waited", pa.int64()),
        ("kind", text),
        ("choices", number),
        ("code", number),
        ("observation", pa.list_(pa.int16())),
        ("winners", pa.list_(small)),
        ("scores", pa.list_(number)),
        ("reason", text),
        ("ended_by", text),
        ("reward", pa.float32()),
    ]
    return pa.schema(columns, metadata={MARK: str(SCHEMA_VERSION)})

"""Records out of a file of Parquet: the same as went in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from muscade.core import Origin, Record, RecordedEvent
from muscade.data.columns import EVENT, HEADER, MARK, SCHEMA_VERSION, DataError, need_arrow


def read_records(file: Path) -> Iterator[Record]:
    """One after another, in the order in which they were written; whether they play is not looked at."""
    need_arrow()
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        source = pq.ParquetFile(file)
        _check(source.schema_arrow, file)
        yield from _records(source)
    except (OSError, pa.ArrowException, msgspec.MsgspecError) as error:
        raise DataError(
            f"{file} holds no records: {error}", f"{file} ne contient pas de parties : {error}"
        ) from None


def _check(schema: Any, file: Path) -> None:
    version = (schema.metadata or {}).get(MARK, b"").decode()
    if not version:
        raise DataError(
            f"{file} is not a file of records: it does not say so.",
            f"{file} n'est pas un fichier de parties : il ne le dit pas.",
        )
    if version != str(SCHEMA_VERSION):
        raise DataError(
            f"{file} has columns of version {version}; this is version {SCHEMA_VERSION}.",
            f"{file} a des colonnes de version {version} ; ici, c'est la {SCHEMA_VERSION}.",
        )


def _records(source: Any) -> Iterator[Record]:
    import pyarrow as pa

    number, record = -1, None
    for batch in source.iter_batches(columns=[*HEADER, *EVENT]):
        at = batch.schema.get_field_index("at")
        # Milliseconds are what records have, and a whole number is what they are.
        batch = batch.set_column(at, "at", batch.column(at).cast(pa.int64()))  # noqa: PLW2901
        for row in batch.to_pylist():
            if record is None or row["record"] != number:
                if record is not None:
                    yield record
                number, record = row["record"], _begun(row)
            record.events.append(RecordedEvent(row["seat"], row["move"], row["at"]))
    if record is not None:
        yield record


def _begun(row: dict[str, Any]) -> Record:
    origin = row["origin"]
    return Record(
        row["game"],
        row["law"],
        row["seats"],
        msgspec.json.decode(row["options"]),
        [],
        seed=row["seed"],
        commitment=row["commitment"],
        part=row["part"],
        numbers=tuple(row["numbers"]),
        origin=None if origin is None else msgspec.json.decode(origin, type=Origin),
    )

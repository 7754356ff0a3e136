"""``muscade records``."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from rich.console import Console

from muscade.cli import UsageError
from muscade.cli.library import read_record
from muscade.cli.long_runs import check_files, make_folder
from muscade.core import MuscadeError, Record
from muscade.data import read_records, write_records
from muscade.data.columns import need_arrow

console = Console()


def export_records(sources: Sequence[Path], database: str | None, parquet: Path) -> None:
    need_arrow()
    check_files(parquet, None)
    if not sources and database is None:
        raise UsageError("name files of records, folders, or a --database")
    part = parquet.with_name(f"{parquet.name}.part")
    reading = _Reading()
    try:
        written = write_records(reading.all(sources, database), part)
        part.replace(parquet)
    except MuscadeError as error:
        if reading.file is None:
            raise
        raise UsageError(f"{reading.file}: {error}") from None
    finally:
        part.unlink(missing_ok=True)
    old = f"; {written.outdated} of another law have no more than their events" if written.outdated else ""
    console.print(
        f"{parquet}: {written.records} records, {written.rows} rows{old}", highlight=False, soft_wrap=True
    )


def import_records(file: Path, folder: Path) -> None:
    need_arrow()
    make_folder(folder)
    count = 0
    for count, record in enumerate(read_records(file), 1):
        (folder / f"{file.stem}-{count:06}.json").write_text(record.to_json() + "\n", encoding="utf-8")
    console.print(f"{folder}: {count} records", highlight=False, soft_wrap=True)


class _Reading:
    """Knows which file is being read, so that it can be named where something is wrong with it."""

    file: Path | None = None

    def all(self, sources: Sequence[Path], database: str | None) -> Iterator[Record]:
        for source in sources:
            for self.file in sorted(source.rglob("*.json")) if source.is_dir() else [source]:
                yield read_record(self.file)
        self.file = None
        if database is not None:
            yield from _finished(database)


def _finished(database: str) -> Iterator[Record]:
    """Games of a server that are over, one at a time: who played and what was said is not read."""
    from muscade.server.replays.stories import record_of
    from muscade.server.storage import Storage, StorageError
    from muscade.server.storage.addresses import check_exists

    with closing(asyncio.new_event_loop()) as loop:
        try:
            check_exists(database)
            storage = loop.run_until_complete(Storage.open(database))
            try:
                tables: Iterable[str] = loop.run_until_complete(storage.replays.finished())
                for table in tables:
                    stored = loop.run_until_complete(storage.load(table))
                    if stored is not None:
                        yield record_of(stored)
            finally:
                loop.run_until_complete(storage.close())
        except StorageError as error:
            raise UsageError(f"cannot read {_shown(database)}: {error}") from None


def _shown(database: str) -> str:
    from muscade.server.config import without_password

    return without_password(database)

"""A real PostgreSQL of the tests' own: a cluster in a temporary folder, on a loopback port."""

from __future__ import annotations

import fcntl
import os
import pwd
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).parents[2]
WAITS = 120
"""Seconds after which a program of PostgreSQL's will not end any more."""

MEMORY = Path("/dev/shm")
ROOM = 4 << 30
"""Bytes: all databases of a test run and their logs take less."""

UP_TO_DATE = "up_to_date"
"""The database that has all tables, to be copied."""

# Nobody is connected any more when the rest is done.
EMPTY = """
SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid();
DO $$
DECLARE
    one text;
BEGIN
    SET LOCAL session_replication_role = replica; -- in any order, whatever refers to what
    FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version' LOOP
        EXECUTE format('DELETE FROM %I', one);
    END LOOP;
    FOR one IN SELECT sequencename FROM pg_sequences LOOP
        EXECUTE format('ALTER SEQUENCE %I RESTART', one);
    END LOOP;
    INSERT INTO meta SELECT * FROM at_first.meta;
END
$$
"""
KEEP = "CREATE SCHEMA at_first; CREATE TABLE at_first.meta AS TABLE meta"
"""All that is in a database before anybody has used it."""

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": 200,
    "shared_buffers": "32MB",
    # What is tested is who survives a crash of PostgreSQL's or ours, not a crash of the machine.
    "fsync": "off",
    "full_page_writes": "off",
    "logging_collector": "off",
}


def other_user() -> str | None:
    """PostgreSQL refuses to be run by root."""
    if os.geteuid() != 0:
        return None
    names = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@cache
def programs() -> str:
    """The folder they are in."""
    found = subprocess.run([ROOT / "scripts" / "postgres"], check=True, capture_output=True, text=True)
    return found.stdout.strip()


def in_memory() -> Path | None:
    """A folder that is on no disk, where there is one: files are made and removed by the thousand."""
    return MEMORY if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM else None


class Cluster:
    """PostgreSQL in a folder; it can be stopped and started again where it was."""

    def __init__(self, folder: Path, port: int, namespace: str | None = None) -> None:
        """In a network namespace, it listens at all addresses there."""
        self.folder = folder
        self.port = port
        self.namespace = namespace
        self._emptied: list[str] = []

    @classmethod
    def make(cls, namespace: str | None = None) -> Self:
        """A new one, not yet started."""
        # Not in pytest's folder, which is closed to the user who runs it.
        folder = Path(tempfile.mkdtemp(prefix="muscade-postgres-", dir=in_memory()))
        if user := other_user():
            shutil.chown(folder, user)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        cluster = cls(folder, port, namespace)
        cluster._run(
            "initdb", "--username=muscade", "--auth=trust", "--no-sync", "--encoding=UTF8", "--no-locale"
        )
        if namespace:
            with (folder / "data" / "pg_hba.conf").open("a") as who_may:
                who_may.write("host all all all trust\n")
        return cluster

    def start(self, **settings: Any) -> None:
        options = SETTINGS | settings | {"port": self.port, "unix_socket_directories": self.folder}
        if self.namespace:
            options["listen_addresses"] = "0.0.0.0"
        given = " ".join(f"-c {name}={value}" for name, value in options.items())
        self._run("pg_ctl", "start", "--wait", f"--log={self.folder}/log", f"--options={given}")

    def stop(self, mode: str = "fast") -> None:
        """``immediate`` is a crash: it has to recover when it starts again."""
        self._run("pg_ctl", "stop", "--wait", f"--mode={mode}")

    def remove(self) -> None:
        if (self.folder / "data" / "postmaster.pid").exists():
            self.stop("immediate")
        shutil.rmtree(self.folder)

    def address(self, database: str) -> str:
        if self.namespace:  # Who is not in it gets there by the file system only.
            return f"postgresql://muscade@/{database}?host={self.folder}&port={self.port}"
        return f"postgresql://muscade@127.0.0.1:{self.port}/{database}"

    def execute(self, sql: str, database: str = "postgres") -> str:
        """What psql prints, nothing around it."""
        place = (
            "--host",
            str(self.folder),
            "--port",
            str(self.port),
            "--username=muscade",
            f"--dbname={database}",
        )
        return self._run("psql", *place, "--no-psqlrc", "--quiet", "-At", "--command", sql).strip()

    @contextmanager
    def database(self) -> Iterator[str]:
        """The address of an empty database, which is dropped afterwards, whoever is still connected."""
        name = f"test_{secrets.token_hex(6)}"
        self.execute(f"CREATE DATABASE {name}")
        try:
            yield self.address(name)
        finally:
            self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    @contextmanager
    def unfilled(self) -> Iterator[str]:
        """The address of a database that has its tables, and nothing in them; it is emptied afterwards for the next one who wants
        one, which takes a fraction of the time of making it."""
        if self._emptied:
            name = self._emptied.pop()
        else:
            name = f"unfilled_{secrets.token_hex(6)}"
            self.execute(f"CREATE DATABASE {name} TEMPLATE {UP_TO_DATE}")
        yield self.address(name)
        self.execute(EMPTY, name)
        self._emptied.append(name)

    def _run(self, program: str, *arguments: str) -> str:
        command, user = [f"{programs()}/{program}", *arguments], other_user()
        if self.namespace:  # Only root gets in, and becomes somebody else there.
            assert user
            who = pwd.getpwnam(user)
            entering = [
                f"--net=/run/netns/{self.namespace}",
                f"--setuid={who.pw_uid}",
                f"--setgid={who.pw_gid}",
            ]
            command, user = ["nsenter", *entering, *command], None
        # Into a file, not a pipe: a server that is started here keeps what it was given.
        with tempfile.TemporaryFile("w+") as output:
            done = subprocess.run(
                command,
                user=user,
                env={"PGDATA": str(self.folder / "data"), "PATH": os.environ["PATH"], "LC_ALL": "C"},
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=WAITS,
                check=False,
            )
            output.seek(0)
            text = output.read()
        assert done.returncode == 0, text
        return text


@contextmanager
def running_cluster(namespace: str | None = None) -> Iterator[Cluster]:
    """One of somebody's own, to be stopped and started as they like."""
    made = Cluster.make(namespace)
    try:
        made.start()
        yield made
    finally:
        made.remove()


@contextmanager
def shared_cluster(folder: Path) -> Iterator[Cluster]:
    """One for all processes of a test run: the first to come starts it and makes the database that others are copied from,
    and when the last has gone it is removed."""
    from tests.server.databases import (
        bring_up_to_date,  # late: whoever removes it later knows nothing of servers
    )

    place, users_file = folder / "postgres", folder / "postgres.users"
    with users_file.open("a") as users:
        with (folder / "postgres.door").open("a") as door:
            fcntl.flock(door, fcntl.LOCK_EX)
            # Kept to the end; whoever is killed lets go as well.
            fcntl.flock(users, fcntl.LOCK_SH)
            if place.exists():
                home, port = place.read_text().split()
                cluster = Cluster(Path(home), int(port))
            else:
                cluster = Cluster.make()
                cluster.start()
                cluster.execute(f"CREATE DATABASE {UP_TO_DATE}")
                bring_up_to_date(cluster.address(UP_TO_DATE))
                cluster.execute(KEEP, UP_TO_DATE)
                place.write_text(f"{cluster.folder} {cluster.port}")
                remove = [sys.executable, __file__, users_file, place]
                # On its own, for it outlives whoever starts it.
                subprocess.run(
                    ["sh", "-c", '"$@" &', "sh", *remove],
                    start_new_session=True,
                    check=True,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
        yield cluster


def remove_when_nobody_is_left(users_file: Path, place: Path) -> None:
    """What a process of its own does, since nobody knows who will be the last."""
    home, port = place.read_text().split()
    with users_file.open("a") as users:
        fcntl.flock(users, fcntl.LOCK_EX)
        Cluster(Path(home), int(port)).remove()
        place.unlink()


if __name__ == "__main__":
    remove_when_nobody_is_left(Path(sys.argv[1]), Path(sys.argv[2]))

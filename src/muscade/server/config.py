"""What an operator can set: one tree of entries with their defaults, each with a line that says what it is.

An entry is set by a flag of ``muscade serve``, by the environment, or in one TOML file; what comes earlier in this list
wins. ``limits.open_tables`` is ``open_tables`` in the section ``[limits]`` of the file, and ``MUSCADE_LIMITS_OPEN_TABLES``
in the environment, where several values are separated by commas.
"""

from __future__ import annotations

import difflib
import tomllib
from base64 import urlsafe_b64decode
from collections.abc import Iterator, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, get_type_hints

import msgspec
from msgspec import Meta

from muscade.server.engines import EngineSettings, faults_in
from muscade.server.limits import Limits
from muscade.server.thinking import ThinkingSettings

PREFIX = "MUSCADE_"
NEARLY = 0.7
"""How like a name a wrong one is that was probably meant to be it, of 1."""
FILE_ENTRY = "MUSCADE_CONFIG"
"""Names the file where no flag does."""

PUSH_KEY_BYTES = 32
SHORTEST_TOKEN = 16
HIDDEN = "***"

Port = Annotated[int, Meta(ge=0, le=65535)]
Days = Annotated[float, Meta(ge=0)]
T = TypeVar("T")


class ConfigError(Exception):
    """An entry cannot be used; the message names it, and where it stands."""


class MetricsSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Figures for Prometheus, on a port of their own."""

    host: Annotated[str, Meta(description="the address to listen on; let nobody but Prometheus reach it")] = (
        "127.0.0.1"
    )
    port: Annotated[
        Port, Meta(description="the port; 0: none. Of several workers each has one, from this on")
    ] = 0


class CleaningSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is cleaned away by itself."""

    unjoined_days: Annotated[
        Days, Meta(description="days after which a table that nobody ever joined is; 0: never")
    ] = 7.0
    finished_days: Annotated[Days, Meta(description="days after its end that a game is; 0: never")] = 0.0
    rooms_days: Annotated[
        Days,
        Meta(description="days after which a room that nobody came to is, with all words in it; 0: never"),
    ] = 90.0


class PushSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Web Push: who is not here hears that it is their turn in a game by correspondence. It needs muscade[push]."""

    private_key: Annotated[
        str,
        Meta(description="the key of this installation; `muscade push-keys` makes one. Empty: no Web Push"),
    ] = ""
    contact: Annotated[
        str, Meta(description="how push services reach you: mailto:… or https://…; needed with a key")
    ] = ""
    delay_seconds: Annotated[
        float,
        Meta(ge=0, description="seconds from the beginning of a turn until somebody who is away hears of it"),
    ] = 60.0
    private_hosts: Annotated[
        bool,
        Meta(
            description="whether push services may be on private hosts, without TLS too: for closed networks"
        ),
    ] = False


class OperatorSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The page of whoever runs the server."""

    token: Annotated[
        str,
        Meta(
            description="a secret of at least 16 characters that opens /operator; empty: there is no such page"
        ),
    ] = ""


class LogSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is written to stderr."""

    form: Annotated[
        Literal["auto", "json", "text"],
        Meta(description="json, text, or auto: text on a terminal and JSON elsewhere"),
    ] = "auto"
    level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="what is less than this is left out")
    ] = "info"


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A server."""

    host: Annotated[str, Meta(description="the address to listen on")] = "127.0.0.1"
    port: Annotated[Port, Meta(description="the port; 0 takes a free one")] = 8000
    database: Annotated[
        str, Meta(description="an SQLite file, or postgresql://…; empty: a file of your own user")
    ] = ""
    workers: Annotated[int, Meta(ge=1, le=256, description="processes that serve, on one port")] = 1
    proxies: Annotated[
        tuple[str, ...],
        Meta(description="proxies, by address or network, that are believed about X-Forwarded-For"),
    ] = ()
    origins: Annotated[
        tuple[str, ...],
        Meta(description="origins of other pages that may use this server, such as https://a.example"),
    ] = ()
    drain_seconds: Annotated[
        float,
        Meta(
            ge=0,
            description="seconds between the signal to stop and the end of new connections; /readyz says no",
        ),
    ] = 0.0
    engines: Annotated[
        tuple[EngineSettings, ...],
        Meta(description="programs that play here as bots; in the environment a list in JSON"),
    ] = ()
    metrics: MetricsSettings = MetricsSettings()
    thinking: ThinkingSettings = ThinkingSettings()
    limits: Limits = Limits()
    cleaning: CleaningSettings = CleaningSettings()
    push: PushSettings = PushSettings()
    operator: OperatorSettings = OperatorSettings()
    logs: LogSettings = LogSettings()


class Entry(NamedTuple):
    """One thing to set."""

    path: tuple[str, ...]
    kind: Any
    description: str

    @property
    def variable(self) -> str:
        """
        >>> Entry(("limits", "open_tables"), int, "").variable
        'MUSCADE_LIMITS_OPEN_TABLES'
        """
        return PREFIX + "_".join(self.path).upper()


def entries(kind: type[msgspec.Struct] = Config, path: tuple[str, ...] = ()) -> Iterator[Entry]:
    """Everything there is to set, in order; those of sections last."""
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            yield from entries(hint, (*path, name))
        else:
            described = [meta.description for meta in hint.__metadata__ if meta.description]
            yield Entry((*path, name), hint, described[-1])


# ---------------------------------------------------------------- reading


def load(file: Path | None, environment: Mapping[str, str], flags: Mapping[tuple[str, ...], Any]) -> Config:
    """The effective configuration. ``flags`` are those that were given, by the path of their entry."""
    if file is None and environment.get(FILE_ENTRY):
        file = Path(environment[FILE_ENTRY])
    tree = _read_file(file) if file is not None else {}
    # Each source is checked by itself, so that a fault is named where it was made.
    _convert(tree, Config, f"in {file}")
    for path, value in _from_environment(environment):
        _put(tree, path, value)
    for path, value in flags.items():
        _put(tree, path, value)
    config = _convert(tree, Config, "")
    for name in config.proxies:
        try:
            ip_network(name, strict=False)
        except ValueError:
            raise ConfigError(f"proxies: {name!r} is neither an address nor a network") from None
    if wrong := faults_in(config.engines):
        raise ConfigError(f"engines: {wrong}")
    if config.push.private_key:
        _check_push(config.push)
    if config.operator.token and len(config.operator.token) < SHORTEST_TOKEN:
        raise ConfigError(f"operator.token: at least {SHORTEST_TOKEN} characters")
    return config


def _check_push(push: PushSettings) -> None:
    try:
        key = urlsafe_b64decode(push.private_key + "=" * (-len(push.private_key) % 4))
    except ValueError:
        key = b""
    if len(key) != PUSH_KEY_BYTES:
        raise ConfigError("push.private_key: not a key; `muscade push-keys` makes one")
    if not push.contact.startswith(("mailto:", "https://")):
        raise ConfigError("push.contact: expected mailto:… or https://…")
    try:
        import aiohttp  # noqa: F401 - only to see whether they are there
        import http_ece  # noqa: F401
        import py_vapid  # noqa: F401
    except ImportError:
        raise ConfigError("push.private_key: Web Push needs more; install muscade[push]") from None


def _read_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"cannot read {file}: {error.strerror}") from None
    except UnicodeError:
        raise ConfigError(f"{file} is not TOML: not even UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file} is not TOML: {error}") from None


def _from_environment(environment: Mapping[str, str]) -> Iterator[tuple[tuple[str, ...], Any]]:
    known = {entry.variable: entry for entry in entries()}
    sections = tuple(f"{PREFIX}{entry.path[0].upper()}_" for entry in known.values() if len(entry.path) > 1)
    for variable, text in environment.items():
        if not variable.startswith(PREFIX) or variable == FILE_ENTRY:
            continue
        entry = known.get(variable)
        if entry is not None:
            yield entry.path, _from_text(entry, text)
            continue
        # Others have variables of this name too; one that is nearly ours is a slip.
        near = difflib.get_close_matches(variable, known, 1, 0.85)
        if near or variable.startswith(sections):
            meant = f"; do you mean {near[0]}?" if near else ""
            raise ConfigError(f"there is no entry {variable} (in the environment){meant}")


def _from_text(entry: Entry, text: str) -> Any:
    several = isinstance(_value(Config(), entry.path), tuple)
    if several and text.lstrip().startswith("["):
        return _from_json(entry, text)
    value = [part.strip() for part in text.split(",") if part.strip()] if several else text
    name = ".".join(entry.path)
    return msgspec.to_builtins(_convert(value, entry.kind, f"{name}, in {entry.variable}", strict=False))


def _from_json(entry: Entry, text: str) -> Any:
    place = f"{'.'.join(entry.path)}, in {entry.variable}"
    try:
        value = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise ConfigError(f"{error} ({place})") from None
    return msgspec.to_builtins(_convert(value, entry.kind, place))


def _put(tree: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    for name in path[:-1]:
        tree = tree.setdefault(name, {})
    tree[path[-1]] = value


def _convert(tree: Any, kind: type[T], place: str, *, strict: bool = True) -> T:
    try:
        return msgspec.convert(tree, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{_plain(str(error))}{f' ({place})' if place else ''}") from None


def _plain(fault: str) -> str:
    """msgspec's words, with the entry in front.

    >>> _plain("Expected `int` >= 0 - at `$.limits.open_tables`")
    'limits.open_tables: expected `int` >= 0'
    >>> _plain("Object contains unknown field `prot` - at `$.metrics`")
    'there is no entry metrics.prot; do you mean metrics.port?'
    """
    what, _, where = fault.partition(" - at `$.")
    where = where.rstrip("`")
    if what.startswith("Object contains unknown field `"):
        name = what.removeprefix("Object contains unknown field `").rstrip("`")
        path = f"{where}.{name}" if where else name
        near = difflib.get_close_matches(path, [".".join(entry.path) for entry in entries()], 1, NEARLY)
        return f"there is no entry {path}" + (f"; do you mean {near[0]}?" if near else "")
    what = what[:1].lower() + what[1:]
    return f"{where}: {what}" if where else what


# ---------------------------------------------------------------- writing


def to_toml(config: Config) -> str:
    """The whole configuration, as a file that would make it, but for secrets: the operator's token, the key for Web Push, and a
    password in the database's address."""
    token = HIDDEN if config.operator.token else ""
    key = HIDDEN if config.push.private_key else ""
    shown = msgspec.structs.replace(
        config,
        database=without_password(config.database),
        push=msgspec.structs.replace(config.push, private_key=key),
        operator=OperatorSettings(token),
    )
    lines: list[str] = []
    section = ""
    for entry in entries():
        inside = entry.path[0] if len(entry.path) > 1 else ""
        if inside != section:
            section = inside
            lines += ["", f"[{section}]"]
        value = msgspec.to_builtins(_value(shown, entry.path))
        lines += [f"# {entry.description}", f"{entry.path[-1]} = {_toml(value)}"]
    return "\n".join(lines) + "\n"


def _value(config: Config, path: tuple[str, ...]) -> Any:
    found: Any = config
    for name in path:
        found = getattr(found, name)
    return found


def _toml(value: Any) -> str:
    """Texts, numbers, truths and lists of texts are in TOML what they are in JSON; what has fields is written otherwise."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} = {_toml(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return msgspec.json.encode(value).decode()


def without_password(database: str) -> str:
    """
    >>> without_password("postgresql://muscade:hush@db/muscade?sslmode=require")
    'postgresql://muscade:***@db/muscade?sslmode=require'
    >>> without_password("/var/lib/muscade.db")
    '/var/lib/muscade.db'
    """
    scheme, found, rest = database.partition("://")
    if not found:
        return database
    place, at, after = rest.rpartition("@")
    if at and ":" in place:
        rest = f"{place.partition(':')[0]}:***@{after}"
    address, question, query = rest.partition("?")
    parts = ["password=***" if part.startswith("password=") else part for part in query.split("&")]
    return f"{scheme}://{address}{question}{'&'.join(parts)}"

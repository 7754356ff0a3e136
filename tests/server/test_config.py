"""Where settings come from, which wins, and what is said about a wrong one."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest

from muscade.server.config import Config, ConfigError, entries, load, to_toml, without_password


def test_flags_beat_the_environment_and_that_beats_the_file(tmp_path: Path) -> None:
    file = tmp_path / "muscade.toml"
    file.write_text('host = "a"\nport = 1\nworkers = 2\n[limits]\nopen_tables = 5\njoins_a_minute = 6\n')
    environment = {"MUSCADE_HOST": "b", "MUSCADE_PORT": "2", "MUSCADE_LIMITS_OPEN_TABLES": "7"}
    found = load(file, environment, {("host",): "c"})
    assert (found.host, found.port, found.workers) == ("c", 2, 2)
    assert (found.limits.open_tables, found.limits.joins_a_minute) == (7, 6)
    assert found.limits.tables_a_minute == Config().limits.tables_a_minute
    assert load(None, environment | {"MUSCADE_CONFIG": str(file)}, {}).workers == 2


def test_lists_truths_and_numbers_in_the_environment() -> None:
    found = load(
        None,
        {
            "MUSCADE_PROXIES": "10.0.0.0/8, ::1",
            "MUSCADE_THINKING_LOOK_AHEAD": "false",
            "MUSCADE_DRAIN_SECONDS": "2.5",
            "MUSCADE_DATABASE": "123",
            "MUSCADE_ORIGINS": "",
            "MUSCADE_CACHE": "somebody else's",
            "PATH": "/bin",
        },
        {},
    )
    assert found.proxies == ("10.0.0.0/8", "::1")
    assert found.thinking.look_ahead is False
    assert (found.drain_seconds, found.database, found.origins) == (2.5, "123", ())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("prot = 1", "there is no entry prot; do you mean port? (in {file})"),
        (
            "[limits]\nopen_table = 1",
            "there is no entry limits.open_table; do you mean limits.open_tables? (in {file})",
        ),
        ("port = 'x'", "port: expected `int`, got `str` (in {file})"),
        ("[limits]\nopen_tables = -1", "limits.open_tables: expected `int` >= 0 (in {file})"),
        ("colour = 1", "there is no entry colour (in {file})"),
        ("[limits", "{file} is not TOML"),
        ("proxies = ['everybody']", "'everybody' is neither an address nor a network"),
    ],
)
def test_a_wrong_file_is_named_with_the_entry(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "muscade.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as wrong:
        load(file, {}, {})
    assert message.replace("{file}", str(file)) in str(wrong.value)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        (
            "MUSCADE_PROT",
            "1",
            "there is no entry MUSCADE_PROT (in the environment); do you mean MUSCADE_PORT?",
        ),
        ("MUSCADE_LIMITS_OF_ALL", "1", "there is no entry MUSCADE_LIMITS_OF_ALL"),
        ("MUSCADE_PORT", "many", "port, in MUSCADE_PORT"),
        ("MUSCADE_PORT", "70000", "port, in MUSCADE_PORT"),
        ("MUSCADE_LOGS_FORM", "xml", "logs.form, in MUSCADE_LOGS_FORM"),
        ("MUSCADE_CONFIG", "/nowhere/at/all.toml", "cannot read /nowhere/at/all.toml"),
    ],
)
def test_a_wrong_variable_is_named(name: str, value: str, message: str) -> None:
    with pytest.raises(ConfigError) as wrong:
        load(None, {name: value}, {})
    assert message in str(wrong.value)


def test_what_is_printed_can_be_read_again_and_says_what_everything_is() -> None:
    config = load(None, {"MUSCADE_PROXIES": "10.0.0.1", "MUSCADE_LIMITS_HEAD_SECONDS": "3"}, {})
    printed = to_toml(config)
    assert msgspec.convert(tomllib.loads(printed), Config) == config
    lines = printed.splitlines()
    for entry in entries():
        [place] = [n for n, line in enumerate(lines) if line.startswith("# " + entry.description)][:1]
        assert lines[place].startswith("# ")
    assert sum(" = " in line and not line.startswith("#") for line in lines) == len(list(entries()))


def test_variables_are_all_different() -> None:
    names = [entry.variable for entry in entries()]
    assert len(names) == len(set(names)) > 30


def test_passwords_are_not_printed() -> None:
    for secret in (
        "postgresql://me:hush@db/m",
        "postgresql://db/m?user=me&password=hush",
        "postgresql://me:hu@sh@db/m",
    ):
        assert "hush" not in to_toml(Config(database=secret))
        assert "hu@sh" not in without_password(secret)

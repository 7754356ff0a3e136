"""Windows and macOS are not left out by calls that only some systems have, unless something stands guard."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.structure.sources import sources

POSIX_MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty", "uvloop"}
POSIX_CALLS = {
    "os": {
        *("fork", "forkpty", "getuid", "geteuid", "getgid", "getloadavg", "getpgid", "getpriority", "killpg"),
        *("mkfifo", "nice", "posix_spawn", "sched_getaffinity", "setpriority", "setsid", "setuid", "statvfs"),
        *("uname", "wait", "waitpid"),
    },
    "signal": {
        *("SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGUSR1", "SIGUSR2"),
        *("ITIMER_PROF", "alarm", "pthread_sigmask", "setitimer", "sigwait"),
    },
    "socket": {"AF_UNIX", "SO_REUSEPORT", "send_fds"},
    "time": {"clock_gettime", "tzset"},
}
POSIX_METHODS = {"add_signal_handler", "create_unix_connection", "create_unix_server", "lchmod", "rename"}
"""`rename` is refused over a file on Windows; `replace` is not."""
POSIX_PLACES = ("/dev/", "/etc/", "/proc/", "/tmp", "/usr/", "/var/")
GUARDS = {"AttributeError", "ImportError", "ModuleNotFoundError", "NotImplementedError", "OSError"}
SEVERAL_WORKERS = {"server/parent.py", "server/bus.py"}
"""What several processes on one machine need; ``muscade serve`` refuses to start those on Windows."""
OUR_OWN = {"storage.analyses.rename", "variations.rename"}
"""What is called like a call of the system, and is none."""


def faults(tree: ast.AST, *, guarded: bool = False) -> Iterator[tuple[int, str]]:
    """Line and name of what only some systems have, where nothing stands guard."""
    for node in ast.iter_child_nodes(tree):
        if not guarded and (found := posix(node)):
            yield getattr(node, "lineno", 0), found
        yield from faults(node, guarded=guarded or guards(node))


def posix(node: ast.AST) -> str | None:
    match node:
        case ast.Import(names=names):
            return next((one.name for one in names if one.name.split(".")[0] in POSIX_MODULES), None)
        case ast.ImportFrom(module=str(module), names=names):
            if module.split(".")[0] in POSIX_MODULES:
                return module
            return next((one.name for one in names if one.name in POSIX_CALLS.get(module, ())), None)
        case ast.Attribute(value=ast.Name(id=module), attr=name) if name in POSIX_CALLS.get(module, ()):
            return f"{module}.{name}"
        case ast.Call(func=ast.Attribute(attr=name) as called) if name in POSIX_METHODS:
            whole = ast.unparse(called)
            return None if any(own in whole.replace("(request)", "") for own in OUR_OWN) else whole
        case ast.Constant(value=str(text)) if text.startswith(POSIX_PLACES):
            return repr(text)
    return None


def guards(node: ast.AST) -> bool:
    match node:
        case ast.Try(handlers=handlers):
            return any(GUARDS & names_in(handler.type) for handler in handlers if handler.type)
        case ast.With(items=items):
            return any("suppress" in names_in(one.context_expr) for one in items)
        case ast.If(test=test) | ast.IfExp(test=test):
            return bool({"platform", "name"} & names_in(test) and {"sys", "os"} & names_in(test))
    return False


def names_in(node: ast.AST) -> set[str]:
    found = list(ast.walk(node))
    return {one.id for one in found if isinstance(one, ast.Name)} | {
        one.attr for one in found if isinstance(one, ast.Attribute)
    }


def test_nothing_that_only_some_systems_have_is_taken_for_granted() -> None:
    found = [
        f"{source}:{line}: {what}"
        for source in sources()
        if str(source) not in SEVERAL_WORKERS
        for line, what in faults(source.tree)
    ]
    assert found == []


def test_several_workers_are_refused_where_they_cannot_be() -> None:
    [serve] = [source for source in sources() if str(source) == "cli/serve.py"]
    text = serve.text
    assert text.index('sys.platform == "win32"') < text.index("run_workers(config")
    assert all(list(faults(source.tree)) for source in sources() if str(source) in SEVERAL_WORKERS)


def test_every_text_file_names_its_encoding() -> None:
    """Windows would guess another one."""
    found = [
        f"{source}:{node.lineno}"
        for source in sources()
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("read_text", "write_text")
        and "encoding" not in {keyword.arg for keyword in node.keywords}
    ]
    assert found == []


def test_uvloop_is_asked_for_where_it_exists() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    [wanted] = [one for one in project["project"]["dependencies"] if one.startswith("uvloop")]
    assert "sys_platform != 'win32'" in wanted


WRONG = """
import fcntl
os.nice(3)
loop.add_signal_handler(signal.SIGHUP, stop)
Path("/tmp/here").rename(there)
with suppress(AttributeError):
    os.nice(3)
if sys.platform != "win32":
    import resource
try:
    import uvloop
except ImportError:
    uvloop = None
"""


def test_the_test_itself_finds_what_is_wrong_and_lets_be_what_is_guarded() -> None:
    found = [what for _, what in faults(ast.parse(WRONG))]
    assert found == [
        "fcntl",
        "os.nice",
        "loop.add_signal_handler",
        "signal.SIGHUP",
        "Path('/tmp/here').rename",
        "'/tmp/here'",
    ]

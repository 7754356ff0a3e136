"""``muscade push-keys``."""

from __future__ import annotations

import typer

from muscade.cli import UsageError


def print_keys() -> None:
    try:
        from muscade.server.push.sending import new_key, public_key_of
    except ImportError:
        raise UsageError("Web Push needs more; install muscade[push]") from None
    key = new_key()
    typer.echo(
        f"""[push]
# Browsers are told the public key: {public_key_of(key)}
# Whoever has the private one can write to them. With another one, everybody has to be asked anew.
private_key = "{key}"
# How push services reach you, should something be wrong:
contact = "mailto:you@example.org\""""
    )

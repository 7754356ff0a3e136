"""``python -m muscade.cli`` is ``muscade``."""

from muscade.cli import main

main()

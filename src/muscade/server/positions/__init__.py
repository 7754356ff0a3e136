"""Any position: what an editor may set, what the referee says of it, and what a move would do."""

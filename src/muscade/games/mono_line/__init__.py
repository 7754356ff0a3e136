"""Mono-Line: capture lines until the other has nowhere left to go."""

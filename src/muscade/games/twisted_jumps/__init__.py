"""Twisted Jumps: sixteen pieces that jump each other away, until one is left on the centre."""

"""Passe Éclair: passes in real time, everybody at once."""

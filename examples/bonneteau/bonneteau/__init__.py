"""Bonneteau: cups, one muscade, and a glance."""

"""Over-Pass: a race along the lines of the Over-Pass board."""

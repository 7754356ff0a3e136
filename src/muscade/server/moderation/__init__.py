"""Moderation: whom people mute or block, what they report, and whom the operator has shut out."""

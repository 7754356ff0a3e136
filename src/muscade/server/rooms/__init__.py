"""Rooms: people, a link, a chat, and one game after another; and the lobby where they find each other."""

"""What whoever runs the server sees and does: figures, rooms, reports, bans and announcements, and a log of what was done."""

"""A game read again: what every viewer saw after each event, where its rounds and tricks begin, what it counted."""

from muscade.replays.outline import Chapter, Outline, Outliner, Series
from muscade.replays.replay import OPEN, Frame, Replay, Viewer

__all__ = ["OPEN", "Chapter", "Frame", "Outline", "Outliner", "Replay", "Series", "Viewer"]

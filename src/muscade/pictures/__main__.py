"""``python -m muscade.pictures`` writes the colours of the client."""

from muscade.pictures.palette import write_css

write_css()

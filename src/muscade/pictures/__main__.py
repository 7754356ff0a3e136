"""``python -m muscade.pictures`` writes the colours of the client, and the icons of an installed one."""

from muscade.pictures.icons import write_icons
from muscade.pictures.palette import write_css

write_css()
write_icons()

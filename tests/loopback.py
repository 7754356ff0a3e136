"""What everybody needs who asks a server on this very machine."""

from __future__ import annotations

import ssl

UNENCRYPTED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For ``verify``: nothing is encrypted here, and to read whom one would trust takes 25 ms for every client."""
